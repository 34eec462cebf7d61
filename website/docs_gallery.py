"""The gallery: live players, each made by the lines of Python that stand above it."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, NamedTuple

from docs_sources import write_if_changed

from microgradviz import to_html


class Exhibit(NamedTuple):
    """A player of the gallery.

    Attributes:
        name: What its page is called.
        title: What stands over it.
        text: What to look at, in Markdown.
        code: Python that ends with the widget; it is shown, and it is what runs.
        height: Of its frame, in pixels, until the frame knows better.
    """

    name: str
    title: str
    text: str
    code: str
    height: int


EXHIBITS = (
    Exhibit(
        "presets",
        "Small expressions worth seeing",
        "Press **Next**: forward, each operation in turn; then backward, one contribution at a time. Choose another "
        "expression above the picture; click a card to see why its number is what it is.",
        'from microgradviz import play\n\nplay("diamond", presets=True)',
        560,
    ),
    Exhibit(
        "training",
        "A neuron that learns",
        "Forward, backward, then every parameter takes a step against its gradient; and again. The result of the round "
        "before stays beside the new one.",
        "from microgradviz import play\n\n"
        'play("loss = (tanh(x*w + b) - target) ** 2", x=1.5, w=0.8, b=-0.3, target=-0.5,\n'
        '     update=0.4, params=["w", "b"])',
        560,
    ),
    Exhibit(
        "xor",
        "A network that learns in front of you",
        "Press **Play**: the tiles fill with what the network says, and the boundary bends. Drag the strip of losses "
        "to go back; click a tile, and that moment opens in the player.",
        'from microgradviz import training\n\ntraining("xor")',
        700,
    ),
    Exhibit(
        "network",
        "A network, as its layers",
        "All values of a layer would fill the screen, so a layer is one card, which steps as one. Click it to look "
        "inside: below the picture its neurons open, and in them their values.",
        "from microgradviz import MLP, play\n\n"
        'model = MLP(2, [4, 4, 1], activation="tanh", seed=1)\n'
        "score = model([0.5, -1.0])\n"
        "play(score)",
        620,
    ),
    Exhibit(
        "faulty",
        "Somebody else's engine, beside ours",
        "This engine writes `=` where it must say `+=`. The player watches it at work and names the first place where "
        "it differs; the right numbers stand below the wrong ones.",
        """from microgradviz import play


class Number:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self._prev = data, 0.0, inputs
        self._op, self._backward = "*" if inputs else "", lambda: None

    def __mul__(self, other):
        out = Number(self.data * other.data, (self, other))

        def _backward():
            self.grad = other.data * out.grad   # must be +=
            other.grad = self.data * out.grad

        out._backward = _backward
        return out


a, b = Number(3.0), Number(2.0)
square = a * a
f = square * b
play(f, against=True)""",
        640,
    ),
    Exhibit(
        "slope",
        "A slope, measured",
        "Drag the point; make the nudge smaller and count the digits that are right. Below 10⁻⁸ they become fewer.",
        'from microgradviz import slope\n\nslope("3*x**2 - 4*x + 5", x=3, h=0.5)',
        620,
    ),
    Exhibit(
        "order",
        "In which order?",
        "Click the operations in an order of your own, then run. An operation passes on what it has when its turn "
        "comes; what arrives later is stranded.",
        'from microgradviz import visit_order\n\nvisit_order("orders")',
        560,
    ),
    Exhibit(
        "matrices",
        "A layer as matrices",
        "Point at a number: what it is made of lights up. Then press **Backward**, click a gradient of b, and add its "
        "contributions **One by one**: the bias was copied for four samples. Any output opens as its graph of scalars.",
        'from microgradviz import matrices\n\nmatrices("batch")',
        560,
    ),
)


def write_gallery(target: Path, pages: Path) -> None:
    """Write the page of each exhibit, and below target the Markdown that shows them all."""
    for exhibit in EXHIBITS:
        write_if_changed(pages / f"{exhibit.name}.html", to_html(widget_of(exhibit.code)))
    write_if_changed(target / "gallery.md", "\n".join(map(_section, EXHIBITS)))


def widget_of(code: str) -> Any:
    """What the last line of some Python gives, as a cell of a notebook shows it."""
    *before, last = ast.parse(code).body
    assert isinstance(last, ast.Expr)
    names: dict[str, Any] = {}
    exec(compile(ast.Module(before, []), "<gallery>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<gallery>", "eval"), names)


def _section(exhibit: Exhibit) -> str:
    page = f"gallery/{exhibit.name}.html"
    return f"""\
## {exhibit.title}

{exhibit.text}

<figure class="player">
<iframe src="{page}" title="{exhibit.title}" loading="lazy" height="{exhibit.height}"></iframe>
<figcaption><a href="{page}">Open it in a page of its own</a></figcaption>
</figure>

```python
{exhibit.code}
```
"""
