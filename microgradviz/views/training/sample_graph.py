"""The graph of one sample: recorded once, and which of its values are parameters, inputs, targets, units.

At two unequal samples the leaves that change are inputs; each is matched to a column of X or y.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, NamedTuple

from ...engine import OPS, Value
from ...sources import graph_values, trace_any
from ...tracing import Trace
from .parameter_names import name_parameters
from .samples import Samples
from .units import find_layers, group_units

MOST_PARAMETERS = 20_000
Loss = Callable[[Any, Any], Any]


class NoGraph(Exception):
    """Why there is no graph of one sample that serves all; its text is a sentence for the learner."""


class SampleGraph:
    """The graph of the loss of one sample.

    Attributes:
        trace: The loss, computed from the parameters as they are now and the first sample.
        roles: Which values are what, as plain data, by their numbers in `trace`.
    """

    def __init__(self, trace: Trace, roles: dict[str, Any]) -> None:
        self.trace, self.roles = trace, roles


def record_sample_graph(
    model: Callable[[Any], Any], params: Sequence[Any], samples: Samples, loss: Loss
) -> SampleGraph:
    """Record the loss of a sample, and find out what its values are.

    Raises:
        NoGraph: If no one graph serves all samples.
    """
    if len(params) > MOST_PARAMETERS:
        raise NoGraph(
            f"A page works out networks of up to {MOST_PARAMETERS:,} parameters by itself, not {len(params):,}."
        )
    state = random.getstate()
    try:
        return _recorded(model, params, samples, loss)
    finally:
        random.setstate(state)


def _recorded(model: Callable[[Any], Any], params: Sequence[Any], samples: Samples, loss: Loss) -> SampleGraph:
    first, second = samples.two_unequal()
    one, other = _Recorded(model, params, samples, first, loss), _Recorded(model, params, samples, second, loss)
    if one.shape() != other.shape():
        raise NoGraph("The graph of your model differs from sample to sample, so that the page asks the kernel.")
    unknown = sorted({op for op in one.trace.op if op and op not in OPS})
    if unknown:
        raise NoGraph(f"The page does not know the operation {unknown[0]!r}, so that it asks the kernel.")
    if not one.trace.op[one.trace.root] or not any(i >= 0 for i in one.params):
        raise NoGraph("The loss does not depend on the parameters through operations that could be followed.")
    changing = [i for i in one.leaves if one.trace.data[i] != other.trace.data[i]]
    fed = [_match(i, one, other, samples, first, second) for i in sorted({*changing, *one.inputs, *one.targets})]
    if any("x" not in one_fed and "y" not in one_fed for one_fed in fed):
        raise NoGraph("Your model makes numbers of its own from a sample, so that the page asks the kernel.")
    roles: dict[str, Any] = {
        "params": one.params,
        "inputs": [_fed_by(fed, "x", j) for j in range(samples.columns)],
        "targets": [_fed_by(fed, "y", j) for j in range(samples.targets)],
        "predictions": one.predictions,
        "loss": one.trace.root,
        "fed": fed,
        "layers": find_layers(one.trace, one.predictions),
    }
    group_units(one.trace, roles["layers"])
    found = SampleGraph(one.trace, roles)
    _check(found, model, params, samples, loss, sorted({first, second, samples.count // 2}))
    names = [*samples.names, *samples.target_names, *name_parameters(model, params)]
    nodes = [i for name in ("inputs", "targets", "params") for i in roles[name]]
    for i, text in zip(nodes, names, strict=True):
        if i >= 0:
            found.trace.label.setdefault(i, text)
    return found


class SampleLoss(NamedTuple):
    """One sample, sent through a model: its inputs, targets and predictions as lists, and its loss."""

    inputs: list[Any]
    targets: list[Any]
    predictions: list[Any]
    loss: Any


def make_sample_loss(
    model: Any, kind: type, samples: Samples, row: tuple[Sequence[float], Sequence[float]], loss: Loss
) -> SampleLoss:
    """Send a sample through a model: with inputs of the parameters' class, or, if it refuses them, with floats.

    Raises:
        NoGraph: If it refuses both.
    """
    problem: Exception | None = None
    forms = dict.fromkeys((samples.lists_inputs, True))  # a model that refuses a number gets a list of one
    for samples.lists_inputs, wrap in product(forms, (kind, float)):
        try:
            xs, ys = (
                [_labelled(wrap, number, name) for number, name in zip(numbers, names, strict=True)]
                for numbers, names in zip(row, (samples.names, samples.target_names), strict=True)
            )
            outputs = model(samples.given(xs))
            listed = list(outputs) if isinstance(outputs, list | tuple) else [outputs]
            return SampleLoss(xs, ys, listed, loss(outputs, ys if samples.lists_targets else ys[0]))
        except Exception as error:
            problem = problem or error
    raise NoGraph(f"Your model could not be called with one sample: {type(problem).__name__}: {problem}.") from problem


def count_outputs(model: Any, params: Sequence[Any], samples: Samples) -> int:
    """How many numbers a model gives for a sample; 0 if it cannot be called."""
    state = random.getstate()
    try:
        made = make_sample_loss(model, type(params[0]), samples, samples.row(0), lambda outputs, _: outputs)
        return len(made.predictions)
    except NoGraph:
        return 0
    finally:
        random.setstate(state)


class _Recorded:
    """The loss of one sample as a trace, and the numbers of what is known by identity."""

    def __init__(self, model: Any, params: Sequence[Any], samples: Samples, row: int, loss: Loss) -> None:
        made = make_sample_loss(model, type(params[0]), samples, samples.row(row), loss)
        try:
            place = {id(v): i for i, v in enumerate(graph_values(made.loss))}
            self.trace = trace_any(made.loss, None, {}, record_sample_graph)
        except (TypeError, ValueError) as error:
            raise NoGraph(f"The graph of the loss of one sample could not be read: {error}.") from error
        self.params = [place.get(id(p), -1) for p in params]
        self.inputs = [place[id(v)] for v in made.inputs if id(v) in place]
        self.targets = [place[id(v)] for v in made.targets if id(v) in place]
        self.predictions = [place.get(id(v), -1) for v in made.predictions]
        known = {*self.params}
        self.leaves = [i for i, op in enumerate(self.trace.op) if not op and i not in known]
        if -1 in self.predictions:
            raise NoGraph("The loss does not use every prediction, so that the page asks the kernel.")

    def shape(self) -> tuple[Any, ...]:
        """What must be equal for all samples."""
        t = self.trace
        return t.op, t.sources, t.targets, t.slot, t.params, self.params, self.predictions


def _check(
    found: SampleGraph, model: Any, params: Sequence[Any], samples: Samples, loss: Loss, rows: Iterable[int]
) -> None:
    """Whether the graph gives what the model gives, for some samples and at two sets of parameters.

    Raises:
        NoGraph: If it does not.
    """
    roles, given = found.roles, [p.data for p in params]
    try:
        twice = [make_sample_loss(model, type(params[0]), samples, samples.row(0), loss).loss.data for _ in "two"]
        if len(set(map(repr, twice))) > 1:  # two nan are alike
            raise NoGraph("Your model draws random numbers, so that the page asks the kernel.")
        for shift in (0.0, 0.25):
            for k, p in enumerate(params):
                p.data = given[k] + shift * (-1) ** k
            for row in rows:
                x, y = samples.row(row)
                made = make_sample_loss(model, type(params[0]), samples, (x, y), loss)
                numbers = {i: p.data for i, p in zip(roles["params"], params, strict=True) if i >= 0}
                for one in roles["fed"]:
                    numbers[one["node"]] = one.get("sign", 1) * (x[one["x"]] if "x" in one else y[one["y"]])
                data = found.trace.at(numbers).data
                places = [*roles["predictions"], roles["loss"]]
                for i, value in zip(places, [*made.predictions, made.loss], strict=True):
                    if not _close(data[i], value.data):
                        raise NoGraph(
                            f"The rules of the operations give {data[i]:.6g} where your engine gives {value.data:.6g}, "
                            "so that the page asks the kernel."
                        )
    finally:
        for p, x in zip(params, given, strict=True):
            p.data = x


def _close(a: float, b: float) -> bool:
    return a == b or (a != a and b != b) or abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))


def _labelled(wrap: Any, number: float, name: str) -> Any:
    return Value(number, label=name) if wrap is Value else wrap(number)


def _match(i: int, one: _Recorded, other: _Recorded, samples: Samples, first: int, second: int) -> dict[str, Any]:
    """Where a leaf's number comes from: a column of X, of y or of −y."""
    if i in one.inputs and one.inputs == other.inputs and len(one.inputs) == samples.columns:
        return {"node": i, "x": one.inputs.index(i)}
    if i in one.targets and len(one.targets) == samples.targets:
        return {"node": i, "y": one.targets.index(i)}
    numbers = one.trace.data[i], other.trace.data[i]
    (x1, y1), (x2, y2) = samples.row(first), samples.row(second)
    for j, pair in enumerate(zip(x1, x2, strict=True)):
        if pair == numbers:
            return {"node": i, "x": j}
    for sign in (1, -1):
        for j, (p, q) in enumerate(zip(y1, y2, strict=True)):
            if (sign * p, sign * q) == numbers:
                return {"node": i, "y": j, "sign": sign}
    return {"node": i}


def _fed_by(fed: list[dict[str, Any]], what: str, column: int) -> int:
    return next((one["node"] for one in fed if one.get(what) == column), -1)
