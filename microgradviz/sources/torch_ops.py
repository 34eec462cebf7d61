"""What is known about single functions of torch's backward: our name for them, and how to compute them again."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .torch_graph import Vertex

_ROWS = {
    "Add": "add", "Sub": "sub", "Rsub": "sub", "Mul": "mul", "Div": "div", "Neg": "neg", "Exp": "exp", "Log": "log",
    "Sqrt": "sqrt", "Sin": "sin", "Cos": "cos", "Tanh": "tanh", "Sigmoid": "sigmoid", "Relu": "relu", "Abs": "abs",
    "Maximum": "max", "Minimum": "min",
}  # fmt: skip

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

# The forward pass of functions that do not keep their own result; torch computes it, so the digits are torch's.
AGAIN: dict[str, Callable[..., Any]] = {
    "Add": lambda node, shape, x, y: x + node._saved_alpha * y,
    "Sub": lambda node, shape, x, y: x - node._saved_alpha * y,
    "Rsub": lambda node, shape, c, x: c - node._saved_alpha * x,
    "Mul": lambda node, shape, x, y: x * y,
    "Div": lambda node, shape, x, y: x / y,
    "Neg": lambda node, shape, x: -x,
    "Log": lambda node, shape, x: x.log(),
    "Sin": lambda node, shape, x: x.sin(),
    "Cos": lambda node, shape, x: x.cos(),
    "Abs": lambda node, shape, x: x.abs(),
    "Pow": lambda node, shape, x, *y: x ** (y[0] if y else node._saved_exponent),
    "Maximum": lambda node, shape, x, y: x.maximum(y),
    "Minimum": lambda node, shape, x, y: x.minimum(y),
    "LeakyRelu": lambda node, shape, x: x.where(x > 0, node._saved_negative_slope * x),
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


def row_of(v: Vertex) -> tuple[str, dict[str, float]] | None:
    """The row of our table, and its constants, that a function on single numbers is; None if it is none of them."""
    node, kind, count = v.node, v.op, len(v.inputs)
    name = node.name() if node is not None else ""
    if kind in ("Add", "Sub", "Rsub") and node._saved_alpha != 1:
        return None
    if name == "PowBackward0":
        return ("pow_n", {"n": float(node._saved_exponent)}) if count == 1 else None
    if name in ("PowBackward1", "PowBackward2"):
        return ("pow", {}) if count == 2 else None
    if kind == "Reciprocal":
        return "pow_n", {"n": -1.0}
    if kind == "LeakyRelu":
        return "leaky_relu", {"slope": float(node._saved_negative_slope)}
    if kind == "Softplus":
        return ("softplus", {}) if (node._saved_beta, node._saved_threshold) == (1, 20) else None
    if kind == "Div" and hasattr(node, "_saved_rounding_mode"):
        return None
    if kind not in _ROWS or count != (2 if kind in ("Add", "Sub", "Rsub", "Mul", "Div", "Maximum", "Minimum") else 1):
        return None
    return _ROWS[kind], {}


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
