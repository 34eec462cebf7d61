"""The player in real notebooks: JupyterLab and Notebook 7."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from kit.notebook_page import ROOT, SETUP, run_cell
from kit.play_through import play_through
from kit.sample_pictures import lesson
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from microgradviz import trace

pytestmark = pytest.mark.browser

PRESSED = ["b", "a", "m", "d", "d", "x", "ArrowDown", "ArrowUp", "Enter"]
CELLS = "() => document.querySelectorAll('.jp-Cell').length"
SOURCES = "() => [...document.querySelectorAll('.jp-Cell')].map((cell) => cell.className.includes('jp-CodeCell'))"


def step(page: Any) -> int:
    return int(page.locator(ROOT).get_attribute("data-step"))


def wait_for_step(page: Any, k: int) -> None:
    page.wait_for_selector(f"{ROOT}[data-step='{k}']")


@pytest.fixture(scope="module")
def opened(jupyter_lab: Any, keep_open: Any) -> Any:
    """JupyterLab with a notebook that makes a player."""
    name = jupyter_lab.write("player.ipynb", SETUP, "1 + 1", "player.step = 2", "player.step")
    return keep_open(lambda page: jupyter_lab.open(page, name))


@pytest.fixture
def lab(jupyter_lab: Any, opened: Any, back: None) -> Any:
    """A page in JupyterLab that shows a player, which is new in each test; the page is not."""
    jupyter_lab.run_cell = lambda i: run_cell(jupyter_lab, opened, i)
    new_player(opened, lambda: jupyter_lab.run_cell(0))
    return opened


def new_player(page: Any, run: Callable[[], Any]) -> None:
    """Run the cell, and wait until its player stands where that of the test before stood."""
    old = page.query_selector(ROOT)
    run()
    if old:
        page.wait_for_function("(old) => !old.isConnected", arg=old)
    page.wait_for_selector(ROOT)


def outputs(page: Any, i: int) -> str:
    text: str = page.evaluate(
        "i => window.jupyterapp.shell.currentWidget.content.widgets[i].outputArea.node.textContent", i
    )
    return text


def keys_stay_inside(page: Any) -> None:
    """Every key is the player's: no cell appears, goes, or changes its kind, and the steps follow the arrows."""
    page.get_by_role("button", name="Next", exact=True).click()
    wait_for_step(page, 1)
    before = page.evaluate(SOURCES)
    for key in ("b", "a", "m"):
        page.keyboard.press(key)
    for key, k in (("ArrowRight", 2), ("ArrowLeft", 1), ("Enter", 2), ("End", 10), ("Home", 0), ("n", 1)):
        page.keyboard.press(key)
        wait_for_step(page, k)
    page.locator("[data-node='6']").click()
    for key in PRESSED:
        page.keyboard.press(key)
    assert page.evaluate(SOURCES) == before
    page.keyboard.press("ArrowRight")
    wait_for_step(page, 2)
    assert page.evaluate(f"document.activeElement.closest('{ROOT}') !== null")


def test_a_cell_shows_the_player_and_next_steps_it(lab: Any) -> None:
    assert step(lab) == 0
    lab.get_by_role("button", name="Next", exact=True).click()
    wait_for_step(lab, 1)
    assert lab.get_by_role("status").inner_text().startswith("e = a × b = 2 × −3 = −6")
    assert lab.get_by_role("group", name=re.compile("^e = a × b, data −6, grad not yet known$")).count() == 1


def test_the_scenario_plays_in_jupyterlab(lab: Any) -> None:
    play_through(lab, ROOT, trace(lesson()))


def test_jupyterlab_does_not_take_the_keys(lab: Any) -> None:
    keys_stay_inside(lab)


def wait_for_step_in_kernel(jupyter_lab: Any, page: Any, k: int) -> None:
    """Ask the kernel until the page's last message has reached it."""
    for _ in range(200):
        jupyter_lab.run_cell(3)  # player.step
        if outputs(page, 3).endswith(str(k)):
            return
    pytest.fail(f"the kernel did not hear of step {k}")


def test_the_step_goes_both_ways(lab: Any, jupyter_lab: Any) -> None:
    for k in (1, 2, 3, 4, 5):
        lab.get_by_role("button", name="Next", exact=True).click()
        wait_for_step(lab, k)
    wait_for_step_in_kernel(jupyter_lab, lab, 5)  # messages under way would arrive after, and undo, what a cell sets
    jupyter_lab.run_cell(2)  # player.step = 2
    wait_for_step(lab, 2)
    lab.get_by_role("button", name="Previous").click()
    wait_for_step(lab, 1)
    wait_for_step_in_kernel(jupyter_lab, lab, 1)


