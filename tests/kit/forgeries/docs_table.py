"""The forgeries as tables for docs/zoo.md.

PYTHONPATH=.:tests python -m kit.forgeries.docs_table        (writes it there)
"""

from pathlib import Path

from microgradviz.exercises.topics import EXERCISES

from . import BREAKERS, CHEATS, NOTEBOOK_TRICKS, READERS, SHORTCUTS, SPIES, THIEVES, VOICES

PAGE = Path(__file__).parents[3] / "docs" / "zoo.md"
BEGIN, END = "<!-- the zoo, written by tests/kit/forgeries/docs_table.py -->\n", "<!-- the zoo ends -->\n"
_PARTS = {
    "Those that want marks without the work": CHEATS,
    "Those that know how they are tried, or leave out what is asked for": SHORTCUTS,
    "Those that take a solution out of the box": THIEVES,
    "Those that read an order off the question": READERS,
    "Those that speak in the grader's voice": VOICES,
    "Those that would break the grader": BREAKERS,
    "Those that look for what is not theirs": SPIES,
    "Those whose trick is the notebook itself": NOTEBOOK_TRICKS,
}
_LONGEST = 110  # letters of what is said


def forgeries_table() -> str:
    """How many there are of each kind; then all, part by part: what each tries, what it gets, what it is told."""
    lines = ["| forgeries | there are | get no points |", "|---|---:|---:|"]
    for title, forgeries in [*_PARTS.items(), ("all together", [f for part in _PARTS.values() for f in part])]:
        without = sum(forgery.earned == 0 for forgery in forgeries)
        lines.append(f"| {title[:1].lower() + title[1:]} | {len(forgeries)} | {without} |")
    lines += [
        "",
        "Those that get points are honest answers in odd clothes, which must not lose any, and the few known",
        "",
    ]
    lines[-2] += " ones that are marked so: [what remains possible](grading.md#what-remains-possible) says why."
    for title, forgeries in _PARTS.items():
        lines += [f"## {title}", "", "| it … | gets | is told |", "|---|---|---|"]
        for forgery in forgeries:
            said = forgery.said if len(forgery.said) <= _LONGEST else forgery.said[: _LONGEST - 1] + "…"
            gets = f"{forgery.earned}&nbsp;of&nbsp;{EXERCISES[forgery.exercise].points}"
            known = " (known)" if forgery.known else ""
            lines.append(f"| {_plain(forgery.tries)}{known} | {gets} | {_plain(said)} |")
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
