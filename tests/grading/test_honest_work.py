"""Honest work earns its points: what a real kernel's `check` says of a notebook, the grader says too."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit.honest_notebooks import STYLES, Style
from kit.points_twice import Kernel

from microgradviz.grading.official_marks import grade_notebook


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    """One kernel for all notebooks."""
    made = Kernel(tmp_path_factory.mktemp("kernel"))
    yield made
    made.end()


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_what_check_praises_earns_its_points_or_check_says_so(
    require_sandbox: None, kernel: Kernel, style: Style, tmp_path: Path
) -> None:
    path = tmp_path / "zoe.ipynb"
    path.write_text(json.dumps(style.notebook), encoding="utf-8")
    said = kernel.run(style.notebook)
    assert re.search(rf"{style.exercise}: (\d+) of \1 points. Well done!", said), said
    graded = grade_notebook(path, tmp_path, "secret")
    (mark,) = [mark for mark in graded.exercises if mark.name == style.exercise]
    warned = "where answers are marked" in said
    assert (mark.earned, warned) == (0 if style.warned else mark.points, bool(style.warned)), (said, mark.mistake)
    assert style.warned in said
