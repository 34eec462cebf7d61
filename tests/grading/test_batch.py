"""A whole class: any executor gives the same table, and nothing that dies on the way loses a mark."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from kit.dying_worker import double

from microgradviz import cli
from microgradviz.exercises.base import Exercise
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading import batch, command, official_marks, summary, workers
from microgradviz.grading.batch import Batch, grade_batch, grade_notebook
from microgradviz.grading.journal import Journal
from microgradviz.grading.reports.tables import write_csv
from microgradviz.grading.results import ExerciseMark, GradedSubmission
from microgradviz.grading.sandbox.box import BoxResult, NoSandbox
from microgradviz.grading.secret import read_or_make_secret

SECRET = "a secret of the tests"
ROOT = Path(__file__).parents[2]


def notebook(answers: dict[str, str]) -> str:
    """A notebook with these answers, as text."""
    cells = [
        {"cell_type": "code", "metadata": {"tags": [f"exercise-{name}"]}, "source": text, "outputs": []}
        for name, text in answers.items()
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def hand_in(folder: Path, count: int) -> Path:
    """A folder of so many notebooks: good, wrong and hostile ones, no two with the same code."""
    folder.mkdir()
    e, f = EXERCISES["slope_mul"], EXERCISES["training_loop"]
    for k in range(count):
        text = [e.solution, e.stub, e.wrong[0].text(e.solution), "import os; os._exit(0)", "slope_mul = ("][k % 5]
        answers = {"slope_mul": f"{text}\nmine = {k}", **({"training_loop": f.solution} if k % 3 else {})}
        (folder / f"learner {k:02}.ipynb").write_text(notebook(answers) if k % 7 != 6 else "{broken")
    return folder


def graded(folder: Path, to: Path, make: Any = lambda: ThreadPoolExecutor(2), **options: Any) -> bytes:
    """The table of a folder, as it stands in the CSV file."""
    with Journal(to.with_suffix(".journal")) as journal:
        write_csv(grade_batch(Batch((folder,), SECRET, **options), journal, make, 4), to)
    return to.read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hand_in(tmp_path_factory.mktemp("class") / "class", 20)


@pytest.fixture(scope="module")
def table(folder: Path, require_sandbox: None, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The class's marks, found by two threads."""
    return graded(folder, tmp_path_factory.mktemp("table") / "table.csv")


def test_every_submission_gets_one_row(table: bytes, folder: Path) -> None:
    rows = table.decode("utf-8-sig").splitlines()
    assert len(rows) == 1 + len(list(folder.iterdir()))
    assert [row.split(",")[0] for row in rows[1:]] == sorted(path.name for path in folder.iterdir())


def test_a_process_pool_gives_the_same_table(table: bytes, folder: Path, tmp_path: Path) -> None:
    assert graded(folder, tmp_path / "pool.csv", lambda: workers.process_pool(2)) == table


