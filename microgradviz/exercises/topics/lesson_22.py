"""Lesson 22: a layer as W·x + b on lists of numbers, its gradients, and a bias that is stretched."""

from __future__ import annotations

from random import Random
from typing import Any

from ..base import DrawCases, Exercise, Inputs, Row, WrongAnswer
from ..judge import probes, random_numbers, zeros


def _table(rng: Random, rows: int, columns: int) -> list[list[float]]:
    return [random_numbers(rng, columns) for _ in range(rows)]


def _layers(*shapes: tuple[int, int]) -> DrawCases:
    """Draws layers of these shapes: W, x, and a number for each output, which may be its bias or what arrives there."""
    return lambda rng: [
        {"args": [_table(rng, m, n), random_numbers(rng, n), random_numbers(rng, m)]} for m, n in shapes
    ]


def _stretched(*sizes: tuple[int, int, int, int]) -> DrawCases:
    """Draws tables of gradients, and what was stretched to their size: rows, columns; its rows, its columns."""
    return lambda rng: [
        {"args": [_table(rng, m, n), rows, columns], "like": zeros(rows, columns)} for m, n, rows, columns in sizes
    ]


def _batches(*shapes: tuple[int, int]) -> DrawCases:
    """Draws sums of neurons for several samples, a bias for each neuron, and what arrives."""

    def draw(rng: Random, m: int, n: int) -> Inputs:
        given: list[Any] = [_table(rng, m, n), random_numbers(rng, m), _table(rng, m, n)]
        return {"args": given}

    return lambda rng: [draw(rng, m, n) for m, n in shapes]


_ADD_BIAS = """\
def add_bias(Z, b, G):
    Y = [[0.0 for z in row] for row in Z]
    db = [0.0 for bias in b]
    for i in range(len(Z)):
        for j in range(len(Z[0])):
            Y[i][j] = Z[i][j] + b[i]
            db[i] += G[i][j]
    return Y, db
"""
_TABLE_OF_W = "dW = [[arriving * v for v in x] for arriving in g]"
_SUM_FOR_X = "sum(arriving * row[j] for arriving, row in zip(g, W))"

