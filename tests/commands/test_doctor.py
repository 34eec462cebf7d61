"""`microgradviz doctor`: what is there, what is not, and what to do."""

import json
import os
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from microgradviz import cli
from microgradviz.commands import doctor, kernels, parts, servers

Said = tuple[int, str]
COURSE = ["jupyterlab", "ipykernel", "ipywidgets", "anywidget", "graphviz", "matplotlib"]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No server and no kernel of whoever runs the tests."""
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")


def examine(capsys: pytest.CaptureFixture[str]) -> Said:
    code = cli.main(["doctor"])
    return code, capsys.readouterr().out


def lack(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def installed(name: str) -> str:
        if name in names:
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(parts, "version", installed)


def add_kernel(folder: Path, name: str, python: str) -> None:
    place = folder / "JUPYTER_DATA_DIR" / "kernels" / name
    place.mkdir(parents=True)
    spec = {"argv": [python, "-m", "ipykernel_launcher"], "display_name": f"My {name}", "language": "python"}
    (place / "kernel.json").write_text(json.dumps(spec))


def fake_python(folder: Path, answer: str) -> str:
    """A Python that says whether it has microgradviz."""
    program = folder / f"python_{answer}"
    program.write_text(f"#!/bin/sh\necho {answer}\n")
    program.chmod(0o755)
    return str(program)


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


def test_a_version_that_is_too_old_is_no_good(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "version", lambda name: "0.9.21" if name == "anywidget" else version(name))
    code, said = examine(capsys)
    assert code == 1
    assert re.search(r"  no   anywidget 0\.9\.21 .*\n       too old; it must be [\d.]+ or newer\n", said)


def test_the_least_versions_are_those_of_pyproject() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    for name, least in parts._least_versions().items():
        assert f'"{name}>={least}' in text


@pytest.mark.parametrize(
    ("older", "newer"), [("0.9", "0.11"), ("4.2", "4.2.1"), ("8.1", "8.10"), ("2.0rc1", "2.1"), ("", "1")]
)
def test_versions_compare_as_numbers(older: str, newer: str) -> None:
    assert parts._as_numbers(older) < parts._as_numbers(newer)


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for a program is a shell script")
@pytest.mark.parametrize("script", ["exit 3", "echo nonsense >&2", "echo"])
def test_a_dot_that_does_not_work_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    (tmp_path / "dot").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "dot").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert parts.optional_parts()[0].fault == "does not run"


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


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for a Python is a shell script")
def test_a_kernel_of_another_environment_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install -e '.[dev]'")
    other = fake_python(tmp_path, "False")
    add_kernel(tmp_path, "other", other)
    add_kernel(tmp_path, "good", fake_python(tmp_path, "True"))
    add_kernel(tmp_path, "gone", str(tmp_path / "python_gone"))
    add_kernel(tmp_path, "r", "R")
    code, said = examine(capsys)
    assert code == 0
    assert f"Run no lesson in the kernel “My other”: its Python has no microgradviz ({other})." in said
    assert "Run no lesson in the kernel “My gone”: its Python does not start" in said
    assert "My good" not in said
    assert "My r" not in said


@pytest.mark.skipif(os.name != "posix", reason="the stand-in for a Python is a shell script")
def test_the_lessons_kernel_must_have_microgradviz(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kernels.Kernel("python3", "Python 3", "/opt/python", "its Python has no microgradviz (/opt/python)")
    monkeypatch.setattr(doctor, "find_kernels", lambda: [found])
    code, said = examine(capsys)
    assert code == 1
    assert "its Python has no microgradviz (/opt/python)" in said
    assert "For kernel: python -m ipykernel install --sys-prefix" in said


def test_this_environments_kernel_comes_before_one_of_the_users(tmp_path: Path) -> None:
    pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install -e '.[dev]'")
    add_kernel(tmp_path, "python3", "/nowhere/python")
    found = {kernel.name: kernel for kernel in kernels.find_kernels()}
    if (Path(sys.prefix) / "share" / "jupyter" / "kernels" / "python3").exists():
        assert found["python3"].python == sys.executable
        assert found["python3"].fault == ""


def test_a_jupyterlab_that_started_before_the_widgets_were_installed_is_to_be_restarted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old, new = (servers.Server(tmp_path, f"http://localhost:{k}/", "", start, "") for k, start in ((1, 1e9), (2, 4e9)))
    monkeypatch.setattr(doctor, "running_servers", lambda: iter([old, new]))
    code, said = examine(capsys)
    assert code == 0
    assert "Restart the JupyterLab at http://localhost:1/" in said
    assert "http://localhost:2/" not in said
