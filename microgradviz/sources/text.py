"""An expression written as text, `tanh(x1*w1 + b)`: read, never run, and built with our own values.

What is used twice has a name, `d = a * b; d + d`: without one it would be computed twice.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..engine import OPS, Value, apply, as_float
from .function import numbers_wanted
from .text_reader import IN_TEXT, TextReader

_OPERATORS: dict[type, Callable[[Value, Value], Value]] = {
    ast.Add: lambda x, y: x + y,
    ast.Sub: lambda x, y: x - y,
    ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y,
    ast.Pow: lambda x, y: x**y,
}


def names_in_text(text: str) -> list[str]:
    """The names that need a number, in order of appearance.

    Raises:
        ValueError: If the text is not an expression, as `evaluate_text`.

    Example:
        >>> names_in_text("y = a * b + 1")
        ['a', 'b']
    """
    reader = TextReader(text.strip())
    return list(reader.find_leaves(reader.read_statements()))


def evaluate_text(text: str, leaves: Mapping[str, Any], ask: Callable[[str], str]) -> Value:
    """The result of an expression that is written as text.

    Numbers, names, + - * / **, parentheses and functions of the table of operations are understood, and so are the
    signs that the pictures write: × · ÷ − ^ ² √a |a|. The text may begin with the result's own name, as in `y = a * b`,
    and before it there may be named parts, as in `d = a * b; y = d + d`, each used by what follows.
    As in Python, an exponent without names is a plain number.

    Args:
        text: The expression.
        leaves: A number for every name.
        ask: What to write to give a name a number, such as `play(text, w1=…)`.

    Raises:
        ValueError: If the text is anything else, with a caret below the place, or the names are not those of leaves.
        TypeError: If what is given for a name is not a real number.

    Example:
        >>> evaluate_text("a * a + 1", {"a": 3}, ask=str).data
        10.0
        >>> evaluate_text("a + tahn(b)", {"a": 1, "b": 2}, ask=str)
        Traceback (most recent call last):
        ValueError: text must call only abs, cos, elu, ..., tanh, total (got 'tahn'); did you mean tanh?
            a + tahn(b)
                ^
    """
    reader = TextReader(text.strip())
    statements = reader.read_statements()
    names = reader.find_leaves(statements)
    missing = [name for name in names if name not in leaves]
    if missing:
        if missing[0] in IN_TEXT:
            reader.refuse(names[missing[0]], f"{missing[0]} is a function; write {missing[0]}(…)")
        reader.refuse(names[missing[0]], numbers_wanted(missing, ask))
    unused = [name for name in leaves if name not in names]
    if unused:
        used = f"it uses {', '.join(names)}" if names else "it uses no names"
        raise ValueError(f"every leaf must be used by the text (got {unused[0]!r}); {used}")
    values = {name: Value(as_float(leaves[name], f"leaf {name}"), label=name) for name in names}
    for statement in statements:
        result = _built(statement.tree, values)
        if statement.name:
            result.label = result.label or statement.name
            values[statement.name] = result
    return result


def _built(tree: ast.expr, values: Mapping[str, Value]) -> Value:
    """The value of a checked tree; without recursion, for a long sum is a deep tree."""
    made: list[tuple[Value, bool]] = []  # each with whether it is a plain number, no name in it
    for node in _inside_out(tree):
        if isinstance(node, ast.Constant):
            made.append((Value(float(node.value)), True))  # type: ignore[arg-type]
        elif isinstance(node, ast.Name):
            made.append((values[node.id], False))
        elif isinstance(node, ast.UnaryOp):
            if isinstance(node.op, ast.USub):
                x, plain = made.pop()
                made.append((Value(-x.data) if isinstance(node.operand, ast.Constant) else -x, plain))
        elif isinstance(node, ast.BinOp):
            (y, fixed), (x, plain) = made.pop(), made.pop()
            power = isinstance(node.op, ast.Pow) and fixed
            made.append((x**y.data if power else _OPERATORS[type(node.op)](x, y), plain and fixed))
        elif isinstance(node, ast.Call):
            first = len(made) - len(node.args)
            inputs, made = made[first:], made[:first]
            made.append((_called(node.func.id, [x for x, _ in inputs]), all(p for _, p in inputs)))  # type: ignore[attr-defined]
    return made[0][0]


def _called(name: str, inputs: list[Value]) -> Value:
    op = OPS[name]
    if op.params:  # the method knows what they are where they are not given
        return getattr(inputs[0], name)(*(constant.data for constant in inputs[1:]))  # type: ignore[no-any-return]
    return apply(op, inputs)


def _inside_out(tree: ast.expr) -> Iterator[ast.AST]:
    """The pieces of a checked tree, each after those it is made of, from left to right."""
    found: list[ast.AST] = []
    rest: list[ast.AST] = [tree]
    while rest:  # outside in, from right to left; then turned round
        node = rest.pop()
        found.append(node)
        if isinstance(node, ast.Call):
            rest.extend(node.args)
        elif isinstance(node, ast.BinOp):
            rest += [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            rest.append(node.operand)
    return reversed(found)
