"""draw_dot: an expression as a graphviz.Digraph, in micrograd's familiar look, that always shows something."""

from __future__ import annotations

import shutil
from typing import Any

import graphviz

from ..ops import OPS
from ..sources import trace
from ..tracing import Trace
from ..words import names, number
from .svg import picture

MOST_OPERATIONS = 10_000
_MOST_FOR_GRAPHVIZ = 300  # values: beyond, Graphviz takes seconds, then minutes
_LONGEST = 40  # letters of a label in the picture


class DotNotFound(graphviz.ExecutableNotFound):
    """Graphviz's program `dot` is needed and was not found."""

    def __init__(self, what: str) -> None:
        RuntimeError.__init__(
            self,
            f"{what} needs Graphviz's program dot, which was not found. Install Graphviz (apt-get install graphviz, "
            "brew install graphviz, conda install graphviz), or use format='svg', which is drawn without it, or "
            "to_html(expr, 'page.html')",
        )


class Drawing(graphviz.Digraph):
    """A `graphviz.Digraph` that shows itself also where Graphviz is not installed or would take too long."""

    trace: Trace

    def __repr__(self) -> str:
        return f"<drawing of {len(self.trace)} values and {len(self.trace.sources)} edges>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **_: Any) -> dict[str, Any]:
        bundle = {"text/plain": repr(self), "image/svg+xml": self.svg()}
        wanted = set(include or bundle) - set(exclude or ())
        return {kind: content for kind, content in bundle.items() if kind in wanted}

    def svg(self) -> str:
        """The picture as SVG: Graphviz's where it is installed and quick, else our own."""
        if shutil.which("dot") and len(self.trace) <= _MOST_FOR_GRAPHVIZ:
            try:
                return str(super().pipe(format="svg", encoding="utf-8", quiet=True))
            except (OSError, RuntimeError):
                pass  # a broken installation; RuntimeError covers what the graphviz package raises
        return picture(self.trace, rankdir=self.graph_attr["rankdir"])

    def pipe(self, format: str | None = None, *args: Any, **kwargs: Any) -> Any:
        """As `graphviz.Digraph.pipe`; without Graphviz, format "svg" still works."""
        try:
            return super().pipe(format, *args, **kwargs)
        except graphviz.ExecutableNotFound:
            if (format or self.format) != "svg":
                raise DotNotFound(f"format {format or self.format!r}") from None
            own = picture(self.trace, rankdir=self.graph_attr["rankdir"])
            encoding = kwargs.get("encoding")
            return own if encoding else own.encode()

    def render(self, *args: Any, **kwargs: Any) -> str:
        """As `graphviz.Digraph.render`, with an error that says what to do where Graphviz is missing."""
        try:
            return str(super().render(*args, **kwargs))
        except graphviz.ExecutableNotFound:
            raise DotNotFound("render") from None


def draw_dot(expr: Any, format: str = "svg", rankdir: str = "LR") -> Drawing:
    """Draw the graph of an expression as it is now: every value with its data and grad, every operation.

    Args:
        expr: The result: a `Value`, micrograd's or your own class, or a `Trace`.
        format: What `render` and `pipe` make: "svg", "png", "pdf", …
        rankdir: "LR" puts inputs left, "TB" on top.

    Returns:
        A `graphviz.Digraph`: it shows itself in a notebook; `.source` is the DOT text; `.render()` and `.pipe()` work
        as everywhere. The DOT text of the same expression is always the same.

    Raises:
        TypeError: If expr is not such an object.
        ValueError: If format or rankdir is unknown, or the graph has more than 10,000 operations.

    Example:
        >>> from microgradviz import Value
        >>> a, b = Value(2.0), Value(-3.0)
        >>> draw_dot(a * b)
        <drawing of 3 values and 2 edges>
    """
    if rankdir not in ("LR", "TB"):
        raise ValueError(f"rankdir must be 'LR' or 'TB' (got {rankdir!r})")
    traced = trace(expr, limit=MOST_OPERATIONS)
    drawing = Drawing(format=format, graph_attr={"rankdir": rankdir})
    drawing.trace = traced
    named = names(traced)
    for i, op in enumerate(traced.op):
        fields = [f"data {number(traced.data[i])}", f"grad {number(traced.grad[i])}"]
        if i in traced.label:
            fields.insert(0, named[i])
        drawing.node(str(i), label=f"{{ {' | '.join(map(field, fields))} }}", shape="record")
        if op:
            drawing.node(f"{i}op", label=graphviz.nohtml(field(_symbol(traced, i))))
            drawing.edge(f"{i}op", str(i))
    for source, target in zip(traced.sources, traced.targets, strict=True):
        drawing.edge(str(source), f"{target}op")
    return drawing


def field(label: str) -> str:
    r"""Any text as the text of a record's field, meant literally: the only door through which text enters DOT.

    Example:
        >>> print(field("{a|b} <i> \\ & x"))
        \{a\|b\} \<i\> \\ &amp; x
    """
    short = label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…"
    out = []
    for c in short:
        if c in "\\{}|<>":
            out.append("\\" + c)
        elif c == "&":
            out.append("&amp;")
        elif c == "\n":
            out.append("\\n")
        elif c == " " and out and out[-1] in (" ", "\\ "):
            out.append("\\ ")  # a record folds plain spaces
        elif c.isprintable() or c == " ":
            out.append(c)
    return "".join(out)


def _symbol(traced: Trace, i: int) -> str:
    """What stands in the ellipse of an operation: "*", "tanh", "**2"."""
    op, params = traced.op[i], traced.params.get(i, {})
    if op in OPS and params.keys() >= set(OPS[op].params):
        return OPS[op].symbol.format_map({name: number(x) for name, x in params.items()})
    return op
