"""What the tests of the pictures share: graphs to draw, labels that mean harm, and a reader of SVG."""

import re
from unicodedata import category
from xml.etree import ElementTree

from hypothesis import strategies as st

from microgradviz import Trace, Value

UNSEEN = "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]"
SVG = "{http://www.w3.org/2000/svg}"

HARMFUL = [
    "<script>window.pwned = 1; alert(1)</script>",
    "</title><script>window.pwned = 1</script>",
    "</text></svg><img src=x onerror='window.pwned = 1'>",
    '"><svg onload="window.pwned = 1">',
    "<a href='javascript:window.pwned=1'>x</a>",
    "' onmouseover='window.pwned = 1' x='",
    "]]><script>window.pwned = 1</script><![CDATA[",
    "<!ENTITY x SYSTEM 'file:///etc/passwd'>&x;",
    "--><script>window.pwned = 1</script><!--",
    "<?php x ?>",
]
AWKWARD = [
    *("{a|b}", "{", "}", "|", "<p>", "<p> port", "<>", "<b>x</b>", "<<b>x</b>>", "<", ">"),
    *('"', '""', 'say "hi"', "'", '\\"', '\\\\"', "\\", "\\\\", "\\\\\\", "a\\", "C:\\new\\table"),
    *("\\N", "\\G", "\\E", "\\T", "\\H", "\\L", "\\l", "\\r", "\\n", "\\{", "\\ "),
    *("&", "&amp;", "&#60;", "&#x3c;", "&lt;script&gt;", "&nbsp;", "&bogus;"),
    *(" ", "   ", " a", "a ", "a  b", "a   b  c ", "\\  x", "a \\ b", "\ta\tb"),
    *("a\nb", "\n", "a\n", "\na", "a\r\nb", "a\n\nb", "a\u2028b", "a\x85b", "\x00", "a\x00b", "\x1b[31mred", "\x7f"),
    *("👍", "👩‍👩‍👧", "é", "e\u0301", "مرحبا", "\u202eabc", "\u202e\u2066", "中文标签", "\u200b", "\ufeff", "\xa0x"),
    *("\ud800", "a\udfffb", "\ufffe", "\uffff", "\U0010ffff", "\ue000", "\u0378"),
    *("x" * 10_000, "W" * 300, "👍" * 100, "a b " * 3_000, "\\" * 39, "\\" * 41, "&" * 60, " " * 50, "\n" * 50),
    *("node", "graph", "digraph", "strict", "0", "-1", "0op", "a:b:c", "a;b", "//x", "/*x*/", "#x", "%s {0} {n}"),
    *("constructor", "__proto__", "toString", "NaN"),
]
LABELS = st.one_of(
    st.sampled_from(HARMFUL + AWKWARD),
    st.text(alphabet=st.characters(), max_size=50),  # lone surrogates too
    st.text(alphabet="\\{}|<>&\"' \nN;#a", max_size=12),
)


def lesson() -> Value:
    """L = (a·b + c)·f, as the lesson has it, after its backward pass."""
    a, b, c, f = (Value(x, label=name) for x, name in ((2.0, "a"), (-3.0, "b"), (10.0, "c"), (-2.0, "f")))
    e = a * b
    e.label = "e"
    d = e + c
    d.label = "d"
    result = d * f
    result.label = "L"
    result.backward()
    return result


def chain(count: int) -> Value:
    """A graph of so many values, an odd number: one leaf, then products with the same constant."""
    value = Value(1.0, label="x")
    for i in range(count // 2):
        value = value * Value(1.0001, label=f"k{i}")
    return value


def labelled(labels: list[str]) -> Trace:
    """For each text a leaf of that label, and a value made from it by an operation of that name."""
    count = len(labels)
    return Trace(
        op=[""] * count + [text or "?" for text in labels],
        data=[1.0] * count * 2,
        grad=[0.0] * count * 2,
        label={**dict(enumerate(labels)), count: "from the first"},
        params={},
        group=[-1] * count * 2,
        groups=[],
        line={},
        sources=list(range(count)),
        targets=list(range(count, 2 * count)),
        slot=[0] * count,
        local=[None] * count,
        order=[],
    )


def drawable(label: str) -> list[str]:
    """The lines of a label without the characters that cannot be drawn, or not be seen."""
    label = re.sub(UNSEEN, "", label)
    return [
        "".join(c for c in line.replace("\t", " ") if category(c) not in ("Cc", "Cs") and c not in "\ufffe\uffff")
        for line in label.splitlines()
    ]


def cards(svg: str) -> list[list[str]]:
    """The texts of each card of our own picture, in the order of the values."""
    root = ElementTree.fromstring(svg)
    return [[t.text or "" for t in g.iter(f"{SVG}text")] for g in root.iter(f"{SVG}g") if "transform" in g.attrib]


def nodes(svg: str) -> dict[str, list[str]]:
    """The texts of each node of Graphviz's picture, by the node's name; any space is a plain one."""
    root = ElementTree.fromstring(svg)
    return {
        g.findtext(f"{SVG}title") or "": [(t.text or "").replace("\xa0", " ") for t in g.iter(f"{SVG}text")]
        for g in root.iter(f"{SVG}g")
        if g.get("class") == "node"
    }
