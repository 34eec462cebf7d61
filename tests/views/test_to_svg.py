"""to_svg: any step as a picture, and positions from Graphviz."""

import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from kit.sample_pictures import AWKWARD, HARMFUL, cards, labelled, lesson

from microgradviz import Value, group, play, to_html, to_svg, trace
from microgradviz.layout import graphviz as dot_layout
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


def test_a_file_is_written_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert to_svg("neuron", path, step=12) == path.read_text(encoding="utf-8")
    ElementTree.parse(path)


@pytest.mark.parametrize("options", [{"step": 99}, {"step": -1}, {"by": "x"}, {"rankdir": "x"}, {"layout": "x"}])
def test_options_are_checked(options: Any) -> None:
    with pytest.raises(ValueError, match="must be"):
        to_svg("square", **options)


def test_any_label_and_any_number_can_be_drawn() -> None:
    for step in (0, 5, None):
        ElementTree.fromstring(to_svg(labelled(HARMFUL + AWKWARD), step=step))
    x = Value(math.inf, label="x")
    assert "nan" in to_svg(x * 0.0 + x.exp())


# ---------------------------------------------------------------- positions from Graphviz


@pytest.fixture
def dot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Put another program in the place of dot."""

    def dot(script: str | None) -> None:
        if script is not None:
            (tmp_path / "dot").write_text(f"#!{sys.executable}\n{script}", encoding="utf-8")
            (tmp_path / "dot").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))

    return dot


@pytest.fixture
def real_dot() -> None:
    if subprocess.run(["which", "dot"], capture_output=True, check=False).returncode:
        pytest.skip("Graphviz is not installed")


@pytest.mark.usefixtures("real_dot")
@pytest.mark.parametrize("rankdir", ["LR", "TB"])
@pytest.mark.parametrize("name", ["sigmoid", "square", "order"])
def test_dot_places_the_same_cards_and_its_edges_meet_them(name: str, rankdir: str) -> None:
    t = trace(name)
    ours, theirs = make_scene(t, rankdir=rankdir), make_scene(t, rankdir=rankdir, layout="graphviz")
    assert theirs["w"] == ours["w"]
    assert len({tuple(map(tuple, route)) for route in theirs["routes"]}) == len(t.sources)
    for e, route in enumerate(theirs["routes"]):
        s, d = t.sources[e], t.targets[e]
        w, h = theirs["w"], theirs["h"]
        if rankdir == "LR":
            start = (theirs["x"][s] + w[s], theirs["y"][s] + h / 2)
            end = (theirs["x"][d], theirs["y"][d] + h / 2)
        else:
            start = (theirs["x"][s] + w[s] / 2, theirs["y"][s] + h)
            end = (theirs["x"][d] + w[d] / 2, theirs["y"][d])
        assert math.dist(route[0], start) < 2
        assert math.dist(route[-1], end) < 2
    boxes = [(x, y, x + w, y + theirs["h"]) for x, y, w in zip(theirs["x"], theirs["y"], theirs["w"], strict=True)]
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= theirs["width"]
        assert 0 <= top < bottom <= theirs["height"]
        for ox, oy, oright, obottom in boxes[:i]:
            assert right <= ox or oright <= left or bottom <= oy or obottom <= top


@pytest.mark.usefixtures("real_dot")
def test_everything_takes_the_layout() -> None:
    assert play("neuron", layout="graphviz").scene["x"] == make_scene(trace("neuron"), layout="graphviz")["x"]
    assert to_svg("neuron", layout="graphviz") != to_svg("neuron")
    assert to_html("neuron", layout="graphviz") != to_html("neuron")
    assert to_svg(Value(2.0, label="a"), layout="graphviz").startswith("<svg")


@pytest.mark.usefixtures("real_dot")
def test_no_text_of_a_label_reaches_dot() -> None:
    assert to_svg(labelled(HARMFUL + AWKWARD), layout="graphviz").startswith("<svg")


def test_closed_groups_keep_our_own_layout_and_a_sentence_says_so() -> None:
    with group("inner"):
        inner = Value(2.0, label="a") * 3.0
    result = inner + 1.0
    with pytest.warns(UserWarning, match="layout='graphviz' places single values, and groups are closed") as seen:
        made = to_svg(result, layout="graphviz", groups="closed")
    assert made == to_svg(result, groups="closed")
    assert seen[0].filename == __file__
    with pytest.warns(UserWarning, match="microgradviz's own layout is shown instead"):
        play(result, layout="graphviz", groups="closed")


def test_without_dot_our_own_layout_is_shown_and_a_sentence_says_so(dot: Any) -> None:
    dot(None)
    with pytest.warns(
        UserWarning, match=r"needs Graphviz's program dot, .*; microgradviz's own layout is shown"
    ) as seen:
        made = to_svg("neuron", layout="graphviz")
    assert made == to_svg("neuron")
    assert seen[0].filename == __file__


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("import time; time.sleep(60)", r"took longer than 0.2 s to place 10 values"),
        ("raise SystemExit(1)", "did not place the values"),
        ("print('no JSON')", "did not place the values"),
        ("print('{}')", "did not place the values"),
        ('print(\'{"bb": "0,0,1,1", "objects": [{"name": "x", "pos": "1"}]}\')', "did not place the values"),
    ],
)
def test_a_dot_that_is_slow_or_broken_is_no_harm(
    dot: Any, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    dot(script)
    if "sleep" in script:
        monkeypatch.setattr(dot_layout, "PATIENCE", 0.2)
    with pytest.warns(UserWarning, match=words):
        made = to_svg("neuron", layout="graphviz")
    assert made == to_svg("neuron")
