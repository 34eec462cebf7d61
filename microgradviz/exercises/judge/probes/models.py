"""Probes of models and of training, with the engine."""

from __future__ import annotations

from collections.abc import Callable

from .common import (
    Inputs,
    UnfitAnswer,
    data_of,
    flat_numbers,
    grad_of,
    require_number,
    require_result,
    type_name,
    what_came,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # a sandbox starts for every submission, and typing takes as long as all the rest
    from typing import Any


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


def neuron_that_learns(answer: Any, inputs: Inputs) -> list[float]:
    """What `_learning` gives for a neuron with drawn weights."""
    made = answer(len(inputs["x"]))
    _set_weights([made], inputs["w"], inputs["b"])
    return _learning(made, lambda x: [made(x)], inputs["x"], "the output")


def first_weights(answer: Any, inputs: Inputs) -> list[float]:
    """How many weights a neuron has as it is made, these, and those of another one."""
    one, other = ([data_of(x, "each weight") for x in answer(inputs["nin"]).w] for _ in range(2))
    return [float(len(one)), *one, *other]


def layer_that_learns(answer: Any, inputs: Inputs) -> list[float]:
    """What `_learning` gives for a layer with drawn weights."""
    made = answer(len(inputs["x"]), len(inputs["w"]))
    if len(made.neurons) != len(inputs["w"]):
        raise UnfitAnswer("Layer({}, {}) made {} neurons", len(inputs["x"]), len(inputs["w"]), len(made.neurons))
    begun = [tuple(data_of(x, "each weight") for x in n.w) for n in made.neurons]
    if len(set(begun)) < len({id(n) for n in made.neurons}):
        raise UnfitAnswer("two neurons of the layer begin with the same weights, so they would learn the same")
    _set_weights(made.neurons, inputs["w"], inputs["b"])

    said = "a layer must give a list of values, also of one (got {}){}"
    return _learning(made, lambda x: _listed(made(x), said), inputs["x"], "each output")


def network_that_learns(answer: Any, inputs: Inputs) -> list[float]:
    """What `_learning` gives for an MLP with drawn weights."""
    nouts = [len(layer["b"]) for layer in inputs["layers"]]
    made = answer(len(inputs["x"]), nouts)
    if len(nouts) != len(inputs["layers"]):
        raise UnfitAnswer("it must leave the list nouts as it is")
    if len(made.layers) != len(inputs["layers"]):
        raise UnfitAnswer("the number of layers must be {} here (got {})", len(inputs["layers"]), len(made.layers))
    for found, given in zip(made.layers, inputs["layers"], strict=True):
        _set_weights(found.neurons, given["w"], given["b"])
    if nouts[-1:] == [1]:
        return _learning(made, lambda x: [made(x)], inputs["x"], "the output of a network that has one")
    said = "a network of several outputs must give a list of them (got {}){}"
    return _learning(made, lambda x: _listed(made(x), said), inputs["x"], "each output")


def _listed(outs: Any, said: str) -> list[Any]:
    if not isinstance(outs, list | tuple) or not outs:
        raise UnfitAnswer(said, *what_came(outs))
    return list(outs)


_RATE = 0.5


def _learning(made: Any, outputs: Callable[[list[Any]], list[Any]], numbers: list[float], what: str) -> list[float]:
    """The outputs for plain numbers; after a step that `parameters()` makes against the gradients, the outputs again;
    the gradients of the inputs; then of each parameter its number, before the step, and its gradient."""
    first = outputs(numbers)
    before = [data_of(out, what) for out in first]
    value = type(first[0])
    parameters = list(require_result(made.parameters()))
    begun = [data_of(p, "each entry of parameters()") for p in parameters]
    if (again := len(list(made.parameters()))) != len(parameters):
        raise UnfitAnswer("parameters() must change nothing (got {} at first, then {})", len(parameters), again)
    x = [value(number) for number in numbers]
    sum((out * k for k, out in enumerate(outputs(x), 1)), value(0.0)).backward()
    grads = [grad_of(p, "each entry of parameters()") for p in parameters]
    for p, grad in zip(parameters, grads, strict=True):
        p.data -= _RATE * grad
    after = [data_of(out, what) for out in outputs(numbers)]
    pairs = (number for pair in zip(begun, grads, strict=True) for number in pair)
    return [*before, *after, *(v.grad for v in x), *pairs]


def _only_one(x: Any) -> Any:
    """What a list of one holds, as layers give; anything else as it is."""
    return x[0] if isinstance(x, list | tuple) and len(x) == 1 else x


def _set_weights(neurons: list[Any], weights: list[list[float]], biases: list[float]) -> None:
    if len(neurons) != len(weights):
        raise UnfitAnswer("the number of neurons in a layer must be {} here (got {})", len(weights), len(neurons))
    for found, w, b in zip(neurons, weights, biases, strict=True):
        if len(found.w) != len(w):
            raise UnfitAnswer(
                "each neuron of a layer that gets {} inputs must have {} weights (got {})", len(w), len(w), len(found.w)
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
    loss = require_result(answer(*inputs["args"]))
    return [data_of(loss, "the loss")] if hasattr(loss, "backward") else flat_numbers(loss)


def loss_and_grads(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """A loss of drawn predictions, which are values, and the grads that its backward() leaves in them."""
    from microgradviz.engine import Value

    predictions, targets = inputs["args"]
    values = [Value(x) for x in predictions]
    loss = answer(values, list(targets))
    if not isinstance(loss, Value):
        raise UnfitAnswer("of Values the loss must be a Value, which + − * / ** make (got {})", type_name(loss))
    return [data_of(loss, "the loss"), *_grads_after_backward(loss, values)]


def losses_and_parameters(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """The losses that a training loop returns, where it leaves w and b, and what its backward passes brought to a leaf
    of each loss: a line fitted to drawn points."""
    from microgradviz.engine import Value

    w, b = Value(inputs["w"]), Value(inputs["b"])
    w.grad = b.grad = inputs.get("left", 0.0)  # by whatever ran before
    points = list(zip(inputs["xs"], inputs["ys"], strict=True))

    reached: list[Any] = []

    def loss() -> Any:
        reached.append(Value(1.0))  # a leaf of its own, which nothing but a backward pass of this very loss gets to
        return sum(((w * x + b - y) ** 2 for x, y in points), Value(0.0)) / len(points) * reached[-1]

    losses = answer([w, b], loss, inputs["steps"], inputs["rate"])
    if len(reached) > 2 * inputs["steps"]:
        raise UnfitAnswer(
            "loss_of() was called {} times in {} steps: once each, then backward()", len(reached), inputs["steps"]
        )
    if not hasattr(require_result(losses), "__len__"):
        raise UnfitAnswer("it must return a list, which holds the loss of each step")
    passed = sum(one.grad for one in reached)
    return [*flat_numbers(losses, "the list of losses"), data_of(w, "w"), data_of(b, "b"), passed]


def predictions(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What the trained model, which a function returns, says of points that are looked at."""
    predict = answer([list(x) for x in inputs["xs"]], list(inputs["ys"]))
    if not callable(predict):
        raise UnfitAnswer("it must return a model or function of a point (got {}){}", *what_came(predict))
    said = [_only_one(predict(list(x))) for x in inputs["looked_at"]]
    return [data_of(y, "a prediction") if hasattr(y, "data") else require_number(y, "a prediction") for y in said]