@pytest.fixture(scope="module")
def cluster(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a Dask cluster of two worker processes on this machine, with this environment or another."""
    distributed = pytest.importorskip("distributed", reason="pip install 'microgradviz[cluster]'")
    workers = {"n_workers": 2, "threads_per_worker": 1, "env": getattr(request, "param", {})}
    with distributed.LocalCluster(**workers, dashboard_address=":0") as made:
        yield made.scheduler_address


def test_a_cluster_gives_the_same_table(table: bytes, folder: Path, tmp_path: Path, cluster: str) -> None:
    (tmp_path / "out.secret").write_text(SECRET)
    assert cli.main(["grade", str(folder), "--out", str(tmp_path / "out.csv"), "--cluster", cluster]) == 0
    assert (tmp_path / "out.csv").read_bytes() == table


def test_a_worker_whose_program_is_another_grades_nothing(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(workers.WorkersFailed, match="runs another version of microgradviz"):
        graded(folder, tmp_path / "a.csv", program="another")
    assert not (tmp_path / "a.journal").read_text()


@pytest.mark.slow
def test_a_worker_of_another_version_is_refused(
    folder: Path, tmp_path: Path, cluster: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(batch, "_program_hash", lambda: "another")
    assert cli.main(["grade", str(folder), "--out", str(tmp_path / "out.csv"), "--cluster", cluster]) == 1
    assert "runs another version of microgradviz: install the same one there." in capsys.readouterr().err
    assert not (tmp_path / "out.journal").read_text()


def test_without_a_cluster_it_is_a_sentence(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["grade", str(folder), "--out", str(tmp_path / "out.csv"), "--no-sandbox", "--cluster", "nowhere:1"]
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "distributed", None)
        assert cli.main(command) == 1
    assert "--cluster needs Dask: pip install 'microgradviz[cluster]'" in capsys.readouterr().err
    pytest.importorskip("distributed", reason="pip install 'microgradviz[cluster]'")
    monkeypatch.setattr(workers, "_TO_ANSWER", 0.1)
    assert cli.main(command) == 1
    assert "--cluster must be the address of a Dask scheduler (got 'nowhere:1')" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("cluster", [{"PATH": "/nowhere"}], indirect=True)
def test_a_worker_without_a_sandbox_is_refused(
    folder: Path, tmp_path: Path, cluster: str, capsys: pytest.CaptureFixture[str], require_sandbox: None
) -> None:
    assert cli.main(["grade", str(folder), "--out", str(tmp_path / "out.csv"), "--cluster", cluster]) == 1
    assert "needs bubblewrap" in capsys.readouterr().err
    assert not (tmp_path / "out.journal").read_text()


def heed_ctrl_c() -> None:
    """Take Ctrl-C as a terminal's program does, also where the tests run in the background and it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_batch_that_is_stopped_again_and_again_goes_on_to_the_same_table(
    table: bytes, folder: Path, tmp_path: Path
) -> None:
    """By Ctrl-C, by kill, and by kill -9 in the middle of a line; with a clock that is set all the time."""
    (tmp_path / "sitecustomize.py").write_text(
        "import random, time\nreal = time.time\ntime.time = lambda: real() + random.choice((-1e8, 1e8))\n"
    )
    out, journal = tmp_path / "out.csv", tmp_path / "out.journal"
    (tmp_path / "out.secret").write_text(SECRET)
    command = [sys.executable, "-m", "microgradviz", "grade", str(folder), "--out", str(out), "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}  # its workers have that clock, too
    for stop, done in ((signal.SIGINT, 3), (signal.SIGTERM, 6), (signal.SIGKILL, 9)):
        for _ in range(9):  # on a busy machine all may be done before the signal comes
            run = subprocess.Popen(
                command,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                preexec_fn=heed_ctrl_c,
            )
            until = monotonic() + 60
            while monotonic() < until and lines(journal) < done:
                sleep(0.005)
            run.send_signal(stop)
            said, _ = run.communicate(timeout=60)
            if run.returncode != 0:
                break
            out.unlink()
            journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[: done - 3]))
        assert run.returncode == (-stop if stop == signal.SIGKILL else 130)
        assert stop == signal.SIGKILL or "run the same command again" in said
        assert "Traceback" not in said
        assert not out.exists()
        assert done <= lines(journal) < 20
    with open(journal, "ab") as file:
        file.write(b'{"key": "half a line')
    os.utime(journal, (2e9, 2e9))  # begun in the year 2033, before the clock was put back
    again = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert again.returncode == 0, again.stderr
    assert out.read_bytes() == table
    assert lines(journal) == 20


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_a_full_disk_is_a_sentence_that_says_what_is_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fill(journal: Journal, key: str, graded: GradedSubmission) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Journal, "add", fill)
    assert cli.main(["grade", str(folder), "--out", str(tmp_path / "a.csv"), "--jobs", "1", "--no-sandbox"]) == 1
    said = "No room is left on the disk. What is done is kept: run the same command again to go on."
    assert said in capsys.readouterr().err


