"""Cells as statements: what each one binds, uses and changes at the top level. Read with `ast`, never run.

A cell that is not Python costs only itself. What IPython adds to Python (magics, `!shell`, `?help`, a common
indentation) is taken out first; a class that was split over two cells is put together again.
"""

from __future__ import annotations

import ast
import re
import symtable
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

MOST_MAGICS = 20  # in one cell
MOST_JOINED = 20  # cells that are one piece; each is parsed together with all before it
_MAGIC = re.compile(r"\s*+(?:%%?\w|!|\?{1,2}[\w.]|[\w.]+\?{1,2}\s*$|[\w, .]+=\s*[%!]\w)")
_TIMED = re.compile(r"(\s*)%time\s+(?=\S)")
_CHANGES = ("append", "add", "clear", "extend", "insert", "pop", "register", "remove", "setdefault", "update")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_PLAIN = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
LAZY_HINTS = "from __future__ import annotations"
_COMPREHENSIONS = ("listcomp", "setcomp", "dictcomp", "genexpr")
PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)  # what parsing a hostile text may raise


@dataclass(frozen=True)
class NotebookCell:
    """One cell.

    Attributes:
        number: Its place in the notebook, from 1.
        kind: "code", "markdown" or "raw".
        id: Its id; "" if it has none.
        tags: Its tags.
        text: What it holds, with \\n at the line ends; "" if it is too long.
        fault: Why its text could not be taken, in a sentence; "" otherwise.
    """

    number: int
    kind: str
    id: str
    tags: frozenset[str]
    text: str
    fault: str = ""


@dataclass(frozen=True)
class Unit:
    """One statement of the top level, or several on the same line; names in annotations alone do not count.

    Attributes:
        piece: The number of its piece in the notebook.
        text: Its text.
        nodes: The statements.
        binds: The names that it gives a value.
        used_now: The names that it looks up while it runs.
        used_later: The names that its functions look up when they are called.
        changes: The names whose values it changes: an attribute or an entry is set, a method such as append called.
        alters: The names whose values its functions change when they are called, parameters among them.
        calls: What it calls by name, and the names of what it passes.
        checks: The calls of `check` in it: the exercise's name, and the answer as text.
    """

    piece: int
    text: str
    nodes: tuple[ast.stmt, ...]
    binds: frozenset[str] = frozenset()
    used_now: frozenset[str] = frozenset()
    used_later: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    alters: frozenset[str] = frozenset()
    calls: tuple[tuple[str, frozenset[str]], ...] = ()
    checks: dict[str, str] = field(default_factory=dict)

    @property
    def awaits(self) -> bool:
        """Whether it waits at the top level, which notebooks allow and Python does not."""
        waiting = (ast.Await, ast.AsyncFor, ast.AsyncWith)
        return any(isinstance(node, waiting) for node in walk_top_level(self.nodes))

    @property
    def hinted(self) -> bool:
        """Whether there are annotations in it."""
        return any(_has_hint(node) for statement in self.nodes for node in ast.walk(statement))

    @property
    def definite(self) -> bool:
        """Whether what it binds is bound for certain, so that an earlier binding no longer counts."""
        return all(isinstance(node, _PLAIN) for node in self.nodes)

    @property
    def defines(self) -> bool:
        """Whether it defines functions or classes."""
        return any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in self.nodes)

    @property
    def imports(self) -> bool:
        """Whether it is nothing but imports."""
        return all(isinstance(node, ast.Import | ast.ImportFrom) for node in self.nodes)

    @property
    def fetches(self) -> bool:
        """Whether it is nothing but classes fetched from elsewhere, as in `MLP = mine("MLP")`."""
        return all(map(_call_of_mine, self.nodes))

    @property
    def engine_fetched(self) -> str:
        """The name to which it binds a class Value of the learner's own, as in `Value = mine()`; "" if it does not."""
        call = _call_of_mine(self.nodes[0]) if len(self.nodes) == len(self.binds) == 1 else None
        asked = [getattr(argument, "value", None) for argument in call.args] if call else [None]
        of_a_lesson = all(isinstance(lesson, str) and lesson[:1].isdigit() for lesson in asked)
        return next(iter(self.binds)) if of_a_lesson else ""


@dataclass
class Piece:
    """A cell as Python, or several that were one: its units, or why it has none."""

    cells: list[NotebookCell]
    text: str
    units: list[Unit] = field(default_factory=list)
    fault: str = ""


