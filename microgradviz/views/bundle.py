"""bundle(entry): the JavaScript of a page and its style sheet, each one text that a person can read.

Every module keeps a scope of its own: it becomes a function that is called once and returns what the module exports.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent / "js"
THEME = "core/theme.css"  # the style sheet of every page
WIDGET = "#widget"  # what the exported page imports in place of a file: the entry that it shows

_IMPORT = re.compile(r'^import (?:\{([^{}"]*)\}|(\w+)) from "([^"\n]*)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) ([\w$]+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_REFUSED = (  # once all that can be joined is
    (re.compile(r"^(?:export )?(?:let|var)\b", re.MULTILINE), "a module must not change: write const"),
    (
        re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE),
        'must be `import { names } from "./file.js";` or export a function, a const or a class by its name',
    ),
)
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
        ValueError: If a module holds what cannot be joined, or imports run in a circle.

    Example:
        >>> "export default player$index;" in bundle("player/index.js").code
        True
    """
    modules: dict[str, str] = {}
    has_default = _join(entry, widget, modules, ())
    ends = [f"export default {_scope(entry)};\n"] if has_default else []
    ends.append(f"//# sourceURL=microgradviz/{entry}\n")  # what a browser's tools call it
    sheets = [THEME, *(path.removesuffix(".js") + ".css" for path in modules)]
    css = [_CSS_COMMENT.sub("", _read(path)).strip() + "\n" for path in sheets if (HERE / path).is_file()]
    return Bundle("\n".join([*modules.values(), *ends]), "\n".join(css))


def without_comments(source: str) -> str:
    """JavaScript as we write it, without its comments.

    Example:
        >>> without_comments("// no\\nconst a = 1; // why\\n")
        'const a = 1;\\n'
    """
    return _COMMENT.sub("", source)


def _join(path: str, widget: str, modules: dict[str, str], way: tuple[str, ...]) -> bool:
    """Put a module behind those that it imports, as a function that is called at once; whether it has a default."""
    if path in way:
        circle = " → ".join([*way[way.index(path) :], path])
        raise ValueError(f"imports must not run in a circle (got {circle})")

    def taken(found: re.Match[str]) -> str:
        names, default, target = found.groups()
        source = widget if target == WIDGET else posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if source not in modules:
            _join(source, "", modules, (*way, path))
        wanted = [": ".join(name.split()[::2]) for name in (names or "").split(",") if name.strip()]
        return f"const {default or '{ ' + ', '.join(wanted) + ' }'} = {_scope(source)};"

    text = without_comments(_read(path))
    exports = _EXPORT.findall(text)
    text, defaults = _DEFAULT.subn("return ", _EXPORT.sub("", _IMPORT.sub(taken, text)))
    for refused, must in _REFUSED:
        if found := refused.search(text):
            line = text[found.start() :].partition("\n")[0]
            raise ValueError(f"{path}: {must} (got {line!r})")
    given = "" if defaults else f"\n\nreturn {{ {', '.join(exports)} }};" if exports else ""
    head = f"const {_scope(path)} = " if defaults or exports else ""
    modules[path] = f"{head}(() => {{\n{text.strip()}{given}\n}})();\n"
    return bool(defaults)


def _scope(path: str) -> str:
    return path.removesuffix(".js").replace("/", "$")


@cache
def _read(path: str) -> str:
    return (HERE / path).read_text(encoding="utf-8")