def test_a_lesson_counts_with_all_its_exercises_and_unreadable_files_are_named(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.csv"
    command = ["grade", str(folder), "--out", str(out), "--jobs", "1", "--no-sandbox"]
    assert cli.main([*command, "--only", "3", "mse"]) == 0
    names = [e.name for e in EXERCISES.values() if e.lesson == "03"] + ["mse"]
    assert out.read_text(encoding="utf-8-sig").splitlines()[0].split(",")[6:-5] == names
    said = capsys.readouterr().out
    assert said.count("It is not a notebook: its JSON is damaged.") == 2
    assert "learner 06.ipynb: " in said


def test_what_is_in_the_journal_is_not_run_again(
    table: bytes, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert graded(folder, tmp_path / "a.csv") == table
    with monkeypatch.context() as patched:
        patched.setattr(workers, "run_tasks", lambda *_: pytest.fail("there is nothing to do"))
        assert graded(folder, tmp_path / "a.csv") == table


def test_files_without_a_notebook_are_named_and_the_grader_s_own_are_not(
    require_sandbox: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("zoe/a.ipynb", "zoe/plot.png", "ada/work.zip", "bo/a.ipynb.txt", "cy/.hidden", "__MACOSX/x"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(notebook({"slope_mul": EXERCISES["slope_mul"].stub}))
    (tmp_path / "eve").symlink_to("ada")
    command = ["grade", ".", "--out", "marks.csv", "--html", "pages", "--receipts", "receipts", "--jobs", "1"]
    for _ in range(2):
        assert cli.main(command) == 0
        said = "Files, but no notebook: ada/work.zip and 1 other place. Unpack archives, and let names end in .ipynb."
        assert said in capsys.readouterr().out
    for name in ("ada/work.zip", "bo/a.ipynb.txt"):
        (tmp_path / name).unlink()
    assert cli.main(command) == 0
    assert "no notebook" not in capsys.readouterr().out


# ---------------------------------------------------------------- the secret, the seeds and what counts


def test_seeds_are_no_learners_to_know_and_the_same_again() -> None:
    e, f = EXERCISES["slope_mul"], EXERCISES["slope_tanh"]
    seeds = [
        official_marks.answer_seed(*about)
        for about in ((SECRET, e, "x"), ("other", e, "x"), (SECRET, f, "x"), (SECRET, e, "y"))
    ]
    assert len(set(seeds)) == 4
    assert seeds[0] == official_marks.answer_seed(SECRET, e, "x")


def test_a_mark_can_be_found_again_from_its_receipt(folder: Path, require_sandbox: None) -> None:
    found = grade_notebook(folder / "learner 02.ipynb", folder, SECRET).exercises
    mark = next(mark for mark in found if mark.name == "slope_mul")
    e = EXERCISES["slope_mul"]
    source = e.wrong[0].text(e.solution)
    again = official_marks.mark_answer(e, source, mark.seed)
    assert (again.earned, again.rows, again.mistake) == (mark.earned, mark.rows, mark.mistake)
    assert mark.mistake == e.wrong[0].sentence
    assert (len(mark.code), mark.version) == (64, e.version)


def test_a_mark_tells_whether_anybody_touched_the_stub(tmp_path: Path, require_sandbox: None) -> None:
    stub = EXERCISES["slope_mul"].stub
    for name, text in (("as_it_was", stub), ("touched", f"{stub}\n    return None\n")):
        (tmp_path / f"{name}.ipynb").write_text(notebook({"slope_mul": text}))
        (mark,) = grade_notebook(tmp_path / f"{name}.ipynb", tmp_path, SECRET).exercises
        assert (mark.earned, mark.untouched) == (0, name == "as_it_was")


def test_what_counts_counts_for_everybody(folder: Path, require_sandbox: None) -> None:
    only = grade_notebook(folder / "learner 00.ipynb", folder, SECRET, only=("slope_mul", "adam"))
    assert [(mark.name, mark.found, mark.earned) for mark in only.exercises] == [
        ("slope_mul", "tag", 3),
        ("adam", "", 0),
    ]
    found = official_marks.add_missing_marks(GradedSubmission("a.ipynb", "a", only.exercises[:1]), {"slope_tanh"})
    assert [mark.name for mark in found.exercises] == ["slope_tanh", "slope_mul"]
    assert found.exercises[0].mistake == "No answer was found."
    broken = GradedSubmission("a.ipynb", "a", reason="It is broken.")
    assert official_marks.add_missing_marks(broken, {"slope_tanh"}) == broken


def test_numbers_by_hand_may_rest_on_the_values_of_their_lesson(require_sandbox: None, tmp_path: Path) -> None:
    lesson = json.loads((ROOT / "notebooks" / "02_backprop_by_hand.ipynb").read_text(encoding="utf-8"))
    answers = {
        "sum_times_by_hand": {"a": "-c.data / 2", "b": "-c.data / 2", "c": "3"},
        "l_by_hand": {"a": "8", "b": "f.data", "c": "-f.data", "f": "3"},
        "diamond_by_hand": {"u": "u.data - 3", "v": "5", "a": "y.data - 193"},
        "inside_first": {"u": "10", "x": "u.data + 5"},
    }
    for cell in lesson["cells"]:
        for tag in cell["metadata"].get("tags", ()):
            if (name := tag.removeprefix("exercise-")) in answers:
                cell["source"] = f"{name} = {{{', '.join(f'{key!r}: {x}' for key, x in answers[name].items())}}}"
    (tmp_path / "zoe.ipynb").write_text(json.dumps(lesson), encoding="utf-8")
    found = grade_notebook(tmp_path / "zoe.ipynb", tmp_path, SECRET)
    earned = {mark.name: mark.earned for mark in found.exercises}
    assert {name: earned[name] for name in answers} == {name: EXERCISES[name].points for name in answers}


def test_a_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    made = read_or_make_secret(tmp_path / "secret")
    assert len(made) == 64
    assert read_or_make_secret(tmp_path / "secret") == made
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    (tmp_path / "empty").touch()
    with pytest.raises(ValueError, match="at least 16 letters"):
        read_or_make_secret(tmp_path / "empty")


def test_without_a_sandbox_every_mark_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(official_marks, "require_sandbox", lambda: pytest.fail("no sandbox was asked for"))
    found = grade_notebook(folder / "learner 00.ipynb", folder, SECRET, sandbox=False)
    assert (found.sandboxed, found.earned) == (False, 3)
    assert not grade_notebook(folder / "learner 06.ipynb", folder, SECRET, sandbox=False).sandboxed


def test_what_the_grader_stumbles_over_costs_its_own_exercise(
    require_sandbox: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = official_marks.judge_result

    def stumbling(exercise: Exercise, seed: str, came: BoxResult) -> ExerciseMark:
        return 1 // 0 if exercise.name == "slope_tanh" else honest(exercise, seed, came)  # type: ignore[return-value]

    monkeypatch.setattr(official_marks, "judge_result", stumbling)
    path = tmp_path / "a.ipynb"
    path.write_text(notebook({name: f"{EXERCISES[name].solution}1" for name in ("slope_tanh", "slope_mul")}))
    add, mul = grade_notebook(path, tmp_path, SECRET).exercises
    assert (add.earned, mul.earned) == (0, 3)
    assert "stumbled over it (ZeroDivisionError" in add.mistake


def test_without_walls_nothing_is_graded(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fall() -> None:
        raise NoSandbox("bubblewrap: it is missing, and here is what to do.")

    for module in (official_marks, command):
        monkeypatch.setattr(module, "require_sandbox", fall)
    with pytest.raises(NoSandbox):
        graded(folder, tmp_path / "a.csv")
    assert cli.main(["grade", str(folder), "--out", str(tmp_path / "b.csv")]) == 1
    assert "here is what to do" in capsys.readouterr().err
    assert not (tmp_path / "b.csv").exists()


# ---------------------------------------------------------------- workers that die


def test_a_worker_that_dies_loses_nothing_but_its_own_task() -> None:
    found = dict(workers.run_tasks(range(8), double, lambda: workers.process_pool(2), 4, NoSandbox))
    assert found == {x: None if x == 3 else 2 * x for x in range(8)}


class Falling(ThreadPoolExecutor):
    """An executor whose workers die, whatever they do."""

    def submit(self, *about: Any, **more: Any) -> Any:
        raise BrokenProcessPool("gone")


def test_workers_that_die_one_after_another_end_the_batch() -> None:
    with pytest.raises(workers.WorkersFailed, match="gone"):
        list(workers.run_tasks(range(99), double, Falling, 4, NoSandbox))


def test_no_more_is_handed_out_than_may_be_at_once() -> None:
    taken: list[int] = []

    def items() -> Iterable[int]:
        for x in range(50):
            taken.append(x)
            yield x

    executors: list[Executor] = []

    def make() -> Executor:
        executors.append(ThreadPoolExecutor(2))
        return executors[-1]

    most = 0
    for done, _ in enumerate(workers.run_tasks(items(), str, make, 5, NoSandbox)):
        most = max(most, len(taken) - done)
    assert most <= 5
    assert len(executors) == 1


def test_a_worker_lost_for_good_gets_a_row_with_the_reason(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "run_tasks", lambda todo, *_: ((item, None) for item in todo))
    rows = graded(folder, tmp_path / "a.csv").decode("utf-8-sig").splitlines()
    assert rows[1].startswith("learner 00.ipynb,learner 00,")
    assert all("The process that graded it came to an end" in row for row in rows[1:])


# ---------------------------------------------------------------- the journal


@pytest.mark.parametrize("tail", [b"", b'{"key": "c", "gra', b"\n", b"[1]\n", b"[" * 9999 + b"\n", b"\xff\xfe"])
def test_a_journal_keeps_every_whole_line_and_goes_on(tmp_path: Path, tail: bytes) -> None:
    first, second = GradedSubmission("ä.ipynb", "Zoë"), GradedSubmission("b.ipynb", "b", reason="It is\nbroken.")
    with Journal(tmp_path / "journal") as journal:
        journal.add("a", first)
    with open(tmp_path / "journal", "ab") as file:
        file.write(tail)
    with Journal(tmp_path / "journal") as journal:
        assert "a" in journal
        assert "c" not in journal
        journal.add("b", second)
        assert (journal["a"], journal["b"]) == (first, second)
    with Journal(tmp_path / "journal") as journal:
        assert (journal["a"], journal["b"]) == (first, second)


def test_only_one_may_write_a_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal"), pytest.raises(ValueError, match="is being written by another grade"):
        Journal(tmp_path / "journal")
    with Journal(tmp_path / "journal") as journal:
        journal.add("a", GradedSubmission("a.ipynb", "a"))


def test_a_notebook_that_changed_replaces_its_row_and_one_that_is_gone_loses_it(
    require_sandbox: None, tmp_path: Path
) -> None:
    folder = hand_in(tmp_path / "class", 2)
    before = graded(folder, tmp_path / "a.csv")
    (folder / "learner 00.ipynb").write_text(notebook({"slope_mul": EXERCISES["slope_mul"].stub}))
    (folder / "learner 01.ipynb").unlink()
    now = graded(folder, tmp_path / "a.csv")
    assert [table.count(b"\n") for table in (before, now)] == [3, 2]
    assert b"learner 00.ipynb,learner 00,,3,0,0.0" in now


def test_another_version_of_the_program_grades_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "learner 00.ipynb"
    before = Batch((folder,), SECRET).key(path, folder)
    assert before == Batch((folder,), SECRET).key(path, folder) != Batch((folder,), SECRET * 2).key(path, folder)
    monkeypatch.setattr(batch, "_program_hash", lambda: "another")
    assert before != Batch((folder,), SECRET).key(path, folder)


# ---------------------------------------------------------------- the command


def test_the_line_on_the_terminal_tells_how_far_it_is() -> None:
    assert summary.progress_line(0, 10, 0, 0.0).strip() == "0 of 10 · 0.0/s"
    assert summary.progress_line(10, 10, 10, 5.0) == f"{'━' * 30} 10 of 10 · 2.0/s"
    assert "3 h left" in summary.progress_line(100, 10_000, 100, 100.0 + 9)


# fmt: off
MISTAKES = {
    "no notebook": (["--out", "a.csv"], "PATH must hold notebooks"),
    "no such exercise": (["--only", "slop_mul", "--out", "a.csv"], "must name exercises"),
    "no processes": (["--jobs", "0", "--out", "a.csv"], "--jobs must be at least 1"),
    "no such day": (["--due", "soon", "--out", "a.csv"], "--due must be a date"),
    "no roster": (["--roster", "nowhere.csv", "--out", "a.csv"], "cannot be read"),
    "over a notebook": (["--out", "class/a.ipynb"], "--out and PATH must be two places"),
    "over the roster": (["--roster", "a.csv", "--out", "a.csv"], "--out and --roster must be two places"),
    "over the secret": (["--out", "a.secret"], "--out and the secret must be two places"),
    "a mark that does not count": (["--only", "mse", "--overrides", "o.txt", "--out", "a.csv"], "exercises that count"),
    "over a folder": (["--out", "class"], "--out must be a file (got the folder 'class'); give class/grades.csv"),
    "into this folder": (["--out", "."], "--out must be a file (got the folder '.'); give grades.csv"),
    "into a folder": (["--out", "new/"], "--out must be a file (got the folder 'new/'); give new/grades.csv"),
    "a name that is nearly one": (["--only", "slop_mul", "--out", "a.csv"], "did you mean slope_mul"),
    "no such lesson": (["--only", "77", "--out", "a.csv"], "there are the lessons 00, 01"),
    "no gradebook": (["--out", "a.csv", "--canvas", "c.csv"], "--canvas must come with --roster"),
    "over a device": (["--out", "pipe"], "--out must be a file"),
    "over a link": (["--out", "a.csv", "--overview", "link"], "--overview must be a file"),
    "pages in a file": (["--out", "a.csv", "--html", "o.txt"], "may write (got 'o.txt': file exists)"),
    "receipts in a device": (["--out", "a.csv", "--receipts", "pipe"], "--receipts must lead into a folder"),
    "receipts below a file": (["--out", "a.csv", "--receipts", "o.txt/x"], "--receipts must lead into a folder"),
    "a table below a file": (["--out", "o.txt/a.csv"], "may write (got 'o.txt/a.csv': file exists)"),
    "pages in the table": (["--out", "a.csv", "--html", "a.csv"], "--out and --html must be two places"),
    "pages nowhere": (["--out", "a.csv", "--html", "link"], "--html must lead into a folder where you may write"),
}
# fmt: on


@pytest.mark.parametrize(("options", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_the_command_is_told_before_the_work(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("a.json")
    (tmp_path / "o.txt").write_text("learner,exercise,earned,by,reason\na,slope_mul,1,Ada,on paper\n")
    if said != "PATH must hold notebooks":
        (tmp_path / "class" / "a.ipynb").write_text("{}")
    assert cli.main(["grade", "class", *options]) == 1
    assert said in capsys.readouterr().err
    assert not (tmp_path / "a.secret").exists()


def test_a_learner_cannot_stop_a_report_by_the_name_of_a_file(require_sandbox: None, tmp_path: Path) -> None:
    names = ["x.ipynb", "x/receipt.json.ipynb", "\x01" * 100 + ".ipynb", "/".join(["\x02" * 9] * 99) + ".ipynb"]
    for path in (tmp_path / "class" / name for name in names):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(notebook({"slope_mul": EXERCISES["slope_mul"].solution}))
    (tmp_path / "class" / "link.ipynb").symlink_to(tmp_path / "a.csv")
    options = ["--out", str(tmp_path / "a.csv"), "--receipts", str(tmp_path / "receipts"), "--jobs", "1"]
    assert cli.main(["grade", str(tmp_path / "class"), *options]) == 0
    assert len(list((tmp_path / "receipts").iterdir())) == 5


def test_what_is_no_file_or_far_too_large_stops_no_batch(require_sandbox: None, tmp_path: Path) -> None:
    folder = hand_in(tmp_path / "class", 1)
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "device.ipynb").symlink_to("/dev/zero")
    with (folder / "endless.ipynb").open("wb") as file:
        file.truncate(1 << 42)
    rows = graded(folder, tmp_path / "table.csv").decode("utf-8-sig").splitlines()
    reasons = {"pipe": "ordinary file", "device": "a link to a file outside", "endless": "larger than 50 MB"}
    for row in rows[1:]:
        assert reasons.get(row.split(".")[0], "yes") in row


def test_notebooks_of_one_name_from_two_folders_have_a_receipt_each(require_sandbox: None, tmp_path: Path) -> None:
    paths = [str(hand_in(tmp_path / name, 1)) for name in ("monday", "tuesday")]
    options = ["--out", str(tmp_path / "a.csv"), "--receipts", str(tmp_path / "receipts"), "--jobs", "1"]
    assert cli.main(["grade", *paths, *options]) == 0
    first, second = sorted(path.stem for path in (tmp_path / "receipts").iterdir())
    assert second == f"{first}-2"


def test_every_report_is_written(require_sandbox: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = hand_in(tmp_path / "class", 3)
    (tmp_path / "roster.csv").write_text("learner,name\nlearner 00,Zoë\nlearner 09,Ben\n")
    options = ["--receipts", "receipts", "--html", "pages", "--overview", "a.html"]
    named = [str(tmp_path / option) if not option.startswith("--") else option for option in options]
    roster = ["--roster", str(tmp_path / "roster.csv"), "--due", "2000-01-01"]
    assert cli.main(["grade", str(folder), "--out", str(tmp_path / "a.csv"), "--jobs", "1", *named, *roster]) == 0
    rows = (tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 5
    assert "No notebook (.ipynb) was handed in." in rows[2]
    assert all((tmp_path / name).exists() for name in ("a.html", "receipts", "pages"))
    (page,) = (tmp_path / "pages").glob("learner-00*.html")
    assert f'href="pages/{page.name}"' in (tmp_path / "a.html").read_text(encoding="utf-8")
    receipt = str(tmp_path / "receipts" / f"{page.stem}.json")
    capsys.readouterr()
    assert cli.main(["regrade", receipt, str(folder / "learner 00.ipynb")]) == 0
    said = "The same marks: 3 points for 2 exercises, from the same code and inputs.\n"
    assert capsys.readouterr().out == said
    assert cli.main(["regrade", receipt, str(folder / "learner 01.ipynb")]) == 1
    assert capsys.readouterr().out.startswith("Not all is as it was:\n")
