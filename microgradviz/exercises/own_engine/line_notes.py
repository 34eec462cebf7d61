"""What each line of an engine is for, read off the learner's own text, whatever its names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_WIDTH = 62  # where the notes begin
_MARK = "  # ← "
# How a line begins when it is written plainly, and what it is for; the first that fits counts.
_IN_INIT = (
    (r"self\.data\b.* = ", "its number"),
    (r"self\.grad\b.* = ", "nothing has arrived yet"),
    (r"self\._prev\b.* = ", "its inputs, in order: a + a has two"),
    (r"self\._op\b.* = ", "what made it"),
    (r"self\._backward\b.* = ", "a given value passes nothing on"),
)
_IN_METHODS = (
    (r"(?s)def .*\.grad\b[^=\n]* \+?= ", "the rule, for later: it remembers what is above"),
    (r"(\S+\.grad) (\+= |= .*\1\b)", "a contribution is added to what has arrived"),
    (r".*\.grad = 1(\.0)?$", "the result follows itself"),
    (r".*\.grad = [\d.]+$", "what is there from before is forgotten"),
    (r".*\._backward = ", "the rule stays with the result, for later"),
    (r".* = .*\bisinstance\(", "a plain number becomes a Value"),
    (r"\w+ = Value\(.+, .+\)", "a new value, which remembers its inputs"),
    (r"if .* in ", "each value once: paths can double at each step"),
    (r"for .* in .*(reversed\(|\[::-1\])", "from the result back: users before their inputs"),
    (r"\S+\.append\(", "listed, after what came before it"),
    (r"\S+\._backward\(\)", "each passes its gradient on"),
)
_ELSEWHERE = ((r"def __r(add|mul|sub|truediv)__\(", "a number stands left: it is asked first, then a"),)


def explained(text: str) -> str:
    """The text with a note beside each line of which something can be said; a line with a comment keeps that.

    Example:
        >>> print(explained("def neg(self):\\n    return self * -1\\n").split("← ")[1].strip())
        made of others: its gradients come for nothing
    """
    notes: dict[int, str] = {}
    for line, note in _notes(ast.parse(text), ()):
        notes.setdefault(line, note)
    lines = text.splitlines()
    for at, note in notes.items():
        if "#" not in lines[at - 1]:
            lines[at - 1] = f"{lines[at - 1]:<{_WIDTH}}{_MARK}{note}"
    return "\n".join(lines) + "\n"


def _notes(node: ast.AST, around: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt) and (note := _note(child, around)):
            yield child.lineno, note
        yield from _notes(child, (*around, child.name) if isinstance(child, ast.FunctionDef) else around)


def _note(line: ast.stmt, around: tuple[str, ...]) -> str:
    """What a line is for that stands inside these functions."""
    if len(around) == 1 and isinstance(line, ast.Return) and _is_of_operators(line.value):
        return "made of others: its gradients come for nothing"
    notes = _IN_INIT if "__init__" in around else _IN_METHODS if around else _ELSEWHERE
    text = ast.unparse(line)
    return next((note for looks, note in notes if re.match(looks, text)), "")


def _is_of_operators(value: ast.expr | None) -> bool:
    """Whether it is made of self, other and operators alone."""
    inside = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.expr_context)
    return isinstance(value, ast.BinOp | ast.UnaryOp) and all(isinstance(x, inside) for x in ast.walk(value))
