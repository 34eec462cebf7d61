"""A GPT out of scalars: it reads first names letter by letter, and makes up new ones.

One layer, four heads, width 16, up to 16 letters: 4,192 parameters, each of them a Value. The arithmetic is that of
GPT-2 with RMS norm, without biases, as in microgpt. A name of seven letters is some 30,000 values, forward and
backward; `train_gpt` runs them compiled, with the engine's losses.

The names (names.txt) are the female and male first names of the 1990 census of the United States, published by the
U.S. Census Bureau (dist.female.first and dist.male.first): a work of the U.S. government, in the public domain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from ..compiled import compile
from ..engine import Value, group, no_grad, total
from ..nn import Module
from ..train import Adam, cross_entropy, one_hot, require_whole_number

LETTERS = ".abcdefghijklmnopqrstuvwxyz"  # the dot begins and ends a name
Matrix = list[list[Value]]
Token = int | Value | list[Value]  # the number of a letter, or a list with a 1 in its place


def first_names() -> list[str]:
    """The 5,163 names, in alphabetical order.

    Example:
        >>> first_names()[:3]
        ['aaron', 'abbey', 'abbie']
    """
    return Path(__file__).with_name("names.txt").read_text(encoding="ascii").split()


class GPT(Module):
    """A GPT of one layer that reads letters; called with letters, it scores for each what may come next.

    Args:
        width: How many numbers stand for a letter.
        heads: How many heads look back; a divisor of width.
        context: How many letters are read at most.
        seed: Seed of the weights; None for others in each run.

    Raises:
        ValueError: If heads is not a divisor of width.

    Example:
        >>> len(GPT().parameters())
        4192
    """

    def __init__(self, *, width: int = 16, heads: int = 4, context: int = 16, seed: int | None = None) -> None:
        if width % heads:
            raise ValueError(f"width must be a multiple of heads (got {width} and {heads})")
        rng = random.Random(seed)

        def matrix(rows: int, columns: int, name: str) -> Matrix:
            return [[Value(rng.gauss(0, 0.08), label=f"{name}[{i}][{j}]") for j in range(columns)] for i in range(rows)]

        self.heads, self.context = heads, context
        self.letter, self.position = matrix(len(LETTERS), width, "letter"), matrix(context, width, "position")
        self.query, self.key, self.value = (matrix(width, width, name) for name in ("query", "key", "value"))
        self.mix = matrix(width, width, "mix")
        self.widen, self.narrow = matrix(4 * width, width, "widen"), matrix(width, 4 * width, "narrow")
        self.score = matrix(len(LETTERS), width, "score")

    def parameters(self) -> list[Value]:
        parts = (self.letter, self.position, self.query, self.key, self.value, self.mix, self.widen, self.narrow)
        return [p for matrix in (*parts, self.score) for row in matrix for p in row]

    def __call__(self, tokens: Sequence[Token]) -> list[list[Value]]:
        """For each position a score for each letter that may come next."""
        past: list[tuple[list[Value], list[Value]]] = []
        scores = []
        for token in tokens:
            with group(_name(len(past), token)):
                scores.append(self.next(token, past))
        return scores

    def scores(self, letters: str) -> list[list[float]]:
        """For each letter the 27 scores of what may come next, as plain numbers.

        Example:
            >>> [len(row) for row in GPT(width=4, heads=2).scores(".ada")]
            [27, 27, 27, 27]
        """
        with no_grad():
            return [[score.data for score in row] for row in self(self._read(letters))]

    def weights(self, letters: str) -> list[list[list[float]]]:
        """For each head a table: how much each letter, a row, takes from each, a column; 0 from those after it.

        Example:
            >>> GPT(width=4, heads=2).weights("a")
            [[[1.0]], [[1.0]]]
        """
        past: list[tuple[list[Value], list[Value]]] = []
        rows: list[list[list[float]]] = []
        with no_grad():
            for token in self._read(letters):
                heads: list[list[float]] = []
                self.next(token, past, heads)
                rows.append([[*weights, *[0.0] * (len(letters) - len(past))] for weights in heads])
        return [list(table) for table in zip(*rows, strict=True)]

    def _read(self, letters: str) -> list[int]:
        if len(letters) > self.context or not set(letters) <= set(LETTERS):
            raise ValueError(f"letters must be at most {self.context}, each a to z or a dot (got {letters!r})")
        return _numbers(letters)

    def next(
        self, token: Token, past: list[tuple[list[Value], list[Value]]], weights: list[list[float]] | None = None
    ) -> list[Value]:
        """The scores after one more letter; past holds the keys and values so far, and gets this letter's.

        Args:
            token: The letter.
            past: Of the letters before it.
            weights: Gets each head's weights, if it is there.
        """
        with group("letter"):
            row = _row(self.letter, token)
        with group("position"):
            x = _norm(_add(row, self.position[len(past)]))
        with group("query · key · value"):
            h = _norm(x)
            query = _multiply(self.query, h)
            past.append((_multiply(self.key, h), _multiply(self.value, h)))
        heads = self._attend(query, past, weights)
        with group("mix"):
            x = _add(x, _multiply(self.mix, heads))
        with group("block"):
            h = [a.relu() for a in _multiply(self.widen, _norm(x))]
            x = _add(x, _multiply(self.narrow, h))
        with group("scores"):
            return _multiply(self.score, x)

    def _attend(
        self, query: list[Value], past: list[tuple[list[Value], list[Value]]], seen: list[list[float]] | None
    ) -> list[Value]:
        size = len(query) // self.heads
        out: list[Value] = []
        for at in range(0, len(query), size):
            part = slice(at, at + size)
            with group(f"head {at // size + 1}"):
                scores = [_dot(query[part], key[part]) * size**-0.5 for key, _ in past]
                weights = _softmax(scores)
                if seen is not None:
                    seen.append([w.data for w in weights])
                columns = zip(*(value[part] for _, value in past), strict=True)
                out += [_dot(weights, column) for column in columns]
        return out

    def loss(self, tokens: Sequence[Token], targets: Sequence[Any]) -> Value:
        """How surprised the model is by the letters that really come next: the mean cross-entropy."""
        past: list[tuple[list[Value], list[Value]]] = []
        losses = []
        for token, target in zip(tokens, targets, strict=True):
            with group(_name(len(past), token)):
                scores = self.next(token, past)
                with group("loss"):
                    losses.append(cross_entropy(scores, target))
        return total(losses) / len(losses)

    def sample(self, rng: random.Random, *, temperature: float = 0.5) -> str:
        """A made-up name. Lower temperatures stay closer to what is common."""
        name = ""
        past: list[tuple[list[Value], list[Value]]] = []
        with no_grad():
            while len(past) < self.context:
                scores = self.next(LETTERS.index(name[-1] if name else "."), past)
                weights = _softmax([s / temperature for s in scores])
                letter = rng.choices(LETTERS, [w.data for w in weights])[0]
                if letter == ".":
                    break
                name += letter
        return name


def train_gpt(
    model: GPT,
    names: Sequence[str],
    *,
    steps: int = 1000,
    batch: int = 1,
    lr: float = 0.01,
    backend: str = "auto",
    seed: int = 0,
) -> Iterator[float]:
    """Train on one batch of names after another; yields the loss of each, so that it can be watched, and stopped.

    Args:
        model: What to train.
        names: What to learn from; they are shuffled.
        steps: How many steps to take.
        batch: How many names to take for each, of any lengths.
        lr: The learning rate of the first step; it falls to 0 in a straight line.
        backend: As for `compile`.
        seed: Seed of the shuffling.

    Raises:
        ValueError: If there are no names, a letter is not one of a to z, or batch is not a whole number above 0.

    Example:
        >>> small = GPT(width=4, heads=2, seed=0)
        >>> losses = list(train_gpt(small, ["ada", "eve"], steps=3, backend="python"))
        >>> round(losses[0], 1)
        3.3
    """
    require_whole_number(steps, "steps", 0)
    require_whole_number(batch, "batch", 1)
    if not names:
        raise ValueError("names must be at least one name, such as first_names() (got none)")
    order = list(names)
    random.Random(seed).shuffle(order)
    samples = [encode(name, model.context) for name in order[: steps * batch]]
    step = compile(model.loss, model.parameters(), backend=backend)
    optimizer = Adam(step, lr, betas=(0.85, 0.99))
    if samples:
        one_of_each = {len(tokens): (tokens, targets) for tokens, targets in samples}
        step.prepare(*zip(*one_of_each.values(), strict=True))
    try:
        for number in range(steps):
            chosen = [samples[(number * batch + i) % len(samples)] for i in range(batch)]
            loss = step(*zip(*chosen, strict=True))
            optimizer.lr = lr * (1 - number / steps)
            optimizer.step()
            yield loss
    finally:
        step.sync()


def encode(name: str, context: int = 16) -> tuple[list[int], list[int]]:
    """The letters of a name as numbers, and for each the one that comes next; `context` of them at most.

    Raises:
        ValueError: If a letter is not one of a to z.

    Example:
        >>> encode("abe")
        ([0, 1, 2, 5], [1, 2, 5, 0])
    """
    if not set(name) <= set(LETTERS[1:]):
        raise ValueError(f"name must be of the letters a to z (got {name!r})")
    numbers = _numbers(f".{name}.")
    return numbers[:-1][:context], numbers[1:][:context]


def _numbers(letters: str) -> list[int]:
    return [LETTERS.index(letter) for letter in letters]


def _name(at: int, token: Token) -> str:
    """What a picture calls the part of one letter."""
    return f"letter {at + 1}" + (f" “{LETTERS[token]}”" if isinstance(token, int) else "")


# Linear algebra, one number at a time.


def _dot(a: Sequence[Value], b: Sequence[Value]) -> Value:
    return total([x * y for x, y in zip(a, b, strict=True)])


def _multiply(matrix: Matrix, x: Sequence[Value]) -> list[Value]:
    return [_dot(row, x) for row in matrix]


def _add(a: Sequence[Value], b: Sequence[Value]) -> list[Value]:
    return [x + y for x, y in zip(a, b, strict=True)]


def _row(matrix: Matrix, token: Token) -> list[Value]:
    if isinstance(token, int):
        return matrix[token]
    chosen = token if isinstance(token, list) else one_hot(token, len(matrix))
    return [_dot(chosen, column) for column in zip(*matrix, strict=True)]


def _norm(x: Sequence[Value]) -> list[Value]:
    scale = (_dot(x, x) / len(x) + 1e-5) ** -0.5
    return [a * scale for a in x]


def _softmax(scores: Sequence[Value]) -> list[Value]:
    largest = reduce(Value.max, scores).detach()
    powers = [(s - largest).exp() for s in scores]
    whole = total(powers)
    return [p / whole for p in powers]
