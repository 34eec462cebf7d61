"""A program as Python text without branches: the loop over samples, one line for each value, and the way back.

    def step(params, samples, seed):
        w, b = params
        total = grad_w = grad_b = 0.0
        for x, y in samples:
            v1 = w * x + b - y
            v2 = v1 * v1
            ...

What is used once and is not needed on the way back stands where it is used.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from .formula_trees import fill_formula
from .program import Instruction, Program

_SUMS = ("add", "sub", "total")  # their derivatives ask for no number, so an input may stand inside them
_INSIDE = ("mul", "neg")  # they bind closer than a sum, and their own value is not needed on the way back
_TERMS = 8  # of a sum on one line
_NAMES = 12  # on one line

Names = Mapping[str, str | float]  # what the letters of a formula stand for: names, or numbers that are known


def python_source(program: Program, names: Sequence[str], *, backward: bool = True) -> str:
    """The text of a Python function: `step(params, samples, seed)`, or `forward(params, samples)`.

    Args:
        program: What to compute.
        names: What to call the numbers of a sample and the parameters.
        backward: True for step, which returns the total and the gradients; False for forward, which returns each
            sample's result.
    """
    return "\n".join(_Writer(program, names).function(backward))


class _Writer:
    def __init__(self, program: Program, names: Sequence[str]) -> None:
        self.program = program
        self.inputs, self.params = names[: program.inputs], names[program.inputs :]
        self.name: list[str | float] = [*names, *program.constants]
        first = len(self.name)
        self.name += [f"v{i + 1}" for i in range(len(program.steps))]
        if program.root >= first:
            self.name[program.root] = "out"
        self.grad = {i: f"grad_{self.name[i]}" for i in range(len(program)) if program.active[i]}
        self.inlined = self._find_inlined()

    def _find_inlined(self) -> set[int]:
        uses = Counter(i for step in self.program.steps for i in step.inputs)
        kind = {step.out: step.op.name for step in self.program.steps}
        return {
            i
            for user in self.program.steps
            if user.op.name in _SUMS
            for i in user.inputs
            if uses[i] == 1 and kind.get(i) in _INSIDE and self.program.varying[i] == self.program.varying[user.out]
        }

    def function(self, backward: bool) -> Iterator[str]:
        program = self.program
        root = self._text(program.root)
        uniform = [step for step in program.steps if not program.varying[step.out]]
        varying = [step for step in program.steps if program.varying[step.out]]
        yield "def step(params, samples, seed):" if backward else "def forward(params, samples):"
        if self.params:
            yield from _indent(1, _unpack(self.params, "", " = params"))
        yield from _indent(1, self._forward(uniform))
        sums = ["total", *(self.grad[i] for i in self.grad if not program.varying[i])]
        yield from _indent(1, _wrap(sums, " = ", "", " = 0.0") if backward else ["results = []"])
        if self.inputs:
            yield from _indent(1, _unpack(self.inputs, "for ", " in samples:"))
        else:
            yield "    for _ in samples:"
        yield from _indent(2, self._forward(varying))
        if not backward:
            yield f"        results.append({root})"
            yield "    return results"
            return
        yield f"        total += {root}"
        if program.root in self.grad:
            yield from _indent(2, self._backward(varying))
            yield from _indent(1, self._backward_uniform(uniform))
        yield from _indent(1, _wrap(self._gradients(), ", ", "return total, [", "]"))

    def _gradients(self) -> list[str]:
        first = self.program.inputs
        return [self.grad.get(i, "0.0") for i in range(first, first + self.program.params)]

    def _forward(self, steps: Iterable[Instruction]) -> Iterator[str]:
        for step in steps:
            if step.out in self.inlined:
                continue
            out = self._text(step.out)
            if step.op.arity is None:
                yield from self._sum(out, ["0.0", *map(self._term, step.inputs)])
            else:
                yield f"{out} = {self._value(step)}"

    def _term(self, i: int) -> str:
        return self._value(self._step(i)) if i in self.inlined else self._text(i)

    def _text(self, i: int) -> str:
        name = self.name[i]
        return name if isinstance(name, str) else ast.unparse(ast.Constant(name))

    def _step(self, i: int) -> Instruction:
        return self.program.steps[i - self.program.steps[0].out]

    def _value(self, step: Instruction) -> str:
        names = {i: self._term(i) if i in self.inlined else self.name[i] for i in step.inputs}
        names[step.out] = self.name[step.out]
        return _write(step.op.formula, _formula_names(step, names))

    def _sum(self, out: str, terms: Sequence[str]) -> Iterator[str]:
        for at in range(0, len(terms), _TERMS):
            yield f"{out} = {' + '.join([out, *terms[at : at + _TERMS]] if at else terms[:_TERMS])}"

    def _backward_uniform(self, steps: Sequence[Instruction]) -> Iterator[str]:
        for step in reversed(steps):
            for i, formula in self.program.local_derivatives(step):
                share = _write(formula, _formula_names(step, self.name), self.grad[step.out])
                yield f"{self.grad[i]} += {share}"

    def _backward(self, steps: Sequence[Instruction]) -> Iterator[str]:
        """The lines of varying gradients, last value first, and then what arrives at the others."""
        program = self.program
        shares = {program.root: ["seed"]}  # what arrives at each value
        for step in reversed(steps):
            if step.out not in self.grad:
                continue
            terms = shares.pop(step.out)
            if len(terms) == 1 and terms[0].isidentifier() and step.out != program.root:
                self.grad[step.out] = terms[0]  # another name for the same number
            else:
                yield from self._sum(self.grad[step.out], terms)
            for i, formula in program.local_derivatives(step):
                term = _write(formula, _formula_names(step, self.name), self.grad[step.out])
                shares.setdefault(i, []).append(term)
        for i, terms in shares.items():
            if not program.varying[i]:
                yield from (f"{self.grad[i]} += {term}" for term in terms)


def _formula_names(step: Instruction, name: Mapping[int, str | float] | Sequence[str | float]) -> Names:
    """What stands for x, y, out and the constants in the formulas of an instruction."""
    inputs = zip(("x", "y"), step.inputs, strict=False)
    return {**{letter: name[i] for letter, i in inputs}, **step.op.constants, "out": name[step.out]}


def _write(formula: str, names: Names, grad: str = "") -> str:
    """A formula of the table; with the name of a gradient, that times the formula.

    Example:
        >>> _write("n * x", {"x": "w", "n": -1.0}), _write("-1.0", {}, "grad_out")
        ('-1.0 * w', '-grad_out')
    """
    known = tuple((letter, repr(name)) for letter, name in names.items() if not isinstance(name, str))
    return _template(formula, known, bool(grad)).format(grad=grad, **names)


@lru_cache(maxsize=4096)
def _template(formula: str, known: tuple[tuple[str, str], ...], times_grad: bool) -> str:
    """The text of a formula, to be formatted with the names that its letters stand for."""
    letters = {letter: f"{{{letter}}}" for letter in ("x", "y", "out")}
    tree = fill_formula(formula, letters | {letter: float(digits) for letter, digits in known})
    if times_grad:
        grad, number = ast.Name("{grad}", ast.Load()), ast.unparse(tree)
        short = {"1.0": grad, "-1.0": ast.UnaryOp(ast.USub(), grad)}
        tree = short.get(number, ast.BinOp(grad, ast.Mult(), tree))
    return ast.unparse(tree)


def _unpack(names: Sequence[str], before: str, after: str) -> list[str]:
    """`a, b = params`; one name, or very many, need brackets."""
    if 1 < len(names) <= _NAMES:
        return [before + ", ".join(names) + after]
    return _wrap(names, ", ", f"{before}[", f"]{after}")


def _wrap(items: Sequence[str], between: str, before: str, after: str, names: int = _NAMES) -> list[str]:
    """A dozen names a line: `a = b = 0.0` becomes several statements, a list goes on on the next line."""
    rows = [between.join(items[at : at + names]) for at in range(0, len(items), names)] or [""]
    if len(rows) == 1 or between == " = ":
        return [before + row + after for row in rows]
    return [before, *(f"    {row}," for row in rows), after]


def _indent(depth: int, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield "    " * depth + line
