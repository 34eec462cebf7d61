"""Each line of a learner's engine says what it is for, in every style."""

import ast

import pytest
from kit.engine_styles import STYLES, text as engine_text

from microgradviz.exercises.own_engine.line_notes import explained
from microgradviz.exercises.stages import engine_source

EVERYWHERE = (
    "nothing has arrived yet",
    "a given value passes nothing on",
    "made of others",
    "the rule, for later",
    "the result follows itself",
    "each passes its gradient on",
)


@pytest.mark.parametrize("style", STYLES)
def test_what_every_engine_has_is_found_whatever_it_is_called(style: str) -> None:
    text = engine_text(style)[0]
    found = explained(text)
    in_a_class = style not in ("method by method", "renamed")
    asked = (*EVERYWHERE, *["a number stands left"] * in_a_class)
    assert [note for note in asked if note not in found] == []
    assert ast.dump(ast.parse(found)) == ast.dump(ast.parse(text))


def noted(text: str) -> dict[str, str]:
    pairs = (line.split("  # ← ") for line in explained(text).splitlines() if "# ← " in line)
    return {line.strip(): note for line, note in pairs}


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("other = other if isinstance(other, Value) else Value(other)", "a plain number becomes a Value"),
        ("if v not in seen:", "each value once"),
        ("for v in reversed(topological_order(self)):", "from the result back"),
        ("out._backward = _backward", "the rule stays with the result"),
        ("other.grad += d_other * out.grad", "a contribution is added"),
        ("def __rtruediv__(self, other):", "a number stands left"),
        ("self._prev = tuple(_prev)", "its inputs, in order"),
    ],
)
def test_a_line_of_the_courses_engine_gets_its_note(line: str, note: str) -> None:
    assert noted(engine_source("08"))[line].startswith(note)


def test_other_names_and_other_forms_get_the_same_notes() -> None:
    text = """\
def plus(me, you):
    result = Value(me.data + you.data, [me, you], "+")

    def pass_back():
        me.grad = me.grad + result.grad

    result._backward = pass_back
    return result


def clear(me):
    me.grad = 0.0
"""
    assert list(noted(text).values()) == [
        "a new value, which remembers its inputs",
        "the rule, for later: it remembers what is above",
        "a contribution is added to what has arrived",
        "the rule stays with the result, for later",
        "what is there from before is forgotten",
    ]


def test_a_comment_of_the_learners_stays_as_it_is() -> None:
    assert explained("def neg(self):\n    return self * -1  # mine\n").endswith("self * -1  # mine\n")
