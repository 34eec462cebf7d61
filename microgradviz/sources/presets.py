"""Small expressions worth seeing, by name: `play("neuron")`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from ..engine import Value, as_float, total


class Preset(NamedTuple):
    """An expression with everything that goes with it.

    Attributes:
        name: How it is asked for.
        title: What stands over it.
        leaves: The numbers of its leaves, by name.
        build: Takes the leaves as values, by name, and returns the result.
        stages: The label of the value that ends a stage -> the stage's title, in order.
    """

    name: str
    title: str
    leaves: dict[str, float]
    build: Callable[..., Value]
    stages: dict[str, str]

    def value(self, leaves: Mapping[str, Any] | None = None) -> Value:
        """The result.

        Args:
            leaves: Other numbers for some leaves.

        Raises:
            TypeError: If there is no such leaf, or what is given is not a real number.

        Example:
            >>> PRESETS["square"].value({"a": 4}).data
            16.0
        """
        leaves = leaves or {}
        for name in leaves:
            if name not in self.leaves:
                raise TypeError(
                    f"every leaf must be one of the preset {self.name!r}, {', '.join(self.leaves)} (got {name!r})"
                )
        numbers = {**self.leaves, **leaves}
        return self.build(**{name: Value(as_float(x, f"leaf {name}"), label=name) for name, x in numbers.items()})

    def stage_of(self, labels: Mapping[int, str], count: int) -> list[str]:
        """The stage in which each of `count` values is computed: the first that ends at it or after it."""
        out, stage = [""] * count, ""
        for i in reversed(range(count)):
            stage = self.stages.get(labels.get(i, ""), stage)
            out[i] = stage
        return out


def find_preset(text: Any, leaves: Mapping[str, Any]) -> Preset | None:
    """The preset that is asked for, if a text is the name of one; a text that names its own leaf is none.

    Raises:
        ValueError: If the text is a single name, but of no preset and no leaf.
    """
    if not isinstance(text, str) or len(text) > 100:
        return None
    name = text.strip()
    if not name.isidentifier() or "·" in name or name in leaves:  # a·b is a product
        return None
    if name not in PRESETS:
        near = get_close_matches(name, PRESETS, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise ValueError(
            f"a single name must be that of a preset (got {name!r}); {hint}The presets are {', '.join(PRESETS)}; "
            "an expression is written like 'a * b + c'"
        )
    return PRESETS[name]


def choose_presets(presets: Any) -> list[Preset]:
    """The presets of a switch: True for all, or a list of names.

    Raises:
        TypeError: If it is neither.
        ValueError: If a name is that of no preset, or the list is empty.
    """
    if presets is True:
        return list(PRESETS.values())
    if isinstance(presets, str) or not isinstance(presets, list | tuple):
        raise TypeError(f"presets must be a list of names, or True for all (got {presets!r})")
    unknown = [name for name in presets if not isinstance(name, str) or name not in PRESETS]
    if unknown or not presets:
        raise ValueError(f"presets must be some of {', '.join(PRESETS)} (got {unknown[0] if unknown else presets!r})")
    return [PRESETS[name] for name in dict.fromkeys(presets)]


def _named(label: str, value: Value) -> Value:
    value.label = label
    return value


def _chain(a: Value, b: Value, c: Value) -> Value:
    return _named("f", (a + b) * c)


def _square(a: Value) -> Value:
    return _named("f", a * a)


def _diamond(a: Value) -> Value:
    b = _named("b", a + 1)
    c = _named("c", 3 * a)
    return _named("d", b * c)


def _order(a: Value) -> Value:
    b = _named("b", a + 1)
    c = _named("c", 3 * b)
    return _named("d", b * c)


def _orders(a: Value, b: Value) -> Value:
    c = _named("c", a * b)
    d = _named("d", a + b)
    e = _named("e", c * d)
    f = _named("f", d * b)
    return _named("g", e + f)


def _lecture(a: Value, b: Value, c: Value, f: Value) -> Value:
    e = _named("e", a * b)
    d = _named("d", e + c)
    return _named("L", d * f)


def _neuron(x1: Value, x2: Value, w1: Value, w2: Value, b: Value) -> Value:
    n = _named("n", x1 * w1 + x2 * w2 + b)
    return _named("o", n.tanh())


def _sigmoid(x1: Value, x2: Value, w1: Value, w2: Value, b: Value, target: Value) -> Value:
    z = _named("z", x1 * w1 + x2 * w2 + b)
    guess = _named("ŷ", z.sigmoid())
    return _named("L", 0.5 * (guess - target) ** 2)


def _relu(x: Value) -> Value:
    return _named("f", (3 * x**2).relu())


def _softmax(a: Value, b: Value, c: Value) -> Value:
    powers = [_named(f"e_{x.label}", x.exp()) for x in (a, b, c)]
    return _named("p", powers[0] / _named("s", total(powers)))


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("chain", "The chain rule: (a + b) × c", {"a": 2, "b": -3, "c": 10}, _chain, {}),
        Preset("square", "A value used twice: a × a", {"a": 3}, _square, {}),
        Preset("diamond", "Two ways that meet again: (a + 1) × 3a", {"a": 2}, _diamond, {}),
        Preset("order", "Why the order matters", {"a": 2}, _order, {}),
        Preset("orders", "Several right orders", {"a": 2, "b": -3}, _orders, {}),
        Preset("lecture", "The lecture's: (a × b + c) × f", {"a": 2, "b": -3, "c": 10, "f": -2}, _lecture, {}),
        Preset(
            "neuron", "A neuron with tanh",
            {"x1": 2, "x2": 0, "w1": -3, "w2": 1, "b": 6.8813735870195432},  # b as in micrograd: tanh(n) = 1/√2
            _neuron, {"n": "weighted sum", "o": "tanh"},
        ),
        Preset(
            "sigmoid", "A sigmoid neuron and its loss",
            {"x1": 2, "x2": 3, "w1": 0.5, "w2": -0.5, "b": 0.1, "target": 1},
            _sigmoid, {"z": "weighted sum", "ŷ": "sigmoid", "L": "loss"},
        ),
        Preset("relu", "relu of 3x²", {"x": 2}, _relu, {}),
        Preset(
            "softmax", "The first share of a softmax of three", {"a": 2, "b": 1, "c": 0},
            _softmax, {"e_c": "exponentials", "s": "their sum", "p": "share of the first"},
        ),
    )
}  # fmt: skip
