"""A large graph in parts: groups as stretches of values, one after another and one in another, that play as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..engine import SAMPLE
from ..tracing import Trace
from .gather import OUTSIDE, GroupTree, gather_groups

_END = -(10**9)  # of a part, among items


class Part(NamedTuple):
    """A group of values: those numbered begin … end - 1.

    Attributes:
        name: What it is called, such as "layer 1".
        around: The part around it, or -1.
        begin: Its first value.
        end: The value after its last.
        shape: Parts of the same number look alike inside.
    """

    name: str
    around: int
    begin: int
    end: int
    shape: int


class TraceInParts(NamedTuple):
    """A trace whose values are numbered so that every part is one stretch; outer parts come before inner ones."""

    trace: Trace
    parts: list[Part]


def split_into_parts(trace: Trace) -> TraceInParts:
    """The parts of a trace.

    Its values are numbered anew: each still comes after its inputs, and those of a part follow one another. Backward
    visits them in the opposite order if it did before; where a gradient is a sum, its terms may then be added in
    another order, which can change the last digit.

    Example:
        >>> from microgradviz import Value, group, trace
        >>> with group("square"):
        ...     y = Value(3.0) ** 2
        >>> found = split_into_parts(trace(y + 1))
        >>> [(part.name, part.begin, part.end) for part in found.parts]
        [('square', 0, 2)]
    """
    order, parts = _in_parts(trace)
    return TraceInParts(_renumbered(trace, order), parts)


def order_in_parts(trace: Trace) -> list[int]:
    """The number that each value of the split trace had before."""
    return _in_parts(trace)[0]


def _in_parts(trace: Trace) -> tuple[list[int], list[Part]]:
    tree = gather_groups(trace)
    _dissolve(tree, _lone_sample(tree))
    while True:
        levels, bad = _levels(trace, tree)
        if not bad:
            break
        _dissolve(tree, bad)
    return _numbered(trace, tree, levels)


def _lone_sample(tree: GroupTree) -> list[int]:
    """The group of the one sample that there is: its card would hold all layers, and tell nothing of them."""
    samples = [group for group, name in enumerate(tree.name) if name == SAMPLE]
    return samples if len(samples) == 1 else []


class _Level:
    """What one group holds: its items, values and groups (group g is the item -1 - g), and who uses whom."""

    __slots__ = ("inputs", "items")

    def __init__(self) -> None:
        self.items: dict[int, int] = {}  # item -> the first value in it
        self.inputs: dict[int, set[int]] = {}

    def ranks(self) -> dict[int, int]:
        """How many items must come before each at least; items on a cycle, or after one, are left out."""
        users: dict[int, list[int]] = {}
        waits = {}
        for item, inputs in self.inputs.items():
            waits[item] = len(inputs)
            for source in inputs:
                users.setdefault(source, []).append(item)
        rank = {item: 0 for item in self.items if not waits.get(item)}
        ready = list(rank)
        for item in ready:
            for user in users.get(item, ()):
                rank[user] = max(rank.get(user, 0), rank[item] + 1)
                waits[user] -= 1
                if not waits[user]:
                    ready.append(user)
        done = set(ready)
        return {item: at for item, at in rank.items() if item in done}


def _levels(trace: Trace, tree: GroupTree) -> tuple[dict[int, _Level], list[int]]:
    """Every group's items and how they depend on each other; and the groups that depend on themselves."""
    levels: dict[int, _Level] = {OUTSIDE: _Level()}
    for i, group in enumerate(tree.home):
        item = i
        while True:
            level = levels.get(group)
            if level is None:
                level = levels[group] = _Level()
            if item in level.items:
                break
            level.items[item] = i
            if group == OUTSIDE:
                break
            item, group = -1 - group, tree.around[group]
    crossing: dict[tuple[int, int], tuple[int, int | None, int | None]] = {}
    home = tree.home
    for source, target in zip(trace.sources, trace.targets, strict=True):
        ends = home[source], home[target]
        if ends not in crossing:
            crossing[ends] = _meet(tree, *ends)
        group, a, b = crossing[ends]
        a, b = source if a is None else a, target if b is None else b
        if a != b:
            levels[group].inputs.setdefault(b, set()).add(a)
    for level in levels.values():
        stuck = level.items.keys() - level.ranks().keys()
        if stuck:
            return levels, _on_cycles(stuck, level.inputs)
    return levels, []


def _meet(tree: GroupTree, a: int, b: int) -> tuple[int, int | None, int | None]:
    """The group in which two others lie apart, and the items there that they belong to; None is the value itself."""
    first, second = tree.path(a), tree.path(b)
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    items = [-1 - path[shared] if shared < len(path) else None for path in (first, second)]
    return (first[shared - 1] if shared else OUTSIDE), items[0], items[1]


