"""The table of operations: one row for each, with its value and its local derivatives as formulas.

Everything reads this table: the engine runs the formulas, the picture prints them on its edges, the browser gets
them as its own arithmetic, the tests check every row against central differences. To add an operation for
everybody, add a row; to add one for yourself, call `microgradviz.define_op`.

A formula is ordinary Python arithmetic over the inputs `x` and `y`, the constants named in `params`, the functions
in `FUNCTIONS`, and, in a local derivative, `out`, the value just computed. What a row names under `where` stands in
its formulas in braces, and is filled in when the row is made. Conventions are PyTorch's: relu has slope 0 at 0, x**0
has slope 0, equal inputs of max and min share the gradient in halves, softplus is x above 20, gelu is
PyTorch's approximate="tanh".
"""

from __future__ import annotations

import math
from functools import lru_cache

from . import ieee

TYPE_CHECKING = False  # typing takes longer to import than this whole package
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

# What formulas may call: as Python computes it, which may raise; and what IEEE 754 arithmetic answers, always.
# fmt: off
FUNCTIONS: dict[str, tuple[Callable[..., float], Callable[..., float]]] = {
    "exp":   (math.exp,   ieee.exp),
    "expm1": (math.expm1, ieee.expm1),
    "log":   (math.log,   ieee.log),
    "log1p": (math.log1p, ieee.log1p),
    "sqrt":  (math.sqrt,  ieee.sqrt),
    "sin":   (math.sin,   ieee.sin),
    "cos":   (math.cos,   ieee.cos),
    "tanh":  (math.tanh,  math.tanh),
    "pow":   (math.pow,   ieee.power),
    "abs":   (math.fabs,  math.fabs),
}
# fmt: on
PYTHON_FUNCTIONS = {name: function for name, (function, _) in FUNCTIONS.items()}
IEEE_FUNCTIONS = {name: ieee.returning_double(function) for name, (_, function) in FUNCTIONS.items()}

if TYPE_CHECKING:
    Result = tuple[float, tuple[float, ...]]


