"""Lesson 24: names from counted pairs of letters, and the same pairs learned."""

from __future__ import annotations

from itertools import accumulate
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import probes, random_numbers, zeros


def _tables(rng: Random, *sizes: int, lowest: int = 2) -> list[list[list[int]]]:
    """Tables of counts, no two rows with one sum."""
    found: list[list[list[int]]] = []
    while len(found) < len(sizes):
        size = sizes[len(found)]
        table = [[rng.randint(lowest, 9) for _ in range(size)] for _ in range(size)]
        sums = [sum(line) for way in (table, zip(*table, strict=True)) for line in way]
        if len({*sums}) == len(sums):
            found.append(table)
    return found


def _with_zeros(rng: Random) -> list[list[list[int]]]:
    """Tables in which some pairs never came, or just once; in the second, one letter never did."""
    some, other = _tables(rng, 3, 3)
    some[0][rng.randrange(3)] = some[2][rng.randrange(3)] = other[0][1] = 0
    some[1][rng.randrange(3)] = 1
    other[1] = [0, 0, 0]
    return [some, other]


def _counted(tables: list[list[list[int]]]) -> list[Inputs]:
    return [{"args": [table]} for table in tables]


def _scored(rng: Random, tables: list[list[list[int]]]) -> list[Inputs]:
    return [
        {"args": [[random_numbers(rng, len(row)) for row in table], table], "like": zeros(len(table), len(table))}
        for table in tables
    ]


def _one_letter(rng: Random) -> list[Inputs]:
    """Two letters, of which only the second one came before another."""
    (table,) = _tables(rng, 2)
    return _scored(rng, [[[0, 0], table[1]]])


def _shares(rng: Random, count: int) -> list[float]:
    """Shares in hundredths, none of them small, no two alike."""
    while True:
        cuts = sorted(rng.sample(range(8, 93), count - 1))
        parts = [b - a for a, b in zip([0, *cuts], [*cuts, 100], strict=True)]
        if min(parts) >= 8 and len({*parts}) == count:
            return [part / 100 for part in parts]


def _inside(rng: Random) -> list[Inputs]:
    """A number inside each share of two lists, never close to a border."""
    return [
        {"args": [shares, round(end - share * rng.uniform(0.3, 0.7), 3)]}
        for shares in (_shares(rng, 4), _shares(rng, 4))
        for share, end in zip(shares, accumulate(shares), strict=True)
    ]


def _at_the_edge(rng: Random) -> list[Inputs]:
    """Shares of 0: first, last and in the middle; and the smallest number there is."""
    a, b, c = sorted(_shares(rng, 3))
    return [
        {"args": [[0.0, b, a, c], 0.0]},
        {"args": [[c, 0.0, b, a, 0.0], round(c + b * 0.5, 3)]},
        {"args": [[0.0, c, b, a, 0.0], round(1 - a * 0.5, 3)]},
        {"args": [[0.0, 0.0, c, 0.0, 0.0, a, b], round(1 - b * 0.5, 3)]},
        {"args": [[0.0, 0.0, 0.0, c, a, b], 0.0]},
    ]


_LOSS = "count * math.log(count / sum(row))"
_PULL = "n * e / sum(exps) - count"
_TABLE_SOFTMAX = """\
import math


def count_gradients(w, counts):
    pairs = sum(map(sum, counts))
    whole = sum(math.exp(z) for scores in w for z in scores)
    grads = []
    for scores, row in zip(w, counts):
        grads.append([(sum(row) * math.exp(z) / whole - count) / pairs for z, count in zip(scores, row)])
    return grads
"""

