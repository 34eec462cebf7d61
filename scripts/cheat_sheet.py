"""Write notebooks/cheat_sheet.md: every operation with its local derivatives, from the table that the engine runs.

    python scripts/cheat_sheet.py        (make notebooks)

It fits on one printed page. An operation whose derivatives take more than a line is named only; one
that a Value has no method for is left out.
"""

import ast
import inspect
from pathlib import Path

from microgradviz import Value
from microgradviz.engine.ops import BUILT_IN, OPS, Op

TARGET = Path(__file__).parents[1] / "notebooks" / "cheat_sheet.md"
MOST_LETTERS = 40  # of a derivative
HEAD = """\
# Cheat sheet

For out = f(x, y): what each operation computes, and its **local derivatives**, ∂out/∂x and ∂out/∂y.

| operation | in Python | ∂out/∂x | ∂out/∂y | at | out | slopes |
|---|---|---|---|---|---|---|
"""
RULES = """\
| to find all gradients | |
|---|---|
| begin | the result's gradient is 1, all others begin at 0 |
| order | from the result back, each value only after all of its users (reversed topological order) |
| one edge | **contribution** = gradient arriving × local derivative |
| one value | its gradient is the sum of its contributions, so `+=` |
| along a path, across paths | rates multiply; contributions add |
| plus, times | plus copies what arrives; times swaps: each input gets it times the other's value |
| inside another function | the outer rate is taken at the *inner* value: y = u², u = 3x gives 2u · 3 |
| never trust a gradient | until you have nudged: (f(x + h) − f(x − h)) / 2h, h about 1e-5 |
| update | `data -= learning_rate * grad`, then all gradients back to 0 |
| a step in PyTorch | forward, `optimizer.zero_grad()`, `loss.backward()`, `optimizer.step()`; no path: `grad` is None |
| classes | loss: top + log Σ exp(z − top) − z of the right class; its gradient at a score: p − y; first loss: log n |
"""
_SIGNS = {ast.Add: "+", ast.Sub: "−", ast.Mult: "·", ast.Div: "/"}
_COMPARED = {ast.Eq: "=", ast.Lt: "<", ast.Gt: ">", ast.LtE: "≤", ast.GtE: "≥", ast.NotEq: "≠"}
_TIGHT = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2}


def written(formula: str) -> str:
    """A formula of the table as one writes it: 1 − out², where the table says 1.0 - out * out."""
    return _text(ast.parse(formula, mode="eval").body)


def _text(node: ast.expr, tight: int = 0) -> str:
    match node:
        case ast.Constant(value=float() | int() as x):
            return f"{x:g}"
        case ast.Name(id=name):
            return name
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return f"−{_text(inner, 2)}"
        case ast.BinOp(left=ast.Name(id=x), op=ast.Mult(), right=ast.Name(id=y)) if x == y:
            return f"{x}²"
        case ast.BinOp(left=left, op=op, right=right):
            own = _TIGHT[type(op)]
            text = f"{_text(left, own)} {_SIGNS[type(op)]} {_text(right, own + isinstance(op, ast.Sub | ast.Div))}"
            return _in_brackets(text, own < tight)
        case ast.IfExp(test=test, body=body, orelse=other):
            return f"{_text(body)} if {_text(test)}, else {_text(other)}"
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return f"{_text(left)} {_COMPARED[type(op)]} {_text(right)}"
        case ast.BoolOp(values=parts):
            return " and ".join(map(_text, parts))
        case ast.Call(func=ast.Name(id="pow"), args=[x, n]):
            return f"{_text(x, 3)}^{_in_brackets(_text(n), not isinstance(n, ast.Name))}"
        case ast.Call(func=ast.Name(id=name), args=args):
            return f"{name}({', '.join(map(_text, args))})"
    raise ValueError(f"formula must be one that can be written (got {ast.unparse(node)!r})")


def _in_brackets(text: str, needed: bool) -> str:
    return f"({text})" if needed else text


def in_python(op: Op) -> str:
    """How a learner writes the operation; empty if a Value has no method for it."""
    signs = {"neg": "-x", "pow_n": "x ** n", "pow": "x ** y", "abs": "abs(x)", "total": "total(values)"}
    if op.name in signs:
        return signs[op.name]
    if not op.symbol.isalpha() and len(op.symbol) == 1:
        return f"x {op.symbol} y"
    if not hasattr(Value, op.name):
        return ""
    constants = [name for name in inspect.signature(getattr(Value, op.name)).parameters if name in op.params]
    return f"x.{op.name}({', '.join([*(['y'] if op.arity == 2 else []), *constants])})"


def row(op: Op) -> str:
    """The operation's line, with an example of numbers."""
    sample = next((s for s in op.samples if all(abs(x) in (0.5, 1, 2, 3) for x in s)), op.samples[0])
    out, slopes = op.run(*sample)
    names = [*("xy"[: op.arity]), *op.params]
    derivatives = [written(local) for local in op.locals]
    cells = [
        op.notation,
        f"`{in_python(op)}`",
        *derivatives,
        *[""] * (2 - len(derivatives)),
        ", ".join(f"{name} = {number(x)}" for name, x in zip(names, sample, strict=True)),
        number(out),
        ", ".join(map(number, slopes)),
    ]
    return "| " + " | ".join(cell.replace("|x|", "abs(x)") for cell in cells) + " |"


def number(x: float) -> str:
    """Four digits, with a true minus."""
    return f"{x:.4g}".replace("-", "−")


def build() -> str:
    """The page, as Markdown."""
    table = [OPS[name] for name in BUILT_IN if OPS[name].arity and in_python(OPS[name])]
    short = [op for op in table if all(len(written(local)) <= MOST_LETTERS for local in op.locals)]
    named = ", ".join(f"`{in_python(op)}`" for op in table if op not in short)
    rest = f"The engine also has {named}, and `total(values)`, one sum of many. Where two slopes meet at a corner, "
    return (
        HEAD
        + "\n".join(map(row, short))
        + f"\n\n{rest}we take PyTorch's: relu has 0 at 0, equal inputs of max and min get half each.\n\n{RULES}"
    )


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8", newline="\n")
    print(f"{TARGET}: written")
