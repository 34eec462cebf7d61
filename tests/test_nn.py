"""Neuron, Layer, MLP: the same as micrograd's, and what they offer besides."""

import random
from typing import Any

import pytest

from microgradviz.engine import BUILT_IN, OPS, Value, context, topological_order
from microgradviz.nn import ACTIVATIONS, INITIALISERS, MLP, Layer, Module, Neuron

micrograd_nn = pytest.importorskip("micrograd.nn", reason="micrograd is not installed: pip install micrograd")


def numbers(parameters: list[Any]) -> list[float]:
    return [float(p.data) for p in parameters]


def both(build: Any) -> tuple[Any, Any]:
    """The same thing built with our modules and with micrograd's, from the same random numbers."""
    random.seed(42)
    ours = build(Neuron, Layer, MLP)
    random.seed(42)
    theirs = build(micrograd_nn.Neuron, micrograd_nn.Layer, micrograd_nn.MLP)
    return ours, theirs


SHAPES = [
    lambda neuron, layer, mlp: neuron(3),
    lambda neuron, layer, mlp: neuron(3, False),
    lambda neuron, layer, mlp: neuron(3, nonlin=False),
    lambda neuron, layer, mlp: layer(3, 4),
    lambda neuron, layer, mlp: layer(3, 1, nonlin=False),
    lambda neuron, layer, mlp: mlp(3, [4, 4, 1]),
    lambda neuron, layer, mlp: mlp(3, [2]),
    lambda neuron, layer, mlp: mlp(3, [5, 2]),
]


@pytest.mark.parametrize("build", SHAPES)
def test_a_module_prints_draws_and_computes_like_micrograds(build: Any) -> None:
    ours, theirs = both(build)
    assert repr(ours) == repr(theirs)
    assert numbers(ours.parameters()) == numbers(theirs.parameters())
    x = [0.5, -1.25, 2.0]
    a, b = ours(x), theirs(x)
    assert isinstance(a, list) == isinstance(b, list)
    outs = list(zip(a, b, strict=True)) if isinstance(a, list) else [(a, b)]
    assert [p.data for p, _ in outs] == [q.data for _, q in outs]
    sum(p for p, _ in outs).backward()
    sum(q for _, q in outs).backward()
    ours_grads, their_grads = ([p.grad for p in m.parameters()] for m in (ours, theirs))
    assert ours_grads == pytest.approx(their_grads, rel=1e-14, abs=1e-14)
    ours.zero_grad()
    assert {p.grad for p in ours.parameters()} == {0.0}


def test_a_neuron_knows_whether_it_is_linear() -> None:
    assert Neuron(1).nonlin is True
    assert Neuron(1, nonlin=False).nonlin is False
    assert Neuron(1, activation="linear").nonlin is False


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_each_activation_is_that_of_the_engine(name: str) -> None:
    n = Neuron(1, activation=name, init="uniform", seed=3)
    for bias in (-0.25, 0.75):
        n.b.data = bias
        act = n.w[0].data * 2.0 + bias
        expected = Value(act) if name == "linear" else getattr(Value(act), name)()
        assert repr(n([2.0]).data) == repr(expected.data)  # log of what is below 0 is nan
    assert repr(n) == {
        "linear": "LinearNeuron(1)",
        "relu": "ReLUNeuron(1)",
        "leaky_relu": "LeakyReluNeuron(1)",
        "tanh": "TanhNeuron(1)",
        "sigmoid": "SigmoidNeuron(1)",
        "softplus": "SoftplusNeuron(1)",
    }.get(name, f"{name.title()}Neuron(1)")


def test_a_neuron_may_have_any_function_of_one_value_that_is_a_method() -> None:
    functions = {name for name in BUILT_IN if OPS[name].arity == 1 and OPS[name].in_text and hasattr(Value, name)}
    assert set(ACTIVATIONS) == functions | {"linear"}


def test_the_last_layer_is_linear_unless_output_names_its_activation() -> None:
    assert repr(MLP(2, [3, 1], activation="tanh")) == (
        "MLP of [Layer of [TanhNeuron(2), TanhNeuron(2), TanhNeuron(2)], Layer of [LinearNeuron(3)]]"
    )
    assert repr(MLP(1, [1], output="sigmoid")) == "MLP of [Layer of [SigmoidNeuron(1)]]"


