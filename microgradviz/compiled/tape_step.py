"""Machine code of a whole step: numbers forward, each block of samples forward and back, numbers back."""

from __future__ import annotations

from collections.abc import Callable

from .tape_lines import BLOCK, PANEL, TapeLines

FIELDS = (
    "count", "back", "params", "grads", "outs", "tables", "table_count",
    "seed", "param_count", "u", "gu", "u_count", "root", "first_input", "once", "once_back",
    "data", "grad", "rows", "copies", "copy_count", "sums", "column_sums", "column_count", "each", "each_back",
)  # fmt: skip
_NUMBERS = ("back", "root", "first_input", "rows")


class StepBody:
    """The function `step`, for a single sample or for blocks. All of its work is in the array of FIELDS at %t."""

    def __init__(self, lines: TapeLines, *, single: bool) -> None:
        self.lines, self.single = lines, single

    def text(self) -> str:
        """The function in LLVM's language."""
        lines = self.lines
        lines.begin_block("entry")
        lines.add_line(f"%panel = alloca [{PANEL * lines.lanes * BLOCK} x double], align 64")
        for n, name in enumerate(FIELDS):
            place = lines.address("%t", n, "i64")
            kind = "double" if name == "seed" else "i64" if name in _NUMBERS or name.endswith("count") else "ptr"
            lines.add_line(f"%{name} = load {kind}, ptr {place}")
        self._copy("%u", "%params", "%param_count")
        if self.single:
            self._tables(lambda table, width, place: self._copy(lines.address("%u", place, "double"), table, width))
        self._read("forward", "once")
        self._clear("%gu", "%u_count")
        if self.single:
            total = lines.load_double("%u", "%root")
            lines.add_line(f"store double {total}, ptr %outs")
            lines.add_line(f"store double %seed, ptr {lines.address('%gu', '%root', 'double')}")
        else:
            self._clear("%sums", lines.add("%column_count", lines.lanes, "mul"))
            total = self._blocks()
        lines.loop("%back", self._finish)
        return "\n".join(["define double @step(ptr %t) {", *lines.lines, f"  ret double {total}", "}"])

    def _finish(self, *_: object) -> None:
        self._read("backward", "once_back")
        self._copy("%grads", "%gu", "%param_count")

    def _copy(self, to: str, from_: str, count: str) -> None:
        size = self.lines.add(count, 8, "mul")
        self.lines.add_line(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {from_}, i64 {size}, i1 false)")

    def _clear(self, pointer: str, count: str) -> None:
        size = self.lines.add(count, 8, "mul")
        self.lines.add_line(f"call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {size}, i1 false)")

    def _read(self, what: str, code: str, vectors: str = "1", valid: str = "1") -> None:
        suffix, *arrays = ("once", "u", "gu", "gu") if code.startswith("once") else ("each", "data", "grad", "sums")
        data, grad, sums = (f"ptr %{name}" for name in arrays)
        self.lines.add_line(
            f"call void @{what}.{suffix}(ptr %{code}, {data}, {grad}, ptr %u, ptr %gu, "
            f"i64 {vectors}, i64 {valid}, ptr %panel, {sums})"
        )

    def _tables(self, body: Callable[[str, str, str], None]) -> None:
        """For each argument its table, its width, and the place of its first number."""
        lines = self.lines

        def one(n: str, carried: list[str]) -> list[str]:
            at = lines.add(n, 2, "mul")
            table = lines.add_value(f"load ptr, ptr {lines.address('%tables', at, 'i64')}")
            width = lines.add_value(f"load i64, ptr {lines.address('%tables', lines.add(at, 1), 'i64')}")
            body(table, width, carried[0])
            return [lines.add(carried[0], width)]

        lines.loop("%table_count", one, ["%first_input"], ["i64"])

    def _blocks(self) -> str:
        """All samples: wide blocks, and narrow ones if few samples are left; returns the sum of the results."""
        lines, lanes = self.lines, self.lines.lanes
        wide = lines.add(lines.add("%count", BLOCK // 2 - 1), BLOCK, "udiv")
        in_wide = lines.add(wide, BLOCK, "mul")
        left = lines.add_value(f"call i64 @llvm.usub.sat.i64(i64 %count, i64 {in_wide})")
        blocks = lines.add(wide, lines.add(lines.add(left, lanes - 1), lanes, "udiv"))
        lines.declared |= {f"declare i64 @llvm.{what}.i64(i64, i64)" for what in ("umin", "usub.sat")}

        def block(n: str, sums: list[str]) -> list[str]:
            lines.add_line(f"%is.wide = icmp ult i64 {n}, {wide}")
            lines.add_line(f"%vectors = select i1 %is.wide, i64 {BLOCK // lanes}, i64 1")
            narrow = lines.add(in_wide, lines.add(lines.add(n, wide, "sub"), lanes, "mul"))
            lines.add_line(f"%row = select i1 %is.wide, i64 {lines.add(n, BLOCK, 'mul')}, i64 {narrow}")
            samples = lines.add("%vectors", lanes, "mul")
            left = lines.add("%count", "%row", "sub")
            lines.add_line(f"%valid = call i64 @llvm.umin.i64(i64 {left}, i64 {samples})")
            starts = [lines.add_value(f"icmp eq i64 {n}, {first}") for first in ("0", wide)]
            changed = lines.add_value(f"or i1 {starts[0]}, {starts[1]}")
            lines.loop(lines.add_value(f"select i1 {changed}, i64 %copy_count, i64 0"), self._fill_copy)
            self._tables(self._take_rows)
            self._read("forward", "each", "%vectors", "%valid")
            root = lines.row("%root")
            self._copy(lines.address("%outs", "%row", "double"), lines.address("%data", root), "%valid")

            def add(v: str, so_far: list[str]) -> list[str]:
                return [
                    lines.add_binary("fadd", so_far[0], lines.keep_valid(lines.load("%data", lines.add(root, v)), v))
                ]

            def back(*_: object) -> None:
                self._clear("%grad", lines.add("%rows", samples, "mul"))
                seed = lines.broadcast("%seed")
                lines.each_vector(lambda v: lines.store(lines.keep_valid(seed, v), "%grad", lines.add(root, v)))
                self._read("backward", "each_back", "%vectors", "%valid")

            lines.loop("%back", back)
            return lines.loop("%vectors", add, sums)

        total = lines.lane_sum(lines.loop(blocks, block, [lines.constant(0.0)])[0])
        lines.loop("%column_count", self._sum_column)
        return total

    def _fill_copy(self, n: str, _: list[str]) -> None:
        lines = self.lines
        value = lines.load_scalar("%u", lines.read(n, "%copies"))
        row = lines.row(lines.add(lines.add("%rows", "%copy_count", "sub"), n))
        lines.each_vector(lambda v: lines.store(value, "%data", lines.add(row, v)))

    def _sum_column(self, n: str, _: list[str]) -> None:
        lines = self.lines
        lines.increase_double("%gu", lines.read(n, "%column_sums"), lines.lane_sum(lines.load("%sums", n)))

    def _take_rows(self, table: str, width: str, place: str) -> None:
        """The numbers of a block's samples into rows; where there is no sample, those of the last one."""
        lines, lanes = self.lines, self.lines.lanes
        last = lines.add("%count", 1, "sub")

        def vector(v: str) -> None:
            first = lines.add("%row", lines.add(v, lanes, "mul"))
            numbers = (lines.add(first, k) for k in range(lanes))
            inside = [lines.add_value(f"call i64 @llvm.umin.i64(i64 {n}, i64 {last})") for n in numbers]
            samples = [lines.address(table, lines.add(n, width, "mul"), "double") for n in inside]

            def column(n: str, _: list[str]) -> None:
                values = "poison"
                for k, sample in enumerate(samples):
                    x = lines.load_double(sample, n)
                    values = lines.add_value(f"insertelement {lines.kind} {values}, double {x}, i64 {k}")
                lines.store(values, "%data", lines.add(lines.row(lines.add(place, n)), v))

            lines.loop(width, column)

        lines.each_vector(vector)
