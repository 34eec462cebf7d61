"""The instructions of a tape that are no rows of the table: sums of products, and copies for all samples of a block."""

from __future__ import annotations

from collections.abc import Callable

from .llvm_text import Lines
from .tape import COLLECT, DOT, SPREAD, WEIGHTED

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

        def product(a: str, b: str) -> str:
            return lines.binary("fmul", lines.load("%data", at(a)), lines.load("%data", at(b)))

        lines.store(_added_up(lines, "dot", before, start, product), "%data", out)

    over_vectors(lines, f"op{DOT}", vectors, body)


def dot_back(lines: Lines, vectors: int) -> None:
    """grad × b to each a and grad × a to each b, last pair first."""

    def body(at: At, before: str) -> None:
        grad = lines.load("%grad", at("%out"))

        def share(a: str, b: str) -> None:
            a, b = at(a), at(b)
            x, y = lines.load("%data", a), lines.load("%data", b)
            add_to(lines, a, lines.binary("fmul", grad, y))
            add_to(lines, b, lines.binary("fmul", grad, x))

        _backwards(lines, "dot", before, share)

    over_vectors(lines, f"op{DOT}", vectors, body)


def weighted(narrow: Lines, vectors: int) -> None:
    """The same sum for a whole block at once, which stays in registers; each a is one number."""
    _weighted_sum(narrow, vectors, "weighted", WEIGHTED, "%data")


def collect(narrow: Lines, vectors: int) -> None:
    """grad × a of each out, added to the gradient of b."""
    _weighted_sum(narrow, vectors, "collect", COLLECT, "%grad")


def _weighted_sum(narrow: Lines, vectors: int, name: str, number: int, pointer: str) -> None:
    block = _Block(narrow, vectors)
    block.wide.label(f"op{number}")
    start = block.load(pointer, read(block.wide, "%here", 2))

    def product(a: str, b: str) -> str:
        return block.wide.binary("fmul", block.weight(a), block.load(pointer, b))

    block.store(_added_up(block.wide, name, f"op{number}", start, product), pointer, "%out")
    block.wide.add("br label %done")


def weighted_back(narrow: Lines, vectors: int) -> None:
    """The sum of grad × b over the vectors of a block, to each a; last pair first. Each b collects its own."""
    block = _Block(narrow, vectors)
    block.wide.label(f"op{WEIGHTED}")
    grad = block.load("%grad", "%out")

    def share(a: str, b: str) -> None:
        add_to(narrow, a, block.sum_of_vectors(block.wide.binary("fmul", grad, block.load("%data", b))))

    _backwards(block.wide, "weighted", f"op{WEIGHTED}", share)
    block.wide.add("br label %done")


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


class _Block:
    """All vectors of a block as one long one; the compiler splits it among registers."""

    def __init__(self, narrow: Lines, vectors: int) -> None:
        self.narrow, self.vectors = narrow, vectors
        self.wide = narrow.widened(vectors)

    def _at(self, pointer: str, place: str) -> str:
        return self.narrow.make(f"getelementptr {self.narrow.kind}, ptr {pointer}, i64 {place}", "at")

    def load(self, pointer: str, place: str) -> str:
        return self.wide.make(f"load {self.wide.kind}, ptr {self._at(pointer, place)}, align 8")

    def store(self, value: str, pointer: str, place: str) -> None:
        self.wide.add(f"store {self.wide.kind} {value}, ptr {self._at(pointer, place)}, align 8")

    def weight(self, place: str) -> str:
        """A uniform value in every lane."""
        return self.wide.spread("%single", place)

    def sum_of_vectors(self, value: str) -> str:
        lanes, total = self.narrow.lanes, ""
        for first in range(0, lanes * self.vectors, lanes):
            places = ", ".join(f"i32 {first + lane}" for lane in range(lanes))
            one = f"shufflevector {self.wide.kind} {value}, {self.wide.kind} poison, <{lanes} x i32> <{places}>"
            part = self.narrow.make(one)
            total = self.narrow.binary("fadd", total, part) if total else part
        return total


def _pair(lines: Lines, number: str) -> tuple[str, str]:
    first = lines.make(f"shl i64 {number}, 1")
    a, b = lines.make(f"add i64 {first}, 4"), lines.make(f"add i64 {first}, 5")
    return read(lines, "%here", a), read(lines, "%here", b)


def _added_up(lines: Lines, name: str, before: str, start: str, product: Callable[[str, str], str]) -> str:
    """The loop over the pairs of a sum, after the block `before`; returns the sum."""
    count = read(lines, "%here", 3)
    lines.add(f"br label %{name}")
    lines.label(name)
    lines.add(f"%{name}.j = phi i64 [ 0, %{before} ], [ %{name}.next, %{name} ]")
    lines.add(f"%{name}.sum = phi {lines.kind} [ {start}, %{before} ], [ %{name}.plus, %{name} ]")
    term = product(*_pair(lines, f"%{name}.j"))
    lines.add(f"%{name}.plus = fadd {lines.kind} %{name}.sum, {term}")
    lines.add(f"%{name}.next = add i64 %{name}.j, 1")
    lines.add(f"%{name}.again = icmp ult i64 %{name}.next, {count}")
    lines.add(f"br i1 %{name}.again, label %{name}, label %{name}.after")
    lines.label(f"{name}.after")
    return f"%{name}.plus"


def _backwards(lines: Lines, name: str, before: str, share: Callable[[str, str], None]) -> None:
    """The loop over the pairs of a sum from the last to the first."""
    count = read(lines, "%here", 3)
    lines.add(f"br label %{name}")
    lines.label(name)
    lines.add(f"%{name}.j = phi i64 [ {count}, %{before} ], [ %{name}.below, %{name} ]")
    lines.add(f"%{name}.below = sub i64 %{name}.j, 1")
    share(*_pair(lines, f"%{name}.below"))
    lines.add(f"%{name}.last = icmp eq i64 %{name}.below, 0")
    lines.add(f"br i1 %{name}.last, label %{name}.after, label %{name}")
    lines.label(f"{name}.after")
