"""What the card of a closed group shows of its inside: the units of a layer, a sample's prediction, target and loss."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from ..engine import SAMPLE
from ..tracing import Trace
from .gather import OUTSIDE
from .parts import Part

UNIT = (124.0, 40.0)  # px: width and height of a unit card, as in the page's kit/unit_card.js
MOST_UNITS = 16  # in one card
_IN_A_ROW = 9  # units below one another; more are in two columns
_GAP, _EDGE, _HEAD = 4.0, 8.0, 26.0  # px: between units, beside them, and above them, where the name stands
_LETTER, _DIGITS = 9.0, 96.0  # px: of a unit's label, and the room for its number
_NUMBERED = re.compile(r"([^\W\d])\w* (\d+)")


class UnitPlace(NamedTuple):
    """One value of those that a group's card shows.

    Attributes:
        label: What it is called there.
        node: The value.
        x: Its left edge in the card, px.
        y: Its top edge in the card, px.
        w: Its width, px.
    """

    label: str
    node: int
    x: float
    y: float
    w: float


def find_outputs(trace: Trace, parts: Sequence[Part], inner: Sequence[int]) -> list[list[int]]:
    """Of every part the values in it that are used outside of it, or are the result."""
    found: list[dict[int, None]] = [{} for _ in parts]
    for source, target in [*zip(trace.sources, trace.targets, strict=True), (trace.root, len(trace))]:
        at = inner[source]
        while at != OUTSIDE and not parts[at].begin <= target < parts[at].end:
            found[at][source] = None
            at = parts[at].around
    return [sorted(values) for values in found]


def place_units(
    trace: Trace, parts: Sequence[Part], inner: Sequence[int], *, rankdir: str, narrow: bool = False
) -> list[list[UnitPlace]]:
    """The units of every part, with their places in its card; none where they would be too many or say nothing.

    Those of a sample stand side by side, for which `narrow`, a phone, has no room.
    """
    outputs = find_outputs(trace, parts, inner)
    within: dict[int, dict[int, str]] = {}  # part -> its members of one output: that, and how the member is called
    for part, out in zip(parts, outputs, strict=True):
        if len(out) == 1:
            name = part.name if parts[inner[out[0]]] is not part else part.name.replace(SAMPLE, "loss")
            within.setdefault(part.around, {})[out[0]] = name
    units = []
    for at, part in enumerate(parts):
        members = within.get(at, {})
        told = _of_sample(trace, part, at, inner, outputs) or _of_members(trace, outputs[at], members)
        units.append(_placed(told, abreast=rankdir == "TB" or (part.name.startswith(SAMPLE) and not narrow)))
    return units


def size_with_units(units: Sequence[UnitPlace]) -> tuple[float, float]:
    """Width and height of a card with these units."""
    return max(u.x + u.w for u in units) + _EDGE, max(u.y for u in units) + UNIT[1] + _EDGE


def _of_members(trace: Trace, outputs: list[int], members: dict[int, str]) -> list[tuple[str, int]]:
    """Its outputs, if each is that of a member, or it has several and no members."""
    plain = [i for i in outputs if i in members] if members else outputs
    if len(plain) > MOST_UNITS or (len(plain) < 2 and not members):
        return []
    return [
        (_short(members[i]) if i in members else trace.label.get(i, str(number))[:12], i)
        for number, i in enumerate(plain, 1)
    ]


def _of_sample(
    trace: Trace, part: Part, at: int, inner: Sequence[int], outputs: list[list[int]]
) -> list[tuple[str, int]]:
    """A sample's prediction, the target that it is compared with, and its share of the loss."""
    if not part.name.startswith(SAMPLE) or len(outputs[at]) != 1:
        return []
    (loss,) = outputs[at]
    if inner[loss] != at:
        return [("prediction", loss)]
    targets = range(bisect_left(trace.targets, part.begin), bisect_left(trace.targets, part.end))
    ends = [(trace.sources[e], trace.targets[e]) for e in targets]  # a trace in parts has its edges in order
    first = [(x, user) for x, user in ends if inner[user] == at and part.begin <= x < part.end and inner[x] != at]
    if len({x for x, _ in first}) != 1:
        return []
    prediction, compared = first[0]
    other = [source for source, target in ends if target == compared and source != prediction]
    how = {"sub": "target", "mul": "times"}.get(trace.op[compared])  # (p - y)² and 1 - y × p, with any sign of y
    told = [(how, other[0])] if how and len(other) == 1 and not trace.op[other[0]] else []
    return [("prediction", prediction), *told, ("loss", loss)]


def _short(name: str) -> str:
    """`n2` for neuron 2: parameters are called so, too."""
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] + numbered[2] if numbered and not name.startswith((SAMPLE, "loss")) else name[:12]


def _placed(told: list[tuple[str, int]], *, abreast: bool) -> list[UnitPlace]:
    """The units below one another, in two columns if they are many; or side by side."""
    widths = [max(UNIT[0], _LETTER * len(label) + _DIGITS) for label, _ in told]
    if abreast:
        lefts = accumulate((w + _GAP for w in widths), initial=_EDGE)
        return [UnitPlace(label, node, x, _HEAD, w) for (label, node), x, w in zip(told, lefts, widths, strict=False)]
    rows = -(-len(told) // 2) if len(told) > _IN_A_ROW else len(told)
    w = max(widths, default=0.0)
    return [
        UnitPlace(label, node, _EDGE + i // rows * (w + _GAP), _HEAD + i % rows * (UNIT[1] + _GAP), w)
        for i, (label, node) in enumerate(told)
    ]
