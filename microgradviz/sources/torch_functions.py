"""Single functions of torch's backward: what they saved, our name for them, and how to compute them again."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from ..engine import BUILT_IN, OPS, short_repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..engine import Op

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
_FREED = (
    "the graph was freed by backward(); draw it before backward(), or call backward(retain_graph=True), "
    "or compute the result again"
)


class Vertex:
    """One value: a function of backward with its output, a leaf, or a constant that torch saved.

    Attributes:
        node: The function of backward; None for a constant.
        inputs: The values it was computed from.
        slots: Which of the function's inputs each of them is.
        op: Our name for the operation, or torch's; "" for a leaf.
        params: The constants of the operation.
        tensor: Its value as a tensor, if known.
        shape: The shape of its value; None if torch does not say.
        label: Its name, if it has one.
    """

    __slots__ = ("inputs", "label", "node", "op", "params", "shape", "slots", "tensor")

    def __init__(self, node: Any, tensor: Any = None, shape: tuple[int, ...] | None = None, op: str = "") -> None:
        self.node, self.tensor, self.op = node, tensor, op
        self.shape = tuple(tensor.shape) if tensor is not None else shape
        self.inputs: list[Vertex] = []
        self.slots: list[int] = []
        self.params: dict[str, float] = {}
        self.label = ""

    @property
    def scalar(self) -> bool:
        """Whether it holds a single number."""
        return self.shape is not None and all(n == 1 for n in self.shape)


def is_torch(thing: Any) -> bool:
    """Whether the object is a tensor; torch itself need not be imported to know."""
    return any(c.__module__.split(".")[0] == "torch" and c.__name__ == "Tensor" for c in type(thing).__mro__)


def require_torch_graph(root: Any) -> Any:
    """The result, if it has a graph that can be drawn.

    Raises:
        ValueError: If it has none, or is not one real number, with what to do.
    """
    if root.numel() != 1:
        raise ValueError(
            f"the result must be one number (got a tensor of shape {tuple(root.shape)}); "
            "take .sum(), .mean() or one element"
        )
    if root.is_complex():
        raise ValueError(f"the result must be a real number (got {short_repr(root)}); take .real or .abs()")
    if root.grad_fn is None and not root.requires_grad:
        raise ValueError(
            "the result has no grad_fn: was it computed under torch.no_grad(), detached, or from tensors without "
            "requires_grad=True?"
        )
    return root


def read_saved(node: Any, name: str) -> Any:
    """What torch saved for backward under this name, or None.

    Raises:
        ValueError: If the graph was freed, or the tensor was changed in place since.
    """
    return with_plain_errors(lambda: getattr(node, f"_saved_{name}", None))


def with_plain_errors(question: Any) -> Any:
    """What torch answers; its two commonest complaints become sentences that say what to do."""
    try:
        return question()
    except RuntimeError as error:
        if "already been freed" in str(error):
            raise ValueError(_FREED) from None
        if "inplace operation" in str(error):
            raise ValueError(
                "a tensor that backward needs was changed in place after it was used; draw before the change (such as "
                "optimizer.step()), or write x = x + 1 instead of x += 1"
            ) from None
        raise


def recompute_result(v: Vertex) -> Any:
    """The result of a function from its inputs; torch computes it, so the digits are torch's. None if not known how."""
    import torch

    inputs = [x.tensor for x in v.inputs]
    row = _row(v)
    if row is not None:
        options = {option: read_saved(v.node, option) for option in row.torch_options}
        return attrgetter(row.torch)(torch)(*inputs, **options)
    return _AGAIN[v.op](v.node, v.shape, *inputs) if v.op in _AGAIN else None


def op_of_torch_function(v: Vertex) -> tuple[str, dict[str, float]] | None:
    """The row of our table, and its constants, that a function on single numbers is; None if it is none of them."""
    if v.op == "Reciprocal":
        return "pow_n", {"n": -1.0}
    row = _row(v)
    if row is None or len(v.inputs) != row.arity:
        return None
    constants = {}
    for option, ours in row.torch_options.items():
        theirs = read_saved(v.node, option)
        if ours in row.params and theirs is not None:
            constants[ours] = float(theirs)
        elif theirs != ours:
            return None
    return row.name, constants


def _row(v: Vertex) -> Op | None:
    name = v.node.name() if v.node is not None else ""
    return _ROWS.get(name) or _ROWS.get(v.op)


def solve_for_input(v: Vertex, slot: int) -> Any:
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
