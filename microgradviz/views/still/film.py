"""The pictures of all steps as one that moves: SVG with keyframes, no script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...layout import label_column, taken_by_cards
from ...tracing import StepState, Trace
from .marks import BACKWARD, FORWARD, Piece
from .picture import SCREEN, Layer, draw_layers, frame_svg

STEP, REST = 1.2, 4.0  # s: how long a step takes, and how long the end is shown
_HEAD, _FOOT = 28.0, 8.0  # px: room for the line that tells the pass and the step, and for what hangs below
_LEAVES, _ARRIVES = 0.35, 0.75  # of a step: when a number leaves its edge, and when it is there


def draw_film(trace: Trace, placed: dict[str, Any], states: Sequence[StepState], gradients: bool) -> str:
    """All steps, one after another, then the end for a while, and again; the end alone where motion is reduced.

    Args:
        trace: What is played.
        placed: Its scene, with groups closed if they are.
        states: What is known after every step.
        gradients: Whether the cards show gradients.

    Returns:
        An `<svg>` element as text.
    """
    last = len(states) - 1
    if "labels" not in placed:
        tall = [placed["h"]] * len(placed["w"])
        taken = taken_by_cards(placed["x"], placed["y"], placed["w"], tall, trace.sources)
        placed = {**placed, "labels": label_column(placed["routes"], placed["rankdir"], trace.local, taken)}
    shots = [(0.0, states[0], 0)]  # from when on, what, and the number of the step
    for k in range(1, last + 1):
        before, now = states[k - 1], states[k]
        waiting = now._replace(data=before.data, grad=before.grad, nodes=[], sums=before.sums)
        if now.edges:
            shots.append((k * STEP, waiting._replace(contribution_texts={}), k))
            if now.contribution_texts:
                shots.append(((k + _LEAVES) * STEP, waiting, k))
        shots.append(((k + _ARRIVES if now.edges else k) * STEP, now, k))
    shots.append(((last + 1) * STEP, states[last]._replace(nodes=[], edges=[], contribution_texts={}), last + 1))
    turn = sum(not now.backward for now in states) - 1
    frames = [
        [*draw_layers(trace, placed, now.data, now.grad, now, gradients), _head(k, turn, last)] for _, now, k in shots
    ]
    reel = _Reel([begin for begin, _, _ in shots])
    body = [reel.joined(moments) for moments in zip(*frames, strict=True)]
    return frame_svg(placed, [reel.style(), *body], above=_HEAD, below=_FOOT)


def _head(k: int, turn: int, last: int) -> Layer:
    """The pass and the step, in the words of the player."""
    words, colour = ("→ forward pass", FORWARD[0]) if k <= turn else ("← backward pass", BACKWARD[0])
    if k > last:
        words, colour = "✓ done", SCREEN.ink
    named = f"<text x='12' y='-9' font-size='13' font-weight='600' fill='{colour}'>{words}</text>"
    counted = f"<text x='150' y='-9' fill='{SCREEN.quiet}'>Step {min(k, last)} of {last}</text>"
    return Layer("", [Piece(named), Piece(counted)], "")


class _Reel:
    """The keyframes of a film: one rule for all that comes and goes at the same times."""

    def __init__(self, begins: Sequence[float]) -> None:
        self._begins, self._length = begins, begins[-1] + REST
        self._names: dict[str, str] = {}

    def joined(self, moments: Sequence[Layer]) -> str:
        """A layer with all pieces that it ever has, each there at its own times."""
        times: dict[tuple[int, Piece], list[int]] = {}
        for shot, layer in enumerate(moments):
            for place, piece in enumerate(layer.pieces):
                times.setdefault((place, piece), []).append(shot)
        in_order = sorted(times.items(), key=lambda item: item[0][0])
        return (
            f"{moments[0].begin}{''.join(self._timed(piece, shots) for (_, piece), shots in in_order)}{moments[0].end}"
        )

    def _timed(self, piece: Piece, shots: list[int]) -> str:
        if len(shots) == len(self._begins) or not piece.svg:
            return piece.svg
        begin = self._begins[shots[0]]
        there = [shot in shots for shot in range(len(self._begins))]
        frames = [
            f"{self._share(time)}{{opacity:{now:d}}}"
            for time, now, before in zip(self._begins, there, [None, *there], strict=False)
            if now != before
        ]
        gone = "" if there[-1] else " opacity='0'"
        return f"<g class='s {self._name(''.join(frames))}'{gone}>{self._moved(piece, begin)}</g>"

    def _moved(self, piece: Piece, begin: float) -> str:
        """A piece that comes in a way of its own."""
        edge, way = _LEAVES * STEP, (_ARRIVES - _LEAVES) * STEP
        if piece.moves == "drawn":
            name = self._way("stroke-dashoffset:1", "stroke-dashoffset:0", begin, begin + edge)
            return piece.svg.replace("<path", f"<path class='m {name}' pathLength='1'", 1)
        if piece.moves == "after":
            return (
                f"<g class='m {self._way('opacity:0', 'opacity:1', begin + 0.8 * edge, begin + edge)}'>{piece.svg}</g>"
            )
        if piece.moves == "flown" and any(piece.start):
            x, y = piece.start
            name = self._way(f"transform:translate({x:g}px,{y:g}px)", "transform:none", begin, begin + way)
            return f"<g class='m {name}'>{piece.svg}</g>"
        return piece.svg

    def _way(self, old: str, new: str, begin: float, end: float) -> str:
        return self._name(f"0%,{self._share(begin)}{{{old}}}{self._share(end)},to{{{new}}}")

    def _share(self, time: float) -> str:
        return f"{100 * time / self._length:.6g}%"

    def _name(self, frames: str) -> str:
        return self._names.setdefault(frames, f"k{len(self._names)}")

    def style(self) -> str:
        """The style sheet, once every layer is joined."""
        length = f"{self._length:g}s"
        return "\n".join(
            [
                "<style>",
                "@media (prefers-reduced-motion:no-preference){",
                f".s{{animation:{length} step-end infinite}}.m{{animation:{length} ease-in-out infinite}}",
                "path.m{stroke-dasharray:1}",
                *(
                    f"@keyframes {name}{{{frames}}}.{name}{{animation-name:{name}}}"
                    for frames, name in self._names.items()
                ),
                "}",
                "</style>",
            ]
        )
