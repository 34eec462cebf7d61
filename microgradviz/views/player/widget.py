"""play(expression): the live player of an expression graph, as a widget."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import traitlets

from ...layout import (
    CARD_HEIGHT,
    MOST_IN_PARTS,
    MOST_OPERATIONS,
    folded_constants,
    make_groups_scene,
    make_scene,
    split_into_parts,
    value_title,
)
from ...sources import leaf_numbers, trace_any
from ...tracing import Trace, count_text, last_step, require_step
from ..beside import room_beside
from ..options import PlayOptions, read_options, signature_with_options
from ..sendable import mend_surrogates, sendable_trace
from ..still import still_html
from ..widget import Instrument
from .answers import Answer, Score, read_answers
from .leaves import Edits, Leaves, editor_data, leaf_along, require_along, require_nudge, same_picture
from .plays import prepare_player, stages_of_play
from .updates import count_update_steps, require_rate

_TOGETHER = ("predict", "update", "nudge", "along", "by", "accumulate", "gradients")  # one may rule out another


class Player(Instrument):
    """The live graph of a trace. Its traits are all that the page and the kernel tell each other.

    Attributes:
        trace: The trace, as `Trace.to_dict` gives it.
        scene: Where the cards stand and what is written on them.
        step: The step shown, 0 the first; set it, and the picture follows. All steps count here; the
            page counts those of a closed group as one, and none into a constant without a card.
        level: "first" for the few controls, "full" for all of them.
        by: "contribution" for one contribution a step, "node" for all of one node's.
        accumulate: False to play what `=` in place of `+=` would do.
        predict: What is asked for before it is shown: "data", "local", "grad", or None.
        answers: The learner's answers, one dict for each question that was tried: `step`, `kind`, `node`, `edge`,
            `given` (typed last), `right`, `shown` (asked to be shown), `tries`, `mistake`. Set it to [] to begin anew.
        gradients: False to play the forward pass alone.
        formula: True to show the whole expression with live numbers.
        constants: True for cards of the constants too, such as the 1 of `a + 1`; without them the steps of their
            gradients are passed over in the page.
        update: The rate of the updates, or None: a round is then forward and backward, nothing else.
        params: The names of the leaves that step; None for all.
        nudge: The name of the leaf whose change runs forward, or None.
        along: The name of the leaf along which forward mode goes; None for reverse mode.
        round: The round of updates that is shown, 1 the first; `leaves` are its numbers.
        reveal: "now" to tell at once all that went wrong, "step" to tell it at its step.
        preset: The name of the preset shown, "" if it is none; set it to another one of a player's presets.
        plays: The trace, scene and first step of each preset that the page can switch to.
        leaves: The number of every named leaf, {"a": 2.0}. Set one, `player.leaves["a"] = 3`, or give a dict of some,
            and all that follows is computed anew; your own values stay as they are.
        edit: What was edited in the page: a running number, and the leaves' numbers.
        acknowledged: The running number of the last edit that was taken in.
        trouble: What your function raised at the last edit, if anything.
    """

    entry = "player/index.js"
    needs_kernel = frozenset({"edit", "acknowledged", "trouble"})

    trace = traitlets.Dict(help="python -> page").tag(sync=True)
    scene = traitlets.Dict(help="python -> page").tag(sync=True)
    step = traitlets.Int(0, help="both ways").tag(sync=True)
    level = traitlets.Enum(["first", "full"], "first").tag(sync=True)
    by = traitlets.Enum(["contribution", "node", "stage"], "contribution").tag(sync=True)
    accumulate = traitlets.Bool(True).tag(sync=True)
    predict = traitlets.Enum([None, "data", "local", "grad"], None, allow_none=True).tag(sync=True)
    answers: Any = traitlets.TraitType((), help="page -> python; whatever comes, `readable` makes a list of it").tag(
        sync=True
    )
    gradients = traitlets.Bool(True).tag(sync=True)
    formula = traitlets.Bool(False).tag(sync=True)
    constants = traitlets.Bool(False).tag(sync=True)
    update = traitlets.Float(None, allow_none=True).tag(sync=True)
    params = traitlets.List(traitlets.Unicode(), None, allow_none=True).tag(sync=True)
    nudge = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    along = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    round = traitlets.Int(1, help="page -> python").tag(sync=True)
    reveal = traitlets.Enum(["now", "step"], "now").tag(sync=True)
    preset = traitlets.Unicode("").tag(sync=True)
    plays = traitlets.Dict(help="python -> page").tag(sync=True)

    leaves = traitlets.Dict(help="the page hears of it through trace")
    edit = traitlets.Dict(help="page -> python").tag(sync=True)
    acknowledged = traitlets.Int(0, help="python -> page").tag(sync=True)
    trouble = traitlets.Unicode("", help="python -> page").tag(sync=True)

    def __init__(self, editings: dict[str, Edits], **values: Any) -> None:
        self._editings = editings
        self._beside = values["scene"].get("beside")
        self._next = self._editings[values["preset"]].trace
        super().__init__(**values, leaves=self._editings[values["preset"]].first())

    @property
    def _editing(self) -> Edits:
        return self._editings[self.preset]

    @property
    def _traced(self) -> Trace:
        return self._editing.trace

    @property
    def steps(self) -> int:
        """The number of the last step."""
        along = leaf_along(self._traced, self.along)
        return last_step(self._traced, self.by, self.gradients, self._updates, folded=self._folded, along=along)

    @property
    def _folded(self) -> set[int]:
        """The constants that have no card."""
        return folded_constants(self.scene, self.constants)

    @property
    def _updates(self) -> int:
        """The number of update steps in a round."""
        rate = self.update if self.gradients else None
        return count_update_steps(rate, self.params, self._traced, "parts" in self.scene)

    @traitlets.validate("step")
    def _within(self, proposal: Any) -> int:
        return require_step(
            self._traced, self.by, proposal["value"], self.gradients, self._updates,
            folded=self._folded, along=leaf_along(self._traced, self.along),
        )  # fmt: skip

    @traitlets.validate(*_TOGETHER)
    def _fits_the_others(self, proposal: Any) -> Any:
        name, asked = proposal["trait"].name, proposal["value"]
        if asked == "stage" and "stages" not in self.scene:
            raise ValueError("by must be 'contribution' or 'node' for this player (got 'stage'); play(…, by='stage')")
        if name in ("predict", "nudge", "along") and asked is not None and "parts" in self.scene:
            raise ValueError(
                f"{name} must be None in a picture of groups (got {asked!r}), for which every value must be seen; "
                f"play(expression, {name}=…) opens them"
            )
        compared = (self._beside or {}).get("compared")
        if name == "update" and asked is not None and compared is not None:
            raise ValueError(f"update must be None beside another engine (got {asked!r}); play it anew")
        played = {other: getattr(self, other) for other in _TOGETHER} | {name: asked}
        options = PlayOptions(**played, against=compared)
        require_nudge(options, self._traced)
        require_along(options, self._traced)
        rate = require_rate(options.update, self._traced, gradients=True, predict=options.predict)
        return rate if name == "update" else asked

    @traitlets.validate("preset")
    def _known(self, proposal: Any) -> str:
        name: str = proposal["value"]
        if name not in self._editings:
            raise ValueError(f"preset must be one of {', '.join(map(repr, self._editings))} (got {name!r})")
        return name

    @traitlets.observe("preset")
    def _switch(self, change: Any) -> None:
        self._next = self._editing.begin()
        self.leaves = self._editing.first()
        chosen = self.plays.get(change["new"])
        if chosen and chosen["trace"] != self.trace:  # the page has sent everything if it was the one to switch
            with self.hold_sync():
                for name, value in {"answers": [], **chosen}.items():
                    setattr(self, name, value)

    @traitlets.observe("gradients", "update", "params", "by", "constants", "along")
    def _end(self, change: Any) -> None:
        self.step = min(self.step, self.steps)

    @traitlets.validate("answers")
    def _readable(self, proposal: Any) -> list[Answer]:
        return read_answers(proposal["value"], self._traced, self.by, self._folded)

    @property
    def score(self) -> Score:
        """How many of the questions tried so far were right at the first try.

        Example:
            >>> play("a * b", a=2, b=-3, predict="grad").score
            Score(right=0, asked=0)
        """
        return Score(sum(answer["right"] and answer["tries"] == 1 for answer in self.answers), len(self.answers))

    @traitlets.validate("leaves")
    def _computed(self, proposal: Any) -> dict[str, float]:
        numbers = self._editing.merged(proposal["value"], self.leaves)
        self._next = self._editing.at(numbers)  # what it raises leaves everything as it was
        return Leaves({} if self._editing.fixed else numbers, partial(setattr, self, "leaves"))

    @traitlets.observe("leaves")
    def _recompute(self, _: Any) -> None:
        if self._next is self._traced:
            return
        before, trace = self._traced, self._next
        changed: dict[str, Any] = {}
        if not same_picture(before, trace):
            trace, changed = self._drawn(trace)
        self._editing.go(trace)
        if changed:
            changed["edit"] = editor_data(trace, given=self._editing.given, function=self.scene["edit"]["function"])
        elif (faults := [fault._asdict() for fault in self._editing.faults(trace)]) != self.scene["faults"]:
            changed["faults"] = faults
        with self.hold_sync():
            self.trace = sendable_trace(trace)
            if changed:
                self.scene = {**self.scene, **mend_surrogates(changed)}
            self.step = min(self.step, self.steps)

    def _drawn(self, trace: Trace) -> tuple[Trace, dict[str, Any]]:
        """Another graph in a picture of the same kind: values, or groups."""
        rankdir, beside = self.scene["rankdir"], self._beside if self._editing.is_given(trace) else None
        look = {"rankdir": rankdir, "height": CARD_HEIGHT + room_beside(beside)}
        told: dict[str, Any] = {"beside": beside} if self._beside else {}
        if self.by == "stage":
            told["stages"] = stages_of_play(trace, self.scene)
        if "parts" not in self.scene:
            return trace, {**make_scene(trace, **look), **told}
        found = split_into_parts(trace)
        return found.trace, {**make_groups_scene(found, **look), **told}

    @traitlets.observe("edit")
    def _answer(self, change: Any) -> None:
        """Take in what was edited in the page; its edits hold there even if a function raises at them."""
        trouble = ""
        with self.hold_sync():
            try:
                self.leaves = self._editing.named(change["new"]["leaves"])
            except Exception as error:
                trouble = f"{type(error).__name__}: {error}"
            self.trouble, self.acknowledged = trouble, change["new"]["number"]

    def __repr__(self) -> str:
        update = f"update {self.round}, " if self.update is not None else ""
        return f"Player({count_text(len(self.trace['op']), 'value')}, {update}step {self.step} of {self.steps})"

    def fallback(self) -> str:
        """The values, and the gradients so far, as a picture; or a sentence where that would be too large."""
        scene = self.scene if self._editing.is_given(self._traced) else {**self.scene, "beside": None}
        along = leaf_along(self._traced, self.along)
        last = last_step(self._traced, self.by, self.gradients, folded=self._folded, along=along)
        return still_html(
            self._traced, scene, self.by, min(self.step, last), accumulate=self.accumulate, gradients=self.gradients,
            constants=self.constants, hidden=self.predict == "data", along=along,
        )  # fmt: skip

    def page_title(self) -> str:
        """The expression's title."""
        return str(self.scene.get("heading") or value_title(self.scene, self._traced.root))


