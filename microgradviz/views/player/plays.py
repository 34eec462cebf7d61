"""What a player is given, as plain data: the trace, its scene, and the values of its options."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ...layout import (
    MOST_IN_PARTS,
    MOST_OPERATIONS,
    alt,
)
from ...sources import Preset, is_function, preset_named, presets_chosen, traced
from ...tracing import Trace, operations, within
from ..options import check_choices, drawn
from .leaves import editable

_TEXTS = ("op", "label", "params", "groups", "line", "engine", "note")  # the columns of a trace that hold text


def plays(
    expr: Any,
    presets: Any,
    leaves: Mapping[str, float] | None,
    named: Mapping[str, float],
    function: Callable[..., Any],
    **options: Any,
) -> tuple[dict[str, Trace], dict[str, Any]]:
    """What `play` and `to_html` show: one expression, or presets with a switch between them.

    Args:
        expr: As for `play`, like presets, leaves and named.
        function: The function that was called; errors name it.
        options: Those of `playing`.

    Returns:
        The traces by the name of their preset, "" if it is none; and the values of the player's traits.
    """
    if presets is None or presets is False:
        shown = traced(expr, leaves, named, function, limit=MOST_OPERATIONS, in_groups=MOST_IN_PARTS)
        preset = preset_named(expr, {**(leaves or {}), **named})
        shown, played = playing(shown, preset, function=is_function(expr), **options)
        return {preset.name if preset else "": shown}, played
    chosen = presets_chosen(presets)
    if leaves or named:
        raise TypeError(
            f"leaves must be given for one preset, {function.__name__}('neuron', b=0), not for a switch (got presets)"
        )
    first = expr if expr is not None else chosen[0].name
    if first not in [preset.name for preset in chosen]:
        raise ValueError(f"expression must be left out, or be the preset to begin with, among presets (got {first!r})")
    traces = {preset.name: traced(preset.value(), None, {}, function) for preset in chosen}
    values = {p.name: playing(traces[p.name], p, **{**options, "step": None})[1] for p in chosen}
    begin = values[first]
    if options["step"] is not None:
        begin["step"] = within(traces[first], begin["by"], options["step"], begin["gradients"])
    each = {name: {key: v[key] for key in ("trace", "scene", "step")} for name, v in values.items()}
    return traces, {**begin, "plays": each}


def playing(
    trace: Trace,
    preset: Preset | None = None,
    *,
    level: str,
    by: str,
    accumulate: bool,
    start: str,
    step: int | None,
    rankdir: str,
    predict: str | None,
    layout: str,
    gradients: bool,
    formula: bool,
    groups: str,
    function: bool = False,
) -> tuple[Trace, dict[str, Any]]:
    """All that a page needs to play a trace: the trace as it is played, and the values of the player's traits.

    Args:
        trace: What to play; the rest is as for `play`.
        preset: The preset that it is, if any.
        function: Whether a function made it, of leaves that shall have their sliders at once.

    Raises:
        ValueError: If an option is none of its choices, or there is too much to draw.
    """
    check_choices(
        level=level, by=by, start=start, rankdir=rankdir, layout=layout, predict=predict, groups=groups
    )  # fmt: skip
    if predict is not None:
        groups = _open_for(predict, groups, trace)
    trace, made = drawn(trace, rankdir, layout, groups)
    first = operations(trace) if start == "backward" else 0
    placed = sendable(made)
    if predict == "data":
        placed["alt"] = alt(trace, placed["title"], numbers=False)
    placed["edit"] = sendable(editable(trace, given={}, function=function))
    if preset:
        placed |= {"heading": preset.title, "stage": preset.stage_of(trace.label, len(trace))}
    return trace, {
        "trace": sendable_trace(trace),
        "scene": placed,
        "step": first if step is None else within(trace, by, step, gradients),
        "level": level,
        "by": by,
        "accumulate": bool(accumulate),
        "predict": predict,
        "answers": [],
        "gradients": bool(gradients),
        "formula": bool(formula),
        "preset": preset.name if preset else "",
    }


def _open_for(predict: str, groups: str, trace: Trace) -> str:
    """Groups open, because what is asked about must be seen.

    Raises:
        ValueError: If they are to be closed, or cannot be opened.
    """
    if groups == "closed":
        raise ValueError(f"groups must be 'auto' or 'open' with predict={predict!r}, which asks for every value")
    if operations(trace) > MOST_OPERATIONS:
        raise ValueError(
            f"predict must be None for more than {MOST_OPERATIONS:,} operations (got {predict!r}), because it asks for "
            "every value; take a smaller part, such as the loss of one sample"
        )
    return "open"


def sendable_trace(trace: Trace) -> dict[str, Any]:
    """A trace as plain data that can travel."""
    columns = trace.to_dict()
    return {**columns, **sendable({name: columns[name] for name in _TEXTS})}


def sendable(columns: dict[str, Any]) -> dict[str, Any]:
    """Plain data that can travel: half a character (a lone surrogate) in a label becomes "?"."""
    text = json.dumps(columns, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        mended: dict[str, Any] = json.loads(text.encode("utf-8", "replace"))
        return mended
    return columns