EXERCISES = (
    Exercise(
        name="matrix_vector",
        lesson="22",
        title="A layer on lists",
        prompt="""\
W is a list of rows, one for each neuron; x is a list of inputs, b a list of biases. Write `matrix_vector(W, x, b)`: the list of what
the neurons sum up, W·x + b, without tanh.""",
        stub='''\
def matrix_vector(W, x, b):
    """The list of W·x + b, one number for each row of W."""
    return [0.0 for row in W]
''',
        stub_sentence="All sums are 0 yet. One row of W, with x: each weight times its own input, and all of them added.",
        solution="""\
def matrix_vector(W, x, b):
    return [sum(w * v for w, v in zip(row, x)) + bias for row, bias in zip(W, b)]
""",
        hints=(
            "For one row: `sum(w * v for w, v in zip(row, x))`.",
            "A row and its bias come together by `zip(W, b)`.",
            "Append each row's sum, plus its bias, to a list, and return that.",
        ),
        rows=(
            Row("more inputs than neurons, and fewer", 2, _layers((2, 3), (3, 2), (1, 4))),
            Row("as many inputs as neurons", 1, _layers((3, 3), (2, 2))),
        ),
        wrong_parts={
            "for row, bias in zip(W, b)": {
                "for row, bias in zip(zip(*W), b)": "Those are the columns of W. A neuron's weights stand in a row.",
            },
            " + bias": {
                "": "The bias is missing: each row has its own in b.",
                " + b[0]": "Each neuron has a bias of its own, not the first one for all.",
                " + sum(b)": "A neuron gets its own bias, not the sum of all.",
                " * bias": "The bias is added, not multiplied by.",
            },
            "sum(w * v for w, v in zip(row, x)) + bias": {
                "sum(w * v + bias for w, v in zip(row, x))": "The bias is in each product's term now: add it once a row, behind the sum.",
                "sum(w + v for w, v in zip(row, x)) + bias": "A weight is multiplied by its input; the products are added.",
                "sum(row) * sum(x) + bias": "Each weight meets every input there, not its own alone. In pairs: `zip(row, x)`.",
                "[w * v + bias for w, v in zip(row, x)]": "A row of W gives one number: add its products up, and the bias once.",
                "sum(w * v for w, v in zip(row, x)) - bias": "The bias is added, not taken away.",
                "[w * v for w, v in zip(row, x)]": "Those are the products. Add up those of each row, and its bias.",
                "row[-1] * x[-1] + bias": "Only the last product of each row is left: add them all up.",
                "row[0] * x[0] + bias": "Only the first product of each row is there: does a `return` stand inside the loop?",
            },
            "return [sum(w * v for w, v in zip(row, x)) + bias for row, bias in zip(W, b)]": {
                "return sum(sum(w * v for w, v in zip(row, x)) + bias for row, bias in zip(W, b))": "That is one number. Each row gives a number of its own: a list.",
                "return [sum(w * v for w, v in zip(row, x)) + bias for row, bias in zip(W, b)][:1]": "The first neuron alone: return when all rows are done.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "In your layer tanh comes after. Here W·x + b alone is asked for.",
                edits={
                    "def ": "from math import tanh\n\n\ndef ",
                    "[sum": "[tanh(sum",
                    " + bias": " + bias)",
                },
            ),
            WrongAnswer(
                "You make a sum for each input, down its column of W. A sum belongs to a neuron, whose weights stand in a row.",
                source="""\
def matrix_vector(W, x, b):
    y = []
    for j in range(len(x)):
        y.append(sum(row[j] * x[j] for row in W) + b[j])
    return y
""",
            ),
            WrongAnswer(
                "Each sum on its way is in the list: append when a row is done, below its loop.",
                source="""\
def matrix_vector(W, x, b):
    y = []
    for row, bias in zip(W, b):
        total = bias
        for w, v in zip(row, x):
            total += w * v
            y.append(total)
    return y
""",
            ),
            WrongAnswer(
                "Between lists, + joins them. Each sum gets its own number of b.",
                source="def matrix_vector(W, x, b):\n    return [sum(w * v for w, v in zip(row, x)) for row in W] + b\n",
            ),
            WrongAnswer(
                "The sum goes on from row to row: begin at 0 anew for each.",
                source="""\
def matrix_vector(W, x, b):
    y, total = [], 0.0
    for row, bias in zip(W, b):
        for w, v in zip(row, x):
            total += w * v
        y.append(total + bias)
    return y
""",
            ),
        ),
    ),
    Exercise(
        name="layer_gradients",
        lesson="22",
        title="Three gradients of a layer",
        prompt="""\
y = W·x + b, and the gradient that arrives at each y is in the list g. Write `layer_gradients(W, x, g)`: the gradients of W (rows, as W has
them), of x (a list) and of b (a list), in this order.""",
        stub='''\
def layer_gradients(W, x, g):
    """The gradients of W, x and b."""
    dW = [[0.0 for v in x] for row in W]
    dx = [0.0 for v in x]
    db = [0.0 for row in W]
    return dW, dx, db
''',
        stub_sentence="All gradients are 0 yet. Begin with b: each bias is added to one y.",
        solution=f"""\
def layer_gradients(W, x, g):
    {_TABLE_OF_W}
    dx = [{_SUM_FOR_X} for j in range(len(x))]
    db = list(g)
    return dW, dx, db
""",
        hints=(
            "b: plus copies what arrives. W[i][j] is multiplied by x[j], in the sum of neuron i alone.",
            "x[j] goes into every neuron: into neuron i by the weight W[i][j]. Contributions add.",
            "Two loops, over i and over j: `dW[i][j] = g[i] * x[j]` and `dx[j] += g[i] * W[i][j]`.",
        ),
        rows=(
            Row("more inputs than neurons, and fewer", 2, _layers((2, 3), (3, 2), (1, 4)), probe=probes.table_and_lists),
            Row("as many inputs as neurons", 1, _layers((3, 3), (2, 2)), probe=probes.table_and_lists),
        ),
        wrong_parts={
            _TABLE_OF_W: {
                "dW = [arriving * v for arriving in g for v in x]": "The numbers of W's gradient are right, but in one flat list: give them in rows, as W has them.",
                "dW = [[arriving * v for arriving in g] for v in x]": "The gradient of W has a row for each input there. It has the shape of W: a row for each neuron.",
                "dW = [[v for v in x] for arriving in g]": "In W's gradient what arrives is missing: that is the local derivative alone.",
                "dW = [[arriving for v in x] for arriving in g]": "In W's gradient x is missing: a weight is multiplied by its input, and times swaps.",
                "dW = [[arriving * w for w in row] for arriving, row in zip(g, W)]": "A weight's own number plays no part in its gradient: times swaps, it gets its input.",
                "dW = [[arriving * sum(x) for v in x] for arriving in g]": "A weight meets its own input alone, not the sum of all.",
                "dW = [arriving * v for arriving, v in zip(g, x)]": "W's gradient has a number for each weight: each g meets each x, not in pairs.",
                "dW = [[sum(g) * v for v in x] for arriving in g]": "A weight is in one neuron's sum alone: what arrives at the others does not reach it.",
            },
            _SUM_FOR_X: {
                "sum(row[j] for row in W)": "In x's gradient what arrives is missing: each weight of column j times its own g.",
                "g[0] * W[0][j]": "That is what the first neuron sends to x. All neurons use x[j]: contributions add.",
                "g[-1] * W[-1][j]": "That is what the last neuron sends to x. All neurons use x[j]: `+=`.",
                "sum(g) * x[j]": "In x's gradient stand weights: times swaps, x[j] gets W[i][j].",
                "sum(g) * sum(row[j] for row in W)": "Each weight meets its own g alone: multiply in pairs, then add.",
                "sum(arriving * row[j] for arriving, row in zip(g, W)) * x[j]": "x's own number plays no part in its gradient.",
                "sum(arriving * row[j] for arriving, row in zip(g, W)) / len(g)": "Contributions are added; nothing divides by how many they are.",
                "sum(g)": "In x's gradient the weights are missing: times swaps.",
            },
            f"[{_SUM_FOR_X} for j in range(len(x))]": {
                "[sum(arriving * w for w in row) for arriving, row in zip(g, W)]": "You added along the rows of W. x[j] goes into every neuron, by the weights of *column* j.",
                "[sum(arriving * w for arriving, w in zip(g, row)) for row in W]": "The rows of W met g: that is W·g. x[j] is used by the weights of *column* j.",
            },
            "list(g)": {
                "[1.0 for _ in g]": "1 is the local derivative of a sum. A bias gets what arrives, times that.",
                "[sum(g) for _ in g]": "Each bias is added to one y, and gets what arrives there alone.",
                "[sum(g)]": "There is a bias for each neuron, and each gets what arrives at its own y.",
                "[0.0 for _ in g]": "b has gradients, too: it is added, and plus copies what arrives.",
            },
            "return dW, dx, db": {
                "return dW, db, dx": "The order is W, x, b: x and b are swapped.",
                "return dx, dW, db": "The order is W, x, b: W comes first.",
                "return db, dx, dW": "The order is W, x, b: yours is the other way round.",
                "return db, dW, dx": "The order is W, x, b: b comes last.",
                "return dW, dx": "The gradient of b is missing: three are asked for.",
                "return dW": "That is the first of three: the gradients of x and b are asked for, too.",
                "return db": "That is the last of three: the gradients of W and x are asked for, too.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Those are the local derivatives. Each is multiplied by what arrives in g.",
                edits={"arriving * ": "", "for arriving in g": "for _ in g", "arriving, row in zip(g, W)": "row in W", "list(g)": "[1.0 for _ in g]"},
            ),
            WrongAnswer(
                "Those are all contributions to x, not added up: x[j] gets the sum over all neurons.",
                edits={f"[{_SUM_FOR_X} for j in range(len(x))]": "[[arriving * w for w in row] for arriving, row in zip(g, W)]"},
            ),
            WrongAnswer(
                "A bias gets what arrives once. Inside the loop over the inputs it comes as often as there are inputs.",
                edits={"list(g)": "[arriving * len(x) for arriving in g]"},
            ),
            WrongAnswer(
                "`[[…]] * n` makes n names of one and the same row. Make each row of dW anew: `[[0.0 for v in x] for row in W]`.",
                edits={"return dW": "dW = [dW[-1] for row in W]\n    return dW"},
            ),
        ),
    ),
    Exercise(
        name="sum_back",
        lesson="22",
        title="Stretched, and back",
        prompt="""\
A table of `rows` rows and `columns` columns was stretched to the shape of G: each of its two sizes is that of G, or it is 1, and its numbers
were copied. G is what arrives at the copies. Write `sum_back(G, rows, columns)`: the gradient of the table, as a list of rows. (For the
biases of two neurons, that is `sum_back(G, 2, 1)`.)""",
        stub='''\
def sum_back(G, rows, columns):
    """The gradient of what was stretched from rows × columns to the shape of G."""
    return G
''',
        stub_sentence="That is what arrives at the copies. Copies of one number send their gradients to it: contributions add.",
        solution="""\
def sum_back(G, rows, columns):
    if columns == 1:
        G = [[sum(row)] for row in G]
    if rows == 1:
        G = [[sum(column) for column in zip(*G)]]
    return G
""",
        hints=(
            "columns == 1: every row of G holds the copies of one number. `[[sum(row)] for row in G]`.",
            "rows == 1: every *column* of G holds the copies of one number. `zip(*G)` gives the columns.",
            "Both may be 1: first one, then the other, on what came of the first.",
        ),
        rows=(
            Row("a column that was stretched", 1, _stretched((2, 4, 2, 1), (3, 2, 3, 1), (3, 3, 3, 1)), probe=probes.returned_lists),
            Row("a row that was stretched", 1, _stretched((2, 4, 1, 4), (3, 2, 1, 2), (3, 3, 1, 3)), probe=probes.returned_lists),
            Row("a single number, and none stretched", 1, _stretched((2, 3, 1, 1), (2, 2, 2, 2)), probe=probes.returned_lists),
        ),
        wrong_parts={
            "        G = [[sum(row)] for row in G]\n    if rows == 1:\n        G = [[sum(column) for column in zip(*G)]]\n": {
                "        G = [[sum(column) for column in zip(*G)]]\n    if rows == 1:\n        G = [[sum(row)] for row in G]\n": "The two are swapped: where there is one column, the numbers of a *row* are copies of one.",
                "        return [[sum(row)] for row in G]\n    if rows == 1:\n        return [[sum(column) for column in zip(*G)]]\n": "Where rows and columns are both 1, one number was copied everywhere: it gets all of G, added up.",
                "        G = [row[:1] for row in G]\n    if rows == 1:\n        G = G[:1]\n": "Those are the first copies alone. The others send theirs, too: add.",
                "        G = [row[-1:] for row in G]\n    if rows == 1:\n        G = G[-1:]\n": "The last copy alone is left: contributions add, `+=`.",
                "        G = [[sum(row) / len(row)] for row in G]\n    if rows == 1:\n        G = [[sum(column) / len(column) for column in zip(*G)]]\n": "Contributions are added; nothing divides by how many copies there are.",
                "        G = [[sum(row)] * len(row) for row in G]\n    if rows == 1:\n        G = [[sum(column) for column in zip(*G)]] * len(G)\n": "The sums are right, but copied again: the gradient has the shape of what was stretched.",
            },
            "    if rows == 1:\n        G = [[sum(column) for column in zip(*G)]]\n": {
                "": "A column is done. Where rows is 1, the numbers of each column are copies of one.",
            },
            "    if columns == 1:\n        G = [[sum(row)] for row in G]\n": {
                "": "A row is done. Where columns is 1, the numbers of each row are copies of one.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The two are swapped: with one row, the numbers of each *column* are copies of one.",
                source="""\
def sum_back(G, rows, columns):
    if rows == 1:
        return [[sum(row)] for row in G]
    if columns == 1:
        return [[sum(column) for column in zip(*G)]]
    return G
""",
            ),
            WrongAnswer(
                "You add up everything as soon as one size is 1. Only copies of one number belong together.",
                source="def sum_back(G, rows, columns):\n    return [[sum(map(sum, G))]] if 1 in (rows, columns) else G\n",
            ),
            WrongAnswer(
                "`[[…]] * rows` makes rows names of one and the same row. Make each row anew.",
                source="""\
def sum_back(G, rows, columns):
    grad = [[0.0] * columns] * rows
    for i in range(len(G)):
        for j in range(len(G[0])):
            grad[i % rows][j % columns] += G[i][j]
    return grad
""",
            ),
            WrongAnswer(
                "The sums are right, but in a flat list: a column is a list of rows, each with one number, `[[sum(row)] …]`.",
                source="""\
def sum_back(G, rows, columns):
    if rows == 1:
        G = [[sum(column) for column in zip(*G)]]
    return [sum(row) for row in G] if columns == 1 else G
""",
            ),
            WrongAnswer(
                "You add up everything, always. Only copies of one number belong together.",
                source="def sum_back(G, rows, columns):\n    return [[sum(sum(row) for row in G)]]\n",
            ),
            WrongAnswer(
                "You add up each row, whatever was stretched: ask rows and columns.",
                source="def sum_back(G, rows, columns):\n    return [[sum(row)] for row in G]\n",
            ),
            WrongAnswer(
                "You add up each column, whatever was stretched: ask rows and columns.",
                source="def sum_back(G, rows, columns):\n    return [[sum(column) for column in zip(*G)]]\n",
            ),
        ),
    ),
    Exercise(
        name="add_bias",
        lesson="22",
        title="The bias of somebody else",
        prompt="""\
This function is broken. Z is W·X: a row for each neuron, a column for each sample. b has a bias for each neuron, and G is what arrives. It
returns Y = Z + b and the gradients of b. It was tried with two neurons and two samples: no error, and a gradient check found nothing. Mend it.""",
        stub=_ADD_BIAS.replace("b[i]", "b[j]"),
        stub_sentence="It does as it did. What does j count here, neurons or samples? Whose bias is b[j]?",
        solution=_ADD_BIAS,
        hints=(
            "In Z[i][j], i is the neuron and j the sample.",
            "Every sample of neuron i gets that neuron's bias.",
            "And on the way back: whom does G[i][j] belong to? Two places are to be mended.",
        ),
        rows=(
            Row("as many samples as neurons", 2, _batches((2, 2), (3, 3)), probe=probes.table_and_lists),
            Row("more samples than neurons, and fewer", 1, _batches((2, 4), (3, 2)), probe=probes.table_and_lists),
        ),
        wrong_parts={
            "db[i] += G[i][j]": {
                "db[j] += G[i][j]": "Y is right now. On the way back b[j] still gets what belongs to neuron i's bias.",
                "db[i] = G[i][j]": "Y is right. But `=` keeps the last sample's contribution alone: they add up.",
                "db[i] += 1": "Y is right. 1 is the local derivative: what arrives, G[i][j], times that.",
                "db[i] += G[j][i]": "Y is right. What arrives at neuron i in sample j is G[i][j].",
                "db[i] += G[i][j] / len(Z[0])": "Y is right. Contributions are added; nothing divides by how many samples there are.",
                "db[i] += G[i][j] * b[i]": "Y is right. A bias is added, so its local derivative is 1: its own number plays no part.",
            },
            "Z[i][j] + b[i]": {
                "Z[i][j] + b[j]": "The gradients are those of a right function now. But it still adds b[j] to neuron i.",
                "Z[j][i] + b[i]": "Now Z is read the other way round: neuron i in sample j is Z[i][j].",
                "Z[i][j] + sum(b)": "Each neuron has its own bias, not the sum of all.",
                "Z[i][j] * b[i]": "A bias is added.",
                "Z[i][j]": "The bias is gone: Y = Z + b.",
            },
            "return Y, db": {
                "return Y": "Y is right; return the gradients of b with it.",
                "return db, Y": "First Y, then the gradients of b.",
                "return Y, [[g] for g in db for _ in Z[0]]": "A bias has one gradient, the sum over its samples.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Both places are mended. But j must go over all samples: `len(Z[0])`, the length of a row.",
                edits={"range(len(Z[0]))": "range(len(Z))"},
            ),
            WrongAnswer(
                "Y is right now. Each bias gets what arrives at its own neuron, row i of G: you add up the columns.",
                source="""\
def add_bias(Z, b, G):
    return [[z + bias for z in row] for row, bias in zip(Z, b)], [sum(column) for column in zip(*G)]
""",
            ),
            WrongAnswer(
                "The gradients are right now. But each row of Z still meets all of b: it gets its own bias alone.",
                source="""\
def add_bias(Z, b, G):
    return [[z + bias for z, bias in zip(row, b)] for row in Z], [sum(row) for row in G]
""",
            ),
        ),
    ),
)  # fmt: skip
