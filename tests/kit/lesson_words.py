"""No word, operation or library name before the lesson that brings it, as notebooks/glossary.md tells it."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from kit.lesson_files import NOTEBOOKS, Lesson, parsed, text_of
from microgradviz.exercises.topics import EXERCISES

GLOSSARY = NOTEBOOKS / "glossary.md"
_ROW = re.compile(r"^\| (?P<names>(?:\*\*|`).*?) \| (?P<lesson>\d\d\w?) \| (?P<says>.+?) \|$", re.MULTILINE)
# The glossary explains these, but everybody uses them in other senses, too, and no program can tell the senses apart.
_EVERYDAY = {
    "act", "class", "closure", "data", "edge", "gradient", "input", "leaf", "node", "operation", "order", "parameter",
    "path", "picture", "rate", "result", "run", "self", "stage", "step", "update", "user", "value",
}  # fmt: skip


class Entry(NamedTuple):
    """A row of the glossary: a term, an operation `x.exp()` or a name in code, and the lesson that brings it."""

    name: str
    lesson: str
    says: str

    @property
    def in_code(self) -> bool:
        """Whether it is a name that stands in code."""
        return self.name.startswith("`")

    def pattern(self) -> re.Pattern[str]:
        """Where it occurs."""
        bare = self.name.strip("`*")
        if self.in_code and bare.startswith("x."):
            name = bare.removeprefix("x.").partition("(")[0]
            return re.compile(rf"\.{name}\(" if name in _PYTHON else rf"(?<!\w){name}\(")
        if self.in_code:
            return re.compile(rf"(?<![\w.]){re.escape(bare)}(?!\w)")
        words = r"[\s-]+".join(map(re.escape, bare.split()))
        return re.compile(rf"(?<!\w){words}(?:s|es)?(?!\w)", re.IGNORECASE)


_PYTHON = {"abs", "max", "min", "pow"}  # functions of its own: only x.max(y) is ours


def glossary_entries(text: str) -> list[Entry]:
    """All entries of a glossary; a row may give several names for one thing."""
    return [
        Entry(name, row["lesson"], row["says"])
        for row in _ROW.finditer(text)
        for name in re.findall(r"\*\*[^*]+\*\*|`[^`]+`", row["names"])
    ]


def terms_are_linked(lesson: Lesson, glossary: str | None = None) -> list[str]:
    """Where a lesson brings a term of its own, in bold, it links to the glossary; one of several names will do."""
    text = GLOSSARY.read_text(encoding="utf-8") if glossary is None else glossary
    rows: dict[str, list[Entry]] = {}
    for entry in glossary_entries(text):
        if entry.lesson == lesson.number and not entry.in_code:
            rows.setdefault(entry.says, []).append(entry)
    told = [re.sub(r"(?m)^#.*$", "", text_of(c)) for c in lesson.markdown_cells if not lesson.is_prompt(c)]
    return [
        f"it brings {first.name}: write [{first.name}](glossary.md#{first.lesson}) where it comes first"
        for first, *others in rows.values()
        if not any(_is_linked(entry, told) for entry in (first, *others))
    ]


def _is_linked(entry: Entry, told: list[str]) -> bool:
    name = rf"\*\*(?:an? |the )?{re.escape(entry.name.strip('*'))}(?:s|es)?\*\*"
    places = (cell[max(found.start() - 1, 0) :] for cell in told for found in re.finditer(name, cell, re.IGNORECASE))
    link = rf"\[{name}\]\(glossary\.md#{entry.lesson}\)"
    return re.match(link, next(places, ""), re.IGNORECASE) is not None


def words_after_their_lesson(lesson: Lesson, glossary: str | None = None) -> list[str]:
    """No word, operation or library name before the lesson that brings it."""
    text = GLOSSARY.read_text(encoding="utf-8") if glossary is None else glossary
    later = [e for e in glossary_entries(text) if e.lesson > lesson.number and e.name.strip("*`") not in _EVERYDAY]
    prose, code = [*_prose(lesson)], [*_code(lesson)]
    return [
        f"{where}: {entry.name.strip('*')} comes in lesson {entry.lesson}"
        for entry in later
        for where, read in (code if entry.in_code else prose)
        for found in entry.pattern().finditer(read)
        if not _excused(read, found.end())
    ]


def _excused(text: str, at: int) -> bool:
    """Whether the same sentence goes on to name a lesson: "logits (lesson 18)"."""
    return bool(re.search(r"\(lessons? \d\d", re.split(r"[.?!]\s|\n\n", text[at:])[0]))


def _prose(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """What is read as text: Markdown without titles, links and code; what questions, hints and checks say."""
    for cell in lesson.markdown_cells:
        text = re.sub(r"(?m)^#.*$|^\|[-| ]+\|$", " ", re.sub(r"```.*?```", " ", text_of(cell), flags=re.DOTALL))
        yield f"cell {cell['id']}", _in_one_line(re.sub(r"`[^`\n]*`|!?\[[^\]]*\]\([^)]*\)|<[^>]*>", " ", text))
    for name in lesson.exercises:
        if name in EXERCISES:
            for text in (*EXERCISES[name].hints, *(wrong.sentence for wrong in EXERCISES[name].wrong)):
                yield f"what is said of {name}", re.sub(r"`[^`\n]*`", " ", text)
    for node in ast.walk(parsed(lesson.question_text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield f"questions, line {node.lineno}", _in_one_line(re.sub(r"`[^`\n]*`", " ", node.value))


def _in_one_line(text: str) -> str:
    """Lines of a paragraph joined, so that a term may run over the end of one; paragraphs stay apart."""
    return re.sub(r"\n(?!\s*\n)(?!\s*[-*|\d])", " ", text)


def _code(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """What is code: cells of code, and code within text, each piece with the rest of its sentence."""
    for cell in lesson.code_cells:
        yield f"cell {cell['id']}", text_of(cell)
    for cell in lesson.markdown_cells:
        text = re.sub(r"(?m)^#.*$|!?\[[^\]]*\]\([^)]*\)", " ", text_of(cell))
        for fence in re.findall(r"```.*?```", text, flags=re.DOTALL):
            yield f"cell {cell['id']}", fence
        line = _in_one_line(re.sub(r"```.*?```", " ", text, flags=re.DOTALL))
        for piece in re.finditer(r"`([^`\n]+)`", line):
            rest = re.split(r"[.?!]\s|\n", line[piece.end() :])[0]
            yield f"cell {cell['id']}", f"{piece[1]}\n{rest}"
