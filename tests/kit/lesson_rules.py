"""The rules of a lesson that a program can hold: each takes a lesson and says what breaks it, one sentence a fault."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from asked_cells import told_too_early

from kit.lesson_files import LESSONS, Lesson, parsed, tags_of, text_of, without_folds
from microgradviz.exercises.cells import exercise_cells
from microgradviz.exercises.lessons import OPTIONAL
from microgradviz.exercises.topics import EXERCISES

Rule = Callable[[Lesson], list[str]]
MOST_WORDS, MOST_WORDS_IN_ALL, MOST_CELLS, MOST_LINES, WIDEST = 1100, 1600, 36, 16, 120
MOST_TYPED, FEWEST_ACTS, MOST_EXERCISES_IN_A_ROW = 4, 3, 3
ACTS = {"act-predict", "act-place", "act-edit", "act-repair", "act-choose"}
_AN_EXERCISE = 4  # minutes, but for those that took learners longer:
LONGER = {"broken_order": 6, "repair_recursion": 6, "way_around": 6, "clipped_step": 8, "sigmoid_rule": 8}
LONGER |= {"gradient_check": 12, "check_gpt": 14, "check_engine": 24}
MOST_MINUTES, LONG_MINUTES, STOP = 45, 25, "**A place to stop.**"
MINUTES = {10: "ten", 15: "fifteen", 20: "twenty", 25: "twenty-five", 30: "thirty", 35: "thirty-five", 40: "forty"}
MINUTES |= {45: "forty-five"}
BESIDE = ("README.md", "glossary.md", "cheat_sheet.md")
INTERVIEW, NEXT = "## Two questions you may be asked one day", "## What comes next"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
_DOING = """add answer build change check choose click complete count decide draw drag edit find guess look make mend
move name nudge pick place point predict press pull put read repair say set sort start step stop tell turn try type
watch write"""
_ASKS = re.compile(rf"\?|\b({'|'.join(_DOING.split())}|double-click)\b", re.IGNORECASE)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)[^)]*\)")
_READABLE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"


def count_words(text: str) -> int:
    """The words of Markdown as a reader meets them: a formula is one, marks and targets of links are none."""
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$", " formula ", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)|<[^>]*>", " ", text)
    return sum(any(letter.isalnum() for letter in word) for word in re.findall(r"[^\s|]+", text))


def words_within_limits(lesson: Lesson) -> list[str]:
    """At most 1,100 words outside folds, prompts and titles; 1,600 in all."""
    read = "\n".join(without_folds(text_of(c)) for c in lesson.markdown_cells if not lesson.is_prompt(c))
    read = re.sub(r"(?m)^#.*$", "", read)
    outside, everything = count_words(read), sum(count_words(text_of(c)) for c in lesson.markdown_cells)
    return [
        f"it has {count:,} words {where}; {most:,} are the most"
        for count, most, where in [
            (outside, MOST_WORDS, "outside folds, prompts and titles"),
            (everything, MOST_WORDS_IN_ALL, "in all"),
        ]
        if count > most
    ]


def minutes_of(lesson: Lesson) -> int:
    """What a lesson takes a beginner, in minutes, rounded to 5: measured on learners who tried it."""
    words = sum(count_words(text_of(cell)) for cell in lesson.markdown_cells)
    exercises = sum(LONGER.get(name, _AN_EXERCISE) for name in lesson.exercises)
    return 5 * round((words / 125 + 2 * acts_of(lesson) + len(kinds_asked(lesson)) + exercises) / 5)


def minutes_are_told(lesson: Lesson) -> list[str]:
    """Its heading tells the minutes that it takes, 45 at the most; one of more than 25 has a marked place to stop."""
    minutes, title = minutes_of(lesson), text_of(lesson.cells[0])
    told = f"**In {MINUTES.get(minutes, minutes)} minutes**"
    stops = any(STOP in text_of(cell) for cell in lesson.markdown_cells)
    return [
        fault
        for ok, fault in [
            (minutes <= MOST_MINUTES, f"it takes {minutes} minutes; {MOST_MINUTES} are the most"),
            (told in title, f"its title must have {told}"),
            (stops or minutes <= LONG_MINUTES, f"it takes {minutes} minutes, and must have {STOP}"),
        ]
        if not ok
    ]


def cells_within_limits(lesson: Lesson) -> list[str]:
    """At most 36 cells, 16 lines a cell of code, 120 characters a line; links and tables may be wider."""
    faults = [f"it has {len(lesson.cells)} cells; {MOST_CELLS} are the most"] if len(lesson.cells) > MOST_CELLS else []
    for cell in lesson.cells:
        lines = text_of(cell).splitlines()
        if cell["cell_type"] == "code" and len(lines) > MOST_LINES and not lesson.is_exercise(cell):
            faults.append(f"cell {cell['id']} has {len(lines)} lines; {MOST_LINES} are the most")
        if not lesson.is_exercise(cell):
            wide = [line for line in lines if len(line) > WIDEST and "](" not in line and not line.startswith("|")]
            faults += [f"cell {cell['id']} has a line of {len(line)} characters: {line[:40]}…" for line in wide]
    return faults


def players_ask_for_an_act(lesson: Lesson) -> list[str]:
    """What moves follows a text that is tagged as an act and asks for it; three acts a lesson at least."""
    faults = []
    for before, cell in zip([None, *lesson.cells], lesson.cells, strict=False):
        if lesson.is_live(cell) and not (before and before["cell_type"] == "markdown" and ACTS & {*tags_of(before)}):
            faults.append(f"cell {cell['id']} shows a player or an instrument; tag the text before it, one of {ACTS}")
    acts = [cell for cell in lesson.cells if ACTS & {*tags_of(cell)}]
    faults += [f"cell {c['id']} is an act and asks for nothing" for c in acts if not _ASKS.search(text_of(c))]
    if len(acts) < FEWEST_ACTS:
        faults.append(f"it has {len(acts)} acts; {FEWEST_ACTS} are the fewest")
    return faults


def few_typed_predictions(lesson: Lesson) -> list[str]:
    """At most four players ask for typed predictions."""
    typed = [
        call
        for cell in lesson.cells
        for call in lesson.calls(cell, {"play"})
        if any(word.arg == "predict" for word in call.keywords)
    ]
    return [f"{len(typed)} players ask for typed predictions; {MOST_TYPED} are the most"] * (len(typed) > MOST_TYPED)


def checks_between_exercises(lesson: Lesson) -> list[str]:
    """At most three graded exercises without a quick check between."""
    run, faults = 0, []
    for cell in lesson.cells:
        run = 0 if lesson.questions(cell) else run + ("exercise" in tags_of(cell))
        if "exercise" in tags_of(cell) and run == MOST_EXERCISES_IN_A_ROW + 1:
            faults.append(f"cell {cell['id']} is the fourth exercise without a quick check between")
    return faults


def graded_numbers_are_new(lesson: Lesson) -> list[str]:
    """No tuple of inputs of a graded exercise occurs elsewhere in its notebook, nor in the lesson's questions."""
    faults = []
    for name in (name for name in lesson.exercises if name in EXERCISES):
        given, label = EXERCISES[name].given, name.replace("_", "-")
        own = {f"text-{label}", f"exercise-{label}", f"check-{label}"}
        texts = {cell["id"]: text_of(cell) for cell in lesson.cells if cell["id"] not in own}
        texts["(the questions)"] = lesson.question_text
        faults += [f"the numbers of {name} occur in {i}" for i, text in texts.items() if given and has(text, given)]
    return faults


