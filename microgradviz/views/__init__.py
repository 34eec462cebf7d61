"""The views of a trace: still picture, live player, offline page."""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bundle import css as css
    from .dot import draw_dot as draw_dot
    from .page import to_html as to_html
    from .player import Player as Player, play as play
    from .sheet import worksheet as worksheet
    from .still import to_svg as to_svg

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "bundle": "css",
        "dot": "draw_dot",
        "page": "to_html",
        "player": "Player play",
        "sheet": "worksheet",
        "still": "to_svg",
    },
)
