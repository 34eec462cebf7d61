"""A learner's own training loop, run step by step: in time, watched, and what goes wrong told in a sentence."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from os.path import dirname
from time import monotonic
from typing import Any

from ...shell import running_shell
from ...tracing import number_text
from ..learner_code import OutOfTime, run_guarded

_SECONDS, AFTERWARDS = 55.0, 5.0  # for the loop, and for looking at what it has learned: a minute in all
_EVERY = 0.5  # seconds between two looks
_PACKAGE = dirname(dirname(dirname(run_guarded.__code__.co_filename)))


class Said(Exception):
    """Why it goes no further, as a sentence."""


def train_by(loop: Any, losses: list[float], progress: Callable[[list[float]], None]) -> str:
    """Run the loop to its end; why it ended before, "" if it did not."""

    def run() -> bool:
        for loss in _steps(loop):
            losses.append(number_of(loss, "yield must hand out the loss, a Value or a number: `yield loss`"))
            if not math.isfinite(losses[-1]):
                step = len(losses)
                raise Said(f"At step {step} the loss is {losses.pop()}: the numbers have run away. Try a smaller rate.")
            progress(losses)
        return True

    try:
        error = run_guarded(run, _SECONDS).error
    except KeyboardInterrupt:
        return f"You stopped it after {counted(losses)}."
    if isinstance(error, OutOfTime):
        slow = "" if losses else " It has not made one step: does it reach its yield?"
        return (
            f"It was stopped after {_SECONDS:g} seconds, at step {len(losses)}: a minute is all that it may take.{slow}"
        )
    if error is None and not losses:
        return "Your loop made no step: the for around `yield loss` has nothing to go through."
    return in_a_sentence(error, "Your loop", f"step {len(losses) + 1}") if error else ""


def _steps(loop: Any) -> Iterator[Any]:
    if not isinstance(loop, Iterator):
        loop = loop()
    if not isinstance(loop, Iterator):
        raise Said(f"Your loop has no yield: write `yield loss` at the end of each step (it gave back {loop!r:.40}).")
    return loop


def counted(losses: list[float]) -> str:
    """How many steps there were."""
    return f"{len(losses)} step{'s' * (len(losses) != 1)}"


def number_of(out: Any, must: str) -> float:
    """The number of a Value, of one in a list of its own, or the number itself.

    Raises:
        Said: If it is none.
    """
    out = out[0] if isinstance(out, list | tuple) and len(out) == 1 else out
    data = getattr(out, "data", out)
    if isinstance(data, bool) or not isinstance(data, int | float):
        with suppress(Exception):
            return float(out)  # a number of another library
        raise Said(f"{must} (got {out!r:.40}).")
    return float(data)


def in_a_sentence(error: BaseException | None, who: str, where: str) -> str:
    """What went wrong, and in which line of the learner's."""
    if isinstance(error, Said):
        return str(error)
    if isinstance(error, OutOfTime):
        return f"{who} takes longer than {AFTERWARDS:g} seconds to answer."
    frames = traceback.extract_tb(error.__traceback__) if error else []
    lines = [f.line for f in frames if f.line and not f.filename.startswith(_PACKAGE)]
    at = f", in the line `{lines[-1]:.80}`" if lines else ""
    return f"{who} raised {type(error).__name__} at {where}{at}: {str(error)[:120]}".rstrip(": ") + "."


class Progress:
    """A line that tells how far it is, in a notebook alone; it is gone afterwards."""

    def __init__(self) -> None:
        self._begun = self._shown = monotonic()
        self._line: Any = None

    def __call__(self, losses: list[float]) -> None:
        now = monotonic()
        if now - self._shown > _EVERY and hasattr(running_shell(), "kernel"):
            self._shown = now
            self._show(f"Step {len(losses)}, loss {number_text(losses[-1])}, {now - self._begun:.0f} s")

    def end(self) -> None:
        """Take it away."""
        if self._line:
            self._show("")

    def _show(self, text: str) -> None:
        from IPython.display import display

        show: Any = display
        what = {"text/plain": text}
        if self._line:
            self._line.update(what, raw=True)
        else:
            self._line = show(what, raw=True, display_id=True)
