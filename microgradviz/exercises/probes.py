"""What is asked of an answer, as numbers: the one file of the exercises that goes into a grader's sandbox.

A probe takes an answer and drawn inputs, plain data, and returns a list of numbers. It needs the standard library
alone (and, for the exercises that say so, the package's engine), and knows neither solutions nor expected numbers:
who reads it learns what is asked, not what is right. The verdict is reached elsewhere, in `judging.py`, and what is
said of wrong numbers stands in `advice/probe_words.py`.

`run_probe` is asked for one of `PROBES` by name. Between the two stand what makes numbers of an answer's results, the
graphs that answers are tried on, and the probes themselves, by the kind of answer: a plain function or a dict, a class
Value, a function over a graph of ready-made nodes, a model or a training loop.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable
from types import MethodType

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts for every submission, and typing takes as long as all the rest
    from typing import Any

    Said = str | int | float | list[Any]

Inputs = dict[str, "Any"]

MOST_NUMBERS = 20_000  # of one outcome
NO_OP, ONE_INPUT = " ", "t"  # in place of the operation of a leaf, and of tanh
_USUAL_DEPTH = 1_000  # of calls inside calls; a notebook's kernel may allow more
_LONGEST_TEXT = 160  # letters of an error's text


def run_probe(answer: Any, probe: str, inputs: Inputs) -> dict[str, Any]:
    """What an answer gives for one case: {"numbers": […]}, {"unfit": what is said of it}, or {"error": kind, "text": …,
    "in": the value that was being made, if any} for what it raised.

    What is said is a list of a sentence of this file and what stands at its places {}: numbers, words of this file, or
    such lists. So who gets it can tell it from an answer's own words (`judging.Outcome.read`).

    Args:
        answer: The learner's function, class, dict or number; for a `method` of the inputs, the class gets it first.
        probe: The name of a function of this module, one of `PROBES`.
        inputs: The drawn inputs of the case.
    """
    random.seed(0)  # answers that draw weights then give the same numbers for the same code
    try:
        found = PROBES[probe](class_with_method(answer, inputs), inputs)
    except UnfitAnswer as error:
        return {"unfit": error.said}
    except Exception as error:
        place = getattr(error, _PLACE, "")
        return {"error": type(error).__name__, "text": _error_text(error), **({"in": place} if place else {})}
    if len(found) > MOST_NUMBERS:
        return {"unfit": ["it gave {} numbers", len(found)]}
    return {"numbers": [float(x) for x in found]}


def class_with_method(answer: Any, inputs: Inputs) -> Any:
    """The class Value that stands beside a learner's method, with the method put on it; another answer as it is."""
    if "method" not in inputs or isinstance(answer, type):
        return answer
    if not callable(answer):
        raise UnfitAnswer("the answer must be a function (got {})", _type_name(answer))
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
        super().__init__(told(self.said))


def told(said: Said) -> str:
    """What is said, as text: a word, a number, or a list of a text and what stands at its places {}."""
    if isinstance(said, list):
        return str(said[0]).format(*map(told, said[1:]))
    return said if isinstance(said, str) else f"{said:,}" if isinstance(said, int) else f"{said:g}"


_PLACE = "while_making"  # an attribute of an exception: the value that was being made
_NO_RETURN = "; is there a return?"


def returned_nothing(text: str) -> bool:
    """Whether the text of an UnfitAnswer says that None came back."""
    return _NO_RETURN in text


def _error_text(error: Exception) -> str:
    try:
        text = " ".join(str(error).split())
    except Exception:
        return ""
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


# ---------------------------------------------------------------- what an answer gives, as plain numbers


def require_number(x: Any, what: Said = "what it returns") -> float:
    """The number as a plain float; fractions and decimals are numbers, too.

    Raises:
        UnfitAnswer: If it is none, with what it is instead.
    """
    if isinstance(x, bool) or not (isinstance(x, int | float) or hasattr(x, "as_integer_ratio")):
        hint = "; its .data is one" if hasattr(x, "data") else ""
        raise UnfitAnswer("{} must be a number (got {}){}", what, _type_name(x), hint)
    return float(x)


