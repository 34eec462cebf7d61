"""What a player is given, as plain data: the trace, its scene, and the values of its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...layout import (
    MOST_IN_PARTS,
    MOST_OPERATIONS,
    describe_graph,
    folded_constants,
)
from ...sources import Preset, choose_presets, find_preset, is_function, trace_any
from ...tracing import Trace, count_forward_steps, count_operations, require_stages, require_step
from ..beside import require_against
from ..options import PlayOptions
from ..scenes import trace_and_scene
from ..sendable import mend_surrogates, sendable_trace
from .leaves import editor_data, leaf_along, list_names, named_leaves, require_along, require_nudge
from .updates import count_update_steps, find_params, param_names, require_rate


def prepare_player(
    expr: Any, options: PlayOptions, named: Mapping[str, float], function: Callable[..., Any]
) -> tuple[dict[str, Trace], dict[str, Any]]:
    """What `play` and `to_html` show: one expression, or presets with a switch between them.

    Args:
        expr: As for `play`.
        options: How it is played.
        named: Numbers for the names of a preset, text or function.
        function: The function that was called; errors name it.

    Returns:
        The traces by the name of their preset, "" if it is none; and the values of the player's traits.
    """
    presets, leaves = options.presets, options.leaves
    require_against(options)
    if presets is None or presets is False:
        shown = trace_any(expr, leaves, named, function, limit=MOST_OPERATIONS, in_groups=MOST_IN_PARTS)
        preset = find_preset(expr, {**(leaves or {}), **named})
        rate = require_rate(options.update, shown, gradients=options.gradients, predict=options.predict)
        params = _params(options.params, rate, expr, shown)
        options = replace(options, update=rate, params=params)
        shown, played = prepare_play(shown, options, preset, function=is_function(expr))
        return {preset.name if preset else "": shown}, played
    for name in ("update", "params", "nudge", "along"):
        if getattr(options, name) is not None:
            raise ValueError(
                f"{name} must be given for one preset, {function.__name__}('neuron', {name}=…), not for a switch "
                f"(got {getattr(options, name)!r})"
            )
    if options.against:
        raise ValueError(
            "against must be left out with presets, a switch between several expressions (got True); "
            f"name one: {function.__name__}('neuron', against=True)"
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
    values = {p.name: prepare_play(traces[p.name], replace(options, step=None), p)[1] for p in chosen}
    begin = values[first]
    if options.step is not None:
        begin["step"] = require_step(
            traces[first],
            begin["by"],
            options.step,
            begin["gradients"],
            folded=folded_constants(begin["scene"], options.constants),
        )
    each = {name: {key: v[key] for key in ("trace", "scene", "step")} for name, v in values.items()}
    return traces, {**begin, "plays": each}


_SENT_AS_THEY_ARE = ("level", "by", "predict", "update", "nudge", "along", "reveal", "size")
_SENT_AS_TRUTHS = ("accumulate", "gradients", "formula", "constants")


def prepare_play(
    trace: Trace, options: PlayOptions, preset: Preset | None = None, *, function: bool = False
) -> tuple[Trace, dict[str, Any]]:
    """All that a page needs to play a trace: the trace as it is played, and the values of the player's traits.

    Args:
        trace: What to play.
        options: How; `params` are numbers of leaves of this trace here.
        preset: The preset that it is, if any.
        function: Whether a function made it, of leaves that shall have their sliders at once.

    Raises:
        ValueError: If there is too much to draw.
    """
    whole = next((name for name in ("predict", "nudge", "along") if getattr(options, name)), None)
    groups = _open_for(whole, options, trace) if whole else options.groups
    require_nudge(options, trace)
    _require_mode(options, trace)
    given = trace
    trace, made = trace_and_scene(trace, options.rankdir, groups, options.against)
    names = param_names(list(options.params) if options.params is not None else None, given, trace)
    updates = count_update_steps(options.update, names, trace, "parts" in made)
    if options.by == "stage":
        made["stages"] = stages_of_play(trace, made)
    first = count_forward_steps(trace, options.by) if options.start == "backward" else 0
    placed = mend_surrogates(made)
    if options.predict == "data":
        placed["alt"] = describe_graph(trace, placed["title"], numbers=False)
        if "fold" in placed:
            gone = len(placed["fold"]["nodes"])
            placed["fold"]["alt"] = describe_graph(trace, placed["title"], numbers=False, folded=gone)
    placed["edit"] = mend_surrogates(editor_data(trace, given={}, function=function))
    if preset:
        placed["heading"] = preset.title
    folded = folded_constants(placed, options.constants)
    if options.step is not None:
        along = leaf_along(trace, options.along)
        first = require_step(trace, options.by, options.step, options.gradients, updates, folded=folded, along=along)
    return trace, {
        "trace": sendable_trace(trace),
        "scene": placed,
        "step": first,
        "answers": [],
        "params": names,
        "preset": preset.name if preset else "",
        **{name: getattr(options, name) for name in _SENT_AS_THEY_ARE},
        **{name: bool(getattr(options, name)) for name in _SENT_AS_TRUTHS},
    }


def _require_mode(options: PlayOptions, trace: Trace) -> None:
    """Raises ValueError if mode and along do not go together, or along is no leaf."""
    if options.mode == "reverse" and options.along is not None:
        raise ValueError(f"along must be left out without mode='forward' (got {options.along!r})")
    if options.mode == "forward" and options.along is None:
        known = list_names(named_leaves(trace))
        raise ValueError(f"along must be given with mode='forward', the name of a leaf: {known} (got None)")
    require_along(options, trace)


def stages_of_play(trace: Trace, placed: dict[str, Any]) -> list[dict[str, Any]]:
    """The stages of a neuron with its loss, as plain data.

    Raises:
        ValueError: If it is something else, or in groups.
    """
    if "parts" in placed:
        raise ValueError("groups must be 'open' with by='stage', whose values must be seen (got a picture of groups)")
    return [stage._asdict() for stage in require_stages(trace)]


def _params(params: Any, update: float | None, expr: Any, trace: Trace) -> list[int] | None:
    if params is not None and update is None:
        raise ValueError(f"params must be left out without update, the rate by which they step (got {params!r})")
    return find_params(params, expr, trace)


def _open_for(name: str, options: PlayOptions, trace: Trace) -> str:
    """Groups open, because every value must be seen.

    Raises:
        ValueError: If they are to be closed, or cannot be opened.
    """
    given = getattr(options, name)
    if options.groups == "closed":
        raise ValueError(f"groups must be 'auto' or 'open' with {name}={given!r}, for which every value must be seen")
    if count_operations(trace) > MOST_OPERATIONS:
        raise ValueError(
            f"{name} must be None for more than {MOST_OPERATIONS:,} operations (got {given!r}), because every value "
            "must be seen; take a smaller part, such as the loss of one sample"
        )
    return "open"
