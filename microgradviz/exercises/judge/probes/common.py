"""What every probe of an answer rests on: it is run, and what it gives is made numbers, or a sentence.

A probe takes an answer and drawn inputs, plain data, and returns a list of numbers. The files of this folder are all of
the exercises that goes into a grader's sandbox: this one, and of the others those that an exercise asks. They need
the standard library alone (and, for the exercises that say so, the package's engine), and know neither solutions nor
expected numbers: who reads them learns what is asked, not what is right.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts for every submission, and typing takes as long as all the rest
    from typing import Any

    Said = str | int | float | list[Any]

Inputs = dict[str, "Any"]

NO_OP, ONE_INPUT = " ", "t"  # in place of the operation of a leaf, and of tanh
MOST_NUMBERS = 20_000  # of one outcome


_LONGEST_TEXT = 160  # letters of an error's text


def run_probe(probe: Callable[[Any, Inputs], list[float]], answer: Any, inputs: Inputs) -> dict[str, Any]:
    """What an answer gives for one case: {"numbers": […]}, {"unfit": what is said of it}, or {"error": kind, "text": …,
    "in": the value that was being made, if any} for what it raised.

    What is said is a list of a sentence of these files and what stands at its places {}: numbers, words of these files,
    or such lists. So who gets it can tell it from an answer's own words (`judging.Outcome.read`).

    Args:
        probe: What turns an answer into numbers.
        answer: The learner's function, class, dict or number; for a `method` of the inputs, the class gets it first.
        inputs: The drawn inputs of the case.
    """
    random.seed(0)  # answers that draw weights then give the same numbers for the same code
    try:
        found = probe(class_with_method(answer, inputs), inputs)
    except UnfitAnswer as error:
        return {"unfit": error.said}
    except Exception as error:
        place = getattr(error, PLACE, "")
        return {"error": type(error).__name__, "text": _error_text(error), **({"in": place} if place else {})}
    if len(found) > MOST_NUMBERS:
        return {"unfit": ["it gave {} numbers", len(found)]}
    return {"numbers": [float(x) for x in found]}


def class_with_method(answer: Any, inputs: Inputs) -> Any:
    """The class Value that stands beside a learner's method, with the method put on it; another answer as it is."""
    if "method" not in inputs or isinstance(answer, type):
        return answer
    if not callable(answer):
        raise UnfitAnswer("the answer must be a function (got {})", type_name(answer))
    found = answer.__globals__["Value"]
    setattr(found, inputs["method"], answer)
    return found


class UnfitAnswer(TypeError):
    """An answer is not of the kind that was asked for.

    Args:
        sentence: A sentence about it, with {} where words go.
        words: These.
    """

    def __init__(self, sentence: str, *words: Said) -> None:
        self.said = [sentence, *words]
        super().__init__(as_sentence(self.said))


def as_sentence(said: Said) -> str:
    """What is said, as text: a word, a number, or a list of a text and what stands at its places {}."""
    if isinstance(said, list):
        return str(said[0]).format(*map(as_sentence, said[1:]))
    return said if isinstance(said, str) else f"{said:,}" if isinstance(said, int) else f"{said:g}"


PLACE = "while_making"  # an attribute of an exception: the value that was being made


NO_RETURN = "; is there a return?"


def returned_nothing(text: str) -> bool:
    """Whether the text of an UnfitAnswer says that None came back."""
    return NO_RETURN in text


def _error_text(error: Exception) -> str:
    try:
        what = (
            error.args[0] if isinstance(error, KeyError) and len(error.args) == 1 else error
        )  # its own text has quotes
        text = " ".join(str(what).split())
    except Exception:
        return ""
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def require_number(x: Any, what: Said = "what it returns") -> float:
    """The number as a plain float; fractions, decimals and what NumPy or PyTorch holds one in are numbers, too.

    Raises:
        UnfitAnswer: If it is none, with what it is instead.
    """
    number = plain_data(x)
    if isinstance(number, bool) or not (isinstance(number, int | float) or hasattr(number, "as_integer_ratio")):
        hint = "; its .data is one" if isinstance(getattr(x, "data", None), int | float) else ""
        raise UnfitAnswer("{} must be a number (got {}){}", what, type_name(x), hint)
    return float(number)


