"""The signs that the pictures write, × · ÷ − ^ ² √ |x| ∞, as Python's own, and where each letter came from."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

_PLAIN = {"×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "^": "**", "∞": "1e999"}
_RAISED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
_DIGITS = str.maketrans(_RAISED, "-0123456789")
_SIGNS = frozenset("".join(_PLAIN)) | frozenset(_RAISED) | frozenset("√|")
_TOKEN = re.compile(
    r"""(?P<space>\s+|\#[^\n]*|\\\n)
      | (?P<string>"[^"\n]*"?|'[^'\n]*'?)
      | (?P<number>(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+−]?\d+)?)
      | (?P<name>(?:(?![·⁻⁰¹²³⁴⁵⁶⁷⁸⁹])\w)+)
      | (?P<raised>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)
      | (?P<sign>\*\*|.)""",
    re.VERBOSE | re.DOTALL,
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
    if not _SIGNS & set(text):
        return Notation(text, list(range(len(text) + 1)))
    return _Writer(text).translate()


class _Writer:
    def __init__(self, text: str) -> None:
        self.given = text
        self.pieces: list[tuple[str, int]] = []  # with the place of each in the text given
        self.operand = False  # whether the last piece ended an operand
        self.bars: list[int] = []  # how many brackets were open where a | was
        self.roots: list[int] = []  # the same of a √ whose operand has not ended
        self.depth = 0

    def translate(self) -> Notation:
        found = list(_TOKEN.finditer(self.given))
        for at, token in enumerate(found):
            self._take(token.lastgroup or "", token[0], token.start(), found[at + 1 :])
        text = "".join(piece for piece, _ in self.pieces)
        origin = [
            place + min(i, len(piece) - 1) if piece == self.given[place : place + len(piece)] else place
            for piece, place in self.pieces
            for i in range(len(piece))
        ]
        return Notation(text, [*origin, len(self.given)])

    def _take(self, kind: str, token: str, place: int, rest: list[re.Match[str]]) -> None:
        if kind == "space":
            self._write(token, place)
        elif kind == "raised":
            self._write(f"**{token.translate(_DIGITS)}", place)
        elif kind in ("number", "name", "string") or token == "∞":
            self._write(_PLAIN.get(token, token.replace("−", "-")), place)
            self.operand = True
            if kind != "name" or not _opens(rest):  # else a call, whose brackets follow
                self._end_roots(place + len(token))
        elif token == "√":
            self._write("sqrt(", place)
            self.roots.append(self.depth)
            self.operand = False
        elif token == "|" and not self.operand:
            self._write("abs(", place)
            self.depth += 1
            self.bars.append(self.depth)
        elif token == "|" and self.bars and self.bars[-1] == self.depth:
            self._write(")", place)
            self.bars.pop()
            self._close(place)
        else:
            self._write(_PLAIN.get(token, token), place)
            self.operand = False
            if token in "([":
                self.depth += 1
            elif token in ")]":
                self._close(place)

    def _close(self, place: int) -> None:
        self.depth -= 1
        self.operand = True
        self._end_roots(place + 1)

    def _end_roots(self, place: int) -> None:
        while self.roots and self.roots[-1] == self.depth:
            self.roots.pop()
            self._write(")", place)

    def _write(self, piece: str, place: int) -> None:
        self.pieces.append((piece, place))


def _opens(rest: list[re.Match[str]]) -> bool:
    """Whether a bracket comes next."""
    return next((token[0] for token in rest if token.lastgroup != "space"), "") == "("
