"""A live class as one readable text: its methods' sources, and the imports and functions that they name."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import linecache
import re
import sys
from collections.abc import Iterator, Mapping
from textwrap import dedent, indent
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from ..stages import METHODS

_ABOUT = '"""My own engine, as keep(Value) read it: from my_engine import Value."""'
_ABOUT_PAGE = '"""All the code that ran."""'
_TYPES_UNREAD = "from __future__ import annotations"  # so a type hint may name what the text does not have
COURSE = "  # the course's"  # ends the first line of what is not the learner's
_MADE_BY_PYTHON = {
    "__module__", "__qualname__", "__dict__", "__weakref__", "__doc__", "__annotations__", "__hash__",
    "__firstlineno__", "__static_attributes__", "__annotate__", "__annotate_func__", "__annotations_cache__",
}  # fmt: skip
_OWN = {"Neuron": "My own neuron.", "Layer": "My own layer.", "MLP": "My own network."}
_PLACES = {key: place for place, key in enumerate(dict.fromkeys(method.key for method in METHODS))}
_PLAIN = (int, float, str, bool, type(None), tuple)


class NotKept(Exception):
    """A class cannot be kept; the text is a whole sentence about why."""


def class_text(*classes: type | FunctionType, instead: Mapping[str, Mapping[str, Any]] | None = None) -> str:
    """Classes as Python text, with what they name: methods in the order in which the lessons bring them.

    Args:
        *classes: The classes; a function of the notebook is written out as well.
        instead: By the name of a class, what stands under these names in it, whatever it has there.

    Raises:
        NotKept: If a source cannot be read, or a variable of the notebook is used.
    """
    return _Text(classes, instead or {}).whole()


def is_of_the_course(function: Any) -> bool:
    """Whether a function is the course's own, put there by `mine`."""
    if not isinstance(function, FunctionType):
        return False
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    return file.startswith("<the course's") or linecache.getline(file, line).rstrip().endswith(COURSE)


