"""Every lesson keeps the rules of the course; and each rule finds the fault that is planted for it."""

import base64
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import asked_cells
import pytest
from kit import lesson_rules
from kit.lesson_files import LESSONS, NOTEBOOKS, QUESTION_FILES, ROOT, Lesson, read_lesson, text_of
from kit.lesson_rules import FORM, MINUTES, Rule, acts_of, count_words, kinds_asked, minutes_of
from kit.lesson_words import GLOSSARY, glossary_entries, terms_are_linked, words_after_their_lesson

from microgradviz.exercises.cells import code_cell, exercise_cells, text_cell
from microgradviz.exercises.lessons import OPTIONAL
from microgradviz.exercises.topics import EXERCISES

HOURS = {6: "Six", 7: "Seven", 8: "Eight"}
RULES: tuple[Rule, ...] = (*FORM, words_after_their_lesson, terms_are_linked)


def named(rule: Rule) -> str:
    return rule.__name__


@pytest.mark.parametrize("number", LESSONS)
@pytest.mark.parametrize("rule", RULES, ids=named)
def test_a_lesson_keeps(rule: Rule, number: str) -> None:
    faults = rule(read_lesson(number))
    assert not faults, f"{rule.__doc__}\n" + "\n".join(faults)


def test_the_notebooks_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in NOTEBOOKS.glob("*.*") if path.suffix in (".ipynb", ".md")}
    assert sum(sizes.values()) <= 3 * 2**20, sizes


def test_every_lesson_has_its_place_in_the_course() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb")} == set(LESSONS.values())


def test_the_course_asks_enough() -> None:
    lessons = [read_lesson(number) for number in LESSONS]
    kinds = [kind for lesson in lessons for kind in kinds_asked(lesson)]
    assert sum(len(lesson.exercises) for lesson in lessons) >= 28
    assert len(kinds) >= 45
    assert kinds.count("Arrange") >= 5
    assert sum(map(acts_of, lessons)) >= 30


def test_the_glossary_gives_each_term_one_lesson_and_one_sentence() -> None:
    entries = glossary_entries(GLOSSARY.read_text(encoding="utf-8"))
    names = [entry.name.lower() for entry in entries]
    assert sorted(set(names)) == sorted(names)
    assert all(entry.says.rstrip("*`)").endswith(".") for entry in entries)
    in_order = [(entry.in_code, entry.lesson) for entry in entries]
    assert in_order == sorted(in_order)


def test_names_from_the_package_stand_in_the_glossary_with_the_lesson_that_brings_them() -> None:
    known = {entry.name.strip("`") for entry in glossary_entries(GLOSSARY.read_text(encoding="utf-8"))}
    used = {name for number in LESSONS for name in read_lesson(number).imported}
    assert not used - known, f"give each a row in {GLOSSARY}"


@pytest.mark.parametrize("number", LESSONS)
def test_each_question_of_a_lesson_is_asked_in_it(number: str) -> None:
    assert not read_lesson(number).not_asked, "ask it with quiz(...), or take it out of exercises/quizzes/lessons"


def test_a_question_that_no_cell_asks_is_named() -> None:
    lesson = read_lesson("05")
    cells = [cell for cell in lesson.cells if "mul_in_order" not in text_of(cell)]
    assert replace(lesson, notebook={"cells": cells}).not_asked == ["mul_in_order", "when_it_runs", "what_it_remembers"]


def test_there_are_questions_for_lessons_of_the_course_alone() -> None:
    assert {path.stem.removeprefix("lesson_") for path in QUESTION_FILES.glob("lesson_*.py")} <= LESSONS.keys()


# ---------------------------------------------------------------- each rule finds its fault