def parse_cells(cells: list[NotebookCell]) -> list[Piece]:
    """Every cell that is Python or has tags, in order; a cell that begins indented may carry on the one before it."""
    found: list[Piece] = []
    for cell in cells:
        piece = Piece([cell], cell.text, fault=cell.fault)
        tree = None if cell.fault else _parse_piece(piece)
        before = found[-1] if found else None
        if (
            before
            and cell.kind == "code"
            and _indented(cell.text)
            and len(before.cells) < MOST_JOINED
            and _join_to(before, cell, len(found) - 1)
        ):
            continue
        if tree is not None:
            _fill(piece, tree, len(found))
        found.append(piece)
    return found


def parse_python(text: str) -> ast.Module:
    """The syntax tree of a text; one of `PARSE_ERRORS` is raised if it is not Python."""
    return ast.parse(text, "<cell>")


def syntax_error_text(error: BaseException, text: str) -> str:
    """The sentence about a text that cannot be parsed: which line of it, and what is wrong there."""
    if not isinstance(error, SyntaxError) or not error.lineno:
        return "The cell is not valid Python: it is nested too deeply, or holds letters that no program may hold."
    lines = text.split("\n")
    line = lines[error.lineno - 1].strip() if error.lineno <= len(lines) else ""
    shown = f": `{line if len(line) <= 60 else line[:59] + '…'}`" if line else ""
    return f"Line {error.lineno} of the cell is not valid Python ({(error.msg or 'invalid syntax')[:100]}){shown}."


def walk_top_level(nodes: tuple[ast.stmt, ...]) -> Iterator[ast.AST]:
    """All nodes of these statements, without what stands inside functions and classes."""
    stack: list[ast.AST] = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, _SCOPES):
            stack += ast.iter_child_nodes(node)


def root_name(node: ast.AST) -> str:
    """The name that a chain of attributes and entries begins with, x of x.y[0]; "" if it begins otherwise."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _parse_piece(piece: Piece) -> ast.Module | None:
    """The tree of a cell, from whose text what only IPython understands is taken out; None, and a fault, if it is not
    Python."""
    text = piece.text
    for _ in range(MOST_MAGICS + 2):
        try:
            tree = parse_python(text)
        except PARSE_ERRORS as error:
            better = _without_magic(text, error)
            if better is None:
                piece.fault = syntax_error_text(error, text)
                return None
            text = better
        else:
            piece.text = text
            return tree
    piece.fault = f"The cell holds more than {MOST_MAGICS} lines that are not Python."
    return None


def _without_magic(text: str, error: BaseException) -> str | None:
    """The text without what keeps it from being Python, if that is IPython's; None if it is a mistake."""
    if isinstance(error, IndentationError) and _indented(text):
        dedented = textwrap.dedent(text)
        return None if dedented == text else dedented
    lines = text.split("\n")
    at = (error.lineno or 0) - 1 if isinstance(error, SyntaxError) else -1
    if not 0 <= at < len(lines) or not _MAGIC.match(lines[at]):
        return None
    line = lines[at]
    timed = _TIMED.match(line)
    lines[at] = timed[1] + line[timed.end() :] if timed else line[: len(line) - len(line.lstrip())] + "pass"
    return "\n".join(lines)


def _indented(text: str) -> bool:
    return text.lstrip("\n")[:1] in (" ", "\t")


def _join_to(before: Piece, cell: NotebookCell, number: int) -> bool:
    """Put a cell that begins indented to the end of the one before it, if that makes Python; whether it did."""
    both = Piece([*before.cells, cell], f"{before.text.rstrip()}\n{cell.text}")
    tree = _parse_piece(both) if before.cells[0].kind == "code" else None
    if tree is None:
        return False
    before.cells, before.text, before.fault = both.cells, both.text, ""
    _fill(before, tree, number)
    return True


def _fill(piece: Piece, tree: ast.Module, number: int) -> None:
    """Give a piece its units; a fault if it is nested too deeply to walk through."""
    try:
        piece.units = _units(tree, piece.text, number)
    except RecursionError as error:
        piece.units, piece.fault = [], syntax_error_text(error, piece.text)


def _units(tree: ast.Module, text: str, piece: int) -> list[Unit]:
    """The statements of a tree, those that share a line as one."""
    lines = text.split("\n")
    found: list[tuple[int, int, list[ast.stmt]]] = []
    for node in tree.body:
        begin = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        end = node.end_lineno or node.lineno
        if found and begin <= found[-1][1]:
            found[-1][2].append(node)
            found[-1] = (found[-1][0], max(end, found[-1][1]), found[-1][2])
        else:
            found.append((begin, end, [node]))
    return [make_unit(piece, "\n".join(lines[begin - 1 : end]), tuple(nodes)) for begin, end, nodes in found]


