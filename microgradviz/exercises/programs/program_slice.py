"""What an answer rests on: of all that a notebook holds, the statements without which the answer cannot run.

The text that is made does what the notebook would do from its top down to where the answer is looked at, as far as the
answer can tell: imports, helpers and constants come along, also a method that a later cell hangs onto a class. What
only shows something stays behind, and so does every other cell, so that a slow or broken one costs nothing.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from itertools import accumulate

import microgradviz

from .own_methods import OwnMethods
from .statements import LAZY_HINTS, Piece, Unit, root_name

_SHOWS = {"dir", "display", "help", "pprint", "print", "type", *microgradviz.__all__} - microgradviz.CHANGES_SOMETHING
_MOST_ALTERED = 50  # names that calls of one function are known to change


class NotebookUnits:
    """The units of a notebook in order, and which of them bind and change which name."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self.units = [unit for piece in pieces for unit in piece.units]
        self.first = [0, *accumulate(len(piece.units) for piece in pieces)]  # for each piece, its first unit's number
        self.binding: dict[str, list[int]] = defaultdict(list)
        self.changing: dict[str, list[int]] = defaultdict(list)
        for i, unit in enumerate(self.units):
            for name in unit.binds:
                self.binding[name].append(i)
        altered = self._altered_by_functions()
        for i, unit in enumerate(self.units):
            called = (passed | altered[name] for name, passed in unit.calls if name in altered)
            for name in unit.changes.union(*called):
                self.changing[name].append(i)
        self.imports = [unit for unit in self.units if unit.imports]
        self.stars = [i for i, unit in enumerate(self.units) if _is_star_import(unit)]
        self.futures = [i for i, unit in enumerate(self.units) if _is_future_import(unit)]

    def _altered_by_functions(self) -> dict[str, frozenset[str]]:
        """For each function that changes what it is given or finds, the names that it changes wherever it is called."""
        found: dict[str, frozenset[str]] = {}
        for unit in self.units:
            for name in unit.binds - _SHOWS if unit.alters else ():
                more = found.get(name, frozenset()) | (unit.alters & unit.used_later)
                found[name] = more if len(more) <= _MOST_ALTERED else found.get(name, frozenset())
        return found

    def only_imports(self, name: str) -> bool:
        """Whether a name is imported, and bound by nothing else."""
        return name in self.binding and all(self.units[i].imports for i in self.binding[name])

    def units_of_piece(self, number: int) -> range:
        """The numbers of a piece's units."""
        return range(self.first[number], self.first[number + 1])


def answer_program(
    notebook: NotebookUnits,
    answer: int,
    goal: Iterable[str],
    end: int,
    package: bool,
    provided: Collection[str] = (),
    takes_along: Callable[[str], bool] = bool,
    last: str = "",
) -> str:
    """The text that runs for an answer: its own cell, and the statements before and after it that it needs.

    Args:
        notebook: The notebook.
        answer: The number of the piece that holds it.
        goal: The names that the answer is.
        end: The number of the unit at which it is looked at.
        package: Whether microgradviz's engine is at hand.
        provided: Names that are at hand wherever the answer runs, so that the notebook's are left out.
        takes_along: Whether a method of that name on the notebook's own class is put on one that is provided.
        last: A line to end with.
    """
    own = notebook.units_of_piece(answer)
    goal = set(goal)
    needed = _needed_units(notebook, own, [(name, end) for name in goal], end, provided)
    kept = needed | _kept_units(notebook, own, needed, package)
    lookups = [pair for i in kept - needed for pair in _lookups(notebook, i, end)]
    kept |= _needed_units(notebook, own, lookups, end, provided)
    methods = OwnMethods(notebook.units, end, provided, takes_along)
    while new := methods.needed_by(kept, last):
        kept |= new | _needed_units(notebook, own, [x for i in new for x in _lookups(methods, i, end)], end, provided)
    kept.update(notebook.futures[: bisect_left(notebook.futures, end)])  # IPython keeps them for all cells below
    engines = {i: engine for i in kept if package and (engine := methods.units[i].engine_fetched)}
    users = [methods.units[i] for i in kept - engines.keys()]
    used = goal.union(*(unit.used_now | unit.used_later for unit in users))
    texts = [
        f"from microgradviz import Value as {engines[i]}" if i in engines else text
        for i in sorted(kept)
        if (text := _unit_text(methods.units[i], used))
    ]
    if any(methods.units[i].hinted for i in kept):
        texts.insert(0, LAZY_HINTS)  # so that annotations may name what is not there
    texts.sort(key=lambda text: not text.startswith("from __future__"))
    return "\n".join(texts) + "\n" + last if texts else last