Cells = list[dict[str, Any]]
FOLDED = "**Why?**\n<details><summary>Answer</summary>So.</details>"
GIVEN = {"a": 7.0, "b": -3.5, "c": 11.0}
TITLE = (
    "# 05 · Local derivatives\n\n[← 04 · The Value class](04_the_value_class.ipynb)\n\n**In fifteen minutes** you will"
)
BESIDE = "[The map](README.md) · [Glossary](glossary.md) · [Cheat sheet](cheat_sheet.md)"
TOY_GLOSSARY = """\
| term | lesson | in one sentence |
|---|---|---|
| **local derivative** | 02 | A rate. |
| **diamond** | 05 | Two paths that meet. |
| **logits**, **raw scores** | 18 | Numbers before softmax. |
| `x.exp()`, `x.max(y)` | 08 | Operations. |
| `compile` | 23 | A step. |
"""


def good_lesson() -> Cells:
    """A lesson that keeps all rules."""
    exercise = deepcopy(exercise_cells(EXERCISES["slope_mul"]))
    return [
        text_cell(TITLE, "title"),
        code_cell("from microgradviz import Value, play, quiz", "import"),
        *(
            cell
            for i in range(3)
            for cell in (
                {**text_cell("What will a's gradient be?", f"ask-{i}"), "metadata": {"tags": ["act-predict"]}},
                code_cell("play(Value(2.0) * 3)", f"play-{i}"),
            )
        ),
        code_cell('quiz("one", "two")', "quick"),
        *exercise,
        text_cell(
            f"## Two questions you may be asked one day\n\n{FOLDED}\n\n{FOLDED}",
            "interview",
        ),
        text_cell("A [**diamond**](glossary.md#05), and **diamonds** again.", "term"),
        text_cell(f"## What comes next\n\nOrder: [06 · Order](06_order.ipynb).\n\n{BESIDE}", "next"),
    ]


def lesson_of(cells: Cells, **metadata: Any) -> Lesson:
    return Lesson("05", NOTEBOOKS / "05.ipynb", {"cells": cells, "metadata": metadata})


def at(name: str, **changes: Any) -> Callable[[Cells], Cells]:
    """The lesson with one cell changed."""
    return lambda cells: [{**cell, **changes} if cell["id"] == name else cell for cell in cells]


def put(*added: dict[str, Any], after: str = "import") -> Callable[[Cells], Cells]:
    """The lesson with cells added behind another."""
    return lambda cells: [made for cell in cells for made in ([cell, *added] if cell["id"] == after else [cell])]


def without(*names: str) -> Callable[[Cells], Cells]:
    """The lesson without some cells."""
    return lambda cells: [cell for cell in cells if cell["id"] not in names]


def output(kind: str, **more: Any) -> list[dict[str, Any]]:
    return [{"output_type": kind, **more}]


def stubs(count: int) -> Cells:
    return [code_cell("x = None", f"exercise-{i}", "exercise") for i in range(count)]


def asking(*after: dict[str, Any], reveal: str = "solution", **changes: Any) -> Callable[[Cells], Cells]:
    """The lesson with a cell that asks for 3.7 and "it falls", cells behind it, and one in which both may stand."""
    asked = {
        **code_cell("print(d)", "asked"),
        "metadata": {"answers": ["3.7", "it falls"], "reveal": reveal},
        **changes,
    }
    head = text_cell("d is 3.7.\n\n## Guess\n\nRises or falls?", "guess")
    return put(head, asked, *after, text_cell("## Now\n\nIt falls, to 3.7.", "solution"))


def quick_check(text: str) -> dict[str, Any]:
    """A quick check as it is stored."""
    outputs = output("execute_result", data={"text/plain": text})
    return {**code_cell('quiz("why")', "why"), "outputs": outputs}


