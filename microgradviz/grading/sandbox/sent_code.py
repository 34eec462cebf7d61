"""What of this package is sent into a box: the probes that are asked for, and modules without what is the answer.

An answer can look at all that is in its process. So it gets the probes of its own exercise alone, with what they need,
for those of another one hold half an engine; and of `nn` no class that is asked for, nor one that is made of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType

import microgradviz

from ...exercises import PROBES_FILE

_ASKED = "run_probe"  # by its name, what a box calls
_TABLE = "PROBES"
_STAND_IN = '''
class {0}:
    """What is asked for, or made of it."""
    def __init__(self, *args, **kwargs):
        raise NotImplementedError("{0} of microgradviz.nn is not there where this exercise is marked")
'''


@lru_cache(maxsize=128)
def probe_code(names: frozenset[str]) -> CodeType:
    """The code of probes.py with these probes alone, and what they need.

    Raises:
        KeyError: If there is no such probe.
    """
    body, places, used = _probe_statements()
    table = ast.parse(f"{_TABLE} = {{{', '.join(f'{name!r}: {name}' for name in sorted(names))}}}").body[0]
    wanted: set[int] = set()
    todo = [_ASKED, *names]
    while todo:
        place = places[todo.pop()]
        if place not in wanted:
            wanted.add(place)
            todo += used[place]
    own = [x for i, x in enumerate(body) if i in wanted or isinstance(x, ast.Import | ast.ImportFrom)]
    return _compiled([*own, table], PROBES_FILE)


@lru_cache(maxsize=1)
def _probe_statements() -> tuple[list[ast.stmt], dict[str, int], list[set[str]]]:
    """The statements of probes.py, the place among them of each name, and the names that each uses of these."""
    body = _parsed(PROBES_FILE)
    places = {name: i for i, statement in enumerate(body) for name in _defined(statement)}
    return body, places, [set(_used(statement)) & places.keys() - {_TABLE} for statement in body]


@lru_cache(maxsize=64)
def module_codes(names: tuple[str, ...], answer: str = "") -> dict[str, tuple[CodeType, bool]]:
    """The code of the package's modules of these full names, and whether each is a package.

    Args:
        names: The modules.
        answer: What is asked for; of a class of that name, and of those that use it, there is the name alone.
    """
    home = Path(microgradviz.__file__).parent
    found = {}
    for name in names:
        path = home.joinpath(*name.split(".")[1:])
        is_package = path.is_dir()
        path = path / "__init__.py" if is_package else path.with_suffix(".py")
        found[name] = _module_code(path, answer if answer in _classes(path) else ""), is_package
    return found


@lru_cache(maxsize=64)
def _classes(path: Path) -> frozenset[str]:
    return frozenset(node.name for node in _parsed(path) if isinstance(node, ast.ClassDef))


@lru_cache(maxsize=64)
def _module_code(path: Path, answer: str) -> CodeType:
    body = _parsed(path)
    using = {x.name: set(_used(x)) for x in body if isinstance(x, ast.ClassDef)} if answer else {}
    withheld = using.keys() & {answer}
    while more := {name for name, used in using.items() if used & withheld} - withheld:  # one may use the next
        withheld |= more
    there = [x if not (isinstance(x, ast.ClassDef) and x.name in withheld) else _stand_in(x.name) for x in body]
    return _compiled(there, path)


def _stand_in(name: str) -> ast.stmt:
    return ast.parse(_STAND_IN.format(name)).body[0]


def _parsed(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


def _compiled(body: list[ast.stmt], path: Path) -> CodeType:
    return compile(ast.Module(body, []), f"<{path.stem}>", "exec", dont_inherit=True, optimize=2)


def own_code(path: Path) -> CodeType:
    """The code of a file of this package, as it is."""
    return _module_code(path, "")


def _defined(statement: ast.stmt) -> list[str]:
    """The names that a statement of a module defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]


def _used(node: ast.AST) -> Iterator[str]:
    """The names that stand in a statement, but for those in hints of types, which nobody evaluates."""
    if isinstance(node, ast.Name):
        yield node.id
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _used(child)
