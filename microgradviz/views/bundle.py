"""bundle(entry): the JavaScript of a page and its style sheet, each one text that a person can read.

Every module keeps a scope of its own: it becomes a function that is called once and returns what the module exports.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

HERE = Path(__file__).parent / "js"
THEME = "core/theme.css"  # the style sheet of every page
WIDGET = "#widget"  # what the exported page imports in place of a file: the entry that it shows

_IMPORT = re.compile(r'^import (?:\{([^{}"]*)\}|(\w+)) from "([^"\n]*)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) ([\w$]+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_STATE = re.compile(r"^(?:export )?(?:let|var)\b", re.MULTILINE)
_REST = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)
_COMMENTS = (  # a text that looks like one would go too: tests hold that our modules stay the programs that they were
    r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n{1,2}",  # whole lines
    r" +//(?: .*)?$",  # behind code
    r"/\*\*.*?\*/ ?",  # a type within it
)
_COMMENT = re.compile("|".join(_COMMENTS), re.MULTILINE)
_CSS_COMMENT = re.compile(r" */\*[\s\S]*?\*/")


class Bundle(NamedTuple):
    """What a page needs: its code, which is one module, and its style sheet."""

    code: str
    css: str


@cache
def bundle(entry: str, widget: str = "") -> Bundle:
    """All modules that an entry imports, joined, without their comments; the entry's default export is the result's.

    Args:
        entry: The file to begin with, below js/, such as "player/index.js".
        widget: The entry that `#widget` stands for in "page.js", the exported page.

    Returns:
        The code, and the style sheet: the theme, then `x.css` for every module `x.js` that has one beside it.

    Raises:
        ValueError: If a module or what is imported of it does not exist, imports run in a circle, or an export is a
            second default or can change; the message names the file and what stands there.

    Example:
        >>> "export default player$index;" in bundle("player/index.js").code
        True
    """
    modules = _in_order(entry, widget)
    parts = [module.function() for module in modules]
    if modules[-1].default:
        parts.append(f"export default {modules[-1].scope};\n")
    parts.append(f"//# sourceURL=microgradviz/{entry}\n")  # what a browser's tools call it
    sheets = [THEME, *(module.path.removesuffix(".js") + ".css" for module in modules)]
    css = [_CSS_COMMENT.sub("", _read(path)).strip() + "\n" for path in sheets if (HERE / path).is_file()]
    return Bundle("\n".join(parts), "\n".join(css))


def without_comments(source: str) -> str:
    """JavaScript as we write it, without its comments.

    Example:
        >>> without_comments("// no\\nconst a = 1; // why\\n")
        'const a = 1;\\n'
    """
    return _COMMENT.sub("", source)


class _Module:
    """A file, taken apart: what it imports from where, what it exports, and its code without comments."""

    def __init__(self, path: str, widget: str = "") -> None:
        self.path, self._text = path, without_comments(_read(path))
        self.scope = path.removesuffix(".js").replace("/", "$")
        self.imports: list[tuple[str, list[str]]] = []  # file, names
        self.exports = [found[1] for found in _EXPORT.finditer(self._text)]
        defaults = [found.start() for found in _DEFAULT.finditer(self._text)]
        if len(defaults) > 1:
            raise self.error(defaults[1], "a module must have at most one default export")
        self.default = bool(defaults)
        for found in _STATE.finditer(self._text):
            raise self.error(found.start(), "a module must not change: write const; functions keep what changes")
        self._changes = [(found.start(), found.end(), "") for found in _EXPORT.finditer(self._text)]
        self._changes += [(place, place + len("export default "), "return ") for place in defaults]
        for found in _IMPORT.finditer(self._text):
            self._import(found, widget)
        known = {start for start, _, _ in self._changes}
        for found in _REST.finditer(self._text):
            if found.start() not in known:
                raise self.error(
                    found.start(),
                    'must be `import { names } from "./file.js";` or export a function, a const or a class by its name',
                )

    def _import(self, found: re.Match[str], widget: str) -> None:
        names, default, target = found.groups()
        path = widget if target == WIDGET else _resolved(PurePosixPath(self.path).parent / target)
        if not path or not (HERE / path).is_file():
            raise self.error(found.start(), "an import must name a file that exists")
        wanted = [] if default else [name.split() for name in names.split(",") if name.strip()]
        self.imports.append((path, ["default"] if default else [name[0] for name in wanted]))
        scope = path.removesuffix(".js").replace("/", "$")
        taken = default or "{ " + ", ".join(": ".join(name[::2]) for name in wanted) + " }"
        self._changes.append((found.start(), found.end(), f"const {taken} = {scope};"))

    def function(self) -> str:
        """The module as a function that is called at once."""
        text = self._text
        for start, end, new in sorted(self._changes, reverse=True):
            text = text[:start] + new + text[end:]
        given = "" if self.default else f"\n\nreturn {{ {', '.join(self.exports)} }};" if self.exports else ""
        head = f"const {self.scope} = " if self.default or self.exports else ""
        return f"{head}(() => {{\n{text.strip()}{given}\n}})();\n"

    def error(self, place: int, what: str) -> ValueError:
        """What is wrong with the line at a place of the text."""
        return ValueError(f"{self.path}: {what} (got {self._text[place:].partition(chr(10))[0]!r})")


def _in_order(entry: str, widget: str) -> list[_Module]:
    """The modules, each after those that it imports."""
    done: dict[str, _Module] = {}
    path = [(_Module(entry, widget), 0)]
    while path:
        module, at = path.pop()
        if at == len(module.imports):
            done[module.path] = module
            continue
        target, names = module.imports[at]
        if target not in done:
            way = [*(other.path for other, _ in path), module.path]
            if target in way:
                circle = " → ".join([*way[way.index(target) :], target])
                raise ValueError(f"imports must not run in a circle (got {circle})")
            path += [(module, at), (_Module(target), 0)]
            continue
        exports = ["default"] if done[target].default else done[target].exports
        for name in names:
            if name not in exports:
                known = ", ".join(exports) or "nothing"
                raise ValueError(f"{target} must export {name}, which {module.path} imports (it exports {known})")
        path.append((module, at + 1))
    return list(done.values())


def _resolved(path: PurePosixPath) -> str:
    """A path without its dots."""
    parts: list[str] = []
    for part in path.parts:
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
    return "/".join(parts)


@cache
def _read(path: str) -> str:
    return (HERE / path).read_text(encoding="utf-8")
