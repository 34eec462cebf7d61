"""The options of `play`, and the choices of those that every picture has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import Parameter, Signature, signature
from typing import Any

CHOICES = {
    "level": ("first", "full"),
    "by": ("contribution", "node", "stage"),
    "mode": ("reverse", "forward"),
    "start": ("forward", "backward"),
    "rankdir": ("LR", "TB"),
    "predict": (None, "data", "local", "grad"),
    "groups": ("auto", "open", "closed"),
    "reveal": ("now", "step"),
    "size": ("fit", "present"),
}


@dataclass(frozen=True, kw_only=True)
class PlayOptions:
    """How an expression is played: the options of `play` and `to_html`, in one table.

    Attributes:
        presets: Names of presets, or True for all: the player then has a switch between them, and the expression may be
            left out, or be the one to begin with.
        level: "first" for the few controls, "full" to open the rest at once.
        by: "contribution" for one contribution a step, "node" for all of one node's, "stage" for the eight stages of a
            neuron with its loss: start, products, z, ŷ, L, ∂L/∂ŷ, ∂L/∂z, gradients of w and b.
        accumulate: False to see what `=` in place of `+=` would do, marked where it goes wrong.
        start: "forward", or "backward" to begin where the forward pass ends.
        step: The step to begin with instead.
        rankdir: "LR" for inputs left and result right, "TB" for inputs on top.
        predict: "data", "local" or "grad" to ask for each value, local derivative or gradient before it is shown;
            `answers` and `score` of the player tell how it went. Groups are open then.
        gradients: False for the forward pass alone.
        formula: True to show the whole expression with live numbers.
        groups: "auto" to close the groups of more than 60 values (samples, layers, neurons, `with group(...)`), "open"
            to show every value, "closed" to close them always. A closed group is one card and one step; the values are
            then numbered so that those of a group follow one another.
        constants: True for cards of the constants too, such as the 1 of `a + 1`, which otherwise stands in the title of
            its operation alone.
        update: A learning rate, such as 0.1, to play rounds of a training loop: forward, backward, then every parameter
            steps by -update * grad, and the next round begins. `leaves` of the player has the numbers of the round.
        nudge: The name of a leaf, such as "a": what becomes of its change by 0.1 runs through the graph in place of the
            forward pass, and the backward pass follows. Every card tells by how much its value moved, every edge the
            ratio of the two changes: measured, so that it is the local derivative where the graph is straight, and ≈
            that where it bends. Groups are open then.
        mode: "forward" to carry the rate of change along one leaf from the inputs to the result, in place of the
            backward pass: every card has its data and its rate, every edge brings an amount, and where several come
            together their sum is a step of its own. The end says how many passes each mode needs. Groups are open then.
        along: The name of that leaf, such as "a".
        params: The leaves that step, `[w, b]`, or their names, `["w", "b"]`; every named leaf if left out, inputs too.
        against: True to compare with what our own engine makes of this expression at the same numbers, which is the way
            to look at an engine of your own. Where data or grad differ by more than 1e-9 of what went into them, ours
            stand below, and the first difference is named.
        reveal: "now" to tell at once all that went wrong, at whatever step. "step" to tell it when its step is reached,
            and what `against` found at the last, as a lesson does that asks for it.
        size: "present" to fill the screen with large letters, for a room; p, Escape or Leave ends it.
        leaves: Numbers for the names of a preset, text or function, should one be called `step`, say.
    """

    presets: Sequence[str] | bool | None = None
    level: str = "first"
    by: str = "contribution"
    accumulate: bool = True
    start: str = "forward"
    step: int | None = None
    rankdir: str = "LR"
    predict: str | None = None
    gradients: bool = True
    formula: bool = False
    groups: str = "auto"
    constants: bool = False
    update: float | None = None
    nudge: str | None = None
    mode: str = "reverse"
    along: str | None = None
    params: Sequence[Any] | None = None
    against: bool | None = None
    reveal: str = "now"
    size: str = "fit"
    leaves: Mapping[str, float] | None = None

    def __post_init__(self) -> None:
        require_choices(**{name: getattr(self, name) for name in CHOICES})


_OPTIONS = {option.name: option for option in fields(PlayOptions)}


def read_options(given: Mapping[str, Any]) -> tuple[PlayOptions, dict[str, Any]]:
    """The options among what a function was given by name, and the rest, which are numbers of leaves.

    Raises:
        ValueError: If an option is none of its choices.
    """
    options = {name: given[name] for name in given.keys() & _OPTIONS.keys()}
    return PlayOptions(**options), {name: x for name, x in given.items() if name not in options}


def signature_with_options(function: Callable[..., Any]) -> Signature:
    """What `help` and a notebook show of a function that takes these options by name, and leaves besides."""
    own = signature(function)
    *first, rest = own.parameters.values()
    options = [
        Parameter(o.name, Parameter.KEYWORD_ONLY, default=o.default, annotation=o.type) for o in _OPTIONS.values()
    ]
    return own.replace(parameters=[*first, *options, rest.replace(name="named", annotation="float")])


def require_choices(**given: str | None) -> None:
    """Raises ValueError if an option is none of its choices."""
    for name, choice in given.items():
        if choice not in CHOICES[name]:
            raise ValueError(f"{name} must be {' or '.join(map(repr, CHOICES[name]))} (got {choice!r})")
