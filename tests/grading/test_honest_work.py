"""Honest work earns its points: what a real kernel's `check` says of a notebook, the grader says too."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import start_new_kernel
from kit.honest_notebooks import STYLES, Style

from microgradviz.grading.official_marks import grade_notebook

RESET = "get_ipython().compile.reset_compiler_flags()\nget_ipython().run_line_magic('reset', '-f in out')"


class Kernel:
    """A real kernel, which runs one notebook after another."""

    def __init__(self, folder: Path) -> None:
        self.manager, self.client = start_new_kernel(kernel_name="python3", cwd=str(folder))

    def run(self, notebook: dict[str, Any]) -> str:
        """What is shown and printed by a notebook's cells, run from the top in a clean kernel."""
        self.said: list[str] = []
        for text in (RESET, *("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")):
            self.client.execute_interactive(text, store_history=True, output_hook=self._hear, timeout=30)
        return "\n".join(filter(None, self.said))

    def _hear(self, message: dict[str, Any]) -> None:
        content = message["content"]
        self.said += [content.get("data", {}).get("text/plain", ""), content.get("evalue", "")]

    def end(self) -> None:
        """End it."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


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
