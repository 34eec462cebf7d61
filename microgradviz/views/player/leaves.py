"""Editing leaves: which of them can be edited, under which names, and the trace at their new numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from itertools import chain
from math import isfinite
from typing import Any, NoReturn

from ...engine import as_float, find_op
from ...tracing import Fault, Trace, tag_number, unique_labels
from ..links import link_on_page
from ..options import PlayOptions

_MOST_NAMES = 12  # listed in an error
_HARMLESS = ("non-finite", "stale gradient")  # faults of numbers and of earlier passes, not of an engine


def named_leaves(trace: Trace) -> dict[str, int]:
    """The named leaves: name -> number of the value; the second `w` is `w (2)`. A constant has no name.

    Example:
        >>> from microgradviz import trace
        >>> named_leaves(trace("a * b + 1", a=2, b=-3))
        {'a': 0, 'b': 1}
    """
    names = unique_labels(trace)
    return {names[i]: i for i in trace.label if not trace.op[i]}


def why_not_editable(trace: Trace) -> str:
    """Why the leaves of a trace cannot be edited, in a sentence; "" if they can."""
    if trace.engine == "torch":
        return "torch computed these numbers and keeps only some of them: change a leaf in your code, and play again."
    if trace.engine != "microgradviz" and any(fault.kind not in _HARMLESS for fault in trace.faults):
        return (
            "These numbers are what your engine did, with its mistakes: change a leaf in your code, and play again, "
            "to see what it makes of that."
        )
    inputs = [0] * len(trace)
    for target in trace.targets:
        inputs[target] += 1
    for i, op in enumerate(trace.op):
        if op and find_op(op, inputs[i], trace.params.get(i, ())) is None:
            return f"The rule of {op!r} is not known here: change a leaf in your code, and play again."
    return ""


def require_nudge(options: PlayOptions, trace: Trace) -> None:
    """Raises ValueError if the page cannot work out what the nudge does, or something else is played in its place."""
    nudge = options.nudge
    if nudge is None:
        return
    names = named_leaves(trace)
    if why := why_not_editable(trace):
        raise ValueError(f"nudge must be left out (got {nudge!r}). {why}")
    if nudge not in names:
        raise ValueError(f"nudge must be the name of a leaf: {list_names(names)} (got {nudge!r})")
    for name in ("predict", "update"):
        if (other := getattr(options, name)) is not None:
            raise ValueError(f"{name} must be None with nudge={nudge!r} (got {other!r})")
    if options.by == "stage":
        raise ValueError(f"by must be 'contribution' or 'node' with nudge={nudge!r} (got 'stage')")


def require_along(options: PlayOptions, trace: Trace) -> None:
    """Check the leaf along which forward mode goes, if it is played.

    Raises:
        ValueError: If it is no leaf, or one of several of that name; if not all local derivatives on the way are
            known; or something else is to be played besides.
    """
    along: Any = options.along
    if along is None:
        return
    names = named_leaves(trace)
    if not isinstance(along, str) or along not in names:
        made = isinstance(along, str) and along in trace.label.values()
        what = "is the result of an operation" if made else "is not there" if isinstance(along, str) else "is no name"
        raise ValueError(f"along must be the name of a leaf: {list_names(names)} (got {along!r:.60}, which {what})")
    alike = sum(label == trace.label[names[along]] for i, label in trace.label.items() if not trace.op[i])
    if alike > 1 and along == trace.label[names[along]]:
        raise ValueError(
            f"along must be the name of one leaf (got {along!r}, the name of {alike}); give each a label of its own"
        )
    if why := why_not_editable(trace):
        raise ValueError(f"along must be left out (got {along!r}). {why}")
    for option in ("predict", "update", "nudge", "against"):
        if (other := getattr(options, option)) is not None and other is not False:
            raise ValueError(f"{option} must be left out with mode='forward' (got {other!r:.60})")
    plain = PlayOptions()
    for option in ("by", "start", "accumulate", "gradients"):
        if (other := getattr(options, option)) != getattr(plain, option):
            raise ValueError(f"{option} must be {getattr(plain, option)!r} with mode='forward' (got {other!r})")


def list_names(names: Iterable[str]) -> str:
    """Names of leaves as an error lists them."""
    return ", ".join(map(repr, list(names)[:_MOST_NAMES])) or "none has a name here"


def hint_at_names(asked: Any, names: Iterable[str]) -> str:
    """What else may have been meant by a name that none of these is."""
    if near := get_close_matches(str(asked), names, 1):
        return f"did you mean {near[0]}?"
    known = list(names)
    shown = ", ".join(known[:_MOST_NAMES]) + (", …" if len(known) > _MOST_NAMES else "")
    return f"they are {shown}" if known else "there are none"


def leaf_along(trace: Trace, along: str | None) -> int | None:
    """The number of the leaf along which forward mode goes; None for reverse mode."""
    return None if along is None else named_leaves(trace).get(along)


def editor_data(trace: Trace, *, given: Mapping[str, float], function: bool) -> dict[str, Any]:
    """What the page must know to edit the leaves of a trace.

    Returns:
        `leaves`, of every leaf that can be edited its name and its original number, by the number of the value;
        `fixed`, why there are none; `function`, whether a function made the graph, which may make another one at
        other numbers; `link`, what the page makes the link of, for it has the numbers of now.
    """
    why = why_not_editable(trace)
    leaves = {} if why else named_leaves(trace)
    return {
        "leaves": {str(i): [name, tag_number(given.get(name, trace.data[i]))] for name, i in leaves.items()},
        "fixed": why,
        "function": function,
        "link": link_on_page(trace),
    }


class Leaves(dict[str, float]):
    """The numbers of a player's leaves, by name: `leaves["a"] = 9` is as `player.leaves = {"a": 9}`.

    Args:
        numbers: The numbers.
        assign: Takes new ones, by name.
    """

    def __init__(self, numbers: Mapping[str, float], assign: Callable[[dict[str, Any]], None]) -> None:
        super().__init__(numbers)
        self._assign = assign

    def __setitem__(self, name: str, number: float) -> None:
        self._assign({name: number})

    def update(self, *numbers: Any, **named: float) -> None:
        """Set some of them."""
        self._assign(dict(*numbers, **named))

    def _stays(self, *_: Any) -> NoReturn:
        raise TypeError('leaves must stay those of the expression; set their numbers: player.leaves = {"a": 2.0}')

    __delitem__ = __ior__ = pop = popitem = clear = setdefault = _stays


class Edits:
    """The leaves of an expression, and the expression at other numbers.

    Args:
        trace: The expression.
        call: For a function, makes its trace from the numbers of its own leaves.
        own: Those numbers.
    """

    def __init__(
        self,
        trace: Trace,
        call: Callable[[dict[str, float]], Trace] | None = None,
        own: Mapping[str, float] | None = None,
    ) -> None:
        self.trace, self._original, self._call, self._own = trace, trace, call, dict(own or {})
        self.fixed = why_not_editable(trace)
        self.given = {**self._own, **{name: trace.data[i] for name, i in named_leaves(trace).items()}}

    def first(self) -> dict[str, float]:
        """The numbers to begin with; none if they cannot be edited."""
        return {} if self.fixed else dict(self.given)

    def begin(self) -> Trace:
        """Go back to the first trace."""
        self.trace = self._original
        return self.trace

    def is_given(self, trace: Trace) -> bool:
        """Whether it is the first trace."""
        return trace is self._original

    def merged(self, asked: Mapping[str, Any], now: Mapping[str, float]) -> dict[str, float]:
        """The numbers of all leaves, some of them new.

        Raises:
            ValueError: If there is no leaf of such a name, or no leaf can be edited.
            TypeError: If something is not a real number.
        """
        for name in asked:
            if name not in self.given:
                hint = hint_at_names(name, self.given)
                raise ValueError(f"leaves must be named as in the expression (got {name!r}); {hint}")
        kept = {name: x for name, x in now.items() if name in self.given}
        numbers = {**self.given, **kept, **{name: as_float(x, f"leaf {name}") for name, x in asked.items()}}
        if self.fixed and not _equal(numbers, self.given):
            raise ValueError(f"leaves must stay as they are (got {next(iter(asked))!r}). {self.fixed}")
        return numbers

    def named(self, pairs: Iterable[tuple[str, Any]]) -> dict[str, float]:
        """What a page sends, pairs of a name and a number as it travels."""
        names = {name.encode("utf-8", "replace").decode(): name for name in self.given}
        return {names[name]: float(x["$f"] if isinstance(x, dict) else x) for name, x in pairs}

    def at(self, numbers: Mapping[str, float]) -> Trace:
        """The trace at these numbers; what the function raises at them passes through."""
        if _equal(numbers, self.given):
            return self._original
        if self._call is None:
            return self._original.at({i: numbers[name] for name, i in named_leaves(self._original).items()})
        made = self._call({name: numbers[name] for name in self._own})
        if same_graph(made, self._original):
            made.label = self._original.label  # names of variables that no frame knows any more
        rest = {i: numbers[name] for name, i in named_leaves(made).items() if name in numbers and name not in self._own}
        return made if all(made.data[i] == x for i, x in rest.items()) else made.at(rest)

    def faults(self, trace: Trace) -> list[Fault]:
        """What is wrong at other numbers; where the table computed them all, nothing but nan and infinity can be."""
        by_the_table = self._call is None and trace is not self._original
        if by_the_table and all(x is None or isfinite(x) for x in chain(trace.data, trace.local, trace.grad)):
            return []
        return trace.faults

    def go(self, trace: Trace) -> None:
        """Take a trace for the present one; the leaves that it brings along can be edited too."""
        self.trace = trace
        for name, i in named_leaves(trace).items():
            self.given.setdefault(name, trace.data[i])


def same_graph(one: Trace, other: Trace) -> bool:
    """Whether the two are one expression, at whatever numbers."""
    columns = ("op", "sources", "targets", "slot", "params", "order", "root", "engine")
    return all(getattr(one, column) == getattr(other, column) for column in columns)


def same_picture(one: Trace, other: Trace) -> bool:
    """Whether the cards of the two say the same but for data and grad: constants are part of what they say."""
    constants = [i for i, op in enumerate(one.op) if not op and i not in one.label]
    return (
        same_graph(one, other)
        and one.label == other.label
        and all(repr(one.data[i]) == repr(other.data[i]) for i in constants)
    )


def _equal(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Number for number: nan is nan, and -0 is not 0."""
    return {name: repr(x) for name, x in one.items()} == {name: repr(x) for name, x in other.items()}
