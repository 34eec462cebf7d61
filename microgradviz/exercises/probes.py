"""What is asked of an answer, as numbers: the one file of the exercises that goes into a grader's sandbox.

A probe takes an answer and drawn inputs, plain data, and returns a list of numbers. It needs the standard library
alone (and, for the exercises that say so, the package's engine), and knows neither solutions nor expected numbers:
who reads it learns what is asked, not what is right. The verdict is reached elsewhere, in `judging.py`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts for every submission, and typing takes as long as all the rest
    from typing import Any

Inputs = dict[str, "Any"]

MOST_NUMBERS = 20_000  # of one outcome
LONGEST = 160  # letters of an error's text


def ask(answer: Any, probe: str, inputs: Inputs) -> dict[str, Any]:
    """What an answer gives for one case: {"numbers": […]}, or {"error": kind, "text": …} if it raised.

    Args:
        answer: The learner's function, class, dict or number.
        probe: The name of a function of this module, one of `PROBES`.
        inputs: The drawn inputs of the case.
    """
    state = random.getstate()
    random.seed(0)  # answers that draw weights then give the same numbers for the same code
    try:
        found = PROBES[probe](answer, inputs)
    except Exception as error:
        return {"error": type(error).__name__, "text": _text(error)}
    finally:
        random.setstate(state)
    if len(found) > MOST_NUMBERS:
        return {"error": "Unfit", "text": f"it gave {len(found):,} numbers"}
    return {"numbers": [float(x) for x in found]}


class Unfit(TypeError):
    """An answer is not of the kind that was asked for; the text is a whole sentence about it."""


def _text(error: Exception) -> str:
    try:
        text = " ".join(str(error).split())
    except Exception:
        return ""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def number(x: Any, what: str = "what it returns") -> float:
    """A plain float, or an Unfit that says what came instead."""
    if isinstance(x, bool) or not isinstance(x, int | float):
        hint = "; its .data is one" if hasattr(x, "data") else ""
        raise Unfit(f"{what} must be a number (got {_kind(x)}){hint}")
    return float(x)


def flat(x: Any, what: str = "what it returns", depth: int = 0) -> list[float]:
    """The numbers in a number, a list or a tuple, nested ones too."""
    if isinstance(x, list | tuple) and depth < 4:
        return [y for item in x for y in flat(item, f"each entry of {what}" if not depth else what, depth + 1)]
    return [number(x, what)]


def data_of(value: Any, what: str) -> float:
    """The number in a value's `data`."""
    if not hasattr(value, "data"):
        raise Unfit(f"{what} must be a Value (got {_kind(value)}){'; is there a return?' if value is None else ''}")
    return number(value.data, f"data of {what}")


def grad_of(value: Any, what: str) -> float:
    """The number in a value's `grad`."""
    if not hasattr(value, "grad"):
        raise Unfit(f"{what} must have a grad (got {_kind(value)})")
    return number(value.grad, f"grad of {what}")


def _kind(x: Any) -> str:
    name = type(x).__name__
    return "None" if x is None else f"{'an' if name[0] in 'aeiouAEIO' else 'a'} {name}"


# ---------------------------------------------------------------- plain functions, and numbers found by hand


