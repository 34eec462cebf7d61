"""A run: samples, network, loop, start; what the page is told of it, and what is known of it here."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...engine import Value
from ...layout import order_in_parts
from ...tracing import Trace
from ..options import PlayOptions
from ..player import named_leaves, play, prepare_player
from .histories import Moment
from .parameter_names import name_parameters
from .pulled_run import Pulled
from .sample_graph import (
    NoGraph,
    Recorded,
    SampleGraph,
    Subject,
    count_outputs,
    keeping_random,
    name_leaves,
    record_sample_graph,
)
from .samples import Samples, pack, unpack
from .units import find_layers, group_units
from .written_loop import Loop, class_loss

_ONE_NEURON = 16  # values of a neuron with two inputs and its loss


class Run:
    """One run, whose loop is ours and whose steps the page takes: here is only what it told when it stopped.

    Attributes:
        title: What a page calls it.
        subject: What is trained: its model, parameters, samples and loss.
        starts: The parameters that it can begin with, each with its seed.
        graph: The graph of one sample, if one serves all; `why` tells why not.
    """

    runner = "page"

    def __init__(self, title: str, model: Any, params: Sequence[Any], samples: Samples, loop: Loop) -> None:
        self.title, self.model, self.params, self.samples, self.loop = title, model, list(params), samples, loop
        self.starts: list[tuple[int | None, list[float]]] = [(None, [p.data for p in self.params])]
        self.graph: SampleGraph | None = None
        self.why = ""
        self._saved: Mapping[str, Any] | None = None
        self._played: tuple[dict[str, Any], dict[str, Any]] | None = None
        self.subject = subject = Subject(model, self.params, samples, loop.loss)
        if loop.loss is class_loss and samples.targets == 1:
            outputs = count_outputs(subject)
            if outputs > 1:
                samples.tell_classes(outputs)
        try:
            found = record_sample_graph(subject)
            self._played = play_of(found, loop.lr if self.runner == "page" else None)
            self.graph = found
        except NoGraph as reason:
            self.why = str(reason)
        except ValueError as error:  # too large to be drawn
            self.why = f"The graph of one sample cannot be shown: {error}."

    @property
    def step(self) -> int:
        """How many steps were taken, as far as is known here."""
        return int(unpack(self._saved["steps"])[-1]) if self._saved else 0

    def to_page(self) -> dict[str, Any]:
        """As plain data, as `About` of views/js/core/training/runs.js has it."""
        values, roles = self._played or (None, None)
        return {
            "title": self.title, "runner": self.runner, "play": values,
            "network": {"roles": roles} if roles else None,
            "data": self.samples.to_page(),
            "parameters": name_parameters(self.model, self.params),
            "starts": [{"seed": seed, "params": pack(numbers)} for seed, numbers in self.starts],
            "loop": self.loop.to_page(), "fixed": "", "why": self.why,
            "gradients": "none" if self.graph is None else "page",
        }  # fmt: skip

    def keep(self, saved: Mapping[str, Any]) -> None:
        """Take in what a page has kept of its run: the parameters of the newest moment go into the model."""
        at, numbers = unpack(saved["at"]), unpack(saved["numbers"])
        width = len(numbers) // len(at) if at else 0
        if width < len(self.params) or len(unpack(saved["steps"])) != len(unpack(saved["losses"])):
            raise ValueError("what is kept must be a whole history")
        for p, x in zip(self.params, numbers[-width:], strict=False):
            p.data = x
        self._saved = saved

    def in_words(self) -> str:
        """Title, size and step."""
        many = f"{self.samples.count} sample{'s' * (self.samples.count != 1)}"
        return f"{self.title}: {len(self.params)} parameters, {many}, step {self.step}"

    def losses(self) -> list[tuple[float, float]]:
        """Steps and their losses, as far as is known here."""
        if not self._saved:
            return []
        return list(zip(unpack(self._saved["steps"]), unpack(self._saved["losses"]), strict=True))


class KernelRun(Run):
    """A run whose steps are taken here: a learner's own loop, or a model that the page cannot work out."""

    runner = "kernel"

    def __init__(self, run: Callable[[], Any], fixed: str, *given: Any) -> None:
        super().__init__(*given)
        self._fixed = fixed
        self.pulled = Pulled(run, self.model.parameters)

    @property
    def step(self) -> int:
        return self.pulled.step

    def losses(self) -> list[tuple[float, float]]:
        return [(float(step), loss) for step, loss in enumerate(self.pulled.history.losses)]

    def to_page(self) -> dict[str, Any]:
        told = super().to_page() | {"loop": None, "fixed": self._fixed, "loss": self.loop.loss_name}
        if not all(isinstance(p, Value) for p in self.params):
            told["gradients"] = "kernel"
        return told

    def answer(self, asked: Mapping[str, Any]) -> tuple[dict[str, Any], list[bytes]]:
        """What the page asked for: plain data, and columns of doubles."""
        do, pulled = asked.get("do"), self.pulled
        columns: list[Sequence[float] | None] = [()]
        first = pulled.step
        if do == "advance":
            columns = [pulled.advance(max(1, int(asked["steps"])))]
        elif do == "reset":
            pulled.reset()
            first = 0
        elif do == "place":
            pulled.place(unpack(asked["params"]))
            first = pulled.step
        elif do == "now":
            first, columns = 0, [pulled.history.losses]
        elif do == "moment":
            found = pulled.history.nearest(int(asked["step"]))
            return {"do": do, "moment": _told(found)}, [_bytes(found.params), _bytes(found.grads)] if found else []
        elif do == "open":
            return {"do": do, "play": self._open(asked)}, []
        else:
            raise ValueError(f"do must be something that a run can (got {do!r})")
        last = pulled.history.moments[-1] if pulled.history.moments else None
        told = {"do": do, "from": first, "step": pulled.step, "state": pulled.state, "says": pulled.says}
        columns += [pulled.read(), *((last.params, last.grads) if last else ())]
        return {**told, "moment": _told(last)}, [_bytes(column) for column in columns]

    @keeping_random()
    def _open(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The player's values for one sample at a moment, made by running the model there; it stays as it was."""
        step, pulled = int(asked["step"]), self.pulled
        row = self.samples.row(int(asked["sample"]), held=bool(asked.get("held")))
        moment = pulled.history.nearest(step)
        pulled.history.pin(step)
        params, grads = pulled.read(), pulled.grads()
        if moment is not None and step < pulled.step:
            pulled.write(moment.params)
        try:
            made = Recorded(self.subject, row)
        finally:
            pulled.write(params)
            for p, grad in zip(pulled.params, grads or (), strict=False):
                p.grad = grad
        trace = made.trace
        name_leaves(trace, [*made.inputs, *made.targets, *made.params], self.subject)
        if predictions := [i for i in made.predictions if i >= 0]:
            group_units(trace, find_layers(trace, predictions))
        return prepare_player(trace, PlayOptions(groups=_groups_of(trace)), {}, play)[1]


def _bytes(column: Sequence[float] | None) -> bytes:
    return array("d", column or ()).tobytes()


def _told(moment: Moment | None) -> dict[str, Any] | None:
    """A moment's step and loss, which may be no number."""
    if moment is None:
        return None
    return {"step": moment.step, "loss": moment.loss if math.isfinite(moment.loss) else repr(moment.loss)}


def _groups_of(trace: Trace) -> str:
    """A network opens as cards of its units; one neuron shows all its values."""
    return "closed" if len(trace) > _ONE_NEURON else "auto"


def play_of(found: SampleGraph, rate: float | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The player's values for the graph of one sample, and its roles by the numbers that its values have there."""
    stepping = {*found.roles["params"]}
    names = [name for name, i in named_leaves(found.trace).items() if i in stepping]
    groups = _groups_of(found.trace)
    options = PlayOptions(groups=groups)
    if rate is not None and names:
        options = PlayOptions(groups=groups, update=rate, params=names)
    traces, values = prepare_player(found.trace, options, {}, play)
    order = range(len(found.trace)) if traces[""] is found.trace else order_in_parts(found.trace)
    place = {old: new for new, old in enumerate(order)} | {-1: -1}
    return values, _moved(found.roles, place)


def _moved(roles: Mapping[str, Any], place: Mapping[int, int]) -> dict[str, Any]:
    def many(nodes: list[int]) -> list[int]:
        return [place[i] for i in nodes]

    return {
        **{name: many(roles[name]) for name in ("params", "inputs", "targets", "predictions")},
        "loss": place[roles["loss"]],
        "fed": [{**one, "node": place[one["node"]]} for one in roles["fed"]],
        "layers": [{name: many(nodes) for name, nodes in layer.items()} for layer in roles["layers"]],
    }
