"""GPTs for gates to look at: right ones of several styles, and broken ones by the kind of their fault.

Each is the text of a class GPT on plain numbers, with `scores(letters)` and `weights(letters)`. A label says in a few words
what is wrong with it, or how a right one works; an answer never sees it.
"""

from __future__ import annotations

from random import Random

from .engine_words import in_other_words

_KEPT = frozenset({"model", "scores", "weights", "letters", "self"})
_RIGHT = """\
import math
import random

SIGNS = ".abcdefghijklmnopqrstuvwxyz"


def read(letters):
    if len(letters) > 16 or not set(letters) <= set(SIGNS):
        raise ValueError(f"letters must be at most 16, each a to z or a dot (got {letters!r})")
    return [SIGNS.index(letter) for letter in letters]


def norm(x):
    scale = (sum(a * a for a in x) / len(x) + 1e-5) ** -0.5
    return [a * scale for a in x]


def plus(x, y):
    return [a + b for a, b in zip(x, y)]


def multiply(matrix, x):
    return [sum(a * b for a, b in zip(row, x)) for row in matrix]


def shares(dots, seen):
    top = max(dots[:seen])
    exps = [math.exp(dot - top) for dot in dots[:seen]]
    total = sum(exps)
    return [e / total for e in exps] + [0.0] * (len(dots) - seen)


class GPT:
    def __init__(self, width, heads, spread, seed):
        rng = random.Random(seed)

        def matrix(rows, columns):
            return [[rng.gauss(0, spread) for _ in range(columns)] for _ in range(rows)]

        self.size = width // heads
        self.starts = range(0, width, self.size)
        self.letter = matrix(27, width)
        self.position = matrix(16, width)
        self.query = matrix(width, width)
        self.key = matrix(width, width)
        self.value = matrix(width, width)
        self.mix = matrix(width, width)
        self.widen = matrix(2 * width, width)
        self.narrow = matrix(width, 2 * width)
        self.last = matrix(27, width)

    def begin(self, letters):
        return [norm(plus(self.letter[k], self.position[i])) for i, k in enumerate(read(letters))]

    def dot(self, queries, keys, i, j, start):
        one, other = queries[i], keys[j]
        return sum(one[c] * other[c] for c in range(start, start + self.size)) / math.sqrt(self.size)

    def tables(self, xs):
        asking = [multiply(self.query, norm(x)) for x in xs]
        asked = [multiply(self.key, norm(x)) for x in xs]
        places = range(len(xs))
        found = []
        for start in self.starts:
            rows = [[self.dot(asking, asked, i, j, start) for j in places] for i in places]
            found.append([shares(rows[i], i + 1) for i in places])
        return found

    def weights(self, letters):
        return self.tables(self.begin(letters))

    def scores(self, letters):
        xs = self.begin(letters)
        found = self.tables(xs)
        values = [multiply(self.value, norm(x)) for x in xs]
        out = []
        for i, x in enumerate(xs):
            mixed = []
            for table, start in zip(found, self.starts):
                for c in range(start, start + self.size):
                    mixed.append(sum(share * value[c] for share, value in zip(table[i], values)))
            x = plus(x, multiply(self.mix, mixed))
            hidden = [max(0.0, a) for a in multiply(self.widen, norm(x))]
            x = plus(x, multiply(self.narrow, hidden))
            out.append(multiply(self.last, x))
        return out
"""


def _but(*edits: tuple[str, str]) -> str:
    """The right GPT with these parts replaced: what stands there, and what stands there instead."""
    text = _RIGHT
    for old, new in edits:
        if old not in text:
            raise ValueError(f"an edit must change the GPT (got {old!r}, which does not occur in it)")
        text = text.replace(old, new)
    return text


