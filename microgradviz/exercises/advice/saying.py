"""What is said about an outcome: where an answer went wrong, in the learner's own numbers, never in the right ones."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from ...tracing import number_text
from .. import probes
from ..base import Exercise, Row
from ..judging import Outcome, near
from ..probes import Inputs

_LONGEST = 90  # letters of what is shown of the inputs
_SHOWN = ("x", "w", "b", "before", "arriving", "changed", "weights", "data", "grad")


def first_wrong(came: Outcome, right: Outcome) -> int:
    """Which number is the first wrong one; −1 if there are none, 0 if their count is wrong."""
    if came.error or not came.numbers:
        return -1
    if len(came.numbers) != len(right.numbers):
        return 0
    return next(
        (i for i, (x, y) in enumerate(zip(came.numbers, right.numbers, strict=True)) if not near(x, y, 1e-9)), 0
    )


def said(exercise: Exercise, row: Row, inputs: Inputs, came: Outcome, right: Outcome) -> str:
    """One sentence about a case that failed."""
    where = _where(exercise, row, inputs)
    if came.error == "OutOfTime":
        return came.text
    if came.error == "RecursionError":
        return "it stopped with a RecursionError: a function calls itself too deeply, or forever"
    if came.error == "SystemExit":
        return "it tried to end Python: an answer returns, it does not exit"
    if came.error in ("Unfit", "Flood", "Ended"):
        return came.text
    if came.error:
        return f"{where}it stopped with {came.error}: {came.text or 'no message'}"
    kind = row.probe
    if kind is probes.letters:
        return f"it shows {''.join(map(_letter, came.numbers))!r}"
    if kind is probes.ordered:
        names = [_listed(inputs, i) for i in came.numbers[:8]]
        return f"it gives {', '.join(names) or 'nothing'}{', …' if len(came.numbers) > 8 else ''}"
    if kind is probes.judged_gradients:
        says = bool(came.numbers[0]) if came.numbers else "nothing"
        truth = "right" if right.numbers[0] else "wrong"
        claim = f"the claimed gradients {_plain(inputs['claimed'])} at {_plain(inputs['at'])} are {truth}"
        return f"{claim}, and it says {says}"
    if kind is probes.predictions:
        return f"too few of the {len(inputs['labels'])} signs are right"
    if kind is probes.remembered:
        return f"{where}{_remembered(came.numbers, right.numbers)}"
    if kind is probes.spread and len(came.numbers) == len(right.numbers):
        mean, deviation = map(number_text, came.numbers[:2])
        return f"{where}the weights have mean {mean} and standard deviation {deviation}: one of them is not right"
    if right.numbers and len(came.numbers) != len(right.numbers):
        if kind is probes.trained:
            losses = _counted(max(len(came.numbers) - 2, 0), "loss", "losses")
            return f"{where}the list holds {losses}, where one for each step is asked for"
        asked = "more or fewer are"
        if kind in (probes.called, probes.on_polynomial, probes.on_expression):
            asked = "1 is" if len(right.numbers) == 1 else f"{len(right.numbers)} are"
        return f"{where}it gives {_counted(len(came.numbers))}, where {asked} asked for"
    if kind in (probes.wide, probes.swept_wide):
        return "the grad of a leaf is not right"
    at = max(first_wrong(came, right), 0)
    return f"{where}{_name(row, inputs, at, len(came.numbers))}{number_text(came.numbers[at])} is not right"


def _name(row: Row, inputs: Inputs, at: int, count: int) -> str:
    kind = row.probe
    if kind is probes.by_hand:
        return f"{inputs['asked'][at]}: "
    if kind in (probes.gradients, probes.gradients_after_change, probes.swept, probes.closure):
        return f"the grad of {probes.value_name(inputs, at)}, "
    if kind is probes.forward:
        return f"the data of {probes.value_name(inputs, at)}, "
    if kind is probes.zeroed:
        return f"the {('data', 'grad')[at % 2]} of number {at // 2 + 1}, "
    if kind is probes.trained and at >= count - 2:
        return f"{'wb'[at - count + 2]} at the end, "
    if kind is probes.trained:
        return f"loss number {at + 1}, "
    if kind in (probes.neuron, probes.network, probes.layer, probes.connected) and not at:
        return "the output "
    if at == (1 if kind is probes.connected else count - 1) and kind in (
        probes.network,
        probes.layer,
        probes.connected,
    ):
        return "the number of parameters, "
    if kind in (probes.neuron, probes.connected):
        return f"the grad of parameter {at if kind is probes.neuron else at - 1}, "
    return "" if count == 1 else f"number {at + 1}, "


def _remembered(came: tuple[float, ...], right: tuple[float, ...]) -> str:
    """What is wrong about what a result remembers: a symbol's letters, then the numbers of its inputs."""
    if not came:
        return "the result remembers nothing: its _prev and its _op are empty"
    if came[0] != right[0]:
        return f"the result's _op is not {chr(int(right[0]))!r}"
    return "the result's _prev does not hold its two inputs, or its _op is more than one sign"


def _where(exercise: Exercise, row: Row, inputs: Inputs) -> str:
    """The inputs in a few words: `with x = 2, y = −3: `."""
    names = list(exercise.parameters)
    parts = []
    if row.probe is probes.on_polynomial:
        names = names[1:]
        parts.append(f"f(x) = {_polynomial(inputs['coefficients'])}")
    if row.probe is probes.on_expression:
        names = names[2:]
        more = f" + {_plain(inputs['scale'])} · a · c" if inputs["scale"] else ""
        parts.append(f"f = a · b + c{more}".replace("+ −", "− ") + f", xs = [{_plain(inputs['at'])}]")
    if "args" in inputs:
        parts += [f"{name} = {_plain(x, nested=True)}" for name, x in zip(names, inputs["args"], strict=False)]
    if "leaves" in inputs:
        parts += [f"{probes.value_name(inputs, i)} = {_plain(x)}" for i, x in enumerate(inputs["leaves"])]
    parts += [f"{key} = {_plain(inputs[key], nested=True)}" for key in _SHOWN if key in inputs]
    text = ", ".join(parts)
    return f"with {text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}: " if text else ""


def _listed(inputs: Inputs, i: float) -> str:
    """The value of that number in a program, by its name; numbers of an answer may be anything."""
    count = len(inputs["leaves"]) + len(inputs["steps"])
    return probes.value_name(inputs, int(i)) if 0 <= i < count else "a stranger"


def _polynomial(coefficients: list[float]) -> str:
    powers = ["", "x", "x²", "x³"]
    terms = [f"{_plain(c)}{power}" for c, power in zip(coefficients, powers, strict=False)]
    return " + ".join(terms).replace("+ −", "− ")


def _plain(value: Any, *, nested: bool = False) -> str:
    if isinstance(value, list):
        text = ", ".join(_plain(x, nested=True) for x in value)
        return f"[{text}]" if nested else text
    return number_text(float(value)) if isinstance(value, int | float) else str(value)


def _letter(code: float) -> str:
    return chr(int(code)) if 0 <= code < 0x110000 else "?"


def _counted(count: int, one: str = "number", more: str = "numbers") -> str:
    return f"{count} {one if count == 1 else more}"


def marked_up(line: str) -> str:
    """A sentence as HTML: *words* stand out, and `code` is code."""
    line = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(line))
    return re.sub(r"(?<![\w*])\*(?! )([^*`<>]+)(?<! )\*(?![\w*])", r"<em>\1</em>", line)
