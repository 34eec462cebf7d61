"""The views of a trace: still picture, live player, offline page."""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .dot import draw_dot
    from .instruments import Instrument
    from .links import link, read_link
    from .page import to_html
    from .player import Player, play, play_data
    from .plots import plot_style
    from .sheet import worksheet
    from .still import Still, draw_errors, draw_orders, draw_tangents, to_svg

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "dot": "draw_dot",
        "instruments": "Instrument",
        "links": "link read_link",
        "page": "to_html",
        "player": "Player play play_data",
        "plots": "plot_style",
        "sheet": "worksheet",
        "still": "Still draw_errors draw_orders draw_tangents to_svg",
    },
)
