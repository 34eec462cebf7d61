"""What is written in one way in plain Python and in another in NumPy."""

from __future__ import annotations

import ast


class Dialect:
    """Plain Python: a value is a float, a batch is a loop over samples.

    Attributes:
        has_matrices: Whether a layer of neurons may be written as one product of matrices.
    """

    has_matrices = False

    def to_source(self, tree: ast.expr) -> str:
        """Print an ast expression as source."""
        return ast.unparse(tree)

    def total_term(self, name: str, varying: bool) -> str:
        """What the value of that name adds to a total over samples; varying says if it differs between them."""
        return name

    def root_grad(self, root: str) -> str:
        """The gradient that the result, called root, starts with."""
        return "seed"

    def sum_over_samples(self, grad: str, local: ast.expr, varying: set[str]) -> str:
        """grad × local, added up over samples; `varying` holds the names of what differs between them."""
        return self.to_source(chain_rule_product(grad, local))


class NumPyDialect(Dialect):
    """NumPy: a varying value is an array with one number for each sample of a block."""

    def __init__(self, *, matrices: bool = True) -> None:
        self.has_matrices = matrices

    def to_source(self, tree: ast.expr) -> str:
        return ast.unparse(_Vectorised().visit(tree))

    def total_term(self, name: str, varying: bool) -> str:
        return f"sum({name})" if varying else name

    def root_grad(self, root: str) -> str:
        return f"full_like({root}, seed)"

    def sum_over_samples(self, grad: str, local: ast.expr, varying: set[str]) -> str:
        if isinstance(local, ast.Constant) and abs(local.value) == 1.0:  # type: ignore[arg-type]
            return f"{'-' if local.value == -1.0 else ''}sum({grad})"
        names = {node.id for node in ast.walk(local) if isinstance(node, ast.Name)}
        if names & varying:
            return f"{grad}.dot({self.to_source(local)})"
        return f"sum({self.to_source(chain_rule_product(grad, local))})"


def chain_rule_product(grad: str, local: ast.expr) -> ast.expr:
    """grad × local as an expression, shorter where the local derivative is 1 or −1.

    Example:
        >>> ast.unparse(chain_rule_product("grad_out", ast.Constant(-1.0)))
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
    """Makes branches calls of where(), and logic calls of logical_and() and the like, in copies."""

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
