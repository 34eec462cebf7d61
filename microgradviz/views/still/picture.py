"""The still picture: a trace as one SVG text, the same on every machine, with no program but Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from ...layout import PADDING, UNIT, ClosedCard, UnitPlace, card_rows, fit_text, label_places, make_scene
from ...tracing import UNKNOWN, StepState, Trace, clean_text, cut_text, number_text
from ..beside import ROW, rows_beside
from .dark import CLASS, dark_rules
from .marks import (
    BACKWARD,
    FORWARD,
    FORWARD_TEXT,
    TEXT,
    Piece,
    draw_edge_boxes,
    draw_edge_numbers,
    draw_edges,
    draw_halos,
    draw_labels,
    draw_lit_edges,
    draw_sums,
)  # fmt: skip

FONT = "font-family='system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif'"
_WHITE = "#ffffff"
_LONGEST_TIP = 400  # letters of a title that the mouse shows where the card has no room for it
_DIGIT = 7.7  # px: its width at most
_LETTER = 7.0  # px: that of a letter of a row's name
_OTHER = TEXT  # of a number beside another that it differs from
_BOX = 42.0  # px: where a box to write into begins, right of the words data and grad
_LABELS = (  # the local derivatives beside their lines, and sums below their cards
    f"<g text-anchor='middle' font-size='11' fill='{TEXT}' stroke='{_WHITE}' stroke-width='3' "
    "stroke-linejoin='round' paint-order='stroke'>"
)
_UNIT_ROWS = (0, 16, 33)  # as those of `Look`, of a unit's card
_PILL = 6  # px: what arrives at the lowest card hangs below the picture


class Look(NamedTuple):
    """How a picture is drawn.

    Attributes:
        ink: The colour of titles and numbers.
        quiet: That of the words data and grad.
        line: That of frames and edges.
        leaf: That of the cards of leaves.
        rows: Where the three lines of a card stand, px from its top.
        boxes: Whether what is not known is a box to write into.
    """

    ink: str
    quiet: str
    line: str
    leaf: str
    rows: tuple[int, int, int]
    boxes: bool


SCREEN = Look("#1f2328", "#59636e", "#8c959f", "#eef4fb", (18, 35, 50), False)
PAPER = Look("#000000", "#000000", "#000000", _WHITE, (20, 48, 78), True)  # prints well, with room for a hand
PAPER_CARD = 92.0  # px: the height of a card of such a picture


class Layer(NamedTuple):
    """What a picture has at one place, such as a card; every step of a graph has the same layers."""

    begin: str
    pieces: list[Piece]
    end: str


def draw_svg(
    trace: Trace,
    placed: dict[str, Any] | None = None,
    *,
    data: Sequence[float | None] | None = None,
    grad: Sequence[float | None] | None = None,
    rankdir: str = "LR",
    now: StepState | None = None,
    gradients: bool = True,
    look: Look = SCREEN,
    on_edges: Sequence[str] = (),
    second: str = "grad",
) -> str:
    """The picture of a trace: a card for every value, inputs left, result right.

    Args:
        trace: What to draw.
        placed: Its `scene` with the same rankdir, if it is at hand already.
        data: The numbers to show, None for "not known yet"; the trace's own if not given.
        grad: The same for the gradients.
        rankdir: "LR" for inputs left, "TB" for inputs on top; a scene at hand knows its own.
        now: The step whose cards and edges are lit; none if not given.
        gradients: Whether the cards show gradients.
        look: Colours and measures.
        on_edges: What is written on every edge; nothing if not given.
        second: What the cards call the numbers of `grad`.

    Returns:
        An `<svg>` element as text, with a title for screen readers; text from labels is escaped.
    """
    placed = placed or make_scene(trace, rankdir=rankdir)
    data = trace.data if data is None else data
    grad = trace.grad if grad is None else grad
    layers = draw_layers(trace, placed, data, grad, now, gradients, look, second)
    body = [f"{begin}{''.join(piece.svg for piece in pieces)}{end}" for begin, pieces, end in layers]
    body += draw_edge_boxes(placed, on_edges, look.ink) if on_edges else []
    return frame_svg(placed, body, look, below=_PILL if now and (now.contribution_texts or now.sums) else 0)


def frame_svg(
    placed: dict[str, Any], body: Sequence[str], look: Look = SCREEN, above: float = 0, below: float = 0
) -> str:
    """The `<svg>` element around what is drawn of a scene, with room above it and below."""
    width, height = placed["width"], placed["height"] + above + below
    top = f" y='{-above:g}'" if above else ""
    named, style = ("", []) if look is PAPER else (f" class='{CLASS}'", [f"<style>{dark_rules()}</style>"])
    return "\n".join([
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}' "
        f"viewBox='0 {0 - above:g} {width:g} {height:g}' role='img' xml:space='preserve' {FONT} "
        f"font-size='12' fill='{look.ink}'{named}>",
        f"<title>{escape_xml(placed['alt'])}</title>",
        *style,
        f"<rect{top} width='100%' height='100%' rx='6' fill='{_WHITE}'/>",
        *filter(None, body),
        "</svg>\n",
    ])  # fmt: skip


def draw_layers(
    trace: Trace, placed: dict[str, Any], data: Sequence[float | None], grad: Sequence[float | None],
    now: StepState | None = None, gradients: bool = True, look: Look = SCREEN, second: str = "grad",
) -> list[Layer]:  # fmt: skip
    """The picture in layers, as for `draw_svg`."""
    routes = placed.get("drawn", placed["routes"])
    line, tint = BACKWARD if now and now.backward else FORWARD
    bold = ("grad", TEXT) if now and now.backward else ("data", FORWARD_TEXT)
    beside = placed.get("beside") or {}
    other = rows_beside(trace, beside, now)
    lit = set(now.nodes if now else ())
    lines, heads = draw_edges(routes, placed, now)
    layers = [
        Layer(f"<g fill='none' stroke='{look.line}' stroke-width='1.2'>", lines, "\n</g>"),
        Layer(f"<g fill='{look.line}'>", heads, "\n</g>"),
    ]
    over: list[Piece] = []
    if now:
        places = label_places(trace, placed) if now.told else {}
        layers.append(Layer(_LABELS, [*draw_labels(trace, placed, places, now), *draw_sums(placed, now)], "</g>"))
        layers.append(Layer("", [*draw_lit_edges(placed, now), *draw_halos(placed, now)], ""))
        over = draw_edge_numbers(trace, placed, places, now)
    for i in placed.get("shown", range(len(trace))):
        layers.append(
            _card(
                placed["x"][i], placed["y"][i], placed["w"][i], placed["h"], placed["title"][i], placed["short"][i],
                [("data", number_text(data[i])), (second, number_text(grad[i]))][: 1 + gradients],
                beside=other.get(i, {}), whose=beside.get("name", ""),
                fill=tint if i in lit else _WHITE if trace.op[i] else look.leaf, line=line if i in lit else look.line,
                look=look, bold=bold if i in lit else None,
            )
        )  # fmt: skip
    for card in placed.get("closed", ()):
        one = not lit.isdisjoint(range(card.part.begin, card.part.end))
        colours = (tint, line) if one else (look.leaf, look.quiet)
        layers += _closed(trace, card, now, gradients, *colours, look)
    return [*layers, Layer("", over, "")]


def escape_xml(label: str) -> str:
    """A label as XML text in one line: escaped, and without the control characters that XML has no way to write.

    Example:
        >>> escape_xml("a<b & c\\x00")
        'a&lt;b &amp; c'
    """
    return escape(clean_text(label).replace("\n", " "))


def _closed(
    trace: Trace, card: ClosedCard, now: StepState | None, gradients: bool, fill: str, line: str, look: Look
) -> list[Layer]:
    """The card of a closed part, and in it those of its units."""
    name, rows = card.part.name, [] if card.units else card_rows(trace, card.part, card.result, now)
    short = fit_text(name, card.w - 2 * PADDING)
    front = _card(card.x, card.y, card.w, card.h, name, short, rows[: 1 + gradients], fill=fill, line=line, look=look)
    data, grad = (now.data, now.grad) if now else (trace.data, trace.grad)
    return [front, *(
        _card(
            card.x + u.x, card.y + u.y, u.w, UNIT[1], "", "",
            [(u.label, number_text(data[u.node])), ("grad", number_text(grad[u.node]))][: 1 + gradients],
            fill=_WHITE, line=look.line, look=look._replace(rows=_UNIT_ROWS),
        )
        for u in map(UnitPlace._make, card.units)
    )]  # fmt: skip


def _card(
    x: float, y: float, w: float, h: float, title: str, short: str, rows: list[tuple[str, str]],
    *, fill: str, line: str, look: Look, bold: tuple[str, str] | None = None,
    beside: Mapping[str, str] = MappingProxyType({}), whose: str = "",
) -> Layer:  # fmt: skip
    tip = "" if short == title else f"<title>{escape_xml(cut_text(title, _LONGEST_TIP))}</title>"
    left, right = f"{PADDING:g}", f"{w - PADDING:g}"
    first, *places = look.rows
    if len(rows) == 1:  # two lines in place of three
        first, places = first + 6, [places[0] + 9]

    def row(name: str, shown: str, at: float, colour: str = "") -> list[Piece]:
        key = Piece(f"<text x='{left}' y='{at:g}' fill='{colour or look.quiet}'>{escape_xml(name)}</text>")
        if look.boxes and shown == UNKNOWN:
            box = f"x='{_BOX:g}' y='{at - 17:g}' width='{w - PADDING - _BOX:g}' height='24'"
            return [key, Piece(f"<rect {box} fill='{_WHITE}' stroke='{look.line}'/>")]
        room = w - PADDING - max(_BOX, PADDING + _LETTER * len(name))
        fit = f" textLength='{room:g}' lengthAdjust='spacingAndGlyphs'" if len(shown) * _DIGIT > room else ""
        strong = colour or (bold[1] if bold and name == bold[0] else "")
        how = f" fill='{strong}' font-weight='700'" if strong else ""
        return [key, Piece(f"<text x='{right}' y='{at:g}' text-anchor='end'{how}{fit}>{shown}</text>")]

    drawn, lower = [], 0.0
    for (name, shown), at in zip(rows, places, strict=False):
        drawn += row(name, shown, at + lower)
        if name in beside:
            lower += ROW
            drawn += row(whose, beside[name], at + lower, _OTHER)
    return Layer(
        f"<g transform='translate({x:g} {y:g})'>{tip}",
        [
            Piece(f"<rect width='{w:g}' height='{h:g}' rx='6' fill='{fill}' stroke='{line}'/>"),
            Piece(f"<text x='{left}' y='{first}' font-size='13' font-weight='600'>{escape_xml(short)}</text>"),
            *drawn,
        ],
        "</g>",
    )