def called(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The numbers that the function returns for the arguments."""
    return flat(_returned(answer(*inputs["args"])))


def _returned(x: Any) -> Any:
    if x is None:
        raise Unfit("it must return something (got None); is there a return?")
    return x


def by_hand(answer: Any, inputs: Inputs) -> list[float]:
    """The entries of a dict of numbers."""
    if not isinstance(answer, dict):
        raise Unfit(f"the answer must be a dict of numbers by name (got {_kind(answer)})")
    missing = [key for key in inputs["asked"] if key not in answer]
    if missing:
        raise Unfit(f"there must be an entry for {missing[0]}")
    return [number(answer[key], f"the entry for {key}") for key in inputs["asked"]]


def on_polynomial(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """A function of (f, *args), where f is a polynomial."""
    coefficients = inputs["coefficients"]
    return flat(_returned(answer(lambda x: sum(c * x**k for k, c in enumerate(coefficients)), *inputs["args"])))


def on_expression(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """A function of (f, numbers, *args), where f is a × b + c + scale × a × c, called as f(a, b, c)."""
    scale = inputs["scale"]
    f = _recorded(lambda a, b, c: a * b + c + scale * a * c)
    return flat(_returned(answer(f, list(inputs["at"]), *inputs["args"])))


def _recorded(f: Callable[..., float]) -> Callable[..., float]:
    def called_with(*numbers: Any) -> float:
        if len(numbers) != 3:
            raise TypeError(f"f takes three numbers, as in f(*xs) (got {len(numbers)})")
        return f(*(number(x, "each argument of f") for x in numbers))

    return called_with


def judged_gradients(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a gradient check says of claimed gradients: 1 for fine, 0 for wrong."""
    p, q = inputs["coefficients"]
    said = answer(lambda x, y: p * x * x * y + q * math.sin(y), list(inputs["at"]), list(inputs["claimed"]))
    if said not in (True, False):
        raise Unfit(f"it must return True or False (got {_kind(said)})")
    return [1.0 if said else 0.0]


def spread(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """Mean and standard deviation of the weights that an initialiser draws."""
    drawn = [number(_returned(answer(*inputs["args"]))) for _ in range(inputs["times"])]
    mean = math.fsum(drawn) / len(drawn)
    return [mean, math.sqrt(math.fsum((x - mean) ** 2 for x in drawn) / len(drawn)), float(len(drawn))]


# ---------------------------------------------------------------- a class Value


def run_program(make: Callable[..., Any], inputs: Inputs) -> list[Any]:
    """Every value of a program: {"leaves": numbers, "steps": [[operation, index, index or number], …]}."""
    values = [make(x) for x in inputs["leaves"]]
    for op, i, j in inputs["steps"]:
        x, y = values[i], values[j] if isinstance(j, int) else j
        name = value_name(inputs, len(values))
        try:
            out = _OPERATIONS[op](x, y)
        except Exception as error:
            if type(error) not in (TypeError, AttributeError):  # others may not be made from a text
                raise
            raise type(error)(f"{_text(error)}, in {name}") from error
        if out is None:
            raise Unfit(f"{name} gives None; is there a return?")
        values.append(out)
    return values


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda x, y: x + y,
    "*": lambda x, y: x * y,
    "-": lambda x, y: x - y,
    "r+": lambda x, y: y + x,  # y is a plain number from here on
    "r*": lambda x, y: y * x,
    "r-": lambda x, y: y - x,
    "neg": lambda x, y: -x,
    "tanh": lambda x, y: x.tanh(),
    "**": lambda x, y: x**y,
}


def forward(answer: Any, inputs: Inputs) -> list[float]:
    """The data of every value of a program."""
    return [data_of(v, f"the result of {value_name(inputs, i)}") for i, v in enumerate(run_program(answer, inputs))]


def remembered(answer: Any, inputs: Inputs) -> list[float]:
    """What a result remembers: its operation's symbol as letters, and the data of its inputs from small to large."""
    out = run_program(answer, inputs)[-1]
    if not hasattr(out, "_prev") or not hasattr(out, "_op"):
        raise Unfit("a result must remember _prev, its inputs, and _op, its operation")
    inputs_of = sorted(data_of(x, "each input in _prev") for x in out._prev)
    return [*map(float, map(ord, str(out._op)[:20])), *inputs_of]


def letters(answer: Any, inputs: Inputs) -> list[float]:
    """The letters of a value's repr, as numbers."""
    import re

    text = re.sub(r"0x[0-9a-fA-F]+", "0x", repr(answer(*inputs["args"])))  # an address differs from run to run
    return [float(ord(c)) for c in text[:500]]


def gradients(answer: Any, inputs: Inputs) -> list[float]:
    """The grad of every value of a program after backward() of the last one."""
    values = run_program(answer, inputs)
    values[-1].backward()
    return [grad_of(v, value_name(inputs, i)) for i, v in enumerate(values)]


def gradients_after_change(answer: Any, inputs: Inputs) -> list[float]:
    """The same, but every leaf's data is changed between the forward pass and backward()."""
    values = run_program(answer, inputs)
    for v in values[: len(inputs["leaves"])]:
        v.data = inputs["changed"]
    values[-1].backward()
    return [grad_of(v, value_name(inputs, i)) for i, v in enumerate(values)]


def closure(answer: Any, inputs: Inputs) -> list[float]:
    """The grads of an operation's inputs after one `_backward`, begun from drawn grads."""
    values = run_program(answer, inputs)
    leaves, out = values[: len(inputs["leaves"])], values[-1]
    for leaf in leaves:
        leaf.grad = inputs["before"]
    out.grad = inputs["arriving"]
    if not callable(getattr(out, "_backward", None)):
        got = _kind(getattr(out, "_backward", None))
        raise Unfit(f"a result's _backward must be a function, not yet called (got {got})")
    out._backward()
    return [grad_of(v, value_name(inputs, i)) for i, v in enumerate(leaves)]


def exact_gradients(answer: Any, inputs: Inputs) -> list[float]:
    """The leaves' grads of a program over exact numbers, which only real backpropagation gets through."""
    values = run_program(lambda x: answer(Exact(x)), inputs)
    values[-1].backward()
    return _exact_grads(values[: len(inputs["leaves"])])


def exact_closure(answer: Any, inputs: Inputs) -> list[float]:
    """The same for one `_backward`, begun from whole numbers."""
    values = run_program(lambda x: answer(Exact(x)), inputs)
    leaves, out = values[: len(inputs["leaves"])], values[-1]
    for leaf in leaves:
        leaf.grad = Exact(inputs["before"])
    out.grad = Exact(inputs["arriving"])
    out._backward()
    return _exact_grads(leaves)


def _exact_grads(leaves: list[Any]) -> list[float]:
    return [float(Exact.of(leaf.grad).whole) for leaf in leaves]


def wide(answer: Any, inputs: Inputs) -> list[float]:
    """Every leaf's grad in a graph of many leaves: one sweep backward, and hopeless leaf by leaf."""
    leaves, out = _made(answer, inputs)
    out.backward()
    return _grads(leaves)


def _made(make: Callable[..., Any], inputs: Inputs) -> tuple[list[Any], Any]:
    """A tree over many leaves, level by level, then chains of values that all rest on all of them, and their sum.

    The tree alone would be cheap for who carries the slopes of all leaves along, for most of its values rest on few of
    them. A chain goes on from x and y to x + (−1) · y and x, and is back where it began after six links, so that
    numbers stay small; all of them are whole, so that every right gradient is exact.
    """
    numbers, levels, factors = wide_plan(inputs)
    leaves = level = [make(x) for x in numbers]
    for op, turn in levels:
        ones, others, rest = halves(level, turn)
        pairs = zip(ones, others, strict=True)
        level = [*([x + y for x, y in pairs] if op == "+" else [x * y for x, y in pairs]), *rest]
    minus, ends = make(-1.0), []
    for factor in factors:
        x, y = level[0] * make(factor), level[0]
        for _ in range(inputs["links"]):
            x, y = x + y * minus, x
        ends.append(x)
    out = ends[0]
    for x in ends[1:]:
        out = out + x
    return leaves, out


def wide_plan(inputs: Inputs) -> tuple[list[float], list[tuple[str, int]], list[float]]:
    """The leaves' numbers, of each level of the tree the operation and who meets whom, and a factor for each chain."""
    rng = random.Random(inputs["seed"])
    leaves = [(-2.0, -1.0, 1.0, 2.0)[byte & 3] for byte in rng.randbytes(inputs["width"])]
    factors = rng.choices((1.0, 2.0, 3.0), k=inputs["chains"])
    levels: list[tuple[str, int]] = []
    count = len(leaves)
    while count > 1:
        levels.append(("*" if len(levels) in inputs["products"] else "+", rng.randrange(count // 2)))
        count -= count // 2
    return leaves, levels, factors


def halves(level: list[Any], turn: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Those of a level that meet each other, one by one, and who is left over."""
    half = len(level) // 2
    return level[:half], level[half + turn : 2 * half] + level[half : half + turn], level[2 * half :]


def _grads(leaves: list[Any]) -> list[float]:
    grads: list[Any] = [getattr(leaf, "grad", None) for leaf in leaves]
    if {*map(type, grads)} <= {int, float}:
        return [float(x) for x in grads]
    return [grad_of(leaf, f"leaf {k}") for k, leaf in enumerate(leaves)]


class Exact(float):
    """A float that adds and multiplies exactly, and with whole numbers alone: a nudge of 1e-6 is a TypeError."""

    whole: int

    def __new__(cls, x: float) -> Exact:
        made = super().__new__(cls, x)
        made.whole = int(x)
        return made

    @classmethod
    def of(cls, x: Any) -> Exact:
        """The number as an exact one."""
        if isinstance(x, Exact):
            return x
        if isinstance(x, int) or (isinstance(x, float) and x.is_integer()):
            return cls(x)
        raise TypeError(f"only whole numbers mix with exact ones (got {x!r})")

    def __add__(self, other: Any) -> Exact:
        return Exact(self.whole + Exact.of(other).whole)

    def __mul__(self, other: Any) -> Exact:
        return Exact(self.whole * Exact.of(other).whole)

    def __sub__(self, other: Any) -> Exact:
        return Exact(self.whole - Exact.of(other).whole)

    def __rsub__(self, other: Any) -> Exact:
        return Exact(Exact.of(other).whole - self.whole)

    def __neg__(self) -> Exact:
        return Exact(-self.whole)

    __radd__, __rmul__ = __add__, __mul__


def value_name(inputs: Inputs, i: int) -> str:
    """A name for value i of a program: its letter, or the operation that made it."""
    leaves = len(inputs["leaves"])
    if i < leaves:
        return "abcdefgh"[i]
    op, _, other = inputs["steps"][i - leaves]
    shown = f"{other:g} {op[1]} …" if op[0] == "r" else "−…" if op == "neg" else op
    return f"step {i - leaves + 1} ({shown})"


# ---------------------------------------------------------------- functions over a graph of ready-made nodes


class Node:
    """A value of a graph made for a probe: what micrograd's Value has, but backward() is the learner's."""

    label = ""
    _backward: Callable[[], None] = staticmethod(lambda: None)  # an operation puts its own in front of it

    def __init__(self, data: float, inputs: tuple[Node, ...] = (), op: str = "") -> None:
        self.data, self.grad, self._prev, self._op = data, 0.0, inputs, op

    def __add__(self, other: Node) -> Node:
        out = Node(self.data + other.data, (self, other), "+")

        def _backward() -> None:
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other: Node) -> Node:
        out = Node(self.data * other.data, (self, other), "*")

        def _backward() -> None:
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __repr__(self) -> str:
        return f"Node(data={self.data})"


def ordered(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The order in which the function lists a program's values, by their numbers; -1 for a stranger."""
    nodes = run_program(Node, inputs)
    found = answer(nodes[-1])
    if not isinstance(found, list | tuple):
        raise Unfit(f"it must return a list of values (got {_kind(found)})")
    stranger = next((x for x in found if not isinstance(x, Node)), nodes[-1])
    if not isinstance(stranger, Node):
        raise Unfit(f"each entry of the list must be one of the values themselves (got {_kind(stranger)})")
    place = {id(node): float(i) for i, node in enumerate(nodes)}
    return [place.get(id(node), -1.0) for node in found[:MOST_NUMBERS]]


def swept(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The grads of a program's nodes after answer(result)."""
    nodes = run_program(Node, inputs)
    answer(nodes[-1])
    return [grad_of(v, value_name(inputs, i)) for i, v in enumerate(nodes)]


def swept_exact(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The leaves' grads of a program over exact numbers after answer(result)."""
    nodes = run_program(lambda x: Node(Exact(x)), inputs)
    answer(nodes[-1])
    return _exact_grads(nodes[: len(inputs["leaves"])])


def swept_wide(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What `wide` asks, after answer(result)."""
    leaves, out = _made(Node, inputs)
    answer(out)
    return _grads(leaves)


def zeroed(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """Data and grad of values after answer(values)."""
    nodes = [Node(x) for x in inputs["data"]]
    for node, grad in zip(nodes, inputs["grad"], strict=True):
        node.grad = grad
    answer(nodes)
    return [x for node in nodes for x in (data_of(node, "each parameter"), grad_of(node, "each parameter"))]


# ---------------------------------------------------------------- with the package's engine: models and training


def neuron(answer: Any, inputs: Inputs) -> list[float]:
    """A neuron with drawn weights: its output, and the gradients of its parameters."""
    x, n = inputs["x"], answer(len(inputs["x"]))
    if len(n.w) != len(x):
        raise Unfit(f"Neuron({len(x)}) must have {len(x)} weights (got {len(n.w)})")
    _set_weights([n], [inputs["w"]], [inputs["b"]])
    out = n(x)
    return [data_of(out, "the output"), *_swept(out, [*n.w, n.b])]


def layer(answer: Any, inputs: Inputs) -> list[float]:
    """A layer with drawn weights: its outputs, and the number of its parameters."""
    made = answer(len(inputs["x"]), len(inputs["w"]))
    if len(made.neurons) != len(inputs["w"]):
        raise Unfit(f"Layer({len(inputs['x'])}, {len(inputs['w'])}) made {len(made.neurons)} neurons")
    _set_weights(made.neurons, inputs["w"], inputs["b"])
    outs = made(inputs["x"])
    if not isinstance(outs, list | tuple):
        raise Unfit(f"a layer must give a list of values, also of one (got {_kind(outs)})")
    return [*(data_of(out, "each output") for out in outs), float(len(made.parameters()))]


def network(answer: Any, inputs: Inputs) -> list[float]:
    """An MLP with drawn weights: its output, and the sizes of its layers."""
    made = answer(len(inputs["x"]), [len(layer["b"]) for layer in inputs["layers"]])
    if len(made.layers) != len(inputs["layers"]):
        raise Unfit(f"a network of {len(inputs['layers'])} layers was asked for, and {len(made.layers)} were made")
    for found, given in zip(made.layers, inputs["layers"], strict=True):
        _set_weights(found.neurons, given["w"], given["b"])
    out = made(inputs["x"])
    out = out[0] if isinstance(out, list | tuple) and len(out) == 1 else out
    return [data_of(out, "the output"), float(len(made.parameters()))]


def _set_weights(neurons: list[Any], weights: list[list[float]], biases: list[float]) -> None:
    if len(neurons) != len(weights):
        raise Unfit(f"a layer must have {len(weights)} neurons here (got {len(neurons)})")
    for found, w, b in zip(neurons, weights, biases, strict=True):
        if len(found.w) != len(w):
            raise Unfit(f"each neuron of a layer with {len(w)} inputs must have {len(w)} weights (got {len(found.w)})")
        for value, x in zip([*found.w, found.b], [*w, b], strict=True):
            data_of(value, "each weight and bias")
            value.data = x


def _swept(out: Any, parameters: list[Any]) -> list[float]:
    out.backward()
    return [grad_of(p, "each parameter") for p in parameters]


def trained(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What a training loop returns, and where it leaves the parameters: a line fitted to drawn points."""
    from microgradviz.engine import Value

    w, b = Value(inputs["w"]), Value(inputs["b"])
    points = list(zip(inputs["xs"], inputs["ys"], strict=True))

    def loss() -> Any:
        return sum(((w * x + b - y) ** 2 for x, y in points), Value(0.0)) / len(points)

    losses = answer([w, b], loss, inputs["steps"], inputs["rate"])
    return [*flat(_returned(losses), "the list of losses"), data_of(w, "w"), data_of(b, "b")]


def connected(answer: Any, inputs: Inputs) -> list[float]:
    """The gradients of a two-layer model, all parameters in the model's order, and its output."""
    made = answer()
    parameters = made.parameters()
    for p, x in zip(parameters, inputs["weights"], strict=False):
        p.data = x
    out = made(inputs["x"])
    return [data_of(out, "the output"), float(len(parameters)), *_swept(out, parameters)]


def predictions(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What the function that a trainer returns says of each of the points looked at."""
    predict = answer([list(x) for x in inputs["xs"]], list(inputs["ys"]))
    if not callable(predict):
        raise Unfit(f"it must return a model or function of a point (got {_kind(predict)})")
    said = [predict(list(x)) for x in inputs["looked_at"]]
    return [data_of(y, "a prediction") if hasattr(y, "data") else number(y, "a prediction") for y in said]


PROBES: dict[str, Callable[[Any, Inputs], list[float]]] = {
    probe.__name__: probe
    for probe in (
        *(called, by_hand, on_polynomial, on_expression, judged_gradients, spread),
        *(forward, remembered, letters, gradients, gradients_after_change, closure),
        *(exact_gradients, exact_closure, wide, swept_exact, swept_wide),
        *(ordered, swept, zeroed, neuron, layer, network, trained, connected, predictions),
    )
}