def _on_cycles(stuck: Iterable[int], inputs: dict[int, set[int]]) -> list[int]:
    """The groups among items that lie on a cycle: what is left when those that nothing stuck uses are gone."""
    left = set(stuck)
    while True:
        used = {source for item in left for source in inputs.get(item, ())}
        if left <= used:
            return [-1 - item for item in left if item < 0]
        left &= used


def _dissolve(tree: GroupTree, groups: list[int]) -> None:
    """Take groups apart, those made here first: what they hold stands in the group around them."""
    gone = set(groups) & tree.ours or set(groups)

    def outside(group: int) -> int:
        while group in gone:
            group = tree.around[group]
        return group

    tree.home = [outside(group) for group in tree.home]
    tree.around = [outside(group) for group in tree.around]


def _numbered(trace: Trace, tree: GroupTree, levels: dict[int, _Level]) -> tuple[list[int], list[Part]]:
    """Walk through the groups in order, giving every value its number and every group its stretch."""
    shapes, rows = _shapes(trace, tree, levels)
    order: list[int] = []
    parts: list[Part] = []
    names = _names(tree)
    todo: list[tuple[int, int]] = [(item, OUTSIDE) for item in reversed(rows[OUTSIDE])]  # an item, and its part
    while todo:
        item, around = todo.pop()
        if item == _END:
            parts[around] = parts[around]._replace(end=len(order))
        elif item >= 0:
            order.append(item)
        else:
            at = len(parts)
            parts.append(Part(names[-1 - item], around, len(order), 0, shapes[-1 - item]))
            todo += [(_END, at), *((inner, at) for inner in reversed(rows[-1 - item]))]
    return order, parts


def _names(tree: GroupTree) -> list[str]:
    """The groups' names; those of one name in one group are counted."""
    many = Counter(zip(tree.around, tree.name, strict=True))
    count: Counter[tuple[int, str]] = Counter()
    out = []
    for key in zip(tree.around, tree.name, strict=True):
        count[key] += 1
        out.append(f"{key[1]} {count[key]}" if many[key] > 1 else key[1])
    return out


def _shapes(trace: Trace, tree: GroupTree, levels: dict[int, _Level]) -> tuple[dict[int, int], dict[int, list[int]]]:
    """The structure of every group, as a number; and its items, each after those that it uses."""
    of: dict[int, int] = {}
    rows: dict[int, list[int]] = {}
    numbers: dict[object, int] = {}
    for group in sorted(levels, key=lambda group: -len(tree.path(group))):
        level = levels[group]
        rank = level.ranks()
        row = rows[group] = sorted(level.items, key=lambda item: (rank[item], level.items[item]))
        place = {item: at for at, item in enumerate(row)}
        kinds = [trace.op[item] if item >= 0 else of[-1 - item] for item in row]
        inputs = [tuple(sorted(place[x] for x in level.inputs.get(item, ()))) for item in row]
        of[group] = numbers.setdefault(tuple(zip(kinds, inputs, strict=True)), len(numbers))
    return of, rows


def _renumbered(trace: Trace, order: list[int]) -> Trace:
    """The same trace with its values in another order."""
    new = [0] * len(order)
    for i, old in enumerate(order):
        new[old] = i
    first = trace.first_edges()
    edges = [e for old in order for e in range(first[old], first[old + 1])]
    plain = [i for i in range(len(order) - 1, -1, -1) if first[i] < first[i + 1]]
    if trace.order == plain and not trace.observed:
        visits = [i for i in range(len(order) - 1, -1, -1) if first[order[i]] < first[order[i] + 1]]
    else:
        visits = [new[old] for old in trace.order]

    def keyed(column: dict[int, Any]) -> dict[int, Any]:
        return dict(sorted((new[i], value) for i, value in column.items()))

    return Trace(
        op=[trace.op[i] for i in order],
        data=[trace.data[i] for i in order],
        grad=[trace.grad[i] for i in order],
        label=keyed(trace.label),
        params=keyed(trace.params),
        group=[trace.group[i] for i in order],
        groups=trace.groups,
        line=keyed(trace.line),
        sources=[new[trace.sources[e]] for e in edges],
        targets=[new[trace.targets[e]] for e in edges],
        slot=[trace.slot[e] for e in edges],
        local=[trace.local[e] for e in edges],
        order=visits,
        seed=trace.seed,
        observed=trace.observed,
        root=new[trace.root],
        engine=trace.engine,
        note=trace.note,
    )
