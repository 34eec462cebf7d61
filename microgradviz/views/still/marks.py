"""Edges of the still picture, and what a step marks on it: lit edges, local derivatives, contributions."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, log10
from typing import Any, NamedTuple

from ...layout import (
    DENSE,
    HEIGHT,
    SHORT,
    Places,
    fit_sum,
    label_places,
    label_width,
    place_labels,
    slope_text,
    taken_by_cards,
    used_label,
)
from ...tracing import StepState, Trace

FORWARD, BACKWARD = ("#0072b2", "#e4f1f9"), ("#d55e00", "#fdeee3")  # line and tint
FORWARD_TEXT, TEXT = "#00629a", "#a84a00"  # of numbers that run forward, and backward
_FAINTEST, _STRONGEST = -6.0, 1.0  # the powers of ten whose lines are drawn so
_HEAD = 6  # px: length of an arrow's head
_BOX = (58.0, 20.0)  # px: a box to write a local derivative into


class Piece(NamedTuple):
    """A piece of a picture, which comes and goes as a whole.

    Attributes:
        svg: Its elements.
        moves: How it comes where a picture moves: "" at once, "drawn" as a line, "after" such a line, "flown" from
            elsewhere.
        start: How far off that is.
    """

    svg: str
    moves: str = ""
    start: tuple[float, float] = (0.0, 0.0)


def smooth_path(route: Sequence[Sequence[float]], rankdir: str = "LR") -> str:
    """A route as the `d` of a smooth path that leaves and arrives in the direction of the picture.

    Example:
        >>> smooth_path([(0, 0), (20, 0), (40, 8)])
        'M0 0L20 0C30 0 30 8 40 8'
    """
    (x, y), *rest = route
    d = [f"M{x:g} {y:g}"]
    for nx, ny in rest:
        if nx == x or ny == y or abs(ny - y if rankdir == "TB" else nx - x) < SHORT:
            d.append(f"L{nx:g} {ny:g}")
        elif rankdir == "TB":
            middle = (y + ny) / 2
            d.append(f"C{x:g} {middle:g} {nx:g} {middle:g} {nx:g} {ny:g}")
        else:
            middle = (x + nx) / 2
            d.append(f"C{middle:g} {y:g} {middle:g} {ny:g} {nx:g} {ny:g}")
        x, y = nx, ny
    return "".join(d)


def arrow_head(route: Sequence[Sequence[float]], rankdir: str, size: float) -> str:
    """The head of an arrow at the end of a route, which may run against the picture's direction."""
    (ax, ay), (x, y) = route[-2:]
    half = size / 2
    if rankdir == "TB":
        return f"M{x:g} {y:g}l{-half:g}{-size if y >= ay else size:+g}h{size:g}z"
    return f"M{x:g} {y:g}l{-size if x >= ax else size:g}{-half:g}v{size:g}z"


def draw_edges(routes: Sequence[Any], placed: dict[str, Any], now: StepState | None) -> tuple[list[Piece], list[Piece]]:
    """The edges and their heads; those that gradients have flowed along are as wide as what flowed."""
    amounts: dict[Any, list[float]] = {}
    for e in _used(now) if now else ():
        if placed["routes"][e]:
            amounts.setdefault(_key(placed["routes"][e]), []).append(now.amounts[e] if now else 0.0)
    turned = {_key(route) for e in now.edges if (route := placed["routes"][e])} if now and now.backward else set()
    lines, heads = [], []
    for route in routes:
        line = f"<path d='{smooth_path(route, placed['rankdir'])}'"
        head = f"<path d='{arrow_head(route, placed['rankdir'], _HEAD)}'"
        flowed = amounts.get(_key(route), [])
        if not flowed:
            lines.append(Piece(f"\n{line}/>"))
            heads.append(Piece("" if _key(route) in turned else f"\n{head}/>"))
            continue
        dashed = "" if all(map(isfinite, flowed)) else " stroke-dasharray='6 4'"
        lines.append(Piece(f"\n{line} stroke-width='{0.7 + 1.5 * max(map(_flow, flowed)):.2f}'{dashed}/>"))
        heads.append(Piece(f"\n{head}/>"))
    return lines, heads


def _used(now: StepState) -> list[int]:
    """The edges whose local derivative was used before; what is lit has its own looks."""
    return [e for e in now.told if e not in now.edges]


