"""compare_with_torch: build the same expression in PyTorch, and compare every value and gradient."""

from __future__ import annotations

import copy
import math
from functools import reduce
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..browser import IN_BROWSER, not_in_browser
from ..engine import FUNCTIONS, Value, topological_order
from ..installed import install_line
from ..sources import trace
from ..tracing import card_titles, value_names
from .report import Report, same_number, verdict_text
from .side_by_side import differ, term_sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..engine import Op


class TorchRow(NamedTuple):
    """One value: ours beside PyTorch's.

    Attributes:
        name: Its label, or what the caller's variables call it, or a letter of its own.
        title: How it was made, such as `e = a × b`; of a leaf its name.
        data: Ours.
        torch_data: PyTorch's.
        grad: Ours, d result / d value.
        torch_grad: PyTorch's.
        difference: The larger of the differences of the two datas and of the two grads; 0 for nan beside nan.
        ok: Whether both agree, but for rounding.
    """

    name: str
    title: str
    data: float
    torch_data: float
    grad: float
    torch_grad: float
    difference: float
    ok: bool


class TorchComparison(Report):
    """The report of `compare_with_torch`; true if every value and gradient agrees. `rows` are `TorchRow`s."""

    headings = ("value", "data", "in torch", "grad", "in torch", "difference", "ok")
    rows: tuple[TorchRow, ...]

    def cells(self, row: TorchRow) -> tuple[str, ...]:
        """The texts of one row."""
        numbers = (f"{x:.10g}" for x in (row.data, row.torch_data, row.grad, row.torch_grad))
        return row.title, *numbers, f"{row.difference:.1e}" if row.difference else "0", verdict_text(row.ok)


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
    copied = topological_order(copy.deepcopy(expr))
    for value in copied:
        value.grad = 0.0
    copied[-1].backward()
    ours = trace(expr)
    inputs = ours.inputs()
    theirs = _replay([(ours.operation(i, len(x)), x, ours.data[i]) for i, x in enumerate(inputs)], torch)
    torch_grads = [
        0.0 if grad is None else grad.item() for grad in torch.autograd.grad(theirs[-1], theirs, allow_unused=True)
    ]
    in_data, in_grad = term_sizes(ours)
    names = value_names(ours)
    rows = []
    for i, title in enumerate(card_titles(ours, names)):
        data, torch_data, grad, torch_grad = ours.data[i], theirs[i].item(), copied[i].grad, torch_grads[i]
        ok = not differ(data, torch_data, in_data[i]) and not differ(grad, torch_grad, in_grad[i])
        difference = max(_apart(data, torch_data), _apart(grad, torch_grad))
        rows.append(TorchRow(names[i], title, data, torch_data, grad, torch_grad, difference, ok))
    return TorchComparison(rows, _title(rows))


def _missing() -> str:
    if IN_BROWSER:
        return not_in_browser("PyTorch")
    return f"PyTorch must be installed for compare_with_torch; the CPU build is enough: {install_line('torch')}"


def _apart(x: float, y: float) -> float:
    if same_number(x, y):
        return 0.0
    return math.inf if math.isnan(x - y) else abs(x - y)


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


def _title(rows: Sequence[TorchRow]) -> str:
    wrong = [row for row in rows if not row.ok]
    if not wrong:
        what = f"all {len(rows):,} values and gradients agree" if len(rows) > 1 else "the value and its gradient agree"
        return f"compare_with_torch: {what} with PyTorch's"
    masked = any(row.grad != row.grad and row.torch_grad == row.torch_grad for row in wrong)
    why = "; 0 × inf is nan here, where PyTorch may say 0" if masked else ""
    return f"compare_with_torch: {len(wrong):,} of {len(rows):,} values differ from PyTorch's{why}"
