"""Asking torch: whether there is a graph to draw, what was saved for backward; its complaints in words that help."""

from __future__ import annotations

from typing import Any

from .foreign import short

_FREED = (
    "the graph was freed by backward(); draw it before backward(), or call backward(retain_graph=True), "
    "or compute the result again"
)


def is_torch(thing: Any) -> bool:
    """Whether the object is a tensor; torch itself need not be imported to know."""
    return any(c.__module__.split(".")[0] == "torch" and c.__name__ == "Tensor" for c in type(thing).__mro__)


def checked(root: Any) -> Any:
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
        raise ValueError(f"the result must be a real number (got {short(root)}); take .real or .abs()")
    if root.grad_fn is None and not root.requires_grad:
        raise ValueError(
            "the result has no grad_fn: was it computed under torch.no_grad(), detached, or from tensors without "
            "requires_grad=True?"
        )
    return root


def saved(node: Any, name: str) -> Any:
    """What torch saved for backward under this name, or None.

    Raises:
        ValueError: If the graph was freed, or the tensor was changed in place since.
    """
    return asked(lambda: getattr(node, f"_saved_{name}", None))


def asked(question: Any) -> Any:
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
