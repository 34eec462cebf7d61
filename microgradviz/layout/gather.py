"""Which values belong together in a large picture: the groups of the trace, and what plainly goes with them.

A trace knows the group that each operation was made in. What lies outside of all of them would crowd the picture, so
some of it is gathered too: the parameters, by layer and neuron; long sums, with what they add up; and what is computed
from one sample alone. No group ever depends on another one that depends on it: `parts.py` takes apart what would.
"""

from __future__ import annotations

from collections import Counter
from math import isclose

from ..tracing import Trace

OUTSIDE = -1  # the group of what is in none
ABREAST = 6  # groups of one name, such as "sample", that stand side by side; more are behind one card
TERMS, MANY_TERMS = 3, 8  # of a sum that is one card, and of one that is so though it is a single value
SUMS = ("add", "total")
A_SUM, A_MEAN = "Σ of ", "mean of "  # and how many terms, is such a card called


class GroupTree:
    """A tree of groups over the values of a trace.

    Attributes:
        home: The group of every value, or -1.
        name: The name of every group.
        around: The group around every group, or -1.
        ours: The groups that the trace does not know: those made here.
    """

    def __init__(self, trace: Trace) -> None:
        self.home = list(trace.group)
        self.name = [name for name, _ in trace.groups]
        self.around = [parent for _, parent in trace.groups]
        self.ours: set[int] = set()
        self._found: dict[tuple[int, str], int] = {}

    def make(self, name: str, around: int = OUTSIDE) -> int:
        """A new group in another one."""
        self.ours.add(len(self.name))
        self.name.append(name)
        self.around.append(around)
        return len(self.name) - 1

    def find(self, name: str, around: int = OUTSIDE) -> int:
        """The group of this name that was made in another one; a new one if there is none yet."""
        if (around, name) not in self._found:
            self._found[around, name] = self.make(name, around)
        return self._found[around, name]

    def path(self, group: int) -> list[int]:
        """A group and those around it, the outermost first."""
        found = []
        while group != OUTSIDE:
            found.append(group)
            group = self.around[group]
        return found[::-1]


def gather_groups(trace: Trace) -> GroupTree:
    """The groups of a trace, with those that are plain from how its values are used."""
    tree = GroupTree(trace)
    inputs: list[list[int]] = [[] for _ in trace.op]
    users: list[list[int]] = [[] for _ in trace.op]
    for source, target in zip(trace.sources, trace.targets, strict=True):
        inputs[target].append(source)
        users[source].append(target)
    _leaves(trace, tree, users)
    sums = _sums(trace, tree, inputs, users)
    _tails(trace, tree, inputs, users)
    _heads(trace, tree, inputs, users, sums)
    _constants(trace, tree, users)
    _gather_many(tree)
    return tree


def _leaves(trace: Trace, tree: GroupTree, users: list[list[int]]) -> None:
    """A leaf goes to the one group that uses it; one that many samples use is a parameter."""
    last = [-1] * len(tree.name)
    for i, group in enumerate(trace.group):
        if group != OUTSIDE:
            last[group] = i
    for group in range(len(last) - 1, -1, -1):
        if tree.around[group] != OUTSIDE:
            last[tree.around[group]] = max(last[tree.around[group]], last[group])
    paths: dict[int, list[int]] = {group: tree.path(group) for group in range(len(tree.name))}
    for i, op in enumerate(trace.op):
        if op or tree.home[i] != OUTSIDE:
            continue
        at = {trace.group[user] for user in users[i]}
        inside = [paths[group] for group in sorted(at - {OUTSIDE})]
        if not inside:
            continue
        shared = inside[0]
        for path in inside[1:]:
            shared = [a for a, b in zip(shared, path, strict=False) if a == b]
        if shared and len(inside) > 1 and shared[-1] not in at:
            shared = shared[:-1]  # an input of several inside of it stands before it
            if not shared:
                continue
        if shared:
            # What uses it elsewhere comes later, so that nothing runs out of the group and back into it.
            if all(user > last[shared[0]] for user in users[i] if trace.group[user] == OUTSIDE):
                tree.home[i] = shared[-1]
        elif i in trace.label:
            tree.home[i] = _parameter(tree, [[tree.name[group] for group in path] for path in inside])


def _parameter(tree: GroupTree, paths: list[list[str]]) -> int:
    """The group of a parameter: "parameters", and within it the layer and the neuron that use it in every sample."""
    within = paths[0][1:] if all(path == paths[0] for path in paths) else []
    group = tree.find("parameters")
    for name in within:
        group = tree.find(name, group)
    return group


