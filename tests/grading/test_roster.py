"""A class: whose a notebook is, what is late, and marks that a person set, each with who and why."""

import os
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from microgradviz.grading.class_list import (
    NOT_IN_ROSTER,
    NOTHING_HANDED_IN,
    SEVERAL_IN_ROSTER,
    apply_roster,
    modification_times,
)
from microgradviz.grading.owners import Owners
from microgradviz.grading.results import ExerciseMark, GradedSubmission, MarkChange, RowMark, group_by_learner
from microgradviz.grading.roster import Learner, Override, parse_datetime, read_overrides, read_roster
from microgradviz.grading.summary import unmatched_warning

MARK = ExerciseMark("slope_mul", 3, 1, "tag")


def graded(file: str, learner: str = "") -> GradedSubmission:
    return GradedSubmission(file, learner or file.split("/")[0].removesuffix(".ipynb"), (MARK,))


def table(folder: Path, text: str | bytes, name: str = "class.csv") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# ---------------------------------------------------------------- the roster


@pytest.mark.parametrize(
    "text",
    [
        "learner,name,email\nz1,Zoë Rose,zoe@x.org\na2,Ada,\n",
        "\ufefflearner,name,email\r\nz1,Zoë Rose,zoe@x.org\r\na2,Ada,\r\n",
        "ID;Name;E-Mail\nz1;Zoë Rose;zoe@x.org\n\na2;Ada\n",
        "Learner ID\tname\temail\tgroup\nz1\tZoë Rose\tzoe@x.org\t7\na2\tAda\t\t\n",
        "Full name,ID number,Email address,Status\nZoë Rose,z1,zoe@x.org,Submitted\nAda,a2,,\n",
        'id, name ,email\n z1 ,"Zoë Rose", zoe@x.org\na2,Ada,',
    ],
)
def test_a_roster_is_read_as_spreadsheets_write_it(tmp_path: Path, text: str) -> None:
    assert read_roster(table(tmp_path, text)) == [Learner("z1", "Zoë Rose", "zoe@x.org"), Learner("a2", "Ada")]


ZOE, ADA = ("Zoë Rose", "zoe@x.org"), ("Ada Lee", "ada@x.org")


@pytest.mark.parametrize(
    ("text", "learners"),
    {
        "first name and surname": (
            "First name,Surname,ID number,Email address\nZoë,Rose,z1,zoe@x.org\nAda,Lee,,ada@x.org\n",
            [Learner("z1", *ZOE), Learner("ada@x.org", *ADA)],
        ),
        "nothing but names": ("First name;Surname\nZoë;Rose\n", [Learner("Zoë Rose", "Zoë Rose")]),
        "Canvas": (
            "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (77),Notes,Notes,Final Score\n"
            ",,,,,Manual Posting,,,\n    Points Possible,,,,,10.00,,,(read only)\n"
            '"Rose, Zoë",12,s12,zrose,A,9.00,,,90\n"Lee, Ada",34,,alee,A and B,,,,\n"Student, Test",56,,0f3c,A,,,,\n',
            [Learner("12", "Rose, Zoë", also=("s12", "zrose")), Learner("34", "Lee, Ada", also=("alee",))],
        ),
        "Canvas, names apart": (
            "LastName,FirstName,ID,SIS Login ID,Section\n    Points Possible,,,,\nRose,Zoë,12,zrose,A\n",
            [Learner("12", "Zoë Rose", also=("zrose",))],
        ),
    }.values(),
)
def test_the_tables_of_schools_and_platforms_are_rosters(tmp_path: Path, text: str, learners: list[Learner]) -> None:
    assert read_roster(table(tmp_path, text)) == learners


