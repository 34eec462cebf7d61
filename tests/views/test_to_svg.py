"""to_svg: any step as a picture."""

import math
import pickle
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from kit.sample_pictures import AWKWARD, HARMFUL, cards, labelled, lesson

from microgradviz import Value, play, to_html, to_svg, trace
from microgradviz.layout.scene import make_scene
from microgradviz.tracing.steps import state_at_step

STEPS = 10  # of the lesson


def lit(svg: str) -> list[str]:
    return re.findall(r"stroke='(#0072b2|#d55e00)' stroke-width='2.6'", svg)


def test_every_step_shows_what_is_known_then() -> None:
    svg = [to_svg(lesson(), step=k) for k in range(STEPS + 1)]
    assert cards(svg[0])[2] == ["e = a × b", "data", "–", "grad", "–"]
    assert cards(svg[1])[2] == ["e = a × b", "data", "−6", "grad", "–"]
    assert cards(svg[4])[6] == ["L = d × f", "data", "−8", "grad", "1"]
    assert cards(svg[9])[0] == ["a", "data", "2", "grad", "6"]
    assert cards(svg[9])[1] == ["b", "data", "−3", "grad", "–"]
    assert [len(lit(s)) for s in svg] == [0, 2, 2, 2, 0, 1, 1, 1, 1, 1, 1]
    assert {colour for s in svg[:4] for colour in lit(s)} == {"#0072b2"}
    assert {colour for s in svg[5:] for colour in lit(s)} == {"#d55e00"}
    assert [s.count(">× ") for s in svg] == [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6]
    assert ">+ 6<" in svg[9]
    assert ">− 4<" in svg[10]


def test_what_adds_up_stays_under_the_card() -> None:
    assert [">3 + 3 = 6<" in to_svg("square", step=k) for k in range(5)] == [False] * 4 + [True]
    diamond = [to_svg("diamond", step=k) for k in range(play("diamond").steps + 1)]
    assert [">9 + 6 = 15<" in svg or ">6 + 9 = 15<" in svg for svg in diamond].index(True) == len(diamond) - 1
    assert "= 6<" not in to_svg("square", accumulate=False)
    assert ">+ 3<" in to_svg("square"), "there is room for both"
    long = to_svg("a*b + a*c", a=2, b=0.12345, c=-0.98765)
    assert ">= −0.9877 + 0.1235<" in long or ">= 0.1235 − 0.9877<" in long, "the card says to what"
    assert ">Σ of 5 = 5<" in to_svg("total(a, a, a, a, a)", a=2)


def test_a_factor_is_blue_and_a_gradient_vermillion() -> None:
    svg = to_svg("a * b", a=2, b=-3, step=3)
    assert "fill='#00629a' font-weight='600'>× −3</text>" in svg
    assert "fill='#a84a00'/>" in svg, "what arrives"


def test_the_last_step_is_shown_if_none_is_asked_for() -> None:
    assert to_svg(lesson()) == to_svg(lesson(), step=STEPS)
    assert to_svg(lesson(), gradients=False) == to_svg(lesson(), gradients=False, step=3)


def test_the_moment_is_that_of_the_trace_at_the_end() -> None:
    t = trace("sigmoid")
    end = state_at_step(t, "contribution", 23)
    assert end.data == t.data
    assert end.grad == t.gradients()
    assert state_at_step(t, "node", play("sigmoid", by="node").steps).grad == t.gradients()


def test_without_gradients_cards_have_data_alone() -> None:
    assert cards(to_svg("square", gradients=False)) == [["a", "data", "3"], ["f = a × a", "data", "9"]]
    bundle, _ = play("square", gradients=False)._repr_mimebundle_()
    assert "Expression graph of 2 values" in bundle["text/html"]


def test_what_overwrites_does_not_look_like_a_sum() -> None:
    assert ">= 3<" in to_svg("square", accumulate=False)
    assert ">+ 3<" in to_svg("square")


def test_a_cell_that_ends_with_a_page_or_a_picture_shows_a_line_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert re.fullmatch(r"<a page of \d{3},\d{3} characters in f\.html>", repr(to_html("square", "f.html")))
    assert re.fullmatch(r"<a picture of \d,\d{3} characters>", repr(to_svg("square")))
    made = to_svg("square", "f.svg")
    Path("f.svg").unlink()
    again = pickle.loads(pickle.dumps(made))
    assert (again, repr(again)) == (made, repr(made))
    assert not Path("f.svg").exists()


def test_a_file_is_written_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert to_svg("neuron", path, step=12) == path.read_text(encoding="utf-8")
    ElementTree.parse(path)


@pytest.mark.parametrize("options", [{"step": 99}, {"step": -1}, {"by": "x"}, {"rankdir": "x"}])
def test_options_are_checked(options: Any) -> None:
    with pytest.raises(ValueError, match="must be"):
        to_svg("square", **options)


def test_any_label_and_any_number_can_be_drawn() -> None:
    for step in (0, 5, None):
        ElementTree.fromstring(to_svg(labelled(HARMFUL + AWKWARD), step=step))
    x = Value(math.inf, label="x")
    assert "nan" in to_svg(x * 0.0 + x.exp())


def test_a_label_that_is_too_wide_for_its_lane_stands_in_its_middle() -> None:
    t = trace("tanh(a * b + c)", a=2, b=-3, c=10)
    (start, _), (end, _) = make_scene(t)["routes"][-1]
    (x,) = re.findall(r"<text x='([^']*)' y='[^']*'[^>]*>× 0\.001341</text>", to_svg(t))
    assert float(x) == (start + end) / 2
