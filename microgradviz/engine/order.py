"""The graph behind a result: which values it was computed from, in an order in which it could be computed again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeVar

    T = TypeVar("T", bound=Any)  # anything with `inputs`


def topological_order(root: T, *, limit: int | None = None) -> list[T]:
    """All values that root was computed from, each after its inputs, a leaf just before its first use; root is last.

    Args:
        root: The result.
        limit: Give up as soon as there are more operations than this, or more values than two inputs each make.

    Raises:
        ValueError: If there are more.

    Example:
        >>> from microgradviz import Value
        >>> a = Value(2.0, label="a")
        >>> [v.label or v._op for v in topological_order(a * a + 1)]
        ['a', '*', '', '+']
    """
    order: list[T] = []
    seen: set[T] = set()
    for value in operations_in_order(root, limit=limit):
        for x in value.inputs:
            if not x.inputs and x not in seen:
                seen.add(x)
                order.append(x)
        order.append(value)
        if limit is not None and len(order) > 2 * limit + 1:
            raise too_large_error(limit)
    return order


def operations_in_order(root: T, *, limit: int | None = None) -> list[T]:
    """`topological_order` without the leaves, which have nothing to pass on: all that backward needs.

    Depth-first, like the recursive sort of the lessons, but without recursion: a chain of a million values works.
    """
    order: list[T] = []
    seen = {root}
    started: list[T] = [root]  # values whose inputs are not all in order yet, outermost first
    rest: list[Iterator[T]] = []  # what remains to be looked at of the inputs of each but the last
    inputs = iter(root.inputs)  # what remains of the last one's
    while True:
        for x in inputs:
            if x.inputs and x not in seen:
                seen.add(x)
                for z in x.inputs:
                    if z.inputs and z not in seen:
                        break
                else:
                    order.append(x)
                    continue
                started.append(x)
                rest.append(inputs)
                inputs = iter(x.inputs)
                break
        else:
            order.append(started.pop())
            if not started:
                return order
            inputs = rest.pop()
        if limit is not None and len(seen) > limit:
            raise too_large_error(limit)


def too_large_error(limit: int, in_groups: int | None = None) -> ValueError:
    """What to raise of a graph above a limit, or above that for graphs in groups."""
    more = f"{in_groups:,} in groups; " if in_groups else ""
    return ValueError(
        f"the graph must have at most {limit:,} operations ({more}it has more); "
        "take a smaller part, such as the loss of one sample"
    )
