"""What a step marks in the still picture: lit edges, local derivatives, the amounts that arrive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...tracing.steps import Moment
from ...tracing.trace import Trace
from ...tracing.words import number
from .curves import arrow, curve

FORWARD, BACKWARD = ("#0072b2", "#e4f1f9"), ("#d55e00", "#fdeee3")  # line and tint
_DARK = "#a84a00"  # of numbers that run backward
_FAR = 80.0  # px across: the number on a steeper edge stands near its source
_CHIP = (66.0, 22.0)  # px: room that a number on an edge takes


def wires(trace: Trace, placed: dict[str, Any], now: Moment) -> list[str]:
    """The lit edges, over the plain ones and below the cards; backward they point at the inputs."""
    colour = (BACKWARD if now.backward else FORWARD)[0]
    parts = []
    routes = dict.fromkeys(tuple(map(tuple, route)) for e in now.edges if (route := placed["routes"][e]))
    for route in routes:
        route = route[::-1] if now.backward else route
        parts.append(f"<path d='{curve(route, placed['rankdir'])}' fill='none' stroke='{colour}' stroke-width='2.6'/>")
        parts.append(f"<path d='{arrow(route, placed['rankdir'], 8)}' fill='{colour}'/>")
    return parts


def numbers(trace: Trace, placed: dict[str, Any], now: Moment) -> list[str]:
    """The local derivatives known so far, framed where they are lit, and what arrives; over the cards."""
    known = [e for e in now.told if trace.local[e] is not None]
    lit = set(now.edges)
    places = _apart([_place(placed["routes"][e], placed["rankdir"], placed["gap"]) for e in known])
    parts = [
        _chip(x, y, f"× {number(trace.local[e])}", framed=e in lit) for e, (x, y) in zip(known, places, strict=True)
    ]
    for i, words in now.arriving.items():
        width = 14 + 6.8 * len(words)
        x, y = placed["x"][i] + placed["w"][i] - 6 - width / 2, placed["y"][i] + placed["h"] + 7
        parts.append(
            f"<rect x='{x - width / 2:g}' y='{y - 9:g}' width='{width:g}' height='18' rx='9' fill='{_DARK}'/>"
            f"<text x='{x:g}' y='{y + 4:g}' text-anchor='middle' font-weight='700' fill='#ffffff'>{words}</text>"
        )
    return parts


def slots(placed: dict[str, Any], words: Sequence[str], ink: str) -> list[str]:
    """What is written on every edge of a sheet to print, in frames that leave room to write more."""
    places = _apart([_place(route, placed["rankdir"], placed["gap"]) for route in placed["routes"]])
    width, height = _CHIP[0] - 8, _CHIP[1]
    return [
        f"<rect x='{x - width / 2:g}' y='{y - height / 2:g}' width='{width:g}' height='{height:g}' rx='4' "
        f"fill='#ffffff' stroke='{ink}'/><text x='{x - width / 2 + 5:g}' y='{y + 4:g}' fill='{ink}'>{said}</text>"
        for said, (x, y) in zip(words, places, strict=True)
    ]


def _chip(x: float, y: float, words: str, *, framed: bool) -> str:
    width = 14 + 6.6 * len(words)
    frame = f" stroke='{BACKWARD[0]}' stroke-width='1.5'" if framed else " fill-opacity='0.85'"
    weight = " font-weight='600'" if framed else ""
    return (
        f"<rect x='{x - width / 2:g}' y='{y - 10:g}' width='{width:g}' height='20' rx='10' fill='#ffffff'{frame}/>"
        f"<text x='{x:g}' y='{y + 4:g}' text-anchor='middle' fill='{_DARK}'{weight}>{words}</text>"
    )


def _place(route: Sequence[Sequence[float]], rankdir: str, gap: float) -> tuple[float, float]:
    """Where to write on an edge: in the gap after its source, as `chipPlace` in js/graph/routes.js."""
    along, across = (1, 0) if rankdir == "TB" else (0, 1)
    spans = [i for i in range(1, len(route)) if abs(route[i][along] - route[i - 1][along] - gap) < 0.3]
    if spans:
        start, end = route[spans[0] - 1], route[spans[0]]
        far = abs(end[across] - start[across])
        share = 40 / far if far > _FAR else 0.5
        at = [0.0, 0.0]
        at[along] = (start[along] + end[along]) / 2
        at[across] = start[across] + (end[across] - start[across]) * share
        return at[0], at[1]
    x, y = min(route, key=lambda point: abs(point[along] - route[0][along] - gap / 2))
    return x, y


def _apart(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Places moved down so that no two numbers overlap, as `apart` in js/graph/routes.js."""
    width, height = _CHIP
    done: list[tuple[float, float]] = []
    out = list(places)
    for i in sorted(range(len(places)), key=lambda i: places[i][1]):
        x, y = places[i]
        for ox, oy in done:
            if abs(ox - x) < width and y < oy + height:
                y = oy + height
        done.append((x, y))
        out[i] = (x, y)
    return out
