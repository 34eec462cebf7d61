"""Probes of functions over a graph of ready-made nodes."""

from __future__ import annotations

from collections.abc import Callable
from types import MethodType

from .common import (
    MOST_NUMBERS,
    NO_OP,
    ONE_INPUT,
    Inputs,
    UnfitAnswer,
    counted_grads,
    data_of,
    grad_of,
    require_result,
    type_name,
    watched,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts for every submission, and typing takes as long as all the rest
    from typing import Any


_DEEP = 500  # so many calls in each other show a recursion, also one that ends just below Python's limit


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
    found = require_result(answer(root))
    if not isinstance(found, list | tuple):
        raise UnfitAnswer("it must return a list of values (got {})", type_name(found))
    stranger = next((x for x in found if not isinstance(x, Node)), root)
    if not isinstance(stranger, Node):
        raise UnfitAnswer("each entry of the list must be one of the values themselves (got {})", type_name(stranger))
    place = {id(node): float(i) for i, node in enumerate(nodes)}
    return [place.get(id(node), -1.0) for node in found[:MOST_NUMBERS]]


def node_order_without_recursion(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The same, if no more than some hundred calls were open in each other, whatever limit of recursion is set."""
    found: list[float] = watched(lambda: node_order(answer, inputs), deepest=_DEEP)
    return found


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


def _class_of_nodes(answer: Any) -> Any:
    return answer if isinstance(answer, type) else Node


def node_grads_in_few_writes(answer: Any, inputs: Inputs) -> list[float]:
    """What `node_grads` gives, if grads are written no more than a few times a value: not once for every path."""
    cls, most, written = _class_of_nodes(answer), _MOST_WRITES * len(inputs["ops"]), 0

    def write(value: Any, name: str, x: Any) -> None:
        nonlocal written
        written += name == "grad"
        if written > most:
            operations = len(inputs["ops"]) - inputs["ops"].count(NO_OP)
            raise UnfitAnswer(_TOO_OFTEN, operations, most)
        before(value, name, x)

    before, own = cls.__setattr__, "__setattr__" in vars(cls)
    cls.__setattr__ = write
    try:
        return node_grads(answer, inputs)
    finally:
        if own:
            cls.__setattr__ = before
        else:
            del cls.__setattr__


_MOST_WRITES = 10  # of a value's grad
_TOO_OFTEN = "with {} operations, grads were changed more than {} times: each value passes its own on once"


def counted_node_grads(answer: Any, inputs: Inputs) -> list[float]:
    """What `node_grads` gives, if it comes with as few additions and multiplications as in backpropagation."""
    return counted_grads(inputs, lambda number: _grads_of_nodes(answer, inputs, number))


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
