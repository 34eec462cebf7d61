"""Neuron, Layer, MLP: micrograd's modules, with a choice of activation and of a seeded initialiser."""

from __future__ import annotations

import math
import random
from operator import mul

from .engine import BUILT_IN, OPS, Group, Value, context, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Initialiser = Callable[[int, int, random.Random], float]

# Every function of one value in the table of operations that a Value has a method for.
ACTIVATIONS: dict[str, Callable[[Value], Value] | None] = {"linear": None} | {
    name: getattr(Value, name) for name in BUILT_IN if OPS[name].arity == 1 and hasattr(Value, name)
}

# Each takes the number of inputs and of outputs of the layer, and a source of random numbers.
INITIALISERS: dict[str, Initialiser] = {
    "uniform": lambda nin, nout, rng: rng.uniform(-1, 1),  # micrograd's
    "xavier": lambda nin, nout, rng: rng.uniform(-1, 1) * math.sqrt(6 / (nin + nout)),  # Glorot and Bengio 2010, eq. 16
    "he": lambda nin, nout, rng: rng.gauss(0, 1) * math.sqrt(2 / nin),  # He et al. 2015, eq. 10
    "zeros": lambda nin, nout, rng: 0.0,
}


class Module:
    """What has parameters: the base of neurons, layers and networks."""

    def zero_grad(self) -> None:
        """Set every parameter's grad to 0."""
        for p in self.parameters():
            p.grad = 0.0

    def parameters(self) -> list[Value]:
        """The leaves that training changes."""
        return []


class Neuron(Module):
    """activation(w · x + b).

    Args:
        nin: Number of inputs.
        nonlin: False for no activation, micrograd's way to say activation="linear".
        activation: "linear", or a function of one value by its name: "relu", "tanh", "sigmoid", "softplus", "sin" ...
        init: One of "uniform" (between -1 and 1), "xavier", "he", "zeros", or a function (nin, nout, rng) -> float.
        seed: Seed of the weights; None draws them from Python's global `random`, as micrograd does.

    Raises:
        ValueError: If activation or init is not one of those.

    Example:
        >>> n = Neuron(2, activation="tanh", init="zeros")
        >>> n([1.0, 2.0]).data, len(n.parameters())
        (0.0, 3)
    """

    def __init__(
        self,
        nin: int,
        nonlin: bool = True,
        *,
        activation: str = "relu",
        init: str | Initialiser = "uniform",
        seed: int | None = None,
        _rng: Any = None,
        _nout: int = 1,
        _name: str = "neuron",
        _path: str = "",
    ) -> None:
        draw = _look_up(INITIALISERS, init, "init") if isinstance(init, str) else init
        rng: Any = _rng or (random if seed is None else random.Random(seed))
        self.activation = activation if nonlin else "linear"
        self._activate = _look_up(ACTIVATIONS, self.activation, "activation")
        self.name = _name
        self.w = [Value(draw(nin, _nout, rng), label=f"{_path}w{i + 1}") for i in range(nin)]
        self.b = Value(0.0, label=f"{_path}b")

    @property
    def nonlin(self) -> bool:
        """Whether there is an activation, under micrograd's name."""
        return self._activate is not None

    def __call__(self, x: Iterable[Value | float]) -> Value:
        x = _as_sequence(x)
        if len(x) != len(self.w):
            raise ValueError(f"x must have {len(self.w)} inputs (got {len(x)})")
        around = context.current_group
        context.current_group = Group(self.name, around)
        try:
            act = total([self.b, *map(mul, self.w, x)])
            return self._activate(act) if self._activate else act
        finally:
            context.current_group = around

    def parameters(self) -> list[Value]:
        return [*self.w, self.b]

    def __repr__(self) -> str:
        kind = {"linear": "Linear", "relu": "ReLU"}.get(self.activation, self.activation.title().replace("_", ""))
        return f"{kind}Neuron({len(self.w)})"


class Layer(Module):
    """Neurons side by side, all with the same inputs; takes the options of `Neuron`.

    Example:
        >>> Layer(2, 3, seed=0)
        Layer of [ReLUNeuron(2), ReLUNeuron(2), ReLUNeuron(2)]
    """

    def __init__(
        self,
        nin: int,
        nout: int,
        *,
        seed: int | None = None,
        _rng: Any = None,
        _name: str = "layer",
        _path: str = "",
        **kwargs: Any,
    ) -> None:
        rng: Any = _rng or (random if seed is None else random.Random(seed))
        self.name = _name
        self.neurons = [
            Neuron(nin, _rng=rng, _nout=nout, _name=f"neuron {i + 1}", _path=f"{_path}n{i + 1}.", **kwargs)
            for i in range(nout)
        ]

    def __call__(self, x: Iterable[Value | float]) -> Any:
        x = [Value(v, label=f"x{i}") if isinstance(v, int | float) else v for i, v in enumerate(x, start=1)]
        around = context.current_group
        context.current_group = Group(self.name, around)
        try:
            out = [n(x) for n in self.neurons]
        finally:
            context.current_group = around
        return out[0] if len(out) == 1 else out

    def parameters(self) -> list[Value]:
        return [p for n in self.neurons for p in n.parameters()]

    def __repr__(self) -> str:
        return f"Layer of [{', '.join(str(n) for n in self.neurons)}]"


class MLP(Module):
    """Layers one after another; the last one is linear, as in micrograd, unless `output` names its activation.

    A parameter is called by its layer, neuron and number: `L1.n2.w1`, `L1.n2.b`.

    Args:
        nin: Number of inputs.
        nouts: Number of neurons of each layer.
        output: Activation of the last layer.
        **kwargs: Options of `Neuron`; the activation is that of the hidden layers.

    Raises:
        TypeError: If nouts is not a list.
        ValueError: If an activation or initialiser is not one of those of `Neuron`.

    Example:
        >>> model = MLP(2, [4, 4, 1], activation="tanh", init="xavier", seed=1337)
        >>> len(model.parameters())
        37
    """

    def __init__(
        self, nin: int, nouts: Sequence[int], *, output: str = "linear", seed: int | None = None, **kwargs: Any
    ) -> None:
        if not hasattr(nouts, "__len__"):
            raise TypeError(f"nouts must be a list of sizes, one for each layer, such as [4, 4, 1] (got {nouts!r})")
        rng: Any = random if seed is None else random.Random(seed)
        sizes = [nin, *nouts]
        self.layers = []
        for i in range(len(nouts)):
            options = kwargs if i < len(nouts) - 1 else {**kwargs, "activation": output}
            name, path = f"layer {i + 1}", f"L{i + 1}."
            self.layers.append(Layer(sizes[i], sizes[i + 1], _rng=rng, _name=name, _path=path, **options))

    def __call__(self, x: Iterable[Value | float]) -> Any:
        around = context.current_group
        context.current_group = Group(context.SAMPLE, around)
        try:
            for layer in self.layers:
                x = layer(x)
        finally:
            context.current_group = around
        return x

    def parameters(self) -> list[Value]:
        return [p for layer in self.layers for p in layer.parameters()]

    def __repr__(self) -> str:
        return f"MLP of [{', '.join(str(layer) for layer in self.layers)}]"


def _as_sequence(x: Any) -> Sequence[Value | float]:
    """The inputs as a sequence, since an iterator would be used up by the first neuron."""
    return x if hasattr(x, "__len__") else list(x)


def _look_up(table: dict[str, Any], name: str, what: str) -> Any:
    if name not in table:
        raise ValueError(f"{what} must be one of {', '.join(sorted(table))} (got {name!r})")
    return table[name]
