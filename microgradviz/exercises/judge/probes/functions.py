"""Probes of plain functions, and of numbers found by hand."""

from __future__ import annotations

import math
from collections.abc import Callable

from .common import (
    MOST_NUMBERS,
    Inputs,
    UnfitAnswer,
    flat_numbers,
    plain_data,
    require_number,
    require_result,
    type_name,
    watched,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts for every submission, and typing takes as long as all the rest
    from typing import Any

    from .common import Said


def returned_numbers(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns for drawn arguments."""
    return flat_numbers(require_result(answer(*inputs["args"])))


def numbers_of_two_runs(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns for drawn arguments, and what for the same lists once more: it must not change them."""
    return [*returned_numbers(answer, inputs), *returned_numbers(answer, inputs)]


def returned_lists(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns, if its numbers lie in lists as those of inputs["like"] do."""
    found = require_result(answer(*inputs["args"]))
    _require_lists("it must return", found, inputs["like"])
    return flat_numbers(found)


def table_and_lists(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns that gives a table of the shape of its first argument first, and then lists."""
    found = plain_data(require_result(answer(*inputs["args"])))
    if isinstance(found, list | tuple) and found:
        _require_lists("its first result must be", found[0], inputs["args"][0])
    return flat_numbers(found)


def _require_lists(must: str, found: Any, like: list[Any]) -> None:
    """Raise an UnfitAnswer if as many numbers lie in other lists; too few or too many say more than these."""
    if _shape(found) == _shape(like) or len(flat_numbers(found)) != len(flat_numbers(like)):
        return
    if isinstance(like[0], list):
        raise UnfitAnswer("{} a list of rows: {} of them, each a list of {}", must, len(like), len(like[0]))
    raise UnfitAnswer("{} one list, of {} numbers", must, len(like))


def _shape(x: Any) -> Any:
    """The lists of nested lists, with 0 for each number."""
    x = plain_data(x)
    return [_shape(part) for part in x] if isinstance(x, list | tuple) else 0


def returned_sides(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The numbers in what a function returns, and then how many entries each of its two lists has; 0 if none are."""
    found = plain_data(require_result(answer(*inputs["args"])))
    sides = [plain_data(side) for side in found] if isinstance(found, list | tuple) else []
    are_two = len(sides) == 2 and all(isinstance(side, list | tuple) for side in sides)
    return [*flat_numbers(found), *(float(len(side)) for side in (sides if are_two else ((), ())))]


def numbers_in_few_calls(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns that is to compute on plain numbers: objects that remember make a call for each."""
    return flat_numbers(require_result(watched(lambda: answer(*inputs["args"]), most=_MOST_CALLS)))


_MOST_CALLS = 12  # a helper for each operation, there and back, is fine; objects that remember take more


def sums_at_corners(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a neuron with the returned weights and bias sums up at the corners (−1, −1), (−1, 1), (1, −1), (1, 1)."""
    found = flat_numbers(require_result(answer(*inputs["args"])))
    if len(found) != 3:
        raise UnfitAnswer("it must return three numbers, w1, w2 and b (got {})", len(found))
    w1, w2, b = found
    return [w1 * x1 + w2 * x2 + b for x1 in (-1, 1) for x2 in (-1, 1)]


def entries_by_hand(answer: Any, inputs: Inputs) -> list[float]:
    """The entries that are asked for of a dict of numbers, found by hand."""
    return [require_number(x, ["the entry for {}", key]) for key, x in _entries(answer, inputs, "numbers")]


def truths_by_hand(answer: Any, inputs: Inputs) -> list[float]:
    """The entries that are asked for of a dict of True and False, found by hand: 1 and 0."""
    found = _entries(answer, inputs, "True and False")
    for key, x in found:
        if plain_data(x) not in (True, False):
            raise UnfitAnswer("the entry for {} must be True or False (got {})", key, type_name(x))
    return [float(x) for _, x in found]


def _entries(answer: Any, inputs: Inputs, of: str) -> list[tuple[str, Any]]:
    if not isinstance(answer, dict):
        raise UnfitAnswer("the answer must be a dict of {} by name (got {})", of, type_name(answer))
    missing = [key for key in inputs["asked"] if key not in answer]
    bare = [key for key in answer if not isinstance(key, str)]
    if missing and bare:
        raise UnfitAnswer("each name must stand in quotes (got {})", type_name(bare[0]))
    if missing:
        raise UnfitAnswer("there must be an entry for {}", missing[0])
    return [(key, answer[key]) for key in inputs["asked"]]


def names_in_order(answer: Any, inputs: Inputs) -> list[float]:
    """A list of names, found by hand, as the numbers of these names."""
    names = inputs["names"]
    if not isinstance(answer, list | tuple):
        raise UnfitAnswer("the answer must be a list of names (got {})", type_name(answer))
    for name in answer:
        if not isinstance(name, str):
            raise UnfitAnswer("each entry of the list must be a name in quotes (got {})", type_name(name))
        if _asked_name(name, names) not in names:
            raise UnfitAnswer("each entry of the list must be one of {} (got {})", ", ".join(names), name[:20])
    return [float(names.index(_asked_name(name, names))) for name in answer[:MOST_NUMBERS]]


def _asked_name(written: str, names: list[str]) -> str:
    """A name as it is asked for, if it was written with other capitals or with blanks around it."""
    if written in names:
        return written
    alike = [name for name in names if name.casefold() == written.strip().casefold()]
    return alike[0] if len(alike) == 1 else written


def numbers_for_polynomial(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns for (f, *args), where f is a drawn polynomial."""
    coefficients = inputs["coefficients"]
    found = answer(lambda x: sum(c * x**k for k, c in enumerate(coefficients)), *inputs["args"])
    return flat_numbers(require_result(found))


def numbers_for_expression(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns for (f, numbers, *args), where f(a, b, c) is a × b + c + scale × a × c."""
    scale = inputs["scale"]
    f = _with_three_numbers(lambda a, b, c: a * b + c + scale * a * c)
    return flat_numbers(require_result(answer(f, list(inputs["at"]), *inputs["args"])))


def _with_three_numbers(f: Callable[..., float]) -> Callable[..., float]:
    def called_with(*numbers: Any) -> float:
        if len(numbers) != 3:
            raise TypeError(f"f takes three numbers, as in f(*xs) (got {len(numbers)})")
        return f(*(require_number(x, "each argument of f") for x in numbers))

    return called_with


_CURVES: dict[str, Callable[[float], float]] = {
    "1": lambda x: 1.0,
    "x": lambda x: x,
    "x²": lambda x: x * x,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "sqrt": math.sqrt,
}


def gradient_check_verdict(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function that checks gradients says of claimed ones: 1 for right, 0 for wrong.

    They are those of a sum of drawn products, [factor, curve of x, curve of y] each.
    """
    products = [(factor, _CURVES[of_x], _CURVES[of_y]) for factor, of_x, of_y in inputs["products"]]

    def f(x: float, y: float) -> float:
        return float(sum(factor * of_x(x) * of_y(y) for factor, of_x, of_y in products))

    f.__qualname__ = "f"  # so a TypeError calls it
    return [_said_so(answer(f, list(inputs["at"]), list(inputs["claimed"])))]


def _said_so(said: Any) -> float:
    if said not in (True, False):
        raise UnfitAnswer("it must return True or False (got {})", type_name(said))
    return 1.0 if said else 0.0


def engine_verdicts(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function that tests engines says of each of these, given as texts: 1 for right, 0 for wrong."""
    return [_said_so(answer(_defined(text, "Value"))) for text in inputs["engines"]]


def model_verdicts(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function that tests language models says of each of these, given as texts: 1 for right, 0 for broken."""
    return [_said_so(answer(_defined(text, "model"))) for text in inputs["models"]]


def _defined(text: str, name: str) -> Any:
    """What a text defines under that name, made anew."""
    space: dict[str, Any] = {"__name__": "engine"}
    exec(_compiled(text), space)
    return space[name]


_texts: dict[str, Any] = {}  # as code: those of one answer come again for the solution, and for known wrong ones


def _compiled(text: str) -> Any:
    if text not in _texts:
        if len(_texts) > _MOST_TEXTS:
            _texts.clear()
        _texts[text] = compile(text, "<engine>", "exec")
    return _texts[text]


_MOST_TEXTS = 100


def drawn_numbers(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function that draws returns, call after call."""
    return [require_number(require_result(answer(*inputs["args"]))) for _ in range(inputs["times"])]


def remembering_functions(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What functions that a function makes return for [which of them, argument] one after the other."""
    made = [answer() for _ in range(1 + max(which for which, _ in inputs["calls"]))]
    for function in made:
        if not callable(function):
            raise UnfitAnswer("it must return a function (got {})", type_name(function))
    return [require_number(made[which](x), "what the function returns") for which, x in inputs["calls"]]


def attributes_and_result(answer: Any, inputs: Inputs) -> list[float]:
    """The attributes of two objects of a class; or those of their sum or product, and then of both."""
    one, other = (answer(*numbers) for numbers in inputs["made"])
    found = _attributes(one, "a", inputs) + _attributes(other, "b", inputs)
    if not inputs["op"]:
        return found
    adds = inputs["op"] == "+"
    out = _attributes(one + other if adds else one * other, "a + b" if adds else "a * b", inputs)
    return [*out, *_attributes(one, "a", inputs), *_attributes(other, "b", inputs)]


def _attributes(found: Any, what: Said, inputs: Inputs) -> list[float]:
    for name in inputs["attributes"]:
        if not hasattr(found, name):
            hint = "; is there a return?" if found is None else ""
            raise UnfitAnswer("{} has no {} (it is {}){}", what, name, type_name(found), hint)
    return [require_number(getattr(found, name), ["{} of {}", name, what]) for name in inputs["attributes"]]
