"""The graph of one sample: recorded once, and which of its values are parameters, inputs, targets, units.

Inputs and targets are known by identity; two unequal samples tell whether another leaf changes, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
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
Row = tuple[Sequence[float], Sequence[float]]  # a sample and its target


class NoGraph(Exception):
    """Why there is no graph of one sample that serves all; its text is a sentence for the learner."""


class SampleGraph(NamedTuple):
    """The graph of the loss of one sample.

    Attributes:
        trace: The loss, computed from the parameters as they are now and the first sample.
        roles: Which values are what, as plain data, by their numbers in `trace`.
    """

    trace: Trace
    roles: dict[str, Any]


@contextmanager
def keeping_random() -> Iterator[None]:
    """What a model draws is drawn again: `random` is as it was."""
    state = random.getstate()
    try:
        yield
    finally:
        random.setstate(state)


class SampleLoss(NamedTuple):
    """One sample, sent through a model: its inputs, targets and predictions as lists, and its loss."""

    inputs: list[Any]
    targets: list[Any]
    predictions: list[Any]
    loss: Any


class Subject(NamedTuple):
    """A model with its parameters, the samples, and the loss of one of them."""

    model: Any
    params: Sequence[Any]
    samples: Samples
    loss: Loss

    def names(self) -> list[str]:
        """What inputs, targets and parameters are called."""
        return [*self.samples.names, *self.samples.target_names, *name_parameters(self.model, self.params)]

    def send(self, row: Row) -> SampleLoss:
        """Send a sample through the model, with inputs of the parameters' class.

        Raises:
            NoGraph: If it refuses them.
        """
        samples, kind = self.samples, type(self.params[0])
        problem: Exception | None = None
        forms = dict.fromkeys((samples.lists_inputs, True))  # a model that refuses a number gets a list of one
        for form in forms:
            samples.lists_inputs = form
            try:
                xs, ys = (
                    [_labelled(kind, number, name) for number, name in zip(numbers, names, strict=True)]
                    for numbers, names in zip(row, (samples.names, samples.target_names), strict=True)
                )
                outputs = self.model(samples.given(xs))
                listed = list(outputs) if isinstance(outputs, list | tuple) else [outputs]
                return SampleLoss(xs, ys, listed, self.loss(outputs, ys if samples.lists_targets else ys[0]))
            except Exception as error:
                problem = problem or error
        said = f"{type(problem).__name__}: {problem}"
        raise NoGraph(f"Your model could not be called with one sample: {said}.") from problem


@keeping_random()
def record_sample_graph(subject: Subject) -> SampleGraph:
    """Record the loss of a sample, and find out what its values are.

    Raises:
        NoGraph: If no one graph serves all samples.
    """
    samples, count = subject.samples, len(subject.params)
    if count > MOST_PARAMETERS:
        raise NoGraph(f"A page works out networks of up to {MOST_PARAMETERS:,} parameters by itself, not {count:,}.")
    rows = samples.two_unequal()
    one, other = (Recorded(subject, samples.row(k)) for k in rows)
    if -1 in one.predictions:
        raise NoGraph("The loss does not use every prediction, so that the page asks the kernel.")
    if one.shape() != other.shape():
        raise NoGraph("The graph of your model differs from sample to sample, so that the page asks the kernel.")
    unknown = sorted({op for op in one.trace.op if op and op not in OPS})
    if unknown:
        raise NoGraph(f"The page does not know the operation {unknown[0]!r}, so that it asks the kernel.")
    if not one.trace.op[one.trace.root] or not any(i >= 0 for i in one.params):
        raise NoGraph("The loss does not depend on the parameters through operations that could be followed.")
    given = {*one.params, *one.inputs, *one.targets}
    changing = [i for i, x in enumerate(one.trace.data) if x != other.trace.data[i] and not one.trace.op[i]]
    if not given.issuperset(changing):
        raise NoGraph("Your model makes numbers of its own from a sample, so that the page asks the kernel.")
    roles: dict[str, Any] = {
        "params": one.params,
        "inputs": one.inputs,
        "targets": one.targets,
        "predictions": one.predictions,
        "loss": one.trace.root,
        "fed": [
            *({"node": i, "x": j} for j, i in enumerate(one.inputs) if i >= 0),
            *({"node": i, "y": j} for j, i in enumerate(one.targets) if i >= 0),
        ],
        "layers": find_layers(one.trace, one.predictions),
    }
    group_units(one.trace, roles["layers"])
    found = SampleGraph(one.trace, roles)
    _check(found, subject, sorted({*rows, samples.count // 2}))
    name_leaves(one.trace, [*one.inputs, *one.targets, *one.params], subject)
    return found


def name_leaves(trace: Trace, nodes: Iterable[int], subject: Subject) -> None:
    """Names for inputs, targets and parameters, in this order, where they have none; −1 is not in the trace."""
    for i, text in zip(nodes, subject.names(), strict=True):
        if i >= 0:
            trace.label.setdefault(i, text)


@keeping_random()
def count_outputs(subject: Subject) -> int:
    """How many numbers a model gives for a sample; 0 if it cannot be called."""
    try:
        return len(subject._replace(loss=lambda outputs, _: outputs).send(subject.samples.row(0)).predictions)
    except NoGraph:
        return 0


class Recorded:
    """The loss of one sample as a trace, and the numbers of what is known by identity, −1 for what is not in it."""

    def __init__(self, subject: Subject, row: Row) -> None:
        made = subject.send(row)
        try:
            place = {id(v): i for i, v in enumerate(graph_values(made.loss))}
            self.trace = trace_any(made.loss, None, {}, record_sample_graph)
        except (TypeError, ValueError) as error:
            raise NoGraph(f"The graph of the loss of one sample could not be read: {error}.") from error
        self.params, self.inputs, self.targets, self.predictions = (
            [place.get(id(v), -1) for v in values] for values in (subject.params, *made[:3])
        )

    def shape(self) -> tuple[Any, ...]:
        """What must be equal for all samples."""
        t = self.trace
        known = self.params, self.inputs, self.targets, self.predictions
        return t.op, t.sources, t.targets, t.slot, t.params, known


def _check(found: SampleGraph, subject: Subject, rows: Iterable[int]) -> None:
    """Whether the graph gives what the model gives, for some samples and at two sets of parameters.

    Raises:
        NoGraph: If it does not.
    """
    (trace, roles), params = found, subject.params
    given = [p.data for p in params]
    try:
        twice = [subject.send(subject.samples.row(0)).loss.data for _ in "two"]
        if len(set(map(repr, twice))) > 1:  # two nan are alike
            raise NoGraph("Your model draws random numbers, so that the page asks the kernel.")
        for shift, row in product((0.0, 0.25), rows):
            for k, p in enumerate(params):
                p.data = given[k] + shift * (-1) ** k
            x, y = subject.samples.row(row)
            made = subject.send((x, y))
            numbers = {i: p.data for i, p in zip(roles["params"], params, strict=True) if i >= 0}
            for one in roles["fed"]:
                numbers[one["node"]] = x[one["x"]] if "x" in one else y[one["y"]]
            data = trace.at(numbers).data
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
