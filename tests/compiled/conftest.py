"""What all tests of compiled steps share."""

from importlib.util import find_spec

import pytest
from kit.op_cases import SAMPLES

from microgradviz import compile
from microgradviz.engine import Value, apply, total


@pytest.fixture(scope="session", autouse=True)
def every_operation_is_in_the_machine_program() -> None:
    """Else it would be made again for each test that has an operation more than all before."""
    if find_spec("llvmlite"):
        cases = {(op.name, *op.constants.values()): (op, len(inputs)) for op, inputs in SAMPLES}.values()
        w = Value(0.5)

        def all_of(x: Value) -> Value:
            return total([apply(op, [x] * count) for op, count in cases]) + x.detach()

        step = compile(lambda x: all_of(w) + all_of(w * x) * x, [w], backend="llvm")
        for batch in ([0.5], [0.5, 1.0]):
            step(batch)
