"""What the kernel keeps of a run: every k-th moment within a budget, and the loss of every step."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from typing import NamedTuple

BUDGET = 100_000_000  # bytes


class Moment(NamedTuple):
    """The parameters before a step, and what the step made of them."""

    step: int
    loss: float
    params: array[float]
    grads: array[float] | None

    @property
    def is_finite(self) -> bool:
        """Whether loss and parameters are numbers still."""
        return math.isfinite(self.loss) and all(map(math.isfinite, self.params))


class History:
    """Moments of a run, in order.

    Attributes:
        losses: Of every step so far, from step 0 on.
        every: Each how many-th moment is kept.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.losses: array[float] = array("d")
        self.moments: list[Moment] = []
        self.every = 1
        self._pinned = {0}

    def wants(self, step: int) -> bool:
        """Whether the moment of a step is to be kept."""
        return step % self.every == 0 or step in self._pinned

    def add(self, moment: Moment) -> None:
        """Keep a moment as the last; the one before goes if it was kept for that alone."""
        if self.moments and not self.wants(self.moments[-1].step):
            self.moments.pop()
        self.moments.append(moment)
        most = max(8, self.budget // self._bytes_of(moment))
        while len(self.moments) > most:
            self.every *= 2
            kept = [one for one in self.moments[:-1] if self.wants(one.step)]
            if len(kept) == len(self.moments) - 1:
                break
            self.moments = [*kept, moment]

    @staticmethod
    def _bytes_of(moment: Moment) -> int:
        return 400 + 8 * len(moment.params) * (2 if moment.grads is not None else 1)

    def pin(self, step: int) -> None:
        """What was looked at stays."""
        self._pinned.add(step)

    def nearest(self, step: int) -> Moment | None:
        """The kept moment that is nearest to a step."""
        at = bisect_left(self.moments, step, key=lambda moment: moment.step)
        around = self.moments[max(0, at - 1) : at + 1]
        return min(around, key=lambda moment: abs(moment.step - step)) if around else None
