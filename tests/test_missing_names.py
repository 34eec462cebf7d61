"""A cell that is run alone, after a break, says what to run before it, wherever the lesson is open."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from microgradviz.commands import lab

pytest.importorskip("ipykernel")

BINDER = Path(__file__).parents[1] / "binder" / "postBuild"
CELLS = ("play(3)", "1 / 0", "def f():\n    return d_later\nf()", "def g():\n    x += 1\ng()", "import nothing_here")
# Colab's kernel has a handler of its own: googlecolab/colabtools, google/colab/_shell_customizations.py.
COLAB = """
sys.modules["google.colab"] = sys
def handle(shell, kind, error, trace, tb_offset=None):
    print("To view examples of installing, click Open Examples")
shell.set_custom_exc((ImportError,), handle)
"""


def run(begin: str, colab: bool = False) -> str:
    """What five cells say, of which two lack a name, in a notebook's shell that has run this."""
    program = f"""
import sys
from types import SimpleNamespace
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.kernel = SimpleNamespace()
shell = InteractiveShell.instance()
{COLAB if colab else ""}
before = set(shell.user_ns)
{begin}
print("left behind:", sorted(name for name in set(shell.user_ns) - before if not name.startswith("__")))
for cell in {CELLS!r}:
    shell.run_cell(cell)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout


START = f"shell.safe_execfile({str(lab._KERNEL_START)!r}, shell.user_ns, raise_exceptions=True)"


@pytest.mark.parametrize(
    "begin", [START, 'shell.run_cell("from microgradviz import check as left")'], ids=["started", "imported"]
)
def test_a_missing_name_gets_a_sentence_and_its_traceback_and_other_errors_none(begin: str) -> None:
    said = run(begin)
    assert "left behind: []" in said or begin is not START
    assert said.count("Run All Above Selected Cell") == 2
    assert "If a cell above makes play:" in said
    assert "If a cell above makes d_later:" in said
    assert "name 'play' is not defined" in said
    assert "division by zero" in said


def test_it_is_said_once_where_a_kernel_began_with_it_and_the_lesson_then_imports_it() -> None:
    said = run(f"{START}\nshell.run_cell('from microgradviz import check, mine, quiz')")
    assert said.count("If a cell above makes play:") == 1


def test_in_colab_the_menu_has_its_name_there_and_what_colab_says_of_modules_stays() -> None:
    said = run("shell.run_cell('from microgradviz import check')", colab=True)
    assert said.count("menu Runtime: Run before") == 2
    assert "Run All Above" not in said
    assert said.count("Open Examples") == 1


def test_python_without_a_notebook_says_nothing() -> None:
    program = "from microgradviz import check, missing_names\nmissing_names.explain_missing_names()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_kernels_of_the_lab_begin_with_it_unless_there_is_another_start(monkeypatch: pytest.MonkeyPatch) -> None:
    labapp = pytest.importorskip("jupyterlab.labapp")
    monkeypatch.setattr(labapp.LabApp, "launch_instance", lambda _: None)
    plain = {name: text for name, text in os.environ.items() if name != "PYTHONSTARTUP"}
    for given in (None, "/somebody/start.py"):
        monkeypatch.setattr(os, "environ", {**plain, **({"PYTHONSTARTUP": given} if given else {})})
        lab._start([])
        assert os.environ["PYTHONSTARTUP"] == (given or str(lab._KERNEL_START))
    assert Path(lab._KERNEL_START).is_file()


def test_kernels_on_binder_begin_with_it(tmp_path: Path) -> None:
    script = BINDER.read_text(encoding="utf-8").partition("python -m pip install --no-cache-dir .\n")[2]
    home = {**os.environ, "HOME": str(tmp_path)}
    subprocess.run(["bash", "-euc", script], cwd=BINDER.parents[1], env=home, check=True)
    home |= {"IPYTHONDIR": str(tmp_path / ".ipython"), "PYTHONPATH": str(BINDER.parents[1])}
    home.pop("PYTHONSTARTUP", None)
    program = """
from jupyter_client.manager import run_kernel
with run_kernel(kernel_name="python3") as client:
    client.execute_interactive("play(3)")
"""
    said = subprocess.run([sys.executable, "-c", program], env=home, capture_output=True, text=True, check=True).stdout
    assert "If a cell above makes play: run all cells above" in said
