"""The rule of an optimizer as machine code: one pass over the parameters, instead of NumPy's fifteen."""

from __future__ import annotations

from copy import copy
from typing import Any

from ..engine import Value
from . import llvm_host
from .formula_trees import fill_formula
from .llvm_text import FunctionBody
from .recording import Recording


def machine_update(optimizer: Any) -> Any:
    """A function of count, lr, steps and the addresses of parameters, gradients and history, which changes them.

    The rule is `optimizer.update`, run on values without numbers; the results are those of NumPy, digit for digit.
    """
    arrays = 2 + optimizer.memory
    results = [place for place in range(arrays) if place != 1]  # all but the gradients change

    def updated(lr: Value, steps: Value, *numbers: Value) -> Value:
        twin = copy(optimizer)
        twin.lr, twin.steps = lr, steps
        found: Value = twin.update(*numbers)[len(roots)]
        return found

    recording, roots = Recording(updated, []), list[Value]()
    for _ in results:
        roots.append(recording.run([()] * (2 + arrays)))
    lr, steps, *numbers = recording.leaves.values()
    made = recording.values_behind(roots)
    lines = FunctionBody(llvm_host.count_lanes(), set())
    lines.begin_block("entry")
    whole = lines.add_value(f"udiv i64 %count, {lines.lanes}")
    done = lines.add_value(f"mul i64 {whole}, {lines.lanes}")
    for body, first, times in (
        (lines, "0", whole),
        (lines.with_lanes(1), done, lines.add_value(f"sub i64 %count, {done}")),
    ):
        shared = {lr: body.broadcast("%lr"), steps: body.broadcast("%steps")}
        for value in made:
            if {*value.inputs}.isdisjoint({*made, *numbers} - shared.keys()):
                shared[value] = _formula(body, value, shared)

        def one(k: str, _: list[str], body: FunctionBody = body, first: str = first, shared: Any = shared) -> list[str]:
            at = [body.address(f"%a{n}", first, "double") for n in range(arrays)]
            names = shared | {x: body.load(start, k) for x, start in zip(numbers, at, strict=True)}
            for value in made:
                if value not in names:
                    names[value] = _formula(body, value, names)
            for place, root in zip(results, roots, strict=True):
                body.store(names[root], at[place], k)
            return []

        lines.loop(times, one)
    pointers = ", ".join(f"ptr %a{n}" for n in range(arrays))
    head = f"define void @update(i64 %count, double %lr, double %steps, {pointers}) {{"
    text = "\n".join([head, *lines.lines, "  ret void", "}", *sorted(lines.declared)])
    kinds = [llvm_host.INTEGER, llvm_host.DOUBLE, llvm_host.DOUBLE, *[llvm_host.POINTER] * arrays]
    return llvm_host.machine_code(text, "update", None, kinds)


def _formula(body: FunctionBody, value: Value, names: dict[Value, str]) -> str:
    assert value.op
    known = {letter: names.get(x) or body.constant(x.data) for letter, x in zip("xy", value.inputs, strict=False)}
    return body.add_formula(fill_formula(value.op.formula, value.op.constants), known)
