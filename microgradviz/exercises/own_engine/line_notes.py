"""What each line of an engine is for, read off the learner's own text, whatever its names."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_WIDTH = 62  # where the notes begin
_MARK = "  # ← "
_REFLECTED = ("__radd__", "__rmul__", "__rsub__", "__rtruediv__")
_SET_IN_INIT = {
    "data": "its number",
    "grad": "nothing has arrived yet",
    "_prev": "its inputs, in order: a + a has two",
    "_op": "what made it",
    "_backward": "a given value passes nothing on",
}


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


def _notes(node: ast.AST, around: tuple[ast.FunctionDef, ...]) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            note = _note(child, around)
            if note:
                yield child.lineno, note
        yield from _notes(child, (*around, child) if isinstance(child, ast.FunctionDef) else around)


def _note(line: ast.stmt, around: tuple[ast.FunctionDef, ...]) -> str:
    names = [function.name for function in around]
    if isinstance(line, ast.FunctionDef):
        return _of_function(line, around)
    if isinstance(line, ast.If):
        return "each value once: paths can double at each step" if _asks_membership(line) else ""
    if isinstance(line, ast.For):
        turned = any(_called(x) == "reversed" for x in ast.walk(line.iter)) or "[::-1]" in ast.unparse(line.iter)
        return "from the result back: users before their inputs" if turned else ""
    if isinstance(line, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return _of_assignment(line, names)
    if isinstance(line, ast.Return) and line.value and _is_of_operators(line.value) and len(around) == 1:
        return "made of others: its gradients come for nothing"
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call):
        return {"_backward": "each passes its gradient on", "append": "listed, after what came before it"}.get(
            _called(line.value), ""
        )
    return ""


def _of_function(line: ast.FunctionDef, around: tuple[ast.FunctionDef, ...]) -> str:
    if line.name in _REFLECTED:
        return "a number stands left: it is asked first, then a"
    writes = any(_attribute(x) == "grad" for part in ast.walk(line) for x in _targets(part))
    return "the rule, for later: it remembers what is above" if around and writes else ""


def _of_assignment(line: ast.Assign | ast.AnnAssign | ast.AugAssign, names: list[str]) -> str:
    targets, value = [_attribute(x) for x in _targets(line)], line.value
    if "__init__" in names:
        return "; ".join(_SET_IN_INIT[name] for name in targets if name in _SET_IN_INIT)
    if "grad" in targets:
        return _of_grad(line, len(names) > 1)
    if "_backward" in targets:
        return "the rule stays with the result, for later"
    calls = [x for x in ast.walk(value) if isinstance(x, ast.Call)] if value else []
    if any(_called(x) == "isinstance" for x in calls):
        return "a plain number becomes a Value"
    if any(_called(x) == "Value" and len(x.args) > 1 for x in calls):
        return "a new value, which remembers its inputs"
    return ""


def _of_grad(line: ast.Assign | ast.AnnAssign | ast.AugAssign, in_rule: bool) -> str:
    value = line.value
    if isinstance(value, ast.Constant) and not isinstance(line, ast.AugAssign):
        return "the result follows itself" if value.value == 1 else "what is there from before is forgotten"
    again = value is not None and any(_attribute(x) == "grad" for x in ast.walk(value))
    added = isinstance(line, ast.AugAssign) or (
        again and isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add)
    )
    return "a contribution is added to what has arrived" if added and in_rule else ""


def _targets(line: ast.AST) -> list[ast.expr]:
    found = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
    return [x for target in found if target is not None for x in getattr(target, "elts", [target])]


def _attribute(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ""


def _called(node: ast.AST) -> str:
    function = getattr(node, "func", None)
    return getattr(function, "attr", getattr(function, "id", ""))


def _asks_membership(line: ast.If) -> bool:
    return any(
        isinstance(op, ast.In | ast.NotIn) for x in ast.walk(line.test) if isinstance(x, ast.Compare) for op in x.ops
    )


def _is_of_operators(value: ast.expr) -> bool:
    """Whether it is made of self, other and operators alone."""
    inside = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.expr_context)
    return isinstance(value, ast.BinOp | ast.UnaryOp) and all(isinstance(x, inside) for x in ast.walk(value))
