"""The scene: where the cards stand and what is written on them."""

import json

import pytest
from kit.sample_pictures import chain, lesson

from microgradviz import Trace, Value, trace
from microgradviz.layout.scene import CARD_HEIGHT, PADDING, fit_text, make_scene, text_width
from microgradviz.tracing.words import clean_text, cut_text


def test_a_scene_is_plain_data_for_every_value_and_edge() -> None:
    traced = trace(lesson())
    placed = make_scene(traced)
    for column in ("x", "y", "w", "name", "title", "short"):
        assert len(placed[column]) == len(traced)
    assert len(placed["routes"]) == len(traced.sources)
    assert placed["h"] == CARD_HEIGHT
    assert json.loads(json.dumps(placed, allow_nan=False)) == placed


def test_titles_say_how_each_value_was_made() -> None:
    placed = make_scene(trace(lesson()))
    assert sorted(placed["title"]) == ["L = d × f", "a", "b", "c", "d = e + c", "e = a × b", "f"]
    assert placed["short"] == placed["title"]
    assert sorted(placed["rules"]) == ["add", "mul"]
    assert placed["rules"]["mul"]["locals"] == ["y", "x"]


def test_the_sentence_says_what_the_picture_shows() -> None:
    assert make_scene(trace(lesson()))["alt"] == (
        "Expression graph of 7 values: e = a × b = −6; d = e + c = 4; L = d × f = −8"
    )
    assert make_scene(trace(Value(2.0, label="a")))["alt"] == "Expression graph of 1 value: a"
    assert make_scene(trace(chain(21)))["alt"].endswith("; and 4 more")


def test_the_sentence_stays_short_with_long_labels() -> None:
    a = Value(2.0, label="a" * 10_000)
    assert len(make_scene(trace(a * a * a))["alt"]) < 300


def test_a_card_is_as_wide_as_its_title_needs() -> None:
    a = Value(2.0, label="a")
    b, c, d = a + 1, a + 2, a + 3
    b.label, c.label, d.label = "b", "a label of some length", "a label that is longer than any card may be"
    placed = make_scene(trace(b + c + d))
    widths = dict(zip(placed["name"], placed["w"], strict=True))
    assert widths["a"] == widths["b"] == 120
    assert 120 < widths[c.label] <= 220
    assert widths[d.label] <= 220
    for short, title, width in zip(placed["short"], placed["title"], placed["w"], strict=True):
        assert text_width(short) <= width - 2 * PADDING + 1
        assert short == title or short.endswith("…")


def test_cards_stand_apart_and_inside() -> None:
    placed = make_scene(trace(lesson()))
    boxes = list(zip(placed["x"], placed["y"], placed["w"], strict=True))
    for i, (x, y, w) in enumerate(boxes):
        assert 0 <= x <= x + w <= placed["width"]
        assert 0 <= y <= y + CARD_HEIGHT <= placed["height"]
        for other_x, other_y, other_w in boxes[:i]:
            assert x + w < other_x or other_x + other_w < x or abs(y - other_y) > CARD_HEIGHT


def test_top_to_bottom_puts_users_below_their_inputs() -> None:
    traced = trace(lesson())
    placed = make_scene(traced, rankdir="TB")
    for source, target in zip(traced.sources, traced.targets, strict=True):
        assert placed["y"][source] < placed["y"][target]
    assert placed["height"] > make_scene(traced)["height"]


def test_the_same_trace_gives_the_same_scene() -> None:
    traced = trace(lesson())
    assert make_scene(traced) == make_scene(Trace.from_json(traced.to_json()))


def test_faults_travel_with_the_scene() -> None:
    a = Value(0.0, label="a")
    traced = trace(a.log())
    faults = make_scene(traced)["faults"]
    assert [fault["text"] for fault in faults] == [fault.text for fault in traced.faults]
    assert faults[0].keys() == {"kind", "text", "node", "edge"}


@pytest.mark.parametrize(
    ("label", "cleaned"),
    [
        ("plain", "plain"),
        ("a\tb", "a b"),
        ("a\r\nb\n", "a\nb"),
        ("\x00\x07\x7f\x9f", ""),
        ("\ud83d\ufffe", ""),
        ("👩\u200d👧 é مرحبا\u202e", "👩\u200d👧 é مرحبا"),
        ("", ""),
    ],
)
def test_clean_drops_only_what_cannot_be_drawn(label: str, cleaned: str) -> None:
    assert clean_text(label) == cleaned


def test_cut_counts_letters() -> None:
    assert [cut_text("abcdef", most) for most in (6, 5)] == ["abcdef", "abcd…"]


def test_wide_letters_leave_room_for_fewer() -> None:
    lengths = [len(fit_text(letter * 50, 200)) for letter in "ix中W"]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 2 * lengths[-1]
    assert text_width("e\u0301") == text_width("e")