def flat_numbers(x: Any, what: Said = "what it returns", depth: int = 0) -> list[float]:
    """The numbers in a number, list, tuple or array, nested ones too; an UnfitAnswer if anything else is among them."""
    x = _plain(x)
    if isinstance(x, list | tuple) and depth < 4:
        return [
            y for item in x for y in flat_numbers(item, ["each entry of {}", what] if not depth else what, depth + 1)
        ]
    return [require_number(x, what)]


def _plain(x: Any) -> Any:
    """NumPy's arrays, numbers and truths as Python's; anything else as it is."""
    return x.tolist() if hasattr(x, "tolist") else x


def data_of(value: Any, what: Said) -> float:
    """The number in a value's `data`; an UnfitAnswer if there is none."""
    if not hasattr(value, "data"):
        raise UnfitAnswer("{} must be a Value (got {}){}", what, *_what_came(value))
    return require_number(value.data, ["data of {}", what])


def grad_of(value: Any, what: Said) -> float:
    """The number in a value's `grad`; an UnfitAnswer if there is none."""
    if not hasattr(value, "grad"):
        raise UnfitAnswer("{} must have a grad (got {})", what, _type_name(value))
    return require_number(value.grad, ["grad of {}", what])


def _require_result(x: Any) -> Any:
    if x is None:
        raise UnfitAnswer("it must return something (got None){}", _NO_RETURN)
    return x


def _what_came(x: Any) -> tuple[Said, str]:
    """What came in place of what was asked for, and a question, if it is nothing."""
    return _type_name(x), _NO_RETURN if x is None else ""


def _type_name(x: Any) -> Said:
    name = type(x).__name__  # a word of Python's, or an answer's own
    return "None" if x is None else ["an {}" if name[0] in "aeiouAEIO" else "a {}", name]


# ---------------------------------------------------------------- graphs: programs, as plain data


def run_program(make: Callable[..., Any], inputs: Inputs) -> list[Any]:
    """Every value of a program, made by `make` from numbers and by operations from each other.

    Args:
        make: What makes a leaf of a number.
        inputs: {"leaves": numbers, "steps": [[operation, index of a value, index of another one or a number], …]}.

    Raises:
        UnfitAnswer: If an operation gives None; what an operation raises gets its name.
    """
    values = [make(x) for x in inputs["leaves"]]
    for op, i, j in inputs["steps"]:
        x, y = values[i], values[j] if isinstance(j, int) else j
        name = _said_of_value(inputs, len(values))
        try:
            out = _OPERATIONS[op](x, y)
        except Exception as error:
            if type(error) in (TypeError, AttributeError):  # others may be an answer's own
                setattr(error, _PLACE, name)
            raise
        if out is None:
            raise UnfitAnswer("{} gives None{}", name, _NO_RETURN)
        values.append(out)
    return values


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y,
    "*": lambda x, y: x * y,
    "-": lambda x, y: x - y,
    "r+": lambda x, y: y + x,  # y is a plain number from here on
    "+int": lambda x, y: x + int(y),
    "*int": lambda x, y: x * int(y),
    "r*": lambda x, y: y * x,
    "r-": lambda x, y: y - x,
    "neg": lambda x, y: -x,
    "tanh": lambda x, y: x.tanh(),
    "**": lambda x, y: x**y,
    "exp": lambda x, y: x.exp(),
    "relu": lambda x, y: x.relu(),
}


_LETTERS = "abcdefgh"


def value_name(inputs: Inputs, i: int) -> str:
    """What value i of a program is called: a leaf by its letter, a result by its step and operation."""
    return told(_said_of_value(inputs, i))


def _said_of_value(inputs: Inputs, i: int) -> Said:
    leaves = len(inputs["leaves"])
    if i < leaves:
        return _LETTERS[i] if leaves <= len(_LETTERS) else ["leaf {}", i + 1]
    op, _, other = inputs["steps"][i - leaves]
    shown: Said = "−…" if op == "neg" else op
    if op in ("r+", "r*", "r-"):
        shown = ["{} {} …", float(other), op[1]]
    elif op in ("+int", "*int"):
        shown = ["… {} {}", op[0], int(other)]
    return ["step {} ({})", i - leaves + 1, shown]


# ---------------------------------------------------------------- graphs: what backpropagation alone does in few steps


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
            raise UnfitAnswer(_TOO_MANY, self.operations, self.most)

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
_TOO_MANY = "in a graph of {} operations it took more than {} additions and multiplications"


