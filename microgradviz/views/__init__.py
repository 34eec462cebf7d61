"""The views of a trace: still picture, live player, offline page."""
