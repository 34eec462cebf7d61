"""Every report says the same marks, and none can be steered by what a learner is called or hands in."""

import csv
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from kit.graded_class import graded_class, hostile_submission, mark_with_rows
from kit.sample_pictures import AWKWARD, HARMFUL

from microgradviz.exercises.advice.progress_file import write_whole_file
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading.reports.class_table import MOST_ROWS, class_table
from microgradviz.grading.reports.common import points_by_exercise
from microgradviz.grading.reports.learner_pages import learner_page, learner_page_names, write_learner_pages
from microgradviz.grading.reports.overview import common_mistakes, write_overview
from microgradviz.grading.reports.tables import write_canvas, write_csv
from microgradviz.grading.results import ExerciseMark, GradedSubmission, MarkChange, RowMark, merge_submissions
from microgradviz.grading.texts import csv_cell, duration_text, safe_file_name, visible_text

HOSTILE = [
    *HARMFUL,
    *AWKWARD,
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "＝1",
    "../../x",
]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


class Page(HTMLParser):
    """The tags, attributes and text of a page; `open` are elements that were never closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


TAGS = {"html", "head", "meta", "title", "style", "link", "body", "main", "h1", "h2", "h3", "p", "strong", "em", "code"}
TAGS |= {
    "meter",
    "section",
    "div",
    "span",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "details",
    "summary",
    "br",
    "a",
}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "rel", "href", "class", "min", "max", "value", "role"}
ATTRIBUTES |= {"aria-label", "scope", "tabindex", "title"}


def whole_page(html: str) -> Page:
    """A page that holds only what our own code puts there."""
    page = Page(html)
    assert page.open == []
    assert page.tags <= TAGS
    assert page.attributes <= ATTRIBUTES
    assert "default-src 'none'" in html
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", html)
    return page


# ---------------------------------------------------------------- tables


def test_the_csv_has_a_row_for_each_learner_and_a_column_for_each_exercise(tmp_path: Path) -> None:
    write_csv(graded_class(), tmp_path / "grades.csv")
    zoe, sam, ada, bad, gone = rows_of(tmp_path / "grades.csv")
    assert list(zoe) == [
        *("file", "learner", "name", "points", "earned", "percent"),
        *("slope_tanh", "slope_mul", "mse"),  # in the order of the course
        *("reason", "sandboxed", "late", "changed", "note"),
    ]
    assert (zoe["name"], zoe["points"], zoe["earned"], zoe["percent"]) == ("Zoë", "8", "3", "37.5")
    assert (zoe["slope_tanh"], zoe["slope_mul"], zoe["mse"]) == ("", "1", "2")
    assert (sam["late"], ada["sandboxed"], bad["reason"], gone["file"]) == ("1 h 30 min late", "no", "It is empty.", "")
    assert ada["changed"] == "slope_tanh: 3 in place of 0, set by Ada (it is right on paper)"


def test_the_csv_is_the_same_for_the_same_marks(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        write_csv(graded_class(), tmp_path / name)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_no_text_in_the_csv_is_a_formula_or_breaks_the_table(tmp_path: Path) -> None:
    write_csv([*map(hostile_submission, HOSTILE), *graded_class()], tmp_path / "grades.csv")
    rows = rows_of(tmp_path / "grades.csv")
    assert len(rows) == len(set(HOSTILE)) + 5
    for row in rows:
        assert None not in row
        for value in row.values():
            assert not value.strip().startswith(("=", "+", "-", "@", "\t", "\r", "＝"))
            assert value.isprintable() or set(value) & {"\u200c", "\u200d"}


# ---------------------------------------------------------------- a page for each learner


def test_a_page_says_in_words_what_was_wrong() -> None:
    page = whole_page(learner_page(graded_class()[0], points_by_exercise(graded_class())))
    for sentence in (
        "Zoë",
        "3 of 8 points (37.5 %)",
        "To look at again",
        "1 of 3 · ◐ some points",
        "Times swaps: x gets y.",
        "✗ number 1 is 2, which is not right",
        "All points",
        "2 of 2 · ✓ all points",
        "No answer was found to",
        EXERCISES["slope_tanh"].title,
    ):
        assert sentence in page.text
    assert {"em", "code", "meter", "details"} <= page.tags


@pytest.mark.parametrize(
    ("which", "sentences"),
    [
        (1, ["1 h 30 min late. The marks do not depend on it.", "The answer was found by the name that it defines."]),
        (
            2,
            [
                "No official mark, for it ran without a sandbox.",
                "slope_tanh: 3 in place of 0, set by Ada (it is right on paper)",
            ],
        ),
        (3, ["bad.ipynb", "It is empty.", "0 of 8 points"]),
        (4, ["No notebook (.ipynb) was handed in.", "no notebook"]),
    ],
)
def test_a_page_says_what_holds_for_the_whole_submission(which: int, sentences: list[str]) -> None:
    page = whole_page(learner_page(graded_class()[which], points_by_exercise(graded_class())))
    assert all(sentence in page.text for sentence in sentences)


def test_all_points_are_praised() -> None:
    one = GradedSubmission("a.ipynb", "a", (mark_with_rows("mse", 2),))
    assert "Every point earned. Well done!" in learner_page(one, points_by_exercise([one]))


def test_what_was_not_tried_has_no_tick() -> None:
    rows = tuple(RowMark(row.text, row.points, 0) for row in EXERCISES["slope_mul"].rows)
    for found, ticks in ((rows, 0), ((replace(rows[0], earned=1), *rows[1:]), len(rows))):
        mark = ExerciseMark("slope_mul", 3, 0, "tag", rows=found, mistake="The answer's own text stops.")
        page = learner_page(GradedSubmission("a.ipynb", "a", (mark,)), {"slope_mul": 3})
        assert (page.count("✓"), page.count("not tried")) == (ticks, len(rows) - ticks)


def test_two_notebooks_of_one_learner_make_one_page_with_the_better_answers(tmp_path: Path) -> None:
    own = [
        GradedSubmission("a/1.ipynb", "a", (mark_with_rows("mse", 0), mark_with_rows("slope_mul", 3))),
        GradedSubmission("a/2.ipynb", "a", (mark_with_rows("mse", 2), ExerciseMark("slope_mul", 3, 0))),
    ]
    write_learner_pages(own, tmp_path)
    (path,) = tmp_path.iterdir()
    assert "5 of 5 points" in whole_page(path.read_text()).text
    by_hand = GradedSubmission(
        "a/3.ipynb", "a", (mark_with_rows("mse", 1),), changes=(MarkChange("mse", 2, 1, "Ada", "copied"),)
    )
    assert merge_submissions([*own, by_hand]).earned == 4


def test_every_learner_has_a_page_of_ones_own_whatever_the_name(tmp_path: Path) -> None:
    rows = [hostile_submission(text) for text in HOSTILE]
    write_learner_pages(rows, tmp_path / "pages")
    written = sorted((tmp_path / "pages").iterdir())
    assert len({path.name.lower() for path in written}) == len({one.learner for one in rows}) == len(written)
    assert all(re.fullmatch(r"[\w-]+\.html", path.name) for path in written)
    for path in written:
        whole_page(path.read_text(encoding="utf-8"))


# ---------------------------------------------------------------- the class


def large(count: int) -> list[GradedSubmission]:
    return [
        GradedSubmission(
            f"{i}.ipynb", f"l{i}", (mark_with_rows("slope_mul", i % 4, "It is swapped." if i % 4 < 3 else ""),)
        )
        for i in range(count)
    ]


def test_the_overview_says_who_is_stuck_where_in_colours_and_in_words(tmp_path: Path) -> None:
    write_overview(graded_class(), tmp_path / "overview.html", tmp_path / "learner pages")
    html = (tmp_path / "overview.html").read_text()
    page = whole_page(html)
    for sentence in (
        "5 learners, 3 exercises, 8 points. The class earned 15 % of the points.",
        "1 submission without a sandbox: no official marks.",
        "sam, slope_mul: 0 of 3: Times *swaps*: `x` gets y.",
        "zoe, slope_tanh: no answer".replace("zoe", "Zoë"),
        "It is empty.",
        "1 h 30 min late",
        "set by Ada (it is right on paper)",
    ):
        assert sentence in page.text + unescape(html)
    assert f'href="learner%20pages/{learner_page_names(graded_class())["zoe"]}"' in html


def test_the_commonest_mistake_comes_first() -> None:
    assert common_mistakes(graded_class()) == [("slope_mul", "Times *swaps*: `x` gets y.", 2)]


def test_what_is_said_of_a_stub_that_nobody_touched_is_no_common_mistake() -> None:
    said = EXERCISES["slope_mul"].stub_sentence
    mark = mark_with_rows("slope_mul", 0, said)
    stubs = [GradedSubmission(f"{x}.ipynb", x, (replace(mark, untouched=True),)) for x in "abc"]
    assert common_mistakes(stubs) == []
    assert common_mistakes([*stubs, GradedSubmission("d.ipynb", "d", (mark,))]) == [("slope_mul", said, 1)]


@pytest.mark.parametrize("count", [1, MOST_ROWS, MOST_ROWS + 1, 2_000])
def test_a_table_of_any_class_is_readable(count: int) -> None:
    rows = large(count)
    assert class_table(rows, points_by_exercise(rows), {}).count("<tr>") == 2 + (count if count <= MOST_ROWS else 10)


def test_the_tenths_of_a_large_class_are_whole_and_in_order() -> None:
    rows = large(99)
    html = class_table(rows, points_by_exercise(rows), {})
    places = re.findall(r"row\">places (\d+) to (\d+)<", html)
    assert [int(begin) for begin, _ in places] == [1, *(int(end) + 1 for _, end in places[:-1])]
    assert places[-1][1] == "99"
    shares = [int(x) for x in re.findall(r">(\d+) %<", html)][1:]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == 10


@pytest.mark.parametrize("rows", [[], graded_class()[3:]], ids=["nobody", "nothing graded"])
def test_an_empty_class_has_reports_too(tmp_path: Path, rows: list[GradedSubmission]) -> None:
    write_overview(rows, tmp_path / "overview.html")
    write_csv(rows, tmp_path / "grades.csv")
    write_learner_pages(rows, tmp_path / "pages")
    assert len(list(tmp_path.glob("pages/*"))) == len(rows)
    assert len(rows_of(tmp_path / "grades.csv")) == len(rows)
    whole_page((tmp_path / "overview.html").read_text())


@pytest.mark.parametrize("first", range(0, len(HOSTILE), 30))
def test_a_hostile_name_is_only_shown(tmp_path: Path, first: int) -> None:
    some = HOSTILE[first : first + 30]  # few enough for the page to name all
    write_overview([*map(hostile_submission, some), *graded_class()], tmp_path / "overview.html", tmp_path / "pages")
    whole_page((tmp_path / "overview.html").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- text and files


def test_joiners_of_persian_and_emoji_stay() -> None:
    assert visible_text("می\u200cخواهم 👩‍👩‍👧") == "می\u200cخواهم 👩‍👩‍👧"


def test_a_number_is_a_cell_as_it_is_and_a_formula_is_text() -> None:
    assert [csv_cell(x) for x in ("3", "Zoë", "=1", " +1", "\n=1")] == ["3", "Zoë", "'=1", "' +1", "\\n=1"]
    assert [csv_cell(x) for x in ("a;=1", "a; @b;-c", "a; b")] == ["a;'=1", "a; '@b;'-c", "a; b"]


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "", ".", "..", "a/b", "A", "a b", "-x", "x" * 99, "ä"])
def test_a_name_that_no_file_may_have_gets_another(name: str) -> None:
    assert re.fullmatch(r"[\w-]{8,69}", safe_file_name(name), re.ASCII)
    assert safe_file_name(name) != name


@pytest.mark.parametrize(("seconds", "text"), [(0, "0 min"), (0.5, "1 min"), (86_400, "1 d"), (90_061, "1 d 1 h")])
def test_a_span_of_time_is_said_in_its_largest_units(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "report.html"
    write_whole_file(path, "old")

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole_file(path, "new")
    assert [(file.name, file.read_text()) for file in path.parent.iterdir()] == [("report.html", "old")]


GRADEBOOK = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (77),Final Score\n"
    "    Points Possible,,,,,10.00,(read only)\n"
    '"Rose, Zoë",zoe,s12,zrose,"A, and B",9.00,90\n"Lee, Ada",ada,,alee,A,,\n"Bad, Bo",bad,,bbad,A,,\n'
    '"Gone, Al",gone,,=algo,A,,\n"Student, Test",56,,0f3c,A,,\n'
)


def test_canvas_imports_the_marks_of_those_who_handed_in(tmp_path: Path) -> None:
    book = tmp_path / "gradebook.csv"
    book.write_text(f"\ufeff{GRADEBOOK}", encoding="utf-8")
    write_canvas(graded_class(), tmp_path / "c.csv", gradebook=book, column="Week 1 (77)")
    with (tmp_path / "c.csv").open(encoding="utf-8-sig", newline="") as file:
        head, possible, *rows = csv.reader(file)
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Week 1 (77)"]
    assert (possible[0].strip(), possible[-1]) == ("Points Possible", "8")
    assert rows == [
        ["Rose, Zoë", "zoe", "s12", "zrose", "A, and B", "3"],
        ["Lee, Ada", "ada", "", "alee", "A", "3"],
        ["Bad, Bo", "bad", "", "bbad", "A", ""],
        ["Gone, Al", "gone", "", "'=algo", "A", ""],
    ]
    book.write_text("learner\nzoe\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"Canvas's own gradebook as --roster \(it has no column Student\)"):
        write_canvas(graded_class(), tmp_path / "d.csv", gradebook=book, column="x")


def test_pages_are_named_as_platforms_want_them_and_none_takes_another_s() -> None:
    files = {
        "1": "Zoë Rose_1234_assignsubmission_file_/x.ipynb",
        "2": "submissions/leeada_LATE_34_5678_x-1.ipynb",
        "3": "mallory/leeada_LATE_34_5678_x-1.ipynb",
        "4": "bob/x.ipynb",
        "5": "a_1_2_<b>.ipynb",
    }
    names = learner_page_names([GradedSubmission(file, learner) for learner, file in files.items()])
    assert names == {
        "1": "Zoë Rose_1234_assignsubmission_file_feedback.html",
        "2": "leeada_LATE_34_5678_x-1.html",
        **{learner: f"{learner}.html" for learner in "345"},
    }


def test_lessons_without_an_answer_are_counted_not_listed() -> None:
    worth = {e.name: e.points for e in EXERCISES.values()}
    page = learner_page(GradedSubmission("a.ipynb", "a", (mark_with_rows("mse", 2),)), worth)
    count = sum(e.lesson == "07" for e in EXERCISES.values())
    assert count > 3
    assert f"Lesson 07: {count} exercises" in page
    assert page.count("No answer was found") == 1
    assert "Lesson 10: A clean slate, The four steps" in page