def _sums(trace: Trace, tree: GroupTree, inputs: list[list[int]], users: list[list[int]]) -> list[int]:
    """Long sums outside of all groups: every addition that only another one uses belongs to it."""
    found: list[int] = []
    of: dict[int, int] = {}  # addition -> the last one of its sum
    members: dict[int, list[int]] = {}
    for i in range(len(trace.op) - 1, -1, -1):
        if trace.op[i] not in SUMS or tree.home[i] != OUTSIDE:
            continue
        only = users[i][0] if len(users[i]) == 1 else -1
        of[i] = of.get(only, i)
        members.setdefault(of[i], []).append(i)
    for end, additions in members.items():
        added = {x for i in additions for x in inputs[i]} - set(additions)
        terms = [
            x for x in added if trace.op[x] or x in trace.label or trace.data[x]
        ]  # not the 0 that sum() begins with
        mean = _mean(trace, inputs, users, end, len(terms))
        additions += mean
        if len(terms) >= (TERMS if len(additions) > 1 else MANY_TERMS):
            end = additions[-1] if mean else end
            name = f"{A_MEAN if mean else A_SUM}{len(terms)} terms"
            found.append(tree.make(f"{trace.label[end]}: {name}" if end in trace.label else name))
            for i in additions:
                tree.home[i] = found[-1]
    return found


def _mean(trace: Trace, inputs: list[list[int]], users: list[list[int]], end: int, terms: int) -> list[int]:
    """The operation that makes a mean of a sum, if one does."""
    if len(users[end]) != 1 or trace.op[user := users[end][0]] not in ("mul", "div") or trace.group[user] != OUTSIDE:
        return []
    plain = all(not trace.op[x] and x not in trace.label for x in inputs[user] if x != end)
    return [user] if plain and isclose(trace.data[user] * terms, trace.data[end], rel_tol=1e-9) else []


def _tails(trace: Trace, tree: GroupTree, inputs: list[list[int]], users: list[list[int]]) -> None:
    """What is computed from one sample alone goes with it, if there are many: its part of the loss."""
    outer = [group for group, around in enumerate(tree.around) if around == OUTSIDE and group not in tree.ours]
    many = Counter(tree.name[group] for group in outer)
    repeated = {group for group in outer if many[tree.name[group]] > 1}
    if not repeated:
        return
    top: list[int] = []
    for group, around in enumerate(tree.around):
        top.append(group if around == OUTSIDE else top[around])
    for i, op in enumerate(trace.op):
        if not op or tree.home[i] != OUTSIDE or i == trace.root:
            continue
        own = {x for x in inputs[i] if not trace.op[x] and tree.home[x] == OUTSIDE and len(users[x]) == 1}
        groups = {OUTSIDE if tree.home[x] == OUTSIDE else top[tree.home[x]] for x in inputs[i] if x not in own}
        if len(groups) == 1 and groups <= repeated:
            tree.home[i] = groups.pop()


def _heads(trace: Trace, tree: GroupTree, inputs: list[list[int]], users: list[list[int]], sums: list[int]) -> None:
    """What a sum alone uses goes with it, such as the squares of a penalty."""
    ours = set(sums)
    for i in range(len(trace.op) - 1, -1, -1):
        if trace.op[i] and tree.home[i] == OUTSIDE and users[i]:
            at = {tree.home[user] for user in users[i]}
            if len(at) == 1 and at <= ours:
                tree.home[i] = at.pop()


def _gather_many(tree: GroupTree) -> None:
    """Many groups of one name in one group are behind one card: "10 samples"."""
    alike: dict[tuple[int, str], list[int]] = {}
    for group, key in enumerate(zip(tree.around, tree.name, strict=True)):
        alike.setdefault(key, []).append(group)
    for (around, name), groups in alike.items():
        if len(groups) > ABREAST:
            outer = tree.make(f"{len(groups):,} {name}s", around)
            for group in groups:
                tree.around[group] = outer


def _constants(trace: Trace, tree: GroupTree, users: list[list[int]]) -> None:
    """A leaf that one group alone uses goes with it."""
    for i, op in enumerate(trace.op):
        if op or tree.home[i] != OUTSIDE:
            continue
        at = {tree.home[user] for user in users[i]}
        if len(at) == 1:
            tree.home[i] = at.pop()
