"""PyTorch's word on the gradients of a trace's leaves, for the page, which cannot ask PyTorch itself."""

from __future__ import annotations

import sys
from typing import Any

from ...browser import IN_BROWSER
from ...tracing import Trace, tag_number
from ...verify import torch_gradients

MOST_VALUES = 10_000  # PyTorch does so many in a quarter of a second
MISSING = (
    "PyTorch does not run in the browser; where it does, its gradients stand here too."
    if IN_BROWSER
    else "PyTorch is not installed where Python runs; with it, its gradients stand here too."
)


def ask_torch(trace: Trace) -> dict[str, Any]:
    """PyTorch's gradients of the named leaves, by value, and the numbers of all leaves that they belong to.

    `missing` tells in a sentence why there are none; nothing at all is said where PyTorch itself made the trace, does
    not know one of its operations, or would take too long.

    Example:
        >>> from microgradviz import trace
        >>> ask_torch(trace("a * b + 1", a=2, b=-3)).get("grads", "no torch")  # doctest: +SKIP
        {'0': -3.0, '1': 2.0}
    """
    if trace.engine == "torch" or not trace.order or len(trace) > MOST_VALUES:
        return {}
    try:
        grads = torch_gradients(trace)
    except ImportError:
        return {"missing": MISSING}
    if grads is None:
        return {}
    leaves = [i for i, op in enumerate(trace.op) if not op]
    return {
        "leaves": [tag_number(trace.data[i]) for i in leaves],
        "grads": {str(i): tag_number(grads[i]) for i in leaves if i in trace.label},
    }


def ask_torch_if_loaded(trace: Trace) -> dict[str, Any]:
    """The same, and nothing if PyTorch was not imported yet, which takes seconds."""
    return ask_torch(trace) if "torch" in sys.modules else {}
