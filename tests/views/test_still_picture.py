"""Our own still picture: its structure, and that it is the same on every machine."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from kit.sample_pictures import SVG, cards, chain, labelled, lesson
from kit.snapshots import check

from microgradviz import Trace, Value, trace
from microgradviz.layout.scene import make_scene
from microgradviz.views.still.marks import smooth_path
from microgradviz.views.still.picture import draw_svg, escape_xml

ROOT = Path(__file__).parents[2]


def test_the_lesson_looks_as_ever() -> None:
    check("lesson.svg", draw_svg(trace(lesson())))


def test_top_to_bottom_looks_as_ever() -> None:
    check("lesson-tb.svg", draw_svg(trace(lesson()), rankdir="TB"))


def test_a_picture_is_one_element_with_size_and_sentence() -> None:
    root = ElementTree.fromstring(draw_svg(trace(lesson())))
    assert root.tag == f"{SVG}svg"
    placed = make_scene(trace(lesson()))
    assert float(root.attrib["width"]) == placed["width"]
    assert root.attrib["viewBox"] == f"0 0 {placed['width']:g} {placed['height']:g}"
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == placed["alt"]


def test_every_value_has_a_card_and_every_edge_a_path_and_a_head() -> None:
    traced = trace(lesson())
    svg = draw_svg(traced)
    assert cards(svg)[0] == ["a", "data", "2", "grad", "6"]
    assert cards(svg)[-1] == ["L = d × f", "data", "−8", "grad", "1"]
    assert len(cards(svg)) == len(traced)
    assert svg.count("<path") == 2 * len(traced.sources)
    assert [card[4] for card in cards(svg)] == ["6", "−4", "−2", "−2", "−2", "4", "1"]


def test_a_picture_is_the_same_in_every_process() -> None:
    script = (
        "import sys; sys.path.insert(0, 'tests')\nfrom kit.sample_pictures import *; from microgradviz import trace\n"
    )
    script += "from microgradviz.views.still.picture import draw_svg\n"
    script += "print(draw_svg(trace(lesson())) + draw_svg(trace(chain(51))))"
    made = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
            cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True,
        ).stdout
        for seed in ("0", "7")
    }  # fmt: skip
    assert len(made) == 1


def test_a_picture_of_a_reread_trace_is_the_same() -> None:
    traced = trace(lesson())
    assert draw_svg(Trace.from_json(traced.to_json())) == draw_svg(traced)


def test_a_scene_at_hand_is_used() -> None:
    traced = trace(lesson())
    assert draw_svg(traced, make_scene(traced)) == draw_svg(traced)
    assert draw_svg(traced, make_scene(traced, rankdir="TB"), rankdir="TB") == draw_svg(traced, rankdir="TB")


def test_numbers_not_known_yet_are_dashes() -> None:
    traced = trace(lesson())
    count = len(traced)
    shown = cards(draw_svg(traced, data=[2.0] + [None] * (count - 1), grad=[None] * count))
    assert shown[0] == ["a", "data", "2", "grad", "–"]
    assert shown[-1] == ["L = d × f", "data", "–", "grad", "–"]


def test_numbers_given_are_shown_instead_of_the_traces() -> None:
    a = Value(3.0, label="a")
    shown = cards(draw_svg(trace(a * a), data=[1.0, 2.5], grad=[float("nan"), float("-inf")]))
    assert shown == [["a", "data", "1", "grad", "nan"], ["e = a × a", "data", "2.5", "grad", "−∞"]]


def test_labels_are_escaped_everywhere() -> None:
    svg = draw_svg(labelled(["</title></svg><script>alert(1)</script>" + "x" * 50, "&amp;"]))
    assert "<script" not in svg
    assert svg.count("</svg>") == 1
    assert cards(svg)[1][0] == "&amp;"


def test_a_title_without_room_is_whole_under_the_mouse() -> None:
    long = "a label that is longer than any card may be"
    root = ElementTree.fromstring(draw_svg(labelled([long, "short"])))
    tips = [g.findtext(f"{SVG}title") for g in root.iter(f"{SVG}g") if "transform" in g.attrib]
    assert tips[:2] == [long, None]


def test_spaces_are_kept() -> None:
    svg = draw_svg(labelled(["a   b"]))
    assert "xml:space='preserve'" in svg
    assert cards(svg)[0][0] == "a   b"


def test_nothing_in_a_picture_comes_from_elsewhere() -> None:
    svg = draw_svg(trace(lesson())).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|url\(|href|@import|<image|<script", svg)


def test_a_value_alone_is_a_picture() -> None:
    assert cards(draw_svg(trace(Value(2.0, label="a")))) == [["a", "data", "2", "grad", "0"]]


def test_large_pictures_stay_small_for_a_notebook() -> None:
    svg = draw_svg(trace(chain(1001)))
    assert len(svg) < 700 * 1001


@pytest.mark.parametrize(
    ("route", "rankdir", "d"),
    [
        ([(0, 0), (10, 0)], "LR", "M0 0L10 0"),
        ([(0, 0), (20, 20)], "LR", "M0 0C10 0 10 20 20 20"),
        ([(0, 0), (10, 0), (30, 8), (40, 8)], "LR", "M0 0L10 0C20 0 20 8 30 8L40 8"),
        ([(0, 0), (0, 10)], "TB", "M0 0L0 10"),
        ([(0, 0), (30, 20)], "TB", "M0 0C0 10 30 10 30 20"),
        ([[0.5, 1.25], [20.5, 2.25]], "LR", "M0.5 1.25C10.5 1.25 10.5 2.25 20.5 2.25"),
        ([(0, 0), (10, 4), (18, 12)], "LR", "M0 0L10 4L18 12"),  # a curve of Graphviz
    ],
)
def test_a_curve_leaves_and_arrives_in_the_direction_of_the_picture(route: Any, rankdir: str, d: str) -> None:
    assert smooth_path(route, rankdir) == d


def test_arrows_point_where_edges_arrive() -> None:
    a = Value(3.0, label="a")
    right, down = draw_svg(trace(a.exp())), draw_svg(trace(a.exp()), rankdir="TB")
    assert re.search(r"<path d='M[\d.]+ [\d.]+l-6-3v6z'/>", right)
    assert re.search(r"<path d='M[\d.]+ [\d.]+l-3-6h6z'/>", down)


def test_text_is_one_line_of_xml() -> None:
    assert escape_xml("a\nb\x00 <&> 'q' \"r\"") == "a b &lt;&amp;&gt; 'q' \"r\""