def has(text: str, given: dict[str, float]) -> bool:
    """Whether a text has all these numbers: under their names or, of three and more, side by side in any order."""
    text = text.replace("−", "-")
    for name, x in given.items():
        set_to = re.findall(rf"(?<!\w){name}(?!\w)[*`]*\s*=\s*(?:Value\()?({_NUMBER})", text)
        if x not in map(float, set_to):
            break
    else:
        return True
    numbers, wanted = [float(x) for x in re.findall(rf"(?<![\w.]){_NUMBER}(?!\w)", text)], sorted(given.values())
    size = len(wanted)
    return size > 2 and any(sorted(numbers[i : i + size]) == wanted for i in range(len(numbers) - size + 1))


def pictures_have_words(lesson: Lesson) -> list[str]:
    """A picture in Markdown says in words what it shows."""
    return [
        f"cell {cell['id']} has a picture without alt text"
        for cell in lesson.markdown_cells
        if re.search(r"!\[\s*\]\(", text_of(cell)) or re.search(r"<img(?![^>]*\balt=[\"'][^\"'])", text_of(cell))
    ]


def plots_are_tagged(lesson: Lesson) -> list[str]:
    """A cell that plots by matplotlib has the tag plot, for the course in the browser shows its stored picture."""
    return [
        f"cell {cell['id']} plots; tag it plot"
        for cell in lesson.code_cells
        if re.search(r"\b(plt|matplotlib|plot_style)\b", text_of(cell)) and "plot" not in tags_of(cell)
    ]


