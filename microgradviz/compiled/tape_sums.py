"""Machine code of the instructions of a tape that are no rows of the table: DOT and BROADCAST, one vector at a time."""

from __future__ import annotations

from collections.abc import Callable

from .llvm_text import FunctionBody
from .tape import BROADCAST, DOT

VectorPlace = Callable[[str], str]


def write_tape_read(lines: FunctionBody, pointer: str, at: int | str) -> str:
    """Read a number of the tape; return its name."""
    place = lines.add_value(f"getelementptr i32, ptr {pointer}, i64 {at}", "at")
    narrow = lines.add_value(f"load i32, ptr {place}, align 4")
    return lines.add_value(f"zext i32 {narrow} to i64")


def add_to_grad(lines: FunctionBody, place: str, amount: str) -> None:
    """Write the addition of an amount to the gradient at a place."""
    before = lines.load("%grad", place)
    lines.store(lines.add_binary("fadd", before, amount), "%grad", place)


def write_vector_loop(lines: FunctionBody, name: str, vectors: int, body: Callable[[VectorPlace, str], None]) -> None:
    """Write the case called name: its body, repeated for one vector of the block after another.

    The body is given a function from the place of a value to that of the vector at hand, and the label it follows.
    """
    lines.begin_block(name)
    if vectors == 1:
        body(lambda place: place, name)
        lines.add_line("br label %done")
        return
    lines.add_line(f"br label %{name}.each")
    lines.begin_block(f"{name}.each")
    lines.add_line(f"%{name}.k = phi i64 [ 0, %{name} ], [ %{name}.more, %{name}.end ]")
    body(lambda place: lines.add_value(f"add i64 {place}, %{name}.k"), f"{name}.each")
    lines.add_line(f"br label %{name}.end")
    lines.begin_block(f"{name}.end")
    lines.add_line(f"%{name}.more = add i64 %{name}.k, 1")
    lines.add_line(f"%{name}.again = icmp ult i64 %{name}.more, %vectors")
    lines.add_line(f"br i1 %{name}.again, label %{name}.each, label %done")


def write_dot(lines: FunctionBody, vectors: int) -> None:
    """Write DOT: start + a × b + a × b + …, from left to right."""

    def body(at: VectorPlace, before: str) -> None:
        start = lines.load("%data", at(write_tape_read(lines, "%here", 2)))
        out = at("%out")

        def plus(totals: list[str], places: list[str]) -> list[str]:
            a, b = (lines.load("%data", at(place)) for place in places)
            return [lines.add_product(total, a, b) for total in totals]

        lines.store(write_terms_loop(lines, "dot", before, [start], plus)[0], "%data", out)

    write_vector_loop(lines, f"op{DOT}", vectors, body)


def write_dot_backward(lines: FunctionBody, vectors: int) -> None:
    """Write DOT's way back: grad × b to each a and grad × a to each b, last pair first."""

    def body(at: VectorPlace, before: str) -> None:
        grad = lines.load("%grad", at("%out"))

        def share(places: list[str]) -> None:
            a, b = map(at, places)
            x, y = lines.load("%data", a), lines.load("%data", b)
            add_to_grad(lines, a, lines.add_binary("fmul", grad, y))
            add_to_grad(lines, b, lines.add_binary("fmul", grad, x))

        write_terms_loop_backwards(lines, "dot", before, share)

    write_vector_loop(lines, f"op{DOT}", vectors, body)


def write_broadcast(narrow: FunctionBody, vectors: int) -> None:
    """Write BROADCAST: a uniform value into every vector of a block."""

    def body(at: VectorPlace, before: str) -> None:
        narrow.store(narrow.load("%data", write_tape_read(narrow, "%here", 2)), "%data", at("%out"))

    write_vector_loop(narrow, f"op{BROADCAST}", vectors, body)


def write_broadcast_backward(narrow: FunctionBody, vectors: int) -> None:
    """Write BROADCAST's way back: what arrives at every vector of a block, to the uniform value."""

    def body(at: VectorPlace, before: str) -> None:
        add_to_grad(narrow, write_tape_read(narrow, "%here", 2), narrow.load("%grad", at("%out")))

    write_vector_loop(narrow, f"op{BROADCAST}", vectors, body)


def terms_offset(together: int) -> int:
    """Where the terms begin in an instruction that has `together` results."""
    return 2 + 2 * together


def write_terms_loop(
    lines: FunctionBody, name: str, before: str, starts: list[str], plus: Callable[[list[str], list[str]], list[str]]
) -> list[str]:
    """Write the loop over the terms of sums, after the block `before`; return the names of the sums.

    `plus` is given the sums so far and the places of a term, each a and then b, and returns the sums with it.
    """
    count = write_tape_read(lines, "%here", 3)
    lines.add_line(f"br label %{name}")
    lines.begin_block(name)
    lines.add_line(f"%{name}.j = phi i64 [ 0, %{before} ], [ %{name}.next, %{name} ]")
    so_far = [f"%{name}.sum{n}" for n in range(len(starts))]
    at = len(lines.lines)
    totals = plus(so_far, _term(lines, f"%{name}.j", len(starts)))
    lines.lines[at:at] = [
        f"  {old} = phi {lines.kind} [ {start}, %{before} ], [ {new}, %{name} ]"
        for old, start, new in zip(so_far, starts, totals, strict=True)
    ]
    lines.add_line(f"%{name}.next = add i64 %{name}.j, 1")
    lines.add_line(f"%{name}.again = icmp ult i64 %{name}.next, {count}")
    lines.add_line(f"br i1 %{name}.again, label %{name}, label %{name}.after")
    lines.begin_block(f"{name}.after")
    return totals


def write_terms_loop_backwards(
    lines: FunctionBody, name: str, before: str, share: Callable[[list[str]], None], together: int = 1
) -> None:
    """Write the loop over the terms of sums from the last to the first; `share` is given the places of a term."""
    count = write_tape_read(lines, "%here", 3)
    lines.add_line(f"br label %{name}")
    lines.begin_block(name)
    lines.add_line(f"%{name}.j = phi i64 [ {count}, %{before} ], [ %{name}.below, %{name} ]")
    lines.add_line(f"%{name}.below = sub i64 %{name}.j, 1")
    share(_term(lines, f"%{name}.below", together))
    lines.add_line(f"%{name}.last = icmp eq i64 %{name}.below, 0")
    lines.add_line(f"br i1 %{name}.last, label %{name}.after, label %{name}")
    lines.begin_block(f"{name}.after")


def _term(lines: FunctionBody, number: str, together: int) -> list[str]:
    begin = lines.add_value(f"mul i64 {number}, {together + 1}")
    places = range(terms_offset(together), terms_offset(together) + together + 1)
    return [write_tape_read(lines, "%here", lines.add_value(f"add i64 {begin}, {place}")) for place in places]
