"""An answer's cases, one after another, in the notebook's own process."""

from __future__ import annotations

from typing import Any

from ..base import Inputs, Row
from ..judge import Outcome, ask_here, out_of_time
from ..learner_code import OutOfTime, PrintedText, run_guarded


class CaseRunner:
    """Runs the probe of one case after another on a learner's answer, within limits: calling it gives an outcome.

    After one timeout nothing more is tried.

    Attributes:
        printed: What the answer has printed.
    """

    def __init__(self) -> None:
        self.stopped, self.printed = False, PrintedText()

    def __call__(self, row: Row, answer: Any, inputs: Inputs) -> Outcome:
        if self.stopped:
            return Outcome(error="OutOfTime", text="not tried, because of that")
        ran = run_guarded(lambda: ask_here(row, answer, inputs), row.seconds, self.printed)
        if ran.value is not None:
            return ran.value
        if isinstance(ran.error, OutOfTime):
            self.stopped = True
            return out_of_time(row.seconds)
        return Outcome.read({"error": type(ran.error).__name__})  # SystemExit, say: the kernel stays
