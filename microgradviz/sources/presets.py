"""Small expressions worth seeing, by name: `play("neuron")`."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from ..engine import Value
from .text import evaluate_text


class Preset(NamedTuple):
    """An expression with everything that goes with it.

    Attributes:
        name: How it is asked for.
        title: What stands over it.
        text: The expression.
        leaves: The numbers of its leaves, by name.
    """

    name: str
    title: str
    text: str
    leaves: dict[str, float]

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
        return evaluate_text(self.text, {**self.leaves, **leaves}, ask=str)


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


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("chain", "The chain rule: (a + b) × c", "f = (a + b)*c", {"a": 2, "b": -3, "c": 10}),
        Preset("square", "A value used twice: a × a", "f = a*a", {"a": 3}),
        Preset("diamond", "Two ways that meet again: (a + 1) × 3a", "b = a + 1; c = 3*a; d = b*c", {"a": 2}),
        Preset("order", "Why the order matters", "b = a + 1; c = 3*b; d = b*c", {"a": 2}),
        Preset(
            "orders", "Several right orders", "c = a*b; d = a + b; e = c*d; f = d*b; g = e + f", {"a": 2, "b": -3}
        ),
        Preset(
            "lecture", "The lecture's: (a × b + c) × f", "e = a*b; d = e + c; L = d*f",
            {"a": 2, "b": -3, "c": 10, "f": -2},
        ),
        Preset(
            "neuron", "A neuron with tanh", "n = x1*w1 + x2*w2 + b; o = tanh(n)",
            {"x1": 2, "x2": 0, "w1": -3, "w2": 1, "b": 6.8813735870195432},  # b as in micrograd: tanh(n) = 1/√2
        ),
        Preset(
            "sigmoid", "A sigmoid neuron and its loss",
            "z = x1*w1 + x2*w2 + b; ŷ = sigmoid(z); L = 0.5*(ŷ - target)**2",
            {"x1": 2, "x2": 3, "w1": 0.5, "w2": -0.5, "b": 0.1, "target": 1},
        ),
        Preset("relu", "relu of 3x²", "f = relu(3*x**2)", {"x": 2}),
        Preset(
            "softmax", "The first share of a softmax of three",
            "e_a = exp(a); e_b = exp(b); e_c = exp(c); s = total(e_a, e_b, e_c); p = e_a/s",
            {"a": 2, "b": 1, "c": 0},
        ),
    )
}  # fmt: skip
