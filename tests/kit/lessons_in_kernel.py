"""Runs lessons one after the other in one kernel, which may be one inside the browser: its text is run there.

`run_lessons(shell, {"03_a_neuron.ipynb": [cells]})` gives the errors that no cell was meant to raise.
"""

from typing import Any


def run_lessons(shell: Any, lessons: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Run the code cells of each lesson in a fresh namespace; each error in a line, "lesson, cell 3: ValueError: …"."""
    from IPython.utils.capture import capture_output

    found = []
    for lesson, cells in lessons.items():
        shell.reset(new_session=False)
        for number, cell in enumerate(cells):
            if cell["cell_type"] != "code":
                continue
            with capture_output():
                result = shell.run_cell("".join(cell["source"]), store_history=True)
            error = result.error_before_exec or result.error_in_exec
            if error and "raises-exception" not in cell["metadata"].get("tags", []):
                found.append(f"{lesson}, cell {number}: {type(error).__name__}: {error}")
    return found
