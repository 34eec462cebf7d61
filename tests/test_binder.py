"""The Binder configuration, read by repo2docker itself (no Docker, nothing is built)."""

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def plan() -> str:
    """The Dockerfile that Binder would build."""
    if importlib.util.find_spec("repo2docker") is None:
        pytest.skip("repo2docker is not installed: pip install jupyter-repo2docker")
    user = ["--user-id", "1000", "--user-name", "jovyan"]
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", *user, "."]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr[-3000:]
    return run.stdout + run.stderr


@pytest.mark.slow
def test_binder_reads_every_file_of_the_configuration(plan: str) -> None:
    python = (ROOT / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    escaped = f"environment.py-{python}".replace("-", "-2d").replace(".", "-2e")
    assert escaped in plan, f"repo2docker has no environment for Python {python}"
    assert "binder/requirements.txt" in plan
    assert "binder/postBuild" in plan
    assert "graphviz" in plan


@pytest.mark.slow
def test_binder_installs_the_requirements_before_the_repository(plan: str) -> None:
    requirements = plan.index("pip install --no-cache-dir -r")
    repository = plan.index("COPY --chown=1000:1000 src/ ${REPO_DIR}", requirements)
    assert plan.index("postBuild", repository) > repository


def test_binder_asks_for_what_the_package_asks_for() -> None:
    asked = set((ROOT / "binder" / "requirements.txt").read_text().split("\n"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    base_image = ("ipykernel", "ipython", "ipywidgets", "jupyter", "matplotlib-inline", "traitlets")
    for requirement in [*project["dependencies"], *project["optional-dependencies"]["course"]]:
        assert requirement in asked or requirement.startswith(base_image)
    assert "torch==2.13.0+cpu" in asked, "PyTorch must be the CPU build: Binder has 2 GB of memory and no GPU"


def test_the_badge_opens_a_lesson_that_exists() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    lesson = readme.split("urlpath=lab/tree/")[1].split(")")[0]
    assert (ROOT / lesson).is_file()
