"""A link that is a graph: the playground's address with the expression and its numbers behind the #."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from unicodedata import normalize
from urllib.parse import quote, unquote_to_bytes

from ..addresses import site_address
from ..sources import read_number, trace_any, write_text
from ..tracing import Trace

MOST_LETTERS = 2_000  # what every browser, mail and chat passes on
_MOST_READ = 8_000  # some of them write a sign as three letters
_INSTEAD = "to_html(expression, 'graph.html') makes a file to pass on"
_KEPT = "()*+,/;="  # the signs of texts, which may stand in an address as they are


def link(expr: Any, /, *, leaves: Mapping[str, float] | None = None, **named: float) -> str:
    """The address of a page where anybody can step through an expression: `…/play/#tanh(x*w)&x=2&w=-3`.

    The page is the playground of the project's site; it runs in the browser, and nothing is sent anywhere. The link
    holds the expression as text with the names that `trace` finds, and the leaves' numbers; neither groups nor
    gradients.

    Args:
        expr: The expression, as for `trace`.
        leaves: Numbers for the names of a preset, text or function.
        **named: The same: `link("a * b", a=2, b=-3)`.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If a text cannot say it, or the link would have more than 2,000 letters; `to_html` makes a file of
            any expression.
        LookupError: If the package is not installed, for its metadata has the site's address.

    Example:
        >>> link("d = a * b; d * (d + 1)", a=2, b=-3).split("#")[1]
        'd=a*b;d*(d+1)&a=2&b=-3'
    """
    return f"{site_address()}play/#{write_link(trace_any(expr, leaves, named, link))[0]}"


def link_on_page(trace: Trace) -> dict[str, Any] | None:
    """The link for a page where numbers are edited: `to`, all before the first number, and the leaves' names in it.

    None where there is none: it cannot be written, is too long, or nobody knows the site.
    """
    try:
        part, leaves = write_link(trace)
        return {"to": f"{site_address()}play/#{part.partition('&')[0]}", "leaves": leaves}
    except (ValueError, LookupError):
        return None


def write_link(trace: Trace) -> tuple[str, dict[str, str]]:
    """What stands behind the # of a link, and the leaves' names in it, by the numbers of their values."""
    try:
        text, leaves = write_text(trace)
    except ValueError as error:
        raise ValueError(f"{error}; {_INSTEAD}") from None
    names = {i: quote(name) for name, i in leaves.items()}
    numbers = (f"&{name}={number_in_link(trace.data[i])}" for i, name in names.items())
    part = quote(text.replace(" ", ""), safe=_KEPT) + "".join(numbers)
    if len(part) > MOST_LETTERS:
        raise ValueError(f"link must have at most {MOST_LETTERS:,} letters (got {len(part):,}); {_INSTEAD}")
    return part, {str(i): name for i, name in names.items()}


def number_in_link(x: float) -> str:
    """A number to the last digit: 2, -0.5, 1e-07, inf, nan."""
    return repr(x).removesuffix(".0").replace("e+", "e")


def read_link(link: str) -> tuple[str, dict[str, float]]:
    """The expression and the numbers of a link; whether they are an expression, `trace` knows.

    Args:
        link: A whole address, or what stands behind its #.

    Raises:
        ValueError: If it is too long or not of that form.

    Example:
        >>> read_link("#tanh(x1*w1%20+%20b)&x1=2&w1=-3&b=6.88")
        ('tanh(x1*w1 + b)', {'x1': 2.0, 'w1': -3.0, 'b': 6.88})
    """
    part = link.partition("#")[2] if "#" in link else link
    if len(part) > _MOST_READ:
        raise ValueError(f"link must have at most {_MOST_READ:,} letters (got {len(part):,})")
    text, *pairs = map(_decoded, part.split("&"))
    numbers: dict[str, float] = {}
    for pair in filter(None, pairs):
        name, sign, number = pair.partition("=")
        name = normalize("NFKC", name.strip())  # as Python reads names
        if not sign or not name.isidentifier():
            raise ValueError(f"link must go on as name=number behind each & (got {pair[:40]!r})")
        if name in numbers:
            raise ValueError(f"link must give each name one number (got {name} twice)")
        numbers[name] = read_number(number, name)
    return text.strip(), numbers


def _decoded(part: str) -> str:
    """Percent signs as what they stand for."""
    broken = re.search("%(?![0-9a-fA-F]{2})", part)
    try:
        if broken:
            raise ValueError
        return unquote_to_bytes(part).decode()
    except ValueError:
        at = broken.start() if broken else 0
        raise ValueError(
            f"link must be whole, each % with a letter's code behind it (got {part[at : at + 40]!r}); copy it once more"
        ) from None