def test_a_line_of_a_plain_table_is_never_left_out_in_silence(tmp_path: Path) -> None:
    for line, name in ((",Points Possible", "Points Possible"), (',"Student, Test"', "Student, Test")):
        assert read_roster(table(tmp_path, f"id,name,section\n{line},7\n")) == [Learner(name, name)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "class.csv must have a column learner (got none)"),
        ("group\n7\n", "class.csv must have a column learner (got group)"),
        ("learner\n", "class.csv must have a line for each learner (got none)"),
        ("learner,group\n,7\n", "class.csv, line 2: learner must be given"),
        ("learner\na\nA\n", "class.csv, line 3: each learner must stand in it once (got 'A' again)"),
        ("learner\na,b\n", "class.csv, line 2: there must be 1 columns (got 2)"),
        ('learner\n"a\n', "class.csv, line 2: it must be CSV (unexpected end of data)"),
        ("learner\nZo\xeb\n".encode("latin-1"), "class.csv must be UTF-8 text; save it as CSV UTF-8"),
        (
            "learner,submitted\na,yesterday\n",
            "class.csv, line 2: submitted must be a date such as 2026-11-20 or 2026-11-20T18:00 (got 'yesterday')",
        ),
    ],
)
def test_a_bad_roster_is_refused_in_one_sentence(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        read_roster(table(tmp_path, text))


def test_a_roster_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^none.csv cannot be read: no such file or directory$"):
        read_roster(tmp_path / "none.csv")


@pytest.mark.parametrize(
    ("file", "owner"),
    [
        ("z1.ipynb", "z1"),
        ("Z1.ipynb", "z1"),
        ("z1/exercises.ipynb", "z1"),
        ("week 1/z1.ipynb", "z1"),
        ("z1_exercises.ipynb", "z1"),
        ("zoe@x.org/exercises.ipynb", "z1"),
        ("Zoë Rose_1234_assignsubmission_file/exercises.ipynb", "z1"),
        ("Zoe\u0308  rose/exercises.ipynb", "z1"),  # the same name, spelled in two characters
        ("upload-17.ipynb", "f3"),
        ("sam/exercises.ipynb", None),  # there are two
        ("Fay_77_assignsubmission_file/z1.ipynb", None),  # a file may be called as its learner likes
        ("stranger.ipynb", None),
        ("_.ipynb", None),
    ],
)
def test_a_notebook_finds_its_owner(file: str, owner: str | None) -> None:
    roster = [
        *(Learner("z1", "Zoë Rose", "zoe@x.org"), Learner("f3", "Fay", file="upload-17.ipynb")),
        *(Learner("s1", "Sam"), Learner("s2", "Sam")),
    ]
    found = apply_roster([graded(file)], roster)
    own = [one for one in found if one.file]
    assert len(own) == 1
    assert (own[0].learner if not own[0].note else None) == owner
    unclear = {"sam/exercises.ipynb": "s1, s2", "Fay_77_assignsubmission_file/z1.ipynb": "f3, z1"}.get(file)
    why = f"{SEVERAL_IN_ROSTER} ({unclear}): write it into the column file of one." if unclear else NOT_IN_ROSTER
    assert own[0].note == ("" if owner else why)


@pytest.mark.parametrize(
    "file", ["ann_lee.ipynb", "ann_lee_week1.ipynb", "Ann_Lee_7_file/exercises.ipynb", "week_1/ann_lee/exercises.ipynb"]
)
def test_a_name_with_an_underscore_is_not_taken_for_its_beginning(file: str) -> None:
    for roster in ([Learner("ann"), Learner("ann_lee")], [Learner("ann_lee"), Learner("ann")], [Learner("ann_lee")]):
        (own,) = (one for one in apply_roster([graded(file)], roster) if one.file)
        assert (own.learner, own.note) == ("ann_lee", "")


PLATFORMS = {
    "Moodle": "Zoë Rose_1234_assignsubmission_file_/exercises.ipynb",
    "Moodle, last name first": "Rose Zoë_1234_assignsubmission_file_/exercises.ipynb",
    "Canvas": "rosezoë_12_5678_exercises.ipynb",
    "Canvas, late": "submissions/rosezoë_LATE_12_5678_exercises-1.ipynb",
    "by hand": "Rose, Zoë/exercises.ipynb",
}


@pytest.mark.parametrize("file", PLATFORMS.values(), ids=PLATFORMS)
def test_a_download_of_a_platform_finds_its_owners(file: str) -> None:
    roster = [
        Learner("12", "Rose, Zoë", also=("zrose",)),
        *(Learner("34", "Ada Lee", also=("ada_l",)), Learner("1", "Al", also=("rose",)), Learner("5678", "Bo")),
    ]
    for names in (roster, [Learner("12", "Zoë Rose", also=roster[0].also), *roster[1:]]):
        assert [who.learner for who in Owners(names).candidates(file)] == ["12"]


def test_two_learners_of_one_name_are_told_apart_by_canvas_s_number() -> None:
    owners = Owners([Learner("12", "Lee, Ann"), Learner("34", "Lee, Ann"), Learner("56")])
    names = ("leeann_34_1_x", "leeann_LATE_12_34_x", "leeann_99_12_34_x", "leeann", "bob_56_78_x", "bob_78_56_12_x")
    found = [[who.learner for who in owners.candidates(f"{name}.ipynb")] for name in names]
    assert found == [["34"], ["12"], ["12", "34"], ["12", "34"], ["56"], []]


def test_a_number_of_a_platform_s_own_is_nobody_s_id() -> None:
    owners = Owners([Learner("1", "Al"), Learner("2026", "Bo"), Learner("777", "Cy")])
    for name in ("week-1/x", "doeeve_777_1_x", "Eve Doe_777_assignsubmission_file_/x"):
        assert owners.candidates(f"{name}.ipynb") == []


# ---------------------------------------------------------------- the class


def test_the_rows_of_a_class_follow_the_roster_and_none_is_missing() -> None:
    roster = [Learner("c", "Cy"), Learner("b", "Bo"), Learner("a", "Al")]
    found = apply_roster([graded("a/1.ipynb"), graded("x.ipynb"), graded("c.ipynb"), graded("a/2.ipynb")], roster)
    assert [(one.learner, one.name, one.file, one.reason or one.note) for one in found] == [
        ("c", "Cy", "c.ipynb", ""),
        ("b", "Bo", "", NOTHING_HANDED_IN),
        ("a", "Al", "a/1.ipynb", ""),
        ("a", "Al", "a/2.ipynb", ""),
        ("x", "", "x.ipynb", NOT_IN_ROSTER),
    ]


def test_two_learners_of_one_name_are_told_that_it_is_not_clear_whose_a_notebook_is() -> None:
    roster = [Learner("s1", "Sam"), Learner("s2", "Sam"), Learner("f3", "Fay")]
    found = apply_roster([graded("Sam/1.ipynb"), graded("stranger.ipynb")], roster)
    unclear = "It is not clear whose Sam/1.ipynb is: write it into the column file of one learner of the roster."
    assert [one.reason for one in found] == [unclear, unclear, NOTHING_HANDED_IN, "", ""]
    assert unmatched_warning(found) == "2 notebooks of nobody's, by the roster: see the end of the table."
    assert apply_roster([graded(".fay.ipynb")], roster)[2].file == ".fay.ipynb"


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\x0b", "\x1c"])
def test_no_letter_of_a_name_begins_another_line(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "class.csv"
    path.write_text(f"learner,name\nz1,Zoë{mark}Rose\nf3,Fay\n", encoding="utf-8")
    assert [learner.learner for learner in read_roster(path)] == ["z1", "f3"]


def test_a_notebook_of_nobody_s_is_not_added_to_a_learner_s() -> None:
    roster = [Learner("z1", "Zoë"), Learner("f3", "Fay")]
    mixed = GradedSubmission("Z1/Fay.ipynb", "Z1", (MARK,))  # the folder of one, and a file of another
    found = apply_roster([graded("z1.ipynb"), mixed, graded("f3.ipynb")], roster)
    assert [(one.learner, one.note) for one in found] == [("z1", ""), ("f3", ""), ("Z1/Fay.ipynb", found[2].note)]
    assert found[2].note.startswith(SEVERAL_IN_ROSTER)
    (one,) = [own for own in group_by_learner(found) if own[0].learner == "z1"]
    assert [part.file for part in one] == ["z1.ipynb"]


def test_the_terminal_tells_of_notebooks_that_match_nobody() -> None:
    roster = [Learner("c", "Cy"), Learner("b", "Bo")]
    said = "1 notebook of nobody's, by the roster: see the end of the table."
    assert unmatched_warning(apply_roster([graded("c.ipynb"), graded("Rose, Zoë/1.ipynb")], roster)) == said
    assert unmatched_warning(apply_roster([graded("c.ipynb")], roster)) == ""


def test_without_a_roster_nothing_is_moved() -> None:
    rows = [graded("b.ipynb"), graded("a.ipynb")]
    assert apply_roster(rows) == rows


# ---------------------------------------------------------------- dates


def test_a_date_alone_is_due_at_its_last_moment_and_submitted_at_its_first() -> None:
    due = parse_datetime("--due", "2026-11-20", end_of_day=True)
    assert due - parse_datetime("--due", "2026-11-20") == timedelta(days=1) - timedelta(microseconds=1)
    assert due.tzinfo is not None


@pytest.mark.parametrize("text", ["", "20.11.2026", "2026-13-01", "2026-02-30", "soon", "9" * 99])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="must be a date such as 2026-11-20"):
        parse_datetime("--due", text)


def test_what_is_late_is_marked_and_keeps_its_marks() -> None:
    due = parse_datetime("--due", "2026-11-20T18:00+00:00")
    times = {
        "a.ipynb": parse_datetime("--due", "2026-11-20T18:00+00:00"),
        "b.ipynb": parse_datetime("--due", "2026-11-20T20:30+01:00"),
        "c.ipynb": parse_datetime("--due", "2026-11-21T18:00+00:00"),
    }
    roster = [
        Learner("a"),
        Learner("b"),
        Learner("c", submitted=parse_datetime("--due", "2026-11-20T17:00+00:00")),
        Learner("d"),
    ]
    found = apply_roster([graded(f"{x}.ipynb") for x in "abc"], roster, due=due, times=times)
    assert [one.late for one in found] == ["", "1 h 30 min late", "", ""]
    assert [one.earned for one in found] == [1, 1, 1, 0]


def test_the_time_of_a_file_is_when_it_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "a" / "z.ipynb"
    path.parent.mkdir()
    path.touch()
    os.utime(path, (1_700_000_000, 1_700_000_000))
    times = modification_times([(path, tmp_path), (tmp_path / "gone.ipynb", tmp_path)])
    assert times == {"a/z.ipynb": datetime.fromtimestamp(1_700_000_000).astimezone()}


def test_of_files_of_one_name_the_latest_tells_the_time(tmp_path: Path) -> None:
    items = []
    for name, second in (("monday", 1_700_000_009), ("tuesday", 1_700_000_000)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "z.ipynb").touch()
        os.utime(tmp_path / name / "z.ipynb", (second, second))
        items.append((tmp_path / name / "z.ipynb", tmp_path / name))
    for order in (items, items[::-1]):
        assert modification_times(order) == {"z.ipynb": datetime.fromtimestamp(1_700_000_009).astimezone()}


# ---------------------------------------------------------------- marks that a person set

HEAD = "learner,exercise,earned,by,reason\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("learner,exercise,earned,by\n", "class.csv must have a column reason (got learner, exercise, earned, by)"),
        (HEAD + "a,slope_mul,3,Ada,\n", "class.csv, line 2: reason must be given"),
        (HEAD + "a,slope_mul,3,,because\n", "class.csv, line 2: by must be given"),
        (HEAD + ",slope_mul,3,Ada,because\n", "class.csv, line 2: learner must be given"),
        (HEAD + "a,slope,3,Ada,b\n", "class.csv, line 2: exercise must be the name of an exercise (got 'slope')"),
        *(
            (
                HEAD + f"a,slope_mul,{x},Ada,b\n",
                f"class.csv, line 2: earned must be a whole number from 0 to 3 (got {x!r})",
            )
            for x in ("4", "-1", "2.5", "", "three", "٣")
        ),
        (
            HEAD + "a,slope_mul,3,Ada,b\nA,slope_mul,2,Ada,b\n",
            "class.csv, line 3: slope_mul of 'A' must be set once (got it again)",
        ),
    ],
)
def test_an_override_that_is_not_whole_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        read_overrides(table(tmp_path, text))


