"""to_svg(expression): any step of the player as a still picture."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from ..sources import traced
from .moment import moment
from .playing import check_choices, steps, within
from .scene import MOST_OPERATIONS, scene
from .svg import picture


def to_svg(
    expr: Any,
    /,
    path: str | PathLike[str] | None = None,
    *,
    step: int | None = None,
    by: str = "contribution",
    accumulate: bool = True,
    gradients: bool = True,
    rankdir: str = "LR",
    layout: str = "layered",
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> str:
    """One step of the player as an SVG picture, made without a browser and without Graphviz.

    What the step is about is lit, blue in the forward pass and vermillion in the backward pass; the local derivatives
    used so far stand on their edges, and what is not known yet is "–".

    Args:
        expr: The result, as `play` takes it.
        path: Where to write the file, if anywhere.
        step: The step, as `play` counts; the last if not given.
        by: "contribution" for one contribution a step, "node" for all of one node's.
        accumulate: False for what `=` in place of `+=` would do.
        gradients: False for a forward pass alone.
        rankdir: "LR" for inputs left and result right, "TB" for inputs on top.
        layout: "layered", or "graphviz" for positions from the program dot.
        leaves: Numbers for the names of a preset, text or function, should one be called `step`, say.
        **named: The same: `to_svg("a * b", a=2, b=-3)`.

    Returns:
        An `<svg>` element, as text.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If an option is none of those, or the graph has more than 10,000 operations.

    Example:
        >>> to_svg("square", step=3).startswith("<svg")
        True
    """
    check_choices(by=by, rankdir=rankdir, layout=layout)
    shown = traced(expr, leaves, named, to_svg, limit=MOST_OPERATIONS)
    last = steps(shown, by, gradients)
    now = moment(shown, by, last if step is None else within(shown, by, step, gradients), accumulate=accumulate)
    placed = scene(shown, rankdir=rankdir, layout=layout)
    made = picture(shown, placed, data=now.data, grad=now.grad, now=now, gradients=gradients)
    if path is not None:
        Path(path).write_text(made, encoding="utf-8")
    return made
