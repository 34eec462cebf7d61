"""The formulas of the table of operations as trees (ast): names filled in, what is known beforehand worked out.

Every backend prints these trees, so that the table stays the only place where an operation and its derivative are
written down.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..engine import IEEE_FUNCTIONS, ieee

ARITHMETIC: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: ieee.divide,
}
COMPARISONS: dict[type, Any] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
Replacements = Mapping[str, str | float]


@lru_cache(maxsize=1024)
def parse_formula(text: str) -> ast.expr:
    """A formula as a tree, which others share: it must not be changed."""
    return ast.parse(text, mode="eval").body


def fill_formula(text: str, known: Replacements) -> ast.expr:
    """A formula with its names replaced: by other names, or by numbers, with which it is then simplified.

    Example:
        >>> ast.unparse(fill_formula("0.0 if n == 0 else n * pow(x, n - 1)", {"x": "w", "n": 2.0}))
        '2.0 * w'
    """
    filler = _Filler(known)
    tree: ast.expr = filler.visit(parse_formula(text))
    return tree


class _Filler(ast.NodeTransformer):
    """Copies a tree; every node it returns is new, or shared and unchanged."""

    def __init__(self, known: Replacements) -> None:
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        found = self.known.get(node.id, node.id)
        return ast.Name(found, ast.Load()) if isinstance(found, str) else ast.Constant(float(found))

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.Constant(float(node.value)) if isinstance(node.value, int) else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        if isinstance(operand, ast.Constant) and isinstance(node.op, ast.USub):
            return ast.Constant(-operand.value)  # type: ignore[operator]
        return ast.UnaryOp(node.op, operand)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        sides = [self.visit(node.left), self.visit(node.right)]
        numbers = _constants(sides)
        return ast.Constant(ARITHMETIC[type(node.op)](*numbers)) if numbers else ast.BinOp(sides[0], node.op, sides[1])

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        sides = [self.visit(side) for side in (node.left, *node.comparators)]
        if numbers := _constants(sides):
            pairs = zip(node.ops, numbers, numbers[1:], strict=False)
            return ast.Constant(all(COMPARISONS[type(op)](a, b) for op, a, b in pairs))
        return ast.Compare(sides[0], node.ops, sides[1:])

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        decides = isinstance(node.op, ast.Or)  # the truth that settles it
        rest: list[ast.expr] = []
        for value in map(self.visit, node.values):
            if not isinstance(value, ast.Constant):
                rest.append(value)
            elif bool(value.value) is decides:
                return ast.Constant(decides)
        return ast.Constant(not decides) if not rest else rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            chosen: ast.expr = self.visit(node.body if test.value else node.orelse)
            return chosen
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        arguments = [self.visit(argument) for argument in node.args]
        assert isinstance(node.func, ast.Name)
        if numbers := _constants(arguments):
            return ast.Constant(float(IEEE_FUNCTIONS[node.func.id](*numbers)))
        if node.func.id == "pow" and isinstance(arguments[1], ast.Constant):
            if arguments[1].value == 1.0:
                return arguments[0]  # type: ignore[no-any-return]
            if arguments[1].value == 2.0 and isinstance(arguments[0], ast.Name):
                return ast.BinOp(arguments[0], ast.Mult(), arguments[0])
        return ast.Call(node.func, arguments, [])


def _constants(trees: Sequence[ast.expr]) -> list[float] | None:
    """Their numbers, if all of them are numbers."""
    numbers = [tree.value for tree in trees if isinstance(tree, ast.Constant)]
    return numbers if len(numbers) == len(trees) else None  # type: ignore[return-value]
