"""worksheet(expression): a graph to print and to fill in by hand, with its key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any

from ..layout import describe_graph, fold_constants, make_scene
from ..sources import find_preset, is_function, names_in_text, trace_any
from ..tracing import Trace, last_step, number_text, state_at_step
from .player import named_leaves, why_not_editable
from .still import PAPER, PAPER_CARD, Still, draw_svg, escape_xml

_MOST = 60  # operations; a sheet of paper holds no more
_DRAWS = 300  # at most, until one is friendly
_FRIENDLY = [x for x in range(-5, 6) if x not in (-1, 0, 1)]  # with 0 and ±1 many mistakes look right
_LARGEST, _SMALLEST = 100.0, 0.01
_PAGE = """
@page {{ size: {orientation}; margin: 12mm; }}
body {{ margin: 0 auto; padding: 12px; max-width: 1200px; color: #000; background: #fff;
  font: 12pt/1.4 system-ui, "DejaVu Sans", sans-serif; }}
h1 {{ margin: 0; font-size: 15pt; overflow-wrap: anywhere; }}
p {{ margin: 2mm 0; }}
.by {{ display: flex; gap: 8mm; }}
.by span {{ flex: 1; border-bottom: 1px solid #000; }}
svg {{ display: block; margin: 4mm auto 0; max-width: 100%; height: auto; max-height: {room}; }}
@media print {{ body {{ padding: 0; max-width: none; }} svg {{ width: 100%; }} }}
"""
_ASKED = (
    "First every data, from the inputs to the result. Then on every edge the local derivative of the result it leads "
    "to. Then every grad, from the result, whose own is 1, back to the inputs; where several edges leave a value, "
    "their contributions add."
)


@dataclass(frozen=True, repr=False)
class Worksheet:
    """A graph to fill in by hand; shows itself in a notebook.

    Attributes:
        leaves: The numbers of the leaves, by name.
        filled: Whether it is the key.
        title: What stands over it.
        seed: Whose numbers they are; "" for the leaves' own.
    """

    leaves: dict[str, float]
    filled: bool
    title: str
    _trace: Trace = field(repr=False)
    seed: str = ""

    @property
    def key(self) -> Worksheet:
        """The same with everything filled in."""
        return Worksheet(self.leaves, True, self.title, self._trace, self.seed)

    def svg(self) -> str:
        """The graph as an `<svg>` element, black on white."""
        return self._drawn()[0]

    def html(self) -> str:
        """A page to print, on A4 or Letter, that needs no network and runs no script."""
        svg, width, height = self._drawn()
        wide = width > height
        style = _PAGE.format(orientation="landscape" if wide else "portrait", room="140mm" if wide else "185mm")
        by = "<p class='by'>Name: <span></span> Date: <span></span></p>" if not self.filled else ""
        whose = f"Numbers of {escape_xml(self.seed)}. " if self.seed else ""
        asked = whose + ("Key. The number on an edge is its local derivative." if self.filled else _ASKED)
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
            f"<title>{escape_xml(self.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
            f"<h1>{escape_xml(self.title)}{' (key)' if self.filled else ''}</h1>\n"
            f"{by}<p>{asked}</p>\n{svg}</body>\n</html>\n"
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the sheet to a file: a picture if its name ends with .svg, a page to print if with .html.

        Raises:
            ValueError: If it ends otherwise.
        """
        made = {".svg": self.svg, ".html": self.html}.get(Path(path).suffix.lower())
        if made is None:
            raise ValueError(f"path must end with .svg or .html (got {str(path)!r})")
        Path(path).write_text(made(), encoding="utf-8")

    def __repr__(self) -> str:
        told = ", ".join(f"{name} = {number_text(x)}" for name, x in self.leaves.items())
        return f"Worksheet({'key, ' if self.filled else ''}{told or 'no named leaves'})"

    def _repr_html_(self) -> str:
        return Still(self.svg(), self._alt()).to_img()

    def _alt(self) -> str:
        placed = fold_constants(make_scene(self._trace))
        folded = len(self._trace) - len(placed.get("shown", self._trace.op))
        graph = describe_graph(self._trace, placed["title"], numbers=self.filled, folded=folded)
        return f"{'Key' if self.filled else 'Sheet to fill in'}. {graph}"

    def _drawn(self) -> tuple[str, float, float]:
        shown = self._trace
        placed = fold_constants(make_scene(shown, height=PAPER_CARD))
        end = state_at_step(shown, "contribution", last_step(shown, "contribution"))
        data, grad, on_edges = end.data, end.grad, [f"× {number_text(x)}" for x in shown.local]
        if not self.filled:
            data = [None if op else x for op, x in zip(shown.op, shown.data, strict=True)]
            grad, on_edges = [None] * len(shown), ["×"] * len(shown.local)
        svg = draw_svg(shown, {**placed, "alt": self._alt()}, data=data, grad=grad, look=PAPER, on_edges=on_edges)
        return svg, placed["width"], placed["height"]


def worksheet(
    expr: Any,
    /,
    *,
    seed: object = None,
    title: str | None = None,
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Worksheet:
    """A graph to print, with empty boxes for every data, local derivative and grad; its key comes along.

    Args:
        expr: The result, as `play` takes it.
        seed: Whose sheet it is, such as a name: the leaves get small whole numbers, the same ones for the same seed.
            Without it they keep their own.
        title: What stands over it; the expression if not given.
        leaves: Numbers for the names of a preset, text or function; those that are given stay as they are.
        **named: The same: `worksheet("a * b + c", c=10, seed="Ada")`.

    Returns:
        The sheet: `.save("ada.html")` writes a page to print, `.key` is the same sheet filled in.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If the graph has more than 60 operations, or a seed is given and there is no leaf with a name.

    Example:
        >>> sheet = worksheet("(a * b + c) * f", seed="Ada")
        >>> sheet
        Worksheet(a = −5, b = 2, c = −2, f = −5)
        >>> sheet.key.save("/dev/null")
        Traceback (most recent call last):
        ValueError: path must end with .svg or .html (got '/dev/null')
    """
    given = {**(leaves or {}), **named}
    open_names = [] if seed is None else _without_number(expr, given)
    shown = trace_any(expr, {**(leaves or {}), **dict.fromkeys(open_names, 1.0)}, named, worksheet, limit=_MOST)
    if seed is not None:
        shown = _drawn_for(f"{seed}", shown, kept=given)
    if title is None:
        preset = find_preset(expr, given)
        title = preset.title if preset else expr if isinstance(expr, str) else make_scene(shown)["title"][shown.root]
    numbers = {name: shown.data[i] for name, i in named_leaves(shown).items()}
    return Worksheet(numbers, False, title, shown, "" if seed is None else f"{seed}")


def _without_number(expr: Any, given: Mapping[str, float]) -> list[str]:
    """The leaves of a text or function that nobody gave a number."""
    if isinstance(expr, str):
        return [] if find_preset(expr, given) else [name for name in names_in_text(expr) if name not in given]
    if not is_function(expr):
        return []
    variable = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return [
        name
        for name, p in signature(expr).parameters.items()
        if name not in given and p.default is p.empty and p.kind not in variable
    ]


def _drawn_for(seed: str, shown: Trace, kept: Mapping[str, float]) -> Trace:
    """The trace at drawn numbers: of many draws the one that is the kindest to compute by hand."""
    places = [i for name, i in named_leaves(shown).items() if name not in kept]
    if not places or (why := why_not_editable(shown)):
        told = "no leaf with a name that is free" if not places else f"none: {why}"
        raise ValueError(f"expr must have leaves that a seed can draw (got {told}); leave seed out to keep its numbers")
    rng = Random(f"worksheet/{seed}")
    choices = [*_FRIENDLY, *(x + 0.5 for x in range(-5, 5))] if len(places) == 1 else _FRIENDLY
    best, least = shown, len(shown) * 2 + 1
    for _ in range(_DRAWS):
        made = shown.at({i: float(rng.choice(choices)) for i in places})
        trouble = _trouble(made)
        if trouble < least:
            best, least = made, trouble
        if not trouble:
            break
    return best


def _trouble(made: Trace) -> int:
    """How many numbers of a sheet are no pleasure: too long to write down, or 0, where many mistakes look right."""
    found = [*made.data, *(x for x in made.grad if x is not None)]
    return sum(not _SMALLEST <= abs(x) <= _LARGEST for x in found)
