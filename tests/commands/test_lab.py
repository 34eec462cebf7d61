"""`microgradviz lab`: the course in a folder, where nothing of the learner's is ever lost."""

import errno
import json
import os
import re
import webbrowser
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest

from microgradviz import cli
from microgradviz.commands import course, delivery, lab, parts

LESSON, OTHER = "00_start_here.ipynb", "05_local_derivatives.ipynb"
Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Say:
    """Call the command in an empty directory: its exit code, what it said, what it complained about."""
    monkeypatch.chdir(tmp_path)

    def called(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(["lab", *arguments])
        said = capfd.readouterr()
        return code, said.out, said.err

    return called


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """What JupyterLab was started with, each time, in place of JupyterLab."""
    starts: list[list[str]] = []
    monkeypatch.setattr(lab, "_start", starts.append)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("firefox"))
    return starts


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, str]]:
    """A newer version of the course: in every file a sentence more."""

    def released(sentence: str) -> dict[str, str]:
        newer = {name: _with_sentence(name, text, sentence) for name, text in course.course_files().items()}
        monkeypatch.setattr(delivery, "course_files", lambda: newer)
        return newer

    return released


def _with_sentence(name: str, text: str, sentence: str) -> str:
    if name.endswith(".md"):
        return f"{text}\n{sentence}\n"
    notebook = json.loads(text)
    notebook["cells"][0]["source"].append(f"\n{sentence}")
    return json.dumps(notebook, indent=1)


def _edit(path: Path, sentence: str = "My own note.") -> str:
    path.write_text(_with_sentence(path.name, path.read_text(encoding="utf-8"), sentence), encoding="utf-8")
    return path.read_text(encoding="utf-8")


