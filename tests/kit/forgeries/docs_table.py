"""The forgeries as a table for docs/grading.md.

PYTHONPATH=.:tests python -m kit.forgeries.docs_table        (writes it there)
"""

from pathlib import Path

from microgradviz.exercises.topics import EXERCISES

from . import BREAKERS, CHEATS, NOTEBOOK_TRICKS, READERS, SPIES, THIEVES, VOICES

PAGE = Path(__file__).parents[3] / "docs" / "grading.md"
BEGIN, END = "<!-- the zoo, written by tests/kit/forgeries/docs_table.py -->\n", "<!-- the zoo ends -->\n"
_PARTS = {
    "Those that want marks without the work": CHEATS,
    "Those that take a solution out of the box": THIEVES,
    "Those that read an order off the question": READERS,
    "Those that speak in the grader's voice": VOICES,
    "Those that would break the grader": BREAKERS,
    "Those that look for what is not theirs": SPIES,
    "Those whose trick is the notebook itself": NOTEBOOK_TRICKS,
}
_LONGEST = 110  # letters of what is said


def forgeries_table() -> str:
    """All forgeries, part by part: what each tries, what it gets, what it is told."""
    lines = []
    for title, forgeries in _PARTS.items():
        lines += [f"### {title}", "", "| it … | gets | is told |", "|---|---|---|"]
        for forgery in forgeries:
            said = forgery.said if len(forgery.said) <= _LONGEST else forgery.said[: _LONGEST - 1] + "…"
            gets = f"{forgery.earned} of {EXERCISES[forgery.exercise].points}"
            lines.append(f"| {_plain(forgery.tries)} | {gets} | {_plain(said)} |")
        lines.append("")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, in one line."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)
    return "".join(f"&#{ord(c)};" if c in "<>|*_[]\\" else c for c in shown)


def replace_table(page: str) -> str:
    """The page's text with the table in it as it is now."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + "\n" + forgeries_table() + "\n" + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(replace_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{PAGE}: written")
