"""The page that trains a GPT, as it was built: from the click to a GPT that knows more than pairs of letters."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.chromium import Watch
from kit.player_page import until

pytestmark = pytest.mark.browser

FREE = "document.getElementById('train').getAttribute('aria-disabled') === 'false'"
AT_THE_END = "!document.getElementById('end').hidden"


@pytest.fixture(scope="module")
def url(site: Path, site_url: str) -> str:
    """The address of the page."""
    if not (site / "gpt").exists():
        pytest.skip("the page of the GPT is not built: make site")
    return f"{site_url}gpt/"


@pytest.fixture
def open_gpt(browser: Any, url: str, watch: Watch) -> Any:
    """Open the page with what stands behind the # of its address, and wait for the GPT."""
    contexts = []

    def open_gpt(part: str = "", **options: Any) -> Any:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 900}, **options))
        page = contexts[-1].new_page()
        watch.attach(page)
        page.goto(f"{url}{part}")
        wait(page, FREE)
        return page

    yield open_gpt
    for context in contexts:
        context.close()


def wait(page: Any, condition: str, times: int = 12) -> None:
    """Wait for up to two minutes: Python has to come, and a thousand names take seconds."""
    for left in reversed(range(times)):
        try:
            return until(page, condition)
        except Exception:
            if not left:
                raise


def test_it_trains_from_a_click_and_does_better_than_counting_while_the_page_answers(
    open_gpt: Callable[..., Any],
) -> None:
    page = open_gpt("#seed=1")
    assert len(page.locator("#made li").all()) == 5
    page.get_by_role("button", name="Train").click()
    wait(page, "document.getElementById('progress').value >= 200")
    page.get_by_label("A name begins with").fill("q")
    until(page, "/After [1-9]/.test(document.getElementById('about').textContent)")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").click()
    wait(page, AT_THE_END)
    last, first = map(float, re.findall(r"\d\.\d+", page.inner_text("#said")))
    ours, counted = map(float, re.findall(r"\d\.\d+", page.inner_text("#result")))
    assert last <= 2.33 < first
    assert ours < counted
    slider = page.get_by_role("slider", name="Look back")
    slider.focus()
    page.keyboard.press("Home")
    assert "after 20 names" in page.inner_text("#made-title")
    page.get_by_role("button", name="Make up others").click()
    until(page, "document.getElementById('made-title').textContent.includes('1,000')")


def test_a_seed_in_the_address_gives_the_same_gpt_again(open_gpt: Callable[..., Any]) -> None:
    def beginning(part: str) -> str:
        page = open_gpt(part)
        page.get_by_label("A name begins with").fill("é")  # no bars, so that those to come are told from the first ones
        page.get_by_label("A name begins with").fill("")
        until(page, "document.querySelectorAll('#bars li').length === 8")
        return page.inner_text("#bars")

    assert beginning("#seed=7") == beginning("#seed=7") != beginning("#seed=x")  # which is 0


def test_letters_that_it_does_not_know_are_said(open_gpt: Callable[..., Any]) -> None:
    page = open_gpt()
    page.get_by_label("A name begins with").fill("zoë")
    assert page.inner_text("#about") == "It knows the letters a to z only (got ë)."
    page.get_by_label("A name begins with").fill("Zo")
    until(page, "document.querySelectorAll('#bars li').length === 8")


def test_what_does_not_come_is_said(browser: Any, url: str) -> None:
    page = browser.new_page()
    page.route("**/python.zip", lambda route: route.fulfill(status=404))
    page.goto(url)
    until(page, "document.getElementById('said').textContent.includes('(python.zip did not come (404))')")
    page.close()
