"""Editing leaves in JupyterLab: the kernel is told, answers, and is missed when it does not."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

ROOT = ".jp-OutputArea-output .microgradviz"
SETUP = """\
import os
from microgradviz import Value, play
def f(a, b=3):
    return a * b if a.data > 0 else a + b * b
player = play(f, a=2)
player"""
ASK = "print(player.leaves, player.acknowledged, len(player.trace['op']), player.round, end='')"
CARD = "([n, text]) => document.querySelector(`{root} [data-node='${{n}}'] .mv-data`)?.textContent === text"


@pytest.fixture
def lab(jupyter_lab: Any, page: Any) -> Any:
    """A page in JupyterLab that shows a player of a function."""
    cells = (SETUP, ASK, "player.leaves = {'a': 7}", "os._exit(1)", "player.update = 0.1")
    jupyter_lab.open(page, jupyter_lab.write("edit.ipynb", *cells))
    run(page, 0)
    page.wait_for_selector(ROOT)
    return page


def run(page: Any, i: int) -> None:
    page.evaluate(
        "i => { const all = window.jupyterapp.shell.currentWidget.content; all.deselectAll(); all.activeCellIndex = i;"
        " window.jupyterapp.commands.execute('notebook:run-cell'); }",
        i,
    )


def wait_for(page: Any, node: int, text: str) -> None:
    page.wait_for_function(CARD.format(root=ROOT), arg=[str(node), text])


def enter(page: Any, name: str, text: str) -> None:
    page.locator(ROOT).get_by_role("textbox", name=name, exact=True).fill(text)
    page.keyboard.press("Enter")


def test_the_kernel_follows_the_page_and_the_page_the_kernel(lab: Any) -> None:
    lab.locator(ROOT).get_by_role("button", name="Go to backward pass").click()
    enter(lab, "a", "2.5")
    says(lab, "{'a': 2.5, 'b': 3.0} 1 3 1")
    run(lab, 2)  # player.leaves = {'a': 7}
    wait_for(lab, 2, "21")
    assert lab.locator(ROOT).get_attribute("data-step") == "2"
    assert lab.locator(ROOT).get_by_role("textbox", name="a", exact=True).input_value() == "7"
    run(lab, 4)  # player.update = 0.1
    lab.locator(ROOT).get_by_role("button", name="Next update").click()
    says(lab, "{'a': 6.7, 'b': 2.3} 2 3 2")
    assert "e was 21; now 15.41: it fell" in lab.locator(ROOT).get_by_role("status").inner_text()


def says(lab: Any, text: str) -> None:
    """Ask the kernel until it has followed."""
    lab.wait_for_function(
        "ask => { const cell = window.jupyterapp.shell.currentWidget.content.widgets[1];"
        " if (cell.outputArea.node.textContent === ask) return true;"
        " const all = window.jupyterapp.shell.currentWidget.content; all.deselectAll(); all.activeCellIndex = 1;"
        " window.jupyterapp.commands.execute('notebook:run-cell'); return false; }",
        arg=text,
        polling=300,
    )


def test_a_function_that_takes_another_way_brings_another_graph(lab: Any) -> None:
    enter(lab, "a", "-1")
    lab.wait_for_selector(f"{ROOT} [data-node='3']")
    assert lab.evaluate("document.activeElement.getAttribute('aria-label')") == "a"  # in the new graph too
    enter(lab, "b", "4")
    lab.locator(ROOT).get_by_role("button", name="Go to backward pass").click()
    wait_for(lab, 3, "15")
    lab.locator(ROOT).get_by_role("button", name="Reset").click()
    lab.wait_for_selector(f"{ROOT} [data-node='3']", state="detached")
    wait_for(lab, 0, "2")


def test_a_kernel_that_is_gone_is_noticed_within_two_seconds(lab: Any, watch: Any) -> None:
    watch.allow("Canceled future for")  # JupyterLab's own questions to the kernel that died
    enter(lab, "a", "2.5")
    lab.wait_for_function("() => !document.querySelector('.mv-notice').textContent")
    run(lab, 3)  # os._exit(1)
    lab.wait_for_function("() => window.jupyterapp.shell.currentWidget.sessionContext.kernelDisplayStatus !== 'busy'")
    lab.get_by_role("button", name="Ok", exact=True).click()  # "the kernel has died"
    lab.locator(ROOT).get_by_role("button", name="Go to backward pass").click()
    enter(lab, "a", "4")
    wait_for(lab, 2, "12")  # the page computes by itself, at once
    lab.wait_for_function(
        "() => /^The kernel does not answer/.test(document.querySelector('.mv-notice').textContent)", timeout=2_000
    )


GROUPS = """\
from microgradviz import MLP, play
player = play(MLP(3, [4, 4, 1], seed=1)([1, -2, 3]), groups='closed', level='full')
player"""
SAID = (
    "ask => { const all = window.jupyterapp.shell.currentWidget.content; const cell = all.widgets[1];"
    " if (cell.outputArea.node.textContent === ask) return true;"
    " all.deselectAll(); all.activeCellIndex = 1; window.jupyterapp.commands.execute('notebook:run-cell');"
    " return false; }"
)


def test_an_edit_in_an_open_group_reaches_the_kernel_and_the_group_stays_open(jupyter_lab: Any, page: Any) -> None:
    ask = "print(player.leaves['L1.n1.w1'], player.acknowledged, player.trouble, end='')"
    cells = (GROUPS, ask, "player.leaves = {'L1.n1.w1': 0.125}")
    jupyter_lab.open(page, jupyter_lab.write("edit_groups.ipynb", *cells))
    run(page, 0)
    page.wait_for_selector(f"{ROOT} .mv-cluster")
    player = page.locator(ROOT)
    for name in ("layer 1", "neuron 1"):
        player.get_by_role("group", name=f"group {name},").last.click()
    field = player.get_by_role("textbox", name="L1.n1.w1", exact=True)
    field.fill("5/2")
    page.keyboard.press("Enter")
    page.wait_for_function(SAID, arg="2.5 1 ", polling=300)
    assert player.locator(".mv-way-in strong").inner_text() == "neuron 1"
    run(page, 2)
    page.wait_for_function(
        "root => document.querySelector(`${root} .mv-inside .mv-data`).textContent === '0.125'", arg=ROOT
    )
    assert player.locator(".mv-way-in strong").inner_text() == "neuron 1", "new numbers do not close what is open"
    assert field.input_value() == "0.125"