def test_an_override_keeps_what_was_found(tmp_path: Path) -> None:
    overrides = read_overrides(table(tmp_path, HEAD + 'A,slope_mul,3,Ada,"The statement, as it was, misled"\n'))
    (found,) = apply_roster([graded("a.ipynb")], overrides=overrides)
    assert found.changes == (MarkChange("slope_mul", 1, 3, "Ada", "The statement, as it was, misled"),)
    assert found.earned == 3
    assert GradedSubmission.from_json(found.to_json()) == found


def test_after_an_override_nothing_is_said_of_the_answer() -> None:
    mark = ExerciseMark(
        "broken_sums",
        3,
        0,
        "tag",
        (RowMark("r", 3, 0),),
        mistake="They were not found by backpropagation.",
    )
    (found,) = apply_roster(
        [GradedSubmission("a.ipynb", "a", (mark,))], overrides=[Override("a", "broken_sums", 3, "Ada", "It is right.")]
    )
    assert [(m.earned, m.mistake, m.rows) for m in found.exercises] == [(3, "", ())]


def test_an_override_goes_where_the_answer_is() -> None:
    other = GradedSubmission("a/0.ipynb", "a", (ExerciseMark("slope_mul", 3, 0),))
    found = apply_roster([other, graded("a/1.ipynb")], overrides=[Override("a", "slope_mul", 2, "Ada", "r")])
    assert [one.earned for one in found] == [0, 2]