def test_a_seed_gives_the_same_weights_every_time_and_leaves_the_global_random_alone() -> None:
    before = random.getstate()
    for build in (lambda seed: MLP(2, [4, 1], seed=seed), lambda seed: Layer(2, 3, seed=seed)):
        assert numbers(build(7).parameters()) == numbers(build(7).parameters())
        assert numbers(build(7).parameters()) != numbers(build(8).parameters())
    assert numbers(Neuron(2, seed=0).parameters()) == numbers(Neuron(2, seed=0).parameters())
    assert random.getstate() == before


def test_seeded_neurons_of_a_layer_differ() -> None:
    layer = Layer(2, 3, seed=0)
    assert len({n.w[0].data for n in layer.neurons}) == 3


@pytest.mark.parametrize(
    ("name", "variance"),
    [("uniform", 1 / 3), ("xavier", 2 / (40 + 60)), ("he", 2 / 40), ("zeros", 0.0)],
)
def test_an_initialiser_has_the_variance_of_its_paper(name: str, variance: float) -> None:
    weights = [w.data for n in Layer(40, 60, init=name, seed=1).neurons for w in n.w]
    mean = sum(weights) / len(weights)
    assert mean == pytest.approx(0.0, abs=0.05)
    assert sum((w - mean) ** 2 for w in weights) / len(weights) == pytest.approx(variance, rel=0.06)
    assert name in INITIALISERS


def test_an_initialiser_may_be_a_function() -> None:
    calls: list[tuple[int, int]] = []

    def init(nin: int, nout: int, rng: random.Random) -> float:
        calls.append((nin, nout))
        return 0.5

    model = MLP(2, [3, 1], init=init)
    assert numbers(model.layers[0].neurons[0].w) == [0.5, 0.5]
    assert calls == [(2, 3)] * 6 + [(3, 1)] * 3


def test_biases_start_at_zero() -> None:
    assert all(n.b.data == 0.0 for n in Layer(2, 3, init="he", seed=0).neurons)


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (
            lambda: Neuron(2, activation="swish"),
            f"activation must be one of {', '.join(sorted(ACTIVATIONS))} .got 'swish'",
        ),
        (lambda: MLP(2, [1], output="swish"), "activation must be one of .*got 'swish'"),
        (lambda: Layer(2, 2, init="random"), "init must be one of he, uniform, xavier, zeros .got 'random'"),
        (lambda: Neuron(2)([1.0]), "x must have 2 inputs .got 1."),
        (lambda: MLP(2, [2, 1])([1.0, 2.0, 3.0]), "x must have 2 inputs .got 3."),
    ],
)
def test_what_cannot_be_is_refused(build: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        build()
    assert context.current_group is None


def test_inputs_that_are_not_numbers_are_named() -> None:
    with pytest.raises(TypeError, match=r"operand of mul must be a real number .got str 'a'"):
        Neuron(2)([1.0, "a"])  # type: ignore[list-item]


def test_one_size_in_place_of_a_list_is_named():
    with pytest.raises(TypeError, match=r"^nouts must be a list of sizes, .* \(got 3\)$"):
        MLP(2, 3)  # type: ignore[arg-type]


def test_inputs_may_be_values_and_get_gradients() -> None:
    x = Value(2.0)
    n = Neuron(1, nonlin=False, seed=0)
    n([x]).backward()
    assert (x.grad, n.w[0].grad, n.b.grad) == (n.w[0].data, 2.0, 1.0)


def test_values_know_their_sample_layer_and_neuron() -> None:
    model = MLP(2, [2, 1], seed=0)
    out = model([1.0, 2.0])
    names = set()
    for v in topological_order(out):
        path, place = [], v.group
        while place:
            path.append(place.name)
            place = place.parent
        names.add("/".join(reversed(path)))
    assert {"sample/layer 1/neuron 1", "sample/layer 1/neuron 2", "sample/layer 2/neuron 1"} <= names
    assert context.current_group is None


def test_weights_have_labels() -> None:
    n = Neuron(2)
    assert [p.label for p in n.parameters()] == ["w1", "w2", "b"]


def test_a_module_of_ones_own_needs_only_parameters() -> None:
    class Scale(Module):
        def __init__(self) -> None:
            self.k = Value(3.0)

        def parameters(self) -> list[Value]:
            return [self.k]

    scale = Scale()
    (scale.k * 2).backward()
    assert scale.k.grad == 2.0
    scale.zero_grad()
    assert scale.k.grad == 0.0
    assert Module().parameters() == []


def test_inputs_are_any_iterable_as_in_micrograd() -> None:
    model = MLP(2, [3, 1], seed=1)
    given = [1.0, -2.0]
    assert model(x for x in given).data == model(given).data
    assert model.layers[0].neurons[0](map(float, given)).data == model.layers[0].neurons[0](given).data