class Op:
    """One row of the table.

    Attributes:
        name: How traces and code call it, such as "mul".
        symbol: What micrograd's `_op` shows, such as "*"; a constant stands in braces, as in "**{n}".
        notation: How a person writes it, over x and y: "x × y".
        formula: The value, as text.
        locals: The local derivative by each input, as text: d out / d x, d out / d y.
        latex: The value in LaTeX.
        samples: Inputs (constants last) where the operation is smooth, for examples and tests.
        params: Names of its constants.
        torch: PyTorch's function of the inputs, as a path below torch; empty if there is none that is one node of its
            graph (softsign is made of three). Tests then compare the formula with PyTorch's own derivatives of it.
        torch_options: Its keyword arguments, which its backward saves under the same names; a constant by its name.
        grad_fn: What PyTorch calls its backward: "Relu" for any ReluBackward, "PowBackward0" for this one alone.
        kinks: Where the field has more than one convention for the slope, as a condition over inputs and constants.
        in_text: Whether an expression written as text calls it by its name.
        arity: The number of inputs; None for any number.
        constants: Values of the constants, once bound.
        run: Takes the inputs' data, returns (out, local derivatives); may raise where IEEE arithmetic has an answer.
        run_ieee: The same formulas, by IEEE arithmetic: never raises for real numbers.
        at_kink: Takes inputs and constants, returns whether they are at one of the kinks.
    """

    __slots__ = (
        "arity", "at_kink", "constants", "formula", "grad_fn", "in_text", "kinks", "latex", "locals", "name",
        "notation", "params", "run", "run_ieee", "samples", "symbol", "torch", "torch_options",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        symbol: str,
        notation: str,
        formula: str,
        locals: Sequence[str],
        latex: str,
        samples: Sequence[tuple[float, ...]],
        params: Sequence[str] = (),
        *,
        where: Mapping[str, str] | None = None,
        torch: str = "",
        torch_options: Mapping[str, Any] | None = None,
        grad_fn: Sequence[str] = (),
        kinks: str = "",
        in_text: bool = True,
    ) -> None:
        """A row; `where` names intermediate results, which formulas use in braces and which are filled in here."""
        if where:
            known: dict[str, str] = {}
            for result, text in where.items():
                known[result] = f"({text.format_map(known)})"
            formula, *locals = [text.format_map(known) for text in (formula, *locals)]
        self.name, self.symbol, self.notation, self.formula, self.latex = name, symbol, notation, formula, latex
        self.locals, self.samples, self.params = tuple(locals), tuple(samples), tuple(params)
        self.torch, self.torch_options = torch, dict(torch_options or {})
        self.grad_fn = tuple(grad_fn or ([torch.rpartition(".")[2].title().replace("_", "")] if torch else ()))
        self.kinks, self.in_text = kinks, in_text
        self.arity: int | None = len(self.locals)
        self.constants: dict[str, float] = {}
        run: Any = self.compiled(PYTHON_FUNCTIONS)
        self.run: Callable[..., Result] = run
        run_in_doubles = type(run)(run.__code__, _scope(IEEE_FUNCTIONS))  # reading the text twice takes time
        self.run_ieee = with_doubles(run_in_doubles)
        self.at_kink: Callable[..., bool] = self._compiled(kinks, {}) if kinks else _nowhere

    def __repr__(self) -> str:
        return f"Op({self.name!r})"

    def compiled(self, functions: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
        """The row as a function of its inputs and constants, computing with the given functions."""
        derivatives = "".join(f"{local}, " for local in self.locals)
        return self._compiled(f"(out := {self.formula}, ({derivatives}))", functions)

    def _compiled(self, text: str, functions: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
        arguments = ", ".join(("x", "y")[: self.arity] + self.params)
        function: Callable[..., Any] = eval(f"lambda {arguments}: {text}", _scope(functions))
        return function

    def bind(self, *constants: float) -> Op:
        """The same operation with its constants given: `OPS["pow_n"].bind(2.0)` squares."""
        bound = object.__new__(Op)
        for slot in Op.__slots__:
            setattr(bound, slot, getattr(self, slot))
        run, run_ieee, at_kink = self.run, self.run_ieee, self.at_kink
        bound.run = lambda *inputs: run(*inputs, *constants)
        bound.run_ieee = lambda *inputs: run_ieee(*inputs, *constants)
        bound.at_kink = lambda *inputs: at_kink(*inputs, *constants)
        bound.constants = dict(zip(self.params, constants, strict=True))
        bound.symbol = self.symbol.format_map({name: f"{c:g}" for name, c in bound.constants.items()})
        return bound


class Total(Op):
    """The one operation with any number of inputs: their sum, added from left to right."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(
            "total", "Σ", "Σ x", "x", ("1.0",), r"\sum_i x_i", [(1.0, 2.0, -4.5), (3.0,)],
            torch="add",  # once for each further input, from left to right
        )  # fmt: skip
        self.arity, self.grad_fn = None, ()
        self.run = self.run_ieee = _total


def _total(*inputs: float) -> Result:
    # Not sum(): from Python 3.12 on it rounds differently, and the same notebook must give the same digits.
    out = 0.0
    for x in inputs:
        out += x
    return out, _ones(len(inputs))


def _nowhere(*inputs: float) -> bool:
    return False


@lru_cache(maxsize=64)
def _ones(count: int) -> tuple[float, ...]:
    return (1.0,) * count


def _scope(functions: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    return {"__builtins__": {}, **functions}


def with_doubles(run: Callable[..., Result]) -> Callable[..., Result]:
    """The same function, given its inputs as Doubles."""

    def run_ieee(*inputs: float) -> Result:
        out, derivatives = run(*map(ieee.Double, inputs))
        return float(out), tuple(map(float, derivatives))

    return run_ieee


# The inside cover. Aligned by hand: keep it so.
# fmt: off
_ROWS: tuple[Op, ...] = (
    #  name          symbol      notation       value                             local derivatives
    Op("add",        "+",        "x + y",       "x + y",                          ("1.0", "1.0"),
       r"x + y",             [(2.0, -3.0), (0.5, 0.25)],   torch="add", torch_options={"alpha": 1}, in_text=False),
    Op("sub",        "-",        "x − y",       "x - y",                          ("1.0", "-1.0"),
       r"x - y",             [(2.0, -3.0), (0.5, 0.25)],   torch="sub", torch_options={"alpha": 1}, grad_fn=("Sub", "Rsub"), in_text=False),
    Op("mul",        "*",        "x × y",       "x * y",                          ("y", "x"),
       r"x \cdot y",         [(2.0, -3.0), (0.5, 0.25)],   torch="mul", in_text=False),
    Op("div",        "/",        "x ÷ y",       "x / y",                          ("1.0 / y", "-out / y"),
       r"\frac{x}{y}",       [(2.0, -3.0), (0.5, 0.25)],   torch="div", torch_options={"rounding_mode": None}, in_text=False),
    Op("neg",        "neg",      "−x",          "-x",                             ("-1.0",),
       r"-x",                [(2.0,), (-0.5,)],            torch="neg", in_text=False),
    Op("pow_n",      "**{n}",    "x ^ n",       "pow(x, n)",                      ("0.0 if n == 0 else n * pow(x, n - 1)",),
       r"x^{n}",             [(3.0, 2.0), (-2.0, 3.0), (0.7, -1.5), (1.5, 0.0)], ("n",),
       torch="pow", torch_options={"exponent": "n"}, grad_fn=("PowBackward0",), in_text=False),
    Op("pow",        "**",       "x ^ y",       "pow(x, y)",                      ("0.0 if y == 0 else y * pow(x, y - 1)",
                                                                                   "0.0 if x == 0 and y >= 0 else out * log(x)"),
       r"x^{y}",             [(3.0, 2.0), (0.7, -1.5)],    torch="pow", grad_fn=("PowBackward1", "PowBackward2")),
    Op("exp",        "exp",      "exp(x)",      "exp(x)",                         ("out",),
       r"e^{x}",             [(1.0,), (-2.5,), (0.0,)],    torch="exp"),
    Op("log",        "log",      "log(x)",      "log(x)",                         ("1.0 / x",),
       r"\ln x",             [(1.0,), (2.5,), (0.1,)],     torch="log"),
    Op("sqrt",       "sqrt",     "√x",          "sqrt(x)",                        ("0.5 / out",),
       r"\sqrt{x}",          [(1.0,), (2.5,), (0.1,)],     torch="sqrt"),
    Op("sin",        "sin",      "sin(x)",      "sin(x)",                         ("cos(x)",),
       r"\sin x",            [(1.0,), (-2.5,), (0.0,)],    torch="sin"),
    Op("cos",        "cos",      "cos(x)",      "cos(x)",                         ("-sin(x)",),
       r"\cos x",            [(1.0,), (-2.5,), (0.3,)],    torch="cos"),
    Op("tanh",       "tanh",     "tanh(x)",     "tanh(x)",                        ("1.0 - out * out",),
       r"\tanh x",           [(0.5,), (-1.2,), (0.0,)],    torch="tanh"),
    Op("sigmoid",    "sigmoid",  "sigmoid(x)",  "1.0 / (1.0 + exp(-x))",          ("out * (1.0 - out)",),
       r"\sigma(x)",         [(0.5,), (-2.5,), (0.0,)],    torch="sigmoid"),
    Op("relu",       "ReLU",     "relu(x)",     "0.0 if x <= 0 else x",           ("0.0 if x <= 0 else 1.0",),
       r"\max(0, x)",        [(0.5,), (-2.5,)],            torch="relu", kinks="x == 0"),
    Op("leaky_relu", "LeakyReLU", "leaky_relu(x)", "x if x > 0 else slope * x",   ("1.0 if x > 0 else slope",),
       r"\max(x, \alpha x)", [(0.5, 0.01), (-2.5, 0.2)], ("slope",),
       torch="nn.functional.leaky_relu", torch_options={"negative_slope": "slope"}, kinks="x == 0"),
    Op("softplus",   "softplus", "softplus(x)", "x if x > 20 else log1p(exp(x))", ("1.0 if x > 20 else exp(x) / (exp(x) + 1.0)",),
       r"\ln(1 + e^{x})",    [(0.5,), (-2.5,), (25.0,)],   torch="nn.functional.softplus", torch_options={"beta": 1, "threshold": 20}),
    Op("silu",       "SiLU",     "silu(x)",     "x / (1.0 + exp(-x))",            ("{s} * (1.0 + x * (1.0 - {s}))",),
       r"x \cdot \sigma(x)", [(0.5,), (-2.5,), (0.0,)],    torch="nn.functional.silu", where={"s": "1.0 / (1.0 + exp(-x))"}),
    Op("gelu",       "GELU",     "gelu(x)",     "0.5 * x * (1.0 + {t})",          ("0.5 * (1.0 + {t}) * (1.0 + x * (1.0 - {t}) * {u})",),
       r"\frac{x}{2} (1 + \tanh(\sqrt{2 / \pi} (x + 0.044715 x^3)))", [(0.5,), (-1.2,), (0.0,)],
       where={"t": "tanh(0.7978845608028654 * (x + 0.044715 * (x * x * x)))", "u": "0.7978845608028654 * (1.0 + 0.134145 * (x * x))"},
       torch="nn.functional.gelu", torch_options={"approximate": "tanh"}),
    Op("elu",        "ELU",      "elu(x)",      "x if x > 0 else alpha * expm1(x)", ("alpha * exp(x) if x <= 0 else 1.0",),
       r"\max(0, x) + \min(0, \alpha (e^{x} - 1))", [(0.5, 1.0), (-2.5, 1.0), (-0.7, 0.5)], ("alpha",),
       torch="ops.aten.elu", torch_options={"alpha": "alpha", "scale": 1, "input_scale": 1}, kinks="x == 0 and alpha != 1"),
    Op("abs",        "abs",      "|x|",         "abs(x)",                         ("1.0 if x > 0 else -1.0 if x < 0 else 0.0",),
       r"|x|",               [(0.5,), (-2.5,)],            torch="abs", kinks="x == 0"),
    Op("max",        "max",      "max(x, y)",   "x if x > y or x != x else y",    ("0.5 if x == y else 0.0 if x < y else 1.0",
                                                                                   "0.5 if x == y else 0.0 if x > y else 1.0"),
       r"\max(x, y)",        [(2.0, -3.0), (0.25, 0.5)],   torch="maximum", kinks="x == y"),
    Op("min",        "min",      "min(x, y)",   "x if x < y or x != x else y",    ("0.5 if x == y else 0.0 if x > y else 1.0",
                                                                                   "0.5 if x == y else 0.0 if x < y else 1.0"),
       r"\min(x, y)",        [(2.0, -3.0), (0.25, 0.5)],   torch="minimum", kinks="x == y"),
    Total(),
)
# fmt: on

OPS: dict[str, Op] = {row.name: row for row in _ROWS}  # define_op adds to it
BUILT_IN = tuple(OPS)


@lru_cache(maxsize=256)
def bind_op(name: str, *constants: float) -> Op:
    """A row of the table with its constants given; the latest few hundred are kept."""
    return OPS[name].bind(*constants)


def op_without_formula(symbol: str) -> Op:
    """A stand-in for the row of an operation that somebody carried out by hand: only its symbol is known."""
    op: Op = object.__new__(Op)
    op.name = op.symbol = op.notation = symbol
    op.formula = op.latex = ""
    op.locals, op.samples, op.params, op.constants, op.arity = (), (), (), {}, None
    return op


def find_op(name: str, arity: int, constants: Iterable[str] = ()) -> Op | None:
    """The row of that name, if it takes that many inputs and its constants are among these; else None."""
    found = OPS.get(name)
    if found is None or found.arity not in (None, arity) or set(found.params) - set(constants):
        return None
    return found
