"""What the playground's Python answers its page: graphs as plain data, or a sentence."""

import json
import re
from typing import Any

import pytest
from answers import DEFAULT, NUMBERS, answer, examples

from microgradviz import trace
from microgradviz.sources.presets import PRESETS


def ask(kind: str, **request: Any) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(answer(json.dumps({"ask": kind, **request})))
    return said


def test_a_text_becomes_a_graph_with_its_link() -> None:
    shown = ask("show", text="d = a×b; d + d", numbers={"a": "2", "b": "-3", "gone": "7"})
    assert shown["values"]["trace"]["data"] == [2, -3, -6, -12]
    assert (shown["text"], shown["written"]) == ("d = a×b; d + d", "d = a*b; d + d")
    assert (shown["link"], shown["numbers"]) == ("d=a*b;d+d&a=2&b=-3", {"a": "2", "b": "-3"})


def test_a_name_without_a_number_gets_one() -> None:
    assert ask("show", text="a*b + c", numbers={"b": "9"})["numbers"] == {"a": "2", "b": "9", "c": "0.5"}


def test_a_name_that_everybody_knows_begins_with_its_number() -> None:
    assert ask("show", text="π*r² + e", numbers={})["numbers"] == {
        "π": "3.141592653589793", "r": "2", "e": "2.718281828459045",
    }  # fmt: skip


def test_a_link_to_names_with_underscores_keeps_them() -> None:
    shown = ask("open", link="#_x*__y__&_x=2&__y__=3")
    assert (shown["text"], shown["link"]) == ("_x*__y__", "_x*__y__&_x=2&__y__=3")


def test_any_number_goes_there_and_back() -> None:
    given = {"a": "inf", "b": "-0", "c": "nan", "d": "1e-07"}
    assert ask("show", text="total(a, b, c, d)", numbers=given)["numbers"] == {**given, "b": "-0"}


def test_a_link_brings_its_numbers_and_is_written_as_we_write() -> None:
    shown = ask("open", link="#tanh(x1*w1%2Bb)&x1=2&w1=-3&b=6.88")
    assert shown["text"] == "tanh(x1*w1 + b)"
    assert shown["numbers"] == {"x1": "2", "w1": "-3", "b": "6.88"}


@pytest.mark.parametrize("name", PRESETS)
def test_the_name_of_a_preset_is_its_graph(name: str) -> None:
    for shown in ask("show", text=name), ask("open", link=f"#{name}"):
        assert shown["values"]["trace"]["op"] == trace(name).op
        assert trace(shown["written"], leaves={n: float(x) for n, x in shown["numbers"].items()}).op == trace(name).op


def test_each_example_is_its_preset() -> None:
    for example, preset in zip(examples(), PRESETS.values(), strict=True):
        shown = ask("show", text=example["text"], numbers=example["numbers"])
        assert shown["values"]["trace"]["data"] == trace(preset.name).data
        assert example["title"] == preset.title


def test_the_first_graph_is_a_neuron() -> None:
    shown = ask("show", text=DEFAULT, numbers=NUMBERS)
    assert shown["values"]["trace"]["data"][-1] == pytest.approx(0.7064, abs=1e-4)
    assert len(shown["link"]) < 100


@pytest.mark.parametrize(
    ("request_", "says"),
    [
        ({"ask": "show", "text": ""}, "text must be an expression"),
        ({"ask": "show", "text": "tahn(a)"}, "did you mean tanh?\n    tahn(a)\n    ^"),
        ({"ask": "show", "text": "d = a; b"}, "each part must be used by what follows (got 'd', which is not)"),
        ({"ask": "show", "text": "-" * 9_000 + "a"}, "nested less deeply"),
        ({"ask": "open", "link": "#a*b&a"}, "link must go on as name=number"),
        ({"ask": "open", "link": "#a&q=2"}, "each name behind an & must be one of the expression (got 'q')"),
        ({"ask": "open", "link": "#neuron&q=2"}, "each name behind an & must be one of the expression (got 'q')"),
        ({"ask": "open", "link": "#" + "a" * 10_000}, "link must have at most 8,000 letters"),
    ],
)
def test_what_is_wrong_is_said_in_the_packages_own_words(request_: dict[str, Any], says: str) -> None:
    assert re.search(re.escape(says), json.loads(answer(json.dumps(request_)))["error"])


def test_what_is_too_long_for_a_link_is_shown_and_says_so() -> None:
    shown = ask("show", text=" + ".join(f"tanh(number_{i})" for i in range(200)))
    assert shown["link"] == ""
    assert shown["why"].startswith("link must have at most 2,000 letters (got ")


def test_the_python_of_a_graph_runs() -> None:
    given = {"a": "2", "step": "0.5", "b": "-inf"}
    code = ask("python", text="a*step + b", numbers=given)["python"]
    assert code == (
        "from microgradviz import play\n\n"
        'play("a*step + b", a=2, b=float("-inf"), leaves={\'step\': 0.5})\n'
    )  # fmt: skip
    names: dict[str, Any] = {}
    exec(code.replace("play(", "player = play("), names)
    assert names["player"].trace["data"][:2] == [2, 0.5]
    quoted = ask("python", text='a  # "b"\\', numbers={"a": "1"})["python"]
    exec(quoted.replace("play(", "player = play("), names)
    assert names["player"].trace["data"] == [1]


def test_the_page_of_a_graph_is_what_to_html_makes() -> None:
    page = ask("page", text="a*b", numbers={"a": "2", "b": "3"})["page"]
    assert page.startswith("<!doctype html>")
    assert "<title>a*b</title>" in page
