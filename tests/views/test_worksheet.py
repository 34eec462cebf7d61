"""worksheet: a graph to fill in by hand, numbers of one's own, and a key that is right."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from microgradviz import Value, trace, worksheet
from microgradviz.layout.fold import find_constants
from microgradviz.sources.presets import PRESETS
from microgradviz.tracing.words import number_text

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", PRESETS)
def test_a_sheet_gives_the_leaves_and_nothing_else(name: str) -> None:
    shown = trace(name)
    sheet = worksheet(name)
    folded = find_constants(shown, shown.faults)
    titles = set(re.findall(r"[\w.ŷ]+ = [^<]*|constant", sheet.svg())) | set(shown.label.values())
    told = [w for w in words(sheet.svg()) if w not in ("data", "grad", "×") and w not in titles]
    given = [number_text(x) for i, x in enumerate(shown.data) if not shown.op[i] and i not in folded]
    assert sorted(told) == sorted(given)
    left = len(shown) - len(folded)
    boxes = sheet.svg().count(f"<text x='10' y='{48}'") - len(given) + left  # data of results, grad of all
    assert sheet.svg().count("height='24' fill=") == boxes
    assert words(sheet.svg()).count("×") == len(shown.sources) - len(folded)


@pytest.mark.parametrize("name", PRESETS)
def test_the_key_is_the_same_sheet_with_the_numbers_of_the_trace(name: str) -> None:
    shown = trace(name)
    key = worksheet(name).key
    told = words(key.svg())
    folded, grads = find_constants(shown, shown.faults), shown.gradients()
    for i in set(range(len(shown))) - set(folded):
        assert {number_text(shown.data[i]), number_text(grads[i])} <= set(told)
    assert sum(w.startswith("× ") for w in told) == len(shown.sources) - len(folded)
    places = re.compile(r"translate\([^)]*\)")
    assert places.findall(key.svg()) == places.findall(worksheet(name).svg())
    assert "–" not in told


def test_each_student_has_numbers_of_their_own_and_the_same_ones_every_time() -> None:
    sheets = {f"student {k}": worksheet("(a * b + c) * f", seed=f"student {k}").leaves for k in range(40)}
    assert len({repr(leaves) for leaves in sheets.values()}) > 36
    assert worksheet("(a * b + c) * f", seed="student 7").leaves == sheets["student 7"]
    for leaves in sheets.values():
        assert all(x == int(x) and 2 <= abs(x) <= 5 for x in leaves.values())


def test_a_sheet_and_its_key_say_whose_numbers_they_are() -> None:
    sheet = worksheet("a * b", seed="Zoë <Rose>")
    assert all("Numbers of Zoë &lt;Rose&gt;. " in page for page in (sheet.html(), sheet.key.html()))
    assert "Numbers of" not in worksheet("a * b", a=2, b=3).html()


@pytest.mark.parametrize("name", ["square", "diamond", "neuron", "sigmoid", "relu", "softmax"])
def test_drawn_numbers_can_be_written_down(name: str) -> None:
    for seed in range(10):
        key = worksheet(name, seed=seed).key
        shown = trace(name).replay(**key.leaves)
        assert all(0.01 <= abs(x) <= 100 for x in [*shown.data, *shown.grad] if x is not None), key


@pytest.mark.parametrize(
    ("expr", "named"),
    [
        ("a * b + c", {"c": 10}),
        (lambda a, b, c=10: a * b + c, {}),
        (Value(2.0, label="a") * Value(3.0, label="b") + 10, {}),
        (trace("a * b + c", a=1, b=2, c=10), {}),
    ],
    ids=["text", "function", "value", "trace"],
)
def test_every_kind_of_expression_has_a_sheet(expr: Any, named: dict[str, float]) -> None:
    leaves = worksheet(expr, seed="Ada", **named).leaves
    assert {"a", "b"} <= set(leaves)
    if named:
        assert leaves["c"] == 10


def test_the_values_of_the_learner_stay_as_they_are() -> None:
    a, b = Value(2.0), Value(-3.0)
    f = a * b
    assert worksheet(f, seed=1).leaves != {"a": 2.0, "b": -3.0}
    assert (a.data, b.data, f.data, a.grad) == (2.0, -3.0, -6.0, 0.0)
    assert worksheet(f).leaves == {"a": 2.0, "b": -3.0}


@pytest.mark.parametrize(
    ("expr", "seed", "said"),
    [
        ("a * b", None, "a must be given a number"),
        ("2 * 3 + relu(1)", "Ada", "expr must have leaves that a seed can draw (got no leaf with a name that is free)"),
        ("+".join("a" * 80), "Ada", "60 operations"),
    ],
)
def test_what_cannot_be_a_sheet_is_refused(expr: str, seed: Any, said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=re.escape(said)):
        worksheet(expr, seed=seed)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)


def test_a_page_is_safe_and_holds_the_sheet(tmp_path: Path) -> None:
    a = Value(2.0, label="<script>alert(1)</script>")
    sheet = worksheet(a * a, title="<img src=x onerror=alert(1)>")
    sheet.save(tmp_path / "sheet.html")
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    tags = _Tags()
    tags.feed(page)
    assert not tags.seen & {"script", "img", "link", "iframe"}
    assert "default-src 'none'" in page
    sheet.key.save(tmp_path / "key.svg")
    ElementTree.parse(tmp_path / "key.svg")
    with pytest.raises(ValueError, match=r"path must end with .svg or .html"):
        sheet.save(tmp_path / "sheet.pdf")


def test_the_sheet_does_not_tell_the_numbers_to_those_who_cannot_see_it() -> None:
    sheet = worksheet("c = a * b", a=2, b=-3)
    assert "−6" not in sheet._repr_html_()
    assert "−6" not in sheet.svg()
    assert "−6" not in sheet.html()
    assert "−6" in sheet.key.svg()
    assert "−6" in sheet.key._repr_html_()