def _needed_units(
    notebook: NotebookUnits, own: range, lookups: list[tuple[str, int]], end: int, provided: Collection[str] = ()
) -> set[int]:
    """The units that names rest on: those that bind them, and what these rest on.

    Args:
        lookups: Each name, and the number of the unit before which its value is looked up.
        end: The number of the unit at which the answer is looked at.
    """
    found: set[int] = set()
    seen = set(lookups)
    visited: dict[str, set[int]] = defaultdict(set)  # by name, the units whose predecessors are found
    unknown = False
    changes_from: dict[str, int] = {}  # by name, from which unit on all that change its value are found
    while lookups:
        name, before = lookups.pop()
        if name in provided:
            continue
        units = _binding_units(notebook, own, name, before, end, visited[name])
        if not units and name not in notebook.binding and not (unknown or hasattr(builtins, name)):
            unknown = True  # these few may bind any name
            units = {*notebook.stars}
        if units and min(units) < changes_from.get(name, end):
            changing = notebook.changing.get(name, [])
            stop = bisect_right(changing, changes_from.get(name, end - 1))
            changes_from[name] = min(units)
            units = units.union(changing[bisect_right(changing, changes_from[name]) : stop])
        for i in units - found:
            found.add(i)
            new = _lookups(notebook, i, end) - seen
            lookups += new
            seen |= new
    return found


def _lookups(notebook: NotebookUnits | OwnMethods, i: int, end: int) -> set[tuple[str, int]]:
    """The names that a unit looks up, and the place at which it does: its functions are called at the end."""
    unit = notebook.units[i]
    return {(name, i) for name in unit.used_now} | {(name, end) for name in unit.used_later}


def _binding_units(notebook: NotebookUnits, own: range, name: str, before: int, end: int, seen: set[int]) -> set[int]:
    """The units that bind a name to what it is at that place, but for those above one that was passed before."""
    places = notebook.binding.get(name, [])
    if before >= end and any(i in own for i in places):
        before = own.stop  # the answer's own names are its own
    found: set[int] = set()
    for k in range(bisect_left(places, before) - 1, -1, -1):
        found.add(places[k])
        if places[k] in seen or notebook.units[places[k]].definite:
            break
    seen |= found
    if not found and places:
        found.add(places[max(bisect_left(places, end) - 1, 0)])
    return found


def _kept_units(notebook: NotebookUnits, own: range, needed: set[int], package: bool) -> set[int]:
    """The units of the answer's cell, without those that only show or try something."""
    absent = {name for unit in notebook.imports for name in _missing_names(unit, package)}
    shows = {name for name in _SHOWS if name not in notebook.binding or notebook.only_imports(name)}
    kept = set()
    for i in own:
        unit = notebook.units[i]
        if i in needed:
            kept.add(i)
        elif unit.used_now & absent or unit.awaits or all(_only_shows(node, shows, absent) for node in unit.nodes):
            absent = absent | unit.binds
        else:
            kept.add(i)
    return kept


def _only_shows(node: ast.stmt, shows: set[str], absent: set[str]) -> bool:
    """Whether a statement can change nothing that an answer rests on: it shows, tries or only names something."""
    if isinstance(node, ast.Assert | ast.Pass):
        return True
    if not isinstance(node, ast.Expr):
        return False
    value = node.value
    if isinstance(value, ast.Call):
        return (isinstance(value.func, ast.Name) and value.func.id in shows) or root_name(value.func) in absent
    return not any(isinstance(part, ast.Call | ast.Await | ast.NamedExpr) for part in ast.walk(value))


def _missing_names(unit: Unit, package: bool) -> set[str]:
    """The names that an import binds to what the sandbox does not hold."""
    found = set()
    for node in unit.nodes:
        for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else []:
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
            top = module.split(".")[0]
            if top not in sys.stdlib_module_names and not (package and top == "microgradviz"):
                found.add(alias.asname or alias.name.split(".")[0])
    return found


def _is_star_import(unit: Unit) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in unit.nodes)


def _is_future_import(unit: Unit) -> bool:
    """Whether it imports from __future__ what there is to be had."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and {alias.name for alias in node.names} <= set(__future__.all_feature_names)
        for node in unit.nodes
    )


def _unit_text(unit: Unit, used: set[str]) -> str:
    """A unit's text; of imports only what is used, as the sandbox does not hold all that a notebook imports."""
    if not unit.imports:
        return unit.text
    lines = []
    for node in unit.nodes:
        assert isinstance(node, ast.Import | ast.ImportFrom)
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        names = [a for a in node.names if future or a.name == "*" or (a.asname or a.name.split(".")[0]) in used]
        if not names:
            continue
        if isinstance(node, ast.ImportFrom):
            lines.append(ast.unparse(ast.ImportFrom(node.module, names, node.level)))
        else:
            lines.append(ast.unparse(ast.Import(names)))
    return "\n".join(lines)
