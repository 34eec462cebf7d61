"""The guard for speed: `make bench AGAINST=<commit>` sees a planted slowdown, and nothing where there is none."""

import os
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Stands for the package: what the probes of imports and traces ask for, and work that can be doubled.
PACKAGE = "work = sum(range(400_000))\nValue = object\n"
MORE_WORK = "work += sum(range(200_000))\n"
TRACE = "from .nn import MLP\ndef trace(expr): return sum(range(20_000))\n"
NN = "class MLP:\n    def __init__(self, *sizes, seed=None): pass\n    def __call__(self, x): return 0.0\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a small package, committed, and the guard."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed: apt-get install git")
    home = tmp_path / "home"
    package = home / "microgradviz"
    package.mkdir(parents=True)
    (tmp_path / "temporary").mkdir()
    (package / "__init__.py").write_text(PACKAGE)
    (package / "nn.py").write_text(NN)
    (home / "benchmarks").mkdir()
    for name in ("against.py", "probes.py", "bench_engine.py"):
        shutil.copy(ROOT / "benchmarks" / name, home / "benchmarks")
    git(home, "init", "-q")
    git(home, "add", ".")
    git(home, "commit", "-q", "-m", "before")
    return home


def outside_git() -> dict[str, str]:
    """The environment without what git tells those that it calls, such as hooks."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


def git(home: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(home), *who, *arguments]
    done = subprocess.run(command, env=outside_git(), input="", capture_output=True, text=True, check=True)
    return done.stdout.strip()


def command_of(home: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    command = [sys.executable, str(home / "benchmarks" / "against.py"), *arguments]
    return command, {**outside_git(), "TMPDIR": str(home.parent / "temporary")}


def against(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command, environment = command_of(home, *arguments)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert not list((home.parent / "temporary").iterdir()), "the trees were not removed"
    assert "Traceback" not in done.stderr, done.stderr
    return done


def append(home: Path, text: str) -> None:
    with (home / "microgradviz" / "__init__.py").open("a") as file:
        file.write(text)


def test_nothing_is_slower_than_itself(repository: Path) -> None:
    done = against(repository, "HEAD", "--only", "imports", "--rounds", "2")
    assert done.returncode == 0, done.stdout
    assert "Nothing takes more than 10% above HEAD." in done.stdout
    assert "round 2 of 2" in done.stderr


def test_a_planted_slowdown_is_measured_again_and_named(repository: Path) -> None:
    append(repository, MORE_WORK)
    done = against(repository, "HEAD", "--only", "imports", "--rounds", "1")
    assert done.returncode == 1, done.stdout
    assert "More than 10% above HEAD: import microgradviz (1." in done.stdout
    assert "round 2 of 2 of what seems slower (imports)" in done.stderr


def test_what_got_faster_is_no_fault(repository: Path) -> None:
    append(repository, MORE_WORK)
    git(repository, "commit", "-q", "-a", "-m", "slower")
    (repository / "microgradviz" / "__init__.py").write_text(PACKAGE)
    assert against(repository, "HEAD", "--only", "imports", "--rounds", "1").returncode == 0


def test_what_the_older_tree_cannot_do_is_a_dash_with_the_reason(repository: Path) -> None:
    append(repository, TRACE)
    done = against(repository, "HEAD", "--only", "imports", "trace", "--rounds", "1")
    row = next(line for line in done.stdout.splitlines() if line.startswith("trace of 1,000 values"))
    assert "–" in row
    assert "then: ImportError: cannot import name 'trace'" in row
    assert done.returncode == 0, done.stdout


def test_what_only_the_older_tree_can_do_is_a_failure(repository: Path) -> None:
    append(repository, "del Value\n")
    done = against(repository, "HEAD", "--only", "imports", "--rounds", "1")
    assert done.returncode == 1
    assert "What HEAD could do fails now: import microgradviz (" in done.stdout


@pytest.mark.parametrize("commit", ["nowhere", "", "--all"])
def test_a_commit_that_is_not_there_gives_a_sentence(repository: Path, commit: str) -> None:
    done = against(repository, "--", commit)
    assert done.returncode == 2
    assert done.stderr.startswith(f"AGAINST must be a commit of this repository (got {commit!r})")


def test_a_commit_without_the_package_gives_a_sentence(repository: Path) -> None:
    commit = git(repository, "commit-tree", "-m", "empty", git(repository, "mktree"))
    done = against(repository, commit)
    assert done.returncode == 2
    assert "must be a commit that has the package microgradviz" in done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing_behind(repository: Path, how: signal.Signals) -> None:
    command, environment = command_of(repository, "HEAD", "--only", "imports", "--rounds", "500")
    listen = partial(signal.signal, how, signal.SIG_DFL)  # who was started in the background ignores Ctrl-C
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=listen) as run:
        assert "round 1 of 500" in run.stderr.readline()  # type: ignore[union-attr]
        time.sleep(0.2)
        run.send_signal(how)
        assert run.wait(30) == 128 + how
    assert not list((repository.parent / "temporary").iterdir())
    assert len(git(repository, "worktree", "list").splitlines()) == 1
