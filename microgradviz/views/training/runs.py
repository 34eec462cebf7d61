"""A run: samples, network, loop, start; what the page is told of it, and what is known of it here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine import short_repr
from ...layout import order_in_parts
from ..options import PlayOptions
from ..player import named_leaves, play, prepare_player
from .sample_graph import SampleGraph, record_sample_graph
from .samples import Samples, pack
from .tasks import SEED, STARTS, TASKS
from .written_loop import Loop


class Run:
    """One run.

    Attributes:
        title: What a page calls it.
    """

    def __init__(
        self, title: str, model: Any, samples: Samples, loop: Loop, starts: list[tuple[int | None, Any]]
    ) -> None:
        self.title, self.model, self.samples, self.loop = title, model, samples, loop
        self.params = list(model.parameters())
        self.starts = starts
        self.step = 0

    def to_page(self) -> dict[str, Any]:
        """As plain data, as `About` of views/js/core/training/runs.js has it."""
        found = record_sample_graph(self.model, self.params, self.samples, self.loop.loss)
        play, roles = play_of(found, self.loop.lr)
        return {
            "name": self.title, "title": self.title, "runner": "page", "network": {"roles": roles}, "play": play,
            "data": self.samples.to_page(), "parameters": [str(p.label) for p in self.params],
            "starts": [{"seed": seed, "params": pack(p.data for p in made.parameters())} for seed, made in self.starts],
            "loop": self.loop.to_page(), "fixed": "", "gradients": "page", "why": "",
        }  # fmt: skip

    def in_words(self) -> str:
        """Title, size and step."""
        return f"{self.title}: {len(self.params)} parameters, {self.samples.count} samples, step {self.step}"


def play_of(found: SampleGraph, rate: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """The player's values for the graph of one sample, and its roles by the numbers that its values have there."""
    stepping = {*found.roles["params"]}
    names = [name for name, i in named_leaves(found.trace).items() if i in stepping]
    options = PlayOptions(update=rate, params=names) if names else PlayOptions()
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


def runs_of(run: Any, model: Any, X: Any, y: Any, settings: Mapping[str, Any]) -> list[Run]:
    """The runs that `training` was asked for."""
    if isinstance(run, str):
        return [_of_task(run, settings)]
    raise TypeError(f"run must be the name of a preset (got {short_repr(run)})")


def _of_task(name: str, settings: Mapping[str, Any]) -> Run:
    if name not in TASKS:
        raise ValueError(f"a preset must be one of {', '.join(TASKS)} (got {name!r})")
    task = TASKS[name]
    (X, y), held = task.samples()
    options = {**task.loop, **settings}
    seed = options.pop("seed", SEED)
    models = [(s, task.network(s)) for s in (seed, *(k for k in range(STARTS) if k != seed))]
    return Run(task.title, models[0][1], Samples(X, y, held), Loop(**options, seed=seed), models)