def test_the_theme_of_jupyterlab_is_followed(lab: Any, jupyter_lab: Any) -> None:
    colours = (
        f"() => {{ const s = getComputedStyle(document.querySelector('{ROOT} .mv-card > rect')); return s.fill; }}"
    )
    jupyter_lab.theme(lab, "JupyterLab Light")  # what another test chose is stored
    light = lab.evaluate(colours)
    jupyter_lab.theme(lab, "JupyterLab Dark")
    dark = lab.evaluate(colours)
    jupyter_lab.theme(lab, "JupyterLab Light")
    assert lab.evaluate(colours) == light != dark
    assert brightness(light) > 200
    assert brightness(dark) < 80


def brightness(colour: str) -> float:
    return sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3


# The size of an element has been the same for ten frames.
SETTLED = """(selector) => new Promise((done) => {
  let [before, same] = ["", 0];
  const look = () => {
    const { width, height } = document.querySelector(selector).getBoundingClientRect();
    same = before === `${width} ${height}` ? same + 1 : 0;
    before = `${width} ${height}`;
    if (same >= 10) done();
    else requestAnimationFrame(look);
  };
  look();
})"""
FILLED = f"""() => {{ const {{ width, height }} = document.querySelector('{ROOT}').getBoundingClientRect();
  return width === window.innerWidth && height === window.innerHeight; }}"""


@pytest.mark.parametrize("allowed", [True, False], ids=["the screen", "the window"])
def test_present_leaves_jupyterlab_behind_until_escape(lab: Any, allowed: bool) -> None:
    lab.evaluate(
        "(allowed) => Object.defineProperty(document, 'fullscreenEnabled', { value: allowed, configurable: true })",
        allowed,
    )
    lab.get_by_role("button", name="Next", exact=True).click()
    wait_for_step(lab, 1)
    lab.evaluate(SETTLED, ROOT)
    before = lab.locator(ROOT).bounding_box()
    lab.keyboard.press("p")
    lab.wait_for_function(FILLED)
    assert lab.evaluate("Boolean(document.fullscreenElement)") is allowed
    lab.keyboard.press("ArrowRight")
    wait_for_step(lab, 2)
    lab.get_by_role("button", name="Leave Present", exact=True).click(trial=True)  # nothing lies over it
    lab.keyboard.press("Escape")
    lab.wait_for_function(f"() => !({FILLED})()")
    lab.evaluate(SETTLED, ROOT)
    assert lab.locator(ROOT).bounding_box() == before


def test_a_cell_and_its_player_are_in_view_together_on_a_large_screen(lab: Any) -> None:
    before = lab.viewport_size
    lab.set_viewport_size({"width": 1920, "height": 1080})
    lab.wait_for_function("() => parseFloat(document.querySelector('.mv-picture').getAttribute('width')) > 1000")
    lab.evaluate(SETTLED, ROOT)
    heights = [lab.locator(of).first.bounding_box()["height"] for of in (".jp-Cell", ROOT)]
    lab.set_viewport_size(before)
    lab.wait_for_function("(width) => innerWidth === width", arg=before["width"])
    lab.evaluate(SETTLED, ROOT)  # the next test finds the page as it was
    assert heights[1] <= 640
    assert heights[0] <= 800


def test_a_picture_of_the_player_is_not_blank(lab: Any) -> None:
    lab.get_by_role("button", name="Next", exact=True).click()
    box = lab.locator(f"{ROOT} .mv-graph").bounding_box()
    assert box["width"] > 400
    assert box["height"] > 150
    cards = lab.locator(f"{ROOT} .mv-card")
    assert cards.count() == 7
    for i in range(7):
        card = cards.nth(i).bounding_box()
        assert box["x"] <= card["x"]
        assert card["x"] + card["width"] <= box["x"] + box["width"]


def says_why(page: Any) -> None:
    """A click on a card opens the panel, Escape closes it, and the card has the focus again."""
    page.evaluate("() => document.activeElement.blur()")
    page.locator(f"{ROOT} [data-node='0']").click()
    page.keyboard.press("End")
    panel = page.get_by_role("region", name=re.compile("^About a"))
    panel.wait_for()
    assert "L → d → e → a" in panel.text_content()
    assert "1 × −2 × 1 × −3" in panel.text_content()
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    assert page.evaluate("() => document.activeElement.getAttribute('data-node')") == "0"


