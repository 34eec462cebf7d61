"""The graph behind a torch result, walked through `grad_fn`: its values, and what torch still holds of them.

Torch keeps the functions of backward, not the forward pass, so numbers come from wherever they are kept: the result,
the leaves, your variables, what was saved for backward; what is left is computed again by torch, or solved for (the 1
of `x + 1`). A number that nobody keeps is nan here, and the operation then bears torch's name instead of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from .foreign import walk_graph
from .torch_functions import (
    KEPT,
    Vertex,
    is_torch,
    op_of_torch_function,
    read_saved,
    recompute_result,
    solve_for_input,
)


def walk_torch_graph(root: Any, kept: Iterable[tuple[str, Any]], limit: int | None) -> list[Vertex]:
    """All values, each after its inputs, with what is known of them.

    Args:
        root: The result, one number.
        kept: The caller's variables, by name.
        limit: Refuse graphs with more operations than this.
    """
    if root.grad_fn is None:
        found = {root: Vertex(None, root.detach())}
    else:
        nodes, _ = walk_graph(root.grad_fn, limit=limit, inputs_of=_functions_before)
        found = {node: _vertex(node) for node in nodes}
        found[root.grad_fn].tensor = root.detach()
    things = list(kept)
    for _, thing in things:
        if is_torch(thing) and thing.grad_fn in found and not thing.output_nr:
            found[thing.grad_fn].tensor = thing.detach()
    for v in found.values():
        _link(v, found)
    order = [x for v in found.values() for x in (*(x for x in v.inputs if x.node is None), v)]
    _fill_in(order)
    _label(order, things)
    return [v for v in order if v.tensor is not None or v.node is not None]


def _functions_before(node: Any) -> list[Any]:
    return [following for following, _ in node.next_functions if following is not None]


def _vertex(node: Any) -> Vertex:
    if hasattr(node, "variable"):
        return Vertex(node, node.variable.detach())
    outputs: list[Any] = list(getattr(node, "_input_metadata", ()))  # what comes in backward went out forward
    shape = tuple(outputs[0].shape) if len(outputs) == 1 else None  # several outputs: none that speaks for all
    return Vertex(node, None, shape, op=re.sub(r"Backward\d*$", "", node.name().split("::")[-1]) or "Function")


def _link(v: Vertex, found: dict[Any, Vertex]) -> None:
    """Fill in the inputs of a vertex; those that need no gradient are constants, without a function."""
    if v.node is None or hasattr(v.node, "variable"):
        return
    name = v.node.name()
    kept: tuple[str, ...] = KEPT.get(v.op, ("self", "other"))
    for slot, (following, number) in enumerate(v.node.next_functions):
        held = read_saved(v.node, kept[slot]) if slot < len(kept) else None
        held = held if is_torch(held) else None
        if following is not None:
            source = found[following]
            if source.tensor is None and held is not None and not number and tuple(held.shape) == source.shape:
                source.tensor = held.detach()
        elif held is not None or (v.op in ("Add", "Sub") and v.scalar):
            source = Vertex(None, held.detach() if held is not None else None, shape=())
        else:
            continue
        v.inputs.append(source)
        v.slots.append(slot)
    first = read_saved(v.node, "self") if name == "PowBackward2" else None
    if name.startswith("RsubBackward") or first is not None:  # 1 - x and 2 ** x: the constant stands first
        like = v.inputs[0].tensor if v.inputs else None
        constant = Vertex(None, _as_tensor(first, like), shape=()) if first is not None else Vertex(None, shape=())
        v.inputs.insert(0, constant)
        v.slots.insert(0, -1)
    result = read_saved(v.node, "result")
    if v.tensor is None and is_torch(result) and tuple(result.shape) == v.shape:
        v.tensor = result.detach()


def _as_tensor(number: Any, like: Any) -> Any:
    import torch

    return torch.as_tensor(number, dtype=None if like is None else like.dtype)


def _fill_in(order: list[Vertex]) -> None:
    """Compute again what is not known, solve for constants, and name operations that are rows of our table."""
    import torch

    with torch.no_grad():
        for _ in range(2):
            for v in order:
                if v.tensor is None and v.inputs and all(x.tensor is not None for x in v.inputs):
                    with suppress(Exception):  # torch is free to change its functions; then it is not known
                        found = recompute_result(v)
                        v.tensor = found if tuple(found.shape) == v.shape else None
            for v in reversed(order):
                unknown = [slot for slot, x in enumerate(v.inputs) if x.tensor is None]
                if v.tensor is not None and v.scalar and len(unknown) == 1:
                    x = v.inputs[unknown[0]]
                    if x.scalar:
                        x.tensor = solve_for_input(v, unknown[0])
    for v in order:
        lost = [i for i, x in enumerate(v.inputs) if x.node is None and x.tensor is None]
        for i in reversed(lost):
            del v.inputs[i], v.slots[i]
        row = op_of_torch_function(v) if v.tensor is not None and v.scalar and all(x.scalar for x in v.inputs) else None
        if row is not None and all(x.tensor is not None for x in v.inputs):
            v.op, v.params = row


def _label(order: list[Vertex], things: list[tuple[str, Any]]) -> None:
    """Names from the caller's variables, then from the parameters of the caller's modules; shapes behind them."""
    names: dict[Any, str] = {}
    for name, thing in things:
        if is_torch(thing):
            names.setdefault(thing.grad_fn if thing.grad_fn is not None else id(thing), name)
            if not thing.requires_grad:  # saved for backward it is another object over the same memory
                with suppress(RuntimeError, NotImplementedError):  # not every kind of tensor has some
                    names.setdefault((thing.data_ptr(), tuple(thing.shape)), name)
    for name, thing in things:
        if any(c.__module__.startswith("torch.nn") for c in type(thing).__mro__) and hasattr(thing, "named_parameters"):
            for path, parameter in thing.named_parameters():
                names.setdefault(id(parameter), f"{name}.{path}")
    count = 0
    for v in order:
        if v.node is None:
            v.label = names.get((v.tensor.data_ptr(), v.shape), "") if v.tensor is not None else ""
        else:
            v.label = names.get(id(v.node.variable) if hasattr(v.node, "variable") else v.node, "")
        if not v.scalar and (v.tensor is not None or v.node is not None):
            count += bool(v.op and not v.label)
            shape = " × ".join(map(str, v.shape)).replace(" ", "") if v.shape is not None else "…"
            v.label = f"{v.label or (f't{count}' if v.op else '')} [{shape}]".strip()
