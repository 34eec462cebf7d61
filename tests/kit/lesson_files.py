"""Lessons as the tests read them: plain JSON, what a learner reads, and what the code of a cell calls."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from microgradviz.exercises import lessons

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
QUESTION_FILES = ROOT / "microgradviz" / "exercises" / "quizzes" / "lessons"
LESSONS = {number: lesson.file for number, lesson in lessons.LESSONS.items()}
# What moves, and so needs something to do.
LIVE = {"attention", "knobs", "matrices", "play", "slope", "training", "visit_order"}
QUESTION_KINDS = {"Choice", "Number", "Click", "Arrange"}
_FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)


def text_of(cell: dict[str, Any]) -> str:
    """The source of a cell, in one piece."""
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def tags_of(cell: dict[str, Any]) -> list[str]:
    """The tags of a cell."""
    return list(cell["metadata"].get("tags", []))


def without_folds(text: str) -> str:
    """Markdown without what is folded away."""
    return _FOLD.sub(" ", text)


def parsed(code: str) -> ast.Module:
    """The code of a cell; magics and what does not parse count as nothing."""
    try:
        return ast.parse(re.sub(r"(?m)^[%!].*$", "", code))
    except SyntaxError:
        return ast.Module([], [])


@dataclass(frozen=True)
class Lesson:
    """A lesson as it is stored.

    Attributes:
        number: Such as "05".
        path: Where it lies.
        notebook: What its JSON text says.
    """

    number: str
    path: Path
    notebook: dict[str, Any]

    @property
    def cells(self) -> list[dict[str, Any]]:
        """All cells, in order; that of Colab is none of the lesson's."""
        return [cell for cell in self.notebook["cells"] if "colab" not in tags_of(cell)]

    @property
    def code_cells(self) -> list[dict[str, Any]]:
        """The cells of code."""
        return [cell for cell in self.cells if cell["cell_type"] == "code"]

    @property
    def markdown_cells(self) -> list[dict[str, Any]]:
        """The cells of text."""
        return [cell for cell in self.cells if cell["cell_type"] == "markdown"]

    @cached_property
    def exercises(self) -> list[str]:
        """The names of its exercises, in order."""
        tags = [tag for cell in self.cells for tag in tags_of(cell)]
        return [tag.removeprefix("exercise-") for tag in tags if tag.startswith("exercise-")]

    def is_prompt(self, cell: dict[str, Any]) -> bool:
        """Whether a cell is the text of an exercise, which the table of exercises holds."""
        return cell.get("id") in {f"text-{name.replace('_', '-')}" for name in self.exercises}

    def is_exercise(self, cell: dict[str, Any]) -> bool:
        """Whether a cell is one of an exercise's three."""
        return self.is_prompt(cell) or any(tag.startswith(("exercise-", "check-")) for tag in tags_of(cell))

    @cached_property
    def imported(self) -> set[str]:
        """The names that its cells import from microgradviz."""
        trees = [parsed(text_of(cell)) for cell in self.code_cells]
        return {
            alias.name
            for tree in trees
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "microgradviz"
            for alias in node.names
        }

    def calls(self, cell: dict[str, Any], names: set[str]) -> Iterator[ast.Call]:
        """The calls in a cell of functions of these names, as microgradviz offers them."""
        if cell["cell_type"] == "code":
            for node in ast.walk(parsed(text_of(cell))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                    yield node

    def is_live(self, cell: dict[str, Any]) -> bool:
        """Whether a cell shows a player or an instrument."""
        return any(self.calls(cell, LIVE & self.imported))

    def questions(self, cell: dict[str, Any]) -> list[str]:
        """The kinds of the quick checks that a cell asks: Choice, Number, Click or Arrange."""
        known, found = self.question_kinds, []
        for call in self.calls(cell, {"quiz"}):
            for argument in call.args:
                if isinstance(argument, ast.Starred):
                    found += list(known.values())
                elif isinstance(argument, ast.Constant):
                    found.append(known.get(str(argument.value), "Choice"))
                else:
                    found.append("Choice")
        return found

    @cached_property
    def not_asked(self) -> list[str]:
        """The questions of the lesson's own file that none of its cells asks."""
        given = [argument for cell in self.cells for call in self.calls(cell, {"quiz"}) for argument in call.args]
        if any(isinstance(argument, ast.Starred) for argument in given):
            return []
        asked = {argument.value for argument in given if isinstance(argument, ast.Constant)}
        return [name for name in self.question_kinds if name not in asked]

    @cached_property
    def question_kinds(self) -> dict[str, str]:
        """{name: kind} of the questions in the lesson's own file; read, not run, for pictures take time."""
        path = QUESTION_FILES / f"lesson_{self.number}.py"
        tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
        return {
            str(name.value): node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in QUESTION_KINDS
            for name in [*node.args[:1], *(word.value for word in node.keywords if word.arg == "name")][:1]
            if isinstance(name, ast.Constant)
        }

    @cached_property
    def question_text(self) -> str:
        """The lesson's file of questions, as text."""
        path = QUESTION_FILES / f"lesson_{self.number}.py"
        return path.read_text(encoding="utf-8") if path.exists() else ""


def read_lesson(number: str) -> Lesson:
    """A lesson by its number."""
    path = NOTEBOOKS / f"{LESSONS[number]}.ipynb"
    return Lesson(number, path, json.loads(path.read_text(encoding="utf-8")))
