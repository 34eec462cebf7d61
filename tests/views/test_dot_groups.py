"""draw_dot of graphs with groups: frames around the values of a small one, a card for each group of a large one."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from kit.grouped_graphs import grouped_graphs, training
from kit.sample_pictures import AWKWARD, HARMFUL, cards, chain, lesson, nodes

from microgradviz import MLP, Value, draw_dot, group, trace
from microgradviz.views.dot.digraph import Drawing

SVG = "{http://www.w3.org/2000/svg}"


def frames(svg: str) -> list[list[str]]:
    """The words of every frame in Graphviz's picture."""
    groups = [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("class") == "cluster"]
    return [[str(text.text) for text in g.iter(f"{SVG}text")] for g in groups]


def grouped(name: str) -> Value:
    with group(name):
        inner = Value(2.0, label="a") * 3.0
    return inner + 1.0


def test_groups_of_a_small_graph_are_frames_one_in_the_other() -> None:
    source = draw_dot(MLP(2, [2, 1], seed=1)([1.0, -2.0])).source
    assert re.findall(r'label="?((?:layer|neuron) \d)', source) == [
        "layer 1", "neuron 1", "neuron 2", "layer 2", "neuron 1",
    ]  # fmt: skip
    assert source.count("{") - source.count("{ ") == source.count("}") - source.count(" }"), "whole subgraphs"
    assert "sample" not in source, "a frame around everything would tell nothing"


def test_a_graph_without_groups_is_drawn_as_ever() -> None:
    assert "subgraph" not in draw_dot(lesson()).source
    assert draw_dot(lesson(), groups="closed").source == draw_dot(lesson()).source
    assert draw_dot(chain(400)).cards == 401


def test_a_large_graph_is_drawn_as_cards_of_its_groups(require_dot: str) -> None:
    result = training(20)
    result.backward()
    drawing = draw_dot(result)
    assert "{ 20 samples | 1,040 values | ‖grad‖ 0.7897 }" in drawing.source
    assert drawing.cards == 7
    assert "Σ of 37 terms" in str(nodes(drawing.svg()))
    assert repr(drawing) == "<drawing of 1178 values and 2314 edges>"


def test_groups_are_open_or_closed_as_asked() -> None:
    small = grouped("inner")
    assert "subgraph cluster_0" in draw_dot(small).source
    assert "{ inner | 3 values | data 6 | grad 0 }" in draw_dot(small, groups="closed").source
    with group("alone"):
        alone = small.relu()
    assert "{ alone | 1 value | data 7 | grad 0 }" in draw_dot(alone + 1.0, groups="closed").source
    large = draw_dot(training(20), groups="open")
    assert large.cards == 1178
    with pytest.raises(ValueError, match="groups must be 'auto' or 'open' or 'closed'"):
        draw_dot(small, groups="shut")


def test_a_graph_that_is_too_large_when_open_is_refused_only_then() -> None:
    result = training(250)
    assert draw_dot(result).cards < 20
    with pytest.raises(ValueError, match="at most 10,000 operations"):
        draw_dot(result, groups="open")


def test_without_graphviz_the_closed_groups_are_drawn_by_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    drawing = draw_dot(training(20))
    shown = cards(drawing._repr_mimebundle_()["image/svg+xml"])
    assert ["20 samples", "1,040 values", "✓", "‖grad‖", "0"] in shown
    twin = drawing.copy()
    assert type(twin) is Drawing
    assert twin.svg() == drawing.svg()
    assert len(cards(draw_dot(grouped("inner")).svg())) == 5


@pytest.mark.parametrize("groups", ["open", "closed"])
def test_names_of_groups_are_text(groups: str, require_dot: str) -> None:
    names = [name for name in HARMFUL + AWKWARD if name.strip()]
    ElementTree.fromstring(draw_dot(sum(map(grouped, names), Value(0.0)), groups=groups).pipe(encoding="utf-8"))


@pytest.mark.parametrize(
    "name",
    ["<b>bold</b>", "<i>", '"quoted"', "\\N \\G \\n", "a|b {c}", "&lt;b&gt;", "x\ny", "];}", "→ ünï", "<TABLE><TR>"],
)
def test_what_a_frame_says_is_the_name_to_the_letter(name: str, require_dot: str) -> None:
    assert frames(draw_dot(grouped(name)).pipe(encoding="utf-8")) == [[name.replace("\n", " ")]]


@settings(max_examples=60, deadline=None)
@given(result=grouped_graphs())
def test_any_groups_give_every_value_once_and_every_edge_its_way(result: Value) -> None:
    source = draw_dot(result, groups="open").source
    t = trace(result)
    found = re.findall(r"^\s*(\d+) \[", source, re.MULTILINE)
    assert sorted(map(int, found)) == list(range(len(t)))
    assert len(re.findall(r"^\s*\d+ -> op\d+$", source, re.MULTILINE)) == len(t.sources)
    closed = draw_dot(result, groups="closed").source
    known = set(re.findall(r"^\s*(\w+) \[", closed, re.MULTILINE))
    ends = re.findall(r"^\s*(\w+) -> (\w+)$", closed, re.MULTILINE)
    assert {end for pair in ends for end in pair} <= known


def test_very_deep_groups_are_drawn() -> None:
    def deep(depth: int) -> Any:
        opened = [group(f"g{k}") for k in range(depth)]
        for one in opened:
            one.__enter__()
        inner = Value(2.0, label="a") * 3.0
        for one in reversed(opened):
            one.__exit__(None, None, None)
        return inner + 1.0

    assert draw_dot(deep(3000)).source.count("subgraph") == 16
