"""The facts of each probe, a row each: what of a case's inputs is sent, how its numbers come back, and their words.

A probe without a row has those of a list of numbers. No row ever names a right number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

from ...tracing import free_names, number_text
from ..base import Inputs, Probe, Row
from . import probes
from .judging import Outcome, nearly_equal
from .node_places import Numbers, in_order_of_values, places_as_values, ready_made
from .probes import value_name

_MOST_NAMES = 8  # of an order that is not right


def _without_labels(inputs: Inputs) -> Inputs:
    """What an answer may see of a case that says which answer is right."""
    return {name: x for name, x in inputs.items() if name != "labels"}


def _counted(count: int, one: str = "number", more: str = "numbers") -> str:
    return f"{count} {one if count == 1 else more}"


def _wrong_count(count: int, expected: int) -> str:
    return f"it gives {_counted(count)}, where {expected} {'is' if expected == 1 else 'are'} asked for"


@dataclass(frozen=True)
class ProbeFacts:
    """The facts of one probe.

    Attributes:
        sent: inputs -> what of them is sent to where the answer runs.
        come_back: (inputs, numbers) -> what came back, in terms of the inputs as they were drawn.
        by_hand: Whether it asks for what was found by hand.
        sentence: (inputs, numbers, expected) -> what is wrong with them together; "" if the first wrong one tells.
        with_inputs: Whether the inputs of the case stand in front of that sentence.
        number_name: (inputs, at, count) -> what the wrong number is, such as "the grad of a"; "" for the only one.
        wrong_count: (count, expected) -> what is said of too few or too many numbers.
        first_arguments: (inputs, the answer's parameters) -> its first arguments in words, if no plain numbers.
    """

    sent: Callable[[Inputs], Inputs] = _without_labels
    come_back: Callable[[Inputs, Numbers], Numbers] = lambda inputs, numbers: numbers
    by_hand: bool = False
    sentence: Callable[[Inputs, Numbers, Numbers], str] = lambda inputs, numbers, expected: ""
    with_inputs: bool = False
    number_name: Callable[[Inputs, int, int], str] = lambda inputs, at, count: "" if count == 1 else f"number {at + 1}"
    wrong_count: Callable[[int, int], str] = _wrong_count
    first_arguments: Callable[[Inputs, tuple[str, ...]], list[str]] = lambda inputs, parameters: []


def probe_of(row: Row) -> Probe:
    """The probe of a row of a rubric."""
    return row.probe or probes.returned_numbers


def facts_of(row: Row) -> ProbeFacts:
    """The facts of a row's probe."""
    return _FACTS.get(probe_of(row), _LIST_OF_NUMBERS)


def heard_outcome(row: Row, inputs: Inputs, found: Any) -> Outcome:
    """The outcome in what came back for a case."""
    outcome = Outcome.read(found)
    return outcome._replace(numbers=facts_of(row).come_back(inputs, outcome.numbers))


def ask_here(row: Row, answer: Any, inputs: Inputs) -> Outcome:
    """What an answer gives for a case in this process."""
    return heard_outcome(row, inputs, probes.run_probe(probe_of(row), answer, facts_of(row).sent(inputs)))


def plain_text(value: Any, *, nested: bool = False) -> str:
    """A drawn input as a learner would write it; a list inside another one (`nested`) keeps its brackets."""
    if isinstance(value, list):
        text = ", ".join(plain_text(x, nested=True) for x in value)
        return f"[{text}]" if nested else text
    return number_text(float(value)) if isinstance(value, int | float) else str(value)


# ---------------------------------------------------------------- what is wrong with all numbers together


def _order(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    count = len(inputs["leaves"]) + len(inputs["steps"])
    known = _names_on_cards(inputs)
    names = [known[int(i)] if 0 <= i < count else "" for i in numbers]
    if strange := names.count(""):
        values = "a value that is" if strange == 1 else f"{strange} values that are"
        return f"it gives a list with {values} not in the graph"
    names = names[:_MOST_NAMES]
    told = _misplaced(numbers, inputs, "stands before its input")
    return f"it gives [{', '.join(names)}{', …' if len(numbers) > _MOST_NAMES else ''}]{told}"


def _names_on_cards(inputs: Inputs) -> list[str]:
    """What the values of a graph are called in its picture; a result's operation stands behind, for who sees none."""
    named = [value_name(inputs, i) for i in range(len(inputs["leaves"]))]
    steps = inputs["steps"]
    return [*named, *(f"{name} ({op})" for name, (op, *_) in zip(free_names(named, len(steps)), steps, strict=False))]


def _misplaced(numbers: Numbers, inputs: Inputs, before: str) -> str:
    """What stands wrongly in a list of values: the first that is there twice, or before what it must come after."""
    places, leaves = [int(x) for x in numbers if math.isfinite(x)], len(inputs["leaves"])
    edges = [(i, j) for i, (_, *used) in enumerate(inputs["steps"], leaves) for j in used if isinstance(j, int)]
    if before != "stands before its input":
        edges = [(j, i) for i, j in edges]
    names = inputs.get("names") or _names_on_cards(inputs)
    for at, i in enumerate(places):
        if 0 <= i < len(names) and places.count(i) > 1:
            times = places.count(i)
            return f"; {names[i]} stands there {'twice' if times == 2 else f'{times} times'}"
        late = next((j for k, j in edges if k == i and j in places[at + 1 :]), None)
        if late is not None:
            return f"; {names[i]} {before} {names[late]}"
    return ""


def _names(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    known = {float(i): name for i, name in enumerate(inputs["names"])}
    shown = [known.get(i, "another name") for i in numbers[: 2 * _MOST_NAMES]]
    told = _misplaced(numbers, inputs, "stands before its user")
    return f"you wrote {', '.join(shown) or 'nothing'}{told}"


def _gradient_check(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    says = bool(numbers[0]) if numbers else "nothing"
    truth = "right" if expected[0] else "wrong"
    claim = f"the claimed gradients {plain_text(inputs['claimed'])} at {plain_text(inputs['at'])} are {truth}"
    return f"{claim}, and it says {says}"


def _mistaken(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    """The first of the engines or models that are mistaken for what they are not, by its label; right ones first."""
    what = "a wrong engine" if "engines" in inputs else "a broken GPT"
    told = dict.fromkeys(zip(inputs["labels"], numbers, expected, strict=False))  # one may be tried several times
    refused = [f"it refuses {label}" for label, said, right in told if right and not said]
    passed = [f"it lets {what} pass: {label}" for label, said, right in told if said and not right]
    first, more = next(iter(refused + passed), ""), len(refused + passed) - 1
    return f"{first}; and {more} more" if more > 0 else first


def _predictions(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    return f"too few of the {len(inputs['labels'])} answers lie on the right side"


def _corners(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    """The first corner with a wrong sign."""
    for k, (found, label) in enumerate(zip(numbers, inputs["labels"], strict=False)):
        if found * label <= 0:
            says = "neither yes nor no" if not found else "yes" if found > 0 else "no"
            place = f"x1 = {plain_text(2 * (k // 2) - 1)} and x2 = {plain_text(2 * (k % 2) - 1)}"
            return f"at {place} the sum is {number_text(found)}, which says {says}"
    return ""


def _op_and_inputs(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    """How many letters the symbol has, and these, come first; then the places of the inputs, −1 for another value."""
    symbol, wanted = _symbol(numbers), _symbol(expected)
    places, right = numbers[len(symbol) + 1 :], expected[len(wanted) + 1 :]
    if not symbol and not places:
        return "the result remembers nothing: its _prev and its _op are empty"
    if symbol != wanted:
        return f"the result's _op is {symbol!r}, not {wanted!r}"
    if len(places) == len(right) and places.count(-1) > right.count(-1):
        return "its _prev holds other values, with the same numbers perhaps: the inputs themselves belong there"
    return f"the result's _prev does not hold its {'two inputs' if len(right) > 1 else 'input'}"


def _symbol(numbers: Numbers) -> str:
    length = int(numbers[0]) if numbers and 0 <= numbers[0] < len(numbers) else 0
    return "".join(chr(int(x)) if 0 <= x < 0x110000 else "?" for x in numbers[1 : length + 1])


def _way_back(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    """The result's data comes first, then a number for each leaf, and one for all values between."""
    if len(numbers) != len(expected) or not nearly_equal(numbers[0], expected[0], 1e-9):
        return f"the result is {number_text(numbers[0])}, which is not right" if numbers else "there is no result"
    lost = [i for i, (x, y) in enumerate(zip(numbers[1:-1], expected[1:-1], strict=True)) if x != y]
    if lost:
        return f"no way leads from the result back to {value_name(inputs, lost[0])}: it is forgotten"
    return "a value on the way is neither a sum nor a product of its inputs: use `+` and `*`, which you have"


def _spread(inputs: Inputs, numbers: Numbers) -> Numbers:
    """Mean and deviation of drawn numbers, how many there are, how far their share below a number is, at the most, from
    that of a normal distribution, and how many of them differ. All is measured here: an answer could lie."""
    if not numbers or not all(map(math.isfinite, numbers)):
        return numbers
    mean, count = math.fsum(numbers) / len(numbers), len(numbers)
    deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in numbers) / count)
    normal = NormalDist(mean, deviation or 1e-300).cdf
    far = max(abs(normal(x) - (i + 0.5) / count) for i, x in enumerate(sorted(numbers)))
    return (mean, deviation, float(count), far, float(len(set(numbers))))


def _mean_and_deviation(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    if len(numbers) != len(expected):
        return "a weight is infinite, or no number at all"
    mean, deviation = map(number_text, numbers[:2])
    found, asked, different = numbers[1], expected[1], int(numbers[4])
    if different < 0.1 * numbers[2]:
        drawn = _counted(different, "different weight", "different weights")
        return f"{drawn} in {numbers[2]:.0f} calls: each call must draw a new one"
    said = f"the weights have mean {mean} and standard deviation {deviation}"
    if abs(numbers[0]) > 0.1 * asked:
        return f"{said}: they should lie around 0"
    if abs(found - asked) > 0.08 * asked:
        return f"{said}, which is too {'small' if found < asked else 'large'}"
    return f"{said}, and are not spread as in a normal distribution, where most lie near 0 and few far away"


def _kinds_of_weights(inputs: Inputs, numbers: Numbers) -> Numbers:
    """Of a neuron's weights as it is made: how many there are, whether all lie from −1 to 1, how many differ, more or
    less, whether some are above 0 and some below, and whether those of another neuron are others."""
    if not numbers or not 0 < numbers[0] < len(numbers):
        return numbers
    w, of_another = numbers[1 : int(numbers[0]) + 1], numbers[int(numbers[0]) + 1 :]
    inside, differ = all(-1 <= x <= 1 for x in w), len(set(w)) > 0.8 * len(w)
    return tuple(map(float, (len(w), inside, differ, min(w) < 0 < max(w), w != of_another)))


def _first_weights(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    if len(numbers) != len(expected) or numbers[0] != expected[0]:
        return f"Neuron({inputs['nin']}) must have a weight for each input"
    inside, differ, both_signs = numbers[1:4]
    return (
        "a weight is not between −1 and 1" if not inside else "too many of the weights are the same" if not differ else
        "the weights have all the same sign" if not both_signs else "two neurons begin with the same weights"
    )  # fmt: skip


def _of_many(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    return "of so many values not all grads are right"


def _calls_of_inputs(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    """The last number is how often the inputs' own `_backward` was called."""
    called = len(numbers) == len(expected) and numbers[-1] != expected[-1]
    return "it calls `_backward` of its inputs, too: serve them, and stop there" if called else ""


# ---------------------------------------------------------------- what stands before the wrong number


def _call(inputs: Inputs, at: int, count: int) -> str:
    which, x = inputs["calls"][at]
    return f"what call {at + 1} gives, of function {which + 1} with {plain_text(x)},"


def _attribute(inputs: Inputs, at: int, count: int) -> str:
    what, name = divmod(at, len(inputs["attributes"]))
    op = inputs["op"]
    objects = (f"a {op} b", "a afterwards", "b afterwards") if op else ("a", "b")
    shown = f"the {inputs['attributes'][name]} of {objects[what]}"
    return f"with a = {plain_text(inputs['made'][0])} and b = {plain_text(inputs['made'][1])}: {shown}"


def _grad_of_value(inputs: Inputs, at: int, count: int) -> str:
    return f"the grad of {value_name(inputs, at)}"


def _parameter_or_loss(inputs: Inputs, at: int, count: int) -> str:
    losses = count - 3  # w, b and what shows that backward() ran come last
    if at == count - 1:
        return "how much backward() of each step's loss passed on"
    return f"loss number {at + 1}" if at < losses else f"{'wb'[at - losses]} at the end"


def _place_in_row(inputs: Inputs, at: int, count: int) -> str:
    """Which number it is, and in which row, where rows were asked for."""
    first = inputs["like"][0]
    if not isinstance(first, list):
        return f"number {at + 1}"
    row, place = divmod(at, len(first))
    return f"entry [{row}][{place}]"


def _not_two_lists(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    """How many entries each of two lists has comes last."""
    return "the right numbers, but not in the two lists that are asked for" if numbers[:-2] == expected[:-2] else ""


def _second_run(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    """The numbers of the first run come first, as many as those of the second."""
    once = len(expected) // 2
    told = "the first run is right, a second one of the same lists is not: did it change them?"
    return told if numbers[:once] == expected[:once] else ""


def _outputs(inputs: Inputs) -> int:
    return len(inputs["b"] if "b" in inputs else inputs["layers"][-1]["b"])


def _parameters_in_order(inputs: Inputs, numbers: Numbers) -> Numbers:
    """What came of a model that learns, with its parameters by size: they may stand in any order."""
    first = 2 * _outputs(inputs) + len(inputs["x"])
    pairs = sorted(zip(numbers[first::2], numbers[first + 1 :: 2], strict=False))
    return (*numbers[:first], *(x for pair in pairs for x in pair))


def _count_of_parameters(inputs: Inputs, numbers: Numbers, expected: Numbers) -> str:
    before = 2 * _outputs(inputs) + len(inputs["x"])
    found, asked = ((len(came) - before) // 2 for came in (numbers, expected))
    return "" if found == asked else f"the number of parameters is {found}, which is not right"


def _learnt(inputs: Inputs, at: int, count: int) -> str:
    outs = _outputs(inputs)
    if at < 2 * outs:
        which = f"output {at % outs + 1}" if outs > 1 else "the output"
        return f"{which} after a step of training" if at >= outs else which
    at -= 2 * outs
    if at < len(inputs["x"]):
        return f"the grad of input {at + 1}"
    return f"the {('data', 'grad')[(at - len(inputs['x'])) % 2]} of a parameter in parameters()"


def _loss_or_grad(inputs: Inputs, at: int, count: int) -> str:
    return f"the grad of prediction {at}" if at else "the loss"


def _output_or_grad(inputs: Inputs, at: int, count: int) -> str:
    return f"the grad of parameter {at}" if at else "the output"


def _output_size_or_grad(inputs: Inputs, at: int, count: int) -> str:
    return ("the output", "the number of parameters")[at] if at < 2 else f"the grad of parameter {at - 1}"


# ---------------------------------------------------------------- functions among the arguments


def _polynomial(inputs: Inputs, parameters: tuple[str, ...]) -> list[str]:
    powers = ["", "x", "x²", "x³"]
    terms = [f"{plain_text(c)}{power}" for c, power in zip(inputs["coefficients"], powers, strict=False)]
    return [f"{parameters[0]}(x) = " + " + ".join(terms).replace("+ −", "− ")]


def _expression(inputs: Inputs, parameters: tuple[str, ...]) -> list[str]:
    more = f" + {plain_text(inputs['scale'])} · a · c" if inputs["scale"] else ""
    return [f"f = a · b + c{more}".replace("+ −", "− "), f"xs = [{plain_text(inputs['at'])}]"]


def _size_of_model(count: int, expected: int) -> str:
    return f"parameters() must return {expected - 2} Values (got {max(count - 2, 0)})"


def _count_of_losses(count: int, expected: int) -> str:
    return f"the list holds {_counted(max(count - 3, 0), 'loss', 'losses')}, where one for each step is asked for"


_LIST_OF_NUMBERS = ProbeFacts()
_GRADS = ProbeFacts(number_name=_grad_of_value)
_NODE_GRADS = replace(_GRADS, sent=ready_made, come_back=in_order_of_values)
_ORDER = ProbeFacts(sent=ready_made, come_back=places_as_values, sentence=_order)
_LEARNING = ProbeFacts(number_name=_learnt, come_back=_parameters_in_order, sentence=_count_of_parameters)
_FACTS: dict[Probe, ProbeFacts] = {
    probes.numbers_of_two_runs: ProbeFacts(
        sentence=_second_run, wrong_count=lambda count, expected: _wrong_count(count // 2, expected // 2)
    ),
    probes.returned_lists: ProbeFacts(number_name=_place_in_row),
    probes.returned_sides: ProbeFacts(
        sentence=_not_two_lists, wrong_count=lambda count, expected: _wrong_count(count - 2, expected - 2)
    ),
    probes.sums_at_corners: ProbeFacts(by_hand=True, sentence=_corners, with_inputs=True),
    probes.entries_by_hand: ProbeFacts(by_hand=True, number_name=lambda inputs, at, count: inputs["asked"][at]),
    probes.truths_by_hand: ProbeFacts(
        by_hand=True, sentence=lambda inputs, numbers, expected: "not all of these are right"
    ),
    probes.names_in_order: ProbeFacts(by_hand=True, sentence=_names),
    probes.numbers_for_polynomial: ProbeFacts(first_arguments=_polynomial),
    probes.numbers_for_expression: ProbeFacts(first_arguments=_expression),
    probes.gradient_check_verdict: ProbeFacts(sentence=_gradient_check),
    probes.engine_verdicts: ProbeFacts(sentence=_mistaken),
    probes.model_verdicts: ProbeFacts(sentence=_mistaken),
    probes.drawn_numbers: ProbeFacts(sentence=_mean_and_deviation, with_inputs=True, come_back=_spread),
    probes.remembering_functions: ProbeFacts(number_name=_call),
    probes.attributes_and_result: ProbeFacts(number_name=_attribute),
    probes.program_data: ProbeFacts(
        number_name=lambda inputs, at, count: f"the data of {value_name(inputs, at)}",
    ),
    probes.op_and_inputs: ProbeFacts(sentence=_op_and_inputs, with_inputs=True),
    probes.way_back_to_leaves: ProbeFacts(sentence=_way_back, with_inputs=True),
    probes.value_grads: _GRADS,
    probes.closure_grads: ProbeFacts(sentence=_calls_of_inputs, with_inputs=True, number_name=_grad_of_value),
    probes.counted_value_grads: ProbeFacts(sentence=_of_many),
    probes.node_order: _ORDER,
    probes.node_order_without_recursion: _ORDER,
    probes.node_grads: _NODE_GRADS,
    probes.node_grads_in_few_writes: _NODE_GRADS,
    probes.counted_node_grads: replace(_NODE_GRADS, sentence=_of_many),
    probes.data_and_grads_after_zeroing: ProbeFacts(
        number_name=lambda inputs, at, count: f"the {('data', 'grad')[at % 2]} of parameter {at // 2 + 1}",
    ),
    probes.loss_and_grads: ProbeFacts(number_name=_loss_or_grad),
    probes.neuron_output_and_grads: ProbeFacts(number_name=_output_or_grad),
    probes.first_weights: ProbeFacts(sentence=_first_weights, come_back=_kinds_of_weights),
    probes.neuron_that_learns: _LEARNING,
    probes.layer_that_learns: _LEARNING,
    probes.network_that_learns: _LEARNING,
    probes.model_output_and_grads: ProbeFacts(number_name=_output_size_or_grad, wrong_count=_size_of_model),
    probes.losses_and_parameters: ProbeFacts(number_name=_parameter_or_loss, wrong_count=_count_of_losses),
    probes.predictions: ProbeFacts(sentence=_predictions),
}
