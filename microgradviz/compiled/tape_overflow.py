"""Where the tape fuses products with sums: on the way back through a wide block, as long as its numbers are tame.

A fused a × b + c is rounded once instead of twice: no less exact, in half the time, but not to the same last digits.
Infinity and nan must come out in the engine's places all the same. They could differ in two ways: where a × b alone
overflows; and where a sum that the engine rounds to 0 is multiplied by infinity. So while a batch goes through, it is
noted whether everything that was multiplied is below SMALL; if not, or if a gradient is not finite, the batch goes
through once more in the engine's own arithmetic.

The way forward is never fused: a prediction, and the side of a kink that it lies on, does not depend on the block.
"""

from __future__ import annotations

from collections.abc import Sequence

from .llvm_text import Lines

SMALL = 1e150  # the product of two smaller numbers is below 1e300, and so is the sum of any that fit into memory

_WATCH = """\
define void @watch(ptr %from, i64 %count, ptr %tame) {{
entry:
  %some = icmp ugt i64 %count, 0
  br i1 %some, label %next, label %exit
next:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %before = phi {truth} [ {all_true}, %entry ], [ %now, %next ]
  %at = getelementptr {kind}, ptr %from, i64 %k
  %x = load {kind}, ptr %at, align 8
{test}
  %now = and {truth} %before, {small}
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, %count
  br i1 %more, label %next, label %note
note:
{note}
  br label %exit
exit:
  ret void
}}
"""

# Parts of BATCH: before the first block, and in each block before the way back.
BEFORE = """\
  %uniform.data = getelementptr {vector}, ptr %data, i64 %params
  %uniform.count = sub i64 %moving, %params
  call void @watch(ptr %uniform.data, i64 %uniform.count, ptr %tame.field)
  %moving.data = getelementptr {vector}, ptr %data, i64 %moving"""
BLOCK = """\
  call void @watch(ptr %data, i64 %params, ptr %tame.field)
  call void @watch(ptr %moving.data, i64 %moving_count, ptr %tame.field)"""


def function(lanes: int, declared: set[str]) -> str:
    """@watch: notes whether so many vectors are tame."""
    lines = Lines(lanes, declared)
    small = lines.below("%x", SMALL)
    test = "\n".join(lines.lines)
    lines.lines.clear()
    _note(lines, lines.everywhere("%now"))
    all_true = f"<{', '.join(['i1 true'] * lanes)}>"
    parts = {"test": test, "small": small, "note": "\n".join(lines.lines), "all_true": all_true}
    return _WATCH.format(kind=lines.kind, truth=lines.truth, **parts)


def watch(lines: Lines, values: Sequence[str]) -> None:
    """Note whether these values are tame."""
    tests = [lines.everywhere(lines.below(value, SMALL)) for value in values]
    tame = tests[0]
    for test in tests[1:]:
        tame = lines.make(f"and i1 {tame}, {test}")
    _note(lines, tame)


def _note(lines: Lines, tame: str) -> None:
    before = lines.make("load i64, ptr %tame, align 8")
    now = lines.make(f"select i1 {tame}, i64 {before}, i64 0")
    lines.add(f"store i64 {now}, ptr %tame, align 8")
