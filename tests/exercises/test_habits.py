"""The commonest slips of beginners are named in every exercise, and nobody else is told of them."""

import linecache
from typing import Any

import pytest

from microgradviz.exercises import check
from microgradviz.exercises.learner_code.habits import (
    meaning_of_error,
    missing_return,
    misspelled_attributes,
    slip_in_text,
)
from microgradviz.exercises.topics import EXERCISES


def in_a_cell(source: str, name: str) -> Any:
    """What a cell of a notebook defines under that name; its text is kept, as a kernel keeps it."""
    file = f"<cell {abs(hash(source))}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    space: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, file, "exec"), space)
    return space[name]


ENDLESS = "def learn(m):\n    while True:\n        yield m\n\n\n"
SLIPS = [
    ("def f(v):\n    v._backward", "`v._backward` alone does nothing"),
    ("def f(vs):\n    for v in vs:\n        v.grad == 0", "`v.grad == 0` asks whether"),
    ("def f(v):\n    def g():\n        v.grad =+ 1.0\n    return g", "`=+` sets"),
    ("def f(vs):\n    for v in vs:\n        return v", "The `return` stands inside the loop"),
    (
        "def f(vs):\n    for v in vs:\n        if v:\n            return 1\n        else:\n            return 0",
        "`if` and `else` both return",
    ),
    ("def f(vs):\n    for v in vs:\n        v = 0", "`v = …` in the loop"),
    ("def f(vs):\n    for v in vs:\n        v -= 1\n    return vs", "`v = …` in the loop"),
    ("def g(v):\n    v.backward\n\n\ndef f(v):\n    return g(v)", "`v.backward` alone"),
    ("def f(s):\n    for v in s:\n        v.grad = 0\n        v._backward()", "`v.grad = 0` in the loop empties"),
    ("def f(xs):\n    up = xs\n    for i in (0, 1):\n        up[i] += 1", "`up = xs` makes no copy"),
    ("class f:\n    def run(self):\n        self.reset", "`self.reset` alone"),
    (
        "def f(x, out):\n    x.grad += 1 if x.data > 0 else 0 * out.grad",
        "In `1 if x.data > 0 else 0 * out.grad` the grad multiplies only",
    ),
    (
        "def f(x, out):\n    x.grad += 1 - out.data**2 * out.grad",
        "In `1 - out.data ** 2 * out.grad` the grad multiplies only",
    ),
    (
        f"{ENDLESS}def f(m):\n    for loss in learn(m):\n        print(loss)\n    return m",
        "A loop over `learn(…)` never ends",
    ),
]
FINE = [
    "def f(vs):\n    for v in vs:\n        if v:\n            return v",
    "def f(vs):\n    for v in vs:\n        if not v:\n            continue\n        return v",
    "def f(vs):\n    for v in vs:\n        if v:\n            return 1\n        else:\n            print(v)",
    "def f(vs):\n    for v in vs:\n        v = abs(v)\n        print(v)",
    "def f(vs, x):\n    while True:\n        return x",
    "def f(x, out):\n    x.grad += (1 - out.data**2) * out.grad\n    x.grad += out.grad if x.data > 0 else 0",
    "def f(v):\n    v.grad = -1.0\n    v.backward()\n    v.data\n    return v == 1",
    "def f(vs):\n    for v in vs:\n        v._backward()\n        v.grad = 0",
    "def f(xs):\n    up = xs\n    up = list(up)\n    up[0] += 1",
    f"{ENDLESS}def f(m):\n    for loss in learn(m):\n        if loss < 0.1:\n            break\n    return m",
    f"{ENDLESS.rstrip()}\n        return\n\n\ndef f(m):\n    for x in learn(m):\n        print(x)",
    "f = lambda v: v.backward",
    "f = 3",
]


@pytest.mark.parametrize(("source", "told"), SLIPS, ids=[told for _, told in SLIPS])
def test_a_line_that_cannot_do_what_was_meant_is_seen(source: str, told: str) -> None:
    assert slip_in_text(in_a_cell(source, "f")).startswith(told)


@pytest.mark.parametrize("source", FINE)
def test_what_may_be_meant_is_no_slip(source: str) -> None:
    assert slip_in_text(in_a_cell(source, "f")) == ""


@pytest.mark.parametrize("e", [e for e in EXERCISES.values() if not e.given], ids=lambda e: e.name)
def test_a_solution_has_no_slip(e: Any) -> None:
    assert slip_in_text(in_a_cell(f"{e.prelude}\n{e.solution}", e.answer)) == ""


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def f(x):\n    y = 2 * x", "It does its work and returns nothing"),
        ("def f(xs):\n    xs[0] = 1", "It changes the list"),
        (
            "def f(x):\n    if x:\n        return 1",
            "Not every way through it ends in a `return`: sometimes nothing comes back.",
        ),
        (
            'def f(x):\n    if x == "and":\n        return 1',
            "Not every way through it ends in a `return`: sometimes nothing comes back. Is each",
        ),
        ("def f(x):\n    return {}.get(x)", ""),
        ('def f(x):\n    """Empty."""', ""),
        ("def f(x):\n    model = None\n    return None", "It does its work"),
        ("def f(x):\n    return None", ""),
        ("f = print", ""),
    ],
)
def test_a_function_that_returns_nothing_is_told_why(source: str, told: str) -> None:
    said = missing_return(in_a_cell(source, "f"))
    assert said.startswith(told)
    assert bool(said) == bool(told)


