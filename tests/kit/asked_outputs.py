"""What the cells print that a lesson asks to predict: stored beside the tests, for the notebooks do not tell.

    PYTHONPATH=tests:scripts python -m kit.asked_outputs notebooks/*.ipynb      (make notebooks)

runs each lesson solved, and writes what can be read of these outputs; `make lessons` compares it.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from asked_cells import is_asked, shows_answer, text_of_output

STORED = Path(__file__).parents[1] / "notebooks" / "asked_outputs"


def read_asked(notebook: Any) -> dict[str, list[str]]:
    """The lines that each asked cell of a notebook that was run shows, if they answer what was asked."""
    return {
        cell["id"]: [
            line.rstrip()
            for output in _whole(cell["outputs"])
            for line in text_of_output(output).splitlines()
            if line.strip()
        ]
        for cell in notebook["cells"]
        if is_asked(cell) and shows_answer(cell)
    }


def _whole(outputs: list[Any]) -> list[Any]:
    """The outputs, with what was printed in one piece: wherever it breaks is chance."""
    found: list[Any] = []
    for output in outputs:
        if found and output["output_type"] == found[-1]["output_type"] == "stream":
            found[-1] = {**output, "text": found[-1]["text"] + output["text"]}
        else:
            found.append(output)
    return found


def stored_asked(path: Path) -> dict[str, list[str]]:
    """What is stored for a notebook; nothing if it asks nothing."""
    at = STORED / f"{path.stem}.json"
    found: dict[str, list[str]] = json.loads(at.read_text(encoding="utf-8")) if at.exists() else {}
    return found


def main(paths: list[str]) -> None:
    """Write what these notebooks show when they are solved."""
    from kit.lesson_runs import run_solved  # which needs this file

    STORED.mkdir(exist_ok=True)
    for path in map(Path, paths):
        if any(map(is_asked, json.loads(path.read_text(encoding="utf-8"))["cells"])):
            with TemporaryDirectory() as folder:
                shown = read_asked(run_solved(path, Path(folder))[0])
            if shown:
                text = json.dumps(shown, indent=1, ensure_ascii=False) + "\n"
                (STORED / f"{path.stem}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
