"""play(expression): the live player of an expression graph, as a widget."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from ..sources import traced
from ..tracing import Trace
from .answers import Answer, Score, readable
from .bundle import css, packed
from .playing import data_at, gradients_at, playing, steps, within
from .scene import MOST_OPERATIONS, counted
from .svg import picture, text

STILL = 300  # values; a notebook would grow by a megabyte for a picture of more


class Player(anywidget.AnyWidget):
    """The live graph of a trace. Its traits are all that the page and the kernel tell each other.

    Attributes:
        trace: The trace, as `Trace.to_dict` gives it.
        scene: Where the cards stand and what is written on them.
        step: The step shown, 0 the first; set it, and the picture follows.
        level: "first" for the few controls, "full" for all of them.
        by: "contribution" for one contribution a step, "node" for all of one node's.
        accumulate: False to play what `=` in place of `+=` would do.
        predict: What is asked for before it is shown: "data", "local", "grad", or None.
        answers: The learner's answers, one dict for each question that was tried: `step`, `kind`, `node`, `edge`,
            `given` (typed last), `right`, `shown` (asked to be shown), `tries`, `mistake`. Set it to [] to begin anew.
    """

    _esm = packed()
    _css = css()

    trace = traitlets.Dict(help="python -> page").tag(sync=True)
    scene = traitlets.Dict(help="python -> page").tag(sync=True)
    step = traitlets.Int(0, help="both ways").tag(sync=True)
    level = traitlets.Enum(["first", "full"], "first").tag(sync=True)
    by = traitlets.Enum(["contribution", "node"], "contribution").tag(sync=True)
    accumulate = traitlets.Bool(True).tag(sync=True)
    predict = traitlets.Enum([None, "data", "local", "grad"], None, allow_none=True).tag(sync=True)
    answers: Any = traitlets.TraitType((), help="page -> python; whatever comes, `readable` makes a list of it").tag(
        sync=True
    )

    def __init__(self, traced: Trace, **values: Any) -> None:
        self._traced = traced
        super().__init__(**values)

    @property
    def steps(self) -> int:
        """The number of the last step."""
        return steps(self._traced, self.by)

    @traitlets.validate("step")
    def _within(self, proposal: Any) -> int:
        return within(self._traced, self.by, proposal["value"])

    @traitlets.validate("answers")
    def _readable(self, proposal: Any) -> list[Answer]:
        return readable(proposal["value"], self._traced, self.by)

    @property
    def score(self) -> Score:
        """How many of the questions tried so far were solved.

        Example:
            >>> play("a * b", a=2, b=-3, predict="grad").score
            Score(right=0, asked=0)
        """
        return Score(sum(answer["right"] for answer in self.answers), len(self.answers))

    def __repr__(self) -> str:
        return f"Player({counted(len(self.trace['op']), 'value')}, step {self.step} of {self.steps})"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        if bundle is not None:
            bundle[0]["text/html"] = self._still()
        return bundle

    def _still(self) -> str:
        """What is shown without a kernel, or before the notebook is trusted: the values, and the gradients so far."""
        alt = text(self.scene["alt"]).replace('"', "&quot;")
        if len(self._traced) > STILL:
            return f"<p>{alt}.</p>"
        grads = gradients_at(self._traced, self.by, self.step, accumulate=self.accumulate)
        data = data_at(self._traced, self.step) if self.predict == "data" else None
        image = base64.b64encode(picture(self._traced, self.scene, data=data, grad=grads).encode()).decode()
        return f'<img alt="{alt}" src="data:image/svg+xml;base64,{image}">'


def play(
    expr: Any,
    /,
    *,
    level: str = "first",
    by: str = "contribution",
    accumulate: bool = True,
    start: str = "forward",
    step: int | None = None,
    rankdir: str = "LR",
    predict: str | None = None,
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Player:
    """The live graph of an expression: its forward pass, then its backward pass, one contribution at a time.

    Stepping happens in the page, on a copy taken now: your values are left as they are.

    Args:
        expr: The result: a `Value`, another engine's or torch's, a text, a function of named leaves; see `trace`.
        level: "first" for the few controls, "full" to open the rest at once.
        by: "contribution" for one contribution a step, "node" for all of one node's.
        accumulate: False to see what `=` in place of `+=` would do, marked where it goes wrong.
        start: "forward", or "backward" to begin where the forward pass ends.
        step: The step to begin with instead.
        rankdir: "LR" for inputs left and result right, "TB" for inputs on top.
        predict: "data", "local" or "grad" to ask for each value, local derivative or gradient before it is shown;
            `answers` and `score` of the player tell how it went.
        leaves: Numbers for the names of a text or function, should one be called `step`, say.
        **named: The same: `play("a * b", a=2, b=-3)`.

    Returns:
        The player, a widget. Its `step` can be read and set.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If an option is none of those, the graph has more than 10,000 operations, or as `trace` says.

    Example:
        >>> from microgradviz import Value
        >>> a = Value(3.0)
        >>> play(a * a, start="backward")
        Player(2 values, step 1 of 4)
        >>> play("tanh(x1*w1 + b)", x1=2, w1=-3, b=6.88)
        Player(6 values, step 0 of 9)
        >>> play(lambda a, b: a * b, a=2, b=-3)
        Player(3 values, step 0 of 4)
    """
    shown = traced(expr, leaves, named, play, limit=MOST_OPERATIONS)
    values = playing(
        shown, level=level, by=by, accumulate=accumulate, start=start, step=step, rankdir=rankdir, predict=predict
    )
    return Player(shown, **values)
