"""What the tests do with a notebook that is open in JupyterLab or Notebook 7."""

from typing import Any

SETUP = """\
from microgradviz import Value, play
a, b, c, f = Value(2.0), Value(-3.0), Value(10.0), Value(-2.0)
e = a * b
d = e + c
L = d * f
player = play(L)
player"""


ROOT = ".jp-OutputArea-output .microgradviz"


def run_cell(jupyter_lab: Any, page: Any, i: int) -> None:
    """Run one cell; a click into an output has made that cell the active one."""
    page.evaluate(
        "i => { const all = window.jupyterapp.shell.currentWidget.content; all.deselectAll(); all.activeCellIndex = i;"
        " return window.jupyterapp.commands.execute('notebook:run-cell').then(() => null); }",
        i,
    )
