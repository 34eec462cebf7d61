"""PyTorch and NumPy where they are there; where not, a cell that needs one shows what its lesson has stored."""

from __future__ import annotations

import ast
import json
from functools import lru_cache
from importlib import import_module
from typing import Any

from ..browser import IN_BROWSER, not_in_browser
from ..installed import install_line
from ..shell import running_shell
from .course import course_folder

LIBRARIES = {"torch": "PyTorch", "numpy": "NumPy"}
_IN_CELLS = {"torch": {"torch"}, "numpy": {"numpy", "np"}}  # what they are called there
_SHOW = "from microgradviz.commands.without_library import show_stored\nshow_stored({!r}, {!r})\n"


def find_torch() -> Any:
    """PyTorch, if it is installed; if not, the cells of this notebook that need it show what the lesson has stored.

    Returns:
        The module `torch`, or None.

    Example:
        >>> torch = find_torch()  # doctest: +SKIP
    """
    return _find("torch")


def find_numpy() -> Any:
    """NumPy, if it is installed; if not, the cells of this notebook that need it show what the lesson has stored.

    Returns:
        The module `numpy`, or None.

    Example:
        >>> np = find_numpy()  # doctest: +SKIP
    """
    return _find("numpy")


def _find(name: str) -> Any:
    shell = running_shell()
    transformers: list[Any] = shell.input_transformers_post if shell else []
    transformers[:] = [x for x in transformers if not (isinstance(x, LibraryCells) and x.library == name)]
    try:
        return import_module(name)
    except ImportError:
        title = LIBRARIES[name]
        if IN_BROWSER:
            print(not_in_browser(title))
        else:
            print(f"{title} is not installed here. This brings it: {install_line(name)}")
        print("Cells that need it show what the lesson has stored.")
        transformers.append(LibraryCells(name))
        return None


class LibraryCells:
    """Tells which cells need a library: those that name it, or what such a cell has made. IPython calls it on each.

    Args:
        library: The name of its module.

    Example:
        >>> cells = LibraryCells("torch")
        >>> [cells.is_next(text) for text in ("x = torch.ones(3)", "print(x)", "x = 2", "print(x)")]
        [True, True, False, False]
    """

    def __init__(self, library: str) -> None:
        self.library = library
        self.missing = set(_IN_CELLS[library])

    def __call__(self, lines: list[str]) -> list[str]:
        """The lines that run in place of a cell's."""
        text = "".join(lines)
        shown = _SHOW.format(text, LIBRARIES[self.library])
        return shown.splitlines(keepends=True) if self.is_next(text) else lines

    def is_next(self, text: str) -> bool:
        """Whether the next cell, of this text, needs the library."""
        try:
            nodes = list(ast.walk(ast.parse(text)))
        except SyntaxError:
            return False
        names = [node for node in nodes if isinstance(node, ast.Name)]
        read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        made = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        made |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        made |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        made |= {(x.asname or x.name).partition(".")[0] for x in nodes if isinstance(x, ast.alias)}
        if f"find_{self.library}" in read:
            return False
        if (read - made) & self.missing or any(_brings(self.library, node) for node in nodes):
            self.missing |= made
            return True
        self.missing -= made
        return False


def _brings(library: str, node: ast.AST) -> bool:
    brought = [x.name for x in node.names] if isinstance(node, ast.Import) else []
    brought += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    return any(name.partition(".")[0] == library for name in brought)


def show_stored(text: str, title: str) -> None:
    """Show what the lesson has stored for the cell of this text, if it is one of a lesson's.

    Args:
        text: The cell.
        title: What the library is called that it needs.
    """
    cell = _lesson_cells().get(text.strip(), {"outputs": [], "metadata": {}})
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            print("".join(output["text"]), end="")
        else:
            display: Any = import_module("IPython.display").display
            display({kind: "".join(x) if isinstance(x, list) else x for kind, x in output["data"].items()}, raw=True)
    if cell["outputs"]:
        print(f"(stored: it needs {title})")
    elif cell["metadata"].get("answers"):  # what was to be predicted is not stored
        print(f"This cell needs {title}, which is not here. What it shows stands below, folded away.")
    else:
        print(f"This cell needs {title}, which is not here.")


@lru_cache(maxsize=1)
def _lesson_cells() -> dict[str, Any]:
    """The cells of code of all lessons, by their text."""
    try:
        paths = sorted(course_folder().glob("[0-9]*.ipynb"))
    except FileNotFoundError:  # in the browser, where the lessons lie elsewhere
        return {}
    cells = [cell for path in paths for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    return {"".join(cell["source"]).strip(): cell for cell in cells if cell["cell_type"] == "code"}