def _run(path: Path) -> None:
    """As if it had been opened and run to its end: outputs, counts, metadata, and JupyterLab's empty cell below."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"execution_count": 7, "outputs": [{"output_type": "stream", "name": "stdout", "text": ["hello"]}]}
    notebook["cells"].append(
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": []}
    )
    notebook["metadata"]["language_info"]["version"] = "3.11.7"
    path.write_text(json.dumps(notebook), encoding="utf-8")


def test_the_course_is_copied_whole(say: Say) -> None:
    code, said, _ = say("--copy-only")
    assert code == 0
    assert "microgradviz-course" in said
    for name, text in course.course_files().items():
        assert Path("microgradviz-course", name).read_text(encoding="utf-8") == text


def test_a_notebook_is_copied_without_the_cell_that_colab_alone_needs(say: Say) -> None:
    say("mine", "--copy-only")
    stored = (course.course_folder() / LESSON).read_text(encoding="utf-8")
    cell = r'(  \{\n   "cell_type": "code",\n[^{]*"id": "colab".*?\n  \},\n)'
    before, colab, after = re.split(cell, stored, flags=re.DOTALL)
    assert "google.colab" in colab
    assert Path("mine", LESSON).read_text(encoding="utf-8") == before + after


def test_every_link_of_the_course_leads_to_a_file_that_is_copied() -> None:
    assert {LESSON, "README.md", "glossary.md", "cheat_sheet.md"} <= set(course.course_files())


def test_the_same_command_again_changes_nothing(say: Say) -> None:
    say("mine", "--copy-only")
    before = {path: path.stat().st_mtime_ns for path in Path("mine").iterdir()}
    _, said, _ = say("mine", "--copy-only")
    assert {path: path.stat().st_mtime_ns for path in Path("mine").iterdir()} == before
    assert "copied" not in said


def test_within_the_course_it_is_this_course_that_is_meant(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    say("mine", "--copy-only")
    monkeypatch.chdir("mine")
    before = sorted(Path().iterdir())
    _, said, _ = say("--copy-only")
    assert said == f"The course is in {Path.cwd()}\n"
    assert sorted(Path().iterdir()) == before


def test_a_few_files_that_come_later_are_named(say: Say, release: Any) -> None:
    say("mine", "--copy-only")
    Path("mine", OTHER).unlink()
    assert f"({OTHER} copied)" in say("mine", "--copy-only")[1]


def test_an_edited_notebook_stays_and_a_newer_lesson_is_put_beside_it(say: Say, release: Any) -> None:
    say("mine", "--copy-only")
    mine = _edit(Path("mine", OTHER))
    newer = release("A newer sentence.")
    _, said, _ = say("mine", "--copy-only")
    assert Path("mine", OTHER).read_text(encoding="utf-8") == mine
    assert Path("mine", "05_local_derivatives.new.ipynb").read_text(encoding="utf-8") == newer[OTHER]
    assert f"{OTHER} has your edits and stays; the newer one is beside it: 05_local_derivatives.new.ipynb" in said
    _, again, _ = say("mine", "--copy-only")
    assert "beside" not in again
    assert not Path("mine", "05_local_derivatives.new2.ipynb").exists()


def test_what_was_not_edited_is_updated_in_its_place(say: Say, release: Any) -> None:
    say("mine", "--copy-only")
    newer = release("A newer sentence.")
    _, said, _ = say("mine", "--copy-only")
    assert {path.name for path in Path("mine").iterdir()} == {*newer, delivery.RECORD}
    assert all(Path("mine", name).read_text(encoding="utf-8") == text for name, text in newer.items())
    assert LESSON in said


def test_to_run_a_notebook_is_no_edit(say: Say, release: Any) -> None:
    say("mine", "--copy-only")
    _run(Path("mine", LESSON))
    newer = release("A newer sentence.")
    say("mine", "--copy-only")
    assert Path("mine", LESSON).read_text(encoding="utf-8") == newer[LESSON]


def test_a_newer_lesson_beside_an_edited_one_follows_too_unless_it_was_edited(say: Say, release: Any) -> None:
    say("mine", "--copy-only")
    _edit(Path("mine", LESSON))
    release("The second edition.")
    say("mine", "--copy-only")
    third = release("The third edition.")
    say("mine", "--copy-only")
    beside = Path("mine", "00_start_here.new.ipynb")
    assert beside.read_text(encoding="utf-8") == third[LESSON]
    kept = _edit(beside)
    fourth = release("The fourth edition.")
    say("mine", "--copy-only")
    assert beside.read_text(encoding="utf-8") == kept
    assert Path("mine", "00_start_here.new2.ipynb").read_text(encoding="utf-8") == fourth[LESSON]


def test_an_edited_glossary_stays_too(say: Say, release: Any) -> None:
    say("mine", "--copy-only")
    mine = _edit(Path("mine", "glossary.md"))
    release("A newer sentence.")
    say("mine", "--copy-only")
    assert Path("mine", "glossary.md").read_text(encoding="utf-8") == mine
    assert Path("mine", "glossary.new.md").exists()


@pytest.mark.parametrize("record", ["", "{}", "[1]", '{"delivered": 3}', None], ids=repr)
def test_without_a_record_every_difference_counts_as_an_edit(say: Say, release: Any, record: str | None) -> None:
    say("mine", "--copy-only")
    mine = _edit(Path("mine", LESSON))
    if record is None:
        Path("mine", delivery.RECORD).unlink()
    else:
        Path("mine", delivery.RECORD).write_text(record)
    release("A newer sentence.")
    say("mine", "--copy-only")
    assert Path("mine", LESSON).read_text(encoding="utf-8") == mine
    assert Path("mine", "00_start_here.new.ipynb").exists()


def test_a_lesson_that_was_renamed_comes_again(say: Say) -> None:
    say("mine", "--copy-only")
    Path("mine", LESSON).rename(Path("mine", "my first lesson.ipynb"))
    say("mine", "--copy-only")
    assert Path("mine", LESSON).exists()
    assert Path("mine", "my first lesson.ipynb").exists()


def test_what_else_is_in_the_folder_stays(say: Say) -> None:
    Path("mine").mkdir()
    for name in ("my_engine.py", "microgradviz_progress.json", "README.md", LESSON):
        Path("mine", name).write_text("mine")
    say("mine", "--copy-only")
    for name in ("my_engine.py", "microgradviz_progress.json", "README.md", LESSON):
        assert Path("mine", name).read_text() == "mine"


def test_a_full_disk_halfway_loses_nothing_and_the_next_time_goes_on(
    say: Say, release: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("mine", "--copy-only")
    mine = _edit(Path("mine", OTHER))
    newer = release("A newer sentence.")
    room = iter(range(4))
    write = delivery.write_whole_file

    def limited(path: Path, text: str) -> None:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, text)

    with monkeypatch.context() as patch:
        patch.setattr(delivery, "write_whole_file", limited)
        code, _, complaint = say("mine", "--copy-only")
    assert code == 1
    assert "with room for the course (got " in complaint
    assert "no space left on device); nothing of yours was changed: make room and run the same command" in complaint
    assert Path("mine", OTHER).read_text(encoding="utf-8") == mine
    assert say("mine", "--copy-only")[0] == 0
    assert Path("mine", OTHER).read_text(encoding="utf-8") == mine
    assert all(Path("mine", name).read_text(encoding="utf-8") == text for name, text in newer.items() if name != OTHER)


def test_where_nothing_may_be_written_it_says_what_to_do(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, text: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(delivery, "write_whole_file", refuse)
    code, _, complaint = say("mine", "--copy-only")
    assert code == 1
    assert "FOLDER must be one where you may read and write" in complaint
    assert "permission denied)" in complaint
    assert "or name another one, such as" in complaint


def _a_file(folder: Path) -> str:
    (folder / "taken").write_text("mine")
    return "taken"


def _below_a_file(folder: Path) -> str:
    return f"{_a_file(folder)}/course"


def _a_folder_named_like_a_lesson(folder: Path) -> str:
    (folder / "odd" / LESSON).mkdir(parents=True)
    return "odd"


def _a_checkout(folder: Path) -> str:
    (folder / "microgradviz").mkdir()
    (folder / "microgradviz" / "cli.py").touch()
    return "."


def _notebooks_of_a_checkout(folder: Path) -> str:
    _a_checkout(folder)
    (folder / "notebooks").mkdir()
    return "notebooks"


BAD_FOLDERS = {
    _a_file: "file exists",
    _below_a_file: "not a directory",
    _a_folder_named_like_a_lesson: "is a directory",
    _a_checkout: "which is the project's",
    _notebooks_of_a_checkout: "which is the project's",
    lambda folder: str(course.course_folder()): "which is the project's",
    lambda folder: "x" * 300: "name another one",
}


@pytest.mark.parametrize(("make", "why"), BAD_FOLDERS.items(), ids=[make.__name__ for make in BAD_FOLDERS])
def test_a_folder_that_will_not_do_is_refused_with_what_to_do(
    say: Say, tmp_path: Path, make: Callable[[Path], str], why: str
) -> None:
    folder = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    code, _, complaint = say(folder, "--copy-only")
    assert code == 1
    assert "FOLDER must" in complaint
    assert why in complaint
    assert "name another one" in complaint
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (
            ["--lesson", "99"],
            "--lesson must be one of 00, 01, 02, 03, 03b, 04",
        ),
        (["--lesson", ""], "--lesson must be one of"),
        (["--port", "0"], "--port must be from 1 to 65535 (got 0)"),
        (["--port", "70000"], "--port must be from 1 to 65535 (got 70000)"),
        (["--browser"], "lab must be given what lab --help lists (got '--browser')"),
    ],
)
def test_a_bad_option_is_refused_before_anything_is_copied(
    say: Say, started: list[list[str]], options: list[str], why: str
) -> None:
    code, _, complaint = say(*options)
    assert code == 1
    assert not started
    assert why in complaint
    assert not Path("microgradviz-course").exists()


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("00", LESSON),
        ("5", OTHER),
        ("05", OTHER),
        ("05_local_derivatives.ipynb", OTHER),
        ("3b", "03b_python_you_need.ipynb"),
    ],
)
def test_a_lesson_is_found_by_its_number(asked: str, name: str) -> None:
    assert course.lesson_file(asked) == name


# ---------------------------------------------------------------- JupyterLab


def test_jupyterlab_opens_the_lesson_in_the_folder(say: Say, started: list[list[str]], tmp_path: Path) -> None:
    code, said, _ = say("my course", "--lesson", "05")
    assert code == 0
    assert f"--ServerApp.root_dir={tmp_path / 'my course'}" in started[0]
    assert f"--LabApp.default_url=/lab/workspaces/microgradviz/tree/{OTHER}" in started[0]
    assert "--ServerApp.open_browser=False" not in started[0]
    assert f"JupyterLab opens {OTHER} in your browser" in said


def _opened(started: list[list[str]]) -> str:
    (address,) = [option for option in started[-1] if option.startswith("--LabApp.default_url=")]
    return address.rpartition("/")[2]


def test_on_another_day_the_lesson_that_was_saved_last_is_opened(say: Say, started: list[list[str]]) -> None:
    say("mine")
    assert _opened(started) == LESSON
    for at, (name, change) in enumerate({"06_order.ipynb": _edit, OTHER: _run}.items(), start=1):
        change(Path("mine", name))
        os.utime(Path("mine", name), (at, at))
    os.utime(Path("mine", "07_backward.ipynb"))  # nobody worked on this one
    say("mine")
    assert _opened(started) == OTHER
    say("mine", "--lesson", "00")
    assert _opened(started) == LESSON


def test_what_kernels_say_is_encrypted_where_jupyter_can(say: Say, started: list[list[str]]) -> None:
    kernels = pytest.importorskip("jupyter_server.services.kernels.kernelmanager", reason="JupyterLab is not installed")
    known = "transport_encryption" in kernels.MappingKernelManager.class_trait_names()
    say()
    can = known and pytest.importorskip("zmq").has("curve")
    assert ("--MappingKernelManager.transport_encryption=auto" in started[0]) == can


def _no_browser() -> webbrowser.BaseBrowser:
    raise webbrowser.Error("could not locate runnable browser")


@pytest.mark.parametrize("get", [_no_browser, lambda: webbrowser.GenericBrowser("w3m")], ids=["none", "in a terminal"])
def test_without_a_browser_it_says_where_to_go(
    say: Say, started: list[list[str]], monkeypatch: pytest.MonkeyPatch, get: Callable[[], Any]
) -> None:
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", get)
    code, said, _ = say()
    assert code == 0
    assert "No browser was found here: open the address below in yours." in said
    assert "--ServerApp.open_browser=False" in started[0]


def test_no_browser_opens_none(say: Say, started: list[list[str]]) -> None:
    _, said, _ = say("--no-browser")
    assert "--ServerApp.open_browser=False" in started[0]
    assert "No browser was found" not in said


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no root")
@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_root_in_a_container_is_allowed(
    say: Say, started: list[list[str]], monkeypatch: pytest.MonkeyPatch, user: int, allowed: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    say()
    assert ("--ServerApp.allow_root=True" in started[0]) == allowed


def test_without_jupyterlab_the_course_is_copied_and_it_says_how_to_get_it(
    say: Say, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def installed(name: str) -> str:
        if name in lacking:
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(parts, "version", installed)
    lacking = ["jupyterlab", "matplotlib"]
    code, said, complaint = say()
    assert code == 1
    assert "The course is in" in said
    assert ' -m pip install "jupyterlab>=' in complaint
    assert not started
    lacking = ["matplotlib"]
    code, said, _ = say()
    assert (code, len(started)) == (0, 1)
    assert re.search('Lessons need what is missing here, matplotlib: .* install "matplotlib>=', said)
