"""What an answer will lack where it is marked, as far as the cells that were run here tell.

There the answer's own cell runs, with the statements of other cells that it rests on, and nothing else of the notebook:
this makes the same program of the kernel's history. It is the learner's own text, and runs in the learner's own kernel.
"""

from __future__ import annotations

import ast
import builtins
import random
import sys
from collections.abc import Collection
from typing import Any, NamedTuple

from ...shell import running_shell
from ..base import Exercise
from ..learner_code import run_guarded
from ..programs import PARSE_ERRORS, NotebookCell, NotebookUnits, answer_program, parse_cells
from .looking import look_at

_PACKAGE = __name__.split(".")[0]
_MOST_LETTERS = 100_000  # of all cells; what is longer would take too long to read
_HERE = frozenset(("In", "Out", "exit", "quit", "open", "display", "get_ipython"))  # an answer does not rest on these


class Lacks(NamedTuple):
    """What will not be there.

    Attributes:
        libraries: The libraries that the program imports, beyond Python's own.
        names: The names that no cell gives a value.
        waits: Whether it waits for something outside of every function.
        text: The program itself; "" if there is none to be run.
    """

    libraries: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    waits: bool = False
    text: str = ""


def find_lacks(exercise: Exercise) -> Lacks:
    """What will not be there for the answer that was just given to `check`; nothing outside of a notebook's kernel."""
    shell = running_shell()
    texts: list[str] = getattr(getattr(shell, "history_manager", None), "input_hist_raw", [])
    last = list(dict.fromkeys(reversed(texts)))[::-1]  # a cell that ran again stands in the notebook once
    if not texts or sum(map(len, last)) > _MOST_LETTERS:
        return Lacks()
    cells = [NotebookCell(i, "code", "", frozenset(), text) for i, text in enumerate(last, 1)]
    return _lacks_of(exercise, NotebookUnits(parse_cells(cells)), shell.user_ns)


def _lacks_of(exercise: Exercise, notebook: NotebookUnits, known: dict[str, Any]) -> Lacks:
    """The same for a notebook's cells, in the order in which they were run."""
    checks = [i for i, unit in enumerate(notebook.units) if exercise.name in unit.checks]
    if not checks:
        return Lacks()
    given = notebook.units[checks[-1]].checks[exercise.name]
    names = {node.id for node in ast.walk(ast.parse(given)) if isinstance(node, ast.Name)}
    goal = names & known.keys() - set(dir(builtins))
    binding = [i for name in goal for i in notebook.binding.get(name, []) if i <= checks[-1]]
    number = notebook.units[max(binding, default=checks[-1])].piece
    last = "" if given == exercise.answer else f"{exercise.answer} = {given}\n"
    text = answer_program(
        notebook, number, goal, checks[-1], bool(exercise.needs), exercise.provided, exercise.takes_along, last=last
    )
    try:
        units = parse_cells([NotebookCell(1, "code", "", frozenset(), text)])[0].units
    except PARSE_ERRORS:
        return Lacks()
    bound = set(exercise.provided).union(_HERE, dir(builtins), *(unit.binds for unit in units))
    used = goal.union(*(unit.used_now | unit.used_later for unit in units))
    modules = {name for unit in units for node in unit.nodes for name in _imported_modules(node)}
    if exercise.needs:  # then what is taken from the package is looked at one by one
        modules.discard(_PACKAGE)
        homes = (str(getattr(known[name], "__module__", "")) for name in used & known.keys() - exercise.provided)
        modules |= {home for home in homes if home.startswith(f"{_PACKAGE}.")}
    return Lacks(
        tuple(sorted({name for module in modules if (name := _library_name(module, exercise.modules))})),
        tuple(sorted(name for name in used & known.keys() - bound if not name.startswith("_"))),
        any(unit.awaits for unit in units),
        "" if "input" in used else text,  # nobody is asked twice
    )


def _library_name(module: str, at_hand: Collection[str]) -> str:
    """What a module is called in a sentence; "" if it will be there."""
    top = module.partition(".")[0]
    if top == _PACKAGE:
        return "" if module in at_hand else ".".join(module.split(".")[:2])
    return "" if top in sys.stdlib_module_names else top


def program_points(exercise: Exercise, text: str, seed: str) -> int | None:
    """What such a program earns when it runs by itself, in names of its own; None if that takes too long."""
    space: dict[str, Any] = {"__name__": "__main__"}
    before = random.getstate()

    def run() -> bool:
        try:
            if exercise.prelude:
                exec(compile(exercise.prelude, "<engine>", "exec", dont_inherit=True), space)
            exec(compile(text, "<cells>", "exec", dont_inherit=True), space)
        except Exception:  # it needs what is not in it
            return False
        return exercise.answer in space

    try:
        runs = run_guarded(run, 1.0).value
        if not runs:
            return None if runs is None else 0
        look = look_at(exercise, space[exercise.answer], seed)
    finally:
        random.setstate(before)
    late = any(outcome.error == "OutOfTime" for row in look.outcomes for outcome in row)
    return None if late else look.points


def _imported_modules(statement: ast.stmt) -> list[str]:
    found = []
    for node in ast.walk(statement):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found