def links(text: str) -> Iterator[tuple[str, str]]:
    """The words and targets of the links in Markdown."""
    yield from _LINK.findall(text)
    in_html = re.findall(r"<a [^>]*href=[\"']([^\"']+)[\"'][^>]*>(.*?)</a>", text)
    yield from ((words, target) for target, words in in_html)


def links_lead_somewhere(lesson: Lesson) -> list[str]:
    """A link that leads to no site leads to a file that is there."""
    return [
        f"cell {cell['id']} links to {target}, which is not there"
        for cell in lesson.markdown_cells
        for _, target in links(text_of(cell))
        if not leads_somewhere(target, lesson.path)
    ]


def leads_somewhere(target: str, page: Path) -> bool:
    """Whether a link's target is a site, a place on the same page, or a file that is there."""
    return "://" in target or (page.parent / target.partition("#")[0]).exists()


def neighbours_are_linked(lesson: Lesson) -> list[str]:
    """The title links to the lesson before, the last cell to the next; an optional one may be passed by."""
    order, faults = list(LESSONS), []
    at = order.index(lesson.number)
    for there, cell, where in [
        (_passing(order[:at][::-1]), lesson.cells[0], "title"),
        (_passing(order[at + 1 :]), lesson.cells[-1], "last cell"),
    ]:
        wanted = [f"{LESSONS[number]}.ipynb" for number in there]
        if wanted and not {target for _, target in links(text_of(cell))} & {*wanted}:
            faults.append(f"its {where} must link to {' or '.join(wanted)}")
    back = [target for words, target in links(text_of(lesson.cells[0])) if "←" in words]
    if at and not back:
        faults.append("the link back must begin with an arrow: [← 04 · The Value class](04_the_value_class.ipynb)")
    return faults


def _passing(order: list[str]) -> list[str]:
    """The nearest lesson, and behind an optional one the next."""
    return order[: 2 if order[:1] and order[0] in OPTIONAL else 1]


def pages_are_one_click_away(lesson: Lesson) -> list[str]:
    """The last cell links to the map, the glossary and the cheat sheet."""
    there = {target for _, target in links(text_of(lesson.cells[-1]))}
    return [f"its last cell must link to {page}" for page in BESIDE if page not in there]


def its_parts_are_there(lesson: Lesson) -> list[str]:
    """Title with its number, two interview questions with folded answers, and what comes next."""
    first, last = text_of(lesson.cells[0]), text_of(lesson.cells[-1])
    asked = next((text_of(c) for c in lesson.markdown_cells if INTERVIEW in text_of(c)), "")
    answers = asked.partition(INTERVIEW)[2].count("<details>")
    return [
        fault
        for ok, fault in [
            (first.startswith(f"# {lesson.number} · "), f"its title must begin with # {lesson.number} ·"),
            (INTERVIEW in asked, f"it must have a cell with {INTERVIEW}"),
            (answers >= 2, "its two interview questions must fold two answers"),
            (NEXT in last, f"its last cell must have {NEXT}"),
        ]
        if not ok
    ]


