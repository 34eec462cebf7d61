"""How numbers, values and operations are written for a person: the same words in every picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from itertools import count
from math import copysign, inf, isinf, isnan
from unicodedata import category

from ..engine import find_op

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .columns import Columns

UNKNOWN = "–"  # shown for a number that has not been computed yet; never 0
MINUS = "−"
_LETTERS = "efghjkmnpqrstuv"  # those before are leaves, those behind inputs; i, l and o look like something else
_SHORT = 2  # letters of a name such as b, x1 or ŷ
_MOST_TERMS = 4  # of a sum that is written out
_FOUR_DIGITS = Context(prec=4, rounding=ROUND_HALF_UP)
_SUPERSCRIPT = str.maketrans("0123456789−-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
# What turns the direction of a line, or has no width: with it a label looks like another one, or a card is mirrored.
_UNSEEN = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]")
_WORD = re.compile(r"[^\W\d]\w*")
_SHAPE = re.compile(r" \[[\d×…]+\]$")  # of a tensor, behind its name


def number_text(x: float | None) -> str:
    """Four significant digits, with a real minus sign; all digits before the point are kept.

    The player writes numbers by the same rule (`numberText` in js/core/words.js), down to the rounding of ties.

    Example:
        >>> [number_text(x) for x in (0.70710678, -6.0, 9.5367e-07, 12345.67, None)]
        ['0.7071', '−6', '9.537e−7', '12346', '–']
    """
    if x is None:
        return UNKNOWN
    if isnan(x):
        return "nan"
    sign = MINUS if x < 0 else ""
    if isinf(x):
        return sign + "∞"
    if x == 0:
        return "0"
    exact = Decimal(abs(x))
    exponent = exact.adjusted()
    if -4 <= exponent < 6:
        places = max(0, 3 - exponent)
        text = format(exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP), "f")
        return sign + (text.rstrip("0").rstrip(".") if "." in text else text)
    rounded = _FOUR_DIGITS.create_decimal(exact)
    digits = "".join(map(str, rounded.as_tuple().digits)).rstrip("0")
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    power = rounded.adjusted()
    return f"{sign}{mantissa}e{MINUS if power < 0 else ''}{abs(power)}"


def nearly_same(x: float, y: float, tolerance: float = 1e-9) -> bool:
    """Equal but for rounding; nan is nan.

    Example:
        >>> nearly_same(0.1 + 0.2, 0.3), nearly_same(1e300, inf)
        (True, False)
    """
    if x == y or (isnan(x) and isnan(y)):
        return True
    return abs(x - y) <= tolerance * max(1.0, abs(x), abs(y)) < inf


def signed_text(x: float | None) -> str:
    """The same, where the sign of 0 decides what comes of it.

    Example:
        >>> signed_text(-0.0), signed_text(0.0)
        ('−0', '0')
    """
    return MINUS + "0" if x == 0 and copysign(1, x) < 0 else number_text(x)


def value_names(trace: Columns) -> list[str]:
    """A name for every value: its label, else a free letter or v1, v2, … for results, and the number for constants.

    Letters, e, f, …, stand where most names are as short, if there are enough for all: in `a * b + c` e is a * b.
    No two values with labels have one name: of two leaves `w` the second is `w (2)`.
    """
    names = unique_labels(trace)
    nameless = sum(bool(op) for i, op in enumerate(trace.op) if i not in names)
    free = free_names(set(names.values()), nameless)
    return [
        names[i] if i in names else next(free) if op else number_text(trace.known_data(i))
        for i, op in enumerate(trace.op)
    ]


def free_names(taken: Collection[str], wanted: int) -> Iterator[str]:
    """What so many results without labels are called, beside values with these labels."""
    letters = [letter for letter in _LETTERS if letter not in taken]
    if wanted <= len(letters) and 2 * sum(len(name) <= _SHORT for name in taken) > len(taken):
        return iter(letters)
    return (name for n in count(1) if (name := f"v{n}") not in taken)


def unique_labels(trace: Columns) -> dict[int, str]:
    """The labels by value, told apart; leaves come first, for their names are typed, as in `player.leaves`."""
    out: dict[int, str] = {}
    taken: set[str] = set()
    times: dict[str, int] = {}
    for i in sorted(trace.label, key=lambda i: bool(trace.op[i])):
        label = without_unseen(trace.label[i])
        name, again = label, times.get(label, 1)
        while name in taken:
            again += 1
            name = f"{label} ({again})"
        out[i], times[label] = name, again
        taken.add(name)
    return out


def card_titles(trace: Columns, named: Sequence[str]) -> list[str]:
    """The first line of every card: `e = a × b` for a result, the name for a leaf, "constant" for a bare number.

    What nobody named but several edges use is no number that an operation wrapped: somebody made it, and may change it.
    """
    out = []
    uses = Counter(trace.sources)
    inline = [name if trace.op[i] or i in trace.label else _inline(name) for i, name in enumerate(named)]
    for i, (op, inputs) in enumerate(zip(trace.op, trace.inputs(), strict=True)):
        if op:
            out.append(f"{named[i]} = {expression_text(op, [inline[x] for x in inputs], trace.params.get(i, {}))}")
        else:
            out.append(named[i] if i in trace.label else "constant" if uses[i] < 2 else "leaf")
    return out


def expression_text(op: str, inputs: Sequence[str], params: Mapping[str, float]) -> str:
    """An operation as a person writes it.

    Example:
        >>> expression_text("mul", ["a", "b"], {}), expression_text("pow_n", ["a"], {"n": 2.0})
        ('a × b', 'a²')
        >>> expression_text("Tanh", ["t2 [4×4]"], {})
        'Tanh(t2)'
    """
    known = find_op(op, len(inputs), params)
    if known is None:
        return f"{op}({', '.join(_SHAPE.sub('', name) for name in inputs)})"
    if known.arity is None:
        return " + ".join(inputs) if 0 < len(inputs) <= 3 else f"Σ of {len(inputs)}"
    power = number_text(params.get("n", 0.5)).translate(_SUPERSCRIPT)
    if op == "pow_n" and not power.isascii() and not set(power) & set(".en∞"):
        return inputs[0] + power
    words = {**dict(zip(("x", "y"), inputs, strict=False)), **{k: number_text(v) for k, v in params.items()}}
    return _WORD.sub(lambda match: words.get(match[0], match[0]), known.notation)


def _inline(text: str) -> str:
    return f"({text})" if text.startswith(MINUS) else text


def without_unseen(label: str) -> str:
    r"""A label without the characters that cannot be seen but change what is: its direction, joints of no width.

    Example:
        >>> without_unseen("\u202ea\u200bb")
        'ab'
    """
    return label if label.isascii() else _UNSEEN.sub("", label)


def clean_text(label: str) -> str:
    r"""A label without what no picture can hold: control characters, halves of characters; a tab is a space.

    Example:
        >>> clean_text("one\r\ntwo\x00\tthree\ud800")
        'one\ntwo three'
    """
    if label.isprintable():
        return label
    lines = "\n".join(without_unseen(label).splitlines()).replace("\t", " ")
    return "".join(c for c in lines if c == "\n" or (c not in "\ufffe\uffff" and category(c) not in ("Cc", "Cs")))


def cut_text(label: str, most: int) -> str:
    """A label of at most so many letters: clean, and with … for the rest."""
    label = clean_text(label[: 10 * most])
    return label if len(label) <= most else label[: most - 1] + "…"


def ordinal(slot: int) -> str:
    """Which input a slot is: 1st, of slot 0.

    Example:
        >>> [ordinal(slot) for slot in (0, 1, 2, 10, 21)]
        ['1st', '2nd', '3rd', '11th', '22nd']
    """
    n = slot + 1
    ending = "th" if 10 < n % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def count_text(n: int, thing: str) -> str:
    """So many of a thing, in words that agree."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def sum_texts(terms: Sequence[float]) -> list[str]:
    """The ways to write a sum under what it comes to, the longest first, each true as it is written.

    Example:
        >>> sum_texts([3.0, -1.0]), sum_texts([1 / 3, 1 / 3])[0], sum_texts([1.0] * 5)
        (['3 + (−1) = 2', '= 3 − 1', 'Σ of 2 = 2'], '0.3333 + 0.3333 ≈ 0.6667', ['Σ of 5 = 5'])
    """
    result = sum(terms[1:], terms[0])
    total = number_text(result)
    counted = f"Σ of {len(terms)} = {total}"
    if len(terms) > _MOST_TERMS:
        return [counted]
    told = [number_text(x) for x in terms]
    shown = sum(float(text.replace(MINUS, "-").replace("∞", "inf")) for text in told)
    adds = all(number_text(shown * beside) == total for beside in (1 - 1e-12, 1 + 1e-12))
    sign = "=" if adds else "≈"
    left = " + ".join([told[0], *(f"({text})" if text.startswith(MINUS) else text for text in told[1:])])
    bare = " + ".join(told).replace(f"+ {MINUS}", f"{MINUS} ")
    return [f"{left} {sign} {total}", f"{sign} {bare}", counted]
