"""A program as Python text without a branch: the loop over samples, one line for each value, and the way back.

    def step(params, samples, seed):
        w, b = params
        total = grad_w = grad_b = 0.0
        for x, y in samples:
            v1 = w * x + b - y
            v2 = v1 * v1
            ...

The same text serves plain Python, where x is a number, and NumPy, where it is the column of a block of samples. What
is used once and is not needed on the way back stands where it is used.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from .dialects import Dialect, product
from .printing import filled
from .program import Instruction, Program, known

_SUMS = ("add", "sub", "total")  # their derivatives ask for no number, so an input may stand inside them
_INSIDE = ("mul", "neg")  # they bind closer than a sum, and their own value is not needed on the way back
_TERMS = 8  # of a sum on one line
_NAMES = 12  # on one line


def source(program: Program, names: Sequence[str], dialect: Dialect, *, backward: bool = True) -> str:
    """The text of a function `step(params, samples, seed)`, or of `forward(params, samples)`.

    Args:
        program: What to compute.
        names: What to call the numbers of a sample and the parameters.
        dialect: Plain Python, or NumPy.
        backward: Whether to find gradients; without it each sample's result is returned.
    """
    return "\n".join(_Writer(program, names, dialect).function(backward))


class _Writer:
    def __init__(self, program: Program, names: Sequence[str], dialect: Dialect) -> None:
        self.program, self.dialect = program, dialect
        self.inputs, self.params = names[: program.inputs], names[program.inputs :]
        self.name: list[str | float] = [*names, *program.constants]
        first = len(self.name)
        self.name += [f"v{i + 1}" for i in range(len(program.steps))]
        if program.root >= first:
            self.name[program.root] = "out"
        self.grad = {i: f"grad_{self.name[i]}" for i in range(len(program)) if program.active[i]}
        self.varying_names = {self._text(i) for i in range(len(program)) if program.varying[i]}
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
            yield from _indented(1, _unpacked(self.params, "", " = params"))
        yield from _indented(1, self._forward(uniform))
        sums = ["total", *(self.grad[i] for i in self.grad if not program.varying[i])]
        yield from _indented(1, _listed(sums, " = ", "", " = 0.0") if backward else ["results = []"])
        if self.inputs:
            yield from _indented(1, _unpacked(self.inputs, "for ", " in samples:"))
        else:
            yield "    for _ in samples:"
        yield from _indented(2, self._forward(varying))
        if not backward:
            yield f"        results.append({root})"
            yield "    return results"
            return
        yield f"        total += {self.dialect.total(root, program.varying[program.root])}"
        if program.root in self.grad:
            yield from _indented(2, self._backward(varying, program.varying[program.root]))
            yield from _indented(1, self._backward_uniform(uniform))
        yield from _indented(1, _listed(self._gradients(), ", ", "return total, [", "]"))

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
        return self.dialect.text(filled(step.op.formula, known(step, names)), self.program.varying[step.out])

    def _sum(self, out: str, terms: Sequence[str]) -> Iterator[str]:
        for at in range(0, len(terms), _TERMS):
            yield f"{out} = {' + '.join([out, *terms[at : at + _TERMS]] if at else terms[:_TERMS])}"

    def _backward(self, steps: Sequence[Instruction], root_varies: bool) -> Iterator[str]:
        program, name = self.program, self._text(self.program.root)
        shares: dict[int, list[str]] = {program.root: [self.dialect.seed(name) if root_varies else "seed"]}
        yield from self._pushed(steps, shares)
        for i, terms in shares.items():
            if not program.varying[i]:
                for term in terms:
                    yield f"{self.grad[i]} += {term}"

    def _backward_uniform(self, steps: Sequence[Instruction]) -> Iterator[str]:
        for step in reversed(steps):
            for i, formula in self.program.shares(step):
                local = filled(formula, known(step, self.name))
                yield f"{self.grad[i]} += {self.dialect.text(product(self.grad[step.out], local), False)}"

    def _pushed(self, steps: Sequence[Instruction], shares: dict[int, list[str]]) -> Iterator[str]:
        """The lines of varying gradients, last value first; shares gathers what arrives at each value."""
        program = self.program
        for step in reversed(steps):
            if step.out not in self.grad:
                continue
            terms = shares.pop(step.out)
            if len(terms) == 1 and terms[0].isidentifier() and step.out != program.root:
                self.grad[step.out] = terms[0]  # another name for the same number
            else:
                yield from self._sum(self.grad[step.out], terms)
            grad = self.grad[step.out]
            for i, formula in program.shares(step):
                local = filled(formula, known(step, self.name))
                if program.varying[i]:
                    term = self.dialect.text(product(grad, local), True)
                else:
                    term = self.dialect.over_samples(grad, local, self.varying_names)
                shares.setdefault(i, []).append(term)


def _unpacked(names: Sequence[str], before: str, after: str) -> list[str]:
    """`a, b = params`; one name, or very many, need brackets."""
    if 1 < len(names) <= _NAMES:
        return [before + ", ".join(names) + after]
    return _listed(names, ", ", f"{before}[", f"]{after}")


def _listed(items: Sequence[str], between: str, before: str, after: str) -> list[str]:
    """A dozen names a line: `a = b = 0.0` becomes several statements, a list goes on on the next line."""
    rows = [between.join(items[at : at + _NAMES]) for at in range(0, len(items), _NAMES)] or [""]
    if len(rows) == 1 or between == " = ":
        return [before + row + after for row in rows]
    return [before, *(f"    {row}," for row in rows), after]


def _indented(depth: int, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield "    " * depth + line