def flat_numbers(x: Any, what: Said = "what it returns", depth: int = 0) -> list[float]:
    """The numbers in a number, list, tuple or array, nested ones too; an UnfitAnswer if anything else is among them."""
    x = plain_data(x)
    if isinstance(x, list | tuple) and depth < 4:
        return [
            y for item in x for y in flat_numbers(item, ["each entry of {}", what] if not depth else what, depth + 1)
        ]
    if not depth and hasattr(x, "__next__"):
        raise UnfitAnswer("{} must be a list or a number (got {})", what, type_name(x))
    return [require_number(x, what)]


def plain_data(x: Any) -> Any:
    """NumPy's arrays, numbers and truths as Python's; anything else as it is."""
    return x.tolist() if hasattr(x, "tolist") else x


def data_of(value: Any, what: Said) -> float:
    """The number in a value's `data`; an UnfitAnswer if there is none."""
    if isinstance(getattr(value, "data", memoryview(b"")), memoryview):  # NumPy's numbers have such a `data`
        raise UnfitAnswer("{} must be a Value (got {}){}", what, *what_came(value))
    return require_number(value.data, ["data of {}", what])


def grad_of(value: Any, what: Said) -> float:
    """The number in a value's `grad`; an UnfitAnswer if there is none."""
    if not hasattr(value, "grad"):
        raise UnfitAnswer("{} must have a grad (got {})", what, type_name(value))
    return require_number(value.grad, ["grad of {}", what])


def require_result(x: Any) -> Any:
    if x is None:
        raise UnfitAnswer("it must return something (got None){}", NO_RETURN)
    return x


def what_came(x: Any) -> tuple[Said, str]:
    """What came in place of what was asked for, and a question, if it is nothing."""
    return type_name(x), NO_RETURN if x is None else ""


def type_name(x: Any) -> Said:
    name = type(x).__name__  # a word of Python's, or an answer's own
    return "None" if x is None else ["an {}" if name[0] in "aeiouAEIO" else "a {}", name]


class Tally:
    """Counts the additions and multiplications of the numbers that it makes.

    What else is done with them costs nothing: sorting, searching, comparing.

    Args:
        operations: How many a graph has.
    """

    def __init__(self, operations: int) -> None:
        self.operations, self.most, self.count = operations, _MOST_FOR_AN_OPERATION * operations, 0
        methods = {name: self._counting(name) for name in _COUNTED} | {name: self._keeping(name) for name in _KEPT}
        self.number: type[float] = type("float", (float,), {"__slots__": (), **methods})

    def require_few(self) -> None:
        """Raise an UnfitAnswer if there were more than backpropagation needs, with room to spare."""
        if self.count > self.most:
            raise UnfitAnswer(TOO_MANY, self.operations, self.most)

    def _counting(self, name: str) -> Callable[[Any, Any], Any]:
        plain = getattr(float, name)

        def method(x: Any, y: Any) -> Any:
            self.count += self.most + 1 if isinstance(y, complex) else 1  # a complex number carries a slope along
            self.require_few()
            found = plain(x, y)
            return self.number(found) if isinstance(found, float) else found

        return method

    def _keeping(self, name: str) -> Callable[[Any], Any]:
        plain = getattr(float, name)
        return lambda x: self.number(plain(x))


_MOST_FOR_AN_OPERATION = 20  # backpropagation takes one to compute it and four to pass a gradient on


_COUNTED = [f"__{side}{name}__" for name in ("add", "sub", "mul", "truediv", "pow") for side in ("", "r")]


_KEPT = ("__neg__", "__pos__", "__abs__")


TOO_MANY = "in a graph of {} operations it took more than {} additions and multiplications"


def took_too_many(text: str) -> bool:
    """Whether the text of an UnfitAnswer says that more was computed than backpropagation needs."""
    return text.endswith(TOO_MANY.rpartition("{}")[2])


