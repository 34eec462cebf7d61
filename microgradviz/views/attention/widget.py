"""attention("abc"): queries and keys to drag, the weights and the output that follow, the gradient of every key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from ...engine import short_repr
from ...tracing import number_text
from ..options import PlayOptions
from ..player import play, prepare_player
from ..still import picture_of_arrows
from ..widget import Instrument
from .head import KINDS, MOST, Arrows, Head, read_arrows

_ARROWS: Arrows = {
    "query": [[-1.0, 1.5], [0.5, -1.5], [1.5, 1.0], [-1.5, -1.0], [2.0, 0.5]],
    "key": [[1.0, 1.5], [2.0, -1.0], [0.5, 0.5], [-1.5, -0.5], [-0.5, 2.0]],
    "value": [[2.0, 1.0], [-1.0, 2.0], [1.0, -2.0], [-2.0, -1.0], [2.5, -0.5]],
}


class Attention(Instrument):
    """The instrument of attention; its traits are all that page and kernel tell each other.

    Attributes:
        arrows: Of each kind, "query", "key" and "value", an arrow for each letter.
        asks: The place of the letter whose query it is.
        chosen: The place of the letter that is looked at.
        way: "forward" for the values, "backward" for the gradients.
        worked: Whether one weight was worked out by hand; before, no weight is told as a number.
    """

    entry = "instruments/attention.js"

    names: Any = traitlets.List(help="python -> page: of the letters, each its own").tag(sync=True)
    arrows: Any = traitlets.Dict(help="both ways").tag(sync=True)
    asks = traitlets.Int(help="both ways").tag(sync=True)
    chosen = traitlets.Int(help="both ways").tag(sync=True)
    way = traitlets.Enum(["forward", "backward"], "forward", help="both ways").tag(sync=True)
    worked = traitlets.Bool(help="both ways").tag(sync=True)
    play: Any = traitlets.Dict(help="python -> page: what the player is given").tag(sync=True)

    def __init__(self, names: Sequence[str], arrows: Arrows) -> None:
        last = len(names) - 1
        played = prepare_player(Head(names, arrows, last).loss, PlayOptions(groups="closed"), {}, play)[1]
        told = {"names": list(names), "play": played, "asks": last, "worked": last == 0}
        super().__init__(arrows=arrows, **told)

    @traitlets.validate("arrows")
    def _require_arrows(self, proposal: Any) -> Arrows:
        given = proposal["value"]
        return {kind: read_arrows(kind, given.get(kind), len(self.names)) for kind in KINDS}

    @traitlets.validate("asks", "chosen")
    def _require_place(self, proposal: Any) -> int:
        place: int = proposal["value"]
        if not 0 <= place < len(self.names):
            raise ValueError(f"it must be a place from 0 to {len(self.names) - 1} (got {place!r})")
        return place

    @property
    def values(self) -> dict[str, list[Any]]:
        """The Values at the arrows of now, by their part: "query", "key", "score", "weight", "value", "output".

        Each knows its `grad`.
        """
        head = Head(self.names, self.arrows, self.asks)
        head.loss.backward()
        return head.parts

    @property
    def weights(self) -> list[list[float]]:
        """A row for each letter's query: the weights of all letters, whose sum is 1."""
        return [
            [weight.data for weight in Head(self.names, self.arrows, k).parts["weight"]] for k in range(len(self.names))
        ]

    def __repr__(self) -> str:
        name = self.names[self.asks]
        told = ["score", "weight"] if self.worked else ["score"]
        rows = [f"{part}s {', '.join(number_text(x.data) for x in self.values[part])}" for part in told]
        return f"Attention({' '.join(self.names)}; query of {name}: {'; '.join(rows)})"

    def fallback(self) -> str:
        """The query and the keys, as arrows."""
        asked = self.names[self.asks]
        keys = zip(self.names, self.arrows["key"], strict=True)
        arrows = [(f"key {name}", key, False) for name, key in keys]
        return picture_of_arrows([*arrows, (f"query {asked}", self.arrows["query"][self.asks], True)]).to_img()

    def page_title(self) -> str:
        """What it shows, of which letters."""
        return f"Attention: {' '.join(self.names)}"


def attention(letters: str = "abc", /, *, queries: Any = None, keys: Any = None, values: Any = None) -> Attention:
    """One head of attention: drag a key, and see its weight take from the others, and the output move.

    The score of a letter is its key times the query, by the dot product, over √2; the weights are the softmax of the
    scores; the output is the sum of the values, each times its weight. L is its first number minus its second. Once
    one weight was worked out by hand, all are told as numbers, and the gradients are to be seen.

    Args:
        letters: One to five letters, a to z; the query is that of the last at first.
        queries: Other queries: for each letter an arrow of two numbers, from −10 to 10.
        keys: Other keys, as queries.
        values: Other values, as queries.

    Returns:
        The instrument, a widget; its `values` and `weights` can be read.

    Raises:
        TypeError: If something is no text, or no list of numbers.
        ValueError: If there are other letters or more of them, another width, or numbers that are too large or none.

    Example:
        >>> attention("abc")
        Attention(a b c; query of c: scores 2.121, 1.414, 0.8839)
        >>> attention("abc").values["key"][0][0].grad
        0.4643271459326941
    """
    if not isinstance(letters, str):
        raise TypeError(f"letters must be a text of 1 to {MOST} letters, such as 'abc' (got {short_repr(letters)})")
    if not 1 <= len(letters) <= MOST or any(not "a" <= letter <= "z" for letter in letters):
        raise ValueError(
            f"letters must be 1 to {MOST} small letters from a to z, such as 'abc' (got {letters!r:.60}); shorten "
            "the name, or write it so"
        )
    given = {"query": queries, "key": keys, "value": values}
    count = len(letters)
    arrows = {
        kind: _ARROWS[kind][:count] if mine is None else read_arrows(kind, mine, count) for kind, mine in given.items()
    }
    names = [letter if letters.count(letter) == 1 else f"{letter}{k + 1}" for k, letter in enumerate(letters)]
    return Attention(names, arrows)
