"""A table of findings with a verdict: as aligned text, as HTML, and as true or false."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 30  # rows; a table of ten thousand helps nobody


class Report:
    """What the reports of this package have in common; true if every row is ok.

    Attributes:
        rows: One for each thing compared, each with an `ok`.
        title: The verdict, in words.
        worded: Whether the cells hold words, which stand on the left; numbers stand where the notebook puts them.
    """

    headings: tuple[str, ...] = ()
    worded = False

    def __init__(self, rows: Sequence[Any], title: str) -> None:
        self.rows, self.title = tuple(rows), title

    def __bool__(self) -> bool:
        return all(row.ok for row in self.rows)

    def cells(self, row: Any) -> tuple[str, ...]:
        """The texts of one row, one for each heading."""
        raise NotImplementedError

    def rows_to_show(self) -> tuple[list[tuple[str, ...]], int]:
        """Headings and texts of the rows worth showing, in order; and how many rows are left out.

        In a long table wrong rows are preferred. A column that says nothing is left out.
        """
        wrong = [i for i, row in enumerate(self.rows) if not row.ok]
        right = [i for i, row in enumerate(self.rows) if row.ok]
        kept = sorted((wrong + right)[:SHOWN])
        lines = [self.headings, *(self.cells(self.rows[i]) for i in kept)]
        columns = [column for column in zip(*lines, strict=True) if any(column[1:])]
        return list(zip(*columns, strict=True)), len(self.rows) - len(kept)

    def __repr__(self) -> str:
        texts, left_out = self.rows_to_show()
        lines = [self.title, *align_columns(texts)]
        return "\n".join([*lines, f"  … and {left_out:,} more"] if left_out else lines)

    def _repr_html_(self) -> str:
        texts, left_out = self.rows_to_show()
        side = ' style="text-align: left"' if self.worded else ""
        head = "".join(f"<th{side}>{escape(text)}</th>" for text in texts[0]) if texts else ""
        body = "".join(
            "<tr>" + "".join(f"<td{side}>{escape(text)}</td>" for text in cells) + "</tr>" for cells in texts[1:]
        )
        more = f"<p>… and {left_out:,} more</p>" if left_out else ""
        return f"<p>{escape(self.title)}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def align_columns(lines: Sequence[Sequence[str]]) -> list[str]:
    """Lines of cells as lines of text with straight columns.

    Example:
        >>> align_columns([("input", "ok"), ("a", "yes")])
        ['  input  ok', '  a      yes']
    """
    lines = [[" ".join(cell.split()) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = [[cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines]
    return ["  " + "  ".join(line).rstrip() for line in padded]


def verdict_text(ok: bool) -> str:
    """How a table says it."""
    return "yes" if ok else "NO"


def same_number(x: float, y: float) -> bool:
    """Whether two numbers are equal; nan equals nan."""
    return x == y or (x != x and y != y)
