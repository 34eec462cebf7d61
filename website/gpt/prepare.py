"""What the page of the GPT asks of the package, once: the graph of one name, and the names.

The graph is that of a name of sixteen letters; a shorter one counts less of it, for no letter sees those after it.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from microgradviz.engine import OPS, Value, topological_order, total
from microgradviz.gpt import GPT, LETTERS, encode, first_names
from microgradviz.train import cross_entropy

UNSEEN = 500  # names to compare with at the end
TRAINED = 1000


def prepare(seed: int) -> str:
    """What the worker needs to train a GPT whose weights and order of names follow from the seed, as JSON."""
    model, names = GPT(seed=seed), first_names()
    random.Random(seed).shuffle(names)
    unseen, chosen = names[:UNSEEN], names[UNSEEN : UNSEEN + TRAINED]
    return json.dumps(
        {
            "letters": LETTERS,
            "context": model.context,
            "graph": record_graph(model),
            "names": [encode(name) for name in chosen],
            "unseen": [encode(name) for name in unseen],
            "counted": loss_by_counting(chosen, unseen),
        }
    )


def record_graph(model: GPT) -> dict[str, Any]:
    """The loss of a name as columns, as wide_graph.js takes them, and the parameters' numbers.

    What changes from name to name are leaves: for each place a list of 27 that chooses its letter, another that
    chooses the letter that comes next, and the share of that place's loss in the mean, 0 behind the end of the name.
    """
    places = range(model.context)
    letters, targets = ([[Value(0.0) for _ in LETTERS] for _ in places] for _ in range(2))
    shares = [Value(0.0) for _ in places]
    scores = model(letters)
    losses = [cross_entropy(given, target) for given, target in zip(scores, targets, strict=True)]
    loss = total([share * each for share, each in zip(shares, losses, strict=True)])

    values = topological_order(loss)
    place = {id(value): i for i, value in enumerate(values)}

    def numbers_of(some: Iterable[Value]) -> list[int]:
        return [place[id(value)] for value in some]

    edges = [(place[id(source)], i) for i, value in enumerate(values) for source in value.inputs]
    sources, users = zip(*edges, strict=True)
    used = {value.op.name for value in values if value.op}
    parameters = model.parameters()
    return {
        "op": [value.op.name if value.op else "" for value in values],
        "data": [value.data for value in values],
        "constants": {i: value.op.constants for i, value in enumerate(values) if value.op and value.op.constants},
        "from": sources,
        "to": users,
        "rules": {name: {key: getattr(OPS[name], key) for key in ("formula", "locals", "arity")} for name in used},
        "params": numbers_of(parameters),
        "fed": numbers_of(chain(*letters, *targets, shares)),
        "predictions": numbers_of(chain(*scores)),
        "loss": place[id(loss)],
        "start": [p.data for p in parameters],
    }


def loss_by_counting(names: list[str], unseen: list[str]) -> float:
    """The mean loss over unseen names, if the next letter is guessed from how often each followed, plus one."""
    pairs = Counter(pair for name in names for pair in zip(f".{name}", f"{name}.", strict=True))
    of_letter = Counter(first for first, _ in pairs.elements())

    def loss(pair: tuple[str, str]) -> float:
        return -math.log((pairs[pair] + 1) / (of_letter[pair[0]] + len(LETTERS)))

    means = [sum(map(loss, zip(f".{name}", f"{name}.", strict=True))) / (len(name) + 1) for name in unseen]
    return sum(means) / len(means)
