"""An engine's text in other words: names, the order of methods and how a formula is written are drawn; what it does, and
every number that it computes, stays. Who knew the text of an engine beforehand does not know this one."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from random import Random
from textwrap import indent
from typing import Any

_KEPT = frozenset({"Value", "data", "grad", "backward", "tanh", "exp", "log", "relu", "sigmoid", "self", "math"})
# fmt: off
_WORDS = (
    "amount", "arrow", "back", "base", "bit", "box", "branch", "card", "chain", "child", "copy", "count", "cut",
    "deep", "done", "down", "edge", "end", "far", "field", "first", "flow", "found", "from", "gate", "given",
    "hand", "head", "held", "here", "home", "item", "join", "keep", "kind", "knot", "last", "leaf", "left", "level",
    "line", "link", "list", "made", "mark", "mine", "more", "near", "next", "node", "note", "old", "one", "open",
    "out", "pack", "part", "pass", "path", "piece", "place", "point", "post", "pull", "push", "queue", "rate",
    "ready", "rest", "root", "row", "send", "share", "side", "slot", "some", "source", "start", "step", "stop",
    "store", "tail", "take", "task", "ties", "todo", "top", "track", "turn", "twig", "unit", "up", "use", "walk",
    "way", "weight", "wire", "word", "work",
)
# fmt: on
_SOMETIMES = 0.5
_WAYS = 64  # in which the formulas of each engine are written, as they are needed; all else is drawn for each answer
_NAME, _NUMBER = re.compile(r"own_(\d+)_"), 90_210  # what stands for a name of its own and for a number, until then


def in_other_words(text: str, rng: Random, kept: frozenset[str] = _KEPT) -> str:
    """The text of an engine, or of another class, written anew.

    Args:
        text: Of a module with one class.
        rng: Draws the words.
        kept: The names that Python or an answer calls.
    """
    before, methods, after = _written(text, rng.randrange(_WAYS), kept)
    whole = "\n\n".join([before, *rng.sample(methods, len(methods)), after])
    ones, others = (rng.sample(_WORDS, len(_WORDS)) for _ in range(2))
    named = _NAME.sub(lambda found: f"{ones[int(found[1])]}_{others[int(found[1])]}", whole)
    return re.sub(str(_NUMBER), lambda found: str(rng.randint(2, 99)), named)


@lru_cache(maxsize=2048)
def _written(text: str, way: int, kept: frozenset[str]) -> tuple[str, list[str], str]:
    """A text whose formulas are written in one way: what comes before the methods of its class, these, and the rest."""
    tree: Any = _Rewriter(Random(f"{way}/{text}"), _own_names(text, kept)).visit(ast.parse(text))
    (made,) = (x for x in tree.body if isinstance(x, ast.ClassDef))
    at = tree.body.index(made)
    methods = [indent(ast.unparse(x), "    ") for x in made.body if isinstance(x, ast.FunctionDef)]
    others = [indent(ast.unparse(x), "    ") for x in made.body if isinstance(x, ast.Assign)]
    before = [*map(ast.unparse, tree.body[:at]), f"class {made.name}:", *others]
    return "\n".join(before), methods, "\n\n".join(map(ast.unparse, tree.body[at + 1 :]))


@lru_cache(maxsize=64)
def _own_names(text: str, kept: frozenset[str]) -> list[str]:
    """The names that a text gives to something, but for those that are kept."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    return sorted(name for name in found - kept if not name.startswith("__"))


class _Rewriter(ast.NodeTransformer):
    """Writes each thing in one of its ways.

    Args:
        rng: Draws which.
        own: The names that are not kept.
    """

    def __init__(self, rng: Random, own: list[str]) -> None:
        self.rng = rng
        self.names = {name: f"own_{i}_" for i, name in enumerate(own)}
        self.count = len(own)

    def sometimes(self) -> bool:
        return self.rng.random() < _SOMETIMES

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self.names.get(node.arg, node.arg)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = self.names.get(node.attr, node.attr)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        node.body += ast.parse(f"def {self._word()}(self):\n    return self, {_NUMBER}").body
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.names.get(node.name, node.name)
        self.generic_visit(node)
        self._turn_last_if(node.body, ast.Return())
        if node.name == "__init__":
            node.body += ast.parse(f"self.{self._word()} = {_NUMBER}").body
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        self._turn_last_if(node.body, ast.Continue())
        return node

    def _turn_last_if(self, body: list[ast.stmt], leave: ast.stmt) -> None:
        """`if x not in seen: …` at the end of a function or loop becomes `if x in seen: leave`, and then the rest."""
        last: Any = body[-1]
        test = last.test if isinstance(last, ast.If) and not last.orelse else None
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn) and self.sometimes():
            test.ops = [ast.In()]
            body[-1:] = [ast.If(test, [leave], []), *last.body]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        return self._written(node.target, node.value, added=True) if _is_grad(node.target) else node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        in_backward = isinstance(node.value, ast.BinOp) or ast.unparse(node.value) == "1.0"
        (target,) = node.targets
        return self._written(target, node.value, added=False) if _is_grad(target) and in_backward else node

    def _written(self, target: Any, value: ast.expr, *, added: bool) -> list[ast.stmt]:
        """What is added to a gradient, or put in its place: each in ways that look like the other's."""
        before: list[ast.stmt] = []
        if self.sometimes():
            name = self._word()
            before = [ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)]
            value = ast.Name(name, ast.Load())
        now = ast.unparse(target)
        if self.sometimes():
            return [
                *before,
                ast.AugAssign(target, ast.Add(), value) if added else ast.Assign([target], value, lineno=0),
            ]
        before += ast.parse(f"{now} = {now} * {int(added)} + 0").body
        before[-1].value.right = value  # type: ignore[attr-defined]
        return before

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not (_has_numbers(node.left) or _has_numbers(node.right)) or not self.sometimes():
            return node
        if isinstance(node.op, ast.Pow) and ast.unparse(node.right) == "2":
            return ast.BinOp(node.left, ast.Mult(), node.left)
        if isinstance(node.op, ast.Sub):
            return ast.BinOp(ast.UnaryOp(ast.USub(), node.right), ast.Add(), node.left)
        if isinstance(node.op, ast.Add | ast.Mult):
            return ast.BinOp(node.right, node.op, node.left)
        return node

    def _word(self) -> str:
        """A name that nothing has yet."""
        self.count += 1
        return f"own_{self.count - 1}_"


def _is_grad(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and target.attr == "grad"


def _has_numbers(formula: ast.expr) -> bool:
    """Whether it takes numbers, not values, so that `+` and `*` may be turned round and not a bit changes."""
    if isinstance(formula, ast.Attribute):
        return formula.attr in ("data", "grad")
    inside = {ast.BinOp: ("left", "right"), ast.UnaryOp: ("operand",), ast.IfExp: ("body",)}
    return any(_has_numbers(getattr(formula, name)) for name in inside.get(type(formula), ()))
