"""Where a program multiplies by a matrix, for NumPy, which does a layer of neurons in one call."""

from __future__ import annotations

from typing import NamedTuple

from .program import Program
from .sums import Sums

_WORTHWHILE = 8  # weights


class MatrixProduct(NamedTuple):
    """outs[i] = the sum over j of weights[i][j] × inputs[j], plus biases[i]; all by their numbers in the program.

    Inputs and outs differ from sample to sample, weights and biases do not; a bias may be missing. What is `inside`
    exists only there.
    """

    outs: list[int]
    inputs: list[int]
    weights: list[list[int]]
    biases: list[int | None]
    inside: set[int]


def find_matrix_products(program: Program) -> list[MatrixProduct]:
    """The products of a matrix and a vector in a program that are worth a call of their own."""
    sums = Sums(program, [not varies for varies in program.varying], matrices=True)
    found = []
    for rows in sums.groups.values():
        inputs = rows[0].inputs
        at = [j for j, i in enumerate(inputs) if i is not None]
        whole = all(len(sums.pairs[row.out][1]) == len(inputs) for row in rows) and len(inputs) - len(at) < 2
        wanted = program.varying[rows[0].out] and program.active[rows[0].out]
        if wanted and whole and len(rows) * len(at) >= _WORTHWHILE:
            outs = [row.out for row in rows]
            weights = [[row.weights[j] for j in at] for row in rows]
            biases = [next((w for j, w in enumerate(row.weights) if inputs[j] is None), None) for row in rows]
            layer = MatrixProduct(outs, [i for i in inputs if i is not None], weights, biases, sums.inside(outs))
            found.append(layer)
    return found
