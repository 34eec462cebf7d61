"""The cheat sheet says what the table of operations says, on one page."""

import pytest
from cheat_sheet import MOST_LETTERS, TARGET, build, in_python, written

from microgradviz.engine.ops import BUILT_IN, OPS

PAGE = build()


def test_the_stored_page_is_that_of_the_table() -> None:
    assert TARGET.read_text(encoding="utf-8") == PAGE, "run `make notebooks`"


@pytest.mark.parametrize("name", [name for name in BUILT_IN if in_python(OPS[name])])
def test_every_operation_is_on_it_with_its_derivatives(name: str) -> None:
    op = OPS[name]
    if op.arity and all(len(written(local)) <= MOST_LETTERS for local in op.locals):
        (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {op.notation.replace('|x|', 'abs(x)')} |")]
        assert all(f"| {written(local)} |" in line for local in op.locals)
    else:
        assert name in PAGE


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("1.0 - out * out", "1 − out²"),
        ("out * (1.0 - out)", "out · (1 − out)"),
        ("-out / y", "−out / y"),
        ("x - (y - 1.0)", "x − (y − 1)"),
        ("(x + y) / (x * y)", "(x + y) / (x · y)"),
        ("n * pow(x, n - 1)", "n · x^(n − 1)"),
        ("0.0 if x <= 0 else 1.0", "0 if x ≤ 0, else 1"),
    ],
)
def test_a_formula_is_written_as_by_hand(formula: str, text: str) -> None:
    assert written(formula) == text


def test_what_cannot_be_written_is_told() -> None:
    with pytest.raises(ValueError, match="must be one that can be written"):
        written("[x]")


def test_it_fits_on_a_printed_page() -> None:
    assert len(PAGE.splitlines()) <= 50
    assert max(map(len, PAGE.splitlines())) <= 240
