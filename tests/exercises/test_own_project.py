"""A project: bad tables get a sentence, true ones are read, and each line of the checklist finds its fault."""

import re
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

import pytest

from microgradviz import Value, project, read_table
from microgradviz.exercises.own_project.tables import FEWEST_ROWS, MOST_ROWS

GOOD = ["size,age,price", *(f"{i},{i % 3},{2 * i + i % 3}" for i in range(12))]


def write(folder: Path, *lines: str, name: str = "mine.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding=encoding)
    return path


def test_a_table_is_read_with_its_last_column_as_the_target(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, *GOOD))
    assert (table.columns, table.target) == (["size", "age"], "price")
    assert (table.X[4], table.y[4]) == ([4.0, 1.0], 9.0)
    assert repr(table).startswith("mine.csv: 12 rows, size, age → price.")


def test_another_column_may_be_the_target(tmp_path: Path) -> None:
    table = read_table(write(tmp_path, *GOOD), target="size")
    assert (table.columns, table.X[4], table.y[4]) == (["age", "price"], [1.0, 9.0], 4.0)


def test_a_spreadsheet_may_write_semicolons_decimal_commas_and_a_mark_in_front(tmp_path: Path) -> None:
    lines = ["size;price", *(f"{i},5;{i},25" for i in range(10)), ""]
    table = read_table(write(tmp_path, *lines, encoding="utf-8-sig"))
    assert (table.columns, table.X[3], table.y[3]) == (["size"], [3.5], [3.25][0])


BAD: dict[str, tuple[list[str], str]] = {
    "text": ([*GOOD, "old,1,3"], "line 14 of mine.csv must have a number for size (got 'old'"),
    "a gap": ([*GOOD, "5,,3"], "line 14 of mine.csv must have a number for age (it is empty"),
    "one row": (GOOD[:2], "at least 10 rows below its names (got 1)"),
    "no rows": (GOOD[:1], "at least 10 rows below its names (got 0)"),
    "nothing at all": ([""], "must have two columns at least"),
    "one column": (["a", *map(str, range(20))], "must have two columns at least"),
    "no names": (GOOD[1:], "must name the columns (got numbers: 0, 0, 0)"),
    "a name twice": (["a,a", *GOOD[1:]], "must have a name of its own"),
    "too few entries": ([*GOOD, "5,6"], "line 14 of mine.csv must have 3 entries, as the first (got 2)"),
    "infinity": ([*GOOD, "inf,1,2"], "line 14 of mine.csv must have a number for size (got 'inf'"),
    "one target": (["a,b", *(f"{i},7" for i in range(12))], "must not be the same in every row (it is 7)"),
}


