"""The instructions of a tape that are no rows of the table: sums of products, and copies for all samples of a block."""

from __future__ import annotations

from collections.abc import Callable

from .llvm_text import Lines
from .tape import DOT, SPREAD

At = Callable[[str], str]


def read(lines: Lines, pointer: str, at: int | str) -> str:
    """One number of the tape."""
    place = lines.make(f"getelementptr i32, ptr {pointer}, i64 {at}", "at")
    narrow = lines.make(f"load i32, ptr {place}, align 4")
    return lines.make(f"zext i32 {narrow} to i64")


def add_to(lines: Lines, place: str, amount: str) -> None:
    """Add to the gradient at a place."""
    before = lines.load("%grad", place)
    lines.store(lines.binary("fadd", before, amount), "%grad", place)


def over_vectors(lines: Lines, name: str, vectors: int, body: Callable[[At, str], None]) -> None:
    """The case called name: its body for one vector of the block after another.

    The body is given a function from the place of a value to that of the vector at hand, and the label it follows.
    """
    lines.label(name)
    if vectors == 1:
        body(lambda place: place, name)
        lines.add("br label %done")
        return
    lines.add(f"br label %{name}.each")
    lines.label(f"{name}.each")
    lines.add(f"%{name}.k = phi i64 [ 0, %{name} ], [ %{name}.more, %{name}.end ]")
    body(lambda place: lines.make(f"add i64 {place}, %{name}.k"), f"{name}.each")
    lines.add(f"br label %{name}.end")
    lines.label(f"{name}.end")
    lines.add(f"%{name}.more = add i64 %{name}.k, 1")
    lines.add(f"%{name}.again = icmp ult i64 %{name}.more, %vectors")
    lines.add(f"br i1 %{name}.again, label %{name}.each, label %done")


def dot(lines: Lines, vectors: int) -> None:
    """start + a × b + a × b + …, from left to right."""

    def body(at: At, before: str) -> None:
        start = lines.load("%data", at(read(lines, "%here", 2)))
        out = at("%out")

        def plus(totals: list[str], places: list[str]) -> list[str]:
            a, b = (lines.load("%data", at(place)) for place in places)
            return [lines.plus(total, a, b) for total in totals]

        lines.store(added_up(lines, "dot", before, [start], plus)[0], "%data", out)

    over_vectors(lines, f"op{DOT}", vectors, body)


def dot_back(lines: Lines, vectors: int) -> None:
    """grad × b to each a and grad × a to each b, last pair first."""

    def body(at: At, before: str) -> None:
        grad = lines.load("%grad", at("%out"))

        def share(places: list[str]) -> None:
            a, b = map(at, places)
            x, y = lines.load("%data", a), lines.load("%data", b)
            add_to(lines, a, lines.binary("fmul", grad, y))
            add_to(lines, b, lines.binary("fmul", grad, x))

        terms_backwards(lines, "dot", before, share)

    over_vectors(lines, f"op{DOT}", vectors, body)


def spread(narrow: Lines, vectors: int) -> None:
    """A uniform value into every vector of a block."""

    def body(at: At, before: str) -> None:
        narrow.store(narrow.load("%data", read(narrow, "%here", 2)), "%data", at("%out"))

    over_vectors(narrow, f"op{SPREAD}", vectors, body)


def spread_back(narrow: Lines, vectors: int) -> None:
    """What arrives at every vector of a block, to the uniform value."""

    def body(at: At, before: str) -> None:
        add_to(narrow, read(narrow, "%here", 2), narrow.load("%grad", at("%out")))

    over_vectors(narrow, f"op{SPREAD}", vectors, body)


def first_term(together: int) -> int:
    """Where the terms begin in an instruction with so many results."""
    return 2 + 2 * together


def added_up(
    lines: Lines, name: str, before: str, starts: list[str], plus: Callable[[list[str], list[str]], list[str]]
) -> list[str]:
    """The loop over the terms of sums, after the block `before`; returns the sums.

    `plus` is given the sums so far and the places of a term, each a and then b, and returns the sums with it.
    """
    count = read(lines, "%here", 3)
    lines.add(f"br label %{name}")
    lines.label(name)
    lines.add(f"%{name}.j = phi i64 [ 0, %{before} ], [ %{name}.next, %{name} ]")
    so_far = [f"%{name}.sum{n}" for n in range(len(starts))]
    at = len(lines.lines)
    totals = plus(so_far, _term(lines, f"%{name}.j", len(starts)))
    lines.lines[at:at] = [
        f"  {old} = phi {lines.kind} [ {start}, %{before} ], [ {new}, %{name} ]"
        for old, start, new in zip(so_far, starts, totals, strict=True)
    ]
    lines.add(f"%{name}.next = add i64 %{name}.j, 1")
    lines.add(f"%{name}.again = icmp ult i64 %{name}.next, {count}")
    lines.add(f"br i1 %{name}.again, label %{name}, label %{name}.after")
    lines.label(f"{name}.after")
    return totals


def terms_backwards(
    lines: Lines, name: str, before: str, share: Callable[[list[str]], None], together: int = 1
) -> None:
    """The loop over the terms of sums from the last to the first."""
    count = read(lines, "%here", 3)
    lines.add(f"br label %{name}")
    lines.label(name)
    lines.add(f"%{name}.j = phi i64 [ {count}, %{before} ], [ %{name}.below, %{name} ]")
    lines.add(f"%{name}.below = sub i64 %{name}.j, 1")
    share(_term(lines, f"%{name}.below", together))
    lines.add(f"%{name}.last = icmp eq i64 %{name}.below, 0")
    lines.add(f"br i1 %{name}.last, label %{name}.after, label %{name}")
    lines.label(f"{name}.after")


def _term(lines: Lines, number: str, together: int) -> list[str]:
    begin = lines.make(f"mul i64 {number}, {together + 1}")
    places = range(first_term(together), first_term(together) + together + 1)
    return [read(lines, "%here", lines.make(f"add i64 {begin}, {place}")) for place in places]