def exercises_are_those_of_the_table(lesson: Lesson) -> list[str]:
    """Text, stub and check of each exercise are what the table makes of it, one after the other."""
    stored = {cell["id"]: cell for cell in lesson.cells}
    ids = [cell["id"] for cell in lesson.cells]
    faults = []
    for name in lesson.exercises:
        if name not in EXERCISES or EXERCISES[name].lesson != lesson.number:
            faults.append(f"{name} is no exercise of lesson {lesson.number}")
            continue
        made = exercise_cells(EXERCISES[name])
        for cell in made:
            kept = stored.get(cell["id"])
            if kept is None:
                faults.append(f"{name} lacks its cell {cell['id']}: put one with this id, as CONTRIBUTING says")
            elif (text_of(kept), tags_of(kept)) != (cell["source"], cell["metadata"].get("tags", [])):
                faults.append(f"cell {cell['id']} is not as the table has it: run `make notebooks`")
        if all(cell["id"] in ids for cell in made):
            places = [ids.index(cell["id"]) for cell in made]
            faults += [f"{name} must stand in three cells in a row"] * any(y != x + 1 for x, y in pairwise(places))
    of_the_table = {name for name, e in EXERCISES.items() if e.lesson == lesson.number}
    missing = sorted(of_the_table - {*lesson.exercises})
    return faults + [f"the exercise {name} is missing: put its three cells, as CONTRIBUTING says" for name in missing]


def no_answer_before_its_prediction(lesson: Lesson) -> list[str]:
    """What a lesson asks to predict is not to be read before, in its text or in its stored outputs."""
    return list(told_too_early(lesson.cells))


def outputs_are_no_failures(lesson: Lesson) -> list[str]:
    """Checks are stored without output, and nothing that failed or warned is stored, nor the state of a widget."""
    faults = ["it holds the state of widgets"] * ("widgets" in lesson.notebook["metadata"])
    for cell in lesson.code_cells:
        tags, outputs = tags_of(cell), cell["outputs"]
        if any(tag.startswith("check-") for tag in tags) and (outputs or "nbval-ignore-output" not in tags):
            faults.append(f"cell {cell['id']} must have no output and the tag nbval-ignore-output")
        if any(o["output_type"] == "error" for o in outputs) and "raises-exception" not in tags:
            faults.append(f"cell {cell['id']} holds an error")
        faults += [f"cell {cell['id']} holds a warning"] * any(o.get("name") == "stderr" for o in outputs)
        faults += [f"cell {cell['id']} holds a widget"] * any(WIDGET_VIEW in o.get("data", {}) for o in outputs)
    return faults


def cells_can_be_told_apart(lesson: Lesson) -> list[str]:
    """Cells have readable ids of their own, and the code of each can be read."""
    ids = [str(cell.get("id", "")) for cell in lesson.cells]
    faults = [f"two cells have the id {i}" for i in sorted({i for i in ids if ids.count(i) > 1})]
    faults += [f"a cell needs a readable id (got {i!r})" for i in ids if not _READABLE.fullmatch(i)]
    faults += [
        f"cell {cell['id']} is no Python"
        for cell in lesson.code_cells
        if text_of(cell).strip("\n #") and not parsed(text_of(cell)).body and "raises-exception" not in tags_of(cell)
    ]
    return faults


def acts_of(lesson: Lesson) -> int:
    """How many acts a lesson asks for."""
    return sum(bool(ACTS & {*tags_of(cell)}) for cell in lesson.cells)


def kinds_asked(lesson: Lesson) -> list[str]:
    """The kinds of all quick checks of a lesson."""
    return [kind for cell in lesson.cells for kind in lesson.questions(cell)]


FORM: tuple[Rule, ...] = (
    words_within_limits,
    minutes_are_told,
    cells_within_limits,
    players_ask_for_an_act,
    few_typed_predictions,
    checks_between_exercises,
    graded_numbers_are_new,
    pictures_have_words,
    plots_are_tagged,
    links_lead_somewhere,
    neighbours_are_linked,
    pages_are_one_click_away,
    its_parts_are_there,
    exercises_are_those_of_the_table,
    no_answer_before_its_prediction,
    outputs_are_no_failures,
    cells_can_be_told_apart,
)
