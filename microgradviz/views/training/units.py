"""The units of a network, found in the graph of one sample: the layer of each, and which values it is made of."""

from __future__ import annotations

from ...tracing import Trace

_ACTIVATIONS = frozenset({"tanh", "sigmoid", "relu", "leaky_relu", "softplus", "silu", "gelu", "elu", "sin", "abs"})
Layer = dict[str, list[int]]  # of each unit, "units", and what its activation is made of, "sums"


def find_layers(trace: Trace, predictions: list[int]) -> list[Layer]:
    """The units, layer by layer: what groups call neurons; else what an activation made, by depth; predictions last."""
    sources = _sources(trace)
    neurons = {g for g, (name, _) in enumerate(trace.groups) if name.startswith("neuron")}
    last_of_all = max(predictions)  # the loss may have activations of its own
    if neurons:
        units = sorted({max(i for i in range(len(trace)) if trace.group[i] == g) for g in neurons & {*trace.group}})
    else:
        units = [i for i, op in enumerate(trace.op) if op in _ACTIVATIONS and i <= last_of_all]
    members = {*units, *predictions}
    depth: list[int] = [0] * len(trace)
    for i, some in enumerate(sources):
        depth[i] = max((depth[s] for s in some), default=0) + (i in members)
    layers: dict[int, list[int]] = {}
    last = max(depth[i] for i in predictions)
    for i in sorted(members):
        if i in predictions or depth[i] <= last:
            layers.setdefault(last if i in predictions else depth[i], []).append(i)

    def before(unit: int) -> int:
        made = sources[unit]
        return made[0] if trace.op[unit] in _ACTIVATIONS and len(made) == 1 else unit

    return [{"units": layers[d], "sums": [before(i) for i in layers[d]]} for d in sorted(layers)]


def group_units(trace: Trace, layers: list[Layer]) -> None:
    """Give a trace without groups those of its layers, each unit with the values that are there for it alone."""
    units = {unit for layer in layers for unit in layer["units"]}
    if trace.groups or len(units) < 2:
        return
    sources = _sources(trace)
    users: dict[int, set[int]] = {}
    for unit in units:
        left = [unit]
        while left:
            at = left.pop()
            if unit not in users.setdefault(at, set()):
                users[at].add(unit)
                left += [i for i in sources[at] if trace.op[i] and i not in units]
    group_of: dict[int, int] = {}
    for number, layer in enumerate(layers, 1):
        around = len(trace.groups)
        trace.groups.append((f"layer {number}", -1))
        for place, unit in enumerate(layer["units"], 1):
            group_of[unit] = len(trace.groups)
            trace.groups.append((f"neuron {place}", around))
    for at, found in users.items():
        if len(found) == 1 and trace.op[at]:
            trace.group[at] = group_of[min(found)]


def _sources(trace: Trace) -> list[list[int]]:
    first = trace.first_edges()
    return [[trace.sources[e] for e in range(first[i], first[i + 1])] for i in range(len(trace))]
