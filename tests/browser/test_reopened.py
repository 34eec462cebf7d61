"""A saved notebook opened again where no kernel runs: there is always a picture to see."""

import json
from typing import Any

import pytest
from kit.notebook_page import SETUP, run_cell

pytestmark = pytest.mark.browser

ROOT = ".jp-OutputArea-output .microgradviz"
PICTURE = ".jp-OutputArea-output img[alt^='Expression graph of 7 values: e = a × b = −6']"
SHOWN = f'() => [...document.querySelectorAll("{PICTURE}")].map((img) => img.getBoundingClientRect().width)'


@pytest.fixture(scope="module")
def stored(jupyter_lab: Any, browser: Any) -> dict[str, Any]:
    """What JupyterLab saves of a notebook with a player that was stepped."""
    browser.running()
    context = browser.new_context()
    page = context.new_page()
    jupyter_lab.open(page, jupyter_lab.write("saved.ipynb", SETUP))
    run_cell(jupyter_lab, page, 0)
    page.wait_for_selector(ROOT)
    assert page.evaluate(SHOWN) == [0]  # hidden below the live player's own style sheet
    page.get_by_role("button", name="Next", exact=True).click()
    saved: dict[str, Any] = jupyter_lab.save(page)
    context.close()
    return saved


def reopened(jupyter_lab: Any, page: Any, saved: dict[str, Any], *, trusted: bool) -> Any:
    """The notebook in a page without a kernel."""
    name = f"reopened-{trusted}.ipynb"
    saved["metadata"] = {  # of a language that nothing here speaks: JupyterLab then asks
        "kernelspec": {"name": "not-here", "display_name": "Not here", "language": "none"},
        "language_info": {"name": "none"},
        "title": name,  # what was signed is this content and no other
    }
    (jupyter_lab.root / name).write_text(json.dumps(saved), encoding="utf-8")
    if trusted:
        jupyter_lab.trust(name)
    page.goto(f"{jupyter_lab.url}/lab/tree/{name}?reset")
    dialog = page.get_by_role("dialog").filter(has_text="Select Kernel")
    dialog.wait_for()
    dialog.get_by_role("button", name="No Kernel").click()
    page.wait_for_selector(PICTURE)
    return page


def test_what_is_saved_is_a_picture_and_below_it_the_widget(stored: dict[str, Any]) -> None:
    first, second = stored["cells"][0]["outputs"]
    assert list(first["data"]) == ["text/html"]
    assert set(second["data"]) == {"application/vnd.jupyter.widget-view+json", "text/plain"}


@pytest.mark.parametrize("trusted", [True, False])
def test_without_a_kernel_the_picture_is_seen(jupyter_lab: Any, page: Any, stored: Any, trusted: bool) -> None:
    page = reopened(jupyter_lab, page, stored, trusted=trusted)
    assert page.evaluate(SHOWN)[0] > 400
    words = page.locator(".jp-OutputArea").first.inner_text()
    assert ("Loading widget" in words) == trusted  # Jupyter's own words, below the picture
    assert trusted or "Player(7 values, step 0 of 10)" in words
    assert page.locator(ROOT).count() == 0
