"""draw_dot: the same DOT text always, micrograd's look, and a picture also where Graphviz is missing."""

import copy
import math
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import graphviz
import pytest
from kit.learner_engines import Lecture
from kit.sample_pictures import cards, chain, lesson, nodes
from kit.snapshots import check
from micrograd.engine import Value as MicrogradValue

from microgradviz import Trace, Value, define_op, draw_dot, total, trace
from microgradviz.views.dot.digraph import Drawing

ROOT = Path(__file__).parents[2]
THOUSAND = chain(1001)
OURS = "<g transform="  # in our own picture, not in Graphviz's


@pytest.fixture
def no_dot(monkeypatch: pytest.MonkeyPatch) -> None:
    """No program can be found."""
    monkeypatch.setenv("PATH", "")


@pytest.fixture
def broken_dot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A dot that starts and fails."""
    program = tmp_path / "bin" / "dot"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 'no layout engine' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))


# ---------------------------------------------------------------- the DOT text


def test_the_lesson_is_drawn_as_ever() -> None:
    check("lesson.dot", draw_dot(lesson()).source)


def test_dot_text_is_the_same_in_every_process() -> None:
    script = (
        "from micrograd.engine import Value as M; from microgradviz import MLP, Value, draw_dot\n"
        "from kit.grouped_graphs import training\n"
        "a, b = M(2.0), M(3.0); c = a + b; d = a * b + c ** 2 + a; d.backward()\n"
        "net = MLP(2, [3, 1], seed=0); o = net([Value(1.0), Value(2.0)]); o = o[0] if isinstance(o, list) else o\n"
        "print(draw_dot(d).source, draw_dot(o).source, draw_dot(training(20)).source)"
    )
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    sources = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("0", "42")
    }  # fmt: skip
    assert len(sources) == 1


def test_the_same_expression_gives_the_same_text_twice() -> None:
    result = lesson()
    assert draw_dot(result).source == draw_dot(result).source == draw_dot(trace(result)).source


def test_a_plus_a_is_two_edges() -> None:
    a = Value(3.0)
    assert draw_dot(a + a).source.count("0 -> op1\n") == 2
    b = MicrogradValue(3.0)
    assert draw_dot(b + b).source.count("0 -> op1\n") == 2


def test_the_repr_is_stable() -> None:
    assert repr(draw_dot(lesson())) == "<drawing of 7 values and 6 edges>"
    assert repr(draw_dot(Value(1.0))) == "<drawing of 1 value and 0 edges>"
    assert repr(draw_dot(Value(1.0).exp())) == "<drawing of 2 values and 1 edge>"


def test_a_drawing_is_a_digraph() -> None:
    drawing = draw_dot(lesson())
    assert isinstance(drawing, graphviz.Digraph)
    drawing.attr(label="L = (a·b + c)·f")
    drawing.node("note", "a leaf")
    with drawing.subgraph(name="cluster_0") as inner:
        inner.node("0")
    assert "note" in drawing.source
    assert "cluster_0" in drawing.source


def test_copies_know_what_they_draw(no_dot: None) -> None:
    drawing = draw_dot(lesson())
    for twin in (drawing.copy(), copy.copy(drawing), copy.deepcopy(drawing), pickle.loads(pickle.dumps(drawing))):
        assert type(twin) is Drawing
        assert (twin.source, repr(twin), twin.svg()) == (drawing.source, repr(drawing), drawing.svg())
    twin = drawing.copy()
    twin.node("only here")
    assert "only here" not in drawing.source


def test_rankdir_puts_inputs_on_top() -> None:
    assert "rankdir=LR" in draw_dot(lesson()).source
    assert "rankdir=TB" in draw_dot(lesson(), rankdir="TB").source


def test_the_ellipse_holds_the_symbol_of_the_operation() -> None:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    cube = define_op("cube", "x * x * x", ["3 * x * x"])
    symbols = {
        "*": a * b, "+": a + b, "/": a / b, "tanh": a.tanh(), "ReLU": a.relu(), "**2": a**2, "**−1.5": a**-1.5,
        "exp": a.exp(), "Σ": total([a, b, a]), "cube": cube(a),
    }  # fmt: skip
    for symbol, result in symbols.items():
        quoted = symbol if symbol.isalpha() and symbol.isascii() else f'"{symbol}"'
        last = len(trace(result)) - 1
        assert f"\top{last} [label={quoted}]" in draw_dot(result).source


def unlabelled() -> Value:
    """A result whose inputs no variable holds."""
    return Value(2.0) * Value(3.0)


def test_values_without_a_label_show_only_their_numbers() -> None:
    assert '\t0 [label="{ data 2 | grad 0 }" shape=record]' in draw_dot(unlabelled()).source


def test_names_come_from_the_variables_of_the_caller() -> None:
    weight, height = Value(2.0), Value(3.0)
    source = draw_dot(weight * height).source
    assert "{ weight | data 2 | grad 0 }" in source
    assert "{ height | data 3 | grad 0 }" in source


def test_numbers_that_are_not_finite_are_shown(require_dot: str) -> None:
    a = Value(math.inf, label="a")
    result = a - Value(math.inf) + Value(0.0).log() * 2
    result.backward()
    drawing = draw_dot(result)
    shown = str(nodes(drawing.pipe(encoding="utf-8")))
    for words in ("data ∞", "data −∞", "data nan"):
        assert words in drawing.source
        assert words in shown


def test_a_gradient_that_is_not_there_is_a_dash() -> None:
    class Bare:
        data, _prev, _op = 2.0, (), ""

    assert "{ data 2 | grad – }" in draw_dot([Bare()].pop()).source


def test_micrograds_own_objects_are_drawn() -> None:
    a, b = MicrogradValue(2.0), MicrogradValue(-3.0)
    c = a * b
    c.backward()
    source = draw_dot(c).source
    for record in ("{ a | data 2 | grad −3 }", "{ b | data −3 | grad 2 }", "{ c | data −6 | grad 1 }"):
        assert record in source
    assert (a.grad, b.grad, c.grad) == (-3.0, 2.0, 1.0), "they are left as they were"


def test_a_learners_own_class_is_drawn() -> None:
    a = Lecture(2.0, label="a")
    b = (a * a).tanh()
    b.label = "b"
    source = draw_dot(b).source
    assert "{ a | data 2 | grad 0 }" in source
    assert "label=tanh" in source
    assert source.count(" -> op1\n") == 2


def test_a_drawing_shows_the_graph_as_it_was_when_drawn(no_dot: None) -> None:
    a = Value(3.0, label="a")
    result = a * a
    drawing = draw_dot(result)
    source, svg = drawing.source, drawing.svg()
    result.backward()
    a.data, a.label = 7.0, "changed"
    assert (drawing.source, drawing.svg()) == (source, svg)
    assert "grad 6" in draw_dot(result).source


# ---------------------------------------------------------------- with Graphviz


def test_graphviz_draws_the_lesson(require_dot: str) -> None:
    shown = nodes(draw_dot(lesson()).svg())
    assert shown["0"] == ["a", "data 2", "grad 6"]
    assert shown["6"] == ["L", "data −8", "grad 1"]
    assert shown["op6"] == ["*"]
    assert len(shown) == 10


def test_graphviz_makes_every_format(require_dot: str, tmp_path: Path) -> None:
    drawing = draw_dot(lesson(), format="png")
    assert drawing.pipe().startswith(b"\x89PNG")
    assert drawing.pipe("pdf").startswith(b"%PDF")
    written = drawing.render(tmp_path / "graph", cleanup=True)
    assert Path(written).read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["graph.png"]


def test_graphvizs_picture_has_white_paper_for_dark_pages(require_dot: str) -> None:
    assert '<polygon fill="white"' in draw_dot(lesson()).svg()


def test_large_graphs_are_drawn_by_us_for_graphviz_is_slow(require_dot: str) -> None:
    assert OURS not in draw_dot(chain(299)).svg()
    svg = draw_dot(chain(301)).svg()
    assert OURS in svg
    assert len(cards(svg)) == 301


def test_a_broken_dot_does_not_spoil_the_picture(broken_dot: None) -> None:
    drawing = draw_dot(lesson())
    assert OURS in drawing.svg()
    assert OURS in drawing._repr_mimebundle_()["image/svg+xml"]
    with pytest.raises(subprocess.CalledProcessError, match="no layout engine"):
        drawing.pipe("png", quiet=True)


# ---------------------------------------------------------------- without Graphviz


@pytest.mark.parametrize("result", [lesson(), THOUSAND, Value(1.0)], ids=["7", "1001", "1"])
@pytest.mark.parametrize("rankdir", ["LR", "TB"])
def test_without_graphviz_there_is_a_picture(
    no_dot: None, result: Value, rankdir: str, capfd: pytest.CaptureFixture[str]
) -> None:
    drawing = draw_dot(result, rankdir=rankdir)
    bundle = drawing._repr_mimebundle_()
    assert bundle["text/plain"] == repr(drawing)
    assert len(cards(bundle["image/svg+xml"])) == len(drawing.trace)
    assert capfd.readouterr() == ("", "")


def test_a_rankdir_changed_by_hand_does_no_harm(no_dot: None) -> None:
    drawing = draw_dot(lesson(), rankdir="TB")
    drawing.attr(rankdir="BT")
    down = drawing.svg()
    drawing.graph_attr["rankdir"] = "RL"
    assert drawing.svg() != down
    drawing.graph_attr.clear()
    assert len(cards(drawing.svg())) == 7


@pytest.mark.parametrize("call", ["pipe", "render", "view"])
def test_without_graphviz_no_file_is_made_and_the_error_says_what_to_do(
    no_dot: None, call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(graphviz.ExecutableNotFound, match="need Graphviz's program dot, which was not found") as caught:
        getattr(draw_dot(lesson()), call)()
    assert caught.value.__suppress_context__, "one error, without the one it came from"
    for remedy in ("apt-get install graphviz", "to_svg(expr, 'graph.svg')", "to_html"):
        assert remedy in str(caught.value)


# ---------------------------------------------------------------- what a notebook asks for


@pytest.mark.parametrize(
    ("include", "exclude", "kinds"),
    [
        (None, None, {"text/plain", "image/svg+xml"}),
        ((), (), {"text/plain", "image/svg+xml"}),
        ({"text/plain"}, None, {"text/plain"}),
        ({"image/svg+xml", "image/png"}, None, {"image/svg+xml"}),
        (None, {"image/svg+xml"}, {"text/plain"}),
        ({"text/plain"}, {"text/plain"}, set()),
    ],
)
def test_the_bundle_holds_what_is_asked_for(include: Any, exclude: Any, kinds: set[str]) -> None:
    assert draw_dot(lesson())._repr_mimebundle_(include=include, exclude=exclude).keys() == kinds


def test_the_first_picture_fits_into_a_notebook(require_dot: str) -> None:
    drawing = draw_dot("a * b + c", a=2, b=-3, c=10)
    shown = drawing._repr_mimebundle_()["image/svg+xml"]
    width = re.search(r'<svg width="(\d+)" height="\d+"\n', shown)
    assert width is not None, shown[:400]
    assert int(width[1]) < 800  # px of a cell beside the list of files
    assert f'<svg width="{width[1]}pt"' in drawing.pipe(encoding="utf-8"), "a file is as Graphviz makes it"


@pytest.mark.parametrize(("operations", "width"), [(1, None), (3, 800), (12, None)])
def test_a_wider_one_shrinks_to_the_page_but_not_to_letters_that_nobody_can_read(
    require_dot: str, operations: int, width: int | None
) -> None:
    drawing = draw_dot(
        " * ".join(f"x{i}" for i in range(operations + 1)), **{f"x{i}": 1 for i in range(operations + 1)}
    )
    own = [float(x) for x in re.findall(r'([\d.]+)pt"', drawing.svg())[:2]]
    shown = [
        float(x) for x in re.findall(r'(?:width|height)="(\d+)"', drawing._repr_mimebundle_()["image/svg+xml"])[:2]
    ]
    share = {1: 1.0, 12: 0.7}.get(operations, 800 / own[0])
    assert shown == pytest.approx([share * x for x in own], abs=1)
    assert width is None or shown[0] == width


def test_ipython_shows_the_picture(no_dot: None) -> None:
    from IPython.core.formatters import DisplayFormatter

    data, _ = DisplayFormatter().format(draw_dot(lesson()))
    assert data["text/plain"] == "<drawing of 7 values and 6 edges>"
    ElementTree.fromstring(data["image/svg+xml"])


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("rankdir", ["RL", "lr", "", None])
def test_an_unknown_rankdir_is_named(rankdir: Any) -> None:
    with pytest.raises(ValueError, match="rankdir must be 'LR' or 'TB'") as caught:
        draw_dot(lesson(), rankdir=rankdir)
    assert repr(rankdir) in str(caught.value)


@pytest.mark.parametrize("format", ["gif8", "", None, 3, "svg "])
def test_an_unknown_format_is_named(format: Any) -> None:
    with pytest.raises(ValueError, match="format must be one that Graphviz writes") as caught:
        draw_dot(lesson(), format=format)
    assert repr(format) in str(caught.value)


@pytest.mark.parametrize("thing", [3.0, None, [Value(1.0)], object])
def test_what_is_no_expression_is_refused(thing: Any) -> None:
    with pytest.raises(TypeError, match="expression must be a Value"):
        draw_dot(thing)


def test_a_cycle_is_refused() -> None:
    a = Lecture(1.0)
    b = a + 1
    a._prev = {b}
    with pytest.raises(ValueError, match="cycle"):
        draw_dot(b)


def test_an_empty_trace_is_refused() -> None:
    empty = {**trace(Value(1.0)).to_dict(), "op": [], "data": [], "grad": [], "group": [], "label": {}, "root": -1}
    with pytest.raises(ValueError, match="must"):
        draw_dot(Trace.from_dict(empty))


def test_a_hundred_thousand_values_are_refused() -> None:
    value = Value(1.0)
    for _ in range(50_000):
        value = value * 1.0
    with pytest.raises(ValueError, match="the graph must have at most 10,000 operations") as caught:
        draw_dot(value)
    assert "take a smaller part" in str(caught.value)
