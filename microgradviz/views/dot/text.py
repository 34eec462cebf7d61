"""The DOT text of a graph: records, ellipses, groups as clusters, closed groups as cards; the only door for text."""

from __future__ import annotations

import graphviz

from ...engine import OPS
from ...layout import Part, card_rows, find_card_results, list_closed_cards, part_size
from ...tracing import Trace, cut_text, number_text

_LONGEST = 40  # letters of a label in the picture
_DEEPEST = 16  # frames around one another
_LITERAL = str.maketrans({**{c: f"\\{c}" for c in "\\{}|<>"}, "&": "&amp;"})
_FRAME = {"style": "rounded", "color": "#8c959f", "fontcolor": "#59636e", "labeljust": "l", "fontsize": "12"}
_CLOSED = {"shape": "record", "style": "filled", "fillcolor": "#eef4fb"}


def write_values(drawing: graphviz.Digraph, trace: Trace, parts: list[Part]) -> None:
    """Every value as a record, every operation as an ellipse, in a frame for each part around them."""
    depth: list[int] = []
    for part in parts:
        depth.append(depth[part.around] + 1 if part.around >= 0 else 0)
    frames = [
        part
        for part, deep in zip(parts, depth, strict=True)
        if deep < _DEEPEST and (part.begin, part.end) != (0, len(trace))
    ]
    _frames(drawing, trace, frames, 0, len(trace))
    for source, target in zip(trace.sources, trace.targets, strict=True):
        drawing.edge(str(source), f"op{target}")


def _frames(drawing: graphviz.Digraph, trace: Trace, frames: list[Part], begin: int, end: int, first: int = 0) -> None:
    """The values begin … end - 1, and the frames among them, the first of which has the number `first`."""
    i, at = begin, first
    while i < end:
        if at < len(frames) and frames[at].begin == i:
            frame = frames[at]
            with drawing.subgraph(
                name=f"cluster_{at}", graph_attr={**_FRAME, "label": escape_caption(frame.name)}
            ) as inner:
                _frames(inner, trace, frames, i, frame.end, at + 1)
            i = frame.end
            while at < len(frames) and frames[at].begin < i:
                at += 1
        else:
            _value(drawing, trace, i)
            i += 1


def _value(drawing: graphviz.Digraph, trace: Trace, i: int) -> None:
    fields = [f"data {number_text(trace.known_data(i))}", f"grad {number_text(trace.grad[i])}"]
    if i in trace.label:
        fields.insert(0, escape_field(trace.label[i]))
    drawing.node(str(i), label=f"{{ {' | '.join(fields)} }}", shape="record")
    if trace.op[i]:
        drawing.node(f"op{i}", label=escape_field(_symbol(trace, i)))
        drawing.edge(f"op{i}", str(i))


def write_closed(drawing: graphviz.Digraph, trace: Trace, parts: list[Part]) -> int:
    """The same with a card for every part, and one edge for all between two cards; how many cards there are."""
    _, level, place = list_closed_cards(len(trace), parts)
    results = find_card_results(trace, place)
    for at, item in enumerate(level):
        if item >= 0:
            _value(drawing, trace, item)
            continue
        part = parts[-1 - item]
        result = results.get(at)
        told = [" ".join(row) for row in card_rows(trace, part, result)]
        fields = [escape_field(part.name), part_size(part), *(told if result is not None else told[1:])]
        drawing.node(f"part{-1 - item}", label=f"{{ {' | '.join(fields)} }}", **_CLOSED)
    joined = set()
    for source, target in zip(trace.sources, trace.targets, strict=True):
        a, b = place[source], place[target]
        ends = (
            str(source) if level[a] >= 0 else f"part{-1 - level[a]}",
            f"op{target}" if level[b] >= 0 else f"part{-1 - level[b]}",
        )
        if a == b or ends in joined:
            continue
        if level[a] < 0 or level[b] < 0:
            joined.add(ends)
        drawing.edge(*ends)
    return len(level)


def escape_caption(label: str) -> str:
    r"""Any text as the label of a frame, meant literally.

    Example:
        >>> print(escape_caption(r"<b>\N & x"))
        <b>\\N &amp; x
    """
    literal: str = graphviz.escape(cut_text(label, _LONGEST).replace("\n", " ").replace("&", "&amp;"))
    return literal  # of a class that is never read as markup


def escape_field(label: str) -> str:
    r"""Any text as the text of a record's field, meant literally: the only door through which text enters DOT.

    Example:
        >>> print(escape_field("{a|b} <i> \\ & x"))
        \{a\|b\} \<i\> \\ &amp; x
    """
    lines = cut_text(label, _LONGEST).translate(_LITERAL).split("\n")
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
        return OPS[op].symbol.format_map({name: number_text(x) for name, x in params.items()})
    return op
