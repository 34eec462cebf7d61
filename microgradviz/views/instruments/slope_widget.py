"""slope(f, x=3): a curve, a point on it, and its slope measured by a nudge of h, beside the exact derivative."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import nan
from typing import Any

import traitlets

from ...engine import as_float
from ...layout import op_rules_in_trace
from ...tracing import number_text, tag_number
from ..functions import NUDGES, Function, read_function
from ..main_thread import run_in_main_thread
from ..still import picture_of_tangents
from ..widget import Instrument

_POINTS = 121  # of a curve
_PATIENCE = 2.0  # seconds that one look at a function may take
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
    needs_kernel = frozenset({"asked"})

    title = traitlets.Unicode(help="python -> page").tag(sync=True)
    output = traitlets.Unicode(help="python -> page: what the result is called").tag(sync=True)
    graph = traitlets.Dict(help="python -> page: what it can work out by itself; else see samples").tag(sync=True)
    limits = traitlets.Dict(help="python -> page: from where to where each input goes").tag(sync=True)
    at = traitlets.Dict(help="both ways").tag(sync=True)
    along = traitlets.Unicode(help="both ways").tag(sync=True)
    h = traitlets.Float(help="both ways").tag(sync=True)
    symmetric = traitlets.Bool(help="both ways").tag(sync=True)
    reveal = traitlets.Enum(REVEALS, "now", help="python -> page").tag(sync=True)
    guesses = traitlets.Dict(help="both ways").tag(sync=True)
    guessed_h = traitlets.Float(0.0, help="both ways").tag(sync=True)
    asked = traitlets.Int(0, help="page -> python: counts up when another place is to be looked at").tag(sync=True)
    samples = traitlets.Dict(help="python -> page: what a function gives, where there is no graph").tag(sync=True)

    def __init__(self, function: Function, **values: Any) -> None:
        self._function = function
        super().__init__(
            title=function.title, output=function.output, graph=_graph(function), limits=function.limits,
            at=function.at, **values,
        )  # fmt: skip
        if function.graph is None:
            self._look({})
            self.observe(self._look, names=["asked"])

    def _look(self, _: Any) -> None:
        run_in_main_thread(self._sample)

    def _sample(self) -> None:
        seen = sample(self._function, self.along, self.at, self.h, self.limits[self.along])
        self.samples = {"asked": self.asked, "along": self.along, "at": dict(self.at), **seen}

    @property
    def measured(self) -> float:
        """The slope that the nudge shows."""
        x, h, f = self.at[self.along], self.h, self._function.value
        above, other = (f({**self.at, self.along: end}) for end in (x + h, x - h if self.symmetric else x))
        return (above - other) / (2 * h if self.symmetric else h)

    @property
    def exact(self) -> float:
        """The derivative by the chain rule; where that cannot be applied, the best that nudging can do."""
        return self._function.derivative(self.along, self.at)[0]

    @property
    def _waits(self) -> bool:
        """Whether nothing is told of the slope yet."""
        return self.reveal != "now" and self.along not in self.guesses

    def __repr__(self) -> str:
        where = ", ".join(f"{name} = {number_text(x)}" for name, x in self.at.items())
        told = f"h = {number_text(self.h)}, "
        told += (
            "the slope is told after a guess"
            if self._waits
            else f"slope {number_text(self.measured)}, {self._derivative_in_words()}"
        )
        along = f" along {self.along}" if len(self.at) > 1 else ""
        return f"Slope({self.title} at {where}{along}: {told})"

    def _derivative_in_words(self) -> str:
        if self._function.slopes_beside(self.along, self.at):
            return "no derivative there"
        found, known = self._function.derivative(self.along, self.at)
        return f"{'exactly' if known else 'best estimate'} {number_text(found)}"

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
    along: str | None = None,
    limits: tuple[float, float] | None = None,
    reveal: str = "now",
    leaves: Mapping[str, float] | None = None,
    **named: float,
) -> Slope:
    """The slope of a function at a point, measured by a nudge: drag the point, make h smaller, watch the digits.

    Args:
        f: The function: a text such as `"3*x**2 - 4*x + 5"`, or a Python function of numbers.
        h: The nudge, from 1e-16 to 1.
        symmetric: True to nudge to both sides, which is more accurate.
        along: The input that is nudged first; the first if not given.
        limits: From where to where its axis goes; three to either side if not given.
        reveal: "now" to see all at once. "guess" to be asked first: of each input, what the nudge measures, the
            derivative and the tangent wait until its slope was guessed. "h" to be asked for the best h as well: the
            errors of all h wait for that.
        leaves: The inputs' numbers by name, should one be called `h`, say.
        **named: The same: `slope("a*b + c", a=2, b=-3, c=10)`.

    Returns:
        The instrument, a widget. `measured` is the slope that it shows, `exact` the derivative.

    Raises:
        TypeError: If f is neither, or gives something else than a real number.
        ValueError: If an option is out of its range, the names are not those of f's inputs, or f has no finite number
            at the point.

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
    function = read_function(f, {**(leaves or {}), **named}, limits, along)
    along = along or function.names[0]
    return Slope(function, along=along, h=float(h), symmetric=bool(symmetric), reveal=reveal)


def sample(
    function: Function, along: str, at: Mapping[str, float], h: float, limits: Sequence[float]
) -> dict[str, Any]:
    """All that the page shows of one place, as plain data; nan where there is no number.

    Args:
        function: It is tried here and there for as long as patience lasts, coarsely first.
        along: The input that is nudged.
        at: All inputs.
        h: A nudge of its own beside `NUDGES`.
        limits: From where to where the curve goes.
    """
    until, said = time.monotonic() + _PATIENCE, ""
    x, (lowest, highest) = at[along], limits

    def f(there: float) -> float:
        nonlocal said
        if time.monotonic() > until:
            said = said or f"f is slow: after {_PATIENCE:g} s some places were left out."
            return nan
        try:
            return function.value({**at, along: there})
        except Exception as error:  # a learner's function may raise whatever it likes
            text = f"f raised {type(error).__name__} at {along} = {number_text(there)}: {error}"
            said = said or (text if len(text) <= 200 else text[:199] + "…")
            return nan

    here, own = f(x), [h, f(x - h), f(x + h)]
    below, above, curve = [nan] * len(NUDGES), [nan] * len(NUDGES), [nan] * _POINTS
    places = [lowest + (highest - lowest) * k / (_POINTS - 1) for k in range(_POINTS)]
    for stride in (40, 10, 1):  # each is tried once, and again only where it is nan
        for k in range(0, len(NUDGES), stride):
            if above[k] != above[k]:
                above[k], below[k] = f(x + NUDGES[k]), f(x - NUDGES[k])
        for k in range(0, _POINTS, stride):
            if curve[k] != curve[k]:
                curve[k] = f(places[k])
    exact, known = function.derivative(along, at)
    lists = {"own": own, "below": below, "above": above, "places": places, "curve": curve}
    return {
        **{name: [tag_number(y) for y in ys] for name, ys in lists.items()},
        "here": tag_number(here),
        "exact": tag_number(exact),
        "known": known,
        "said": said,
    }


def _graph(function: Function) -> dict[str, Any]:
    """What the page needs to work the function out by itself."""
    if function.graph is None:
        return {}
    columns = function.graph.to_dict()
    kept = {name: columns[name] for name in ("op", "data", "params", "from", "to", "slot", "root")}
    leaves = {name: i for i, name in function.graph.label.items() if not function.graph.op[i]}
    return {**kept, "rules": op_rules_in_trace(function.graph), "leaves": leaves}
