"""What an answer's process gets to know of a graph: no more than the answer itself may know.

Who is asked for an order, or needs one for a backward pass, must not read it off the question. So the nodes of a graph
that is ready-made have places drawn at random: in these places they are sent, made, and stand in every list, and with
each goes its number, for to compute it there would take an order. What comes back is put in the usual order outside.

The large graph is written down here as well, step by step; see `large_program`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from . import probes
from .probes import Inputs

# Leaves; then for each step its operation, one input and the other. Flat lists of numbers, for they are long, and what
# holds no other objects costs the collector of garbage nothing.
_Program = tuple[list[float], list[str], list[int], list[int]]
_ORDERS = (probes.node_order, probes.node_order_without_recursion)
_GRADS = (probes.node_grads, probes.node_grads_in_few_writes, probes.exact_node_grads)
HIDDEN_INPUTS = ("labels",)  # of a case's inputs: what no answer may see
_BASES, _FACTORS, _TARGETS = 4, (1.0, -1.0, 2.0, -2.0), (1.0, -1.0, 2.0, 0.5, -0.5, 0.0)  # of the large graph


def seen_inputs(probe: Callable[..., Any], inputs: Inputs) -> Inputs:
    """What of a case's inputs the process gets in which the answer runs.

    Args:
        probe: The probe that asks.
        inputs: The inputs as they were drawn.
    """
    about = {"method": inputs["method"]} if "method" in inputs else {}
    if probe is probes.value_grads_of_wide_graph:
        leaves, ops, of, other = large_program(inputs)
        return {**about, "leaves": leaves, "ops": ops, "of": of, "other": other, "asked": inputs["width"]}
    if probe is probes.leaf_grads_of_wide_graph:
        return {**about, **_large_graph(*_key(inputs))}
    if probe in (*_ORDERS, *_GRADS):
        program = _small_program(inputs)
        return {**about, **_ready_made(program, _data(*program), *_order_and_places(inputs))}
    return {name: x for name, x in inputs.items() if name not in HIDDEN_INPUTS}


@lru_cache(maxsize=4)
def _large_graph(*key: Any) -> Inputs:
    """The large graph, ready-made; leaves keep their places, for what is shuffled behind them is long enough."""
    program = _large_program(*key)
    leaves, ops, *_ = program
    shuffled = _shuffled(len(leaves), len(leaves) + len(ops), repr(key))
    return {**_ready_made(program, _large_data(*key), *shuffled), "asked": key[1]}


def _ready_made(program: _Program, data: list[float], order: list[int], places: list[int]) -> Inputs:
    """What `probes.make_nodes` takes: text and bytes, for lists would take as long as all the rest."""
    leaves, ops, of, other = program
    none = [-1] * len(leaves)
    of, other = none + [places[i] for i in of], none + [places[i] for i in other]
    ops = [probes.NO_OP] * len(leaves) + ops
    return {
        "data": array("d", [data[i] for i in order]).tobytes(),
        "ops": "".join([ops[i] for i in order]),
        "of": array("i", [of[i] for i in order]).tobytes(),
        "other": array("i", [other[i] for i in order]).tobytes(),
        "root": places[-1],
        "asked": len(order),
    }


def ready_made_values(cls: type, inputs: Inputs) -> list[Any]:
    """The values of a graph of ready-made nodes, in the usual order."""
    made = probes.make_nodes(cls, seen_inputs(probes.node_grads, inputs))
    return [made[place] for place in _order_and_places(inputs)[1]]


def numbers_in_order(probe: Callable[..., Any], inputs: Inputs, numbers: tuple[float, ...]) -> tuple[float, ...]:
    """What came back, in terms of the values as they were drawn; what cannot be that is left as it is."""
    if probe in _ORDERS:
        order, _ = _order_and_places(inputs)
        back = {float(place): float(i) for place, i in enumerate(order)}
        return tuple([back.get(x, x) for x in numbers])
    if probe in _GRADS:
        _, places = _order_and_places(inputs)
        return tuple([numbers[place] for place in places]) if len(numbers) == len(places) else numbers
    return numbers


def _small_program(inputs: Inputs) -> _Program:
    ops, of, other = map(list, zip(*inputs["steps"], strict=True))
    return inputs["leaves"], ops, of, other


def _order_and_places(inputs: Inputs) -> tuple[list[int], list[int]]:
    """The value at each place, and the place of each value; the same for the same inputs."""
    return _shuffled(0, len(inputs["leaves"]) + len(inputs["steps"]), repr(inputs))


@lru_cache(maxsize=64)
def _shuffled(first: int, count: int, seed: str) -> tuple[list[int], list[int]]:
    rng = Random(seed)
    order = list(range(count))
    keys = [0.0] * first + [rng.random() for _ in range(count - first)]
    order.sort(key=keys.__getitem__)  # faster than to shuffle
    places = [0] * count
    for place, i in enumerate(order):
        places[i] = place
    return order, places


def _data(leaves: list[float], ops: list[str], of: list[int], other: list[int]) -> list[float]:
    data = list(leaves)
    for op, i, j in zip(ops, of, other, strict=True):
        data.append(data[i] + data[j] if op == "+" else data[i] * data[j])
    return data


@lru_cache(maxsize=4)
def _large_data(*key: Any) -> list[float]:
    return _data(*_large_program(*key))


def _key(inputs: Inputs) -> tuple[Any, ...]:
    return (*(inputs[name] for name in ("seed", "width", "chains", "links")), tuple(inputs["products"]))


def large_program(inputs: Inputs) -> _Program:
    """A tree over many leaves, level by level, then chains that rest on all of them, and a sum.

    The tree alone would be cheap for who carries the slopes of all leaves along, for most of its values rest on few of
    them. So chains begin with values that rest on all, and every link takes another such value: as a factor, drawn from
    several powers of two, or as an addend that is 0. Then numbers stay small, all right gradients are exact, and each
    single operation mixes the slopes of all leaves. The sum takes values from the middle of the chains, too, so that
    none is known to be done with.
    """
    return _large_program(*_key(inputs))


@lru_cache(maxsize=4)
def _large_program(seed: int, width: int, chains: int, links: int, products: tuple[int, ...]) -> _Program:
    rng = Random(seed)
    leaves = [(-2.0, -1.0, 1.0, 2.0)[byte & 3] for byte in rng.randbytes(width)] + list(_FACTORS)
    shifts = len(leaves)  # what makes another number of a value that rests on all leaves
    leaves += [0.0] * (_BASES * len(_TARGETS))
    ops: list[str] = []
    of: list[int] = []
    other: list[int] = []

    def add(op: str, i: int, j: int) -> int:
        ops.append(op)
        of.append(i)
        other.append(j)
        return len(leaves) + len(ops) - 1

    level, depth = list(range(width)), 0
    while len(level) > 2:
        half, op = len(level) // 2, "*" if depth in products else "+"
        turn, first = rng.randrange(half), len(leaves) + len(ops)
        ops += [op] * half
        of += level[:half]
        other += level[half + turn : 2 * half] + level[half : half + turn]
        level = [*range(first, first + half), *level[2 * half :]]
        depth += 1
    pairs = [(p, q) for p in range(len(_FACTORS)) for q in range(len(_FACTORS))]
    bases = [
        add("+", add("*", level[0], width + p), add("*", level[1], width + q)) for p, q in rng.sample(pairs, _BASES)
    ]
    data = _data(leaves, ops, of, other)
    dense: dict[float, list[int]] = {target: [] for target in _TARGETS}  # values that rest on all leaves, by number
    for k, base in enumerate(bases):
        for m, target in enumerate(_TARGETS):
            shift = shifts + k * len(_TARGETS) + m
            leaves[shift] = target - data[base]
            dense[target].append(add("+", base, shift))
    walk = _random_walk(rng, links)
    ends = []
    for _ in range(chains):
        first = len(leaves) + len(ops)
        taken = rng.choices(range(_BASES), k=links)
        of += [rng.choice(dense[1.0]), *range(first, first + links - 1)]
        other += [dense[target][base] for target, base in zip(walk, taken, strict=True)]
        ops += ["*" if target else "+" for target in walk]
        ends += [first + links - 1, *rng.sample(range(first, first + links - 1), 3)]
    rng.shuffle(ends)
    out = ends[0]
    for x in ends[1:]:
        out = add("+", out, x)
    return leaves, ops, of, other


def _random_walk(rng: Random, links: int) -> list[float]:
    """The factors of a chain, and 0 for an addend; what begins with 1 stays between 1 and 4, or −1 and −4."""
    found: list[float] = []
    number = 1.0
    while len(found) < links:
        target = rng.choice(_TARGETS)
        if not target or 1.0 <= abs(number * target) <= 4.0:
            found.append(target)
            number *= target or 1.0
    return found


def grads_of_leaves(inputs: Inputs) -> list[float]:
    """The gradients of the leaves of the large graph: one sweep backward, from the program."""
    return _large_grads(*_key(inputs))[: inputs["width"]]


@lru_cache(maxsize=4)
def _large_grads(*key: Any) -> list[float]:
    leaves, ops, of, other = _large_program(*key)
    data = _large_data(*key)
    grads = [0.0] * len(data)
    grads[-1] = 1.0
    places = range(len(data) - 1, len(leaves) - 1, -1)
    for op, i, j, k in zip(reversed(ops), reversed(of), reversed(other), places, strict=True):
        arriving = grads[k]
        if op == "+":
            grads[i] += arriving
            grads[j] += arriving
        else:
            grads[i] += data[j] * arriving
            grads[j] += data[i] * arriving
    return grads
