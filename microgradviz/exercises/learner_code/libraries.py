"""What an answer uses that will not be there where it is marked, such as NumPy."""

from __future__ import annotations

import dis
import sys
from collections.abc import Collection, Iterator
from itertools import islice
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

_ONLY_HINTS = ("__annotations__", "__annotate__", "__annotate_func__", "__orig_bases__")
_MOST_OBJECTS = 20_000  # that are looked at: a list may hold millions
_PACKAGE = __name__.split(".")[0]
_OF_THE_CHECK = f"{_PACKAGE}.exercises."


class ImportedName(str):
    """The name of a module that code imports itself."""


def missing_libraries(answer: Any, available: Collection[str] = ()) -> list[str]:
    """The names of the libraries that an answer uses, itself or through what stands beside it, beyond Python's own.

    The answer is looked at, never run.

    Args:
        answer: A function, a class, or a dict of such.
        available: The modules of this package that will be there.

    Example:
        >>> import math, pytest
        >>> missing_libraries(lambda x: math.exp(x)), missing_libraries(lambda x: pytest.approx(x))
        ([], ['pytest'])
    """
    found = {str(what) if isinstance(what, ImportedName) else home for what, home in walk_uses(answer) if home}
    return library_names(found, available)


def library_names(modules: Collection[str], available: Collection[str] = ()) -> list[str]:
    """What modules are called in a sentence, without those that will be there where an answer is marked.

    Example:
        >>> library_names(["math", "numpy.linalg", "microgradviz.engine.value"])
        ['microgradviz.engine', 'numpy']
    """
    return sorted({name for module in modules if (name := _library_name(module, available))})


def walk_uses(answer: Any) -> Iterator[tuple[Any, str]]:
    """All that an answer uses, itself first, each with the module that it comes from; "" for what is the learner's."""
    seen: set[int] = set()
    own = {"__main__", _home_module(answer)}
    todo = [answer]
    while todo and len(seen) < _MOST_OBJECTS:
        what = todo.pop()
        if isinstance(what, ImportedName):  # made for the walk: when it is gone, another thing may have its id
            yield what, what
            continue
        if id(what) in seen:
            continue
        seen.add(id(what))
        home = _home_module(what)
        yield what, "" if home in own else home
        if home in own:
            todo += islice(_used_objects(what), _MOST_OBJECTS)


def _home_module(what: Any) -> str:
    """The module that something comes from; "" for what has none."""
    if isinstance(what, ModuleType):
        return what.__name__
    if isinstance(what, dict | list | tuple | set | property | classmethod | staticmethod | MethodType):
        return "__main__"
    if isinstance(what, type | FunctionType | BuiltinFunctionType):
        return str(what.__module__ or "")
    module = str(type(what).__module__ or "")
    made_by_check = module.startswith(_OF_THE_CHECK) or module not in sys.modules
    return "" if made_by_check else module  # a global list keeps what `check` called the answer with


def _used_objects(what: Any) -> Iterator[Any]:
    """What something of the learner's own uses."""
    kind = type(what)  # a learner's own kind of dict or list may have methods of its own, which are not called
    if issubclass(kind, dict):
        yield from dict.values(what)
    elif issubclass(kind, list | tuple | set):
        base = next(base for base in (list, tuple, set) if issubclass(kind, base))
        yield from base.__iter__(what)
    elif isinstance(what, MethodType | classmethod | staticmethod):
        yield what.__func__
    elif isinstance(what, property):
        yield from (what.fget, what.fset)
    elif isinstance(what, type):
        yield from (part for name, part in vars(what).items() if name not in _ONLY_HINTS)
        yield from what.__bases__
    elif isinstance(what, FunctionType):
        yield from _used_in_code(what.__code__, what.__globals__)
        yield from what.__defaults__ or ()
        yield from (what.__kwdefaults__ or {}).values()
        for cell in what.__closure__ or ():
            try:
                yield cell.cell_contents
            except ValueError:  # not bound yet
                continue
    elif not isinstance(what, ModuleType):
        yield type(what)


def _used_in_code(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval in names:
            yield names[step.argval]
        elif step.opname == "IMPORT_NAME":
            yield ImportedName(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _used_in_code(inner, names)


def _library_name(module: str, available: Collection[str]) -> str:
    """What a module is called in a sentence; "" if it will be there."""
    top = module.partition(".")[0]
    if top == _PACKAGE:
        return "" if module in available else ".".join(module.split(".")[:2])
    made_by_python = top in sys.stdlib_module_names or top == "builtins" or top.startswith("namedtuple_")
    return "" if made_by_python else top
