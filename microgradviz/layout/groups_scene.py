"""The scene of a graph in parts: one small picture for every shape of group, and each title once."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import partial
from itertools import count
from typing import Any

from ..tracing import Trace, card_titles, number_text, unique_labels
from .fold import draw_without, find_constants
from .gather import A_MEAN, A_SUM
from .labels import label_column, taken_by_cards
from .parts import Part, TraceInParts
from .scene import (
    CARD_GAP,
    CARD_HEIGHT,
    GAPS,
    PADDING,
    WIDTHS,
    describe_graph,
    fit_text,
    op_rules_in_trace,
    round_layout,
    text_width,
)
from .units import UnitPlace, place_units, size_with_units
from .wrapped import place_cards

MOST_VISIBLE = 60  # cards that are still legible together; beyond, groups are closed
MOST_IN_PARTS = 100_000  # operations
OUTSIDE = -1
_CARD = 150.0  # px: the least width of a group's card
_NUMBERED = re.compile(r"\w+ \d+")
_WIDEST = 1000.0  # px: of a picture of cards in rows
_ROWS = 8  # cards that stand apart below one another, before they stand in columns


def make_groups_scene(found: TraceInParts, *, rankdir: str = "LR", height: float = CARD_HEIGHT) -> dict[str, Any]:
    """Positions and words for a trace in parts, as plain data.

    Returns:
        As `scene`, but with `parts`, the columns of the parts, and `shapes`, the picture inside of each shape of part:
        x[], y[], w[] of its items in order, `edges` between them as pairs, `routes` and `labels`; "-1" is the whole.
        `text` tells where in `texts` each value's [name, title, short title] stands. Where constants can be folded,
        `fold` holds those `nodes` and an `alt`, and each shape a `fold` with the picture without them. Where samples
        are too wide for a phone, `narrow` holds the `shapes` for one, and the `units` of the parts.
    """
    trace, parts = found
    inner = _inner(len(trace), parts)
    items = items_by_part(len(trace), parts)
    texts, text = _texts(trace, parts, inner)
    short = [fit_text(title, WIDTHS[1] - 2 * PADDING) for _, title in texts]
    widths = [max(WIDTHS[0], round(text_width(line) + 2 * PADDING)) for line in short]
    faults = trace.faults
    constants = set(find_constants(trace, faults))

    def draw(units: list[list[UnitPlace]]) -> tuple[dict[str, Any], list[int]]:
        sizes = [
            *((widths[at], height) for at in text),
            *(_size(part, own, height) for part, own in reversed(list(zip(parts, units, strict=True)))),
        ]  # of value i at i, of part p at -1 - p
        return _shapes(found, items, sizes, constants, rankdir)

    units = place_units(trace, parts, inner, rankdir=rankdir)
    shapes, folded = draw(units)
    titled = [texts[at][1] for at in text]
    made = {
        "parts": {name: [getattr(part, name) for part in parts] for name in Part._fields} | {"units": units},
        "shapes": shapes,
        "texts": [[name, title, line] for (name, title), line in zip(texts, short, strict=True)],
        "text": text,
        "h": height,
        "rankdir": rankdir,
        "gap": GAPS[rankdir],
        "rules": op_rules_in_trace(trace),
        "faults": [fault._asdict() for fault in faults],
        "alt": describe_graph(trace, titled),
    }
    narrow = place_units(trace, parts, inner, rankdir=rankdir, narrow=True)
    if narrow != units:
        made["narrow"] = {"shapes": draw(narrow)[0], "units": narrow}
    if folded:
        made["fold"] = {"nodes": folded, "alt": describe_graph(trace, titled, folded=len(folded))}
    return made


def _shapes(
    found: TraceInParts,
    items: dict[int, list[int]],
    sizes: list[tuple[float, float]],
    constants: set[int],
    rankdir: str,
) -> tuple[dict[str, Any], list[int]]:
    """The picture of every shape, with room for the titles of all parts that look so; and the constants folded in it.

    A leaf is folded if it is a constant in all of them.
    """
    trace, parts = found
    room: dict[int, list[tuple[float, float]]] = {}
    gone: dict[int, set[int]] = {}
    first: dict[int, int] = {}
    of = {at: parts[at].shape if at != OUTSIDE else OUTSIDE for at in items}
    for at, level in items.items():
        own = [sizes[i] for i in level]
        bare = {k for k, i in enumerate(level) if i in constants}
        shape = of[at]
        if first.setdefault(shape, at) == at:
            room[shape], gone[shape] = own, bare
        else:
            larger = [(max(w, v), max(h, k)) for (w, h), (v, k) in zip(room[shape], own, strict=True)]
            room[shape], gone[shape] = larger, gone[shape] & bare
    shapes = {}
    for shape, at in first.items():
        level = items[at]
        edges = _edges(trace, parts, at, level)
        made = _picture(edges, room[shape], rankdir)
        if gone[shape]:
            made["fold"] = draw_without(gone[shape], edges, room[shape], partial(_picture, rankdir=rankdir))
        for drawn in (made, *([made["fold"]] if "fold" in made else [])):
            wide, tall = [w for w, _ in room[shape]], [h for _, h in room[shape]]
            taken = taken_by_cards(drawn["x"], drawn["y"], wide, tall, [source for source, _ in edges])
            drawn["labels"] = label_column(drawn["routes"], rankdir, taken=taken, width=drawn["width"])
        shapes[str(shape)] = made
    return shapes, sorted(level[k] for at, level in items.items() for k in gone[of[at]])


def count_closed_cards(found: TraceInParts) -> int:
    """How many cards there are while all groups are closed."""
    return len(items_by_part(len(found.trace), found.parts)[OUTSIDE])


def part_size(part: Part) -> str:
    """How many values a part has, in words."""
    count = part.end - part.begin
    return "1 value" if count == 1 else f"{count:,} values"


def value_title(placed: dict[str, Any], i: int) -> str:
    """The title of a value in either kind of scene."""
    title: str = placed["title"][i] if "title" in placed else placed["texts"][placed["text"][i]][1]
    return title


def items_by_part(count: int, parts: list[Part]) -> dict[int, list[int]]:
    """What every part holds, in order: values, and part p as the item -1 - p."""
    children: dict[int, list[int]] = {at: [] for at in range(OUTSIDE, len(parts))}
    for at, part in enumerate(parts):
        children[part.around].append(at)
    found = {}
    for at, inside in children.items():
        now, end = (parts[at].begin, parts[at].end) if at != OUTSIDE else (0, count)
        level: list[int] = []
        for child in inside:
            level += [*range(now, parts[child].begin), -1 - child]
            now = parts[child].end
        found[at] = [*level, *range(now, end)]
    return found


def _inner(count: int, parts: list[Part]) -> list[int]:
    """The innermost part of every value."""
    inner = [OUTSIDE] * count
    for at, part in enumerate(parts):
        inner[part.begin : part.end] = [at] * (part.end - part.begin)
    return inner


def _edges(trace: Trace, parts: list[Part], at: int, level: list[int]) -> list[tuple[int, int]]:
    """Which items of a level use which, by their places in it."""
    starts = [item if item >= 0 else parts[-1 - item].begin for item in level]
    begin, end = (parts[at].begin, parts[at].end) if at != OUTSIDE else (0, len(trace))
    first = bisect_right(trace.targets, begin - 1)
    last = bisect_right(trace.targets, end - 1)
    place = {}
    for k, start in enumerate(starts):
        for i in range(start, starts[k + 1] if k + 1 < len(starts) else end):
            place[i] = k
    found: dict[tuple[int, int], None] = {}
    for source, target in zip(trace.sources[first:last], trace.targets[first:last], strict=True):
        if source >= begin and place[source] != place[target]:
            found[place[source], place[target]] = None
    return list(found)


def _picture(edges: list[tuple[int, int]], sizes: list[tuple[float, float]], rankdir: str) -> dict[str, Any]:
    widths, heights = [w for w, _ in sizes], [h for _, h in sizes]
    if not edges and len(sizes) > _ROWS:
        return _grid(widths, heights)
    placed = place_cards(
        [a for a, _ in edges], [b for _, b in edges],
        widths=widths, heights=heights, gap=(GAPS[rankdir], CARD_GAP), rankdir=rankdir,
    )  # fmt: skip
    return {**round_layout(placed), "w": widths, "h": heights, "edges": edges}


def _grid(widths: list[float], heights: list[float]) -> dict[str, Any]:
    """Cards that do not depend on each other, in rows."""
    wide, high, margin = max(widths), max(heights), 12.0
    columns = max(1, min(6, round(len(widths) ** 0.5 * 1.3), int(_WIDEST // wide)))
    rows = -(-len(widths) // columns)
    return {
        "x": [margin + (i % columns) * (wide + CARD_GAP) for i in range(len(widths))],
        "y": [margin + (i // columns) * (high + CARD_GAP) for i in range(len(widths))],
        "w": [wide] * len(widths),
        "h": heights,
        "edges": [],
        "routes": [],
        "width": 2 * margin + min(columns, len(widths)) * (wide + CARD_GAP) - CARD_GAP,
        "height": 2 * margin + rows * (high + CARD_GAP) - CARD_GAP,
    }


def _size(part: Part, units: list[UnitPlace], height: float) -> tuple[float, float]:
    w, h = size_with_units(units) if units else (_CARD, height)
    return max(w, min(WIDTHS[1], round(text_width(part.name) + 2 * PADDING))), h


def _texts(trace: Trace, parts: list[Part], inner: list[int]) -> tuple[list[tuple[str, str]], list[int]]:
    """Every [name, title] once, and which of them is each value's.

    Results without a label are counted within their part, so that parts of one shape read alike; what a part comes to
    bears the part's name, as one word: `neuron2`, and of a sum just `sum`.
    """
    labels = unique_labels(trace)
    result = _result_names(parts, set(labels.values()))
    names, met = [], [0] * (len(parts) + 1)
    for i, op in enumerate(trace.op):
        if i in labels:
            names.append(labels[i])
        elif not op:
            names.append(number_text(trace.data[i]))
        elif i in result:
            names.append(result[i])
        else:
            met[inner[i]] += 1
            names.append(f"v{met[inner[i]]}")
    places: dict[tuple[str, str], int] = {}
    titled = card_titles(trace, names)
    text = [places.setdefault(pair, len(places)) for pair in zip(names, titled, strict=True)]
    return list(places), text


def _result_names(parts: list[Part], taken: set[str]) -> dict[int, str]:
    """What the last value of each part is called: as the part, in one word if that is plain."""
    found = {part.end - 1: part.name for part in reversed(parts) if not part.name[:1].isdigit()}  # not of 10 samples
    sums: dict[int, str] = {}
    for word, begins in (("sum", A_SUM), ("mean", A_MEAN)):
        ends = sorted(i for i, name in found.items() if name.startswith(begins))
        own = (word if len(ends) == 1 and not k else f"{word}{k + 1}" for k in count())
        sums |= dict(zip(ends, (name for name in own if name not in taken), strict=False))
    joined = {i: name.replace(" ", "") for i, name in found.items() if _NUMBERED.fullmatch(name)}
    return found | {i: name for i, name in joined.items() if name not in taken} | sums