EXERCISES = (
    Exercise(
        name="draw_letter",
        lesson="24",
        title="A letter at random",
        prompt="""\
`shares` are the shares of all letters; they add up to 1. `u` is a random number, 0 or more and below 1. Lay the shares end to end on a
line, the first one at 0. Write `draw_letter(shares, u)`: the place in the list of that share into which u falls. A letter whose share is 0
never comes. (u falls on a border? Then it belongs to the share that begins there.)""",
        stub='''\
def draw_letter(shares, u):
    """The place of the share that u falls into."""
    return 0
''',
        stub_sentence="So far place 0 comes back, whatever u is. Go along the line: has u come behind the end of this share?",
        solution="""\
def draw_letter(shares, u):
    end = 0.0
    for letter, share in enumerate(shares):
        end += share
        if u < end:
            return letter
    return len(shares) - 1
""",
        hints=(
            "Where does each share end on the line? At the sum of all shares up to it.",
            "The first share that ends behind u is the one.",
            "`end += share` in a loop, then `if u < end:`.",
        ),
        rows=(Row("a number in each share", 2, _inside), Row("shares of 0, and u = 0", 1, _at_the_edge)),
        wrong_parts={
            "end += share": {
                "end = share": "Each share is held against u alone. They lie end to end: this one ends at the sum of all up to it.",
            },
            "if u < end": {
                "if u <= end": "Where u is 0 and the first share is 0, that letter comes, and it never may: u < end.",
                "if u > end": "Turned round: u lies in the first share that ends *behind* u, u < end.",
                "if u > end - share": "It asks only whether u comes behind the beginning, and that is so at the first share. Ask for its end.",
            },
            "return letter": {
                "return letter + 1": "One too far: the first place is 0, and the sum of the first i shares is where share number i *begins*.",
                "return share": "That is the share. Asked is its place in the list.",
                "return end": "That is where the share ends. Asked is its place in the list.",
                'return "abcdefgh"[letter]': "A text comes back. Asked is the place in the list, a number: not the letter itself, and nothing in quotes.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The largest share comes each time, whatever u is: then all names would be alike.",
                source="def draw_letter(shares, u):\n    return shares.index(max(shares))\n",
            ),
            WrongAnswer(
                "You draw a number of your own. u is that number: the same u must give the same letter each time.",
                source="""\
import random


def draw_letter(shares, u):
    return random.choices(range(len(shares)), shares)[0]
""",
            ),
            WrongAnswer(
                "Shares lie in the order of the list: a sorted list has other places.",
                edits={"enumerate(shares)": "enumerate(sorted(shares))"},
            ),
            WrongAnswer(
                "Shares lie in the order of the list, not the largest first: a sorted list has other places.",
                edits={"enumerate(shares)": "enumerate(sorted(shares, reverse=True))"},
            ),
            WrongAnswer(
                "The loop goes on when the place is found, and the last one stays: return it at once.",
                edits={
                    "            return letter\n    return len(shares) - 1": "            found = letter\n    return found"
                },
            ),
            WrongAnswer(
                "One too far, and where u is 0 it stays at place 0, whatever its share: the sum of the first i shares is where number i begins.",
                source="""\
def draw_letter(shares, u):
    i = 0
    while sum(shares[:i]) < u:
        i += 1
    return i
""",
            ),
            WrongAnswer(
                "Where u is 0 it fails: a place whose share is 0 must be passed by there, too. Is it `<`, or `<=`?",
                source="""\
def draw_letter(shares, u):
    i = 0
    while sum(shares[:i]) < u:
        i += 1
    return i - 1
""",
            ),
            WrongAnswer(
                "Each share is held against u alone, and then none may fit. They lie end to end: add up those before.",
                source="""\
def draw_letter(shares, u):
    for letter, share in enumerate(shares):
        if u < share:
            return letter
    return 0
""",
            ),
            WrongAnswer(
                "Each share is held against u alone, and often none fits, so that nothing comes back. They lie end to end: add up those before.",
                source="""\
def draw_letter(shares, u):
    for letter, share in enumerate(shares):
        if u < share:
            return letter
""",
            ),
            WrongAnswer(
                "That would be right if all shares were equal: a large share is a longer piece of the line.",
                source="def draw_letter(shares, u):\n    return int(u * len(shares))\n",
            ),
            WrongAnswer(
                "You lay the shares from the other end: the first one begins at 0.",
                source="""\
def draw_letter(shares, u):
    left = 1.0
    for letter, share in enumerate(shares):
        left -= share
        if u >= left:
            return letter
    return len(shares) - 1
""",
            ),
            WrongAnswer(
                "The share that is nearest to u comes back. u says a place on the line, not a size.",
                source="""\
def draw_letter(shares, u):
    return min(range(len(shares)), key=lambda letter: abs(shares[letter] - u))
""",
            ),
            WrongAnswer(
                "u is compared with where a share *begins*: add the share first, and then compare.",
                source="""\
def draw_letter(shares, u):
    end = 0.0
    for letter, share in enumerate(shares):
        if u < end:
            return letter
        end += share
    return len(shares) - 1
""",
            ),
        ),
    ),
    Exercise(
        name="counted_loss",
        lesson="24",
        title="What counting costs",
        prompt="""\
`counts[a][b]` says how often letter b came after letter a. Who counts gives b after a the share counts[a][b] / (sum of row a). Write
`counted_loss(counts)`: the mean of −log(share) over all pairs that were counted. A pair that never came is not among them, and a letter
that never came has a row of zeros.""",
        docstring="How surprised the counts are by the pairs that were counted.",
        solution="""\
import math


def counted_loss(counts):
    total, pairs = 0.0, 0
    for row in counts:
        for count in row:
            if count > 0:
                total -= count * math.log(count / sum(row))
                pairs += count
    return total / pairs
""",
        hints=(
            "A pair that came five times costs −log(its share) five times.",
            "Where the count is 0, nothing is added; math.log(0) would be an error.",
            "In the end divide by how many pairs there were: the sum of all counts.",
        ),
        rows=(
            Row("every pair came", 2, lambda rng: _counted(_tables(rng, 2, 3, 4))),
            Row("some never came", 1, lambda rng: _counted(_with_zeros(rng))),
        ),
        wrong_parts={
            _LOSS: {
                "math.log(count / sum(row))": "Each pair costs as often as it came: count times −log(share).",
                "count / sum(row) * math.log(count / sum(row))": "Times its share? It came `count` times: that many times −log(share).",
                "count * math.log2(count / sum(row))": "That is to base 2: math.log is the natural logarithm.",
                "count * math.log10(count / sum(row))": "That is to base 10: math.log is the natural logarithm.",
                "count * math.log(count / sum(row) + 1e-9)": "A small number inside the log makes each share a little wrong. Leave out what never came, and take the log of the share itself.",
                "count * math.log(count)": "That is the log of the count. The loss looks at the *share*: count / sum of its row.",
                "count * math.log(count / sum(map(sum, counts)))": "Divide by the sum of the pair's own *row*: which letter came before is known.",
                "count * math.log((count + 1) / (sum(row) + len(row)))": "One was added to every count. Asked is the share as it was counted; zeros are just left out.",
                "count * (1 - count / sum(row))": "What is missing to 1 is not the loss: it is −log(share).",
                "count * math.exp(count / sum(row)) ": "exp is the other way round: the loss is −log(share).",
            },
            "total -= ": {"total += ": "The sign: log of a share is below 0, the loss is −log."},
            "return total / pairs": {
                "return total": "That is the sum over all pairs. Asked is the mean: divide by how many there are.",
                "return total / len(counts)": "Divided by how many letters there are. It is the mean over all *pairs*: the sum of all counts.",
                "return total / sum(row)": "Divided by the last row's sum, it seems. It is the mean over all pairs: the sum of all counts.",
                "return total / len(counts) ** 2": "Divided by how many places the table has. It is the mean over all pairs that came: the sum of all counts.",
                "return math.exp(total / pairs)": "An exp too many: the loss is the mean itself.",
            },
            "pairs += count": {
                "pairs += 1": "A pair that came five times is five pairs: divide by the sum of all counts.",
            },
            "            if count > 0:\n": {
                "            if count > 1:\n": "Pairs that came once count, too: only those that never came are left out.",
                "            if True:\n": "A pair that never came has the share 0, and math.log(0) is an error: leave it out.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "A pair that came five times counts five times, in the sum and in what you divide by.",
                edits={"count * math.log": "math.log", "pairs += count": "pairs += 1"},
            ),
            WrongAnswer(
                "Every row weighs alike there. A pair costs −log(share) each time it came, and the mean is over all pairs.",
                edits={"count * math.log": "count / sum(row) * math.log", "total / pairs": "total / len(counts)"},
            ),
            WrongAnswer(
                "Rows and columns are swapped: counts[a] is the row of what came after a.",
                edits={"in counts:\n": "in zip(*counts):\n"},
            ),
            WrongAnswer(
                "The mean of the rows' losses lets a rare letter weigh as much as a frequent one: take it over all pairs.",
                source="""\
import math


def counted_loss(counts):
    losses = []
    for row in counts:
        if sum(row):
            losses.append(-sum(c / sum(row) * math.log(c / sum(row)) for c in row if c))
    return sum(losses) / len(losses)
""",
            ),
            WrongAnswer(
                "A row of zeros has no shares: who divides by its sum divides by 0. Leave it out.",
                source="""\
import math


def counted_loss(counts):
    total = 0.0
    for row in counts:
        shares = [c / sum(row) for c in row]
        total -= sum(c * math.log(p) for c, p in zip(row, shares) if c)
    return total / sum(map(sum, counts))
""",
            ),
        ),
    ),
    Exercise(
        name="count_gradients",
        lesson="24",
        title="A gradient from counts",
        prompt="""\
`w[a]` is a row of scores, for what comes after letter a; softmax makes shares of it. `counts[a][b]` pairs had letter b after a. The loss is
the mean of −log(share) over all pairs. Write `count_gradients(w, counts)`: the table of its gradients at all scores. One pair gives p − y to
its row (lesson 18); here a whole row of pairs comes at once. (The scores are small: the largest need not be taken out.)""",
        stub='''\
import math


def count_gradients(w, counts):
    """The gradient of the mean loss at each score: a table like w."""
    return [[0.0] * len(row) for row in w]
''',
        stub_sentence="All gradients are 0 so far. Take one row: each of its pairs gives p − y to the row's scores; add them up.",
        solution="""\
import math


def count_gradients(w, counts):
    pairs = sum(map(sum, counts))
    grads = []
    for scores, row in zip(w, counts):
        n = sum(row)
        exps = [math.exp(z) for z in scores]
        grads.append([(n * e / sum(exps) - count) / pairs for e, count in zip(exps, row)])
    return grads
""",
        hints=(
            "All pairs of a row have the same shares p. There are n of them, so p comes n times.",
            "y is 1 at the letter that came: over the row's pairs that adds up to the count.",
            "(n · p − count) / pairs, with n the sum of the row and pairs the sum of all counts.",
        ),
        rows=(
            Row("only one row has counts", 1, _one_letter, probe=probes.returned_lists),
            Row(
                "several letters",
                2,
                lambda rng: _scored(rng, [*_tables(rng, 2, 3, lowest=1), *_with_zeros(rng)]),
                probe=probes.returned_lists,
            ),
        ),
        wrong_parts={
            _PULL: {
                "e / sum(exps) - count": "The share p comes from each of the row's pairs: n times, as the row's counts together make n.",
                "n * (e / sum(exps) - count)": "Only p comes n times: the counts of the row make n together already.",
                "count - n * e / sum(exps)": "The sign is turned round: p − y, the gradient; the minus belongs to the update.",
                "n * e / sum(exps)": "The y is missing: each pair takes 1 from the letter that came.",
                "n * e / sum(exps) - 1": "y takes 1 for each pair: as often as that letter came, count times.",
                "n * e / sum(exps) - (count > 0)": "1 is taken once from each letter that came. It is taken by each pair: count times.",
                "n * e / sum(exps) - count if count else 0.0": "A pair that never came has a share all the same, so its score is pushed down: n · p − 0, not 0.",
                "n * math.log(e) - count": "Scores are no shares: softmax makes shares of them, exp(z) over the sum of the row's exps.",
                "n / len(row) - count": "Those are equal shares, 1 / letters: they hold while all scores are 0. Take softmax of the row of w.",
                "n * e - count": "exp alone is no share: divide by the sum of the row's exps.",
                "e / sum(exps) - count / max(n, 1)": "Each row's own mean: then a rare letter weighs as much as a frequent one. The mean is over all pairs.",
                "e / sum(exps) - count / n": "Each row's own mean: then a rare letter weighs as much as a frequent one, and one that never came divides by 0.",
                "-count * (1 - e / sum(exps))": "A letter's score is pushed down by the *other* letters' pairs, too: n · p − count.",
                "n * math.log(e / sum(exps)) - count": "A log too many: p − y has the share itself.",
            },
            " / pairs for": {
                " for": "That is the gradient of the sum. The loss is a mean: divide by how many pairs there are.",
                " / max(n, 1) for": "Divided by the pairs of the row. The loss is the mean over *all* pairs.",
                " / len(row) for": "Divided by how many letters there are. The loss is the mean over all pairs: the sum of all counts.",
                " / len(row) ** 2 for": "Divided by how many places the table has. The loss is the mean over all pairs: the sum of all counts.",
            },
            "return grads": {
                "return [grad for row in grads for grad in row]": "Asked is a table like w: a list of rows, each with the gradients of one row of scores.",
                "return grads[0]": "Only the first row comes back. Does the `return` stand inside the loop?",
                "return grads[-1]": "Only the last row comes back: put each row into a list, and return that.",
            },
            "exps = [math.exp(z) for z in scores]": {
                "exps = [math.exp(-z) for z in scores]": "exp(z), without a minus: the largest score has the largest share.",
                "exps = scores": "Scores are no shares: exp of each comes first.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "All rows of the result are one and the same list: `[[0.0] * n] * n` makes one row, and takes it n times.",
                edits={
                    "grads = []\n": "grads, keep = [], []\n",
                    "grads.append([": "keep[:] = [",
                    "row)])": "row)]\n        grads.append(keep)",
                },
            ),
            WrongAnswer(
                "That is w after a step. Asked are the gradients alone: w stays as it is.",
                edits={
                    "grads.append([(": "grads.append([z - (",
                    "for e, count in zip(exps, row)": "for z, e, count in zip(scores, exps, row)",
                },
            ),
            WrongAnswer(
                "Each row's own mean: then a rare letter weighs as much as a frequent one. Divide by how many pairs there are in all.",
                edits={_PULL: "e / sum(exps) - (count / n if n else 0.0)", " / pairs for": " for"},
            ),
            WrongAnswer(
                "Each row's own mean, and a letter that never came divides by 0. Divide by how many pairs there are in all.",
                edits={_PULL: "e / sum(exps) - count / n", " / pairs for": " for"},
            ),
            WrongAnswer(
                "Divided by the pairs of the row, and a letter that never came divides by 0. The loss is the mean over *all* pairs.",
                edits={" / pairs for": " / n for"},
            ),
            WrongAnswer(
                "The shares are made over the whole table. Each row has a softmax of its own: its shares add up to 1.",
                source=_TABLE_SOFTMAX,
            ),
            WrongAnswer(
                "Rows and columns of the counts are swapped: counts[a] belongs to the scores w[a].",
                edits={"zip(w, counts)": "zip(w, list(zip(*counts)))"},
            ),
        ),
    ),
)
