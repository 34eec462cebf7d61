"""compare_with_torch: build the same expression in PyTorch, and compare every value and gradient."""

from __future__ import annotations

import copy
import math
import re
from functools import reduce
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..browser import IN_BROWSER, not_in_browser
from ..engine import FUNCTIONS, Value, calling_frame, topological_order
from ..installed import install_line
from ..tracing import names_in_frame
from .digits import compare_digits
from .report import Report, same_number, verdict_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine import Op, calling_frame

TOLERANCE = 1e-9  # of the largest number that went into the sum


class TorchRow(NamedTuple):
    """One value: ours beside PyTorch's.

    Attributes:
        name: Its label, or what the caller's variables call it, or v and its place in topological order.
        made_by: The operation over the names of its inputs; empty for a leaf.
        data: Ours.
        torch_data: PyTorch's.
        grad: Ours, d result / d value.
        torch_grad: PyTorch's.
        difference: The larger of the differences of the two datas and of the two grads; 0 for nan beside nan.
        ok: Whether both agree, but for rounding.
    """

    name: str
    made_by: str
    data: float
    torch_data: float
    grad: float
    torch_grad: float
    difference: float
    ok: bool


class TorchComparison(Report):
    """The report of `compare_with_torch`; true if every value and gradient agrees. `rows` are `TorchRow`s."""

    headings = ("value", "made by", "data", "in torch", "grad", "in torch", "difference", "ok")
    rows: tuple[TorchRow, ...]

    def cells(self, row: TorchRow) -> tuple[str, ...]:
        """The texts of one row."""
        pairs = (row.data, row.torch_data), (row.grad, row.torch_grad)
        numbers = (text for pair in pairs for text in compare_digits(*pair, row.ok or math.isclose(*pair)))
        return row.name, row.made_by, *numbers, f"{row.difference:.1e}" if row.difference else "0", verdict_text(row.ok)


def compare_with_torch(expr: Value) -> TorchComparison:
    """Compute an expression and its gradients again with PyTorch's doubles, and compare.

    The grads compared are those of a backward pass of its own; the values themselves stay as they are. One
    difference is by design: here a contribution is always grad × local derivative, so 0 × inf is nan, where PyTorch
    sometimes says 0.

    Args:
        expr: The result. Leaves are taken with the data they have now.

    Returns:
        A report that is true if all is well, prints as a table, and has its figures in `rows`.

    Raises:
        ImportError: If PyTorch is not installed.
        TypeError: If expr is not a Value, or a value in it was made by hand.
    """
    try:
        import torch
    except ImportError:
        raise ImportError(_missing()) from None
    if not isinstance(expr, Value):
        raise TypeError(
            f"expr must be a Value (got {type(expr).__name__} {expr!r}); play(expr, against=True) sets a result of "
            "another engine or of PyTorch beside ours"
        )
    ours = topological_order(copy.deepcopy(expr))
    for value in ours:
        value.grad = 0.0
    ours[-1].backward()
    index = {v: i for i, v in enumerate(ours)}
    theirs = _replay([(v.op, [index[x] for x in v.inputs], v.data) for v in ours], torch)
    torch_grads = _gradients(theirs, len(theirs) - 1, torch)
    originals = topological_order(expr)
    held = names_in_frame(calling_frame(), originals)
    names = [v.label or held.get(id(v)) or f"v{i}" for i, v in enumerate(originals)]
    name_of = dict(zip(ours, names, strict=True))
    scales = _scales(ours)
    rows = []
    for v, name, tensor, torch_grad in zip(ours, names, theirs, torch_grads, strict=True):
        pairs = ((float(v.data), tensor.item()), (v.grad, torch_grad))
        apart = [0.0 if same_number(a, b) else abs(a - b) for a, b in pairs]
        allowed = [TOLERANCE * max(*map(abs, pair), scale) for pair, scale in zip(pairs, scales[v], strict=True)]
        ok = all(d == 0 or d <= most < math.inf for d, most in zip(apart, allowed, strict=True))
        difference = max(math.inf if d != d else d for d in apart)
        rows.append(TorchRow(name, _made_by(v, name_of), *pairs[0], *pairs[1], difference, ok))
    return TorchComparison(rows, _title(rows))


