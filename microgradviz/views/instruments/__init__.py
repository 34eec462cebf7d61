"""Widgets beside the player: each one entry in js/instruments and one file here."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .base import Instrument

__getattr__, __dir__ = lazy_names(__name__, {"base": "Instrument"})
