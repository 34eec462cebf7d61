"""Numbers beside each other, digit for digit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from html import escape
from math import isfinite

from ..tracing import number_text

DIGITS = 10  # in a row of several numbers
_TYPED = str.maketrans({"−": "-", "∞": "inf"})
_DECIMAL, _PLAIN = re.compile(r"−?\d+\.\d+"), re.compile(r"−?\d+(\.\d+)?")


class Digits(str):
    """A number as text beside one that it is compared with.

    Attributes:
        same: How many of its letters agree.
        ok: Whether it is right all the same: the other digits are more than can be known.
    """

    __slots__ = ("ok", "same")
    same: int
    ok: bool

    def __new__(cls, text: str, same: int | None = None, ok: bool = True) -> Digits:
        """The text; without `same`, all of it agrees."""
        made = super().__new__(cls, text)
        made.same, made.ok = len(text) if same is None else same, ok
        return made

    def in_text(self) -> str:
        """With brackets around what differs."""
        return str(self) if self.ok or self.same == len(self) else f"{self[: self.same]}[{self[self.same :]}]"

    def in_html(self) -> str:
        """With a line under what differs, and pale what cannot be known."""
        same, rest = escape(self[: self.same]), escape(self[self.same :])
        if not rest:
            return same
        if self.ok:
            return f'{same}<span style="opacity: 0.6">{rest}</span>'
        return f'{same}<b><u style="text-decoration-color: #d55e00">{rest}</u></b>'

    def whole(self) -> int:
        """How many letters stand before the place of its point; 0 of a word."""
        found = re.match(r"-?\d+", self)
        return found.end() if found else 0


def compare_digits(ours: float, other: float, ok: bool) -> tuple[Digits, Digits]:
    """A number and another beside it, as they can be typed: `ok` tells whether what differs is to be expected.

    Example:
        >>> [digits.in_text() for digits in compare_digits(-6.0, -6.25, ok=False)]
        ['-6.00', '-6.[25]']
    """
    own, ((same, rest, end),) = align_digits(ours, [other])
    agrees = len(same) if rest else None
    return Digits(own.translate(_TYPED)), Digits((same + rest + end).translate(_TYPED), agrees, ok)


def align_digits(ours: float, others: Sequence[float]) -> tuple[str, list[tuple[str, str, str]]]:
    """Ours as text; and of each other number the right digits, the rest, and the power of ten behind them.

    All have as many decimals as one of them needs, of ten digits of ours. A digit is right while the difference is
    less than half a unit of its place.

    Example:
        >>> align_digits(-3.0, [-3.0, -2.96875, float("nan")])
        ('−3.00000', [('−3.00000', '', ''), ('−2.9', '6875', ''), ('', 'nan', '')])
        >>> align_digits(1.25e-9, [1.3e-9])
        ('1.25e−9', [('1.', '30', 'e−9')])
    """
    power = max(-300, Decimal(repr(float(ours))).adjusted()) if ours and isfinite(ours) else 0
    scaled = power < -6 or power >= DIGITS
    unit = float(f"1e{power}") if scaled else 1.0
    places = min(DIGITS - 1 - (0 if scaled else power), DIGITS)
    end = f"e{number_text(power)}" if scaled else ""
    texts = [_written(x / unit, places) for x in (ours, *others)]
    spare = min(len(text) - len(_trimmed(text)) for text in [*texts, "0." + "0" * 99] if _DECIMAL.fullmatch(text))
    texts = [text[: len(text) - spare] if _DECIMAL.fullmatch(text) else text for text in texts]
    parts = []
    for x, text in zip(others, texts[1:], strict=True):
        if x == ours or (x != x and ours != ours):
            parts.append((text, "", end if isfinite(x) else ""))
        elif not isfinite(ours) or not _PLAIN.fullmatch(text) or (end and not re.search("[1-9]", text)):
            parts.append(("", number_text(x), ""))
        else:
            first = _first_wrong(text, abs(x - ours) / unit)
            parts.append((text[:first], text[first:], end))
    return texts[0] + (end if isfinite(ours) else ""), parts


def _written(x: float, places: int) -> str:
    if not abs(x) < 1e15:
        return number_text(x)
    rounded = Decimal(x).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return f"{rounded or abs(rounded):f}".replace("-", "−")


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".")


def _first_wrong(text: str, error: float) -> int:
    """Where the first digit stands whose place the error reaches."""
    point = text.index(".") if "." in text else len(text)
    for i, letter in enumerate(text):
        place = point - i - 1 if i < point else point - i
        if letter.isdigit() and error >= float(f"5e{place - 1}"):
            return i
    return len(text)
