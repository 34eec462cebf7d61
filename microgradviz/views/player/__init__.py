"""The live player."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .leaves import named_leaves, why_not_editable
    from .plays import prepare_player
    from .torchs_word import ask_torch_if_loaded
    from .widget import Player, play

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "leaves": "named_leaves why_not_editable",
        "plays": "prepare_player",
        "torchs_word": "ask_torch_if_loaded",
        "widget": "Player play",
    },
)