class _Text:
    """What is gathered on the way."""

    def __init__(self, classes: tuple[type | FunctionType, ...], instead: Mapping[str, Mapping[str, Any]]) -> None:
        self.instead = instead
        self.imports: set[str] = set()
        self.below: list[str] = []  # methods that a function of the notebook makes
        self.texts: dict[str, str] = {}  # of classes and functions, by name
        self.functions = any(isinstance(cls, FunctionType) for cls in classes)
        for cls in classes:
            self.add(cls.__name__, cls)

    def whole(self) -> str:
        future = [_TYPES_UNREAD] if any(map(_has_types, self.texts.values())) else []
        imports = ["\n".join(sorted(self.imports))] if self.imports else []
        about = _ABOUT_PAGE if self.functions else _ABOUT
        head = "\n\n".join([about, *future, *imports])
        below = ["\n".join(self.below)] if self.below else []
        return "\n\n\n".join([head, *self.texts.values(), *below]) + "\n"

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
        members = {**vars(cls), **self.instead.get(cls.__name__, {})}
        for name, what in sorted(members.items(), key=_reading_order):
            if name in _MADE_BY_PYTHON or inspect.ismemberdescriptor(what):
                continue
            if isinstance(what, FunctionType) and what in written:
                parts.append(f"{name} = {written[what]}\n")
            elif isinstance(what, FunctionType) and (call := self._made_by_call(what, f"{cls.__name__}.{name}")):
                self.below.append(f"{cls.__name__}.{name} = {call}")
            elif isinstance(what, FunctionType | property | classmethod | staticmethod):
                parts.append(self._method(name, what, f"{cls.__name__}.{name}"))
                if isinstance(what, FunctionType):
                    written[what] = name
            elif isinstance(what, _PLAIN):
                parts.append(f"{name} = {what!r}\n")
            else:
                raise NotKept(f"{cls.__name__}.{name} must be a function (got {type(what).__name__}).")
        doc = f'"""{(cls.__doc__ or _OWN.get(cls.__name__, "My own engine.")).strip()}"""\n'
        return f"class {cls.__name__}:\n" + indent("\n".join([doc, *parts]), "    ")

    def _method(self, name: str, what: Any, called: str) -> str:
        function: Any = what.fget if isinstance(what, property) else getattr(what, "__func__", what)
        text = _source(function, called)
        self._follow(function, called)
        if function.__name__ == "<lambda>":
            return f"{name} = {_only_lambda(text, called, function.__code__)}\n"
        text = re.sub(r"\bdef \w+", f"def {name}", text, count=1)
        if is_of_the_course(function) and not text.splitlines()[0].endswith(COURSE):
            head, _, body = text.partition("\n")
            text = f"{head}{COURSE}\n{body}"
        return text

    def _function(self, function: FunctionType) -> str:
        self._follow(function, function.__name__)
        return _source(function, function.__name__)

    def _made_by_call(self, function: FunctionType, called: str) -> str:
        """The call that makes a closure once more, if a function of the notebook made it of what can be written."""
        maker = function.__globals__.get(function.__qualname__.partition(".")[0])
        held = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        if not held.keys() - {"__class__"} or not isinstance(maker, FunctionType):
            return ""
        asked = inspect.signature(maker).parameters
        if not {k for k, p in asked.items() if p.default is p.empty} <= held.keys() <= asked.keys():
            return ""
        values = [f"{k}={self._written(held[k].cell_contents, called)}" for k in asked if k in held]
        self.add(maker.__name__, maker)
        return f"{maker.__name__}({', '.join(values)})"

    def _written(self, what: Any, called: str) -> str:
        """A number, a text or a function as an expression."""
        if isinstance(what, BuiltinFunctionType) and isinstance(getattr(what, "__module__", None), str):
            self.imports.add(f"import {what.__module__}")
            return f"{what.__module__}.{what.__name__}"
        if not isinstance(what, FunctionType):
            if isinstance(what, _PLAIN):
                return repr(what)
            raise NotKept(f"{called} holds a {type(what).__name__}; write what it holds into the function.")
        self._follow(what, called)
        if what.__name__ == "<lambda>":
            return f"({_only_lambda(_source(what, called), called, what.__code__)})"
        self.add(what.__name__, what)
        return what.__name__

    def _follow(self, function: FunctionType, called: str) -> None:
        """Gather what a function names."""
        for free in function.__code__.co_freevars:
            if free != "__class__":
                raise NotKept(f"{called} uses {free}, which belongs to a function around it; move it inside.")
        own = function.__globals__
        for name in _global_names(function.__code__):
            if name not in own or name in self.texts:
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


def _has_types(text: str) -> bool:
    nodes = ast.walk(ast.parse(text))
    return any(getattr(node, "annotation", None) or getattr(node, "returns", None) for node in nodes)


def _reading_order(member: tuple[str, Any]) -> int:
    """Plain values first, then methods as the lessons bring them, then all others."""
    name, what = member
    if isinstance(what, _PLAIN):
        return -1
    return _PLACES.get(name, len(_PLACES))


def _is_of_the_notebook(what: type | FunctionType) -> bool:
    return what.__module__ in ("__main__", "my_engine") or what.__module__ not in sys.modules


def _source(function: Any, called: str) -> str:
    try:
        text = dedent(inspect.getsource(function))
    except (OSError, TypeError, IndentationError):
        text = ""
    if not text:
        raise NotKept(f"The source of {called} cannot be read; run the cell that defines it once more.")
    return text


def _only_lambda(text: str, called: str, code: CodeType) -> str:
    """The lambda of a text that has this code; of several that look alike, none."""
    try:
        found = [node for node in ast.walk(ast.parse(text.strip())) if isinstance(node, ast.Lambda)]
    except SyntaxError:
        found = []
    segments = {x for node in found if (x := ast.get_source_segment(text.strip(), node)) and _same_code(x, code)}
    if len(segments) != 1:
        raise NotKept(f"{called} must be written with def (got a lambda that cannot be told from its line).")
    return segments.pop()


def _same_code(text: str, code: CodeType) -> bool:
    made = next(x for x in compile(text, "<text>", "eval").co_consts if isinstance(x, CodeType))
    return _work(made) == _work(code)


def _work(code: CodeType) -> tuple[Any, ...]:
    """What a code does, wherever it stands."""
    constants = [x for x in code.co_consts if not isinstance(x, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants


def _global_names(code: CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _global_names(part)
