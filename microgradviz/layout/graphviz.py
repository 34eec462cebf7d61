"""layout="graphviz": positions from Graphviz's program dot, and our own where it is missing or slow."""

from __future__ import annotations

import json
import subprocess
import warnings
from collections.abc import Sequence
from typing import Any

from ..engine import calling_frame
from .layered import Layout, Point, place_in_layers

PATIENCE = 5.0  # s: dot needs minutes for thousands of values
_INCH = 72.0  # dot's sizes are in inches, its positions in 72nds of one: in our px
_STRETCH = 9.0  # px: between the points that stand for a curve
_DIRECTION = {"LR": ("e", "w"), "TB": ("s", "n")}  # where edges leave and arrive


def place_with_dot(
    count: int,
    sources: Sequence[int],
    targets: Sequence[int],
    *,
    widths: Sequence[float],
    card: tuple[float, float],
    gap: tuple[float, float],
    margin: float = 12.0,
    rankdir: str = "LR",
) -> Layout:
    """As `place_in_layers`, but dot places the cards and draws the edges' curves.

    If dot is missing, fails or takes longer than a few seconds, a warning says so and our own layout is used.
    """
    drawing = _text(count, sources, targets, widths, card[1], gap, rankdir)
    try:
        return _read(_run(drawing), count, len(targets), widths, card[1], margin, rankdir)
    except FileNotFoundError:
        why = (
            "layout='graphviz' needs Graphviz's program dot, which was not found (apt-get install graphviz, brew "
            "install graphviz, conda install graphviz)"
        )
    except subprocess.TimeoutExpired:
        why = f"Graphviz's program dot took longer than {PATIENCE:g} s to place {count:,} values"
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        why = f"Graphviz's program dot did not place the values ({error})"
    warn_of_own_layout(why)
    return place_in_layers(count, sources, targets, widths=widths, card=card, gap=gap, margin=margin, rankdir=rankdir)


def warn_of_own_layout(why: str) -> None:
    """Say that our own layout is shown, and why, where the learner's code called for another."""
    frame = calling_frame()
    sentence = f"{why}; microgradviz's own layout is shown instead"
    warnings.warn_explicit(sentence, UserWarning, frame.f_code.co_filename, frame.f_lineno)


def _text(
    count: int,
    sources: Sequence[int],
    targets: Sequence[int],
    widths: Sequence[float],
    height: float,
    gap: tuple[float, float],
    rankdir: str,
) -> str:
    """The graph in DOT: nothing but numbers, for the words are ours."""
    tail, head = _DIRECTION[rankdir]
    lines = [
        f"digraph {{ rankdir={rankdir} ranksep={gap[0] / _INCH:.4f} nodesep={gap[1] / _INCH:.4f}",
        f'node [shape=box fixedsize=true label="" height={height / _INCH:.4f}]',
        f"edge [dir=none tailport={tail} headport={head}]",
    ]
    lines += [f"{i} [width={widths[i] / _INCH:.4f}]" for i in range(count)]
    lines += [f"{s} -> {t} [id={e}]" for e, (s, t) in enumerate(zip(sources, targets, strict=True))]
    return "\n".join([*lines, "}"])


def _run(text: str) -> dict[str, Any]:
    done = subprocess.run(["dot", "-Tjson"], input=text.encode(), capture_output=True, timeout=PATIENCE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _read(
    found: dict[str, Any], count: int, edges: int, widths: Sequence[float], height: float, margin: float, rankdir: str
) -> Layout:
    """dot's answer in our px: y grows downwards, and everything lies within the margin."""
    left, low, right, high = map(float, found["bb"].split(","))

    def point(text: str) -> Point:
        x, y = map(float, text.split(","))
        return round(x - left + margin, 2), round(high - y + margin, 2)

    middle: list[Point] = [(0.0, 0.0)] * count
    for thing in found["objects"]:
        middle[int(thing["name"])] = point(thing["pos"])
    routes: list[list[Point]] = [[]] * edges
    for thing in found.get("edges", []):
        routes[int(thing["id"])] = _sampled([point(text) for text in thing["pos"].split(" ")])
    along = 1 if rankdir == "TB" else 0
    layers = sorted({round(at[along]) for at in middle})
    return Layout(
        [round(x - w / 2, 2) for (x, _), w in zip(middle, widths, strict=True)],
        [round(y - height / 2, 2) for _, y in middle],
        [layers.index(round(at[along])) for at in middle],
        right - left + 2 * margin,
        high - low + 2 * margin,
        routes,
    )


def _sampled(points: list[Point]) -> list[Point]:
    """A chain of cubic curves as points so close to each other that straight lines between them look smooth."""
    route = points[:1]
    for i in range(0, len(points) - 3, 3):
        a, b, c, d = points[i : i + 4]
        pieces = max(1, round((abs(d[0] - a[0]) + abs(d[1] - a[1])) / _STRETCH))
        for piece in range(1, pieces + 1):
            t = piece / pieces
            p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x, y = (p * a[k] + q * b[k] + r * c[k] + s * d[k] for k in (0, 1))
            route.append((round(x, 1), round(y, 1)))
    return route
