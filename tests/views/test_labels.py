"""Labels with any character: every picture shows the text, DOT stays valid, nothing executes."""

from xml.etree import ElementTree

import graphviz
import pytest
from hypothesis import given, settings, strategies as st
from kit.sample_pictures import AWKWARD, HARMFUL, LABELS, cards, drawable, labelled, nodes
from kit.sweeps import sweep

from microgradviz import Value, draw_dot
from microgradviz.engine import OPS
from microgradviz.layout.scene import fit_text, text_width
from microgradviz.tracing.words import clean_text, cut_text, without_unseen
from microgradviz.views.dot.digraph import Drawing
from microgradviz.views.dot.text import escape_field
from microgradviz.views.still.picture import draw_svg


def shown_by_dot(label: str) -> list[str]:
    """The lines that Graphviz's picture shows of a label: 40 letters at most, and no empty line."""
    whole = "\n".join(drawable(label[:400]))
    lines = (whole if len(whole) <= 40 else whole[:39] + "…").split("\n")
    return [line.replace("\xa0", " ") for line in lines if line]


def graphviz_svg(drawing: Drawing) -> str:
    """Graphviz's own picture: an error is an error here."""
    return str(graphviz.Source(drawing.source).pipe(format="svg", encoding="utf-8"))


def check_dot(labels: list[str]) -> None:
    """One run of dot for many labels: each stands in a record and in an ellipse."""
    found = nodes(graphviz_svg(draw_dot(labelled(labels))))
    for i, label in enumerate(labels):
        lines = shown_by_dot(label)
        *shown, data, grad = (text for text in found[str(i)] if text)
        assert [text for text in shown if lines or text != " "] == lines  # the place of an empty label is a space
        assert (data, grad) == ("data 1", "grad 0")
        op = OPS[label].symbol if label in OPS and not OPS[label].params else label or "?"
        assert [text for text in found[f"op{len(labels) + i}"] if text] == shown_by_dot(op)


def check_own(labels: list[str]) -> None:
    """Our own picture: XML that shows what fits of each label; two of one kind are told apart there."""
    labels = list({without_unseen(label): label for label in labels}.values())
    drawn = cards(draw_svg(labelled(labels)))
    assert len(drawn) == 2 * len(labels)
    for label, card in zip(labels, drawn, strict=False):
        title, *rest = card
        line = " ".join(drawable(label[:1000]))
        assert rest == ["data", "1", "grad", "0"]
        if text_width(line) <= 200:
            assert title == line
        else:
            assert title.endswith("…")
            assert line.startswith(title[:-1])
            assert text_width(title) <= 200


def test_graphviz_shows_every_awkward_label_as_it_is(require_dot: str) -> None:
    check_dot(AWKWARD + HARMFUL)


@sweep(few=10, many=200)
def test_graphviz_shows_any_label_as_it_is(require_dot: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.lists(LABELS, min_size=20, max_size=60))
    def check(labels: list[str]) -> None:
        check_dot(labels)

    check()


def test_our_own_picture_shows_every_awkward_label() -> None:
    check_own(AWKWARD + HARMFUL)


@given(st.lists(LABELS, min_size=1, max_size=20))
def test_our_own_picture_shows_any_label(labels: list[str]) -> None:
    check_own(labels)


@given(LABELS)
def test_dot_text_with_any_label_is_a_single_line_of_a_quoted_string(label: str) -> None:
    label = label or "x"
    drawing = draw_dot(Value(1.0, label=label))
    drawing.source.encode("utf-8")
    line = next(line for line in drawing.source.splitlines() if line.startswith("\t0 "))
    assert line.startswith('\t0 [label="{ ')
    assert line.endswith(' | data 1 | grad 0 }" shape=record]')


@given(LABELS)
def test_a_field_has_no_unescaped_letter_that_means_something_to_dot(label: str) -> None:
    text = escape_field(label)
    for escaped in ("\\\\", "\\{", "\\}", "\\|", "\\<", "\\>", "\\n"):
        text = text.replace(escaped, "")
    assert not set(text) & set("\\{}|<>\n")
    assert "&" not in text.replace("&amp;", "")


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("x", "x"),
        ("{a|b}", r"\{a\|b\}"),
        ("a\\", "a\\\\"),
        ("a\nb", r"a\nb"),
        ("&#60;", "&amp;#60;"),
        (" a  b ", "\xa0a \xa0b\xa0"),
        ("a\x00b\ud800", "ab"),
        ("x" * 41, "x" * 39 + "…"),
        ("x" * 40, "x" * 40),
        ("\\" * 41, "\\\\" * 39 + "…"),
    ],
)
def test_a_field_is_what_dot_needs(label: str, text: str) -> None:
    assert escape_field(label) == text


def test_a_cut_label_is_cut_after_it_is_cleaned() -> None:
    assert cut_text("\x00" * 5 + "abc", 3) == "abc"
    assert cut_text("abcd", 3) == "ab…"


def test_the_longest_label_costs_little() -> None:
    labels = ["x" * 1_000_000] * 3
    assert len(draw_svg(labelled(labels))) < 20_000
    assert len(draw_dot(labelled(labels)).source) < 2_000


@given(LABELS, st.floats(40, 300))
def test_a_shortened_title_fits(title: str, room: float) -> None:
    short = fit_text(title, room)
    assert text_width(short) <= room
    assert "\n" not in short
    assert short == clean_text(short)


def test_no_attribute_of_our_own_picture_comes_from_a_label() -> None:
    root = ElementTree.fromstring(draw_svg(labelled(["javascript:alert(1)", "onload=x"])))
    for element in root.iter():
        for value in element.attrib.values():
            assert "javascript" not in value
            assert "onload" not in value
