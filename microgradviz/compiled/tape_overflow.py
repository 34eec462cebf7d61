"""The check that makes it safe to fuse products with sums, as the tape does on the way back through wide blocks.

A fused a × b + c is rounded once instead of twice: no less exact, in half the time, but not to the same last digits.
Infinity and nan must come out in the engine's places all the same. They could differ in two ways: where a × b alone
overflows; and where a sum that the engine rounds to 0 is multiplied by infinity. So while a batch goes through, the
flag `safe` is cleared if anything that is multiplied reaches SAFE_SIZE; if so, or if a gradient is not finite, the
batch goes through once more in the engine's own arithmetic.

The way forward is never fused: a prediction, and the side of a kink that it lies on, does not depend on the block.
"""

from __future__ import annotations

from collections.abc import Sequence

from .llvm_text import FunctionBody

SAFE_SIZE = 1e150  # the product of two smaller numbers is below 1e300, and so is the sum of any that fit into memory

_CHECK = """\
define void @check_overflow(ptr %from, i64 %count, ptr %safe) {{
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

# Parts of BATCH_FUNCTION: before the first block, and in each block before the way back.
CHECK_UNIFORM = """\
  %uniform.data = getelementptr {vector}, ptr %data, i64 %params
  %uniform.count = sub i64 %first_varying, %params
  call void @check_overflow(ptr %uniform.data, i64 %uniform.count, ptr %safe.field)
  %varying.data = getelementptr {vector}, ptr %data, i64 %first_varying"""
CHECK_BLOCK = """\
  call void @check_overflow(ptr %data, i64 %params, ptr %safe.field)
  call void @check_overflow(ptr %varying.data, i64 %varying_count, ptr %safe.field)"""


def overflow_check(lanes: int, declared: set[str]) -> str:
    """LLVM text of @check_overflow, which clears the flag unless every number of an array is below SAFE_SIZE."""
    lines = FunctionBody(lanes, declared)
    small = lines.add_below_test("%x", SAFE_SIZE)
    test = "\n".join(lines.lines)
    lines.lines.clear()
    _clear_unless(lines, lines.add_all_lanes_test("%now"))
    all_true = f"<{', '.join(['i1 true'] * lanes)}>"
    parts = {"test": test, "small": small, "note": "\n".join(lines.lines), "all_true": all_true}
    return _CHECK.format(kind=lines.kind, truth=lines.truth, **parts)


def add_overflow_check(lines: FunctionBody, values: Sequence[str]) -> None:
    """Add lines that clear the flag unless these values are below SAFE_SIZE in every lane."""
    tests = [lines.add_all_lanes_test(lines.add_below_test(value, SAFE_SIZE)) for value in values]
    safe = tests[0]
    for test in tests[1:]:
        safe = lines.add_value(f"and i1 {safe}, {test}")
    _clear_unless(lines, safe)


def _clear_unless(lines: FunctionBody, safe: str) -> None:
    before = lines.add_value("load i64, ptr %safe, align 8")
    now = lines.add_value(f"select i1 {safe}, i64 {before}, i64 0")
    lines.add_line(f"store i64 {now}, ptr %safe, align 8")
