"""Pulling a loop that somebody else wrote: a step at each `next`, and what is to be said where it goes wrong."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from types import GeneratorType
from typing import Any

from ...engine import short_repr
from ...train import fit
from .histories import History, Moment

SHARE = 0.02  # seconds that one request may take, or one step if that is longer
_YIELD = "end each step with `yield loss.data`"
_STILL = (
    "No parameter of the model has moved: does the loop change the model that training was given? "
    "`w = w - …` makes a new value; a compiled step keeps its parameters until step.sync()."
)
_ALL_ZERO = (
    "No parameter of the model has moved: each of its gradients is 0. "
    "If that should not be so, does the loop change the model that training was given?"
)


class Pulled:
    """A loop that is pulled, and what is kept of it.

    Attributes:
        params: The parameters, as objects.
        history: Its moments.
        step: How many steps were taken.
        state: "ready", "ended" or "failed".
        says: A sentence on what went wrong, or is to be known.
    """

    def __init__(self, run: Callable[[], Any], parameters: Callable[[], Sequence[Any]]) -> None:
        self._begin = run
        self._parameters = parameters
        self.params = list(parameters())
        self.start = self.read()
        self._anew()

    def _anew(self) -> None:
        self._iterator: Iterator[Any] | None = None
        self.step, self.state, self.says = 0, "ready", ""
        self._moved = False
        self.history = History()

    def reset(self) -> None:
        """The parameters back to the start, and the function to be called anew."""
        if isinstance(self._iterator, GeneratorType):
            self._iterator.close()
        self.write(self.start)
        for p in self.params:
            p.grad = 0.0
        self._anew()

    def place(self, numbers: Sequence[float]) -> None:
        """Other numbers for the parameters, from which the loop goes on; one that is over is called anew."""
        if _compiled_step(self._iterator) is not None:
            self.says = "A compiled step keeps parameters of its own: place them before its loop begins."
            return
        if self.state != "ready":
            self.reset()
        self.write(numbers)

    def read(self) -> array[float]:
        """The parameters now."""
        return array("d", [p.data for p in self.params])

    def write(self, numbers: Sequence[float]) -> None:
        """Put numbers into the parameters."""
        for p, x in zip(self.params, numbers, strict=True):
            p.data = x

    def grads(self) -> array[float] | None:
        """The gradients as the loop left them; None if there are none."""
        try:
            return array("d", [p.grad for p in self.params])
        except (AttributeError, TypeError):
            return None

    def advance(self, steps: int, share: float = SHARE) -> list[float]:
        """Take some steps, as many as the time allows and one at least; their losses."""
        begun = time.perf_counter()
        losses: list[float] = []
        while self.state == "ready" and len(losses) < steps:
            last = len(losses) + 1 == steps or time.perf_counter() - begun >= share
            if not self._take(losses, last=last) or last:
                break
        return losses

    def _take(self, losses: list[float], *, last: bool) -> bool:
        """One step, the last of a request maybe; whether the run goes on."""
        keep = last or self.history.wants(self.step)
        compiled = _compiled_step(self._iterator) if keep else None
        if compiled is not None:
            compiled.sync()
        before = self.read() if keep else None
        try:
            loss = self._next()
        except _Stopped as stopped:
            self.state, self.says = stopped.state, stopped.says
            return False
        if compiled is not None:
            compiled.sync()
        losses.append(loss)
        self.history.losses.append(loss)
        if before is not None:
            moment = Moment(self.step, loss, before, self.grads())
            self.history.add(moment)
            if last or self.step < 2:
                self._look(before)
            if not moment.is_finite:
                self.state = "failed"
                self.says = f"Stopped at step {self.step}: {_what(loss)}. Open this step to see where it was born."
        self.step += 1
        return self.state == "ready"

    def _next(self) -> float:
        at = f"at step {self.step}"
        try:
            if self._iterator is None:
                made = self._begin()
                if not isinstance(made, Iterator):
                    raise _Stopped("failed", f"Your loop must be a generator: {_YIELD} (it gave {_shown(made)}).")
                self._iterator = made
            return _as_loss(next(self._iterator))
        except StopIteration:
            if not self.step:
                raise _Stopped("failed", f"Your loop ended before its first step: {_YIELD}.") from None
            raise _Stopped("ended", f"Your loop ended after {self.step} step{'s' * (self.step > 1)}.") from None
        except KeyboardInterrupt:
            raise _Stopped(
                "ended", f"Interrupted {at}, and an interrupted generator is over. Reset begins anew."
            ) from None
        except _Stopped:
            raise
        except RecursionError:
            raise _Stopped(
                "failed", f"Your loop overflowed the recursion {at}: make its topological sort iterative."
            ) from None
        except ValueError as error:
            if "already executing" in str(error):
                raise _Stopped("ready", "Your loop is running already, in another cell.") from None
            raise _Stopped("failed", f"Your loop raised {at}: ValueError: {error}.") from None
        except Exception as error:
            raise _Stopped("failed", f"Your loop raised {at}: {type(error).__name__}: {error}.") from None

    def _look(self, before: array[float]) -> None:
        """Say it if the loop has other parameters than the model now."""
        now = list(self._parameters())
        if len(now) != len(self.params):
            self.state = "failed"
            self.says = (
                f"Your model has {len(now)} parameters now, and had {len(self.params)} at the start: "
                "a run keeps as many as it began with."
            )
        elif any(a is not b for a, b in zip(now, self.params, strict=True)):
            self.params = now
            self.says = (
                "Your loop makes new values in place of its parameters, so that what held the old ones no longer "
                "learns: write w.data -= …, not w = w − …"
            )
        elif not self._moved and self.step == 1 and self.read() == before and len(before):
            grads = self.grads()
            self.says = _STILL if grads is None or any(grads) else _ALL_ZERO
        elif self.read() != before:
            self._moved = True
            if self.says.startswith("No parameter"):
                self.says = ""


def _compiled_step(iterator: Any) -> Any:
    """The compiled step that `fit` trains, whose parameters it writes back at its end alone."""
    while isinstance(iterator, GeneratorType):
        if iterator.gi_code is fit.__code__ and iterator.gi_frame is not None:
            return iterator.gi_frame.f_locals.get("step")
        iterator = iterator.gi_yieldfrom
    return None


class _Stopped(Exception):
    """Why a loop gave no loss."""

    def __init__(self, state: str, says: str) -> None:
        super().__init__(says)
        self.state, self.says = state, says


def _as_loss(told: Any) -> float:
    """The number that was yielded: a float, a Value's, a tensor's."""
    number = getattr(told, "data", told)
    try:
        if isinstance(told, str | bytes) or told is None:
            raise TypeError
        return float(number if isinstance(number, float | int) else told.item() if hasattr(told, "item") else number)
    except (TypeError, ValueError, RuntimeError):
        raise _Stopped("failed", f"Your loop must yield the loss, a number (got {_shown(told)}); {_YIELD}.") from None


def _shown(told: Any) -> str:
    return "None" if told is None else short_repr(told)


def _what(loss: float) -> str:
    return (
        "a parameter is no number any more"
        if loss - loss == 0
        else f"the loss is {'nan' if loss != loss else 'infinite'}"
    )
