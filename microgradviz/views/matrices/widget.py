"""matrices("batch"): y = W·x + b with all its numbers, its three gradients, and the graph of scalars behind each."""

from __future__ import annotations

from typing import Any

import traitlets

from ...tracing import number_text
from ..options import PlayOptions
from ..player import play, prepare_player
from ..still import picture_of_matrices
from ..widget import Instrument
from .product import Grid, Product

_W = [[2.0, -1.0, 0.5], [1.0, 3.0, -2.0]]
CASES: dict[str, dict[str, Any]] = {
    "layer": {"W": _W, "x": [1.0, 2.0, -2.0], "b": [0.5, -1.0]},
    "batch": {
        "W": _W,
        "x": [[1.0, 0.0, 3.0, -1.0], [2.0, 1.0, -1.0, 0.5], [-2.0, 4.0, 2.0, 1.0]],
        "b": [[0.5], [-1.0]],
    },
    "slip": {"W": _W, "x": [[1.0, 0.0], [2.0, 1.0], [-2.0, 4.0]], "b": [0.5, -1.0]},
}


class Matrices(Instrument):
    """The instrument of matrices; its traits are all that page and kernel tell each other.

    Attributes:
        way: "forward" for the values, "backward" for the gradients.
        cell: The cell that is looked at, such as "Y[0][1]".
    """

    entry = "instruments/matrices.js"

    tables = traitlets.Dict(help="python -> page").tag(sync=True)
    plays: Any = traitlets.List(help="python -> page: what the player is given, for each number of y").tag(sync=True)
    slip = traitlets.Unicode(help="python -> page").tag(sync=True)
    way = traitlets.Enum(["forward", "backward"], "forward", help="both ways").tag(sync=True)
    cell = traitlets.Unicode(help="both ways").tag(sync=True)

    def __init__(self, product: Product) -> None:
        self._product = product
        options = PlayOptions(groups="open")
        plays = [[prepare_player(part, options, {}, play)[1] for part in row] for row in product.parts]
        super().__init__(tables=product.tables(), plays=plays, slip=product.slip, cell=product.y.label(0, 0))

    @property
    def values(self) -> dict[str, list[list[Any]]]:
        """The Values, as they are drawn: those of "W", "x", "b" and "y"; each knows its `grad`."""
        return {grid.key: grid.rows for grid in self._grids()}

    def _grids(self) -> list[Grid]:
        product = self._product
        return [product.W, product.x, product.b, product.y]

    def __repr__(self) -> str:
        w, x, b, y = self._grids()
        told = f"{y.name} {y.shape} = W {w.shape} · {x.name} {x.shape} + b {b.shape}"
        numbers = "; ".join(" ".join(map(number_text, row)) for row in y.data())
        return f"Matrices({told}: {numbers})"

    def fallback(self) -> str:
        """The equation with its numbers."""
        w, x, b, y = ((grid.name, str(grid.shape), grid.data()) for grid in self._grids())
        return picture_of_matrices([y, "=", w, "·", x, "+", b]).to_img()

    def page_title(self) -> str:
        """The formula."""
        return f"{self._product.y.name} = W·{self._product.x.name} + b"


def matrices(case: str = "layer", /, *, W: Any = None, x: Any = None, b: Any = None, arriving: Any = None) -> Matrices:
    """A layer as matrices: point at a number to see the scalars behind it, forward and backward.

    Shapes are NumPy's: a column of x is a sample; b is stretched to the shape of W·x, and on the way back its gradient
    is a sum. The loss is the sum of each number of y times the gradient that arrives there.

    Args:
        case: "layer", one sample; "batch", four of them; "slip", a b whose shape fits and is wrong.
        W: Other weights, rows of numbers: up to 4 × 4.
        x: Other inputs: a list of numbers, or rows with a column for each sample, up to 4.
        b: Other biases: one for each row of W, as a list, or as rows of one number.
        arriving: The gradient that arrives at each number of y, in its shape.

    Returns:
        The instrument, a widget; its `values` can be read.

    Raises:
        TypeError: If one of them is no list of numbers.
        ValueError: If the shapes do not fit, or the case is none of these.

    Example:
        >>> matrices("layer")
        Matrices(y (2,) = W (2, 3) · x (3,) + b (2,): −0.5; 10)
        >>> matrices(W=[[1, 2]], x=[3, 4], b=[5]).values["W"][0][1].grad
        4.0
    """
    if case not in CASES:
        raise ValueError(f"case must be {', '.join(map(repr, CASES))} (got {case!r})")
    given = {"W": W, "x": x, "b": b}
    chosen = {name: CASES[case][name] if numbers is None else numbers for name, numbers in given.items()}
    return Matrices(Product(**chosen, arriving=arriving, function=matrices))
