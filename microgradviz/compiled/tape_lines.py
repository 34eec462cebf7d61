"""Lines of machine code that read a tape: its numbers, the rows that they are places of, and blocks of samples."""

from __future__ import annotations

from collections.abc import Callable

from .llvm_text import FunctionBody

BLOCK = 32  # samples of a wide block: enough for an instruction to be worth its reading, and still in the cache
PANEL = 2  # vectors of values that weights' gradients are found for at a time


class TapeLines(FunctionBody):
    """The body of a function that reads a tape, with %here at the instruction.

    Args:
        lanes: How many samples a vector holds; 1 for a tape of numbers.
        vectors: How many vectors of a wide block are taken at a time.
    """

    def __init__(self, lanes: int, vectors: int, declared: set[str], *, fused: bool = False) -> None:
        super().__init__(lanes, declared)
        self.vectors, self.fused = vectors, fused

    def read(self, at: int | str, pointer: str = "%here") -> str:
        """Read a number of the tape; return its name."""
        narrow = self.add_value(f"load i32, ptr {self.address(pointer, at, 'i32')}, align 4")
        return self.add_value(f"zext i32 {narrow} to i64")

    def move(self, at: str, pointer: str = "%here") -> str:
        """A pointer so many numbers further on the tape."""
        return self.address(pointer, at, "i32")

    def add(self, a: str, b: str | int, what: str = "add") -> str:
        """The sum of two whole numbers, or what else is to be done with them."""
        return self.add_value(f"{what} i64 {a}, {b}")

    def row(self, place: str) -> str:
        """The number of a row's first vector."""
        return place if self.lanes == 1 else self.add(place, "%vectors", "mul")

    def each_vector(self, body: Callable[[str], None]) -> None:
        """Add what is done for each vector of a block; the body is given its number."""
        if self.lanes == 1:
            body("0")
        else:
            self.loop("%vectors", lambda v, _: body(v))

    def increase(self, at: str, amount: str) -> None:
        """Add an amount to a gradient."""
        self.store(self.add_binary("fadd", self.load("%grad", at), amount), "%grad", at)

    def increase_double(self, pointer: str, at: str, amount: str) -> None:
        """Add an amount to element `at` of an array of doubles."""
        place = self.address(pointer, at, "double")
        before = self.add_value(f"load double, ptr {place}, align 8")
        self.add_line(f"store double {self.add_value(f'fadd double {before}, {amount}')}, ptr {place}, align 8")

    def keep_valid(self, value: str, v: str) -> str:
        """Vector number v of a row, with 0 where there is no sample."""
        there = self.lanes_below(self.add("%valid", self.add(v, self.lanes, "mul"), "sub"))
        return self.add_value(f"select {self.truth} {there}, {self.kind} {value}, {self.kind} zeroinitializer")

    def lane_sum(self, value: str) -> str:
        """The sum of a vector's lanes."""
        name = f"@llvm.vector.reduce.fadd.v{self.lanes}f64"
        self.declared.add(f"declare double {name}(double, {self.kind})")
        return self.add_value(f"call reassoc double {name}(double -0.0, {self.kind} {value})")


class Wide:
    """Some vectors of rows as one long vector, from number `first` on; the compiler splits it among registers."""

    def __init__(self, lines: TapeLines, vectors: int, first: str = "0") -> None:
        self.lines, self.body, self._first = lines, lines.with_lanes(lines.lanes * vectors), first

    def _at(self, pointer: str, place: str) -> str:
        row = self.lines.row(place)
        return self.lines.address(pointer, row if self._first == "0" else self.lines.add(row, self._first))

    def load(self, pointer: str, place: str) -> str:
        """Read them of the row at a place."""
        return self.body.add_value(f"load {self.body.kind}, ptr {self._at(pointer, place)}, align 8")

    def store(self, value: str, pointer: str, place: str) -> None:
        """Write them of the row at a place."""
        self.body.add_line(f"store {self.body.kind} {value}, ptr {self._at(pointer, place)}, align 8")

    def parts(self, value: str) -> list[str]:
        """Its vectors."""
        lanes, whole = self.lines.lanes, self.body.lanes
        if lanes == whole:
            return [value]
        masks = [", ".join(f"i32 {k}" for k in range(at, at + lanes)) for at in range(0, whole, lanes)]
        take = f"shufflevector {self.body.kind} {value}, {self.body.kind} poison, <{lanes} x i32>"
        return [self.lines.add_value(f"{take} <{mask}>") for mask in masks]


def for_each_width(lines: TapeLines, write: Callable[[Wide], None]) -> None:
    """Write the rest of a case, once for wide blocks, by parts of them, and once for those of one vector."""
    if lines.lanes > 1:
        name = lines.label()
        wide = lines.add_value("icmp ne i64 %vectors, 1")
        lines.add_line(f"br i1 {wide}, label %{name}.wide, label %{name}.narrow")
        lines.begin_block(f"{name}.wide")
        parts = str(BLOCK // (lines.lanes * lines.vectors))
        lines.loop(parts, lambda n, _: write(Wide(lines, lines.vectors, lines.add(n, lines.vectors, "mul"))))
        lines.add_line("br label %done")
        lines.begin_block(f"{name}.narrow")
    write(Wide(lines, 1))
