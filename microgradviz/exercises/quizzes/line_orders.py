"""Every right order of the lines of a function: what a line uses stands above it, and all else is free."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

_MOST = 300  # orders; a question with more would not be one of order
_INDENT = "    "


class _Item(NamedTuple):
    """A line, and what is indented below it."""

    line: str
    inner: tuple[_Item, ...] = ()


def every_order(lines: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """All orders of a program's lines that do the same, the given one first.

    What a line calls must change nothing that another one uses. A function inside another is called when that has
    returned: it may be defined anywhere above where its name is used, and what it assigns without a gradient may as
    well be assigned outside of it.

    Example:
        >>> [list(found) for found in every_order(("a = 1", "b = 2", "c = a + b"))]
        [['a = 1', 'b = 2', 'c = a + b'], ['b = 2', 'a = 1', 'c = a + b']]

    Raises:
        ValueError: If there are too many of them.
    """
    found = dict.fromkeys([lines])
    for block in _orders(_read(list(lines)), inside=False):
        found[tuple(_written(block))] = None
        if len(found) > _MOST:
            raise ValueError(f"the lines must have at most {_MOST} right orders; leave some out")
    return tuple(found)


def _read(lines: list[str]) -> tuple[_Item, ...]:
    """Lines as a tree."""
    items, at = [], 0
    while at < len(lines):
        end = next((i for i in range(at + 1, len(lines)) if not lines[i].startswith(_INDENT)), len(lines))
        items.append(_Item(lines[at], _read([line[len(_INDENT) :] for line in lines[at + 1 : end]])))
        at = end
    return tuple(items)


def _written(block: tuple[_Item, ...]) -> Iterator[str]:
    for item in block:
        yield item.line
        yield from (_INDENT + line for line in _written(item.inner))


def _orders(block: tuple[_Item, ...], inside: bool) -> Iterator[tuple[_Item, ...]]:
    """All orders of a block and of what is inside it; `inside` a function what its functions assign may move out."""
    for moved in _moved_out(block) if inside else [block]:
        for order in _extensions(moved):
            yield from product(
                *([item._replace(inner=x) for x in _orders(item.inner, inside=True)] if item.inner else [item]
                  for item in order)
            )  # fmt: skip


def _moved_out(block: tuple[_Item, ...]) -> Iterator[tuple[_Item, ...]]:
    """The block, and the block with one line of a function inside it in its own place, above the last line."""
    yield block
    for i, item in enumerate(block):
        for line in item.inner if _is_function(item) else ():
            rest = tuple(other for other in item.inner if other is not line)
            if rest and _may_move_out(line):
                yield (*block[:i], item._replace(inner=rest), *block[i + 1 : -1], line, block[-1])


def _may_move_out(item: _Item) -> bool:
    node = _parsed(item)
    return isinstance(node, ast.Assign) and not any(name.endswith(".grad") for name in _names(node, ast.Load))


def _extensions(block: tuple[_Item, ...]) -> Iterator[tuple[_Item, ...]]:
    """All orders in which whatever conflicts keeps its order."""
    if not block:
        yield ()
    for i, item in enumerate(block):
        if not any(_conflict(before, item) for before in block[:i]):
            for rest in _extensions(block[:i] + block[i + 1 :]):
                yield (item, *rest)


def _conflict(one: _Item, other: _Item) -> bool:
    """Whether one of two lines uses or changes what the other one changes; nothing passes a return."""
    nodes = _parsed(one), _parsed(other)
    if any(isinstance(node, ast.Return) for node in nodes):
        return True
    (reads, writes), (others_reads, others_writes) = map(_uses, nodes)
    pairs = [*product(writes, others_reads | others_writes), *product(reads, others_writes)]
    return any(x == y or x.startswith(f"{y}.") or y.startswith(f"{x}.") for x, y in pairs)


def _uses(node: ast.stmt) -> tuple[set[str], set[str]]:
    """What a line reads and what it changes, as x or x.y; a function reads nothing before it is called."""
    if isinstance(node, ast.FunctionDef):
        return set(), {node.name}
    return _names(node, ast.Load), _names(node, ast.Store)


def _names(node: ast.AST, how: type[ast.expr_context]) -> set[str]:
    found = {
        ast.unparse(x) for x in ast.walk(node) if isinstance(x, ast.Attribute | ast.Name) and isinstance(x.ctx, how)
    }
    inner = {ast.unparse(x.value) for x in ast.walk(node) if isinstance(x, ast.Attribute)}
    return found - inner


def _is_function(item: _Item) -> bool:
    return item.line.startswith("def ")


def _parsed(item: _Item) -> ast.stmt:
    return ast.parse("\n".join(_written((item,)))).body[0]
