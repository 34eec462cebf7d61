"""A live class as one readable text: its methods' sources, and the imports and functions that they name."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import sys
from collections.abc import Iterator
from textwrap import dedent, indent
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

COURSE = "  # the course's"  # ends the first line of what is not the learner's
_MADE_BY_PYTHON = {
    "__module__", "__qualname__", "__dict__", "__weakref__", "__doc__", "__annotations__", "__hash__",
    "__firstlineno__", "__static_attributes__", "__annotate__", "__annotate_func__", "__annotations_cache__",
}  # fmt: skip
_PLAIN = (int, float, str, bool, type(None), tuple)


class NotKept(Exception):
    """A class cannot be kept; the text is a whole sentence about why."""


def class_text(*classes: type) -> str:
    """Classes as Python text, with what they name.

    Raises:
        NotKept: If a source cannot be read, or a variable of the notebook is used.
    """
    return _Text(classes).whole()


def is_of_the_course(function: Any) -> bool:
    """Whether a function is the course's own, put there by `mine`."""
    if not isinstance(function, FunctionType):
        return False
    try:
        first = inspect.getsource(function).splitlines()[0]
    except (OSError, TypeError, IndexError):
        return False
    return function.__code__.co_filename.startswith("<the course's") or first.endswith(COURSE)


class _Text:
    """What is gathered on the way."""

    def __init__(self, classes: tuple[type, ...]) -> None:
        self.imports: set[str] = set()
        self.texts: dict[str, str] = {}  # of classes and functions, by name
        for cls in classes:
            self.add(cls.__name__, cls)

    def whole(self) -> str:
        imports = "\n".join(sorted(self.imports))
        return "\n\n\n".join([*([imports] if imports else []), *self.texts.values()]) + "\n"

    def add(self, name: str, what: Any) -> None:
        """A class or a function of the notebook, and what it names."""
        if name in self.texts:
            return
        self.texts[name] = ""  # its place, should it name itself
        self.texts[name] = (self._class(what) if isinstance(what, type) else self._function(what)).rstrip("\n")

    def _class(self, cls: type) -> str:
        if cls.__bases__ != (object,):
            base = cls.__bases__[0].__name__
            raise NotKept(
                f"{cls.__name__} must stand on its own, class {cls.__name__}: (yours builds on {base}); put a new "
                f"method on the old class instead: {cls.__name__}.__mul__ = mul."
            )
        parts: list[str] = []
        written: dict[FunctionType, str] = {}
        for name, what in vars(cls).items():
            if name in _MADE_BY_PYTHON or inspect.ismemberdescriptor(what):
                continue
            if isinstance(what, FunctionType) and what in written:
                parts.append(f"{name} = {written[what]}\n")
            elif isinstance(what, FunctionType | property | classmethod | staticmethod):
                parts.append(self._method(name, what, f"{cls.__name__}.{name}", cls))
                if isinstance(what, FunctionType):
                    written[what] = name
            elif isinstance(what, _PLAIN):
                parts.append(f"{name} = {what!r}\n")
            else:
                raise NotKept(f"{cls.__name__}.{name} must be a function (got {type(what).__name__}).")
        doc = f'"""{(cls.__doc__ or "My own engine.").strip()}"""\n'
        return f"class {cls.__name__}:\n" + indent("\n".join([doc, *parts]), "    ")

    def _method(self, name: str, what: Any, called: str, cls: type) -> str:
        function: Any = what.fget if isinstance(what, property) else getattr(what, "__func__", what)
        if isinstance(what, property) and (what.fset or what.fdel):
            raise NotKept(f"{called} must be a function or a property without a setter.")
        text = _source(function, called)
        self._follow(function, called, cls)
        if function.__name__ == "<lambda>":
            return f"{name} = {_only_lambda(text, called)}\n"
        first, rest = text.partition("def ")[0], text.partition("def ")[2]
        text = f"{first}def {name}({rest.partition('(')[2]}"
        if is_of_the_course(function) and not text.splitlines()[0].endswith(COURSE):
            head, _, body = text.partition("\n")
            text = f"{head}{COURSE}\n{body}"
        return text

    def _function(self, function: FunctionType) -> str:
        self._follow(function, function.__name__, None)
        return _source(function, function.__name__)

    def _follow(self, function: FunctionType, called: str, cls: type | None) -> None:
        """Gather what a function names."""
        for free in function.__code__.co_freevars:
            if free != "__class__":
                raise NotKept(f"{called} uses {free}, which belongs to a function around it; move it inside.")
        own = function.__globals__
        for name in _global_names(function.__code__):
            if name not in own or (cls is not None and name == cls.__name__):
                continue
            what = own[name]
            if isinstance(what, ModuleType):
                self.imports.add(f"import {what.__name__}" + (f" as {name}" if name != what.__name__ else ""))
            elif isinstance(what, type | FunctionType) and _is_of_the_notebook(what):
                self.add(name, what)
            elif isinstance(what, type | FunctionType | BuiltinFunctionType) and what.__module__ != "builtins":
                given = getattr(what, "__name__", name)
                self.imports.add(f"from {what.__module__} import {given}" + (f" as {name}" if name != given else ""))
            elif getattr(builtins, name, None) is not what:
                raise NotKept(f"{called} uses {name}, a variable of this notebook: write its value into the function.")


def _is_of_the_notebook(what: type | FunctionType) -> bool:
    return what.__module__ == "__main__" or what.__module__ not in sys.modules


def _source(function: Any, called: str) -> str:
    try:
        return dedent(inspect.getsource(function))
    except (OSError, TypeError, IndentationError):
        raise NotKept(f"The source of {called} cannot be read; run the cell that defines it once more.") from None


def _only_lambda(text: str, called: str) -> str:
    try:
        found = [node for node in ast.walk(ast.parse(text.strip())) if isinstance(node, ast.Lambda)]
    except SyntaxError:
        found = []
    segment = ast.get_source_segment(text.strip(), found[0]) if len(found) == 1 else None
    if segment is None:
        raise NotKept(f"{called} must be written with def (got a lambda that cannot be told from its line).")
    return segment


def _global_names(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _global_names(part)
