"""class_heat_map: what a class answered in the concept test, before and after, as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..advice import read_progress
from .questions import ITEMS, mark_answers, option_letter

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PROGRESS_FILES = "**/microgradviz_progress*.json"


def shares(tests: Iterable[dict[str, int]]) -> tuple[list[list[float]], int]:
    """For each item, what share of those who answered it chose each option; and how many took part.

    Example:
        >>> shares([{"rate": 1}, {"rate": 0}])[0][0]
        [0.5, 0.5, 0.0, 0.0]
    """
    taken = [mark_answers(test) for test in tests]
    table = []
    for i, item in enumerate(ITEMS):
        chosen = [answers[i].chosen for answers in taken if answers[i].chosen is not None]
        table.append([chosen.count(k) / len(chosen) if chosen else 0.0 for k in range(len(item.options))])
    return table, len(taken)


def class_heat_map(where: str | PathLike[str] | Iterable[dict[str, Any]]) -> Figure:
    """What a class answered in the concept test: a row for each question, a column for each option.

    The right option has a frame; each field holds its share in percent.

    Args:
        where: A folder in which to look for progress files, also in folders below it; or their contents,
            {"before": answers, "after": answers} for each learner.

    Returns:
        A matplotlib figure; files that cannot be read are counted below it.

    Raises:
        ImportError: If matplotlib is not installed.
        ValueError: If nobody has taken the test.
    """
    learners, unreadable = _learners(where)
    parts = [(when, shares(learner[when] for learner in learners if when in learner)) for when in ("before", "after")]
    parts = [(when, found) for when, found in parts if found[1]]
    if not parts:
        raise ValueError(f"there must be at least one concept test that was handed in (got none in {str(where)[:80]})")
    return _figure(parts, unreadable)


def _learners(where: Any) -> tuple[list[dict[str, dict[str, int]]], int]:
    if not isinstance(where, str | PathLike):
        return [dict(learner) for learner in where], 0
    found, unreadable = [], 0
    for path in sorted(Path(where).glob(PROGRESS_FILES)):
        try:
            found.append(read_progress(path)["concepts"])
        except (ValueError, OSError):
            unreadable += 1
    return found, unreadable


def _figure(parts: list[tuple[str, tuple[list[list[float]], int]]], unreadable: int) -> Figure:
    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import Rectangle
    except ImportError:
        raise ImportError("matplotlib must be installed to draw the class; pip install matplotlib") from None

    class Shown(Figure):
        def _repr_png_(self) -> bytes:  # so that a notebook shows it, whether pyplot is in use or not
            picture = BytesIO()
            self.savefig(picture, format="png", dpi=90)
            return picture.getvalue()

    figure = Shown(figsize=(4.2 + 2.6 * len(parts), 5.6), layout="constrained")
    for k, ax in enumerate(figure.subplots(1, len(parts), squeeze=False)[0]):
        when, (table, count) = parts[k]
        ax.imshow(table, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        ax.set_title(f"{when}: {count} {'learner' if count == 1 else 'learners'}")
        ax.set_xticks(range(4), [option_letter(i) for i in range(4)])
        ax.set_yticks(range(len(ITEMS)), [item.about for item in ITEMS] if not k else [""] * len(ITEMS))
        ax.tick_params(length=0)
        for i, item in enumerate(ITEMS):
            for j, share in enumerate(table[i]):
                ink = "white" if share > 0.6 else "black"
                ax.text(j, i, f"{share:.0%}", ha="center", va="center", color=ink, fontsize=9)
            ax.add_patch(Rectangle((item.right - 0.48, i - 0.46), 0.96, 0.92, fill=False, edgecolor="black", lw=1.8))
    note = f"; unreadable files: {unreadable}" if unreadable else ""
    figure.supxlabel(f"share of the class that chose each option; the frame marks the right one{note}", fontsize=9)
    return figure
