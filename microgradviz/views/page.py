"""to_html(expression): the player as one file that needs no kernel, no server and no network."""

from __future__ import annotations

from os import PathLike
from typing import Any

from ..layout import folded_constants, value_title
from ..tracing import Trace, last_step
from .file_text import FileText
from .offline import offline_page
from .options import read_options, require_choices, signature_with_options
from .player import leaf_along, prepare_player
from .still import still_html


def to_html(
    expr: Any = None, /, path: str | PathLike[str] | None = None, title: str | None = None, **options: Any
) -> str:
    """The player of an expression as one HTML file; or an instrument, such as `concept_test()`.

    Args:
        expr: The result, as `play` takes it; of an instrument only `path`, `title` and `size` count.
        path: Where to write the file, if anywhere.
        title: The page's title; the preset's title or the result's name if not given.
        **options: How it is played, as for `play` (see `PlayOptions`), and numbers for the names of a preset, text or
            function: `to_html("a * b", a=2, b=-3)`.

    Returns:
        The page, as text, of which a notebook shows one line.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If an option is none of those, or the graph has more than 10,000 operations (100,000 in groups).

    Example:
        >>> from microgradviz import Value
        >>> a = Value(3.0)
        >>> to_html(a * a, title="a squared").splitlines()[0]
        '<!doctype html>'
    """
    if hasattr(type(expr), "to_page"):
        size = options.get("size")
        require_choices(**{"size": size} if size else {})
        return FileText(expr.to_page(title, size), path)
    chosen, named = read_options(options)
    traces, values = prepare_player(expr, chosen, named, to_html)
    if title is None:
        title = _title(values)
        if "plays" not in values:
            values["scene"].pop("heading", None)  # it stands over the page already
    still = _still(traces[values["preset"]], values)
    return FileText(offline_page("player/index.js", values, title, still), path)


to_html.__signature__ = signature_with_options(to_html)  # type: ignore[attr-defined]


def _still(trace: Trace, values: dict[str, Any]) -> str:
    """What the page shows without JavaScript: the step it begins with; the last in place of the first."""
    asked = values["predict"] is not None
    folded = folded_constants(values["scene"], values["constants"])
    along = leaf_along(trace, values["along"])
    last = last_step(trace, values["by"], values["gradients"], folded=folded, along=along)
    step = min(values["step"], last)
    return still_html(
        trace, values["scene"], values["by"], step or (0 if asked else last),
        accumulate=values["accumulate"], gradients=values["gradients"],
        constants=values["constants"], hidden=values["predict"] == "data", along=along,
    )  # fmt: skip


def _title(values: dict[str, Any]) -> str:
    if "plays" in values:
        return "A choice of expressions"
    heading: str | None = values["scene"].get("heading")
    return heading or value_title(values["scene"], values["trace"]["root"])
