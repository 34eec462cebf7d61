"""The live player."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .leaves import fixed, leaves_of
    from .plays import plays
    from .widget import Player, play

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "leaves": "fixed leaves_of",
        "plays": "plays",
        "widget": "Player play",
    },
)
