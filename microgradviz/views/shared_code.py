"""The page's code, sent once a kernel for each kind of widget; what a widget carries is the way to it.

anywidget sends code and style sheet with each widget, and saves them with each. Here they lie in a hidden model; a
widget has a stub (js/stub.js) and that model's id. The front end brings the models of a kernel, or of a saved notebook,
before it shows their widgets, so nothing waits for a kernel that is busy. Where a host has no such models, or was not
seen to work, each widget carries all of it:

| host                            | how the code travels | seen                                          |
|---------------------------------|----------------------|-----------------------------------------------|
| JupyterLab 4, Notebook 7        | once                 | tests/browser/test_shared_code.py             |
| JupyterLite                     | once                 | tests/site/test_course_in_browser.py          |
| marimo                          | with each widget     | it has no models of widgets that are not seen |
| Google Colab, VS Code           | with each widget     | no test can run there                         |
| a page of `to_html`, player.mjs | in the file          | all tests of pages                            |

A policy that forbids code from a Blob forbids anywidget's own, and with it every widget; two versions of the package on
one page share what they share in any case, the names of the style sheet's classes.
"""

from __future__ import annotations

import os
import sys
from functools import cache

import ipywidgets
import traitlets

from .bundle import HERE, bundle, without_comments


class SharedCode(ipywidgets.Widget):  # type: ignore[misc]
    """Code and style sheet of a kind of widget: a model that is never shown."""

    code = traitlets.Unicode(help="python -> page").tag(sync=True)
    css = traitlets.Unicode(help="python -> page").tag(sync=True)


_MADE: dict[str, SharedCode] = {}  # by entry; a model lives as long as the kernel


def shared_code(entry: str) -> SharedCode:
    """The model that holds an entry's code; a new one if the last was closed, as `Widget.close_all()` does."""
    made = _MADE.get(entry)
    if made is None or made.comm is None:
        code, css = bundle(entry)
        made = _MADE[entry] = SharedCode(code=code, css=css)
    return made


@cache
def stub() -> str:
    """What a widget carries in place of its code."""
    return without_comments((HERE / "stub.js").read_text(encoding="utf-8"))


def is_shared_here() -> bool:
    """Whether the host, as far as a kernel can tell, brings hidden models to its page: see the table above."""
    if os.environ.get("MICROGRADVIZ_SHARE_CODE") == "0":  # for a host that we do not know
        return False
    marimo = sys.modules.get("marimo")
    return is_jupyter() and not (marimo and marimo.running_in_notebook())


def is_jupyter() -> bool:
    """Whether the host is JupyterLab, Notebook 7 or JupyterLite, or one that cannot be told from them."""
    return "google.colab" not in sys.modules and not any(name.startswith("VSCODE_") for name in os.environ)
