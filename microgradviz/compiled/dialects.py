"""How the few things that differ between plain Python and NumPy are written."""

from __future__ import annotations

import ast


class Dialect:
    """Plain Python: a value is a float, a batch is a loop over samples."""

    matrices = False  # whether there are any

    def text(self, tree: ast.expr) -> str:
        """An expression."""
        return ast.unparse(tree)

    def total(self, name: str, varying: bool) -> str:
        """What a value adds to a total over samples."""
        return name

    def seed(self, root: str) -> str:
        """The gradient that the result itself starts with."""
        return "seed"

    def over_samples(self, grad: str, local: ast.expr, varying: set[str]) -> str:
        """grad × local, added up over samples."""
        return self.text(product(grad, local))


class NumPy(Dialect):
    """NumPy: a varying value is an array with one number for each sample of a block."""

    def __init__(self, *, matrices: bool = True) -> None:
        self.matrices = matrices

    def text(self, tree: ast.expr) -> str:
        return ast.unparse(_Vectorised().visit(tree))

    def total(self, name: str, varying: bool) -> str:
        return f"sum({name})" if varying else name

    def seed(self, root: str) -> str:
        return f"full_like({root}, seed)"

    def over_samples(self, grad: str, local: ast.expr, varying: set[str]) -> str:
        if isinstance(local, ast.Constant) and abs(local.value) == 1.0:  # type: ignore[arg-type]
            return f"{'-' if local.value == -1.0 else ''}sum({grad})"
        names = {node.id for node in ast.walk(local) if isinstance(node, ast.Name)}
        if names & varying:
            return f"{grad}.dot({self.text(local)})"
        return f"sum({self.text(product(grad, local))})"


def product(grad: str, local: ast.expr) -> ast.expr:
    """grad × local, shorter where the local derivative is 1 or −1.

    Example:
        >>> ast.unparse(product("grad_out", ast.Constant(-1.0)))
        '-grad_out'
    """
    arriving = ast.Name(grad, ast.Load())
    if isinstance(local, ast.Constant) and local.value == 1.0:
        return arriving
    if isinstance(local, ast.Constant) and local.value == -1.0:
        return ast.UnaryOp(ast.USub(), arriving)
    return ast.BinOp(arriving, ast.Mult(), local)


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class _Vectorised(ast.NodeTransformer):
    """Branches become where(), logic becomes & | ~; copies what it changes."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return _call("where", self.visit(node.test), self.visit(node.body), self.visit(node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        function = "logical_and" if isinstance(node.op, ast.And) else "logical_or"
        first, *rest = map(self.visit, node.values)
        for value in rest:
            first = _call(function, first, value)
        return first  # type: ignore[no-any-return]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        sides = [self.visit(side) for side in (node.left, *node.comparators)]
        pairs = zip(node.ops, sides, sides[1:], strict=False)
        first, *rest = [ast.Compare(a, [op], [b]) for op, a, b in pairs]
        found: ast.expr = first
        for other in rest:
            found = _call("logical_and", found, other)
        return found

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self.visit(node.operand)
        return _call("logical_not", operand) if isinstance(node.op, ast.Not) else ast.UnaryOp(node.op, operand)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        return ast.BinOp(self.visit(node.left), node.op, self.visit(node.right))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        return ast.Call(node.func, [self.visit(argument) for argument in node.args], [])