def counted_grads(inputs: Inputs, grads: Callable[[Callable[[float], Any]], list[float]]) -> list[float]:
    """The grads over numbers that count; over plain ones, if an answer's code takes no others."""
    tally = Tally(len(inputs["ops"]) - inputs["ops"].count(NO_OP) if "ops" in inputs else len(inputs["steps"]))
    try:
        found = grads(tally.number)
    except Exception:
        tally.require_few()
        return grads(float)
    tally.require_few()  # whoever caught it
    return found


# ---------------------------------------------------------------- calls that are watched


def watched(run: Callable[[], Any], most: float = math.inf, deepest: float = math.inf) -> Any:
    """What run() gives, if it calls Python's functions no more often, and no deeper in each other, than said.

    Raises:
        UnfitAnswer: At the first call that is too much, at a complex number's function, which nudges without rounding,
            and at a thread, where nobody would look.
    """
    set_profile, before, tell = _set_profile, sys.getprofile(), tell_witness

    def look(frame: Any, event: str, what: Any, tell: Any = tell) -> None:
        tell(_CALL, frame, event, what)

    tell(_WATCH, most, deepest)
    set_profile(look)
    try:
        return run()
    finally:
        set_profile(before)
        tell(_WATCH)


class Witness:
    """Who is told of every call, and refuses what is too much.

    In a sandbox it is an audit hook. A profiler can be asked for, changed and taken away by an answer; a hook cannot,
    and what it refuses does not happen, so that nothing is kept for later that could be rewritten.

    Args:
        up: How many callers away `watched` is.
    """

    def __init__(self, up: int) -> None:
        self.up, self.caller, self.own = up, sys._getframe, watched.__code__
        self.limits: tuple[float, ...] = ()
        self.calls = self.open_before = 0
        self.refusal: UnfitAnswer | None = None

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event == _WATCH and self.caller(self.up).f_code is self.own:
            self._watch(args)
        elif self.limits and event == _CALL:
            self._call(*args)
        elif self.limits and event in _SIDE_DOORS:
            self._side_door(self.caller(self.up))

    def _watch(self, limits: tuple[float, ...]) -> None:
        if limits and self.limits:
            self._refuse(_LEAVE_ALONE)
        found, self.refusal = self.refusal, None
        self.limits, self.calls, self.open_before = limits, 0, self._open_calls(self.caller(1))
        if found:
            raise found  # also where an answer has caught it

    def _call(self, frame: Any, event: str, what: Any) -> None:
        most, deepest = self.limits
        if event == "call":
            self.calls += 1
            if self.calls > most + 1:  # run is one
                self._refuse(
                    "it makes more than {} calls of functions written in Python, as Values do: plain lines need none",
                    most,
                )
            if deepest < math.inf and self._open_calls(frame) > self.open_before + deepest:
                self._refuse("it calls itself more than {} times deep, and it was to be without recursion", deepest)
        elif event == "c_call" and what.__module__ == "cmath":
            self._refuse("it computes with complex numbers, as for a nudge without rounding: plain ones are asked for")
        elif event == "c_call" and f"{what.__module__}.{what.__name__}" in _SIDE_DOORS:
            self._side_door(frame)

    def _side_door(self, frame: Any) -> None:
        if frame.f_code is not self.own:
            self._refuse(_LEAVE_ALONE)

    def _refuse(self, *said: Any) -> None:
        self.refusal = self.refusal or UnfitAnswer(*said)
        raise self.refusal

    def _open_calls(self, frame: Any) -> int:
        count = 0
        while frame:
            frame, count = frame.f_back, count + 1
        return count


_WATCH, _CALL = "microgradviz.watch", "microgradviz.call"
_LEAVE_ALONE = "it must leave threads and Python's profiler alone"
_SIDE_DOORS = {  # Python's names of functions, which are those of their audit events, too
    "sys.setprofile", "_thread.start_new_thread", "_thread.start_joinable_thread",
    "gc.get_objects", "gc.get_referrers", "gc.get_referents", "object.__setattr__",
}  # fmt: skip
_set_profile = sys.setprofile  # an answer may swap a module's names
_witness = Witness(up=2)


def tell_witness(event: str, *args: Any) -> None:
    """Tell who watches here; in a sandbox it is `sys.audit`."""
    _witness(event, args)
