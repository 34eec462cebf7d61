"""`microgradviz doctor`: what is there, what is not, and what to do."""

import re
import sys
from importlib.metadata import PackageNotFoundError, version

import pytest

from microgradviz import cli
from microgradviz.commands import parts

Said = tuple[int, str]
COURSE = ["jupyterlab", "ipykernel", "ipywidgets", "anywidget", "graphviz", "matplotlib"]


def examine(capsys: pytest.CaptureFixture[str]) -> Said:
    code = cli.main(["doctor"])
    return code, capsys.readouterr().out


def lack(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def installed(name: str) -> str:
        if name in names:
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(parts, "version", installed)


def test_what_is_installed_is_listed_with_its_version_and_the_course_can_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in COURSE:
        pytest.importorskip(name, reason=f"{name} is not installed: pip install -e '.[dev]'")
    code, said = examine(capsys)
    assert code == 0
    for name in COURSE:
        assert re.search(rf"^  yes  {name} {re.escape(version(name))} ", said, re.M)
    assert "The course can run: microgradviz lab" in said
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) <= 120


def test_what_the_course_lacks_is_named_with_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lack(monkeypatch, "jupyterlab", "matplotlib")
    code, said = examine(capsys)
    assert code == 1
    assert "  no   jupyterlab" in said
    assert re.search(
        r'  For jupyterlab, matplotlib: \S+ -m pip install "jupyterlab>=[\d.]+" "matplotlib>=[\d.]+"\n', said
    )
    assert "The course lacks jupyterlab, matplotlib." in said


def test_the_course_runs_without_what_is_only_nice_to_have(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lack(monkeypatch, "torch", "numpy", "llvmlite")
    monkeypatch.setattr(parts.shutil, "which", lambda name: None)
    code, said = examine(capsys)
    assert code == 0
    for name in ("dot", "torch", "numpy", "llvmlite"):
        assert f"\n  no   {name}" in said
    assert re.search(r'  For torch: \S+ -m pip install "torch>=[\d.]+" --index-url \S+/cpu\n', said)
    assert re.search(r'  For numpy, llvmlite: \S+ -m pip install "numpy>=[\d.]+" "llvmlite>=[\d.]+"\n', said)


def test_all_walls_of_the_sandbox_are_one_row(require_sandbox: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert examine(capsys)[1].count("  yes  sandbox") == 1


def test_a_wall_that_does_not_hold_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform != "linux":
        pytest.skip("the sandbox exists on Linux alone")
    from microgradviz.grading.sandbox import walls

    walls.wall_faults.cache_clear()
    monkeypatch.setattr(walls, "bubblewrap_path", lambda: None)
    code, said = examine(capsys)
    walls.wall_faults.cache_clear()
    assert code == 0  # a learner needs none
    assert re.search(r"  no   sandbox .*\n       bubblewrap: It needs bubblewrap: apt-get install bubblewrap", said)
