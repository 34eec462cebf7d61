"""Instrument: what all our widgets have in common: code, an offline page, a fallback, and a way into the browser."""

from __future__ import annotations

from html import escape
from typing import Any, ClassVar

import anywidget
import ipywidgets
import traitlets
from IPython.display import display

from ..browser import IN_BROWSER
from .bundle import bundle
from .offline import offline_page
from .shared_code import SharedCode, is_jupyter, is_shared_here, shared_code, stub

_OF_EVERY_WIDGET = frozenset(ipywidgets.DOMWidget.class_trait_names(sync=True))


class Instrument(anywidget.AnyWidget):
    """A widget: its traits with `sync=True` are all that its page and the kernel tell each other.

    A subclass names its entry and its traits, and may have a fallback and a title of its own.

    Attributes:
        entry: The file that its code begins with, below views/js.
        needs_kernel: Traits that a page without a kernel does not get, so that it knows.
        size: "fit" in the page, "present" on the whole screen; the page sets it too.
    """

    entry: ClassVar[str]
    needs_kernel: ClassVar[frozenset[str]] = frozenset()

    size = traitlets.Enum(["fit", "present"], "fit", help="both ways").tag(sync=True)
    _esm = traitlets.Unicode(help="the code for the page").tag(sync=True)
    _css = traitlets.Unicode(help="its style sheet").tag(sync=True)
    _code: Any = traitlets.Instance(SharedCode, allow_none=True, help="where both lie, if they are shared").tag(
        sync=True, **ipywidgets.widget_serialization
    )

    def __init__(self, **values: Any) -> None:
        if is_shared_here():
            carried = {"_esm": stub(), "_css": "", "_code": shared_code(self.entry)}
        else:
            carried = dict(zip(("_esm", "_css"), bundle(self.entry), strict=True))
        super().__init__(**values, **carried)

    def fallback(self) -> str:
        """What is shown without a kernel, or before the notebook is trusted: HTML without a script.

        A picture, `<img class="mv-still" …>`, stands above the widget, where a notebook that is opened again shows it.
        """
        return f"<pre>{escape(repr(self))}</pre>"

    def page_title(self) -> str:
        """The title of its offline page."""
        return type(self).__name__

    def page_values(self) -> dict[str, Any]:
        """What a page without a kernel is told: the traits as they are now."""
        names = set(self.class_trait_names(sync=True)) - _OF_EVERY_WIDGET - self.needs_kernel
        return {name: getattr(self, name) for name in sorted(names) if not name.startswith("_")}

    def to_page(self, title: str | None = None, size: str | None = None) -> str:
        """The widget as one HTML file, as it is now, in another size if one is given; `to_html` writes it."""
        values = {**self.page_values(), "size": size or self.size}
        return offline_page(self.entry, values, title or self.page_title(), self.fallback(), "It")

    def _ipython_display_(self) -> None:
        """Show the picture, and the widget below it, whose style sheet hides the picture.

        A notebook opened again without its kernel shows "Loading widget…" for a widget, whatever else its output
        holds; the picture above it is then there to be seen.
        """
        if 'class="mv-still"' not in self.fallback() or not is_jupyter():
            raise NotImplementedError  # IPython then asks for the one bundle below
        bundle, metadata = self._repr_mimebundle_()
        display({"text/html": bundle.pop("text/html")}, raw=True)  # type: ignore[no-untyped-call]
        display(bundle, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0].update({"text/plain": repr(self), "text/html": self.fallback()})
        return bundle

    # A kernel in the browser leaves out what is None, and gets None as an object of Pyodide's own.

    def get_state(self, *args: Any, **options: Any) -> Any:
        """The traits as the page is told them."""
        state = super().get_state(*args, **options)
        return _replaced(state, None, _null()) if IN_BROWSER else state

    def set_state(self, sync_data: Any) -> None:
        """Take in the traits as the page tells them."""
        super().set_state(_replaced(sync_data, _null(), None) if IN_BROWSER else sync_data)

    def _send(self, msg: Any, buffers: Any = None) -> None:
        super()._send(_replaced(msg, None, _null()) if IN_BROWSER else msg, buffers)


def _null() -> Any:
    """JavaScript's null, as Pyodide has it."""
    from pyodide.ffi import jsnull  # type: ignore[import-not-found]

    return jsnull


def _replaced(data: Any, old: Any, new: Any) -> Any:
    """Plain data with one value in place of another, however deep."""
    if isinstance(data, dict):
        return {name: _replaced(x, old, new) for name, x in data.items()}
    if isinstance(data, list | tuple):
        return [_replaced(x, old, new) for x in data]
    return new if data is old else data
