"""What an answer's process gets to know of a graph: no more than the answer itself may know.

Who is asked for an order, or needs one for a backward pass, must not read it off the question. So the nodes of a graph
that is ready-made have places drawn at random: in these places they are sent, made, and stand in every list, and with
each goes its number, for to compute it there would take an order. What comes back is put in the usual order outside.
"""

from __future__ import annotations

import marshal
import math
from array import array
from functools import lru_cache
from random import Random
from typing import Any

from ..base import Inputs
from . import probes


def program_numbers(inputs: Inputs) -> list[float]:
    """The number of every value of a program of +, * and tanh."""
    data = list(inputs["leaves"])
    for op, i, j in inputs["steps"]:
        data.append(data[i] + data[j] if op == "+" else data[i] * data[j] if op == "*" else math.tanh(data[i]))
    return data


def ready_made(inputs: Inputs) -> Inputs:
    """What `probes.make_nodes` takes: text and bytes, for lists would take as long as all the rest."""
    order, places = _order_and_places(inputs)
    ops, of, other = map(list, zip(*inputs["steps"], strict=True))
    data = program_numbers(inputs)
    ops = [probes.ONE_INPUT if op == "tanh" else op for op in ops]
    none = [-1] * len(inputs["leaves"])
    of, other = none + [places[i] for i in of], none + [places[i] for i in other]
    ops = [probes.NO_OP] * len(none) + ops
    return {
        "data": array("d", [data[i] for i in order]).tobytes(),
        "ops": "".join([ops[i] for i in order]),
        "of": array("i", [of[i] for i in order]).tobytes(),
        "other": array("i", [other[i] for i in order]).tobytes(),
        "root": places[-1],
        **({"method": inputs["method"]} if "method" in inputs else {}),
    }


def ready_made_values(cls: type, inputs: Inputs) -> list[Any]:
    """The values of a graph of ready-made nodes, in the usual order."""
    made = probes.make_nodes(cls, ready_made(inputs))
    return [made[place] for place in _order_and_places(inputs)[1]]


Numbers = tuple[float, ...]


def places_as_values(inputs: Inputs, numbers: Numbers) -> Numbers:
    """A list of places, as the numbers of the values as they were drawn; what can be none is left as it is."""
    order, _ = _order_and_places(inputs)
    back = {float(place): float(i) for place, i in enumerate(order)}
    return tuple([back.get(x, x) for x in numbers])


def in_order_of_values(inputs: Inputs, numbers: Numbers) -> Numbers:
    """A number for each place, in the order in which the values were drawn; too few or too many as they are."""
    _, places = _order_and_places(inputs)
    return tuple([numbers[place] for place in places]) if len(numbers) == len(places) else numbers


def _order_and_places(inputs: Inputs) -> tuple[list[int], list[int]]:
    """The value at each place, and the place of each value; the same for the same inputs."""
    return _shuffled(len(inputs["leaves"]) + len(inputs["steps"]), marshal.dumps(inputs))


@lru_cache(maxsize=64)
def _shuffled(count: int, seed: bytes) -> tuple[list[int], list[int]]:
    order = list(range(count))
    Random(seed).shuffle(order)
    places = [0] * count
    for place, i in enumerate(order):
        places[i] = place
    return order, places
