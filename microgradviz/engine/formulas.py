"""Reading a formula that a user wrote, before anything runs it: only arithmetic gets through."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Sequence

from . import ieee
from .ops import BUILT_IN, FUNCTIONS, IEEE_FUNCTIONS, OPS, Op, with_doubles

_ALLOWED = (
    ast.Expression, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.UnaryOp, ast.USub, ast.UAdd, ast.IfExp,
    ast.Compare, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.BoolOp, ast.And, ast.Or, ast.Not,
    ast.Call, ast.Name, ast.Load, ast.Constant,
)  # fmt: skip


def make_op(
    name: str, formula: str, derivatives: Sequence[str], *, notation: str = "", latex: str = "", register: bool = True
) -> Op:
    """A row of the table of operations from a user's texts; see `microgradviz.define_op`.

    Raises:
        ValueError: If the name is taken or not an identifier, or a text is not a formula.

    Example:
        >>> make_op("square", "x * x", ["2 * x"], register=False).run(3.0)
        (9.0, (6.0,))
    """
    if not str(name).isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"name must be a Python identifier (got {name!r})")
    if name in BUILT_IN:
        raise ValueError(f"name must not be that of a built-in operation (got {name!r})")
    if isinstance(derivatives, str) or not 1 <= len(derivatives) <= 2:
        raise ValueError(f"derivatives must be a list of one or two formulas (got {derivatives!r})")
    inputs = ("x", "y")[: len(derivatives)]
    require_formula(formula, inputs)
    for derivative in derivatives:
        require_formula(derivative, (*inputs, "out"))
    written = notation or f"{name}({', '.join(inputs)})"
    op = Op(name, name, written, formula, derivatives, latex or rf"\mathrm{{{name}}}({', '.join(inputs)})", ())
    careful = Op(name, name, "", with_ieee_division(formula), [*map(with_ieee_division, derivatives)], "", ())
    op.run_ieee = with_doubles(careful.compiled({**IEEE_FUNCTIONS, "Double": ieee.Double}))
    if register:
        OPS[name] = op
    return op


def with_ieee_division(text: str) -> str:
    """The text with every dividend made a Double: a branch such as `0.0 if x <= 0 else x` may give a plain number.

    Example:
        >>> with_ieee_division("1.0 / (0.0 if x <= 0 else x)")
        'Double(1.0) / (0.0 if x <= 0 else x)'
    """
    return ast.unparse(_Dividends().visit(ast.parse(text)))


class _Dividends(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            node.left = ast.Call(ast.Name("Double", ast.Load()), [node.left], [])
        return node


def require_formula(formula: str, names: Sequence[str]) -> None:
    """Do nothing if the text is a formula over these names; else say where it is not.

    Raises:
        ValueError: If it is not, with the piece that is to blame.

    Example:
        >>> require_formula("__import__('os')", ["x"])
        Traceback (most recent call last):
        ValueError: formula must call only abs, cos, exp, expm1, ..., tanh (got '__import__(...)')
    """
    try:
        tree = ast.parse(formula, mode="eval")
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise ValueError(f"formula must be Python arithmetic (got {formula!r}: {error})") from None
    if "#" in formula:  # it would hide the rest of the line that the formula becomes part of
        raise ValueError(f"formula must not contain a comment (got {formula!r})")
    functions = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Pow):
            raise ValueError(f"formula must write powers as pow(x, n) (got {formula!r})")
        if not isinstance(node, _ALLOWED):
            raise ValueError(f"formula must be arithmetic (got {type(node).__name__} in {formula!r})")
        if isinstance(node, ast.Call):
            function = node.func.id if isinstance(node.func, ast.Name) else "?"
            if function not in FUNCTIONS or node.keywords:
                raise ValueError(f"formula must call only {', '.join(sorted(FUNCTIONS))} (got '{function}(...)')")
            if len(node.args) != (count := 2 if function == "pow" else 1):
                raise ValueError(f"formula must give {function} {count} input(s) (got {len(node.args)} in {formula!r})")
            functions.add(node.func)
        if isinstance(node, ast.Constant) and type(node.value) not in (int, float):
            raise ValueError(f"formula must contain only numbers and names (got {node.value!r})")
        if isinstance(node, ast.Name) and node not in functions and node.id not in names:
            raise ValueError(f"formula must use only {', '.join(names)} (got {node.id!r})")
