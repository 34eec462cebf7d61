"""Nothing stays behind: listeners and observers are counted; no player shows what is no longer so."""

from typing import Any

import pytest
from kit.notebook_page import ROOT, SETUP, run_cell
from kit.page_leaks import COUNT
from kit.sample_pictures import lesson

from microgradviz import to_html

pytestmark = pytest.mark.browser

# A player's listeners (keys, printing, the screen's size, fullscreen), and observers (of its own size, which the
# picture fills, and of its host's, which on a phone has another picture).
NEEDED = [4, 2]

OPEN = "Object.assign(window, { microgradviz: { model, close } });"
OPENED = """
const heard = () => [...window.listeners.values()].reduce((sum, list) => sum + list.length, 0);
window.microgradviz = { model, close, heard, open: (el) => widget.render({ model, el }) };"""


def alive(page: Any) -> list[int]:
    """How many listeners on the window, and observers, the players have."""
    return list(page.evaluate("window.alive()"))


@pytest.fixture
def counted(open_page: Any, tmp_path: Any) -> Any:
    """The exported page, with a player and a way to open more of the same model, its listeners counted."""
    html = to_html(lesson(), level="full").replace(OPEN, OPENED)
    html = html.replace("const listeners = new Map();", "const listeners = (window.listeners = new Map());")
    policy = html[html.index("<meta http-equiv") : html.index("<meta name=")]
    path = tmp_path / "page.html"
    path.write_text(html.replace(policy, ""), encoding="utf-8")
    page = open_page()
    page.add_init_script(COUNT)
    page.goto(path.as_uri())
    return page


def test_every_player_has_its_own_listeners_and_takes_them_away(counted: Any) -> None:
    own, heard = alive(counted), counted.evaluate("window.microgradviz.heard()")
    assert own == NEEDED
    assert heard > 0
    counted.evaluate(
        "() => { window.ends = []; for (let i = 0; i < 5; i++) {"
        " const el = document.createElement('section'); document.body.append(el);"
        " window.ends.push(window.microgradviz.open(el)); } }"
    )
    assert alive(counted) == [6 * n for n in own]
    assert counted.evaluate("window.microgradviz.heard()") == 6 * heard
    counted.evaluate("for (const end of window.ends) end()")
    assert alive(counted) == own
    assert counted.evaluate("window.microgradviz.heard()") == heard
    counted.evaluate("window.microgradviz.close()")
    assert alive(counted) == [0, 0]
    assert counted.evaluate("window.microgradviz.heard()") == 0
    assert counted.locator("main *, section *").count() == 0


def test_drawing_anew_leaves_nothing_of_the_old_picture(counted: Any) -> None:
    counted.get_by_role("button", name="Table", exact=True).click()
    counted.locator("[data-node='0']").click()
    counted.evaluate(
        "async () => { for (const by of ['node', 'contribution', 'node']) {"
        " window.microgradviz.model.set('by', by); await new Promise(requestAnimationFrame); } }"
    )
    assert alive(counted) == NEEDED
    assert counted.locator(".microgradviz").count() == 1
    assert counted.locator("[data-node]").count() == 7


def test_two_players_of_one_widget_show_the_same_step(counted: Any) -> None:
    counted.evaluate(
        "() => { const el = document.createElement('section'); document.body.append(el);"
        " window.end = window.microgradviz.open(el); }"
    )
    steps = "() => [...document.querySelectorAll('.microgradviz')].map((root) => root.dataset.step)"
    counted.get_by_role("button", name="Next", exact=True).first.click()
    assert counted.evaluate(steps) == ["1", "1"]
    counted.get_by_role("button", name="Next", exact=True).last.click()
    assert counted.evaluate(steps) == ["2", "2"]
    counted.evaluate("window.end()")
    assert alive(counted) == NEEDED


@pytest.fixture
def lab(jupyter_lab: Any, open_page: Any) -> Any:
    """JupyterLab with a player, whose listeners are counted."""
    page = open_page()
    page.add_init_script(COUNT)
    again = "a = Value(7.0)\nL = (a * b + c) * f\nplayer = play(L)\nplayer"
    jupyter_lab.open(page, jupyter_lab.write("leaks.ipynb", SETUP, again, "player"))
    run_cell(jupyter_lab, page, 0)
    page.wait_for_selector(ROOT)
    return page


def settled(page: Any, players: int) -> None:
    """Wait until so many players are there, and what they listen with is as much as they need."""
    page.wait_for_function(
        f"([n, needed]) => document.querySelectorAll('{ROOT}').length === n"
        " && window.alive().every((found, i) => found === n * needed[i])",
        arg=[players, NEEDED],
    )


def test_a_cell_run_again_leaves_one_player_with_one_set_of_listeners(lab: Any, jupyter_lab: Any) -> None:
    settled(lab, 1)
    for _ in range(3):
        old = lab.query_selector(ROOT)
        run_cell(jupyter_lab, lab, 0)
        lab.wait_for_function("(old) => !old.isConnected", arg=old)
        settled(lab, 1)
    run_cell(jupyter_lab, lab, 2)  # the same widget in a second place
    settled(lab, 2)
    lab.locator(ROOT).first.get_by_role("button", name="Next", exact=True).click()
    lab.wait_for_function(f"() => [...document.querySelectorAll('{ROOT}')].every((root) => root.dataset.step === '1')")
    lab.evaluate("() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs').then(() => null)")
    settled(lab, 0)


def test_after_a_restart_of_the_kernel_a_cell_shows_what_it_now_makes(lab: Any, jupyter_lab: Any, watch: Any) -> None:
    watch.allow("Could not restore the debugger state")  # JupyterLab's own, when a restart comes soon
    data = f"{ROOT} [data-node='0'] .mv-data"
    assert lab.locator(data).text_content() == "2"
    session = "window.jupyterapp.shell.currentWidget.sessionContext"
    lab.evaluate(f"() => {session}.restartKernel ? {session}.restartKernel() : {session}.session.kernel.restart()")
    lab.wait_for_function(f"{session}.session?.kernel?.status === 'idle'")
    lab.get_by_role("button", name="Next", exact=True).click()  # what is there goes on working
    lab.wait_for_selector(f"{ROOT}[data-step='1']")
    old = lab.query_selector(ROOT)
    source = SETUP.replace("Value(2.0)", "Value(7.0)")
    lab.evaluate(
        "(source) => window.jupyterapp.shell.currentWidget.content.widgets[0].model.sharedModel.setSource(source)",
        source,
    )
    run_cell(jupyter_lab, lab, 0)
    lab.wait_for_function("(old) => !old.isConnected", arg=old)
    settled(lab, 1)
    assert lab.locator(data).text_content() == "7"
    assert lab.locator(ROOT).get_attribute("data-step") == "0"
