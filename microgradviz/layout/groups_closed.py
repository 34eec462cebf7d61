"""A scene in parts while all of them are closed: which cards there are, and what a step says of each."""

from __future__ import annotations

from collections.abc import Collection
from math import sqrt
from typing import Any, NamedTuple

from ..tracing import StepState, Trace, number_text, state_at_step
from .fold import folded_constants
from .groups_scene import MOST_VISIBLE, OUTSIDE, items_by_part, part_size
from .parts import Part
from .units import UnitPlace


class ClosedCard(NamedTuple):
    """The card of a closed part.

    Attributes:
        part: The part.
        x: Its left edge, px, like those that follow.
        y: Its top edge.
        w: Its width.
        h: Its height.
        result: The one value in it that is used elsewhere, if there is just one.
        units: What it shows of its inside, if anything.
    """

    part: Part
    x: float
    y: float
    w: float
    h: float
    result: int | None
    units: list[UnitPlace]


def close_groups(trace: Trace, placed: dict[str, Any], *, constants: bool = True) -> dict[str, Any]:
    """A scene in parts as a plain one, with some of its values behind cards of parts.

    Args:
        trace: The trace in parts.
        placed: Its scene.
        constants: False to fold those that can be.

    Returns:
        The scene, in which x, y and w of a value are those of the card it is in, and a route is None where an edge is
        not seen; with `shown`, the values that have cards of their own, `closed`, the cards of parts, and `drawn`, the
        routes of the picture.
    """
    parts = [Part(*row) for row in zip(*(placed["parts"][name] for name in Part._fields), strict=True)]
    around, level, place = list_closed_cards(len(trace), parts)
    shape = placed["shapes"][str(parts[around].shape if around != OUTSIDE else OUTSIDE)]
    folded = folded_constants(placed, constants)
    if folded and "fold" in shape:
        shape = {**shape, **shape["fold"]}
        placed = {**placed, "alt": placed["fold"]["alt"]}
    route = {tuple(pair): points for pair, points in zip(shape["edges"], shape["routes"], strict=True)}
    results = find_card_results(trace, place)
    texts = [placed["texts"][at] for at in placed["text"]]
    return {
        **placed,
        **{name: [shape[name][at] for at in place] for name in ("x", "y", "w")},
        **{name: shape[name] for name in ("width", "height")},
        "title": [title for _, title, _ in texts],
        "short": [short for _, _, short in texts],
        "routes": [route.get((place[s], place[t])) for s, t in zip(trace.sources, trace.targets, strict=True)],
        "drawn": [points for points in shape["routes"] if points],
        "shown": [item for item in level if item >= 0 and item not in folded],
        "closed": [
            ClosedCard(
                part=parts[-1 - item],
                **{name: shape[name][at] for name in ("x", "y", "w", "h")},
                result=results.get(at),
                units=placed["parts"]["units"][-1 - item],
            )
            for at, item in enumerate(level)
            if item < 0
        ],
    }


def list_closed_cards(count: int, parts: list[Part]) -> tuple[int, list[int], list[int]]:
    """The cards that there are while all parts are closed.

    If all is in one part, the cards are those of what it holds, for one card would tell nothing.

    Returns:
        The part that the cards are in, -1 for the whole; a card for each value in it and, as -1 - p, each part p; and
        of every value, which of the cards it is in.
    """
    levels = items_by_part(count, parts)
    around, level = OUTSIDE, levels[OUTSIDE]
    while len(level) == 1 and level[0] < 0 and len(levels[-1 - level[0]]) <= MOST_VISIBLE:
        around = -1 - level[0]
        level = levels[around]
    place: list[int] = []
    for at, item in enumerate(level):
        place += [at] * (1 if item >= 0 else parts[-1 - item].end - parts[-1 - item].begin)
    return around, level, place


def find_card_results(trace: Trace, place: list[int]) -> dict[int, int]:
    """The one value of each card that other cards use, where there is one."""
    used: dict[int, set[int]] = {place[trace.root]: {trace.root}}
    for source, target in zip(trace.sources, trace.targets, strict=True):
        if place[source] != place[target]:
            used.setdefault(place[source], set()).add(source)
    return {at: values.pop() for at, values in used.items() if len(values) == 1}


def card_rows(trace: Trace, part: Part, result: int | None, now: StepState | None = None) -> list[tuple[str, str]]:
    """What the card of a part says, as the player's does: what it comes to; or how far it is, and the gradients' norm.

    Args:
        trace: The trace in parts.
        part: The part.
        result: The one value in it that is used elsewhere, if any.
        now: The step; the numbers of the trace if not given.
    """
    inside = range(part.begin, part.end)
    data, grad = (now.data, now.grad) if now else (trace.data, trace.grad)
    computed = [i for i in inside if trace.op[i]]
    done = sum(data[i] is not None for i in computed)
    reached = [x for i in inside if (x := grad[i]) is not None]
    norm = number_text(sqrt(sum(x * x for x in reached))) if reached else number_text(None)
    if result is not None:
        return [("data", number_text(data[result])), ("grad", number_text(grad[result]))]
    far = "given" if not computed else "✓" if done == len(computed) else f"{100 * done // len(computed)} %"
    return [(part_size(part), far), ("‖grad‖", norm)]


def state_of_closed_groups(
    trace: Trace, placed: dict[str, Any], by: str, step: int, *, accumulate: bool = True, folded: Collection[int] = ()
) -> StepState:
    """What is known after a step, and lit: words and numbers stand at the values that are seen alone.

    Args:
        trace: The trace in parts.
        placed: Its closed scene; the rest is as for `moment`.
    """
    now = state_at_step(trace, by, step, accumulate=accumulate, folded=folded)
    seen = set(placed["shown"])
    return now._replace(
        told=[e for e in now.told if trace.sources[e] in seen and trace.targets[e] in seen],
        contribution_texts={i: words for i, words in now.contribution_texts.items() if i in seen},
        sums={i: texts for i, texts in now.sums.items() if i in seen},
    )
