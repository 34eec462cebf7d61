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
        raise UnfitAnswer("a layer must give a list of values, also of one (got {}){}", *what_came(outs))
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
    found = require_result(made.parameters())
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
    if not hasattr(require_result(losses), "__len__"):
        raise UnfitAnswer("it must return a list, which holds the loss of each step")
    return [*flat_numbers(losses, "the list of losses"), data_of(w, "w"), data_of(b, "b")]


def predictions(answer: Callable[..., Any], inputs: Inputs) -> list[float]:
    """What the trained model, which a function returns, says of points that are looked at."""
    predict = answer([list(x) for x in inputs["xs"]], list(inputs["ys"]))
    if not callable(predict):
        raise UnfitAnswer("it must return a model or function of a point (got {}){}", *what_came(predict))
    said = [_only_one(predict(list(x))) for x in inputs["looked_at"]]
    return [data_of(y, "a prediction") if hasattr(y, "data") else require_number(y, "a prediction") for y in said]