DRAWN = base64.b64encode(b"<svg><text>3.70</text></svg>").decode()
LEAKS: list[tuple[Callable[[Cells], Cells], str]] = [
    (asking(outputs=output("stream", name="stdout", text="d is now 3.70\n")), "cell asked tells 3.7"),
    (asking(outputs=output("display_data", data={"image/svg+xml": "<svg><text>3.7</text></svg>"})), "asked tells 3.7"),
    (asking(outputs=output("display_data", data={"text/html": "<b>It</b> falls"})), "cell asked tells it falls"),
    (
        asking(outputs=output("display_data", data={"text/html": f'<img src="data:image/svg+xml;base64,{DRAWN}">'})),
        "cell asked tells 3.7",
    ),
    (asking(text_cell("So **it** falls.", "why")), "cell why tells it falls"),
    (asking(quick_check("1. d is 3.7. Why?"), reveal="why"), "cell why tells 3.7"),
    (asking(reveal="nowhere"), "cell asked needs a reveal"),
    (asking(reveal="guess"), "cell asked needs a reveal"),
]
HARMLESS = [
    asking(),
    asking(text_cell("<details><summary>After your guess</summary>It falls, to 3.7.</details>", "why")),
    asking(quick_check("1. Does it fall?\n   a) to 3.7"), reveal="why"),
    asking(text_cell("Not 13.7, nor 3.75, and nobody knows whether it fallsify.", "why")),
]
FAULTS: list[tuple[str, Callable[[Cells], Cells], str]] = [
    ("words_within_limits", put(text_cell("word " * 1101, "long")), "1,100 are the most"),
    (
        "words_within_limits",
        put(text_cell("<details>" + "word " * 1601 + "</details>", "folded")),
        "1,600 are the most",
    ),
    (
        "minutes_are_told",
        at("title", source=TITLE.replace("fifteen", "ten")),
        "its title must have **In fifteen minutes**",
    ),
    (
        "minutes_are_told",
        put(text_cell("word " * 4000, "long")),
        "it takes 45 minutes, and must have **A place to stop",
    ),
    ("minutes_are_told", put(text_cell("word " * 4600, "long")), "50 minutes; 45 are the most"),
    ("cells_within_limits", put(*(text_cell("a", f"more-{i}") for i in range(36))), "36 are the most"),
    ("cells_within_limits", put(code_cell("x = 1\n" * 17, "long")), "has 17 lines"),
    ("cells_within_limits", put(text_cell("a" * 121, "wide")), "121 characters"),
    ("players_ask_for_an_act", at("ask-0", metadata={}), "play-0 shows a player"),
    ("players_ask_for_an_act", at("ask-0", source="Here it is."), "ask-0 is an act and asks for nothing"),
    ("players_ask_for_an_act", put(code_cell("play(Value(1.0))", "second"), after="play-0"), "second shows a player"),
    ("players_ask_for_an_act", without("ask-0", "play-0"), "it has 2 acts"),
    (
        "few_typed_predictions",
        put(*(code_cell('play("a * b", predict="grad")', f"typed-{i}") for i in range(5))),
        "5 players ask",
    ),
    ("checks_between_exercises", put(*stubs(4)), "exercise-3 is the fourth"),
    ("graded_numbers_are_new", put(text_cell("Take a = 7, **b** = −3.5 and c = 11.", "again")), "occur in again"),
    ("graded_numbers_are_new", put(code_cell("c, a, b = Value(11), Value(7), Value(-3.5)", "again")), "occur in again"),
    ("pictures_have_words", put(text_cell("![](a.png)", "bare")), "bare has a picture"),
    ("pictures_have_words", put(text_cell('<img src="a.png">', "bare")), "bare has a picture"),
    ("plots_are_tagged", put(code_cell("plt.plot([3, 1])", "loss")), "cell loss plots; tag it plot"),
    ("links_lead_somewhere", put(text_cell("[there](no_such_file.md)", "lost")), "links to no_such_file.md"),
    ("neighbours_are_linked", at("title", source="# 05 · Local derivatives"), "its title must link to"),
    ("neighbours_are_linked", at("next", source="## What comes next"), "its last cell must link to 06_order.ipynb"),
    ("pages_are_one_click_away", at("next", source="[Glossary](glossary.md)"), "link to README.md"),
    ("terms_are_linked", at("term", source="A **diamond**, [**diamond**](glossary.md#05)"), "it brings **diamond**"),
    ("terms_are_linked", at("term", source="A [**diamond**](glossary.md#04)."), "it brings **diamond**"),
    ("terms_are_linked", without("term"), "it brings **diamond**"),
    ("its_parts_are_there", at("title", source="# Local derivatives"), "its title must begin with"),
    ("its_parts_are_there", without("interview"), "it must have a cell with ## Two questions"),
    ("its_parts_are_there", without("next"), "its last cell must have"),
    ("exercises_are_those_of_the_table", at("text-slope-mul", source="### Another"), "is not as the table has it"),
    ("exercises_are_those_of_the_table", put(code_cell("1", "gap"), after="text-slope-mul"), "three cells in a row"),
    ("exercises_are_those_of_the_table", without("text-slope-mul"), "slope_mul lacks its cell text-slope-mul: put"),
    ("exercises_are_those_of_the_table", without("exercise-slope-mul"), "the exercise slope_mul is missing: put"),
    ("outputs_are_no_failures", at("check-slope-mul", outputs=output("display_data", data={})), "must have no output"),
    ("outputs_are_no_failures", at("import", outputs=output("error")), "holds an error"),
    ("outputs_are_no_failures", at("import", outputs=output("stream", name="stderr")), "holds a warning"),
    (
        "outputs_are_no_failures",
        at("import", outputs=output("display_data", data={lesson_rules.WIDGET_VIEW: {}})),
        "holds a widget",
    ),
    *(("no_answer_before_its_prediction", plant, said) for plant, said in LEAKS),
    ("cells_can_be_told_apart", put(text_cell("a", "quick")), "two cells have the id quick"),
    ("cells_can_be_told_apart", put(text_cell("a", "8A3F")), "needs a readable id"),
    ("cells_can_be_told_apart", put(code_cell("def (", "broken")), "broken is no Python"),
    ("words_after_their_lesson", put(text_cell("These are Raw\nscores.", "early")), "raw scores comes in lesson 18"),
    ("words_after_their_lesson", put(code_cell("y = Value(1.0).exp()", "early")), "x.exp()"),
    ("words_after_their_lesson", put(text_cell("There is `compile`.", "early")), "`compile` comes in lesson 23"),
]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exercise with numbers of its own, the only one of its lesson, and a glossary of three rows."""
    exercise = EXERCISES["slope_mul"]
    given = type(exercise)(
        **{**{f: getattr(exercise, f) for f in exercise.__dataclass_fields__}, "given": GIVEN, "lesson": "05"}
    )
    monkeypatch.setattr(lesson_rules, "EXERCISES", {"slope_mul": given})


def faults_of(name: str, lesson: Lesson) -> list[str]:
    if name in ("words_after_their_lesson", "terms_are_linked"):
        return {rule.__name__: rule for rule in RULES}[name](lesson, TOY_GLOSSARY)
    return next(rule for rule in FORM if rule.__name__ == name)(lesson)


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("name", [rule.__name__ for rule in RULES])
def test_a_good_lesson_breaks_no_rule(name: str) -> None:
    assert faults_of(name, lesson_of(good_lesson())) == []


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("name", "plant", "said"), FAULTS, ids=[f"{name}-{said}" for name, _, said in FAULTS])
def test_a_planted_fault_is_found(name: str, plant: Callable[[Cells], Cells], said: str) -> None:
    assert said in "\n".join(faults_of(name, lesson_of(plant(good_lesson()))))


@pytest.mark.parametrize("plant", HARMLESS)
def test_what_is_folded_or_offered_or_another_number_tells_no_answer(plant: Callable[[Cells], Cells]) -> None:
    assert faults_of("no_answer_before_its_prediction", lesson_of(plant(good_lesson()))) == []


def test_the_lessons_ask_before_they_tell() -> None:
    asked = [cell for number in LESSONS for cell in read_lesson(number).code_cells if asked_cells.is_asked(cell)]
    assert len(asked) >= 20


def test_every_rule_has_a_planted_fault() -> None:
    assert {name for name, _, _ in FAULTS} == {rule.__name__ for rule in RULES}


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    "fine",
    [
        "Logits (lesson 18) are numbers.",
        "`.exp()` and others (lessons 08 and 18) come later.",
        "[logits](https://example.org)",
        "# logits",
        "The local derivative is old.",
        "max(2, 3) is Python's.",
    ],
)
def test_what_rule_seven_excuses_is_no_fault(fine: str) -> None:
    assert words_after_their_lesson(lesson_of(put(text_cell(fine, "fine"))(good_lesson())), TOY_GLOSSARY) == []


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("fine", ["a = 7 and b = 2", "7 and −3.5", "a = 70, b = −3.5, c = 11"])
def test_other_numbers_are_no_fault(fine: str) -> None:
    assert faults_of("graded_numbers_are_new", lesson_of(put(text_cell(fine, "fine"))(good_lesson()))) == []


def test_the_state_of_widgets_is_found() -> None:
    assert lesson_rules.outputs_are_no_failures(lesson_of([], widgets={})) == ["it holds the state of widgets"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one two – three", 3),
        ("| a | b |\n|---|---|", 2),
        ("[two words](a_link.md)", 2),
        ("$x^2 + 1$ and $$\\frac{a}{b}$$", 3),
        ("<details><summary>Answer</summary>", 1),
    ],
)
def test_words_are_counted_as_they_are_read(text: str, words: int) -> None:
    assert count_words(text) == words


# ---------------------------------------------------------------- the pages beside the lessons

PAGES = [ROOT / "README.md", *(NOTEBOOKS / name for name in ("README.md", "glossary.md", "cheat_sheet.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    targets = [target for _, target in lesson_rules.links(page.read_text(encoding="utf-8"))]
    assert not [target for target in targets if not lesson_rules.leads_somewhere(target, page)]


@pytest.mark.parametrize("page", PAGES[:2], ids=lambda page: page.parent.name)
def test_both_maps_list_every_lesson_in_order(page: Path) -> None:
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| [")]
    targets = [Path(target).stem for line in rows for _, target in [*lesson_rules.links(line)][:1]]
    assert [target for target in targets if target in LESSONS.values()] == list(LESSONS.values())


@pytest.mark.parametrize("number", LESSONS)
def test_the_map_has_the_title_and_the_minutes_of_a_lesson(number: str) -> None:
    title = text_of(read_lesson(number).cells[0])
    rows = PAGES[1].read_text(encoding="utf-8").splitlines()
    (row,) = [line for line in rows if line.startswith("|") and f"({LESSONS[number]}.ipynb)" in line.split("|")[1]]
    minutes = next((n for n, word in MINUTES.items() if f"In {word} minutes" in title), None)
    assert row.split("|")[2].strip() == str(minutes), f"the minutes in {PAGES[1]} are not those of its title"
    assert title.splitlines()[0].removeprefix("# ").replace("`", "") in row


def test_the_map_adds_the_minutes_up() -> None:
    text = PAGES[1].read_text(encoding="utf-8")
    needed = {number: minutes_of(read_lesson(number)) for number in LESSONS if number not in OPTIONAL}
    until_the_engine = sum(minutes for number, minutes in needed.items() if number < "10")
    assert f"{HOURS[round(until_the_engine / 60)]} hours later you have an engine" in text
    span = f"{min(needed.values())} to {max(needed.values())} minutes"
    assert all(span in page.read_text(encoding="utf-8") for page in PAGES[:2])


def test_lessons_after_the_engine_complete_it_up_to_its_last_operation() -> None:
    later = [read_lesson(number) for number in LESSONS if number >= "18"]
    assert [each.number for each in later if "mine()" in "".join(map(text_of, each.code_cells))] == []
