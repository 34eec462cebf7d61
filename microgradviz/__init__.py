"""microgradviz: see backpropagation happen, one contribution at a time.

    from microgradviz import Value, draw_dot, play

    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    f = (a * b + c).tanh()
    play(f)        # a live graph: forward pass, backward pass, undo
    draw_dot(f)    # the same as a still picture

Nothing is imported before it is used: the engine needs the standard library alone.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .compiled import compile
    from .engine import Value, backprop, define_op, group, no_grad, record_lines, topological_order, total
    from .exercises.checking import check, hint
    from .exercises.heatmap import class_heat_map
    from .exercises.progress import progress
    from .exercises.quiz import concept_test
    from .nn import MLP, Layer, Neuron
    from .optimizers import SGD, Adam, clip_grad_norm
    from .sources import trace
    from .tracing import Trace
    from .train import fit
    from .verify import compare_with_torch, gradcheck
    from .views.dot import draw_dot
    from .views.page import to_html
    from .views.player import play
    from .views.still import to_svg
    from .views.worksheet import worksheet

__version__ = "0.1.0"

_WHERE = {
    "Value": "engine",
    "backprop": "engine",
    "define_op": "engine",
    "group": "engine",
    "no_grad": "engine",
    "record_lines": "engine",
    "topological_order": "engine",
    "total": "engine",
    "check": "exercises.checking",
    "class_heat_map": "exercises.heatmap",
    "concept_test": "exercises.quiz",
    "hint": "exercises.checking",
    "progress": "exercises.progress",
    "MLP": "nn",
    "Layer": "nn",
    "Neuron": "nn",
    "Trace": "tracing",
    "trace": "sources",
    "SGD": "optimizers",
    "Adam": "optimizers",
    "clip_grad_norm": "optimizers",
    "fit": "train",
    "compare_with_torch": "verify",
    "compile": "compiled",
    "gradcheck": "verify",
    "draw_dot": "views.dot",
    "play": "views.player",
    "to_html": "views.page",
    "to_svg": "views.still",
    "worksheet": "views.worksheet",
}

__all__ = [
    "MLP",
    "SGD",
    "Adam",
    "Layer",
    "Neuron",
    "Trace",
    "Value",
    "backprop",
    "check",
    "class_heat_map",
    "clip_grad_norm",
    "compare_with_torch",
    "compile",
    "concept_test",
    "define_op",
    "draw_dot",
    "fit",
    "gradcheck",
    "group",
    "hint",
    "no_grad",
    "play",
    "progress",
    "record_lines",
    "to_html",
    "to_svg",
    "topological_order",
    "total",
    "trace",
    "worksheet",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f".{_WHERE[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
