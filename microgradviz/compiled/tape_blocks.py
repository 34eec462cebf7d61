"""Machine code of the instructions of a tape that take a whole block at once: WEIGHTED_SUM and COLLECT_GRADS.

Several sums over the same values are computed together, so that each value is loaded once for all of them.
"""

from __future__ import annotations

from .llvm_text import FunctionBody
from .tape import COLLECT_GRADS, WEIGHTED_SUM
from .tape_overflow import add_overflow_check
from .tape_sums import add_to_grad, terms_offset, write_tape_read, write_terms_loop, write_terms_loop_backwards


def write_weighted_sum(narrow: FunctionBody, vectors: int, together: int) -> None:
    """Write WEIGHTED_SUM: start + a × b + a × b + …, which stays in registers; each a is one number."""
    block = _Block(narrow, vectors, together)
    name = f"op{WEIGHTED_SUM[together]}"
    narrow.begin_block(name)
    block.sums(name, "%data", fused=False)


def write_collect_grads(narrow: FunctionBody, vectors: int, together: int, *, fused: bool) -> None:
    """Write COLLECT_GRADS: grad × a of each out, added to the gradient of b."""
    block = _Block(narrow, vectors, together)
    name = f"op{COLLECT_GRADS[together]}"
    narrow.begin_block(name)
    block.sums(name, "%grad", fused=fused)


def write_weighted_sum_backward(narrow: FunctionBody, vectors: int, together: int, *, fused: bool) -> None:
    """Write WEIGHTED_SUM's way back to each a: grad × b, summed over a block, last b first. Each b collects its own."""
    block = _Block(narrow, vectors, together)
    name = f"op{WEIGHTED_SUM[together]}"
    narrow.begin_block(name)
    outs, _ = block.heads()
    grads = [block.load("%grad", out) for out in outs]
    if fused:
        add_overflow_check(block.wide, grads)

    def share(places: list[str]) -> None:
        *weights, b = places
        values = block.load("%data", b)
        for a, grad in zip(weights, grads, strict=True):
            add_to_grad(narrow, a, block.dot(grad, values, fused=fused))

    write_terms_loop_backwards(block.wide, f"{name}.terms", name, share, together)
    narrow.add_line("br label %done")


class _Block:
    """All vectors of a block as one long one; the compiler splits it among registers."""

    def __init__(self, narrow: FunctionBody, vectors: int, together: int) -> None:
        self.narrow, self.vectors, self.together = narrow, vectors, together
        self.wide = narrow.with_longer_vectors(vectors)

    def heads(self) -> tuple[list[str], list[str]]:
        """Where the results of an instruction are, and where what each sum starts with."""
        places = [write_tape_read(self.wide, "%here", at) for at in (2, *range(4, terms_offset(self.together)))]
        return ["%out", *places[1::2]], places[::2]

    def sums(self, before: str, pointer: str, *, fused: bool) -> None:
        """start + a × b + a × b + … for each result, after the label `before`."""
        outs, starts = self.heads()

        def plus(totals: list[str], places: list[str]) -> list[str]:
            *weights, b = places
            values = self.load(pointer, b)
            spread = [self.wide.load_scalar("%single", a) for a in weights]
            return [self.wide.add_product(t, a, values, fused=fused) for t, a in zip(totals, spread, strict=True)]

        begin = [self.load(pointer, start) for start in starts]
        for out, total in zip(outs, write_terms_loop(self.wide, f"{before}.terms", before, begin, plus), strict=True):
            self.store(total, pointer, out)
        self.wide.add_line("br label %done")

    def _at(self, pointer: str, place: str) -> str:
        return self.narrow.add_value(f"getelementptr {self.narrow.kind}, ptr {pointer}, i64 {place}", "at")

    def load(self, pointer: str, place: str) -> str:
        """All vectors of a value."""
        return self.wide.add_value(f"load {self.wide.kind}, ptr {self._at(pointer, place)}, align 8")

    def store(self, value: str, pointer: str, place: str) -> None:
        """Write all vectors of a value."""
        self.wide.add_line(f"store {self.wide.kind} {value}, ptr {self._at(pointer, place)}, align 8")

    def dot(self, x: str, y: str, *, fused: bool) -> str:
        """x × y, its vectors added up."""
        (first, second), *others = zip(self._vectors(x), self._vectors(y), strict=True)
        total = self.narrow.add_binary("fmul", first, second)
        for a, b in others:
            total = self.narrow.add_product(total, a, b, fused=fused)
        return total

    def _vectors(self, value: str) -> list[str]:
        lanes, kind = self.narrow.lanes, self.wide.kind
        ranges = [range(first, first + lanes) for first in range(0, self.wide.lanes, lanes)]
        masks = [", ".join(f"i32 {place}" for place in places) for places in ranges]
        take = f"shufflevector {kind} {value}, {kind} poison, <{lanes} x i32>"
        return [self.narrow.add_value(f"{take} <{mask}>") for mask in masks]
