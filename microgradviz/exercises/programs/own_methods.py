"""Methods of a learner's own on a class that is provided where an answer is looked at: its helpers come along.

The class itself stays behind, with all that the lessons ask for: what is provided is never replaced.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
from textwrap import indent

from .statements import Unit, make_unit

_PUT_ON = """\
_provided = {name}


class {name}:
{body}


for _name in vars({name}).keys() - vars(type("Bare", (), {{}})).keys():
    setattr(_provided, _name, vars({name})[_name])
{name} = _provided"""


class OwnMethods:
    """The units of a notebook, in which a class that is provided holds but the methods that an answer calls.

    Args:
        units: The notebook's.
        end: The number of the unit at which the answer is looked at.
        provided: The names that are provided.
        takes_along: Whether a method of that name may be put on a class that is provided.
    """

    def __init__(
        self, units: list[Unit], end: int, provided: Collection[str], takes_along: Callable[[str], bool]
    ) -> None:
        self.units = list(units)
        self._classes: dict[int, ast.ClassDef] = {}
        self._places: dict[str, int] = {}  # by the name of a helper, the unit that puts it there
        self._taken: set[str] = set()
        for i, unit in enumerate(units[:end]) if provided else []:
            node = unit.nodes[0]
            if isinstance(node, ast.ClassDef) and len(unit.nodes) == 1 and node.name in provided:
                self._classes[i] = node
                self.units[i] = Unit(unit.piece, "", (), checks=unit.checks)
                found = {name for line in node.body for name in _bound(line)}
            else:
                found = {name for line in unit.nodes for name in _put_there(line, provided)}
            self._places.update(dict.fromkeys(filter(takes_along, found), i))

    def needed_by(self, kept: Iterable[int], last: str) -> set[int]:
        """The units that hold helpers which these units or a last line name and which are not taken yet.

        They are from now on.
        """
        if not self._places.keys() - self._taken:
            return set()
        lines = [*ast.parse(last).body, *(line for i in kept for line in self.units[i].nodes)]
        every = (node for line in lines for node in ast.walk(line))
        called = {node.attr for node in every if isinstance(node, ast.Attribute)} & self._places.keys() - self._taken
        self._taken |= called
        new = {self._places[name] for name in called}
        for i in new & self._classes.keys():
            self.units[i] = self._with_helpers(i)
        return new

    def _with_helpers(self, i: int) -> Unit:
        """A class that puts its helpers onto the one that is provided, in its place."""
        node = self._classes[i]
        names = {name for name in self._taken if self._places[name] == i}
        body = "\n".join(ast.unparse(line) for line in node.body if names & {*_bound(line)})
        text = _PUT_ON.format(name=node.name, body=indent(body, "    "))
        return make_unit(self.units[i].piece, text, tuple(ast.parse(text).body))


def _bound(line: ast.stmt) -> Iterator[str]:
    """The names that a line of a class gives a value."""
    if isinstance(line, ast.FunctionDef | ast.AsyncFunctionDef):
        yield line.name
    elif isinstance(line, ast.Assign | ast.AnnAssign):
        targets = line.targets if isinstance(line, ast.Assign) else [line.target]
        yield from (x.id for x in targets if isinstance(x, ast.Name))


def _put_there(line: ast.stmt, provided: Collection[str]) -> Iterator[str]:
    """The names of what `Value.wrap = wrap` and `setattr(Value, "wrap", wrap)` put on a class that is provided."""
    if isinstance(line, ast.Assign):
        for x in line.targets:
            if isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name) and x.value.id in provided:
                yield x.attr
    elif isinstance(line, ast.Expr) and isinstance(line.value, ast.Call) and len(line.value.args) == 3:
        of, name, _ = line.value.args
        sets = getattr(line.value.func, "id", "") == "setattr" and getattr(of, "id", "") in provided
        if sets and isinstance(name, ast.Constant):
            yield str(name.value)
