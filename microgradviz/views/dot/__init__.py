"""draw_dot: an expression as a graphviz.Digraph."""

from .digraph import draw_dot
