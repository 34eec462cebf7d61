"""Write docs/backprop.svg, the picture at the top of the README: a whole pass of f = (a·b + c)·a, as to_svg draws it.

python scripts/readme_picture.py
"""

from pathlib import Path

from microgradviz import Value, to_svg

TARGET = Path(__file__).parents[1] / "docs" / "backprop.svg"


def draw(rankdir: str = "LR") -> str:
    """The picture: small, and a has two users, so that its gradient is seen to grow by two contributions."""
    a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
    e = a * b
    e.label = "e"
    d = e + c
    d.label = "d"
    f = d * a
    f.label = "f"
    return to_svg(f, animate=True, rankdir=rankdir)


if __name__ == "__main__":
    TARGET.write_text(draw(), encoding="utf-8", newline="\n")
