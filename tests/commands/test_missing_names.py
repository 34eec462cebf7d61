"""A cell that is run in the middle, after a break, says what to run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from microgradviz.commands import lab

PROGRAM = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
before = set(shell.user_ns)
shell.safe_execfile({start!r}, shell.user_ns, raise_exceptions=True)
print("left behind:", sorted(name for name in set(shell.user_ns) - before if not name.startswith("__")))
for cell in ("play(3)", "1 / 0", "def f():\\n    return d_later\\nf()"):
    print(shell.run_cell(cell).error_in_exec.__class__.__name__)
"""


def test_a_missing_name_gets_a_sentence_and_its_traceback_and_other_errors_none() -> None:
    pytest.importorskip("IPython")
    program = PROGRAM.format(start=str(lab._KERNEL_START))
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "left behind: []" in said
    assert said.count("Run All Above Selected Cell") == 2
    assert "If a cell above makes play:" in said
    assert "If a cell above makes d_later:" in said
    assert "name 'play' is not defined" in said
    assert "division by zero" in said


def test_kernels_of_the_lab_begin_with_it_unless_there_is_another_start(monkeypatch: pytest.MonkeyPatch) -> None:
    labapp = pytest.importorskip("jupyterlab.labapp")
    monkeypatch.setattr(labapp.LabApp, "launch_instance", lambda _: None)
    plain = {name: text for name, text in os.environ.items() if name != "PYTHONSTARTUP"}
    for given in (None, "/somebody/start.py"):
        monkeypatch.setattr(os, "environ", {**plain, **({"PYTHONSTARTUP": given} if given else {})})
        lab._start([])
        assert os.environ["PYTHONSTARTUP"] == (given or str(lab._KERNEL_START))
    assert Path(lab._KERNEL_START).is_file()