def make_unit(piece: int, text: str, nodes: tuple[ast.stmt, ...]) -> Unit:
    """What these statements, whose text it is, bind, use and change."""
    table = _table(text)
    binds = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}
    every = [node for statement in nodes for node in ast.walk(statement)]
    now, later = _looked_up(_table(f"{LAZY_HINTS}\n{text}") if any(map(_has_hint, every)) else table)
    changes, calls, checks = set[str](), list[tuple[str, frozenset[str]]](), dict[str, str]()
    for node in walk_top_level(nodes):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            now.add(node.target.id)
        changes.add(_changed_name(node))
        for decorator in getattr(node, "decorator_list", []):
            changes |= _passed_names(decorator)  # @add_to_class(Value)
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Attribute) and called.attr in _CHANGES:
                changes.add(root_name(called))
            calls += [(called.id, frozenset[str]())] if isinstance(called, ast.Name) else []
        if isinstance(node, ast.Call):
            calls += [(node.func.id, _passed_names(node))] if isinstance(node.func, ast.Name) else []
            checks |= _check_calls(node)
    if not changes.isdisjoint(binds) and not all(isinstance(node, _PLAIN) for node in nodes):
        changes |= now  # for cls in (Value, Node): cls.mul = mul
    if all(isinstance(node, ast.Delete) for node in nodes):
        binds = set()
    alters = set[str]()
    if binds and any(isinstance(node, _FUNCTIONS) for node in every):
        parameters = {node.arg for node in every if isinstance(node, ast.arg)}
        alters = {_changed_name(node) for node in every} & (parameters | later)
    return Unit(
        piece, text, nodes,
        binds=frozenset(binds), used_now=frozenset(now), used_later=frozenset(later), changes=frozenset(changes - {""}),
        alters=frozenset(alters), calls=tuple(calls), checks=checks,
    )  # fmt: skip


def _table(text: str) -> symtable.SymbolTable:
    try:
        return symtable.symtable(text, "<cell>", "exec")
    except PARSE_ERRORS:  # a return at the top level, say
        return symtable.symtable("pass", "<cell>", "exec")


def _looked_up(table: symtable.SymbolTable) -> tuple[set[str], set[str]]:
    """The global names that a text looks up while it runs, and when its functions are called."""
    now, later = {s.get_name() for s in table.get_symbols() if s.is_referenced()}, set[str]()
    for child in table.get_children():
        _sort_lookups(child, now, later)
    return now, later


def _has_hint(node: ast.AST) -> bool:
    return bool(getattr(node, "annotation", None) or getattr(node, "returns", None))


def _call_of_mine(line: ast.stmt) -> ast.Call | None:
    """The call in `Value = mine("08")`; None if a statement is something else."""
    call = line.value if isinstance(line, ast.Assign) else None
    return call if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "mine" else None


def _sort_lookups(table: symtable.SymbolTable, now: set[str], later: set[str]) -> None:
    """Sort the global names that a scope uses: when the statement runs, or when a function is called."""
    at_once = table.get_type() != "function" or table.get_name() in _COMPREHENSIONS
    names = {s.get_name() for s in table.get_symbols() if s.is_global()}
    (now if at_once else later).update(names)
    for child in table.get_children():
        _sort_lookups(child, now if at_once else later, later)


def _changed_name(node: ast.AST) -> str:
    """The name whose value an expression is known to change; "" if none."""
    if isinstance(node, ast.Attribute | ast.Subscript):
        return "" if isinstance(node.ctx, ast.Load) else root_name(node)
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
        return root_name(node.func.value)
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ("setattr", "delattr", "setitem", "__setattr__", "__setitem__") and node.args:
        return root_name(node.args[0])
    return ""


def _passed_names(call: ast.AST) -> frozenset[str]:
    given = [*call.args, *(keyword.value for keyword in call.keywords)] if isinstance(call, ast.Call) else []
    return frozenset(map(root_name, given)) - {""}


def _check_calls(call: ast.Call) -> dict[str, str]:
    """The exercise's name and the answer as text, if it is a call of `check`."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "answer")]
    if name != "check" or len(given) < 2 or not isinstance(given[0], ast.Constant):
        return {}
    if not isinstance(given[0].value, str) or isinstance(given[1], ast.Starred):
        return {}
    answer = given[1]
    try:
        text = ast.unparse(answer)
        ast.parse(text, mode="eval")
    except PARSE_ERRORS:  # some texts do not survive the way there and back
        return {}
    return {given[0].value: text}