def _key(route: Sequence[Sequence[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, route))


def _flow(amount: float) -> float:
    """How strong an amount is drawn, from 0 to 1, by its power of ten; as `flowOf` in js/graph/used.js."""
    if not isfinite(amount) or not amount:
        return float(bool(amount))
    return min(max((log10(abs(amount)) - _FAINTEST) / (_STRONGEST - _FAINTEST), 0.0), 1.0)


def draw_lit_edges(placed: dict[str, Any], now: StepState) -> list[Piece]:
    """The lit edges, over the plain ones and below the cards; backward they point at the inputs."""
    colour = (BACKWARD if now.backward else FORWARD)[0]
    parts = []
    routes = dict.fromkeys(_key(route) for e in now.edges if (route := placed["routes"][e]))
    for route in routes:
        route = route[::-1] if now.backward else route
        line = smooth_path(route, placed["rankdir"])
        parts.append(Piece(f"<path d='{line}' fill='none' stroke='{colour}' stroke-width='2.6'/>", "drawn"))
        parts.append(Piece(f"<path d='{arrow_head(route, placed['rankdir'], 8)}' fill='{colour}'/>", "after"))
    return parts


def draw_halos(placed: dict[str, Any], now: StepState) -> list[Piece]:
    """Soft frames around the cards that the step is about."""
    colour = (BACKWARD if now.backward else FORWARD)[0]
    seen = placed.get("shown")
    return [
        Piece(
            f"<rect x='{placed['x'][i] - 4:g}' y='{placed['y'][i] - 4:g}' width='{placed['w'][i] + 8:g}' "
            f"height='{placed['h'] + 8:g}' rx='10' fill='none' stroke='{colour}' stroke-width='4' opacity='0.22'/>"
        )
        for i in now.nodes
        if seen is None or i in seen
    ]


def draw_labels(trace: Trace, placed: dict[str, Any], places: Places, now: StepState) -> list[Piece]:
    """The local derivatives used so far, beside their lines; and what came of one that is no number to go on with."""
    pieces = []
    for e in _used(now):
        slope = trace.local[e]
        if e in places and slope is not None:
            x, y, words = used_label(placed["routes"][e], placed["rankdir"] == "TB", places[e], slope, now.amounts[e])
            pieces.append(Piece(f"<text x='{x:g}' y='{y + 4:g}' fill='{FORWARD_TEXT}'>{words}</text>"))
    return pieces


def draw_sums(placed: dict[str, Any], now: StepState) -> list[Piece]:
    """What several contributions have added up to, under the card."""
    seen = placed.get("shown")
    return [
        Piece(
            f"<text x='{placed['x'][i] + 4:g}' y='{placed['y'][i] + placed['h'] + 14:g}' text-anchor='start' "
            f"font-size='12' font-weight='600'>{fit_sum(texts, placed['w'][i])}</text>"
        )
        for i, texts in now.sums.items()
        if seen is None or i in seen
    ]


def draw_edge_numbers(trace: Trace, placed: dict[str, Any], places: Places, now: StepState) -> list[Piece]:
    """The local derivatives of lit edges, framed, and what arrives; over the cards."""
    known = [e for e in now.edges if e in now.amounts and placed["routes"][e] and trace.local[e] is not None]
    if len(known) > DENSE:
        known = []
    elif not set(known) <= set(places):
        places = label_places(trace, placed, known)
    parts = [Piece(_chip(*places[e], slope_text(trace.local[e]))) for e in known]
    starts = {trace.sources[e]: places[e] for e in known}
    for i, words in now.contribution_texts.items():
        width = 14 + 6.8 * len(words)
        if i in now.sums and label_width(fit_sum(now.sums[i], placed["w"][i])) > placed["w"][i] - width:
            continue  # the sum says it, and needs the room
        x, y = placed["x"][i] + placed["w"][i] - 6 - width / 2, placed["y"][i] + placed["h"] + 7
        pill = (
            f"<rect x='{x - width / 2:g}' y='{y - 9:g}' width='{width:g}' height='18' rx='9' fill='{TEXT}'/>"
            f"<text x='{x:g}' y='{y + 4:g}' text-anchor='middle' font-weight='700' fill='#ffffff'>{words}</text>"
        )
        from_x, from_y = starts.get(i, (x, y))
        parts.append(Piece(pill, "flown", (from_x - x, from_y - y)))
    return parts


def draw_edge_boxes(placed: dict[str, Any], words: Sequence[str], ink: str) -> list[str]:
    """What is written on every edge of a sheet to print, in frames that leave room to write more."""
    seen = [(route, said) for route, said in zip(placed["routes"], words, strict=True) if route]
    width, height = _BOX
    cards = taken_by_cards(placed["x"], placed["y"], placed["w"], [placed["h"]] * len(placed["w"]), ())
    places = place_labels([route for route, _ in seen], placed["rankdir"] == "TB", [width + 4] * len(seen), cards)
    return [
        f"<rect x='{x - width / 2:g}' y='{y - height / 2:g}' width='{width:g}' height='{height:g}' rx='4' "
        f"fill='#ffffff' stroke='{ink}'/><text x='{x - width / 2 + 5:g}' y='{y + 4:g}' fill='{ink}'>{said}</text>"
        for (_, said), (x, y) in zip(seen, places, strict=True)
    ]


def _chip(x: float, y: float, words: str) -> str:
    width = label_width(words)
    return (
        f"<rect x='{x - width / 2:g}' y='{y - HEIGHT / 2:g}' width='{width:g}' height='{HEIGHT:g}' rx='{HEIGHT / 2:g}' "
        f"fill='#ffffff' stroke='{FORWARD[0]}' stroke-width='1.5'/>"
        f"<text x='{x:g}' y='{y + 4:g}' text-anchor='middle' fill='{FORWARD_TEXT}' font-weight='600'>{words}</text>"
    )
