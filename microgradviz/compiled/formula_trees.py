"""The formulas of the table of operations as trees (ast): names filled in, what is known beforehand worked out.

Every backend prints these trees, so that the table stays the only place where an operation and its derivative are
written down.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from ..engine import IEEE_FUNCTIONS, ieee, with_ieee_division

_SCOPE = {"__builtins__": {}, **IEEE_FUNCTIONS, "Double": ieee.Double, "nan": ieee.nan}


def fill_formula(text: str, known: Mapping[str, str | float]) -> ast.expr:
    """A formula with its names replaced: by other names, or by numbers, with which it is then simplified.

    Example:
        >>> ast.unparse(fill_formula("0.0 if n == 0 else n * pow(x, n - 1)", {"x": "w", "n": 2.0}))
        '2.0 * w'
    """
    tree: ast.expr = _filled(ast.parse(text, mode="eval").body, known)
    return tree


def _filled(node: Any, known: Mapping[str, str | float]) -> Any:
    """A copy, of which the operators are shared."""
    if isinstance(node, ast.Name):
        found = known.get(node.id, node.id)
        return ast.Name(found, ast.Load()) if isinstance(found, str) else ast.Constant(float(found))
    if isinstance(node, ast.Constant):
        return ast.Constant(float(node.value))  # type: ignore[arg-type]
    if isinstance(node, ast.IfExp) and isinstance(test := _filled(node.test, known), ast.Constant):
        return _filled(node.body if test.value else node.orelse, known)
    if isinstance(node, list):
        return [_filled(part, known) for part in node]
    if not isinstance(node, ast.expr):
        return node
    copy: Any = type(node)(**{name: _filled(part, known) for name, part in ast.iter_fields(node)})
    operands = copy.args if isinstance(copy, ast.Call) else [*ast.iter_child_nodes(copy)]
    if all(isinstance(x, ast.Constant) for x in operands if isinstance(x, ast.expr)):
        return ast.Constant(_number(ast.unparse(copy)))
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "pow":
        x, n = copy.args
        if ast.unparse(n) == "1.0":
            return x
        if ast.unparse(n) == "2.0" and isinstance(x, ast.Name):
            return ast.BinOp(x, ast.Mult(), x)
    return copy


def _number(text: str) -> Any:
    """What a formula without names is: a number, or a truth. Its text is the table's, which was checked."""
    found = eval(with_ieee_division(text), _SCOPE)
    return found if isinstance(found, bool) else float(found)
