"""microgradviz: see backpropagation happen, one contribution at a time.

    from microgradviz import Value, draw_dot, play

    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    f = (a * b + c).tanh()
    play(f)        # a live graph: forward pass, backward pass, step by step
    draw_dot(f)    # the same as a still picture

Nothing is imported before it is used: the engine needs the standard library alone.
"""

from __future__ import annotations

from .lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .compiled import compile
    from .engine.value import Value, backprop, define_op, group, no_grad, record_lines, topological_order, total
    from .exercises.advice.checking import check, hint
    from .exercises.advice.progress_file import progress
    from .exercises.concepts.heatmap import class_heat_map
    from .exercises.concepts.widget import concept_test
    from .nn import MLP, Layer, Neuron
    from .sources.any_expression import trace
    from .tracing.trace import Trace
    from .train.loop import fit
    from .train.optimizers import SGD, Adam, clip_grad_norm
    from .verify import compare_with_torch, gradcheck
    from .views.dot.digraph import draw_dot
    from .views.page import to_html
    from .views.player.widget import play
    from .views.still.stills import to_svg
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
    "check": "exercises.advice.checking",
    "class_heat_map": "exercises.concepts.heatmap",
    "concept_test": "exercises.concepts.widget",
    "hint": "exercises.advice.checking",
    "progress": "exercises.advice.progress_file",
    "MLP": "nn",
    "Layer": "nn",
    "Neuron": "nn",
    "Trace": "tracing.trace",
    "trace": "sources.any_expression",
    "SGD": "train",
    "Adam": "train",
    "clip_grad_norm": "train",
    "fit": "train",
    "compare_with_torch": "verify",
    "compile": "compiled",
    "gradcheck": "verify",
    "draw_dot": "views.dot.digraph",
    "play": "views.player.widget",
    "to_html": "views.page",
    "to_svg": "views.still.stills",
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

__getattr__, __dir__ = lazy_names(__name__, _WHERE)
