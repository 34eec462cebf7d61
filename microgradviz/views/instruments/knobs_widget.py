"""knobs(draw, rate=[…]): a picture of a learner's own code, drawn anew while its numbers are dragged."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import traitlets

from ...engine import as_float
from ...tracing import number_text
from ..still import Still
from ..widget import Instrument

_MOST = 201  # numbers of a knob


class Knobs(Instrument):
    """Knobs and the picture that belongs to them; its traits are all that page and kernel tell each other.

    Attributes:
        at: Where each knob stands: the place of its number in its list.
    """

    entry = "instruments/knobs.js"
    needs_kernel = frozenset({"live"})

    knobs: Any = traitlets.List(help="python -> page: {name, numbers} each").tag(sync=True)
    at: Any = traitlets.List(help="both ways").tag(sync=True)
    picture = traitlets.Unicode(help="python -> page: SVG").tag(sync=True)
    alt = traitlets.Unicode(help="python -> page: what it shows, in words").tag(sync=True)
    says = traitlets.Unicode(help="python -> page: why there is no new picture").tag(sync=True)
    live = traitlets.Bool(True, help="python -> page: there is a kernel, which draws").tag(sync=True)

    def __init__(self, draw: Callable[..., Still], numbers: Mapping[str, Sequence[float]], at: Sequence[int]) -> None:
        self._draw, self._numbers = draw, {name: list(each) for name, each in numbers.items()}
        still = _drawn(draw, self._set_to(at))
        told = [{"name": name, "numbers": each} for name, each in self._numbers.items()]
        super().__init__(knobs=told, at=list(at), picture=still.svg, alt=still.alt)

    @property
    def values(self) -> dict[str, float]:
        """The number of each knob, by its name."""
        return self._set_to(self.at)

    def _set_to(self, at: Sequence[Any]) -> dict[str, float]:
        """The numbers of these places; a page can send anything."""
        known = [k if type(k) is int else 0 for k in at] + [0] * len(self._numbers)
        return {
            name: each[min(max(k, 0), len(each) - 1)]
            for (name, each), k in zip(self._numbers.items(), known, strict=False)
        }

    @traitlets.observe("at")
    def _redraw(self, change: Any) -> None:
        with self.hold_sync():
            try:
                still = _drawn(self._draw, self.values)
                self.picture, self.alt, self.says = still.svg, still.alt, ""
            except Exception as error:  # the learner's own code runs here
                self.says = f"Your code raised {type(error).__name__}: {error}"

    def fallback(self) -> str:
        """The picture as it is now."""
        return Still(self.picture, self.alt).to_img()

    def __repr__(self) -> str:
        return f"Knobs({', '.join(f'{name} = {number_text(x)}' for name, x in self.values.items())}): {self.alt}"

    def page_title(self) -> str:
        """What the knobs are called."""
        return " and ".join(self._numbers)


def knobs(draw: Callable[..., Still], /, **numbers: Sequence[float]) -> Knobs:
    """A picture that is drawn anew while its numbers are dragged.

    Args:
        draw: A function that makes the picture, such as one of `draw_paths`, from a number for each knob.
        **numbers: Of each knob, by its name, the numbers that it can be set to, in order. It begins at draw's default.

    Returns:
        The knobs, a widget; `values` can be read.

    Raises:
        TypeError: If draw is no function, or gives no picture.
        ValueError: If there is no knob, or a knob has fewer than two numbers.

    Example:
        >>> from microgradviz import draw_tangents
        >>> knobs(lambda x=2: draw_tangents("x**2", at=[x]), x=[0, 1, 2, 3])
        Knobs(x = 2): f(x) = x² with its tangent: slope 4 at x = 2
    """
    if not callable(draw):
        raise TypeError(f"draw must be a function that makes a picture (got {draw!r:.60})")
    if not numbers:
        raise ValueError("there must be one knob at least; knobs(draw, rate=[0.1, 0.2])")
    read = {}
    for name, given in numbers.items():
        each = [as_float(x, f"a number of {name}") for x in (given if hasattr(given, "__iter__") else [given])]
        if not 2 <= len(each) <= _MOST:
            raise ValueError(f"{name} must have 2 to {_MOST} numbers to choose from (got {len(each)})")
        read[name] = each
    return Knobs(draw, read, [_nearest(each, _default(draw, name, each[0])) for name, each in read.items()])


def _default(draw: Callable[..., Still], name: str, first: float) -> float:
    """Where a knob begins: what the function itself would take."""
    known = inspect.signature(draw).parameters.get(name)
    begin = first if known is None or known.default is inspect.Parameter.empty else known.default
    return as_float(begin, f"the default of {name}")


def _nearest(numbers: Sequence[float], wanted: float) -> int:
    return min(range(len(numbers)), key=lambda k: abs(numbers[k] - wanted))


def _drawn(draw: Callable[..., Still], values: Mapping[str, float]) -> Still:
    still = draw(**values)
    if not isinstance(still, Still):
        raise TypeError(f"draw must return a picture, as draw_paths makes one (got {type(still).__name__})")
    return still