class Made:
    """An answer."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("“must be real number, not Value”, in step 1 (exp)", "`math` computes with plain numbers"),
        ("“name 'tanh' is not defined”", "`tanh` is one of math's: `math.tanh`"),
        ("“unsupported operand type(s) for ^: 'float' and 'int'”", "`^` is no power"),
        ("“unsupported operand type(s) for ** or pow(): 'int' and 'Value'”", "The exponent of a power must be"),
        ("“can't multiply sequence by non-int of type 'float'”", "Lists do not compute"),
        ("“'list' object has no attribute 'grad'”", "A list has no `grad`"),
        ("the output must be a Value (got a method)", "A function is mentioned"),
        ("“'Made' object is not callable”", "What `Made` makes cannot be called yet"),
        ("“'Made' object has no attribute 'w'”", "Your `Made` has no `w`"),
        ("must be a Value (got a tuple)", "A tuple comes back"),
        ("grad of a must be a number (got a Value); its .data is one", "Numbers are computed with numbers"),
        ("“cannot access local variable 'total' where it is not associated with a value”", "A name is used before"),
        ("“'NoneType' object has no attribute 'append'”", "`append` changes the list"),
        ("“'Value' object is not iterable”", "One value is treated as a list"),
        ("the answer must be a list of names (got a dict)", "A list is asked for"),
        ("the entry for “A” must be True or False (got a str)", "That is a text"),
        ("“a word of mine”", ""),
    ],
)
def test_what_an_error_means_is_said_in_plain_words(text: str, told: str) -> None:
    assert meaning_of_error(["", text], Made).startswith(told)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("training_loop", "loss.backward()", "loss.backward", "`loss.backward` alone does nothing"),
        ("training_loop", "        return", "            return", ""),
        ("training_loop", "    return losses", "", "It does its work and returns nothing"),
        ("neuron", "z.tanh()", "z.tanh", "A function is mentioned, not called"),
        ("layer", "parameters", "params", "Your `Layer` has no `parameters`"),
        ("mse", "(p - t) ** 2", "(p - t) ^ 2", "`^` is no power"),
        (
            "clip_grad_norm",
            "    if length <= most:\n        return grads\n",
            "    if length > most:\n    ",
            "Not every way",
        ),
    ],
)
def test_check_names_a_slip_in_place_of_a_guess(name: str, old: str, new: str, told: str) -> None:
    e = EXERCISES[name]
    assert check(name, in_a_cell(f"{e.prelude}\n{e.solution.replace(old, new)}", e.answer)).mistake.startswith(told)


@pytest.mark.parametrize("e", [e for e in EXERCISES.values() if not e.given], ids=lambda e: e.name)
def test_who_has_written_nothing_is_told_so(e: Any) -> None:
    assert check(e.name, in_a_cell(f"{e.prelude}\n{e.stub}", e.answer)).mistake == e.stub_sentence


def test_who_writes_the_whole_class_hears_under_which_name_an_answer_is_looked_at() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    text = "class Value:\n    def __add__(self, other):\n        return other\n"
    text += 'def add(self, other):\n    """A new Value: self + other."""\n'
    linecache.cache["<whole class>"] = (len(text), None, text.splitlines(keepends=True), "<whole class>")
    exec(compile(text, "<whole class>", "exec"), space)
    told = (
        "Your class has a `__add__` of its own, and this looks at `add`: below the class write `add = Value.__add__`."
    )
    assert told in check("add_values", space["add"]).lines


def test_a_method_of_ones_own_that_stands_in_another_file_is_named() -> None:
    elsewhere: dict[str, Any] = {"__name__": "my_engine"}
    exec("class Value:\n    def wrap(self, x):\n        return x\n", elsewhere)
    add = in_a_cell("def add(self, other):\n    return self.wrap(other)\n", "add")
    add.__globals__["Value"] = elsewhere["Value"]
    assert check("add_values", add).mistake.startswith("`wrap` is a method of your own class, from another file.")


def zeroes(line: str) -> Any:
    """A function that does so with each of its values."""
    return in_a_cell(f"def zero(values):\n    for v in values:\n        {line}\n", "zero")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("v.gard = 0.0", [("gard", "grad")]),
        ("v.dat += 1.0", [("dat", "data")]),
        ("v.backward_ = v.grd = None", [("backward_", "_backward"), ("grd", "grad")]),
        ("v.grads = v._backwards = []", []),
        ("v.velocity = 0.0", []),
        ("v.grad = v.data = 0.0", []),
        ("print(v.gard)", []),
    ],
)
def test_a_near_miss_of_an_attribute_is_found(line: str, found: list[tuple[str, str]]) -> None:
    said = [f"`{name}` is an attribute of your own: did you mean `{meant}`?" for name, meant in found]
    assert misspelled_attributes(zeroes(line)) == said


def test_check_names_a_near_miss_of_an_attribute_only_if_something_is_wrong() -> None:
    assert "did you mean `grad`?" in repr(check("zero_grad", zeroes("v.gard = 0.0")))
    assert "gard" not in repr(check("zero_grad", zeroes("v.gard = v.grad = 0.0")))