def test_an_override_stands_in_place_of_the_answer_that_counts() -> None:
    worse = GradedSubmission("a/0.ipynb", "a", (ExerciseMark("slope_mul", 3, 0, "tag"),))
    found = apply_roster([worse, graded("a/1.ipynb")], overrides=[Override("a", "slope_mul", 2, "Ada", "r")])
    assert found[0] == worse
    assert found[1].changes == (MarkChange("slope_mul", 1, 2, "Ada", "r"),)


def test_an_override_counts_for_who_handed_in_nothing_that_can_be_read() -> None:
    (found,) = apply_roster([], [Learner("a")], overrides=[Override("a", "slope_mul", 2, "Ada", "on paper")])
    assert (found.earned, found.reason) == (2, NOTHING_HANDED_IN)


def test_an_override_of_a_stranger_is_refused() -> None:
    with pytest.raises(ValueError, match=r"an override must be of a learner who is there \(got 'b'\)"):
        apply_roster([graded("a.ipynb")], overrides=[Override("b", "slope_mul", 2, "Ada", "r")])


def test_everybody_gets_the_points_of_a_faulty_exercise_in_one_line(tmp_path: Path) -> None:
    lines = "learner,exercise,earned,by,reason\n*,slope_mul,3,Eve,it was faulty\nbob,slope_mul,2,Eve,a talk\n"
    rows = [graded("ada/x.ipynb"), graded("bob/x.ipynb"), graded("stranger/x.ipynb")]
    roster = [Learner("ada"), Learner("bob"), Learner("cy")]
    found = apply_roster(rows, roster, overrides=read_overrides(table(tmp_path, lines)))
    assert [(one.learner, one.earned) for one in found] == [("ada", 3), ("bob", 2), ("cy", 3), ("stranger", 1)]
    assert found[0].changes == (MarkChange("slope_mul", 1, 3, "Eve", "it was faulty"),)


