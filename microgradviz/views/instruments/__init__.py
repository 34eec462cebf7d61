"""Widgets beside the player: each one entry in js/instruments and one file here."""
