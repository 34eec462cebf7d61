"""What parameters are called: by their labels, else by their places in the model, `layers[0].w[1]`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

_DEPTH = 8


def name_parameters(model: Any, params: Sequence[Any]) -> list[str]:
    """A name for every parameter.

    Example:
        >>> from microgradviz import MLP
        >>> model = MLP(2, [1])
        >>> name_parameters(model, model.parameters())
        ['L1.n1.w1', 'L1.n1.w2', 'L1.n1.b']
    """
    wanted = {id(p) for p in params}
    found: dict[int, str] = {}
    for path, thing in _places(model, "", _DEPTH, set()):
        if id(thing) in wanted:
            found.setdefault(id(thing), path)
    return [_label(p) or _in_short(found.get(id(p), "")) or f"p{k + 1}" for k, p in enumerate(params)]


def _in_short(path: str) -> str:
    """`layers[0].neurons[1].w[2]` as the package's own network calls it, `L1.n2.w3`; any other place as it is."""
    place = re.fullmatch(r"layers\[(\d+)\]\.neurons\[(\d+)\]\.(?:w\[(\d+)\]|b)", path)
    if not place:
        return path
    layer, neuron, weight = (None if text is None else int(text) + 1 for text in place.groups())
    return f"L{layer}.n{neuron}." + ("b" if weight is None else f"w{weight}")


def _label(p: Any) -> str:
    label = getattr(p, "label", "")
    return label if isinstance(label, str) else ""


def _places(thing: Any, path: str, depth: int, seen: set[int]) -> Iterator[tuple[str, Any]]:
    """Everything in an object's attributes and lists, with the way there."""
    if depth == 0 or id(thing) in seen:
        return
    seen.add(id(thing))
    inside: list[tuple[str, Any]] = []
    if isinstance(thing, list | tuple):
        inside = [(f"{path}[{k}]", one) for k, one in enumerate(thing[:10_000])]
    elif isinstance(thing, dict):
        inside = [(f"{path}[{name!r}]", one) for name, one in thing.items()]
    elif hasattr(thing, "__dict__") and not hasattr(thing, "_prev"):
        inside = [(f"{path}.{name}".lstrip("."), one) for name, one in vars(thing).items()]
    for way, one in inside:
        yield way, one
        if isinstance(one, list | tuple | dict) or hasattr(one, "__dict__"):
            yield from _places(one, way, depth - 1, seen)
