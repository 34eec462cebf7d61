"""What of this package is sent into a box: the probes that are asked for, and modules without what is the answer.

An answer can look at all that is in its process. So it gets the probes of its own kind alone, for those of functions
over a graph hold half an engine; and of `nn` no class that is asked for, nor one that is made of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType

import microgradviz

from ...exercises import PROBE_FILES

_COMMON = "common"  # of the files of probes: what each of the others rests on
_STAND_IN = '''
class {0}:
    """What is asked for, or made of it."""
    def __init__(self, *args, **kwargs):
        raise NotImplementedError("{0} of microgradviz.nn is not there where this exercise is marked")
'''


@lru_cache(maxsize=32)
def probe_code(files: frozenset[str]) -> CodeType:
    """The code of the probes of these files, and of what every probe rests on, as one module's.

    Raises:
        KeyError: If there is no such file.
    """
    names = [_COMMON, *sorted(files - {_COMMON})]
    body = [
        statement for name in names for statement in _parsed(PROBE_FILES[name]) if not _is_of_this_folder(statement)
    ]
    future = [x for x in body if isinstance(x, ast.ImportFrom) and x.module == "__future__"]
    return _compiled([future[0], *(x for x in body if x not in future)], PROBE_FILES[_COMMON])


def _is_of_this_folder(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.level > 0


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