def took_too_many(text: str) -> bool:
    """Whether the text of an UnfitAnswer says that more was computed than backpropagation needs."""
    return text.endswith(_TOO_MANY.rpartition("{}")[2])


def _counted(inputs: Inputs, grads: Callable[[Callable[[float], Any]], list[float]]) -> list[float]:
    """The grads over numbers that count; over plain ones, if an answer's code takes no others."""
    tally = Tally(len(inputs["ops"]) - inputs["ops"].count(NO_OP) if "ops" in inputs else len(inputs["steps"]))
    try:
        found = grads(tally.number)
    except Exception:
        tally.require_few()
        return grads(float)
    tally.require_few()  # whoever caught it
    return found


# ---------------------------------------------------------------- probes: plain functions, and numbers found by hand


def returned_numbers(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns for drawn arguments."""
    return flat_numbers(_require_result(answer(*inputs["args"])))


def entries_by_hand(answer: Any, inputs: Inputs) -> list[float]:
    """The entries that are asked for of a dict of numbers, found by hand."""
    if not isinstance(answer, dict):
        raise UnfitAnswer("the answer must be a dict of numbers by name (got {})", _type_name(answer))
    missing = [key for key in inputs["asked"] if key not in answer]
    if missing:
        raise UnfitAnswer("there must be an entry for {}", missing[0])
    return [require_number(answer[key], ["the entry for {}", key]) for key in inputs["asked"]]


def truths_by_hand(answer: Any, inputs: Inputs) -> list[float]:
    """The entries that are asked for of a dict of True and False, found by hand: 1 and 0."""
    if not isinstance(answer, dict):
        raise UnfitAnswer("the answer must be a dict of True and False by name (got {})", _type_name(answer))
    for key in inputs["asked"]:
        if key not in answer:
            raise UnfitAnswer("there must be an entry for {}", key)
        if _plain(answer[key]) not in (True, False):
            raise UnfitAnswer("the entry for {} must be True or False (got {})", key, _type_name(answer[key]))
    return [float(answer[key]) for key in inputs["asked"]]


def names_in_order(answer: Any, inputs: Inputs) -> list[float]:
    """A list of names, found by hand, as the numbers of these names."""
    names = inputs["names"]
    if not isinstance(answer, list | tuple):
        raise UnfitAnswer("the answer must be a list of names (got {})", _type_name(answer))
    for name in answer:
        if not isinstance(name, str):
            raise UnfitAnswer("each entry of the list must be a name in quotes (got {})", _type_name(name))
        if name not in names:
            raise UnfitAnswer("each entry of the list must be one of {} (got {})", ", ".join(names), name[:20])
    return [float(names.index(name)) for name in answer[:MOST_NUMBERS]]


def numbers_for_polynomial(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns for (f, *args), where f is a drawn polynomial."""
    coefficients = inputs["coefficients"]
    found = answer(lambda x: sum(c * x**k for k, c in enumerate(coefficients)), *inputs["args"])
    return flat_numbers(_require_result(found))


def numbers_for_expression(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function returns for (f, numbers, *args), where f(a, b, c) is a × b + c + scale × a × c."""
    scale = inputs["scale"]
    f = _with_three_numbers(lambda a, b, c: a * b + c + scale * a * c)
    return flat_numbers(_require_result(answer(f, list(inputs["at"]), *inputs["args"])))


def _with_three_numbers(f: Callable[..., float]) -> Callable[..., float]:
    def called_with(*numbers: Any) -> float:
        if len(numbers) != 3:
            raise TypeError(f"f takes three numbers, as in f(*xs) (got {len(numbers)})")
        return f(*(require_number(x, "each argument of f") for x in numbers))

    return called_with


def gradient_check_verdict(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function that checks gradients says of claimed ones: 1 for right, 0 for wrong."""
    p, q = inputs["coefficients"]

    def f(x: float, y: float) -> float:
        return float(p * x * x * y + q * math.sin(y))

    f.__qualname__ = "f"  # so a TypeError calls it
    said = answer(f, list(inputs["at"]), list(inputs["claimed"]))
    if said not in (True, False):
        raise UnfitAnswer("it must return True or False (got {})", _type_name(said))
    return [1.0 if said else 0.0]


_compiled: dict[str, Any] = {}  # engines come again, for every answer


def engine_verdicts(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a function that tests engines says of each of these, given as texts: 1 for right, 0 for wrong."""
    found = []
    for text in inputs["engines"]:
        space: dict[str, Any] = {"__name__": "engine"}
        if text not in _compiled:
            _compiled[text] = compile(text, "<engine>", "exec")
        exec(_compiled[text], space)
        said = answer(space["Value"])
        if said not in (True, False):
            raise UnfitAnswer("it must return True or False (got {})", _type_name(said))
        found.append(1.0 if said else 0.0)
    return found


def mean_and_deviation(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """Mean and standard deviation of the weights that a function draws, how many there were, and the share of them
    that is no further from the mean than the deviation."""
    drawn = [require_number(_require_result(answer(*inputs["args"]))) for _ in range(inputs["times"])]
    mean = math.fsum(drawn) / len(drawn)
    deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in drawn) / len(drawn))
    near = sum(abs(x - mean) <= deviation for x in drawn) / len(drawn)
    return [mean, deviation, float(len(drawn)), near]


def remembering_functions(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What functions that a function makes return for [which of them, argument] one after the other."""
    made = [answer() for _ in range(1 + max(which for which, _ in inputs["calls"]))]
    for function in made:
        if not callable(function):
            raise UnfitAnswer("it must return a function (got {})", _type_name(function))
    return [require_number(made[which](x), "what the function returns") for which, x in inputs["calls"]]


def attributes_and_sum(answer: Any, inputs: Inputs) -> list[float]:
    """The attributes of two objects of a class; then, if asked for, those of their sum, and of both once more."""
    one, other = (answer(*numbers) for numbers in inputs["made"])
    found = _attributes(one, "a", inputs) + _attributes(other, "b", inputs)
    if not inputs["add"]:
        return found
    out = _attributes(one + other, "a + b", inputs)
    return [*out, *_attributes(one, "a", inputs), *_attributes(other, "b", inputs)]


def _attributes(found: Any, what: Said, inputs: Inputs) -> list[float]:
    for name in inputs["attributes"]:
        if not hasattr(found, name):
            hint = "; is there a return?" if found is None else ""
            raise UnfitAnswer("{} has no {} (it is {}){}", what, name, _type_name(found), hint)
    return [require_number(getattr(found, name), ["{} of {}", name, what]) for name in inputs["attributes"]]


# ---------------------------------------------------------------- probes: a class Value


def program_data(answer: Any, inputs: Inputs) -> list[float]:
    """The data of every value of a program."""
    return [
        data_of(v, ["the result of {}", _said_of_value(inputs, i)]) for i, v in enumerate(run_program(answer, inputs))
    ]


def op_and_inputs(answer: Any, inputs: Inputs) -> list[float]:
    """What a result remembers: how many letters its symbol has, these, and which values its inputs are; −1: another."""
    values = run_program(answer, inputs)
    symbol = str(getattr(values[-1], "_op", ""))[:20]
    places = sorted(next((i for i, v in enumerate(values) if v is x), -1) for x in _inputs_of(values[-1]))
    return [float(len(symbol)), *map(float, map(ord, symbol)), *map(float, places)]


def way_back_to_leaves(answer: Any, inputs: Inputs) -> list[float]:
    """The last value's number; for each leaf, whether it rests on it (1 or 0); whether + and * alone made it."""
    values = run_program(answer, inputs)
    if any(v is x for i, v in enumerate(values) for x in values[:i]):
        raise UnfitAnswer("the result is one of the inputs, changed: an operation makes a new Value")
    found: list[Any] = []
    todo = [values[-1]]
    while todo:
        v = todo.pop()
        if not any(v is x for x in found):
            found.append(v)
            todo += _inputs_of(v)
    leaves = [float(any(v is leaf for v in found)) for leaf in values[: len(inputs["leaves"])]]
    made = all(_is_sum_or_product(v) for v in found)
    return [data_of(values[-1], "the result"), *leaves, float(made)]


def _inputs_of(value: Any) -> list[Any]:
    """The values in `_prev`; an UnfitAnswer if it holds anything else."""
    if not hasattr(value, "_prev") or not hasattr(value, "_op"):
        raise UnfitAnswer("a result must remember _prev, its inputs, and _op, its operation")
    found = list(value._prev)
    for x in found:
        data_of(x, "each input in _prev")
    return found


def _is_sum_or_product(value: Any) -> bool:
    numbers = [x.data for x in value._prev]
    if not numbers:
        return True
    right = {"+": math.fsum(numbers), "*": math.prod(numbers)}.get(str(value._op))
    return right is not None and math.isclose(right, value.data, abs_tol=1e-9)


def value_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The grad of every value of a program after backward() of the last one.

    With an input `changed`, every leaf's data is set to it between the forward pass and backward(); with `moved`, a
    leaf is made with another number than the one that it has in the forward pass.
    """
    values = run_program(_moves_before_use(answer) if "moved" in inputs else answer, inputs)
    if "changed" in inputs:
        for leaf in values[: len(inputs["leaves"])]:
            leaf.data = inputs["changed"]
    values[-1].backward()
    return [grad_of(v, _said_of_value(inputs, i)) for i, v in enumerate(values)]


def _moves_before_use(make: Callable[..., Any]) -> Callable[..., Any]:
    def make_and_move(x: float) -> Any:
        leaf = make(x + 1.0)
        leaf.data = x
        return leaf

    return make_and_move


def closure_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The grads of an operation's inputs and of its result after its `_backward()`, which found drawn grads in them.

    After them comes how often the inputs' own `_backward()` was called meanwhile.
    """
    calls: list[None] = []
    values = run_program(answer, inputs)
    leaves, out = values[: len(inputs["leaves"])], values[-1]
    for leaf in leaves:
        leaf.grad, leaf._backward = inputs["before"], lambda: calls.append(None)
    out.grad = inputs["arriving"]
    if not callable(getattr(out, "_backward", None)):
        got = _type_name(getattr(out, "_backward", None))
        raise UnfitAnswer("a result's _backward must be a function, not yet called (got {})", got)
    out._backward()
    grads = [grad_of(v, _said_of_value(inputs, i)) for i, v in enumerate(leaves)]
    return [*grads, grad_of(out, "the result"), float(len(calls))]


def value_grads_in_few_writes(answer: Any, inputs: Inputs) -> list[float]:
    """What `value_grads` gives, if grads are written no more than a few times a value: not once for every path."""
    return _in_few_writes(answer, len(inputs["leaves"]), len(inputs["steps"]), lambda: value_grads(answer, inputs))


_TOO_OFTEN = "with {} operations, grads were changed more than {} times: each value passes its own on once"


def _in_few_writes(cls: Any, leaves: int, operations: int, give: Callable[[], list[float]]) -> list[float]:
    most = 10 * (leaves + operations)
    written = 0

    def write(value: Any, name: str, x: Any) -> None:
        nonlocal written
        written += name == "grad"
        if written > most:
            raise UnfitAnswer(_TOO_OFTEN, operations, most)
        before(value, name, x)

    before, own = cls.__setattr__, "__setattr__" in vars(cls)
    cls.__setattr__ = write
    try:
        return give()
    finally:
        if own:
            cls.__setattr__ = before
        else:
            del cls.__setattr__


def counted_value_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The grads of a program's leaves, if they come with as few additions and multiplications as in backpropagation."""

    def grads(number: Callable[[float], Any]) -> list[float]:
        values = run_program(lambda x: answer(number(x)), inputs)
        values[-1].backward()
        return [grad_of(v, _said_of_value(inputs, i)) for i, v in enumerate(values[: len(inputs["leaves"])])]

    return _counted(inputs, grads)


# ---------------------------------------------------------------- probes: functions over a graph of ready-made nodes


class Node:
    """A value of a graph made for a probe: it has what micrograd's Value has, but no operation."""

    __slots__ = ("__dict__", "_backward", "_op", "_prev", "data", "grad")  # others may be set; these five need no dict
    label = ""
    data: float
    grad: float
    _prev: tuple[Node, ...]
    _op: str
    _backward: Callable[[], None]

    def __repr__(self) -> str:
        return f"Node(data={self.data})"


def make_nodes(cls: Any, inputs: Inputs, number: Callable[[float], Any] = float) -> list[Any]:
    """The nodes of a graph in their places, which say nothing of who comes first: all are made, then filled.

    Args:
        cls: Their class; it is not called.
        inputs: "ops", a letter for each place (`NO_OP`: a leaf, `ONE_INPUT`: tanh); and as bytes each place's "data"
            and the places of its inputs, "of" and "other", −1 for none.
        number: Makes the numbers in them.
    """
    data, zero = [number(x) for x in memoryview(inputs["data"]).cast("d")], number(0.0)
    of_places, other_places = (memoryview(inputs[name]).cast("i") for name in ("of", "other"))
    made: list[Any] = [cls.__new__(cls) for _ in data]
    for node, x, op, i, j in zip(made, data, inputs["ops"], of_places, other_places, strict=True):
        node.data = x
        node.grad = zero
        if op == NO_OP:
            node._op, node._prev, node._backward = "", (), _nothing
            continue
        node._op = op
        of = made[i]
        other = made[j]
        node._prev = of, other
        edges: tuple[Any, ...] = (node, of, 1.0, other, 1.0) if op == "+" else (node, of, data[j], other, data[i])
        if op == ONE_INPUT:
            node._op, node._prev, edges = "tanh", (of,), (node, of, 1.0 - node.data * node.data)
        node._backward = MethodType(_pass_on, edges)  # smaller than a closure, and quicker
    return made


def _nothing() -> None:
    """What a leaf does in a backward pass."""


def _pass_on(edges: tuple[Any, ...]) -> None:
    """The backward step of a node: what has arrived at it, times a local derivative, goes to each of its inputs."""
    node, of, local, *second = edges
    of.grad += local * node.grad
    if second:
        other, other_local = second
        other.grad += other_local * node.grad


def node_order(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The order in which a function lists a graph's values, by their places; −1 for any other value."""
    nodes = make_nodes(Node, inputs)
    root = nodes[inputs["root"]]
    answer(root)  # a list or a set that outlives a call shows in the next one
    found = _require_result(answer(root))
    if not isinstance(found, list | tuple):
        raise UnfitAnswer("it must return a list of values (got {})", _type_name(found))
    stranger = next((x for x in found if not isinstance(x, Node)), root)
    if not isinstance(stranger, Node):
        raise UnfitAnswer("each entry of the list must be one of the values themselves (got {})", _type_name(stranger))
    place = {id(node): float(i) for i, node in enumerate(nodes)}
    return [place.get(id(node), -1.0) for node in found[:MOST_NUMBERS]]


def node_order_without_recursion(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The same, under Python's usual limit of recursion, wherever it stands here and whatever the answer does to it."""
    before = sys.getrecursionlimit()
    set_limit: Callable[[int], None] = sys.setrecursionlimit
    tried: list[int] = []
    set_limit(_depth() + _USUAL_DEPTH)
    sys.setrecursionlimit = tried.append
    try:
        found = node_order(answer, inputs)
    except RecursionError:
        if not tried:
            raise
    finally:
        sys.setrecursionlimit = set_limit
        set_limit(before)
    if tried:
        raise UnfitAnswer("it must leave Python's limit of recursion as it is")
    return found


def _depth() -> int:
    """How many calls are open now."""
    frame, count = sys._getframe(), 0
    while frame.f_back:
        frame, count = frame.f_back, count + 1
    return count


def node_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The grads of a graph's values, place by place, after a backward pass from its root.

    The answer is a function that is called with the root, or a class with a method backward, of which the values are.
    """
    return _grads_of_nodes(answer, inputs, float)


def _grads_of_nodes(answer: Any, inputs: Inputs, number: Callable[[float], Any]) -> list[float]:
    nodes = make_nodes(_class_of_nodes(answer), inputs, number)
    if isinstance(answer, type):
        nodes[inputs["root"]].backward()
    else:
        answer(nodes[inputs["root"]])
    return [grad_of(node, "each value") for node in nodes]


def _class_of_nodes(answer: Any) -> type:
    return answer if isinstance(answer, type) else Node


def node_grads_in_few_writes(answer: Any, inputs: Inputs) -> list[float]:
    """What `node_grads` gives, if grads are written no more than a few times a value: not once for every path."""
    leaves = inputs["ops"].count(NO_OP)
    operations = len(inputs["ops"]) - leaves
    return _in_few_writes(_class_of_nodes(answer), leaves, operations, lambda: node_grads(answer, inputs))


def counted_node_grads(answer: Any, inputs: Inputs) -> list[float]:
    """What `node_grads` gives, if it comes with as few additions and multiplications as in backpropagation."""
    return _counted(inputs, lambda number: _grads_of_nodes(answer, inputs, number))


def data_and_grads_after_zeroing(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """Data and grad of every parameter after a function was to set the grads to 0."""
    nodes = [Node() for _ in inputs["data"]]
    for node, x, grad in zip(nodes, inputs["data"], inputs["grad"], strict=True):
        node.data, node.grad, node._prev, node._op, node._backward = x, grad, (), "", _nothing
    given = list(nodes)
    answer(given)
    if len(given) != len(nodes) or any(x is not node for x, node in zip(given, nodes, strict=True)):
        raise UnfitAnswer("the list must hold the same values as before, and no new ones")
    return [x for node in nodes for x in (data_of(node, "each parameter"), grad_of(node, "each parameter"))]


# ---------------------------------------------------------------- probes: models and training (with the engine)


def neuron_output_and_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The output of a neuron with drawn weights, and the grads of its parameters."""
    x, n = inputs["x"], answer(len(inputs["x"]))
    if len(n.w) != len(x):
        raise UnfitAnswer("Neuron({}) must have {} weights (got {})", len(x), len(x), len(n.w))
    n(x)  # a call changes nothing
    _set_weights([n], [inputs["w"]], [inputs["b"]])
    n(x)
    out = n(x)
    return [data_of(out, "the output"), *_grads_after_backward(out, [*n.w, n.b])]


def kinds_of_first_weights(answer: Any, inputs: Inputs) -> list[float]:
    """Of a neuron's weights as it is made: how many there are, whether all lie from −1 to 1, how many differ, more or
    less, whether some are above 0 and some below, and whether those of another neuron are others."""
    w, of_another = ([data_of(x, "each weight") for x in answer(inputs["nin"]).w] for _ in range(2))
    inside, differ = all(-1 <= x <= 1 for x in w), len(set(w)) > 0.8 * len(w)
    return [float(x) for x in (len(w), inside, differ, min(w) < 0 < max(w), w != of_another)]


def layer_outputs_and_size(answer: Any, inputs: Inputs) -> list[float]:
    """The outputs of a layer with drawn weights, and the number of its parameters."""
    made = answer(len(inputs["x"]), len(inputs["w"]))
    if len(made.neurons) != len(inputs["w"]):
        raise UnfitAnswer("Layer({}, {}) made {} neurons", len(inputs["x"]), len(inputs["w"]), len(made.neurons))
    begun = [tuple(data_of(x, "each weight") for x in n.w) for n in made.neurons]
    if len(set(begun)) < len({id(n) for n in made.neurons}):
        raise UnfitAnswer("two neurons of the layer begin with the same weights, so they would learn the same")
    _set_weights(made.neurons, inputs["w"], inputs["b"])
    outs = made(inputs["x"])
    if not isinstance(outs, list | tuple):
        raise UnfitAnswer("a layer must give a list of values, also of one (got {}){}", *_what_came(outs))
    return [*(data_of(out, "each output") for out in outs), _count_of_parameters(made)]


def network_output_and_size(answer: Any, inputs: Inputs) -> list[float]:
    """The output of an MLP with drawn weights, and the number of its parameters."""
    nouts = [len(layer["b"]) for layer in inputs["layers"]]
    made = answer(len(inputs["x"]), nouts)
    if len(nouts) != len(inputs["layers"]):
        raise UnfitAnswer("it must leave the list nouts as it is")
    if len(made.layers) != len(inputs["layers"]):
        raise UnfitAnswer(
            "a network of {} layers was asked for, and {} were made", len(inputs["layers"]), len(made.layers)
        )
    for found, given in zip(made.layers, inputs["layers"], strict=True):
        _set_weights(found.neurons, given["w"], given["b"])
    return [data_of(_only_one(made(inputs["x"])), "the output"), _count_of_parameters(made)]


def _only_one(x: Any) -> Any:
    """What a list of one holds, as layers give; anything else as it is."""
    return x[0] if isinstance(x, list | tuple) and len(x) == 1 else x


def _count_of_parameters(made: Any) -> float:
    found = _require_result(made.parameters())
    return float(len([data_of(p, "each entry of parameters()") for p in found]))


def _set_weights(neurons: list[Any], weights: list[list[float]], biases: list[float]) -> None:
    if len(neurons) != len(weights):
        raise UnfitAnswer("the number of neurons in a layer must be {} here (got {})", len(weights), len(neurons))
    for found, w, b in zip(neurons, weights, biases, strict=True):
        if len(found.w) != len(w):
            raise UnfitAnswer(
                "each neuron of a layer with {} inputs must have {} weights (got {})", len(w), len(w), len(found.w)
            )
        for value, x in zip([*found.w, found.b], [*w, b], strict=True):
            data_of(value, "each weight and bias")
            value.data = x


def model_output_and_grads(answer: Any, inputs: Inputs) -> list[float]:
    """The output of a model with drawn parameters, their number, and their grads in the model's order."""
    made = answer()
    parameters = made.parameters()
    for p, x in zip(parameters, inputs["weights"], strict=False):
        p.data = x
    out = made(inputs["x"])
    return [data_of(out, "the output"), float(len(parameters)), *_grads_after_backward(out, parameters)]


def _grads_after_backward(out: Any, parameters: list[Any]) -> list[float]:
    out.backward()
    return [grad_of(p, "each parameter") for p in parameters]


def loss_of_numbers(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """A loss of drawn predictions, which are plain numbers: a number, or a Value if the answer begins with one."""
    loss = _require_result(answer(*inputs["args"]))
    return [data_of(loss, "the loss")] if hasattr(loss, "backward") else flat_numbers(loss)


def loss_and_grads(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """A loss of drawn predictions, which are values, and the grads that its backward() leaves in them."""
    from microgradviz.engine import Value

    predictions, targets = inputs["args"]
    values = [Value(x) for x in predictions]
    loss = answer(values, list(targets))
    if not isinstance(loss, Value):
        raise UnfitAnswer("of Values the loss must be a Value, which + − * / ** make (got {})", _type_name(loss))
    return [data_of(loss, "the loss"), *_grads_after_backward(loss, values)]


def losses_and_parameters(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The losses that a training loop returns, and where it leaves w and b: a line fitted to drawn points."""
    from microgradviz.engine import Value

    w, b = Value(inputs["w"]), Value(inputs["b"])
    w.grad = b.grad = inputs.get("left", 0.0)  # by whatever ran before
    points = list(zip(inputs["xs"], inputs["ys"], strict=True))

    calls = 0

    def loss() -> Any:
        nonlocal calls
        calls += 1
        return sum(((w * x + b - y) ** 2 for x, y in points), Value(0.0)) / len(points)

    losses = answer([w, b], loss, inputs["steps"], inputs["rate"])
    if calls > 2 * inputs["steps"]:
        raise UnfitAnswer(
            "loss_of() was called {} times in {} steps: once each, then backward()", calls, inputs["steps"]
        )
    if not hasattr(_require_result(losses), "__len__"):
        raise UnfitAnswer("it must return a list, which holds the loss of each step")
    return [*flat_numbers(losses, "the list of losses"), data_of(w, "w"), data_of(b, "b")]


def predictions(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What the trained model, which a function returns, says of points that are looked at."""
    predict = answer([list(x) for x in inputs["xs"]], list(inputs["ys"]))
    if not callable(predict):
        raise UnfitAnswer("it must return a model or function of a point (got {}){}", *_what_came(predict))
    said = [_only_one(predict(list(x))) for x in inputs["looked_at"]]
    return [data_of(y, "a prediction") if hasattr(y, "data") else require_number(y, "a prediction") for y in said]


FOUND_BY_HAND = (entries_by_hand, truths_by_hand, names_in_order)
PROBES: dict[str, Callable[[Any, Inputs], list[float]]] = {
    probe.__name__: probe
    for probe in (
        # plain functions, and numbers found by hand
        *(returned_numbers, *FOUND_BY_HAND),
        *(numbers_for_polynomial, numbers_for_expression),
        *(gradient_check_verdict, engine_verdicts, mean_and_deviation),
        *(remembering_functions, attributes_and_sum),
        # a class Value
        *(program_data, op_and_inputs, way_back_to_leaves, value_grads, closure_grads),
        *(counted_value_grads, value_grads_in_few_writes),
        # functions over a graph of ready-made nodes
        *(
            node_order,
            node_order_without_recursion,
            node_grads_in_few_writes,
            node_grads,
            counted_node_grads,
            data_and_grads_after_zeroing,
        ),
        # models and training
        *(neuron_output_and_grads, kinds_of_first_weights, layer_outputs_and_size, network_output_and_size),
        *(model_output_and_grads, loss_of_numbers, loss_and_grads, losses_and_parameters, predictions),
    )
}
