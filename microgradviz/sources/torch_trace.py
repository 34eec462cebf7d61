"""The trace of a torch result: the backward pass of torch's own functions, carried out beside your tensors.

Each function of backward is called here one by one, in torch's order, on gradients of our own: no `.grad` is touched,
no hook runs, nothing is freed. What it answers to 1 is the local derivative; what it answers to the gradient that
arrived is the contribution. A tensor of several numbers is one value: its data and grad are norms.
"""

from __future__ import annotations

import math
from typing import Any

from ..engine import OPS, calling_frame
from ..tracing import Trace, objects_in_frame, parameters_of
from .torch_functions import Vertex, require_torch_graph, with_plain_errors
from .torch_graph import walk_torch_graph

_CLOSE = 1e-4  # torch multiplies in its own order and precision; more than this is another number


def trace_torch(root: Any, *, limit: int | None = None) -> Trace:
    """The trace of a tensor with one number, through its `grad_fn`.

    Raises:
        ValueError: If it has no graph, is not one number, or the graph was freed or changed in place.
    """
    import torch

    graph, frame = require_torch_graph(root), calling_frame()
    given = parameters_of(frame) if root.grad_fn is not None else ()  # a helper's name for the result of its caller
    held = ((name, thing) for name, thing in objects_in_frame(frame) if thing is not root or name not in given)
    order = walk_torch_graph(graph, held, limit)
    index = {id(v): i for i, v in enumerate(order)}
    trace = Trace(
        op=[v.op for v in order],
        data=[_size(v.tensor) for v in order],
        grad=[_held(v) for v in order],
        label={i: v.label for i, v in enumerate(order) if v.label},
        params={i: v.params for i, v in enumerate(order) if v.params},
        group=[-1] * len(order),
        groups=[],
        line={},
        sources=[index[id(x)] for v in order for x in v.inputs],
        targets=[i for i, v in enumerate(order) for _ in v.inputs],
        slot=[slot for v in order for slot in range(len(v.inputs))],
        local=[None for v in order for _ in v.inputs],
        order=[],
        root=next(i for i, v in enumerate(order) if v.node is root.grad_fn or root.grad_fn is None),
        engine="torch",
    )
    trace.unknown = frozenset(i for i, v in enumerate(order) if v.tensor is None)
    notes = []
    if any(not v.scalar for v in order):
        notes.append("The numbers of a tensor are norms.")
    if trace.unknown:
        notes.append("torch does not keep every number of the forward pass; those show as –.")
    with torch.no_grad():
        try:
            if _backward(trace, order, root):
                notes.append("torch finds no gradient for a tensor that needs none; it shows as –.")
        except ValueError:
            raise
        except Exception as error:  # somebody's own autograd.Function
            trace.order, trace.observed = [], []
            notes.append(f"No backward pass: it raised {type(error).__name__}: {error}")
    trace.note = " ".join(notes)
    return trace