def test_a_card_says_why_in_jupyterlab(lab: Any) -> None:
    says_why(lab)


@pytest.fixture(scope="module")
def opened_7(jupyter_lab: Any, keep_open: Any, kept_watch: Any) -> Any:
    """Notebook 7 with a notebook that makes a player, once its commands and its kernel are there."""
    kept_watch.allow(r"reading 'schema'|Command 'filebrowser:open-path'")  # of its own, beside JupyterLab's server
    pytest.importorskip("notebook", reason="Notebook is not installed: pip install 'notebook>=7.2'")
    name = jupyter_lab.write("classic.ipynb", SETUP, "1 + 1")

    def lead(page: Any) -> None:
        page.goto(f"{jupyter_lab.url}/notebooks/{name}")
        for _ in range(20):  # a key pressed before that goes nowhere
            run_first(page)
            with suppress(PlaywrightTimeoutError):
                page.wait_for_selector(ROOT, timeout=3_000)
                return
        pytest.fail("Notebook 7 did not run the cell")

    return keep_open(lead)


def run_first(page: Any) -> None:
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+Enter")


@pytest.fixture
def notebook(opened_7: Any, back: None) -> Any:
    """A page in Notebook 7 that shows a player, which is new in each test; the page is not."""
    new_player(opened_7, lambda: run_first(opened_7))
    return opened_7


def test_the_scenario_plays_in_notebook_7(notebook: Any) -> None:
    play_through(notebook, ROOT, trace(lesson()))


def test_notebook_7_does_not_take_the_keys(notebook: Any) -> None:
    keys_stay_inside(notebook)


def test_a_card_says_why_in_notebook_7(notebook: Any) -> None:
    says_why(notebook)


def answers_are_typed(page: Any) -> None:
    """What is typed into the field is the player's: the host neither runs a cell nor makes one."""
    before = page.evaluate(SOURCES)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("combobox", name="Predict").select_option("data")
    page.get_by_role("button", name="Next", exact=True).click()
    field = page.get_by_role("textbox", name="e = ?", exact=True)
    page.keyboard.type("abdmx")
    page.keyboard.press("Enter")
    page.get_by_text("Type a number").wait_for()
    assert field.input_value() == "abdmx"
    page.keyboard.press("Control+a")
    page.keyboard.type("-1")
    page.keyboard.press("Enter")
    page.get_by_text("That is the sum of the inputs").wait_for()
    page.keyboard.type("-6")
    page.keyboard.press("Enter")
    wait_for_step(page, 1)
    assert page.evaluate("document.activeElement.textContent") == "Next"
    assert page.evaluate(SOURCES) == before


def test_answers_are_typed_in_jupyterlab_and_read_in_python(jupyter_lab: Any, page: Any) -> None:
    jupyter_lab.open(page, jupyter_lab.write("predict.ipynb", SETUP, "player.score, player.answers", "player.predict"))
    run_cell(jupyter_lab, page, 0)
    page.wait_for_selector(ROOT)
    answers_are_typed(page)
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Show me", exact=True).click()
    wait_for_step(page, 2)
    for _ in range(200):
        run_cell(jupyter_lab, page, 1)
        if "Score(right=1, asked=2)" in outputs(page, 1):
            break
    said = re.sub(r"\s+", " ", outputs(page, 1))
    assert "'given': -6, 'right': True, 'shown': False, 'tries': 2, 'mistake': None" in said
    assert "'given': None, 'right': False, 'shown': True, 'tries': 0" in said
    run_cell(jupyter_lab, page, 2)
    assert outputs(page, 2).endswith("'data'")


def test_answers_are_typed_in_notebook_7(notebook: Any) -> None:
    answers_are_typed(notebook)


def test_a_picture_of_groups_plays_and_opens_with_the_code_it_carries(jupyter_lab: Any, page: Any) -> None:
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    setup = "from microgradviz import MLP, play"
    source = f"{setup}\nplay(MLP(3, [4, 4, 1])([1, -2, 3]), groups='closed')"
    jupyter_lab.open(page, jupyter_lab.write("groups.ipynb", source))
    jupyter_lab.run_all(page)
    page.wait_for_selector(f"{ROOT} .mv-cluster")
    page.get_by_role("button", name="Go to backward pass").click()
    page.get_by_role("button", name="More").click()
    page.get_by_text("Open a group to edit the leaves in it").wait_for()
    page.locator(".mv-cluster").first.click()
    page.locator(".mv-inside .mv-cluster").first.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Restart", exact=True).click()
    wait_for_step(page, 0)
    assert wrong == []
