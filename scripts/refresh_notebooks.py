"""Run the lessons and store their outputs, so that a diff shows what changed and nothing else.

    python scripts/refresh_notebooks.py notebooks/*.ipynb     (make notebooks)
    python scripts/refresh_notebooks.py --check notebooks/*.ipynb

Every cell runs in order in a fresh kernel. What differs from run to run is left out: widget state and widget
views (their ids are random, and without a kernel they show "Loading widget…"; the picture beside them stays),
execution times, the patch version of Python; what `check` says of an empty stub, which is no welcome, or a cell
tagged not-stored; and outputs that would tell what the lesson asks to predict (`asked_cells.py`). Cell ids stay as
they are; a cell without a lasting id gets one from its place in the lesson. With --check nothing runs or is written:
the stored form is checked.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

import nbformat
from asked_cells import KEYS, is_asked, shows_answer
from nbclient import NotebookClient
from nbformat import NotebookNode
from write_addresses import ROOT, addresses

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
NOT_COMPARED = "nbval-ignore-output"
NOT_STORED = "not-stored"  # such as progress(), which another exercise anywhere would change
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
COLAB = f"""\
# In Google Colab this installs the course; anywhere else it does nothing.
import sys

if "google.colab" in sys.modules:
    get_ipython().run_line_magic("pip", "install -q git+{addresses(ROOT)[0]}")"""
SCROLLED = "scrolled"  # of a cell's metadata: a long output lies in a box, as JupyterLab has it
LANGUAGE = {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"}


def tidy(notebook: NotebookNode) -> None:
    """Remove what differs from run to run, in place.

    Args:
        notebook: a notebook of format 4.5, executed or not.
    """
    put_colab_cell(notebook)
    notebook.metadata = NotebookNode(kernelspec=KERNEL, language_info=LANGUAGE)
    seen = set()
    for place, cell in enumerate(notebook.cells):
        if not cell.get("id") or cell.id in seen:
            cell.id = f"cell-{place}"
        seen.add(cell.id)
        tags = cell.metadata.get("tags")
        kept = {key: cell.metadata[key] for key in (*KEYS, SCROLLED) if key in cell.metadata}
        if tags and cell.id == "colab":
            kept["jupyter"] = NotebookNode(source_hidden=True)
        cell.metadata = NotebookNode(**({"tags": tags} if tags else {}), **kept)
        if any(tag.startswith("check-") or tag == NOT_STORED for tag in tags or ()):
            cell.outputs = []
            cell.metadata = NotebookNode(tags=[*tags, *({NOT_COMPARED} - {*tags})], **kept)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
            if "metadata" in output:
                output.metadata = NotebookNode()
        if is_asked(cell) and shows_answer(cell):
            cell.outputs, cell.execution_count = [], None


def put_colab_cell(notebook: NotebookNode) -> None:
    """Have the cell that Colab needs below the title, in place; it is folded, and counts as no cell of the lesson."""
    notebook.cells = [cell for cell in notebook.cells if cell.get("id") != "colab"]
    for count, cell in enumerate((cell for cell in notebook.cells if cell.cell_type == "code"), start=1):
        cell.execution_count = count if cell.execution_count else None
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count
    cell = nbformat.v4.new_code_cell(COLAB, id="colab", metadata={"tags": ["colab"]})
    notebook.cells.insert(1, cell)


def text_of(notebook: NotebookNode) -> str:
    """The stored form, as Jupyter writes it."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def refresh(path: Path) -> str:
    """Run a lesson from its first cell to its last.

    Args:
        path: the notebook; it is not written.

    Returns:
        The text to store.

    Raises:
        nbclient.exceptions.CellExecutionError: a cell failed that has no tag raises-exception.
    """
    os.environ["MICROGRADVIZ_PROGRESS"] = ""  # what somebody has reached is no output of the lesson
    os.environ["MICROGRADVIZ_ENGINES"] = ""  # nor is the engine that somebody has kept
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=False,
        record_timing=False,
    )
    client.execute()
    tidy(notebook)
    return text_of(notebook)


def check(path: Path) -> str | None:
    """What is wrong with the stored form, in one sentence, or None."""
    stored = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(stored, as_version=4)
    counts = [c.execution_count for c in notebook.cells if c.cell_type == "code" and c.get("id") != "colab"]
    tidy(notebook)
    code = [c for c in notebook.cells if c.cell_type == "code" and c.get("id") != "colab"]
    untold = [i for i, cell in enumerate(code) if is_asked(cell) and counts[i] is None]
    if any(count != i + 1 for i, count in enumerate(counts) if i not in untold):
        return f"{path}: its cells must have been run once each, in order; run `make notebooks`"
    if text_of(notebook) != stored:
        return f"{path}: it holds what differs from run to run; run `make notebooks`"
    return None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Run the lessons and store their outputs.")
    parser.add_argument("--check", action="store_true", help="check the stored form only")
    parser.add_argument("notebooks", nargs="+", type=Path)
    options = parser.parse_args(arguments)
    if options.check:
        faults = [fault for path in options.notebooks if (fault := check(path))]
        print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
        return 1 if faults else 0
    if shutil.which("dot") is None:
        sys.exit("Graphviz draws the stored pictures, and it is not installed: apt-get install graphviz")
    for path in options.notebooks:
        path.write_text(refresh(path), encoding="utf-8", newline="\n")
        print(f"{path}: stored")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
