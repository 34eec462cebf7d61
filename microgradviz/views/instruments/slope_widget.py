"""slope(f, x=3): a curve, a point on it, and its slope measured by a nudge of h, beside the exact derivative."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from ...engine import as_float
from ...layout import op_rules_in_trace
from ...tracing import number_text
from ..functions import Function, read_function
from ..still import picture_of_tangents
from ..widget import Instrument

REVEALS = ("now", "guess", "h")


class Slope(Instrument):
    """The slope instrument; its traits are all that page and kernel tell each other.

    Attributes:
        at: The inputs' numbers, by name.
        along: The name of the input that is nudged.
        h: The nudge.
        symmetric: Whether it goes to both sides, over a run of 2h.
        guesses: The slopes that were guessed, by the input's name.
        guessed_h: The h that was guessed to have the smallest error; 0 if none was.
    """

    entry = "instruments/slope.js"

    title = traitlets.Unicode(help="python -> page").tag(sync=True)
    output = traitlets.Unicode(help="python -> page: what the result is called").tag(sync=True)
    graph = traitlets.Dict(help="python -> page: what it works out by itself").tag(sync=True)
    limits = traitlets.Dict(help="python -> page: from where to where each input goes").tag(sync=True)
    at = traitlets.Dict(help="both ways").tag(sync=True)
    along = traitlets.Unicode(help="both ways").tag(sync=True)
    h = traitlets.Float(help="both ways").tag(sync=True)
    symmetric = traitlets.Bool(help="both ways").tag(sync=True)
    reveal = traitlets.Enum(REVEALS, "now", help="python -> page").tag(sync=True)
    guesses = traitlets.Dict(help="both ways").tag(sync=True)
    guessed_h = traitlets.Float(0.0, help="both ways").tag(sync=True)

    def __init__(self, function: Function, **values: Any) -> None:
        self._function = function
        super().__init__(
            title=function.title, output=function.output, graph=_graph(function), limits=function.limits,
            at=function.at, **values,
        )  # fmt: skip

    @property
    def measured(self) -> float:
        """The slope that the nudge shows."""
        x, h, f = self.at[self.along], self.h, self._function.value
        above, other = (f({**self.at, self.along: end}) for end in (x + h, x - h if self.symmetric else x))
        return (above - other) / (2 * h if self.symmetric else h)

    @property
    def exact(self) -> float:
        """The derivative by the chain rule."""
        return self._function.derivative(self.along, self.at)

    @property
    def _waits(self) -> bool:
        """Whether nothing is told of the slope yet."""
        return self.reveal != "now" and self.along not in self.guesses

    def __repr__(self) -> str:
        where = ", ".join(f"{name} = {number_text(x)}" for name, x in self.at.items())
        if self._waits:
            told = "the slope is told after a guess"
        elif self._function.has_slope(self.along, self.at):
            told = f"slope {number_text(self.measured)}, exactly {number_text(self.exact)}"
        else:
            told = f"slope {number_text(self.measured)}, no derivative there"
        along = f" along {self.along}" if len(self.at) > 1 else ""
        return f"Slope({self.title} at {where}{along}: h = {number_text(self.h)}, {told})"

    def fallback(self) -> str:
        """The curve with its tangent at the point, unless that is to be guessed."""
        name = self.along
        picture = picture_of_tangents(
            self._function, name, [self.at[name]], self.limits[name], tangents=not self._waits
        )
        return picture.to_img()

    def page_title(self) -> str:
        """The function's text or name."""
        return f"The slope of {self.title}"


def slope(
    f: str | Callable[..., Any],
    /,
    *,
    h: float = 1.0,
    symmetric: bool = False,
    limits: tuple[float, float] | None = None,
    reveal: str = "now",
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Slope:
    """The slope of a function at a point, measured by a nudge: drag the point, make h smaller, watch the digits.

    Args:
        f: The function: a text such as `"3*x**2 - 4*x + 5"`, or a Python function that is one formula of its inputs.
        h: The nudge, from 1e-16 to 1.
        symmetric: True to nudge to both sides, which is more accurate.
        limits: From where to where the axis of the first input goes; three to either side if not given.
        reveal: "now" to see all at once. "guess" to be asked first: of each input, what the nudge measures, the
            derivative and the tangent wait until its slope was guessed. "h" to be asked for the best h as well: the
            errors of all h wait for that.
        leaves: The inputs' numbers by name, should one be called `h`, say.
        **named: The same: `slope("a*b + c", a=2, b=-3, c=10)`.

    Returns:
        The instrument, a widget. `measured` is the slope that it shows, `exact` the derivative.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If an option is out of its range, the names are not those of f's inputs, f has no finite number at
            the point, or a Python function is not one formula.

    Example:
        >>> slope("3*x**2 - 4*x + 5", x=3, h=0.1)
        Slope(f(x) = 3 × x² − 4 × x + 5 at x = 3: h = 0.1, slope 14.3, exactly 14)
        >>> slope(lambda x: x * x, x=2).exact
        4.0
    """
    if not 1e-16 <= as_float(h, "h") <= 1:
        raise ValueError(f"h must be from 1e-16 to 1 (got {h!r})")
    if reveal not in REVEALS:
        raise ValueError(f"reveal must be {', '.join(map(repr, REVEALS[:-1]))} or {REVEALS[-1]!r} (got {reveal!r})")
    function = read_function(f, {**(leaves or {}), **named}, limits)
    return Slope(function, along=next(iter(function.at)), h=float(h), symmetric=bool(symmetric), reveal=reveal)


def _graph(function: Function) -> dict[str, Any]:
    """What the page needs to work the function out by itself."""
    columns = function.graph.to_dict()
    kept = {name: columns[name] for name in ("op", "data", "params", "from", "to", "slot", "root")}
    leaves = {name: i for i, name in function.graph.label.items() if not function.graph.op[i]}
    return {**kept, "rules": op_rules_in_trace(function.graph), "leaves": leaves}
