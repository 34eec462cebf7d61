"""The concept test: its questions, its widget, and what a class answered."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .heatmap import class_heat_map
    from .widget import concept_test

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "heatmap": "class_heat_map",
        "widget": "concept_test",
    },
)