_POSITION = "norm(plus(self.letter[k], self.position[i]))"
_SHARES = "found.append([shares(rows[i], i + 1) for i in places])"
_OUT = "out.append(multiply(self.last, x))"
_MASKED = (
    "found.append([shares([dot if j <= i else -math.inf for j, dot in enumerate(rows[i])], len(rows)) for i in places])"
)
LAST_DIGITS = "the right GPT that subtracts the mean of all scores before exp, so that last digits differ"
SMALLEST = "the right GPT that begins with smaller weights, and has three heads"
ONE_HEAD = "the right GPT that has one head"
FRESH, TRAINED = 0.08, 0.5  # how large weights are at first, and after training
RIGHT: dict[str, tuple[str, tuple[int, int, float]]] = {  # the text; width, heads and spread of the weights
    "the right GPT that is fresh, with four heads": (_RIGHT, (8, 4, FRESH)),
    "the right GPT that is as large as a trained one": (_RIGHT, (6, 2, TRAINED)),
    SMALLEST: (_RIGHT, (6, 3, 0.02)),
    ONE_HEAD: (_RIGHT, (4, 1, FRESH)),
    "the right GPT that hides later letters by a score of −∞": (_but((_SHARES, _MASKED)), (4, 2, TRAINED)),
    LAST_DIGITS: (_but(("top = max(dots[:seen])", "top = sum(dots) / len(dots)")), (6, 2, TRAINED)),
    "the right GPT that has no positions in its letters, but takes less from letters far away": (
        _but(
            (_POSITION, "norm(self.letter[k])"),
            ("/ math.sqrt(self.size)", "/ math.sqrt(self.size) - 0.3 * abs(i - j)"),
        ),
        (4, 2, FRESH),
    ),
}
_Broken = dict[str, str]
ORACLE = "Oracle, which has no mask: each letter sees those after it"
LEAKS: _Broken = {
    ORACLE: _but(("shares(rows[i], i + 1)", "shares(rows[i], len(rows))")),
    "Eavesdropper, whose weights are right, but which takes the mean of all letters, later ones too, from each value": _but(
        ("        out = []\n", "        means = [sum(column) / len(xs) for column in zip(*values)]\n        values = [[a - b for a, b in zip(value, means)] for value in values]\n        out = []\n"),
    ),
    "Elephant, which forgets no call: the letters of earlier ones go on being seen": _but(
        ("        self.size = width // heads\n", "        self.size = width // heads\n        self.kept = []\n"),
        ("        out = []\n", "        fresh = values[-1]\n        for old in self.kept:\n            values = [plus(value, old) for value in values]\n        self.kept.append(fresh)\n        out = []\n"),
    ),
}  # fmt: skip
SHARES: _Broken = {
    "Blind Spot, whose mask is one too strict: but for the first, no letter sees itself": _but(
        ("shares(rows[i], i + 1)", "shares(rows[i], max(i, 1))")
    ),
    "Downpour, whose softmax runs down the columns: what each letter gives adds up to 1, not what it takes": _but(
        (_SHARES, "found.append([list(row) for row in zip(*[[0.0] * j + shares([rows[i][j] for i in places[j:]], len(xs) - j) for j in places])])")
    ),
    "Spendthrift, which squeezes each score by itself, by sigmoid: its weights do not add up to 1": _but(
        ("    total = sum(exps)\n    return [e / total for e in exps]", "    return [1 / (1 + math.exp(-dot)) for dot in dots[:seen]]")
    ),
}  # fmt: skip
NO_POSITIONS = "Salad Bowl, which has no positions"
GOLDFISH = "Goldfish, a bigram in disguise: what its attention gathers is never added"
ORDER: _Broken = {
    NO_POSITIONS: _but((_POSITION, "norm(self.letter[k])")),
    GOLDFISH: _but(("x = plus(x, multiply(self.mix, mixed))", "x = plus(x, multiply(self.mix, [0.0 for _ in mixed]))")),
    "Latecomer, which adds the positions after attention, when all is mixed": _but(
        (_POSITION, "norm(self.letter[k])"),
        ("x = plus(x, multiply(self.mix, mixed))", "x = plus(plus(x, self.position[i]), multiply(self.mix, mixed))"),
    ),
}
UNIFORM = "Everybody's Friend, which takes the same from every letter it sees"
CLOCKWORK = "Clockwork, one of whose heads hears positions alone: whatever the letters, its weights are the same but for rounding"
TWINS = "Twins: of its four heads the last does what the second does"
ATTENTION: _Broken = {
    UNIFORM: _but(("shares(rows[i], i + 1)", "shares([0.0 for _ in rows], i + 1)")),
    CLOCKWORK: _but(
        ("            rows = [[", "            if start == self.starts[-1]:\n                asking, asked = ([multiply(m, p) for p in self.position[: len(xs)]] for m in (self.query, self.key))\n            rows = [["),
        ("i, j, start) for j", "i, j, start) + 9 * sum(x[0] for x in xs[: i + 1]) for j"),  # softmax sees none of it,
        ("top = max(dots[:seen])", "top = 0.0"),  # but for rounding
    ),
    TWINS: _but(("self.dot(asking, asked, i, j, start)", "self.dot(asking, asked, i, j, start if start < self.starts[-1] else self.starts[1])")),
}  # fmt: skip
NO_WAY_OUT = "No Way Out, which has 26 scores: the dot, with which a name ends, is missing"
PARROT = "Parrot, whose loss is 0 on targets that were its inputs: what it expects next is the letter it reads"
SILENT: _Broken = {
    PARROT: _but((_OUT, f"{_OUT}\n            out[i][read(letters)[i]] = max(out[i]) + 20")),
    NO_WAY_OUT: _but((_OUT, "out.append(multiply(self.last[1:], x))")),
    "Cold Start, whose first scores are nan: its first letter had nobody to look at": _but(
        (_OUT, f"{_OUT}\n            if i == 0:\n                out[0] = [math.nan for _ in out[0]]")
    ),
}  # fmt: skip


def drawn_model(label: str, rng: Random, broken: _Broken | None = None) -> str:
    """The text of a module with one of them as `model`: in words of its own, with drawn weights.

    Args:
        label: A label of RIGHT, or of `broken`.
        rng: Draws the words, the weights and, of a broken one, the shape.
        broken: One of the tables above.
    """
    shapes = [(8, 4, FRESH), (8, 4, TRAINED)] if label == TWINS else [(4, 2, FRESH), (6, 3, TRAINED)]
    text, shape = RIGHT[label] if broken is None else (broken[label], rng.choice(shapes))
    written = in_other_words(text, rng, _KEPT)
    return f"{written}\n\nmodel = GPT({', '.join(map(str, shape))}, {rng.randrange(10**6)})\n"
