"""Cells that show what their lesson asks to predict, and where that may be read: no answer before its prediction.

Such a cell of code has in its metadata

    answers   what would give the answer away: numbers, or words of the text that follows
    given     what may be read all the same, where the question says it
    reveal    the id of the cell from which on the answer may stand; what is folded away may always hold it
    run       true if the run of the cell is the answer; else a widget that it shows holds none at its first step

and is stored without outputs if they hold an answer.
"""

import base64
import html
import re
from collections.abc import Iterator
from typing import Any

KEYS = ("answers", "given", "reveal", "run")
_FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
_NUMBER = r"-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?"


def is_asked(cell: dict[str, Any]) -> bool:
    """Whether a cell shows what was asked."""
    return bool(cell["metadata"].get("answers"))


def holds(text: str, answer: str) -> bool:
    """Whether a text has an answer: a number in whatever digits, or words as they are; signs of Markdown count nothing.

    Example:
        >>> holds("so it is **−0.30**", "-0.3"), holds("it is 10.3", "0.3"), holds("3.7 falls", "fall")
        (True, False, False)
    """
    text, answer = _plain(text), _plain(answer)
    if re.fullmatch(_NUMBER, answer):
        wanted = float(answer.replace(",", ""))
        found = re.findall(rf"(?<![\w.]){_NUMBER}(?![\w])", text)
        return any(float(x.rstrip(",").replace(",", "")) == wanted for x in found)
    return re.search(rf"(?<!\w){re.escape(answer)}(?!\w)", text, re.IGNORECASE) is not None


def _plain(text: str) -> str:
    return " ".join(text.replace("−", "-").replace("*", "").replace("`", "").split())


def text_of_output(output: dict[str, Any]) -> str:
    """All that can be read of an output, pictures inside HTML included."""
    data = output.get("data", {})
    parts = [_joined(output.get("text", "")), *(_joined(x) for kind, x in data.items() if kind.startswith("text/"))]
    parts.append(_joined(data.get("image/svg+xml", "")))
    drawn = [x for part in parts for x in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", part)]
    parts += [base64.b64decode(x).decode() for x in drawn]
    parts = [re.sub(r"""<[^<>]*\balt=["']([^"']*)["'][^<>]*>""", r" \1 ", part) for part in parts]
    seen = [re.sub(r"(?s)<style.*?</style>|<[^<>]*>", " ", part) for part in parts]
    return html.unescape("\n".join(seen))


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def shows_answer(cell: dict[str, Any]) -> bool:
    """Whether the outputs of an asked cell hold one of its answers."""
    return bool(answers_in("\n".join(map(text_of_output, cell.get("outputs", []))), cell))


def answers_in(text: str, asked: dict[str, Any]) -> list[str]:
    """The answers of an asked cell that a text tells, apart from what is given."""
    text = _without_given(text, asked)
    return [answer for answer in asked["metadata"]["answers"] if holds(text, answer)]


def _without_given(text: str, asked: dict[str, Any]) -> str:
    text = _plain(text)
    for given in asked["metadata"].get("given", []):
        text = text.replace(_plain(given), " ")
    return text


def told_too_early(cells: list[dict[str, Any]]) -> Iterator[str]:
    """Each answer that can be read between its section's heading and its `reveal`, in a sentence."""
    ids = [cell["id"] for cell in cells]
    for at, asked in enumerate(cells):
        if not is_asked(asked):
            continue
        reveal = asked["metadata"].get("reveal", "")
        if reveal not in ids[at + 1 :]:
            yield f"cell {asked['id']} needs a reveal: the id of a cell below it (got {reveal!r})"
            continue
        begin = next((i for i in range(at, -1, -1) if _last_heading(cells[i]) is not None), 0)
        end = ids.index(reveal)
        for cell in cells[begin : end + _asks(cells[end])]:  # the check that reveals it asks on the same screen
            for answer in answers_in(_read(cell, cell is cells[begin]), asked):
                yield f"cell {cell['id']} tells {answer}, which {asked['id']} asks to predict"


def _last_heading(cell: dict[str, Any]) -> int | None:
    """Where the last heading of a text begins; None if it has none."""
    if cell["cell_type"] != "markdown":
        return None
    found = [match.start() for match in re.finditer(r"(?m)^#+ ", _joined(cell["source"]))]
    return found[-1] if found else None


def _read(cell: dict[str, Any], first: bool) -> str:
    """What is read of a cell: of the first text, from its last heading on; of a quick check its questions alone, for
    what it offers tells nothing."""
    source = _joined(cell["source"])
    if cell["cell_type"] == "markdown":
        return _FOLD.sub(" ", source[_last_heading(cell) if first else 0 :])
    shown = "\n".join(map(text_of_output, cell.get("outputs", [])))
    return "\n".join(re.findall(r"(?m)^\d+\. .*", shown)) if _asks(cell) else shown


def _asks(cell: dict[str, Any]) -> bool:
    """Whether a cell shows quick checks."""
    source = _joined(cell["source"])
    return cell["cell_type"] == "code" and re.search(r"(?m)^\s*(quiz|concept_test)\(", source) is not None
