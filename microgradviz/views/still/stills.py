"""to_svg(expression): any step of the player as a still picture."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any

from ...layout import (
    MOST_IN_PARTS,
    MOST_OPERATIONS,
    close_groups,
    describe_graph,
    fold_constants,
    folded_constants,
    state_of_closed_groups,
    value_title,
)
from ...sources import trace_any
from ...tracing import StepState, Trace, last_step, require_step, state_along, state_at_step
from ..file_text import FileText
from ..options import require_choices
from ..scenes import trace_and_scene
from .axes import Still
from .film import draw_film
from .picture import draw_svg, escape_xml

STILL, STILL_BYTES = 300, 300_000  # cards and bytes; a notebook would grow by a megabyte for a picture of more

MOST_STEPS = 60  # of a picture that moves; who watches for longer wants to stop it


def to_svg(
    expr: Any,
    /,
    path: str | PathLike[str] | None = None,
    *,
    step: int | None = None,
    animate: bool = False,
    by: str = "contribution",
    accumulate: bool = True,
    gradients: bool = True,
    rankdir: str = "LR",
    groups: str = "auto",
    constants: bool = False,
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> str:
    """One step of the player as an SVG picture, or all of them in one that moves; without a browser or Graphviz.

    What the step is about is lit, blue in the forward pass and vermillion in the backward pass; the local derivatives
    used so far stand on their edges, and what is not known yet is "–".

    Args:
        expr: The result, as `play` takes it.
        path: Where to write the file, if anywhere.
        step: The step, as `play` counts; the last if not given.
        animate: True for all steps, one after another, again and again: one file without a script, for a README or a
            slide. It keeps to the reader's light or dark scheme, and shows the end alone if motion is to be reduced.
        by: "contribution" for one contribution a step, "node" for all of one node's, "stage" for the stages of a neuron
            with its loss.
        accumulate: False for what `=` in place of `+=` would do.
        gradients: False for a forward pass alone.
        rankdir: "LR" for inputs left and result right, "TB" for inputs on top.
        groups: "auto" to draw the groups of more than 60 values as closed cards, as `play` does, "open" to draw every
            value, "closed" to draw groups as cards always.
        constants: True for cards of the constants too, such as the 1 of `a + 1`.
        leaves: Numbers for the names of a preset, text or function, should one be called `step`, say.
        **named: The same: `to_svg("a * b", a=2, b=-3)`.

    Returns:
        An `<svg>` element, as text, of which a notebook shows one line.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If an option is none of those, or the graph has more than 10,000 operations (100,000 in groups), or
            more than 60 steps with `animate`.

    Example:
        >>> to_svg("square", step=3).startswith("<svg")
        True
        >>> "@keyframes" in to_svg("square", animate=True)
        True
    """
    require_choices(by=by, rankdir=rankdir, groups=groups)
    shown = trace_any(expr, leaves, named, to_svg, limit=MOST_OPERATIONS, in_groups=MOST_IN_PARTS)
    shown, placed = trace_and_scene(shown, rankdir, groups)
    folded = folded_constants(placed, constants)
    last = last_step(shown, by, gradients, folded=folded)
    if animate:
        _require_film(step, last)
        moments = [
            scene_at_step(shown, placed, by, k, accumulate=accumulate, constants=constants) for k in range(last + 1)
        ]
        made = draw_film(shown, moments[0][0], [now for _, now in moments], gradients)
    else:
        at = last if step is None else require_step(shown, by, step, gradients, folded=folded)
        placed, now = scene_at_step(shown, placed, by, at, accumulate=accumulate, constants=constants)
        made = draw_svg(shown, placed, data=now.data, grad=now.grad, now=now, gradients=gradients)
    return FileText(made, path)


def _require_film(step: int | None, last: int) -> None:
    """Raises ValueError if not all steps can be shown, one after another."""
    if step is not None:
        raise ValueError(f"step must be left out with animate=True, which shows them all (got {step!r})")
    if last > MOST_STEPS:
        raise ValueError(
            f"expr must have at most {MOST_STEPS} steps with animate=True (got {last}); by='node' has fewer, and "
            "step=… is one"
        )


def still_html(
    trace: Trace,
    placed: dict[str, Any],
    by: str,
    step: int,
    *,
    accumulate: bool,
    gradients: bool,
    constants: bool,
    hidden: bool,
    along: int | None = None,
) -> str:
    """A step of a player as HTML that needs no script: a picture, or a sentence where that would be too large.

    Args:
        trace: What is played; the rest is as for `play`.
        placed: Its scene.
        hidden: Whether the data that is not computed yet is to be found by the learner.
        along: The leaf of forward mode, if it is that.
    """
    titled = [value_title(placed, i) for i in range(len(trace))]
    said = describe_graph(trace, titled, numbers=not hidden, folded=len(folded_constants(placed, constants)))
    words = escape_xml(said).replace('"', "&quot;")
    placed, now = scene_at_step(trace, placed, by, step, accumulate=accumulate, constants=constants, along=along)
    sentence = f'<p class="mv-still">{words}.</p>'
    if len(placed.get("shown", trace.op)) + len(placed.get("closed", ())) > STILL:
        return sentence
    if not hidden:
        now = now._replace(data=list(trace.data))
    made = draw_svg(
        trace, {**placed, "alt": said}, data=now.data, grad=now.grad, now=now, gradients=gradients,
        second="grad" if along is None else "rate",
    )  # fmt: skip
    picture = Still(made, said).to_img()
    return picture if len(picture) <= STILL_BYTES else sentence


def scene_at_step(
    trace: Trace, placed: dict[str, Any], by: str, step: int, *, accumulate: bool, constants: bool,
    along: int | None = None,
) -> tuple[dict[str, Any], StepState]:  # fmt: skip
    """What is to be drawn of a scene of either kind, with all groups closed, and of a step."""
    folded = folded_constants(placed, constants)
    if "parts" in placed:
        closed = close_groups(trace, placed, constants=constants)
        return closed, state_of_closed_groups(trace, closed, by, step, accumulate=accumulate, folded=folded)
    shown = placed if constants else fold_constants(placed)
    if along is not None:
        return shown, state_along(trace, along, step)
    return shown, state_at_step(trace, by, step, accumulate=accumulate, folded=folded)
