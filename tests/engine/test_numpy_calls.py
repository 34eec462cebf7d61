"""What NumPy's numbers, arrays and functions do with a Value."""

import operator
from typing import Any

import pytest

from microgradviz.engine import Value

np = pytest.importorskip("numpy", reason="NumPy is not installed: pip install numpy")


def test_arrays_are_refused_from_both_sides() -> None:
    for array in (np.ones(3), np.ones((2, 2)), np.array(3.0), np.ones(1)):
        hint = "work on its elements" if array.shape else r"use \.item\(\) for its number"
        for operation in (lambda a, b: a + b, lambda a, b: b * a, lambda a, b: b - a, lambda a, b: a.max(b)):
            with pytest.raises(TypeError, match=f"(?s)must be a real number .got ndarray .*; {hint}"):
                operation(Value(2.0), array)


def test_numbers_of_numpy_are_numbers() -> None:
    for number in (np.float64(3), np.float32(3), np.int64(3), np.uint8(3)):
        for out in (Value(2.0) * number, number * Value(2.0), Value(number) * 2):
            assert type(out) is Value
            assert (out.data, type(out.data)) == (6.0, float)


@pytest.mark.parametrize(
    ("of_numpy", "number"),
    [
        (lambda v: np.add(v, 3), 5), (lambda v: np.float64(3) - v, 1), (lambda v: np.subtract(v, np.float32(3)), -1),
        (lambda v: np.float64(3) / v, 1.5), (lambda v: np.float64(3) ** v, 9), (lambda v: np.power(v, 3), 8),
        (lambda v: np.multiply(v, v), 4),
    ],
)  # fmt: skip
def test_arithmetic_of_numpy_is_that_of_python(of_numpy: Any, number: float) -> None:
    assert of_numpy(Value(2.0)).data == number


def test_comparisons_of_numpy_are_those_of_python() -> None:
    v = Value(2.0)
    assert np.float64(3) > v
    assert np.float64(2) >= v
    assert not np.float64(3) < v
    assert not np.less_equal(np.float64(3), v)
    assert np.less(v, 3)
    assert np.float64(2) != v
    assert not np.equal(2.0, v), "a value is no number"
    assert np.equal(v, v)


@pytest.mark.parametrize(
    ("of_numpy", "sentence"),
    [
        (np.tanh, r"np\.tanh must be given numbers \(got Value\(data=2.*\); write value\.tanh\(\)"),
        (np.exp, r"np\.exp .*; write value\.exp"),
        (np.cbrt, r"np\.cbrt .*; the number of a value is value\.data"),
        (lambda v: np.maximum(v, 0), r"np\.maximum .*; write value\.max\(other\)"),
        (lambda v: np.add(v, 1, out=np.ones(1)), r"np\.add must be given numbers"),
        (lambda v: np.multiply.outer(v, np.ones(2)), r"np\.multiply must be given numbers"),
    ],
)
def test_a_function_of_numpy_names_the_method_to_write(of_numpy: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        of_numpy(Value(2.0))


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_a_comparison_with_an_array_is_a_type_error(compare: Any) -> None:
    with pytest.raises(TypeError, match=r"^operand of a comparison must be a real number"):
        compare(Value(2.0), np.ones(2))
