"""draw_dot: an expression as a graphviz.Digraph."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .digraph import draw_dot

__getattr__, __dir__ = lazy_names(__name__, {"digraph": "draw_dot"})
