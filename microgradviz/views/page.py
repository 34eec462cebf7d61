"""to_html(expression): the player as one file that needs no kernel, no server and no network."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from ..layout import value_title
from .bundle import EXPORT, css, esm
from .player import prepare_player
from .still import escape_xml

# What anywidget's model does, as far as the player needs it.
_MODEL = """
const values = JSON.parse(document.querySelector(".mv-values").textContent);
const listeners = new Map();
const model = {
  get: (name) => values[name],
  set: (name, value) => {
    values[name] = value;
    for (const listener of listeners.get(`change:${name}`) ?? []) listener();
  },
  save_changes: () => {},
  on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  off: (event, listener) => listeners.set(event, (listeners.get(event) ?? []).filter((other) => other !== listener)),
};
const close = render({ model, el: document.querySelector("main") });
window.microgradviz = { model, close };
"""

_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: light-dark(#ffffff, #131518); }
header, main { max-width: 1200px; margin: 0 auto 12px; }
h1 { margin: 0; font: 600 18px/1.4 system-ui, "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1, noscript { color: light-dark(#16191d, #f0f2f4); }
@media (max-width: 600px) { body { padding: 8px; } }
"""


def to_html(
    expr: Any = None,
    /,
    path: str | PathLike[str] | None = None,
    *,
    presets: Sequence[str] | bool | None = None,
    title: str | None = None,
    level: str = "first",
    by: str = "contribution",
    accumulate: bool = True,
    start: str = "forward",
    step: int | None = None,
    rankdir: str = "LR",
    predict: str | None = None,
    layout: str = "layered",
    gradients: bool = True,
    formula: bool = False,
    groups: str = "auto",
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> str:
    """The player of an expression as one HTML file.

    Args:
        expr: The result, as `play` takes it.
        path: Where to write the file, if anywhere.
        presets: Names of presets, or True for all: a switch between them; expr may then be left out.
        title: The page's title; the preset's title or the result's name if not given.
        level: As for `play`, like all that follow.
        by: "contribution" or "node".
        accumulate: False to see what `=` in place of `+=` would do.
        start: "forward" or "backward".
        step: The step to begin with.
        rankdir: "LR" or "TB".
        predict: None, "data", "local" or "grad".
        layout: "layered" or "graphviz".
        gradients: False for the forward pass alone.
        formula: True to show the whole expression with live numbers.
        groups: "auto", "open" or "closed".
        leaves: Numbers for the names of a preset, text or function, should one be called `title`, say.
        **named: The same: `to_html("a * b", a=2, b=-3)`.

    Returns:
        The page, as text.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If an option is none of those, or the graph has more than 10,000 operations (100,000 in groups).

    Example:
        >>> from microgradviz import Value
        >>> a = Value(3.0)
        >>> to_html(a * a, title="a squared").splitlines()[0]
        '<!doctype html>'
    """
    _, values = prepare_player(
        expr, presets, leaves, named, to_html,
        level=level, by=by, accumulate=accumulate, start=start, step=step, rankdir=rankdir, layout=layout,
        gradients=gradients, formula=formula, predict=predict, groups=groups,
    )  # fmt: skip
    if title is None:
        title = _title(values)
        if "plays" not in values:
            values["scene"].pop("heading", None)  # it stands over the page already
    page = _page(values, title)
    if path is not None:
        Path(path).write_text(page, encoding="utf-8")
    return page


def _title(values: dict[str, Any]) -> str:
    if "plays" in values:
        return "A choice of expressions"
    heading: str | None = values["scene"].get("heading")
    return heading or value_title(values["scene"], values["trace"]["root"])


def _page(values: dict[str, Any], title: str) -> str:
    data = json.dumps(values).replace("<", "\\u003c")
    script = esm().replace(EXPORT, _MODEL)
    style = css() + _STYLE
    # Nothing but this very script and this very style may run, and nothing may be fetched.
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape_xml(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape_xml(title)}</h1></header>\n<main></main>\n"
        f"<noscript>{escape_xml(values['scene']['alt'])}. The player needs JavaScript.</noscript>\n"
        f'<script type="application/json" class="mv-values">{data}</script>\n'
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


def _digest(code: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
