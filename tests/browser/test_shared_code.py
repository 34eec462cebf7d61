"""The page's code is sent once a kernel: what that costs, and that every widget finds it whatever happens first."""

import json
from pathlib import Path
from typing import Any

import nbformat.v4
import pytest
from kit.notebook_page import ROOT, run_cell
from nbclient import NotebookClient

from microgradviz import play
from microgradviz.views import shared_code as sharing
from microgradviz.views.bundle import bundle

PLAY = "from microgradviz import play\nplayer = play('a * b + c', a=2, b=-3, c=10)\nplayer"
LONG = "display(player)\nimport pathlib, time\nwhile not pathlib.Path('go-on').exists(): time.sleep(0.05)"
STATUS = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status"
RUN_ALL = "() => void window.jupyterapp.commands.execute('notebook:run-all-cells')"
PAINTED = "(count) => document.querySelectorAll('.jp-OutputArea-output .microgradviz .mv-card').length === 5 * count"
RESTART = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then(() => null)"
CLEAR = """() => { const { content } = window.jupyterapp.shell.currentWidget;
  content.deselectAll(); content.activeCellIndex = 0;
  return window.jupyterapp.commands.execute('notebook:clear-cell-output').then(() => null); }"""

# ---------------------------------------------------------------- what is sent


def test_eight_players_send_their_code_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "_MADE", {})
    players = [play("a * b", a=2, b=-3) for _ in range(8)]
    carried = [len(player._esm.encode()) + len(player._css.encode()) for player in players]
    (shared,) = {player._code for player in players}
    once = len(shared.code.encode()) + len(shared.css.encode())
    assert (shared.code, shared.css) == bundle("player/index.js")
    assert once + sum(carried) <= 500_000
    assert max(carried) <= 2_000
    assert players[0].get_state()["_code"] == f"IPY_MODEL_{shared.model_id}"


def test_code_that_was_closed_is_sent_anew() -> None:
    first = sharing.shared_code("instruments/quiz.js")
    assert sharing.shared_code("instruments/quiz.js") is first
    first.close()
    assert sharing.shared_code("instruments/quiz.js") is not first


@pytest.mark.parametrize("name", ["VSCODE_PID", "MICROGRADVIZ_SHARE_CODE"])
def test_where_nothing_is_shared_a_widget_carries_all(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "0")
    player = play("a * b", a=2, b=-3)
    assert (player._esm, player._css, player._code) == (*bundle("player/index.js"), None)


def test_the_stub_is_the_only_file_that_makes_code_of_text() -> None:
    sources = {path.name for path in sharing.HERE.rglob("*.js") if "import(url)" in path.read_text(encoding="utf-8")}
    assert sources == {"stub.js"}


# ---------------------------------------------------------------- JupyterLab


def painted(page: Any, count: int) -> None:
    page.wait_for_function(PAINTED, arg=count)


@pytest.mark.browser
def test_players_are_painted_while_the_kernel_is_busy(jupyter_lab: Any, page: Any) -> None:
    jupyter_lab.open(page, jupyter_lab.write("busy.ipynb", PLAY, LONG, "'done'"))
    page.evaluate(RUN_ALL)
    painted(page, 2)
    assert page.locator(".jp-InputPrompt", has_text="[*]").count() == 2  # the cell that shows the second has not ended
    page.get_by_role("button", name="Next", exact=True).first.click()
    page.wait_for_selector(f"{ROOT}[data-step='1']")
    (jupyter_lab.root / "go-on").touch()
    page.get_by_text("'done'").last.wait_for()
    (jupyter_lab.root / "go-on").unlink()


@pytest.mark.browser
def test_a_widget_needs_no_cell_but_its_own(jupyter_lab: Any, page: Any) -> None:
    """The last one runs first, the first one's output is cleared, the page is loaded anew, the kernel starts again."""
    name = jupyter_lab.write("any-order.ipynb", PLAY, PLAY)
    jupyter_lab.open(page, name)
    run_cell(jupyter_lab, page, 1)
    painted(page, 1)
    run_cell(jupyter_lab, page, 0)
    painted(page, 2)
    page.evaluate(CLEAR)
    painted(page, 1)
    run_cell(jupyter_lab, page, 0)
    painted(page, 2)
    jupyter_lab.save(page)
    page.goto("about:blank")
    jupyter_lab.open(page, name)
    painted(page, 2)
    page.evaluate(RESTART)
    page.wait_for_function(f"{STATUS} === 'idle'")
    run_cell(jupyter_lab, page, 1)
    page.wait_for_function("() => document.querySelectorAll('.microgradviz .mv-card').length >= 5")
    page.get_by_role("button", name="Next", exact=True).last.click()
    page.wait_for_selector(f"{ROOT}[data-step='1']")


@pytest.mark.browser
def test_two_kernels_in_one_page_each_use_the_code_they_sent(jupyter_lab: Any, page: Any) -> None:
    other = (
        "from microgradviz.views import shared_code\n"
        "made = shared_code.shared_code('player/index.js')\n"
        "made.code = made.code.replace('Go to backward pass', 'Other version')\n"
    )
    one, two = jupyter_lab.write("one.ipynb", PLAY), jupyter_lab.write("two.ipynb", other + PLAY)
    jupyter_lab.open(page, one)
    run_cell(jupyter_lab, page, 0)
    page.wait_for_selector(ROOT)
    jupyter_lab.open(page, two)
    run_cell(jupyter_lab, page, 0)
    page.get_by_role("button", name="Other version").wait_for()
    jupyter_lab.open(page, one)
    run_cell(jupyter_lab, page, 0)
    page.get_by_role("button", name="Go to backward pass").first.click()
    page.wait_for_selector(f"{ROOT}[data-step='3']")


# ---------------------------------------------------------------- saved notebooks


def executed(*cells: str, folder: Path) -> Any:
    """A notebook with the state of its widgets, which nbclient always saves."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    NotebookClient(notebook, resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


def test_the_code_of_eight_players_is_saved_once(tmp_path: Path) -> None:
    saved = json.dumps(executed(*[PLAY] * 8, folder=tmp_path).metadata.widgets)
    assert saved.count("export default player$index") == 1
    assert len(saved) <= 600_000  # of which 100 KB are traces, scenes and layouts


@pytest.mark.browser
@pytest.mark.parametrize("shared", [True, False], ids=["shared", "as before"])
def test_saved_widgets_are_live_under_a_new_kernel(jupyter_lab: Any, page: Any, tmp_path: Path, shared: bool) -> None:
    """Without a shared code, a notebook is saved as it was by the versions before."""
    before = "" if shared else "import os\nos.environ['MICROGRADVIZ_SHARE_CODE'] = '0'\n"
    notebook = executed(before + PLAY, PLAY, folder=tmp_path)
    name = f"saved-{shared}.ipynb"
    nbformat.write(notebook, jupyter_lab.root / name)
    jupyter_lab.trust(name)
    jupyter_lab.open(page, name)
    painted(page, 2)
    page.get_by_role("button", name="Next", exact=True).first.click()
    page.wait_for_selector(f"{ROOT}[data-step='1']")
