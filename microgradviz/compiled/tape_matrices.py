"""Machine code of matrix products on a tape: MATRIX forward; COLLECT, OUTER, COLUMN and ROW on the way back.

Forward, each sum adds its terms in the engine's order and rounds after each operation; on the way back products are
fused with sums where the processor can. A fused a × b + c is rounded once instead of twice: no less exact, in half the
time, but not to the same last digits.
"""

from __future__ import annotations

from .tape import COLUMN, GROUP_SIZE
from .tape_lines import PANEL, TapeLines, Wide, for_each_width


def write_matrix(lines: TapeLines, together: int) -> None:
    """Write MATRIX: `together` sums, which stay in registers."""

    def write(wide: Wide) -> None:
        outs, starts = ([lines.read(3 + n + k) for k in range(together)] for n in (0, together))
        sums = [wide.load("%data", start) for start in starts]

        def run(_: str, carried: list[str]) -> list[str]:
            *so_far, at = carried
            count = lines.read(0, at)
            bases = [lines.read(1 + k, at) for k in range(together)]
            places = lines.move(str(1 + together), at)

            def term(t: str, totals: list[str]) -> list[str]:
                x = wide.load("%data", lines.read(t, places))
                weights = [wide.body.load_scalar("%u", lines.add(base, t)) for base in bases]
                return [wide.body.add_product(a, w, x) for a, w in zip(totals, weights, strict=True)]

            return [*wide.body.loop(count, term, so_far), lines.move(count, places)]

        kinds = [*[wide.body.kind] * together, "ptr"]
        *totals, _ = lines.loop(lines.read(2), run, [*sums, lines.move(str(3 + 2 * together))], kinds)
        for out, total in zip(outs, totals, strict=True):
            wide.store(total, "%data", out)

    for_each_width(lines, write)


def write_collect(lines: TapeLines) -> None:
    """Write COLLECT: to the gradient of each value the sum of grad × weight, GROUP_SIZE values at a time."""

    def write(wide: Wide) -> None:
        columns, count = lines.read(2), lines.read(3)
        places = lines.move(lines.add(lines.add(count, 2, "mul"), 4))
        pairs = lines.move("4")

        def tile(n: str, _: list[str]) -> None:
            first = lines.add(n, GROUP_SIZE, "mul")

            def row(r: str, totals: list[str]) -> list[str]:
                at = lines.move(lines.add(r, 2, "mul"), pairs)
                grad = wide.load("%grad", lines.read(0, at))
                base = lines.add(lines.read(1, at), first)
                weights = [wide.body.load_scalar("%u", lines.add(base, k)) for k in range(GROUP_SIZE)]
                return [
                    wide.body.add_product(a, w, grad, fused=lines.fused) for a, w in zip(totals, weights, strict=True)
                ]

            zero = wide.body.constant(0.0)
            for k, total in enumerate(wide.body.loop(count, row, [zero] * GROUP_SIZE)):
                place = lines.read(lines.add(first, k), places)
                wide.store(wide.body.add_binary("fadd", wide.load("%grad", place), total), "%grad", place)

        up = lines.add(lines.add(columns, GROUP_SIZE - 1), GROUP_SIZE, "udiv")
        lines.loop(up, tile)

    for_each_width(lines, write)


def write_outer(lines: TapeLines, native: int) -> None:
    """Write OUTER: to the gradient of each weight the sum over samples of grad × value.

    The values, turned so that those of one sample lie side by side, are taken a panel at a time.
    """
    values, tile_size = lines.with_lanes(native), 2 * lines.vectors
    width = PANEL * native
    tiles, columns = lines.read(2), lines.read(3)
    places = lines.move(lines.add(lines.add(tiles, 2 * tile_size, "mul"), 4))
    last = lines.add(columns, 1, "sub")

    def panel(n: str, _: list[str]) -> None:
        first = lines.add(n, width, "mul")

        def turn(block: str, _: list[str]) -> None:
            at = lines.add(block, lines.lanes, "mul")
            column = [lines.add(lines.add(first, at), k) for k in range(lines.lanes)]
            inside = [lines.add_value(f"call i64 @llvm.umin.i64(i64 {c}, i64 {last})") for c in column]
            rows = [lines.row(lines.read(c, places)) for c in inside]

            def vector(v: str) -> None:
                xs = [lines.load("%data", lines.add(row, v)) for row in rows]
                for k, turned in enumerate(lines.add_transposed(xs)):
                    sample = lines.add(lines.add(v, lines.lanes, "mul"), k)
                    to = lines.add(lines.add(sample, width, "mul"), at)
                    at_panel = lines.address("%panel", to, "double")
                    lines.add_line(f"store {lines.kind} {turned}, ptr {at_panel}, align 8")

            lines.each_vector(vector)

        lines.loop(str(width // lines.lanes), turn)
        left = lines.add(columns, first, "sub")

        def tile(t: str, _: list[str]) -> None:
            at = lines.move(lines.add(lines.add(t, 2 * tile_size, "mul"), 4))
            grads = [lines.add(lines.row(lines.read(k, at)), lines.lanes, "mul") for k in range(tile_size)]
            bases = [lines.add(lines.read(tile_size + k, at), first) for k in range(tile_size)]

            def sample(s: str, sums: list[str]) -> list[str]:
                from_ = lines.add(s, PANEL, "mul")
                xs = [values.load("%panel", lines.add(from_, c)) for c in range(PANEL)]
                ds = [values.load_scalar("%grad", lines.add(g, s)) for g in grads]
                each = zip(sums, [(d, x) for d in ds for x in xs], strict=True)
                return [values.add_product(a, d, x, fused=lines.fused) for a, (d, x) in each]

            sums = values.loop("%valid", sample, [values.constant(0.0)] * (tile_size * PANEL))
            for c in range(PANEL):
                rest = lines.add_value(f"call i64 @llvm.usub.sat.i64(i64 {left}, i64 {c * native})")
                mask = values.lanes_below(rest)
                for k, base in enumerate(bases):
                    at = lines.address("%gu", lines.add(base, c * native), "double")
                    values.masked_increase(at, mask, sums[k * PANEL + c])

        lines.loop(tiles, tile)

    lines.declared |= {"declare i64 @llvm.umin.i64(i64, i64)", "declare i64 @llvm.usub.sat.i64(i64, i64)"}
    lines.loop(lines.add(lines.add(columns, width - 1), width, "udiv"), panel)


def write_products(lines: TapeLines, number: int) -> None:
    """Write COLUMN or ROW: to the gradient of each weight, grad × value; their sum over samples is made last."""
    fixed, other = ("%data", "%grad") if number == COLUMN else ("%grad", "%data")

    def write(wide: Wide) -> None:
        parts = wide.parts(wide.load(fixed, lines.read(2)))

        def pair(n: str, _: list[str]) -> None:
            at = lines.move(lines.add(lines.add(n, 2, "mul"), 4))
            total = lines.load("%sums", target := lines.read(1, at))
            for x, y in zip(parts, wide.parts(wide.load(other, lines.read(0, at))), strict=True):
                total = lines.add_product(total, x, y, fused=lines.fused)
            lines.store(total, "%sums", target)

        lines.loop(lines.read(3), pair)

    for_each_width(lines, write)