def play(expr: Any = None, /, **options: Any) -> Player:
    """The live graph of an expression: its forward pass, then its backward pass, one contribution at a time.

    Stepping happens in the page, on a copy taken now: your values are left as they are. So does editing the numbers of
    leaves: drag one, or double-click it; a function has sliders for its leaves.

    Args:
        expr: The result: a `Value`, another engine's or torch's, a text, a function of named leaves, or
            the name of a preset such as "neuron"; see `trace`.
        **options: How it is played: `level`, `by`, `accumulate`, `start`, `step`, `predict`, `nudge`, `update` and the
            others that `PlayOptions` explains; and numbers for the names of a preset, text or function,
            `play("a * b", a=2, b=-3)`.

    Returns:
        The player, a widget. Its `step` and its `leaves`, {"a": 2.0}, can be read and set.

    Raises:
        TypeError: If expr is not an expression.
        ValueError: If an option is none of those, the graph has more than 10,000 operations (100,000 in groups), or as
            `trace` says.

    Example:
        >>> from microgradviz import Value
        >>> a = Value(3.0)
        >>> play(a * a, start="backward")
        Player(2 values, step 1 of 4)
        >>> play("tanh(x1*w1 + b)", x1=2, w1=-3, b=6.88)
        Player(6 values, step 0 of 9)
        >>> player = play(lambda a, b: a * b, a=2, b=-3)
        >>> player.leaves = {"a": 2.5}
        >>> player.leaves
        {'a': 2.5, 'b': -3.0}
        >>> play("neuron", b=0)
        Player(10 values, step 0 of 15)
        >>> play(presets=["diamond", "neuron"]).preset
        'diamond'
        >>> w = Value(2.0, label="w")
        >>> play((w * 3 - 1) ** 2, update=0.01, params=[w])
        Player(6 values, update 1, step 0 of 8)
    """
    chosen, named = read_options(options)
    traces, values = prepare_player(expr, chosen, named, play)
    editings = {name: Edits(made) for name, made in traces.items()}
    if values["scene"]["edit"]["function"]:
        in_groups = "parts" in values["scene"]

        def again(numbers: Mapping[str, float]) -> Trace:
            most = MOST_IN_PARTS if in_groups else None
            made = trace_any(expr, numbers, {}, play, limit=MOST_OPERATIONS, in_groups=most)
            return split_into_parts(made).trace if in_groups else made

        editings[""] = Edits(traces[""], again, leaf_numbers(expr, {**(chosen.leaves or {}), **named}))
    return Player(editings, **values)


play.__signature__ = signature_with_options(play)  # type: ignore[attr-defined]