def _backward(trace: Trace, order: list[Vertex], root: Any) -> bool:
    """Fill in local derivatives, the order of the visits, and contributions that are not grad × local.

    Returns:
        Whether there is one that torch does not find.
    """
    import torch

    first = trace.first_edges()
    visits = _torchs_order([i for i in range(len(order) - 1, -1, -1) if order[i].op], trace, order)
    arrived: dict[tuple[Any, int], Any] = {(root.grad_fn, 0): torch.ones_like(root)}
    sizes = [0.0] * len(order)  # the gradients as the trace tells them
    sizes[trace.root] = 1.0
    unknown = False
    k = 0
    for i in visits:
        v = order[i]
        outputs = len(getattr(v.node, "_input_metadata", (0,)))
        grads = [arrived.get((v.node, number)) for number in range(outputs)]
        gone = all(g is None for g in grads)
        parts = [None] * len(v.node.next_functions) if gone else _called(v.node, grads)
        slopes = _slopes(v)
        for e, x, slot in zip(range(first[i], first[i + 1]), v.inputs, v.slots, strict=True):
            source, local = trace.sources[e], slopes.get(slot)
            if local is None and x.node is None and v.op in OPS:  # a constant: torch does not ask for its derivative
                numbers = [t.tensor.item() for t in v.inputs]
                local = OPS[v.op].run_ieee(*numbers, *v.params.values())[1][trace.slot[e]]
            trace.local[e] = local
            before = sizes[source]
            after = before + sizes[i] * local if local is not None else before
            if x.node is not None and parts[slot] is not None:
                place = v.node.next_functions[slot]
                arrived[place] = parts[slot] if place not in arrived else arrived[place] + parts[slot]
                seen = [g for (node, _), g in arrived.items() if node is x.node] if not x.scalar else [arrived[place]]
                true = math.hypot(*map(_size, seen)) if len(seen) > 1 else _size(seen[0])
                if local is None or _apart(true, after, before):
                    after = true
            elif local is None and x.node is None and not gone:
                after, unknown = math.nan, True  # and 0 would be wrong
            if after != after and local is None and x.node is None and not gone:
                trace.observed.append((k, before, None))
            elif local is None or _apart(after, before + sizes[i] * local, before):
                trace.observed.append((k, before, after))
            sizes[source] = after
            k += 1
    trace.order = visits
    return unknown


def _torchs_order(visits: list[int], trace: Trace, order: list[Vertex]) -> list[int]:
    """Latest made first, as torch does it, if that is an order in which each comes after its users."""
    try:
        latest = sorted(visits, key=lambda i: -order[i].node._sequence_nr())
    except (AttributeError, RuntimeError):
        return visits
    at = {i: k for k, i in enumerate(latest)}
    right = all(at[t] < at[s] for s, t in zip(trace.sources, trace.targets, strict=True) if s in at)
    return latest if right else visits


def _called(node: Any, grads: list[Any]) -> list[Any]:
    """The gradients of a function's inputs from those of its outputs, in the shapes of the inputs."""
    answer = with_plain_errors(lambda: node(*grads) if callable(node) else node.apply(*grads))
    parts = list(answer) if isinstance(answer, tuple | list) else [answer]
    for slot, (following, number) in enumerate(node.next_functions):
        if following is not None and parts[slot] is not None:
            wanted = following._input_metadata[number]  # torch sums over what was spread, and rounds, after the call
            parts[slot] = parts[slot].sum_to_size(wanted.shape).to(wanted.dtype)
    return parts


def _slopes(v: Vertex) -> dict[int, float]:
    """The local derivatives by the inputs that are single numbers, as torch has them: what it makes of a gradient 1."""
    import torch

    if not v.scalar or not any(x.scalar and x.node is not None for x in v.inputs) or not v.node:
        return {}
    like = v.node._input_metadata[0]
    parts = _called(v.node, [torch.ones(v.shape or (), dtype=like.dtype, device=like.device)])
    return {
        slot: _size(parts[slot])
        for x, slot in zip(v.inputs, v.slots, strict=True)
        if x.scalar and x.node is not None and parts[slot] is not None
    }


def _apart(true: float, told: float, before: float) -> bool:
    if true == told or (true != true and told != told):
        return False
    return not abs(true - told) <= _CLOSE * max(abs(true), abs(told), abs(before))


def _held(v: Vertex) -> float | None:
    """The gradient in the caller's own tensor, for leaves."""
    grad = getattr(getattr(v.node, "variable", None), "grad", None)
    return None if grad is None else _size(grad)


def _size(tensor: Any) -> float:
    """The number of a tensor with one, the norm of any other; nan if it is not known."""
    if tensor is None:
        return math.nan
    if tensor.numel() == 1 and not tensor.is_complex():
        return float(tensor.detach())
    dense = tensor.to_dense() if tensor.is_sparse else tensor
    return float(dense.detach().abs().double().norm())
