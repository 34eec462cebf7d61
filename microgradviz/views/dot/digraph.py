"""draw_dot: an expression as a graphviz.Digraph, in micrograd's familiar look, that always shows something."""

from __future__ import annotations

import errno
import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import graphviz

from ...browser import IN_BROWSER
from ...layout import (
    MOST_IN_PARTS,
    MOST_OPERATIONS,
    Part,
    TraceInParts,
    close_groups,
    make_groups_scene,
    split_into_parts,
)
from ...sources import trace_any
from ...tracing import Trace, count_text
from ..options import require_choices
from ..scenes import parts_to_close
from ..still import draw_svg, follow_dark
from .text import write_closed, write_values

# Of a picture on a page: a point is 4/3 px, which makes the first one too wide for a notebook.
_SIZE = re.compile(r'<svg width="([\d.]+)pt" height="([\d.]+)pt')
_PAGE = 800  # px: a cell beside the list of files; what is wider shrinks to it, but not below letters that can be read
_LEAST = 0.7
_MOST_FOR_GRAPHVIZ = 300  # cards: beyond, Graphviz takes seconds, then minutes


class DotNotFound(graphviz.ExecutableNotFound):
    """Graphviz's program `dot` is needed and was not found."""

    def __init__(self) -> None:
        why = (
            "does not run in the browser. Use"
            if IN_BROWSER
            else "was not found. Install Graphviz (apt-get install graphviz, brew install graphviz, conda install "
            "graphviz), or use"
        )
        RuntimeError.__init__(
            self,
            f"pipe and render need Graphviz's program dot, which {why} to_svg(expr, 'graph.svg'), which is drawn "
            "without it, or to_html(expr, 'page.html')",
        )


@contextmanager
def _dot_at_hand() -> Iterator[None]:
    """Say what to do where dot is missing, or no other program can run at all."""
    try:
        yield
    except (graphviz.ExecutableNotFound, OSError) as error:
        if isinstance(error, graphviz.ExecutableNotFound) or error.errno == errno.ENOTSUP:
            raise DotNotFound from None
        raise


class Drawing(graphviz.Digraph):
    """A `graphviz.Digraph` that shows itself also where Graphviz is not installed or would take too long."""

    trace: Trace
    parts: list[Part] | None  # that are closed
    cards: int

    def __repr__(self) -> str:
        return f"<drawing of {count_text(len(self.trace), 'value')} and {count_text(len(self.trace.sources), 'edge')}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **_: Any) -> dict[str, Any]:
        def picture_in_px() -> str:
            return follow_dark(_SIZE.sub(fitting, self.svg(), count=1))

        def fitting(size: re.Match[str]) -> str:
            width, height = float(size[1]), float(size[2])
            share = min(1.0, max(_LEAST, _PAGE / width))
            return f'<svg width="{width * share:.0f}" height="{height * share:.0f}'

        makers = {"text/plain": self.__repr__, "image/svg+xml": picture_in_px}
        wanted = set(include or makers) - set(exclude or ())
        return {kind: make() for kind, make in makers.items() if kind in wanted}

    def svg(self) -> str:
        """The picture as SVG: Graphviz's where it is installed and quick, else our own."""
        if self.cards <= _MOST_FOR_GRAPHVIZ:
            try:
                return str(super().pipe(format="svg", encoding="utf-8", quiet=True))
            except (OSError, RuntimeError, ValueError, subprocess.SubprocessError):
                pass  # dot is missing, or does not work
        return self._own()

    def pipe(self, *args: Any, **kwargs: Any) -> Any:
        """As `graphviz.Digraph.pipe`, at any size."""
        with _dot_at_hand():
            return super().pipe(*args, **kwargs)

    def render(self, *args: Any, **kwargs: Any) -> str:
        """As `graphviz.Digraph.render`."""
        with _dot_at_hand():
            return str(super().render(*args, **kwargs))

    def copy(self) -> Drawing:
        """An independent copy."""
        made: Drawing = super().copy()
        made.trace, made.parts, made.cards = self.trace, self.parts, self.cards
        return made

    def _own(self) -> str:
        rankdir = "TB" if self.graph_attr.get("rankdir") == "TB" else "LR"
        if self.parts is None:
            return draw_svg(self.trace, rankdir=rankdir)
        placed = make_groups_scene(TraceInParts(self.trace, self.parts), rankdir=rankdir)
        return draw_svg(self.trace, close_groups(self.trace, placed))


def draw_dot(
    expr: Any,
    /,
    format: str = "svg",
    rankdir: str = "LR",
    *,
    groups: str = "auto",
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Drawing:
    """Draw the graph of an expression as it is now: every value with its data and grad, every operation.

    Args:
        expr: The result: a `Value`, another engine's or torch's, a text, a function of named leaves, a preset's name;
            see `trace`.
        format: What `render` and `pipe` make, with Graphviz: "svg", "png", "pdf", …
        rankdir: "LR" puts inputs left, "TB" on top.
        groups: "auto" to draw groups (layers, neurons, `with group(...)`) as frames around their values, but as one
            card each if there are more than 60 values, which nobody could read and Graphviz takes minutes to place;
            "open" for frames always, "closed" for cards always.
        leaves: Numbers for the names of a preset, text or function, should one be called `format`, say.
        **named: The same: `draw_dot("a * b", a=2, b=-3)`.

    Returns:
        A `graphviz.Digraph`: it shows itself in a notebook, also where Graphviz is not installed; `.source` is the DOT
        text; `.render()` and `.pipe()` work as everywhere. The DOT text of the same expression is always the same.

    Raises:
        TypeError: If expr is not such an object.
        ValueError: If format, rankdir or groups is unknown, the graph has a cycle or more than 10,000 operations
            (100,000 in groups), or as `trace` says.

    Example:
        >>> from microgradviz import Value
        >>> a, b = Value(2.0), Value(-3.0)
        >>> draw_dot(a * b)
        <drawing of 3 values and 2 edges>
    """
    if rankdir not in ("LR", "TB"):
        raise ValueError(f"rankdir must be 'LR' or 'TB' (got {rankdir!r})")
    if str(format).lower() not in graphviz.FORMATS:
        raise ValueError(f"format must be one that Graphviz writes, such as 'svg', 'png' or 'pdf' (got {format!r})")
    require_choices(groups=groups)
    shown = trace_any(expr, leaves, named, draw_dot, limit=MOST_OPERATIONS, in_groups=MOST_IN_PARTS)
    closed = parts_to_close(shown, groups)
    drawing = Drawing(format=format, graph_attr={"rankdir": rankdir, "bgcolor": "white"})  # readable on a dark page
    drawing.trace = closed.trace if closed else shown
    if closed:
        drawing.parts = closed.parts
        drawing.cards = write_closed(drawing, *closed)
    else:
        drawing.parts, drawing.cards = None, len(shown)
        write_values(drawing, *(split_into_parts(shown) if shown.groups else (shown, [])))
    return drawing
