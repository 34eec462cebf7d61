"""training(...): the widget of a run, and the function that makes one."""

from __future__ import annotations

from typing import Any

import traitlets

from ..widget import Instrument
from .runs import Run, runs_of

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

    runs = traitlets.List(help="python -> page").tag(sync=True)
    step = traitlets.Int(-1, help="both ways").tag(sync=True)
    show = traitlets.List(traitlets.Unicode(), help="python -> page").tag(sync=True)
    size = traitlets.Enum(["fit", "present"], "fit", help="both ways").tag(sync=True)
    saved: Any = traitlets.List(help="both ways").tag(sync=True)

    def __init__(self, runs: list[Run], show: tuple[str, ...]) -> None:
        self._runs = runs
        super().__init__(runs=[run.to_page() for run in runs], show=list(show))

    def __repr__(self) -> str:
        return f"Training({'; '.join(run.in_words() for run in self._runs)})"

    def page_title(self) -> str:
        """What is trained."""
        return " beside ".join(dict.fromkeys(run.title for run in self._runs))


def training(
    run: Any = "xor", model: Any = None, X: Any = None, y: Any = None, /, *,
    show: tuple[str, ...] = ("network", "plane", "loss"), **settings: Any,
) -> Training:  # fmt: skip
    """A network that learns in front of you.

    Args:
        run: The name of a preset: "xor", "and", "or", "moons", "circles", "line".
        model: A network.
        X: The samples.
        y: Their targets.
        show: The panes: "network", "plane", "loss", "flow", "surface".
        **settings: Of the loop that is written for you: `loss`, `lr`, `optimizer`, `momentum`, `batch`, `seed`.

    Returns:
        The widget.

    Raises:
        ValueError: If a setting is out of its range, or there is no such preset.
        TypeError: If the arguments are none of these.

    Example:
        >>> training("xor")
        Training(XOR: 17 parameters, 4 samples, step 0)
    """
    unknown = [name for name in show if name not in PANES]
    if unknown:
        raise ValueError(f"show must name panes, {', '.join(PANES)} (got {unknown[0]!r})")
    return Training(runs_of(run, model, X, y, settings), tuple(show))
