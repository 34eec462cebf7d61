"""to_html(expression): the player as one file that needs no kernel, no server and no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from ..layout import value_title
from ..tracing import Trace, last_step
from .file_text import FileText
from .offline import offline_page
from .player import ask_torch_if_loaded, prepare_player
from .still import still_html


def to_html(
    expr: Any = None,
    /,
    path: str | PathLike[str] | None = None,
    *,
    presets: Sequence[str] | bool | None = None,
    title: str | None = None,
    level: str = "first",
    by: str = "contribution",
    accumulate: bool = True,
    start: str = "forward",
    step: int | None = None,
    rankdir: str = "LR",
    predict: str | None = None,
    gradients: bool = True,
    formula: bool = False,
    groups: str = "auto",
    constants: bool = False,
    update: float | None = None,
    params: Sequence[Any] | None = None,
    against: Any = None,
    size: str = "fit",
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> str:
    """The player of an expression as one HTML file; or an instrument, such as `concept_test()`.

    Args:
        expr: The result, as `play` takes it; of an instrument only `path` and `title` count.
        path: Where to write the file, if anywhere.
        presets: Names of presets, or True for all: a switch between them; expr may then be left out.
        title: The page's title; the preset's title or the result's name if not given.
        level: As for `play`, like all that follow.
        by: "contribution" or "node".
        accumulate: False to see what `=` in place of `+=` would do.
        start: "forward" or "backward".
        step: The step to begin with.
        rankdir: "LR" or "TB".
        predict: None, "data", "local" or "grad".
        gradients: False for the forward pass alone.
        formula: True to show the whole expression with live numbers.
        groups: "auto", "open" or "closed".
        constants: True for cards of the constants too.
        update: A learning rate, to play rounds of updates.
        params: The leaves that step, or their names; every named leaf if left out.
        against: An expression to compare with, or True for our own engine.
        size: "fit", or "present" to open the page with large letters, for a room.
        leaves: Numbers for the names of a preset, text or function, should one be called `title`, say.
        **named: The same: `to_html("a * b", a=2, b=-3)`.

    Returns:
        The page, as text, of which a notebook shows one line. The table beside its picture has PyTorch's gradients too
        if torch was imported before.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If an option is none of those, or the graph has more than 10,000 operations (100,000 in groups).

    Example:
        >>> from microgradviz import Value
        >>> a = Value(3.0)
        >>> to_html(a * a, title="a squared").splitlines()[0]
        '<!doctype html>'
    """
    if hasattr(type(expr), "to_page"):
        return FileText(expr.to_page(title), path)
    traces, values = prepare_player(
        expr, presets, leaves, named, to_html, against,
        level=level, by=by, accumulate=accumulate, start=start, step=step, rankdir=rankdir,
        gradients=gradients, formula=formula, predict=predict, groups=groups, constants=constants,
        size=size, update=update, params=params,
    )  # fmt: skip
    if gradients and predict is None:
        for name, made in traces.items():
            values.get("plays", {}).get(name, values)["torch"] = ask_torch_if_loaded(made)
        if "plays" in values:
            values["torch"] = values["plays"][values["preset"]]["torch"]
    if title is None:
        title = _title(values)
        if "plays" not in values:
            values["scene"].pop("heading", None)  # it stands over the page already
    still = _still(traces[values["preset"]], values)
    return FileText(offline_page("player/index.js", values, title, still), path)


def _still(trace: Trace, values: dict[str, Any]) -> str:
    """What the page shows without JavaScript: the step it begins with; the last in place of the first."""
    asked = values["predict"] is not None
    step = values["step"] or (0 if asked else last_step(trace, values["by"], values["gradients"]))
    return still_html(
        trace, values["scene"], values["by"], step, accumulate=values["accumulate"], gradients=values["gradients"],
        constants=values["constants"], hidden=values["predict"] == "data",
    )  # fmt: skip


def _title(values: dict[str, Any]) -> str:
    if "plays" in values:
        return "A choice of expressions"
    heading: str | None = values["scene"].get("heading")
    return heading or value_title(values["scene"], values["trace"]["root"])
