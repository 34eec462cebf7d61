"""A program as Python text without branches: the loop over samples, one line for each value, and the way back.

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

from .dialects import Dialect
from .program import Instruction, Program, formula_names
from .sums import Row, Sums

_SUMS = ("add", "sub", "total")  # their derivatives ask for no number, so an input may stand inside them
_INSIDE = ("mul", "neg")  # they bind closer than a sum, and their own value is not needed on the way back
_TERMS = 8  # of a sum on one line
_NAMES = 12  # on one line
_WORTHWHILE = 8  # weights of a layer that is written as one product of matrices


def python_source(program: Program, names: Sequence[str], dialect: Dialect, *, backward: bool = True) -> str:
    """The text of a Python function: `step(params, samples, seed)`, or `forward(params, samples)`.

    Args:
        program: What to compute.
        names: What to call the numbers of a sample and the parameters.
        dialect: Plain Python, or NumPy.
        backward: True for step, which returns the total and the gradients; False for forward, which returns each
            sample's result.
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
        self.in_layers: set[int] = set()
        found = self._find_layers() if dialect.has_matrices else []
        self.layers = {rows[0].out: (n, rows) for n, rows in enumerate(found, 1)}

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
        yield from _indent(1, self._matrices(backward))
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
        term = self.dialect.sum_over_samples(root, "1.0", {}, set()) if program.varying[program.root] else root
        yield f"        total += {term}"
        if program.root in self.grad:
            yield from _indent(2, self._backward(varying))
            yield from _indent(1, self._backward_matrices())
            yield from _indent(1, self._backward_uniform(uniform))
        yield from _indent(1, _wrap(self._gradients(), ", ", "return total, [", "]"))

    def _gradients(self) -> list[str]:
        first = self.program.inputs
        return [self.grad.get(i, "0.0") for i in range(first, first + self.program.params)]

    def _forward(self, steps: Iterable[Instruction]) -> Iterator[str]:
        for step in steps:
            if step.out in self.layers:
                yield from self._layer(*self.layers[step.out])
            if step.out in self.inlined or step.out in self.in_layers:
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
        return self.dialect.write(step.op.formula, formula_names(step, names))

    def _sum(self, out: str, terms: Sequence[str]) -> Iterator[str]:
        for at in range(0, len(terms), _TERMS):
            yield f"{out} = {' + '.join([out, *terms[at : at + _TERMS]] if at else terms[:_TERMS])}"

    def _backward_uniform(self, steps: Sequence[Instruction]) -> Iterator[str]:
        for step in reversed(steps):
            for i, formula in self.program.local_derivatives(step):
                share = self.dialect.write(formula, formula_names(step, self.name), self.grad[step.out])
                yield f"{self.grad[i]} += {share}"

    def _backward(self, steps: Sequence[Instruction]) -> Iterator[str]:
        """The lines of varying gradients, last value first, and then what arrives at the others."""
        program, root = self.program, self.program.root
        seed = self.dialect.root_grad(self._text(root)) if program.varying[root] else "seed"
        shares = {root: [seed]}  # what arrives at each value
        for step in reversed(steps):
            if step.out not in self.grad or step.out not in shares:  # the products of a layer have no lines
                continue
            terms = shares.pop(step.out)
            if len(terms) == 1 and terms[0].isidentifier() and step.out != program.root:
                self.grad[step.out] = terms[0]  # another name for the same number
            else:
                yield from self._sum(self.grad[step.out], terms)
            if step.out in self.layers:
                yield from self._layer_back(*self.layers[step.out], shares)
            if step.out in self.in_layers:
                continue
            grad = self.grad[step.out]
            for i, formula in program.local_derivatives(step):
                names = formula_names(step, self.name)
                if program.varying[i]:
                    term = self.dialect.write(formula, names, grad)
                else:
                    term = self.dialect.sum_over_samples(grad, formula, names, self.varying_names)
                shares.setdefault(i, []).append(term)
        for i, terms in shares.items():
            if not program.varying[i]:
                yield from (f"{self.grad[i]} += {term}" for term in terms)

    # A layer of neurons, all at once: its weights, biases among them, times its inputs, 1 among them. Its way back is
    # written where its first neuron's would be, after all others.

    def _find_layers(self) -> list[list[Row]]:
        """The layers that are worth a call of their own; what they compute is noted in `in_layers`."""
        program = self.program
        sums = Sums(program, [not varies for varies in program.varying])
        found = []
        for rows in sums.groups.values():
            inputs, out = rows[0].inputs, rows[0].out
            whole = all(len(sums.pairs[row.out][1]) == len(inputs) for row in rows)
            if whole and program.varying[out] and program.active[out] and len(rows) * len(inputs) >= _WORTHWHILE:
                found.append(rows)
                self.in_layers.update(row.out for row in rows)
        for step in reversed(program.steps):
            if step.out in self.in_layers:
                self.in_layers |= sums.merged.intersection(step.inputs)
        return found

    def _matrices(self, backward: bool) -> Iterator[str]:
        for n, rows in self.layers.values():
            weights = [f"[{', '.join(map(self._text, row.weights))}]" for row in rows]
            yield from _wrap(weights, ", ", f"weights{n} = array([", "])", 1)
            if backward:
                yield f"grad_weights{n} = 0.0"

    def _layer(self, n: int, rows: list[Row]) -> Iterator[str]:
        one = f"full_like({next(self._text(i) for i in rows[0].inputs if i is not None)}, 1.0)"
        names = [one if i is None else self._text(i) for i in rows[0].inputs]
        yield from _wrap(names, ", ", f"rows{n} = array([", "])")
        yield from _wrap([self._text(row.out) for row in rows], ", ", "[", f"] = weights{n} @ rows{n} + 0.0")

    def _layer_back(self, n: int, rows: list[Row], shares: dict[int, list[str]]) -> Iterator[str]:
        yield from _wrap([self.grad[row.out] for row in rows], ", ", f"grads{n} = array([", "])")
        yield f"grad_weights{n} += grads{n} @ rows{n}.T"
        names = {f"back{n}_{j}": i for j, i in enumerate(rows[0].inputs)}
        wanted = {name: i for name, i in names.items() if i is not None and self.program.active[i]}
        if wanted:
            yield from _wrap([*names], ", ", "[", f"] = weights{n}.T @ grads{n}")
        for name, i in wanted.items():
            shares.setdefault(i, []).append(name)

    def _backward_matrices(self) -> Iterator[str]:
        for n, rows in self.layers.values():
            yield f"shares{n} = grad_weights{n}.tolist()"
            for at, row in enumerate(rows):
                for j, weight in enumerate(row.weights):
                    if weight in self.grad:
                        yield f"{self.grad[weight]} += shares{n}[{at}][{j}]"


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
