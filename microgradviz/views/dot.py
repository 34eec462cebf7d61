"""draw_dot: an expression as a graphviz.Digraph, in micrograd's familiar look, that always shows something."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import graphviz

from ..ops import OPS
from ..sources import traced
from ..tracing import Trace
from ..words import names, number
from .scene import MOST_OPERATIONS, counted, cut
from .svg import picture

_MOST_FOR_GRAPHVIZ = 300  # values: beyond, Graphviz takes seconds, then minutes
_LONGEST = 40  # letters of a label in the picture
_LITERAL = str.maketrans({**{c: f"\\{c}" for c in "\\{}|<>"}, "&": "&amp;"})


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
        return f"<drawing of {counted(len(self.trace), 'value')} and {counted(len(self.trace.sources), 'edge')}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **_: Any) -> dict[str, Any]:
        makers = {"text/plain": self.__repr__, "image/svg+xml": self.svg}
        wanted = set(include or makers) - set(exclude or ())
        return {kind: make() for kind, make in makers.items() if kind in wanted}

    def svg(self) -> str:
        """The picture as SVG: Graphviz's where it is installed and quick, else our own."""
        if len(self.trace) <= _MOST_FOR_GRAPHVIZ:
            try:
                return str(super().pipe(format="svg", encoding="utf-8", quiet=True))
            except (OSError, RuntimeError, ValueError, subprocess.SubprocessError):
                pass  # dot is missing, or does not work
        return self._own()

    def pipe(self, format: str | None = None, *args: Any, **kwargs: Any) -> Any:
        """As `graphviz.Digraph.pipe`, at any size; without Graphviz, format "svg" still works."""
        try:
            return super().pipe(format, *args, **kwargs)
        except graphviz.ExecutableNotFound:
            kind = (format or self.format).lower()
            if kind != "svg":
                raise DotNotFound(f"format {kind!r}") from None
            return self._own() if kwargs.get("encoding") else self._own().encode()

    def render(
        self,
        filename: str | PathLike[str] | None = None,
        directory: str | PathLike[str] | None = None,
        view: bool = False,
        cleanup: bool = False,
        format: str | None = None,
        **kwargs: Any,
    ) -> str:
        """As `graphviz.Digraph.render`; without Graphviz, format "svg" still works, though nothing opens it."""
        outfile = kwargs.get("outfile")
        if outfile is not None and directory is None:
            outfile = Path(self.directory, outfile)
        try:
            return str(
                super().render(filename, directory=directory, view=view, cleanup=cleanup, format=format, **kwargs)
            )
        except graphviz.ExecutableNotFound:
            kind = format or (Path(outfile).suffix[1:] if outfile is not None else self.format)
            if kind.lower() != "svg":
                raise DotNotFound(f"format {kind!r}") from None
        source = Path(self.filepath)  # written already
        target = Path(outfile) if outfile is not None else source.with_name(f"{source.name}.svg")
        target.write_text(self._own(), encoding="utf-8")
        if cleanup:
            source.unlink()
        return str(target)

    def copy(self) -> Drawing:
        """An independent copy."""
        made: Drawing = super().copy()
        made.trace = self.trace
        return made

    def _own(self) -> str:
        return picture(self.trace, rankdir="TB" if self.graph_attr.get("rankdir") == "TB" else "LR")


def draw_dot(
    expr: Any,
    /,
    format: str = "svg",
    rankdir: str = "LR",
    *,
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Drawing:
    """Draw the graph of an expression as it is now: every value with its data and grad, every operation.

    Args:
        expr: The result: a `Value`, another engine's or torch's, a text, a function of named leaves, a preset's name;
            see `trace`.
        format: What `render` and `pipe` make: "svg", "png", "pdf", …
        rankdir: "LR" puts inputs left, "TB" on top.
        leaves: Numbers for the names of a text or function, should one be called `format`, say.
        **named: The same: `draw_dot("a * b", a=2, b=-3)`.

    Returns:
        A `graphviz.Digraph`: it shows itself in a notebook; `.source` is the DOT text; `.render()` and `.pipe()` work
        as everywhere. The DOT text of the same expression is always the same.

    Raises:
        TypeError: If expr is not such an object.
        ValueError: If format or rankdir is unknown, the graph has a cycle or more than 10,000 operations, or as `trace`
            says.

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
    shown = traced(expr, leaves, named, draw_dot, limit=MOST_OPERATIONS)
    drawing = Drawing(format=format, graph_attr={"rankdir": rankdir, "bgcolor": "white"})  # readable on a dark page
    drawing.trace = shown
    name = names(shown)
    for i, op in enumerate(shown.op):
        fields = [f"data {number(shown.data[i])}", f"grad {number(shown.grad[i])}"]
        if i in shown.label:
            fields.insert(0, field(name[i]))
        drawing.node(str(i), label=f"{{ {' | '.join(fields)} }}", shape="record")
        if op:
            drawing.node(f"op{i}", label=field(_symbol(shown, i)))
            drawing.edge(f"op{i}", str(i))
    for source, target in zip(shown.sources, shown.targets, strict=True):
        drawing.edge(str(source), f"op{target}")
    return drawing


def field(label: str) -> str:
    r"""Any text as the text of a record's field, meant literally: the only door through which text enters DOT.

    Example:
        >>> print(field("{a|b} <i> \\ & x"))
        \{a\|b\} \<i\> \\ &amp; x
    """
    lines = cut(label, _LONGEST).translate(_LITERAL).split("\n")
    return "\\n".join(_spaces(line) for line in lines)


def _spaces(line: str) -> str:
    """A record drops spaces at its ends, after spaces, and after letters beyond ASCII; unbreakable ones stay."""
    if " " not in line:
        return line
    return "".join(
        "\xa0" if c == " " and (i in (0, len(line) - 1) or not "!" <= line[i - 1] <= "~") else c
        for i, c in enumerate(line)
    )


def _symbol(traced: Trace, i: int) -> str:
    """What stands in the ellipse of an operation: "*", "tanh", "**2"."""
    op, params = traced.op[i], traced.params.get(i, {})
    if op in OPS and params.keys() >= set(OPS[op].params):
        return OPS[op].symbol.format_map({name: number(x) for name, x in params.items()})
    return op