@pytest.mark.parametrize(("lines", "said"), BAD.values(), ids=BAD)
def test_a_bad_table_is_told_where_and_what_to_do(lines: list[str], said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        read_table(write(tmp_path, *lines))


def test_too_many_rows_are_refused_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, "a,b", *(f"{i},{i}" for i in range(100_000)))
    with pytest.raises(ValueError, match=rf"at most {MOST_ROWS:,} rows \(it has more\); keep some, taken at random"):
        read_table(path)


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("no_such_file.csv", "", "source must be a CSV file that is there, or one of planets, pendulum, triangles"),
        ("planets", "mass", "target of the table planets must be 'period'"),
    ],
)
def test_what_is_not_there_is_named(source: str, target: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_table(source, target)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.csv"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(ValueError, match=r"picture.csv must be a text file, saved as CSV in UTF-8"):
        read_table(path)


def test_the_planets_keep_keplers_law() -> None:
    table = read_table("planets")
    assert len(table.y) == FEWEST_ROWS
    assert all(abs(period / distance**1.5 - 1) < 0.01 for [distance], period in zip(table.X, table.y, strict=True))


def test_the_pendulum_is_slower_the_longer_it_is_and_the_further_it_swings() -> None:
    table = read_table("pendulum")
    assert table == read_table("pendulum")
    small = [(length, t) for (length, swing), t in zip(table.X, table.y, strict=True) if swing < 20]
    assert all(abs(t / (2.006 * length**0.5) - 1) < 0.06 for length, t in small)
    assert "by a formula, with noise added" in repr(table)


def test_half_of_the_triangles_are_acute() -> None:
    table = read_table("triangles")
    assert sorted(table.y) == [-1.0] * 60 + [1.0] * 60
    for (a, b, c), label in zip(table.X, table.y, strict=True):
        short, middle, long = sorted((a, b, c))
        assert short + middle > long
        assert (short**2 + middle**2 > long**2) == (label > 0)


# ---------------------------------------------------------------- the checklist

TABLE = read_table("pendulum")
_ROWS = Random(3).sample(range(80), 80)
TRAIN, HELD = _ROWS[:60], _ROWS[60:]
MEAN = fmean(TABLE.y[i] for i in TRAIN)


def standard(rows: list[int], spread_of: list[int] | None = None, power: int = 1) -> Any:
    means = [fmean(TABLE.X[i][j] for i in rows) for j in range(2)]
    spreads = [pstdev(TABLE.X[i][j] for i in spread_of or rows) ** power for j in range(2)]
    return lambda row: [(x - mean) / spread for x, mean, spread in zip(row, means, spreads, strict=True)]


def by_range(rows: list[int]) -> Any:
    columns = [[TABLE.X[i][j] for i in rows] for j in range(2)]
    return lambda row: [(x - fmean(c)) / (max(c) - min(c)) for x, c in zip(row, columns, strict=True)]


DONE: dict[str, Any] = {
    "train": TRAIN,
    "held": HELD,
    "scale": standard(TRAIN),
    "baseline": fmean((TABLE.y[i] - MEAN) ** 2 for i in HELD),
    "first_loss": 1.0,
    "losses": [1.05, 0.4, 0.1],
    "model": lambda row: 2.006 * row[0] ** 0.5,
}


def line(report: Any, number: int) -> tuple[bool | None, str]:
    return report.lines[number][1:]


def test_a_finished_project_is_a_page_that_can_be_saved(tmp_path: Path) -> None:
    report = project(TABLE, "Slow <swings>", **DONE)
    assert report, report
    assert "5 of 5 done" in repr(report)
    page = report.save(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Slow &lt;swings&gt;" in page
    assert "data:image/svg+xml" in page
    assert page.count("✓ yes") == 5
    assert 'name="color-scheme" content="light dark"' in page  # its picture goes by the system, and so must the page


def test_what_is_not_given_yet_is_left_open() -> None:
    report = project(TABLE)
    assert not report
    assert [done for _, done, _ in report.lines] == [None] * 5
    assert "0 of 5 done" in repr(report)


WRONG: dict[str, tuple[int, dict[str, Any], str]] = {
    "in both parts": (0, {"held": [*HELD, TRAIN[0]]}, "is in both parts"),
    "in the table's order": (0, {"train": range(60), "held": range(60, 80)}, "in the table's order: shuffle first"),
    "hardly any held out": (0, {"train": _ROWS[:77], "held": _ROWS[77:]}, "hold out a tenth at least"),
    "rows, not numbers": (0, {"train": TABLE.X[:60]}, "must be numbers of rows, 0 to 79"),
    "a shuffle's None": (0, {"train": None}, "train is None: random.shuffle(rows) shuffles the list itself"),
    "a row twice": (0, {"train": [*TRAIN, TRAIN[0]]}, "listed twice"),
    "scaled by all": (1, {"scale": standard(_ROWS)}, "those of all rows: the held-out ones leak"),
    "means of all": (1, {"scale": standard(_ROWS, TRAIN)}, ": that is the mean of all rows"),
    "spread without its root": (1, {"scale": standard(TRAIN, TRAIN, power=2)}, ": that divides by the mean squared"),
    "not scaled": (1, {"scale": lambda row: row}, "length must come out with mean 0 and spread 1 (got"),
    "the mean alone": (
        1,
        {"scale": standard(TRAIN, power=0)},
        "(got mean 0, spread 0.47): the mean is taken away; now divide by",
    ),
    "divided by the range": (1, {"scale": by_range(TRAIN)}, ": that divides by largest − smallest"),
    "one number": (1, {"scale": lambda row: row[:1]}, "must return 2 numbers"),
    "raises": (1, {"scale": lambda row: row / 2}, "it raised TypeError"),
    "baseline in training": (2, {"baseline": fmean((TABLE.y[i] - MEAN) ** 2 for i in TRAIN)}, "on the training rows"),
    "baseline's root": (2, {"baseline": DONE["baseline"] ** 0.5}, "that is the root"),
    "baseline's sum": (2, {"baseline": DONE["baseline"] * 20}, "that is the sum"),
    "baseline's mean": (2, {"baseline": MEAN}, "that is the mean itself"),
    "baseline of distances": (2, {"baseline": fmean(abs(TABLE.y[i] - MEAN) for i in HELD)}, "square each one first"),
    "baseline of nothing": (2, {"baseline": 7}, "is not what comes out"),
    "first loss": (3, {"first_loss": 3.0}, "more than a fifth apart"),
    "guesses": (4, {"model": lambda row: MEAN}, "not even a hundredth better than the baseline"),
    "the mean but for rounding": (4, {"model": lambda row: MEAN + 1e-9}, "not even a hundredth better"),
    "worse than the mean": (4, {"model": lambda row: MEAN + 1}, "squared): worse than the baseline"),
    "ran away": (4, {"model": lambda row: 1e200, "losses": [1.0, 7e9]}, "ran away, from 1 to 7e9. The rate is"),
    "no number": (4, {"model": lambda row: None}, "it raised TypeError"),
    "not a number": (4, {"model": lambda row: float("nan")}, "not even a hundredth better than the baseline"),
}


@pytest.mark.parametrize(("number", "change", "said"), WRONG.values(), ids=WRONG)
def test_a_fault_is_found_and_named(number: int, change: dict[str, Any], said: str) -> None:
    report = project(TABLE, **{**DONE, **change})
    done, told = line(report, number)
    assert done is False
    assert said in told
    assert not report


def test_a_row_that_got_lost_between_the_parts_is_asked_about() -> None:
    done, told = line(project(TABLE, **{**DONE, "held": HELD[1:]}), 0)
    assert done
    assert told == f"60 rows to train on, 19 held out; row {HELD[0]} is in neither part: is that on purpose?"


@pytest.mark.parametrize(("rows", "said"), [(range(80), "the held-out ones leak"), (HELD, "mean of the held-out rows")])
def test_the_mean_of_other_rows_is_named_however_near_the_baseline_it_comes(rows: Any, said: str) -> None:
    other = fmean(TABLE.y[i] for i in rows)
    baseline = fmean((TABLE.y[i] - other) ** 2 for i in HELD)
    assert abs(baseline - DONE["baseline"]) < 0.02 * DONE["baseline"], "no longer a near miss"
    done, told = line(project(TABLE, **{**DONE, "baseline": baseline}), 2)
    assert done is False
    assert said in told
    assert line(project(TABLE, **{**DONE, "baseline": round(DONE["baseline"], 3)}), 2)[0]


def test_an_answer_may_be_a_value_and_signs_are_counted() -> None:
    table = read_table("triangles")

    def right(row: list[float]) -> Value:
        short, middle, long = sorted(row)
        return Value(0.5 if short**2 + middle**2 > long**2 else -0.5)

    order = Random(2).sample(range(120), 120)
    done, told = line(project(table, train=order[:90], held=order[90:], model=right), 4)
    assert done
    assert "100 % of the held-out signs are right" in told


def test_a_table_must_be_one() -> None:
    with pytest.raises(TypeError, match="table must be what read_table returned"):
        project([[1, 2]])  # type: ignore[arg-type]