def _missing() -> str:
    if IN_BROWSER:
        return not_in_browser("PyTorch")
    return f"PyTorch must be installed for compare_with_torch; the CPU build is enough: {install_line('torch')}"


def _gradients(values: Sequence[Any], root: int, torch: Any) -> list[float]:
    grads = torch.autograd.grad(values[root], values, allow_unused=True)
    return [0.0 if grad is None else grad.item() for grad in grads]


def _replay(rows: Sequence[tuple[Op | None, Sequence[int], float]], torch: Any) -> list[Any]:
    def tensor(number: float) -> Any:
        return torch.tensor(float(number), dtype=torch.float64, requires_grad=True)

    def over_tensors(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *xs: function(*[torch.as_tensor(x, dtype=torch.float64) for x in xs])

    formulas = {name: over_tensors(getattr(torch, name)) for name in FUNCTIONS}
    found: list[Any] = []
    for op, sources, data in rows:
        inputs = [found[i] for i in sources]
        out = _torch_out(op, inputs, torch, formulas) if op is not None and inputs else tensor(data)
        # A formula may say "0.0 if x <= 0 else x": a plain number, or an input itself, becomes a tensor of its own.
        out = out if torch.is_tensor(out) and out.requires_grad else tensor(out)
        found.append(out.clone() if any(out is x for x in inputs) else out)
    return found


def _torch_out(op: Op, inputs: list[Any], torch: Any, formulas: dict[str, Callable[..., Any]]) -> Any:
    if not op.torch:
        return op.compiled(formulas)(*inputs)[0]
    function = attrgetter(op.torch)(torch)
    if op.arity is None:
        return reduce(function, inputs)
    options = {option: op.constants.get(given, given) for option, given in op.torch_options.items()}
    return function(*inputs, **options)


def _scales(order: Sequence[Value]) -> dict[Value, tuple[float, float]]:
    # How large the terms were whose sum is the data, and the grad: where they cancel, rounding errors do not.
    data = {v: sum(abs(x.data * d) for x, d in zip(v.inputs, v.locals or (), strict=True)) for v in order}
    grad = dict.fromkeys(order, 0.0)
    grad[order[-1]] = 1.0
    for v in reversed(order):
        for x, d in zip(v.inputs, v.locals or (), strict=True):
            grad[x] += abs(grad[v]) * _size(d)
    return {v: tuple(s if math.isfinite(s) else 0.0 for s in (data[v], grad[v])) for v in order}  # type: ignore[misc]


def _size(slope: float) -> float:
    # A local derivative such as 1 - out × out is a difference of numbers near 1: it is 0, or known to 1e-15 only.
    return abs(slope) if 0 < abs(slope) < 1e-16 else max(abs(slope), 1e-15 / TOLERANCE)


def _made_by(value: Value, name_of: dict[Value, str]) -> str:
    if value.op is None or not value.inputs:
        return ""
    named = dict(zip(("x", "y"), (name_of[x] for x in value.inputs), strict=False))
    if value.op.arity is None:
        return f"Σ of {len(value.inputs)}"
    named |= {name: f"{number:g}" for name, number in value.op.constants.items()}
    return re.sub(r"[^\W\d]\w*", lambda word: named.get(word[0], word[0]), value.op.notation)


def _title(rows: Sequence[TorchRow]) -> str:
    wrong = [row for row in rows if not row.ok]
    if not wrong:
        what = f"all {len(rows):,} values and gradients agree" if len(rows) > 1 else "the value and its gradient agree"
        return f"compare_with_torch: {what} with PyTorch's"
    masked = any(row.grad != row.grad and row.torch_grad == row.torch_grad for row in wrong)
    why = "; 0 × inf is nan here, where PyTorch may say 0" if masked else ""
    return f"compare_with_torch: {len(wrong):,} of {len(rows):,} values differ from PyTorch's{why}"
