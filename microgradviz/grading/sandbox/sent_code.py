"""What of this package is sent into a box: the probes that are asked for, and the modules that an exercise needs.

An answer can look at all that is in its process. So it gets the probes of its own kind alone, for those of functions
over a graph hold half an engine.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path
from types import CodeType

import microgradviz

from ...exercises import PROBE_FILES

_COMMON = "common"  # of the files of probes: what each of the others rests on


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
def module_codes(names: tuple[str, ...]) -> dict[str, tuple[CodeType, bool]]:
    """The code of the package's modules of these full names, and whether each is a package."""
    home = Path(microgradviz.__file__).parent
    found = {}
    for name in names:
        path = home.joinpath(*name.split(".")[1:])
        is_package = path.is_dir()
        found[name] = own_code(path / "__init__.py" if is_package else path.with_suffix(".py")), is_package
    return found


@lru_cache(maxsize=64)
def own_code(path: Path) -> CodeType:
    """The code of a file of this package, as it is."""
    return _compiled(_parsed(path), path)


def _parsed(path: Path) -> list[ast.stmt]:
    return ast.parse(path.read_text(encoding="utf-8")).body


def _compiled(body: list[ast.stmt], path: Path) -> CodeType:
    return compile(ast.Module(body, []), f"<{path.stem}>", "exec", dont_inherit=True, optimize=2)
