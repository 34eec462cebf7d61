"""A whole class, generated: all are graded, none is lost, and who was killed half-way ends with the same table."""

import csv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kit.generated_class import HOSTILE, Expected, kill_half_way, start_grading, wait_for_success, write_class

from microgradviz.grading.batch import Batch, grade_batch
from microgradviz.grading.journal import Journal
from microgradviz.grading.reports.tables import write_csv


def check_table(table: Path, due: dict[str, Expected]) -> None:
    """Every submission has a row, with the points or the reason that it must have."""
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = {row["file"]: row for row in csv.DictReader(file)}
    assert rows.keys() == due.keys()
    for name, what in due.items():
        assert bool(rows[name]["reason"]) is what.broken, (name, rows[name])
        if what.points is not None:
            assert int(rows[name]["earned"]) == what.points, (name, rows[name])


def test_a_generated_class_is_graded(require_sandbox: None, tmp_path: Path) -> None:
    due = write_class(tmp_path / "class", 40)
    batch = Batch((tmp_path / "class",), "a secret of the tests")
    with Journal(tmp_path / "journal") as journal:
        write_csv(grade_batch(batch, journal, lambda: ThreadPoolExecutor(2), 4), tmp_path / "marks.csv")
    check_table(tmp_path / "marks.csv", due)


@pytest.mark.slow
def test_a_large_class_is_graded_on_after_a_kill(require_sandbox: None, tmp_path: Path) -> None:
    count, folder, secret = 2000, tmp_path / "class", tmp_path / "class.secret"
    due = write_class(folder, count)
    secret.write_text("a secret of the tests", encoding="utf-8")
    wait_for_success(start_grading(folder, tmp_path / "whole.csv", secret, jobs=2))
    done = kill_half_way(folder, tmp_path / "parts.csv", secret, 2, count)
    assert count // 2 <= done < count
    assert not (tmp_path / "parts.csv").exists()
    wait_for_success(start_grading(folder, tmp_path / "parts.csv", secret, jobs=2))
    assert (tmp_path / "parts.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    check_table(tmp_path / "whole.csv", due)


def test_there_are_enough_hostile_ones() -> None:
    assert len(HOSTILE) >= 25
