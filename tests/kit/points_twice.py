"""What `check` says of an answer in a real kernel, and what the grader gives for the same notebook and inputs."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from jupyter_client.manager import start_new_kernel

from microgradviz.exercises import EXERCISES, Exercise
from microgradviz.exercises.advice.checking import SEED
from microgradviz.grading.answers import read_submission
from microgradviz.grading.sandbox import Box
from microgradviz.grading.verdict import box_request, judge_result

from .notebooks import answer_cell, check_cell, code_cell, notebook_data

_START = (
    "import math\nimport random\n"
    "from microgradviz import Value, check, draw_dot, link, play, quiz, slope, trace, visit_order\n"
)
_RESET = (
    "get_ipython().compile.reset_compiler_flags()\n"
    "get_ipython().run_line_magic('reset', '-f')\nget_ipython().run_line_magic('reset', '-f in out')"
)

_SETTLE = "import gc\ngc.collect()\ngc.freeze()"  # a reset looks through all that is not frozen, twice


class Kernel:
    """A real kernel, which runs one notebook after another."""

    def __init__(self, folder: Path) -> None:
        self.manager, self.client = start_new_kernel(kernel_name="python3", cwd=str(folder))
        self.client.execute_interactive(f"{_START}{_SETTLE}")

    def run(self, notebook: dict[str, Any]) -> str:
        """What is shown and printed by a notebook's cells, run from the top in a clean kernel."""
        self.said: list[str] = []
        for text in (_RESET, *("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")):
            self.client.execute_interactive(text, store_history=True, output_hook=self._hear, timeout=60)
        return "\n".join(filter(None, self.said))

    def _hear(self, message: dict[str, Any]) -> None:
        content = message["content"]
        self.said += [content.get("data", {}).get("text/plain", ""), content.get("evalue", "")]

    def end(self) -> None:
        """End it."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


class TwoMarks(NamedTuple):
    """The points of one answer, given twice.

    Attributes:
        checked: By `check`; None where it said nothing of points.
        graded: By the grader.
        warned: Whether `check` said that the mark may be another.
        said: All that `check` said.
        told: What the grader said.
    """

    checked: int | None
    graded: int
    warned: bool
    said: str
    told: str


def notebook_of_answer(e: Exercise, source: str, engine_text: str = "") -> dict[str, Any]:
    """The notebook of one answer; below the class that it is put on, if it is a method: the course's or a learner's."""
    engine = [code_cell(engine_text or e.prelude)] if engine_text or e.prelude else []
    given = [code_cell("".join(f"{name} = {x!r}\n" for name, x in e.given.items()))] if e.given else []
    return notebook_data(code_cell(_START), *engine, *given, answer_cell(e.name, source), check_cell(e.name))


def points_twice(kernel: Kernel, box: Box, folder: Path, name: str, source: str, engine_text: str = "") -> TwoMarks:
    """What an answer earns in `check`, and from the grader, for the inputs that `check` has."""
    e = EXERCISES[name]
    notebook = notebook_of_answer(e, source, engine_text)
    said = kernel.run(notebook)
    found = re.search(rf"^{name}: (\d+) of \d+ points", said, re.MULTILINE)
    path = folder / "zoe.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    answer = read_submission(path, folder).answers[name]
    mark = judge_result(e, SEED, box.ask(box_request(e, answer.source, SEED)))
    told = [mark.mistake, *(f"{row.text}: {row.said}" for row in mark.rows if row.said)]
    return TwoMarks(
        int(found[1]) if found else None, mark.earned, "where answers are marked" in said, said, "\n".join(told)
    )
