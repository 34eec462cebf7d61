"""What NumPy's functions do with a Value: arithmetic and comparisons as with `*` and `<`; others say what to write."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# By NumPy's name, the methods for `value * x` and `x * value`.
_ARITHMETIC = {
    "add": ("__add__", "__radd__"),
    "subtract": ("__sub__", "__rsub__"),
    "multiply": ("__mul__", "__rmul__"),
    "divide": ("__truediv__", "__rtruediv__"),
    "power": ("__pow__", "__rpow__"),
}
_COMPARISONS = {
    "less": ("__lt__", "__gt__"),
    "less_equal": ("__le__", "__ge__"),
    "greater": ("__gt__", "__lt__"),
    "greater_equal": ("__ge__", "__le__"),
}
_OURS = {"maximum": "max", "minimum": "min", "absolute": "abs"}


def apply_ufunc(value: Any, ufunc: Any, method: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """What `ufunc(*inputs)` is if value is one of the inputs; NumPy asks for it, as for `np.float64(2) * value`.

    Raises:
        TypeError: If it is no arithmetic of two numbers.
    """
    name = ufunc.__name__
    if method == "__call__" and not options:
        first, *second = inputs
        if name in _ARITHMETIC:
            left, right = _ARITHMETIC[name]
            return getattr(value, left)(*second) if first is value else getattr(value, right)(first)
        if name in _COMPARISONS:
            left, right = _COMPARISONS[name]
            return getattr(value, left)(*second) if first is value else getattr(value, right)(_number(first))
        if name in ("equal", "not_equal"):  # values are equal if they are the same one
            return (first is second[0]) == (name == "equal")
    ours = _OURS.get(name, name)
    own = (
        f"write value.{ours}({'other' if ufunc.nin > 1 else ''})"
        if callable(getattr(value, ours, None))
        else "the number of a value is value.data"
    )
    raise TypeError(f"np.{name} must be given numbers (got {value!r}); {own}")


def _number(given: Any) -> Any:
    """NumPy makes an array without a shape of the number in `np.float64(2) < value`."""
    return given.item() if getattr(given, "shape", None) == () else given
