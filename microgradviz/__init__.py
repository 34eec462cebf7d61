"""microgradviz: see backpropagation happen, one contribution at a time.

    from microgradviz import Value, draw_dot, play

    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    f = (a * b + c).tanh()
    play(f)        # a live graph: forward pass, backward pass, step by step
    draw_dot(f)    # the same as a still picture

Nothing is imported before it is used: the engine needs the standard library alone.
"""

from __future__ import annotations

import sys

from .lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .commands import find_numpy, find_torch
    from .compiled import compile
    from .engine import Value, backprop, define_op, gradient, group, no_grad, record_lines, topological_order, total
    from .exercises import (
        check,
        concept_test,
        fast_track,
        hint,
        keep,
        ledger,
        milestone,
        milestones,
        mine,
        model_answer,
        progress,
        project,
        quiz,
        read_table,
    )
    from .nn import MLP, Layer, Neuron
    from .sources import trace
    from .tracing import Trace
    from .train import SGD, Adam, clip_grad_norm, fit
    from .verify import compare_with_torch, gradcheck
    from .views import (
        draw_dot,
        draw_errors,
        draw_orders,
        draw_paths,
        draw_tangents,
        link,
        play,
        plot_style,
        to_html,
        to_json,
        to_svg,
        worksheet,
    )
    from .views.attention.widget import attention
    from .views.instruments.knobs_widget import knobs
    from .views.instruments.order_widget import visit_order
    from .views.instruments.slope_widget import slope
    from .views.matrices.widget import matrices
    from .views.training.widget import training

__version__ = "0.1.0"

if sys.platform == "emscripten":
    from .browser import guard_stack

    guard_stack()

__all__ = [
    "MLP",
    "SGD",
    "Adam",
    "Layer",
    "Neuron",
    "Trace",
    "Value",
    "attention",
    "backprop",
    "check",
    "clip_grad_norm",
    "compare_with_torch",
    "compile",
    "concept_test",
    "define_op",
    "draw_dot",
    "draw_errors",
    "draw_orders",
    "draw_paths",
    "draw_tangents",
    "fast_track",
    "find_numpy",
    "find_torch",
    "fit",
    "gradcheck",
    "gradient",
    "group",
    "hint",
    "keep",
    "knobs",
    "ledger",
    "link",
    "matrices",
    "milestone",
    "milestones",
    "mine",
    "model_answer",
    "no_grad",
    "play",
    "plot_style",
    "progress",
    "project",
    "quiz",
    "read_table",
    "record_lines",
    "slope",
    "to_html",
    "to_json",
    "to_svg",
    "topological_order",
    "total",
    "trace",
    "training",
    "visit_order",
    "worksheet",
]

# A bare call of one of these changes something that stays; one of any other name above only shows or makes something.
CHANGES_SOMETHING = frozenset({"clip_grad_norm", "define_op"})

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "commands": "find_numpy find_torch",
        "compiled": "compile",
        "engine": "Value backprop define_op gradient group no_grad record_lines topological_order total",
        "exercises": "check concept_test fast_track hint keep ledger milestone milestones mine model_answer progress "
        "project quiz read_table",
        "nn": "Layer MLP Neuron",
        "sources": "trace",
        "tracing": "Trace",
        "train": "Adam SGD clip_grad_norm fit",
        "verify": "compare_with_torch gradcheck",
        "views": "draw_dot draw_errors draw_orders draw_paths draw_tangents link play plot_style to_html to_json "
        "to_svg worksheet",
        "views.attention.widget": "attention",
        "views.instruments.knobs_widget": "knobs",
        "views.instruments.order_widget": "visit_order",
        "views.instruments.slope_widget": "slope",
        "views.matrices.widget": "matrices",
        "views.training.widget": "training",
    },
)
