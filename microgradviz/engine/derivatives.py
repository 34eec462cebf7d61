"""A gradient as an expression: the Value that computes it, from the formulas that backward takes its numbers from.

What comes out can be drawn, stepped, and differentiated again.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from .order import operations_in_order
from .value import Value, no_slopes, short_repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# What a formula may call, made of operations; a condition in it looks at numbers.
_OVER_VALUES: dict[str, Callable[..., Any]] = {
    "exp": lambda x: x.exp(),
    "expm1": lambda x: x.exp() - 1.0,
    "log": lambda x: x.log(),
    "log1p": lambda x: (x + 1.0).log(),
    "sqrt": lambda x: x.sqrt(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "tanh": lambda x: x.tanh(),
    "pow": lambda x, y: x**y,
    "abs": abs,
    "float": float,
}


def gradient(f: Value, a: Value) -> Value:
    """The Value that computes d f / d a: the chain rule carried out on Values instead of on numbers.

    Where f does not depend on a, it is a Value of 0; where the derivative is a number, a leaf; of a product, the other
    factor itself. At a kink, such as relu at 0, it takes the side of the table of operations, as `backward` does.
    No `grad` is read or written.

    Args:
        f: The result.
        a: What to differentiate by, a leaf or any value on the way.

    Raises:
        TypeError: If one of them is no Value, or a value was made by hand, so that its formula is not known.

    Example:
        >>> a = Value(3.0, label="a")
        >>> once = gradient(a ** 3, a)
        >>> twice = gradient(once, a)
        >>> once.data, twice.data
        (27.0, 18.0)
    """
    for name, value in (("f", f), ("a", a)):
        if not isinstance(value, Value):
            raise TypeError(f"{name} of gradient must be a Value of microgradviz (got {short_repr(value)})")
    between = {a}
    order = []
    for value in operations_in_order(f) if f.inputs else ():
        if value is not a and not between.isdisjoint(value.inputs):
            between.add(value)
            order.append(value)
    gradients: dict[Value, Value | float] = {f: 1.0}
    for user in reversed(order):
        arriving = gradients.pop(user, None)
        if arriving is None:
            continue
        for x, derivative in zip(user.inputs, _local_derivatives(user), strict=True):
            if x in between:
                contribution = _product(arriving, derivative)
                gradients[x] = gradients[x] + contribution if x in gradients else contribution
    found = gradients.get(a, 0.0)
    return found if isinstance(found, Value) else Value(found)


def _product(arriving: Value | float, derivative: Value | float) -> Value | float:
    """The two multiplied; a 1 is left out, as on paper."""
    for one, other in ((arriving, derivative), (derivative, arriving)):
        if not isinstance(one, Value) and one == 1.0:
            return other
    return arriving * derivative


def _local_derivatives(user: Value) -> list[Value | float]:
    op = user.op
    if op is None or not op.locals:
        raise TypeError(no_slopes(user))
    if op.arity is None:
        return [1.0] * len(user.inputs)
    arguments = ("x", "y")[: op.arity] + op.params
    return [_compiled(text, arguments)(*user.inputs, out=user, **op.constants) for text in op.locals]


@lru_cache(maxsize=256)
def _compiled(text: str, arguments: tuple[str, ...]) -> Callable[..., Value | float]:
    formula = ast.unparse(_Conditions().visit(ast.parse(text, mode="eval")))
    function: Callable[..., Value | float] = eval(
        f"lambda {', '.join(arguments)}, out: {formula}", {"__builtins__": {}, **_OVER_VALUES}
    )
    return function


class _Conditions(ast.NodeTransformer):
    """`x == 0` asks for the number: two Values are equal only if they are the same one."""

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        as_numbers: list[ast.expr] = [
            ast.Call(ast.Name("float", ast.Load()), [side], []) for side in (node.left, *node.comparators)
        ]
        return ast.Compare(as_numbers[0], node.ops, as_numbers[1:])
