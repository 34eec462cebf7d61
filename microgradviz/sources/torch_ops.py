"""What is known about single functions of torch's backward: our name for them, and how to compute them again."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from ..engine import BUILT_IN, OPS
from .torch_asked import saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine import Op
    from .torch_graph import Vertex

_ROWS = {grad_fn: OPS[name] for name in BUILT_IN for grad_fn in OPS[name].grad_fn}

# Under which names a function keeps its inputs, where not as "self" and "other".
KEPT: dict[str, tuple[str, ...]] = {
    "Addmm": ("", "mat1", "mat2"),
    "Mm": ("self", "mat2"),
    "Bmm": ("self", "mat2"),
    "Mv": ("self", "vec"),
    "Dot": ("self", "tensor"),
    "MseLoss": ("self", "target"),
    "L1Loss": ("self", "target"),
    "BinaryCrossEntropy": ("self", "target"),
    "BinaryCrossEntropyWithLogits": ("self", "target"),
    "Pow": ("self", "exponent"),
}

# The forward pass of functions that are no rows of our table and do not keep their own result.
_AGAIN: dict[str, Callable[..., Any]] = {
    "Clone": lambda node, shape, x: x,
    "T": lambda node, shape, x: x.t(),
    "Mm": lambda node, shape, x, y: x @ y,
    "Mv": lambda node, shape, x, y: x @ y,
    "Dot": lambda node, shape, x, y: x @ y,
    "Addmm": lambda node, shape, b, x, y: node._saved_beta * b + node._saved_alpha * (x @ y),
    "Sum": lambda node, shape, x: x.sum().reshape(shape) if math.prod(shape) == 1 else None,
    "Mean": lambda node, shape, x: x.mean().reshape(shape) if math.prod(shape) == 1 else None,
    "View": lambda node, shape, x: x.reshape(shape),
    "UnsafeView": lambda node, shape, x: x.reshape(shape),
    "Squeeze": lambda node, shape, x: x.reshape(shape),
    "Unsqueeze": lambda node, shape, x: x.reshape(shape),
    "Expand": lambda node, shape, x: x.expand(shape),
    "Stack": lambda node, shape, *xs: xs[0].new_tensor([x.item() for x in xs]) if xs[0].dim() == 0 else None,
}


def again(v: Vertex) -> Any:
    """The result of a function from its inputs; torch computes it, so the digits are torch's. None if not known how."""
    import torch

    inputs = [x.tensor for x in v.inputs]
    row = _row(v)
    if row is not None:
        options = {option: saved(v.node, option) for option in row.torch_options}
        return attrgetter(row.torch)(torch)(*inputs, **options)
    return _AGAIN[v.op](v.node, v.shape, *inputs) if v.op in _AGAIN else None


def row_of(v: Vertex) -> tuple[str, dict[str, float]] | None:
    """The row of our table, and its constants, that a function on single numbers is; None if it is none of them."""
    if v.op == "Reciprocal":
        return "pow_n", {"n": -1.0}
    row = _row(v)
    if row is None or len(v.inputs) != row.arity:
        return None
    constants = {}
    for option, ours in row.torch_options.items():
        theirs = saved(v.node, option)
        if ours in row.params and theirs is not None:
            constants[ours] = float(theirs)
        elif theirs != ours:
            return None
    return row.name, constants


def _row(v: Vertex) -> Op | None:
    name = v.node.name() if v.node is not None else ""
    return _ROWS.get(name) or _ROWS.get(v.op)


def solved(v: Vertex, slot: int) -> Any:
    """The one unknown input of a sum, difference or negation, as a tensor; None if it cannot be told.

    Of the numbers that give exactly this result, the one with few digits is taken: what a person wrote.
    """
    if v.op not in ("Add", "Sub", "Rsub", "Neg") or (v.op != "Neg" and v.node._saved_alpha != 1):
        return None
    if v.op == "Neg":
        return (-v.tensor).reshape(v.inputs[slot].shape)
    other = v.inputs[1 - slot].tensor.reshape(v.tensor.shape)
    found = v.tensor + other if v.op != "Add" and slot == 0 else v.tensor - other
    if v.op != "Add" and slot == 1:
        found = -found
    if not found.isfinite().all():
        return None
    rounded = found.new_tensor(float(f"{found.item():.6g}")).reshape(v.tensor.shape)
    for candidate in (rounded, found):
        pair = (candidate, other) if slot == 0 else (other, candidate)
        if bool(((pair[0] + pair[1] if v.op == "Add" else pair[0] - pair[1]) == v.tensor).all()):
            return candidate.reshape(v.inputs[slot].shape)
    return None