def test_two_learners_with_one_file_are_told_and_neither_gets_it_alone() -> None:
    roster = [Learner("ada", file="pair.ipynb"), Learner("bob", file="pair.ipynb")]
    ada, bob, pair = apply_roster([graded("pair.ipynb")], roster)
    assert pair.note == f"{SEVERAL_IN_ROSTER} (ada, bob): write it into the column file of one."
    why = "It is not clear whose pair.ipynb is: write it into the column file of one learner of the roster."
    assert ada.reason == bob.reason == why


@pytest.mark.parametrize(
    ("file", "late"),
    [
        ("rosezoë_LATE_12_5678_x.ipynb", "late, by its name"),
        ("submissions/rosezoë_LATE_12_5678_x-1.ipynb", "late, by its name"),
        ("rosezoë_12_5678_x_LATE_1_2_.ipynb", ""),
        ("rosezoë_12_5678_x.ipynb", ""),
        ("late.ipynb", ""),
    ],
)
def test_canvas_says_in_the_name_what_came_late(file: str, late: str) -> None:
    (one,) = apply_roster([graded(file)], [Learner("12", "Zoë Rose")] if "12" in file else [])
    assert one.late == late
    if late:
        due = parse_datetime("--due", "2026-11-20T18:00")
        (one,) = apply_roster([one], [Learner("12", "Zoë Rose")], due=due, times={file: due + timedelta(hours=2)})
        assert one.late == "2 h late"
