"""training(...): the widget of a run, and the function that makes one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import traitlets

from ..main_thread import run_in_main_thread
from ..still import picture_of_losses
from ..widget import Instrument
from .asked import read_runs
from .runs import KernelRun, Run

PANES = ("network", "plane", "loss", "flow", "surface")


class Training(Instrument):
    """A run, or two side by side, in front of you; its traits are all that page and kernel tell each other.

    Attributes:
        runs: What is run: its samples, its network, the start, the settings of the loop.
        step: The step that is shown; -1 for the newest.
        show: The panes of the screen.
        size: "fit" in the page, "present" on the whole screen.
        saved: What is left of each run in a notebook that is opened again.
    """

    entry = "instruments/training.js"

    runs: Any = traitlets.List(help="python -> page").tag(sync=True)
    step = traitlets.Int(-1, help="both ways").tag(sync=True)
    show = traitlets.List(traitlets.Unicode(), help="python -> page").tag(sync=True)
    size = traitlets.Enum(["fit", "present"], "fit", help="both ways").tag(sync=True)
    saved: Any = traitlets.List(help="both ways").tag(sync=True)

    def __init__(self, runs: list[Run], show: tuple[str, ...]) -> None:
        self._runs = runs
        super().__init__(runs=[run.to_page() for run in runs], show=list(show))
        self.on_msg(self._hear)

    def taken_runs(self) -> list[Run]:
        """Its runs, to be shown beside others."""
        return self._runs

    def _hear(self, _: Any, asked: Any, buffers: Any) -> None:
        """Answer a page that asks for steps, or for a moment; two views of one widget hear each other's answers."""
        run_in_main_thread(partial(self._answer, asked))

    def _answer(self, asked: Any) -> None:
        told: dict[str, Any] = {}
        columns: list[bytes] = []
        try:
            run = self._runs[asked["run"]]
            if isinstance(run, KernelRun):
                told, columns = run.answer(asked)
        except (Exception, KeyboardInterrupt) as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        self.send({"answer": asked.get("ask"), "run": asked.get("run"), **told}, columns)

    @traitlets.observe("saved")
    def _keep(self, change: Any) -> None:
        """What a page kept of its run, so that the model has learned here too."""
        for run, kept in zip(self._runs, change["new"], strict=False):
            if kept and not isinstance(run, KernelRun):
                with suppress(KeyError, TypeError, ValueError, IndexError):  # a page can send anything
                    run.keep(kept)

    def __repr__(self) -> str:
        return f"Training({'; '.join(run.in_words() for run in self._runs)})"

    def fallback(self) -> str:
        """The loss, step by step, as far as it is known here."""
        known: dict[str, list[tuple[float, float]]] = {}
        for run in self._runs:
            if points := run.losses():
                known[run.title if run.title not in known else f"{run.title} ({len(known) + 1})"] = points
        return picture_of_losses(known).to_img() if known else super().fallback()

    def page_title(self) -> str:
        """What is trained."""
        return " beside ".join(dict.fromkeys(run.title for run in self._runs))


def training(*run: Any, show: Sequence[str] = ("network", "plane", "loss"), **settings: Any) -> Training:
    """A network that learns in front of you: watch it, stop it, go back to any moment, open it as numbers.

    Args:
        *run: One of:

            - the name of a preset: "xor", "and", "or", "moons", "circles", "line";
            - `model, X, y`: a model with `parameters()`, samples and targets; the usual loop is written for you;
            - `learn, model, X, y`: your own loop, a function that takes one step and then says `yield loss.data`, again
              and again; of any engine;
            - two that `training` made, to see them side by side.
        show: The panes: "network", "plane", "loss", "flow", "surface".
        **settings: Of the loop that is written for you: `loss` ("mse", "hinge", "binary_cross_entropy",
            "cross_entropy", or a function of prediction and target), `lr`, `optimizer` ("sgd" or "adam"), `momentum`,
            `batch` (samples a step; all if left out), `seed` (of a preset's start, or of the order of the samples).
            With any model `held`, a pair of samples and targets that are held out, and `title`; of a loop of your own
            `loss` too.

    Returns:
        The widget.

    Raises:
        TypeError: If the arguments are none of these, or a setting is none of a run's.
        ValueError: If a setting is out of its range, or samples and targets do not fit each other.

    Example:
        >>> training("xor")
        Training(XOR: 17 parameters, 4 samples, step 0)
        >>> from microgradviz import MLP
        >>> training(MLP(2, [3, 1], seed=0), [[0, 1], [1, 0]], [1, -1], lr=0.05)
        Training(MLP: 13 parameters, 2 samples, step 0)
    """
    unknown = [name for name in show if name not in PANES]
    if unknown:
        raise ValueError(f"show must name panes, {', '.join(PANES)} (got {unknown[0]!r})")
    return Training(read_runs(run, settings), tuple(show))
