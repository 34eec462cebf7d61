"""The views of a trace: still picture, live player, offline page."""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .anywhere import to_json
    from .dot import draw_dot
    from .links import link, read_link
    from .options import PlayOptions
    from .page import to_html
    from .player import Player, play
    from .plots import plot_style
    from .sendable import play_data
    from .sheet import worksheet
    from .still import (
        Still,
        box_around,
        draw_errors,
        draw_orders,
        draw_paths,
        draw_tangents,
        picture_of_losses,
        picture_of_success,
        to_svg,
    )
    from .widget import Instrument

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "anywhere": "to_json",
        "dot": "draw_dot",
        "links": "link read_link",
        "options": "PlayOptions",
        "page": "to_html",
        "player": "Player play",
        "plots": "plot_style",
        "sendable": "play_data",
        "sheet": "worksheet",
        "still": "Still box_around draw_errors draw_orders draw_paths draw_tangents picture_of_losses "
        "picture_of_success to_svg",
        "widget": "Instrument",
    },
)
