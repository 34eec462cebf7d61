"""Where a program multiplies by a matrix, one number at a time: sums of products that all look at the same values.

NumPy then does a layer of neurons in one call. Nothing is assumed about the function: a layer is found by what it
computes. Whether products and sums may be taken together is read from the table of operations.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..engine import OPS
from .program import Instruction, Program

_WORTHWHILE = 8  # weights


class MatrixProduct(NamedTuple):
    """outs[i] = the sum over j of weights[i][j] × inputs[j], plus biases[i]; all by their numbers in the program.

    Inputs and outs differ from sample to sample, weights and biases do not; a bias may be missing.
    """

    outs: list[int]
    inputs: tuple[int, ...]
    weights: list[list[int]]
    biases: list[int | None]


def table_allows_dot_products() -> bool:
    """Whether mul, add and total have the values and derivatives that a matrix product takes for granted."""
    mul, add, total = OPS["mul"], OPS["add"], OPS["total"]
    return (
        (mul.formula, mul.locals) == ("x * y", ("y", "x"))
        and (add.formula, add.locals) == ("x + y", ("1.0", "1.0"))
        and total.locals == ("1.0",)
    )


def find_matrix_products(program: Program, inlined: Collection[int]) -> list[MatrixProduct]:
    """The products of a matrix and a vector in a program that are worth a call of their own.

    Args:
        program: Where to look.
        inlined: Values that are used only once, inside a sum.
    """
    if not table_allows_dot_products():
        return []
    step = {s.out: s for s in program.steps}
    found: dict[tuple[int, ...], MatrixProduct] = {}
    for s in program.steps:
        if s.op.arity is None and program.varying[s.out] and program.active[s.out]:
            row = _find_row(program, s, step, inlined)
            if row:
                inputs, weights, bias = row
                layer = found.setdefault(inputs, MatrixProduct([], inputs, [], []))
                layer.outs.append(s.out)
                layer.weights.append(weights)
                layer.biases.append(bias)
    return [layer for layer in found.values() if len(layer.outs) * len(layer.inputs) >= _WORTHWHILE]


def _find_row(
    program: Program, s: Instruction, step: dict[int, Instruction], inlined: Collection[int]
) -> tuple[tuple[int, ...], list[int], int | None] | None:
    """The inputs, weights and bias of one sum, if it is a row of a layer."""
    inputs: list[int] = []
    weights: list[int] = []
    biases: list[int] = []
    for i in s.inputs:
        if i in inlined and step[i].op.name == "mul":
            x, y = step[i].inputs
            if program.varying[x] == program.varying[y]:
                return None
            weights.append(y if program.varying[x] else x)
            inputs.append(x if program.varying[x] else y)
        elif program.varying[i]:
            return None
        else:
            biases.append(i)
    if len(biases) > 1 or not inputs:
        return None
    return tuple(inputs), weights, biases[0] if biases else None
