"""What every view needs besides the trace: where the cards stand and what is written on them."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import Any
from unicodedata import category, east_asian_width

from ..engine import OPS
from ..tracing import Trace, card_titles, clean_text, count_text, cut_text, number_text, value_names
from .fold import Ends, draw_without, find_constants
from .labels import label_column, taken_by_cards
from .layered import Layout
from .wrapped import place_cards

MOST_OPERATIONS = 10_000  # a tab shows no more without freezing
CARD_HEIGHT = 58.0
GAPS = {"LR": 76.0, "TB": 56.0}  # px: between layers, with room for a number on every edge
CARD_GAP = 24.0  # px: between the cards of a layer, with room for what arrives at one
PADDING = 10.0  # px: left and right of what a card says
MOST_UPRIGHT = 20  # values, of which a phone shows another picture
GAPS_ON_PHONE = (44.0, 64.0)  # px: between layers; the wider one where numbers of several edges stand below one card
_MARGIN_ON_PHONE = 8.0
WIDTHS = (120.0, 220.0)  # of a card, px: least, so that "grad" and −0.05366 stand apart, and most
_LONGEST_IN_ALT = 60  # letters of one title in the sentence
# How wide letters are, px: those of DejaVu Sans Bold at 13 px, the widest of the usual fonts.
_WIDTH_OF = {
    letter: width
    for width, letters in (
        (5.4, " ijlIJ.,:;'|/\\-·"),
        (6.8, '!()[]*_`"frt–¹²³⁰⁴⁵⁶⁷⁸⁹⁻'),
        (11.2, "ADGHKNOQRUVX&#+=<>^~×−÷"),
        (14.4, "MWmw%@…"),
    )
    for letter in letters
}
_OTHER, _WIDE = 9.5, 14.0
_CALL = re.compile(r"( = \w+)\(.*\)$")


def make_scene(trace: Trace, *, rankdir: str = "LR", height: float = CARD_HEIGHT) -> dict[str, Any]:
    """Positions and words for a trace, as plain data.

    Args:
        trace: What is shown.
        rankdir: "LR" for inputs left, "TB" for inputs on top.
        height: Of a card, px.

    Returns:
        x[], y[], w[] and h of the cards and `routes` of the edges in px; `width` and `height` of the picture,
        its `rankdir` and the `gap` between its layers; `labels`, the middle of each edge's own number, None where it
        shares its line, none at all in a picture of many edges;
        `name` and `title` of every value, and `short`, the title as far as the card has room; `rules`, the rows of
        the table of operations in use; `faults`; and `alt`, the picture in a sentence. Where constants can be folded
        into their operation, `fold` holds those `nodes`, and the x[], y[], `routes`, `labels`, size and `alt` of the
        picture without them. Of a small picture that runs to the right, `narrow` holds the same of one that runs down,
        for a phone.
    """
    named = value_names(trace)
    titled = card_titles(trace, named)
    short = [fit_text(title, WIDTHS[1] - 2 * PADDING) for title in titled]
    widths = [max(WIDTHS[0], round(text_width(title) + 2 * PADDING)) for title in short]

    def label(drawn: dict[str, Any], rankdir: str) -> None:
        taken = taken_by_cards(drawn["x"], drawn["y"], widths, [height] * len(widths), trace.sources)
        drawn["labels"] = label_column(drawn["routes"], rankdir, trace.local, taken, drawn["width"])

    def draw(
        ends: list[Ends],
        wide: list[float],
        rankdir: str = rankdir,
        gap: float = GAPS[rankdir],
        margin: float = 12.0,
    ) -> dict[str, Any]:
        placed: Layout = place_cards(
            [source for source, _ in ends],
            [target for _, target in ends],
            widths=wide,
            heights=[height] * len(wide),
            gap=(gap, CARD_GAP),
            margin=margin,
            rankdir=rankdir,
        )
        return round_layout(placed)

    ends = list(zip(trace.sources, trace.targets, strict=True))
    faults = trace.faults
    made = {
        **draw(ends, widths),
        "w": widths,
        "h": height,
        "rankdir": rankdir,
        "gap": GAPS[rankdir],
        "name": named,
        "title": titled,
        "short": short,
        "rules": op_rules_in_trace(trace),
        "faults": [fault._asdict() for fault in faults],
        "alt": describe_graph(trace, titled),
    }
    label(made, rankdir)
    constants = find_constants(trace, faults)
    if constants:
        left = draw_without(set(constants), ends, widths, draw)
        label(left, rankdir)
        made["fold"] = {"nodes": constants, **left, "alt": describe_graph(trace, titled, folded=len(constants))}
    if rankdir == "LR" and len(trace) <= MOST_UPRIGHT:
        gap = GAPS_ON_PHONE[_has_crowded_edges(trace)]
        upright = partial(draw, rankdir="TB", gap=gap, margin=_MARGIN_ON_PHONE)
        made["narrow"] = {**upright(ends, widths), "rankdir": "TB", "gap": gap}
        if constants:
            made["fold"]["narrow"] = draw_without(set(constants), ends, widths, upright)
        for one in (made, *([made["fold"]] if constants else [])):
            label(one["narrow"], "TB")
    return made


def _has_crowded_edges(trace: Trace) -> bool:
    """Whether a value is used three times, or twice by the same one: their numbers stand close together."""
    twice = len({*zip(trace.sources, trace.targets, strict=True)}) < len(trace.sources)
    return twice or max(Counter(trace.sources).values(), default=0) > 2


def round_layout(placed: Layout) -> dict[str, Any]:
    """Where everything stands as plain data, to a tenth of a px."""
    return {
        "x": [round(x, 1) for x in placed.x],
        "y": [round(y, 1) for y in placed.y],
        "routes": [[[round(x, 1), round(y, 1)] for x, y in route] for route in placed.routes],
        "width": round(placed.width, 1),
        "height": round(placed.height, 1),
    }


def describe_graph(trace: Trace, titled: list[str], *, numbers: bool = True, folded: int = 0) -> str:
    """The picture in a sentence, for those who do not see it.

    Args:
        trace: What is shown.
        titled: The titles of its values.
        numbers: False for those who are to find them.
        folded: How many of the values have no card.
    """
    operations = [i for i, op in enumerate(trace.op) if op]
    told = [f" = {number_text(trace.known_data(i))}" if numbers else "" for i in operations[:6]]
    shown = [cut_text(titled[i], _LONGEST_IN_ALT) + end for i, end in zip(operations, told, strict=False)]
    more = f"; and {len(operations) - 6} more" if len(operations) > 6 else ""
    what = "; ".join(shown) or cut_text(titled[trace.root], _LONGEST_IN_ALT)
    return f"Expression graph of {count_text(len(trace) - folded, 'value')}: {what}{more}"


def fit_text(title: str, room: float) -> str:
    """As much of a title as fits: one clean line, with … for the rest.

    Args:
        title: Any text.
        room: What there is, in px at the size of a card's title.

    Example:
        >>> fit_text("a = b × c", 200), fit_text("a rather long label", 100)
        ('a = b × c', 'a rather lo…')
        >>> fit_text("t2 = Addmm(model.0.bias, X, t1)", 200)  # what is computed says more than half an input
        't2 = Addmm(…)'
    """
    line = clean_text(title[:1000]).replace("\n", " ")
    if text_width(line) <= room:
        return line
    called = _CALL.sub(r"\1(…)", line)
    if called != line and text_width(called) <= room:
        return called
    room -= text_width("…")
    kept = 0
    for c in line:
        room -= text_width(c)
        if room < 0:
            break
        kept += 1
    return line[:kept].rstrip() + "…"


def text_width(line: str) -> float:
    """How wide a line is at most, in px at the size of a card's title; a guess, for no font is at hand."""
    return sum([_WIDTH_OF.get(c) or (_OTHER if c < "\u0300" else _width_abroad(c)) for c in line])


def _width_abroad(c: str) -> float:
    if category(c) in ("Mn", "Me", "Cf"):
        return 0.0
    return _WIDE if east_asian_width(c) in "WF" else 11.0


def op_rules_in_trace(trace: Trace) -> dict[str, Any]:
    """The rows of the table of operations that a trace uses."""
    return {name: _rule(name) for name in sorted(set(trace.op)) if name in OPS}


def _rule(name: str) -> dict[str, Any]:
    op = OPS[name]
    return {
        "notation": op.notation,
        "formula": op.formula,
        "locals": list(op.locals),
        "arity": op.arity,
        "params": list(op.params),
    }
