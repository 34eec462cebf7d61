"""What is written in one way in plain Python and in another in NumPy."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import lru_cache, partial, reduce
from typing import Any

from .formula_trees import fill_formula

Names = Mapping[str, str | float]  # what the letters of a formula stand for: names, or numbers that are known


class Dialect:
    """Plain Python: a value is a float, a batch is a loop over samples.

    Attributes:
        has_matrices: Whether a layer of neurons may be written as one product of matrices.
        vectorised: Whether a name may stand for many numbers.
    """

    has_matrices = vectorised = False

    def write(self, formula: str, names: Names, grad: str = "") -> str:
        """A formula of the table; with the name of a gradient, that times the formula.

        Example:
            >>> Dialect().write("n * x", {"x": "w", "n": -1.0}), Dialect().write("-1.0", {}, "grad_out")
            ('-1.0 * w', '-grad_out')
        """
        known = tuple((letter, repr(name)) for letter, name in names.items() if not isinstance(name, str))
        return _template(formula, known, self.vectorised, bool(grad)).format(grad=grad, **names)

    def root_grad(self, root: str) -> str:
        """The gradient that the result, called root, starts with."""
        return "seed"

    def sum_over_samples(self, grad: str, formula: str, names: Names, varying: set[str]) -> str:
        """grad × a formula, added up over samples; `varying` holds the names of what differs between them."""
        return self.write(formula, names, grad)


class NumPyDialect(Dialect):
    """NumPy: a varying value is an array with one number for each sample of a block."""

    vectorised = True

    def __init__(self, *, matrices: bool = True) -> None:
        self.has_matrices = matrices

    def root_grad(self, root: str) -> str:
        return f"full_like({root}, seed)"

    def sum_over_samples(self, grad: str, formula: str, names: Names, varying: set[str]) -> str:
        local = self.write(formula, names)
        if varying.isdisjoint(re.findall(r"\b[A-Za-z_]\w*", local)):
            product = self.write(formula, names, grad)
            return f"-sum({grad})" if product == f"-{grad}" else f"sum({product})"
        return f"{grad}.dot({local})"


@lru_cache(maxsize=4096)
def _template(formula: str, known: tuple[tuple[str, str], ...], vectorised: bool, times_grad: bool) -> str:
    """The text of a formula, to be formatted with the names that its letters stand for."""
    letters = {letter: f"{{{letter}}}" for letter in ("x", "y", "out")}
    tree = fill_formula(formula, letters | {letter: float(digits) for letter, digits in known})
    if times_grad:
        grad, number = ast.Name("{grad}", ast.Load()), ast.unparse(tree)
        short = {"1.0": grad, "-1.0": ast.UnaryOp(ast.USub(), grad)}
        tree = short.get(number, ast.BinOp(grad, ast.Mult(), tree))
    return ast.unparse(_Vectorised().visit(tree) if vectorised else tree)


def _call(name: str, *arguments: Any) -> Any:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class _Vectorised(ast.NodeTransformer):
    """Makes branches calls of where(), and logic calls of logical_and() and the like."""

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return _call("where", self.visit(node.test), self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        function = "logical_and" if isinstance(node.op, ast.And) else "logical_or"
        return reduce(partial(_call, function), map(self.visit, node.values))

    def visit_Compare(self, node: ast.Compare) -> Any:
        sides = [self.visit(side) for side in (node.left, *node.comparators)]
        pairs: list[Any] = [ast.Compare(a, [op], [b]) for op, a, b in zip(node.ops, sides, sides[1:], strict=False)]
        return reduce(partial(_call, "logical_and"), pairs)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        return _call("logical_not", operand) if isinstance(node.op, ast.Not) else ast.UnaryOp(node.op, operand)
