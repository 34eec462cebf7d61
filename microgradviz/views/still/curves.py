"""The shapes of edges in the still picture."""

from __future__ import annotations

from collections.abc import Sequence

SHORT = 16.0  # px: a shorter stretch of a route is straight; many of them are a curve that Graphviz drew


def curve(route: Sequence[Sequence[float]], rankdir: str = "LR") -> str:
    """A route as the `d` of a smooth path that leaves and arrives in the direction of the picture.

    Example:
        >>> curve([(0, 0), (20, 0), (40, 8)])
        'M0 0L20 0C30 0 30 8 40 8'
    """
    (x, y), *rest = route
    d = [f"M{x:g} {y:g}"]
    for nx, ny in rest:
        if nx == x or ny == y or abs(ny - y if rankdir == "TB" else nx - x) < SHORT:
            d.append(f"L{nx:g} {ny:g}")
        elif rankdir == "TB":
            middle = (y + ny) / 2
            d.append(f"C{x:g} {middle:g} {nx:g} {middle:g} {nx:g} {ny:g}")
        else:
            middle = (x + nx) / 2
            d.append(f"C{middle:g} {y:g} {middle:g} {ny:g} {nx:g} {ny:g}")
        x, y = nx, ny
    return "".join(d)


def arrow(route: Sequence[Sequence[float]], rankdir: str, size: float) -> str:
    """The head of an arrow at the end of a route, which may run against the picture's direction."""
    (ax, ay), (x, y) = route[0], route[-1]
    half = size / 2
    if rankdir == "TB":
        return f"M{x:g} {y:g}l{-half:g}{-size if y >= ay else size:+g}h{size:g}z"
    return f"M{x:g} {y:g}l{-size if x >= ax else size:g}{-half:g}v{size:g}z"
