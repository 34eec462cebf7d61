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
    from .commands import find_numpy as find_numpy, find_torch as find_torch
    from .compiled import compile as compile
    from .engine import (
        Value as Value,
        backprop as backprop,
        define_op as define_op,
        gradient as gradient,
        group as group,
        no_grad as no_grad,
        record_lines as record_lines,
        topological_order as topological_order,
        total as total,
    )
    from .exercises import (
        check as check,
        concept_test as concept_test,
        fast_track as fast_track,
        hint as hint,
        keep as keep,
        ledger as ledger,
        milestone as milestone,
        milestones as milestones,
        mine as mine,
        model_answer as model_answer,
        progress as progress,
        project as project,
        quiz as quiz,
        read_table as read_table,
    )
    from .nn import MLP as MLP, Layer as Layer, Neuron as Neuron
    from .sources import trace as trace
    from .tracing import Trace as Trace
    from .train import SGD as SGD, Adam as Adam, clip_grad_norm as clip_grad_norm, fit as fit
    from .verify import compare_with_torch as compare_with_torch, gradcheck as gradcheck
    from .views import (
        draw_dot as draw_dot,
        draw_errors as draw_errors,
        draw_orders as draw_orders,
        draw_paths as draw_paths,
        draw_tangents as draw_tangents,
        link as link,
        play as play,
        plot_style as plot_style,
        to_html as to_html,
        to_json as to_json,
        to_svg as to_svg,
        worksheet as worksheet,
    )
    from .views.attention.widget import attention as attention
    from .views.instruments.knobs_widget import knobs as knobs
    from .views.instruments.order_widget import visit_order as visit_order
    from .views.instruments.slope_widget import slope as slope
    from .views.matrices.widget import matrices as matrices
    from .views.training.widget import training as training

__version__ = "0.1.0"

if sys.platform == "emscripten":
    from .browser import guard_stack

    guard_stack()

# A bare call of one of these changes something that stays; one of any other name above only shows or makes something.
CHANGES_SOMETHING = frozenset({"clip_grad_norm", "define_op"})

_OFFERED = {
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
}
__all__ = [name for names in _OFFERED.values() for name in names.split()]
__getattr__, __dir__ = lazy_names(__name__, _OFFERED)
