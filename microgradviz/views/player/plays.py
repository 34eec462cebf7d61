"""What a player is given, as plain data: the trace, its scene, and the values of its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...engine import short_repr
from ...layout import (
    MOST_IN_PARTS,
    MOST_OPERATIONS,
    describe_graph,
)
from ...sources import Preset, choose_presets, find_preset, is_function, trace_any
from ...tracing import Trace, count_operations, require_step
from ..beside import takes_numbers, trace_against
from ..options import require_choices, trace_and_scene
from ..sendable import mend_surrogates, sendable_trace
from .leaves import editor_data
from .updates import count_update_steps, find_params, param_names, require_rate


def prepare_player(
    expr: Any,
    presets: Any,
    leaves: Mapping[str, float] | None,
    named: Mapping[str, float],
    function: Callable[..., Any],
    against: Any,
    **options: Any,
) -> tuple[dict[str, Trace], dict[str, Any]]:
    """What `play` and `to_html` show: one expression, or presets with a switch between them.

    Args:
        expr: As for `play`, like presets, leaves and named.
        function: The function that was called; errors name it.
        against: As for `play`.
        options: Those of `prepare_play`.

    Returns:
        The traces by the name of their preset, "" if it is none; and the values of the player's traits.
    """
    if presets is None or presets is False:
        numbers = (leaves, named) if takes_numbers(expr) or not takes_numbers(against) else (None, {})
        shown = trace_any(expr, *numbers, function, limit=MOST_OPERATIONS, in_groups=MOST_IN_PARTS)
        preset = find_preset(expr, {**(leaves or {}), **named})
        other = trace_against(against, leaves, named, function, options)
        options["update"] = require_rate(
            options["update"], shown, gradients=options["gradients"], predict=options["predict"]
        )
        options["params"] = _params(options["params"], options["update"], expr, shown)
        shown, played = prepare_play(shown, preset, function=is_function(expr), against=other, **options)
        return {preset.name if preset else "": shown}, played
    for name in ("update", "params"):
        if options[name] is not None:
            raise ValueError(
                f"{name} must be given for one preset, {function.__name__}('neuron', update=0.1), not for a switch "
                f"(got {options[name]!r})"
            )
    if against is not None and against is not False:
        raise ValueError(
            f"against must be left out with presets, a switch between several expressions (got {short_repr(against)}); "
            f"name one: {function.__name__}('neuron', against=…)"
        )
    chosen = choose_presets(presets)
    if leaves or named:
        raise TypeError(
            f"leaves must be given for one preset, {function.__name__}('neuron', b=0), not for a switch (got presets)"
        )
    first = expr if expr is not None else chosen[0].name
    if first not in [preset.name for preset in chosen]:
        raise ValueError(f"expression must be left out, or be the preset to begin with, among presets (got {first!r})")
    traces = {preset.name: trace_any(preset.value(), None, {}, function) for preset in chosen}
    values = {p.name: prepare_play(traces[p.name], p, **{**options, "step": None})[1] for p in chosen}
    begin = values[first]
    if options["step"] is not None:
        begin["step"] = require_step(traces[first], begin["by"], options["step"], begin["gradients"])
    each = {name: {key: v[key] for key in ("trace", "scene", "step")} for name, v in values.items()}
    return traces, {**begin, "plays": each}


def prepare_play(
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
    gradients: bool,
    formula: bool,
    groups: str,
    constants: bool = False,
    size: str = "fit",
    update: float | None = None,
    params: list[int] | None = None,
    function: bool = False,
    against: Trace | bool | None = None,
) -> tuple[Trace, dict[str, Any]]:
    """All that a page needs to play a trace: the trace as it is played, and the values of the player's traits.

    Args:
        trace: What to play; the rest is as for `play`.
        params: The numbers of the leaves that step, in this trace.
        preset: The preset that it is, if any.
        function: Whether a function made it, of leaves that shall have their sliders at once.
        against: What to compare it with: a trace, or True for our own engine's.

    Raises:
        ValueError: If an option is none of its choices, or there is too much to draw.
    """
    require_choices(
        level=level, by=by, start=start, rankdir=rankdir, predict=predict, groups=groups, size=size
    )  # fmt: skip
    if predict is not None:
        groups = _open_for(predict, groups, trace)
    given = trace
    trace, made = trace_and_scene(trace, rankdir, groups, against)
    names = param_names(params, given, trace)
    updates = count_update_steps(update, names, trace, "parts" in made)
    first = count_operations(trace) if start == "backward" else 0
    placed = mend_surrogates(made)
    if predict == "data":
        placed["alt"] = describe_graph(trace, placed["title"], numbers=False)
        if "fold" in placed:
            folded = len(placed["fold"]["nodes"])
            placed["fold"]["alt"] = describe_graph(trace, placed["title"], numbers=False, folded=folded)
    placed["edit"] = mend_surrogates(editor_data(trace, given={}, function=function))
    if preset:
        placed |= {"heading": preset.title, "stage": preset.stage_of(trace.label, len(trace))}
    return trace, {
        "trace": sendable_trace(trace),
        "scene": placed,
        "step": first if step is None else require_step(trace, by, step, gradients, updates),
        "level": level,
        "by": by,
        "accumulate": bool(accumulate),
        "predict": predict,
        "answers": [],
        "gradients": bool(gradients),
        "formula": bool(formula),
        "constants": bool(constants),
        "update": update,
        "params": names,
        "size": size,
        "preset": preset.name if preset else "",
    }


def _params(params: Any, update: float | None, expr: Any, trace: Trace) -> list[int] | None:
    if params is not None and update is None:
        raise ValueError(f"params must be left out without update, the rate by which they step (got {params!r})")
    return find_params(params, expr, trace)


def _open_for(predict: str, groups: str, trace: Trace) -> str:
    """Groups open, because what is asked about must be seen.

    Raises:
        ValueError: If they are to be closed, or cannot be opened.
    """
    if groups == "closed":
        raise ValueError(f"groups must be 'auto' or 'open' with predict={predict!r}, which asks for every value")
    if count_operations(trace) > MOST_OPERATIONS:
        raise ValueError(
            f"predict must be None for more than {MOST_OPERATIONS:,} operations (got {predict!r}), because it asks for "
            "every value; take a smaller part, such as the loss of one sample"
        )
    return "open"
