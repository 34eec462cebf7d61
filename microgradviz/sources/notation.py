"""The signs that the pictures write, × · ÷ − ^ ² √a |a| ∞, as Python's own, and where each letter came from."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

_PLAIN = {"×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "^": "**", "∞": "1e999", "√": "sqrt"}
_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_LETTER = "[^\\W⁰¹²³⁴⁵⁶⁷⁸⁹]"
_SIGN = re.compile(
    rf"√\s*(?P<root>{_LETTER}+(?:\.\d+)?)(?!{_LETTER}|\s*\()|(?P<raised>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|[|{re.escape(''.join(_PLAIN))}]"
)


def read_number(text: str, name: str) -> float:
    """A number as somebody typed it for a name.

    Raises:
        ValueError: If it is none, or too large to be one here; infinity is asked for by its name.

    Example:
        >>> read_number("−0.5", "a"), read_number("inf", "b")
        (-0.5, inf)
    """
    try:
        number = float(text.replace("−", "-").replace("∞", "inf"))
    except ValueError:
        raise ValueError(f"{name} must be a number, such as 2, -0.5 or 1e-3 (got {text[:40]!r})") from None
    if math.isinf(number) and re.search(r"\d", text):
        raise ValueError(
            f"{name} must fit into a double, which ends at 1.8e308 (got {text[:40]}); for ∞ give {name}=inf"
        )
    return number


class Notation(NamedTuple):
    """A text in Python's signs; `origin` holds for each of its letters, and its end, the place in the text given."""

    text: str
    origin: list[int]


def in_python_signs(text: str) -> Notation:
    """A text with the signs of the pictures in Python's: `2×a²` as `2*a**2`; one without them as it is.

    A power binds as in mathematics and in Python: `−x²` is −(x²), `a^b^c` is a^(b^c), and `a²` is `a^2`
    wherever it stands. A root is that of the name, the number or the brackets that follow it: `√a²` is (√a)².

    Example:
        >>> in_python_signs("√a × b² ÷ |c − 1|").text
        'sqrt(a) * b**2 / abs(c - 1)'
    """
    made, origin, end, between_bars = "", [], 0, False
    for sign in _SIGN.finditer(text):
        if sign["root"]:
            piece = f"sqrt({sign['root']})"
        elif sign["raised"]:
            piece = f"**{sign['raised'].translate(_DIGITS)}"
        elif sign[0] == "|":
            between_bars = not between_bars
            piece = "abs(" if between_bars else ")"
        else:
            piece = _PLAIN[sign[0]]
        made += text[end : sign.start()] + piece
        origin += [*range(end, sign.start()), *[sign.start()] * len(piece)]
        end = sign.end()
    return Notation(made + text[end:], [*origin, *range(end, len(text) + 1)])
