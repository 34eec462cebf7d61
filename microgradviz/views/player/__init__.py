"""The live player."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .leaves import leaf_along, named_leaves, why_not_editable
    from .plays import prepare_player
    from .widget import Player, play

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "leaves": "leaf_along named_leaves why_not_editable",
        "plays": "prepare_player",
        "widget": "Player play",
    },
)
