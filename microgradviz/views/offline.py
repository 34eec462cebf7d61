"""A widget as one HTML file that needs no kernel, no server and no network."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from .bundle import bundle
from .still import escape_xml


def offline_page(widget: str, values: Mapping[str, Any], title: str, still: str, what: str = "The player") -> str:
    """A widget as a page of its own, which nothing can be fetched into.

    Args:
        widget: The entry of its code, below js/.
        values: What its model holds, as plain data.
        title: Of the page.
        still: What it shows where JavaScript does not run: HTML without a script or a style of its own.
        what: What needs JavaScript, as a sentence begins with it.
    """
    data = json.dumps(values).replace("<", "\\u003c")
    code, css = bundle("page.js", widget)
    # Nothing but this very script and this very style may run.
    policy = (
        f"default-src 'none'; script-src '{_digest(code)}'; style-src '{_digest(css)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{escape_xml(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape_xml(title)}</h1></header>\n<main></main>\n"
        f"<noscript>{still}<p>{what} needs JavaScript.</p></noscript>\n"
        f'<script type="application/json" class="mv-values">{data}</script>\n'
        f'<script type="module">{code}</script>\n</body>\n</html>\n'
    )


def _digest(code: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
