"""The built site in a browser: `make site` first, then `make site-test`.

Example::

    def test_a_lesson_runs(lite_page):
        page = lite_page("00_start_here.ipynb")
        run_all(page)
        assert errors(page) == []
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from kit.chromium import CHROMIUM_ARGS, NO_CHROMIUM, Watch, find_chromium
from kit.site import NO_KERNEL, serve, wait_for_kernel, wait_for_notebook

SITE = Path(__file__).parents[2] / "build" / "site"


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    if not (SITE / ".site").exists():
        pytest.skip("the site is not built: make site")
    return SITE


@pytest.fixture(scope="session")
def site_url(site: Path) -> Iterator[str]:
    """The address of the built site, with a slash at its end; it stands at a sub-path of a server of static files."""
    with serve(site) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium, which reaches this machine only."""
    path = find_chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """The problems of this test's pages, and which of them it expects."""
    watch = Watch()
    watch.allow("Failed to update the table of contents")  # JupyterLab's own, where it looks while a notebook opens
    yield watch
    watch.settle()


@pytest.fixture
def open_context(browser: Any) -> Iterator[Callable[..., Any]]:
    """Make a visitor, whose browser keeps nothing yet: `open_context(color_scheme="dark")`, options as Playwright's."""
    contexts = []

    def open_context(**options: Any) -> Any:
        calm = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        contexts.append(browser.new_context(**{**calm, **options}))
        return contexts[-1]

    yield open_context
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(open_context: Callable[..., Any], watch: Watch) -> Callable[..., Any]:
    """Open a watched page of a new visitor: `open_page(viewport={"width": 390, "height": 800})`."""

    def open_page(**options: Any) -> Any:
        page = open_context(**options).new_page()
        page.set_default_timeout(30_000)
        watch.attach(page)
        return page

    return open_page


@pytest.fixture
def lite_page(site_url: str, open_page: Callable[..., Any]) -> Callable[..., Any]:
    """Open a notebook of the course and wait for its kernel: `lite_page("02_backprop_by_hand.ipynb")`.

    `app="lab"` opens it in JupyterLab; `on=page` in a page that is there, for a second visit; with `kernel=False` there
    is none, which saves seconds where a test runs nothing.
    """

    def lite_page(path: str, app: str = "notebooks", on: Any = None, kernel: bool = True, **options: Any) -> Any:
        page = on or open_page(**options)
        if not kernel and not on:
            page.add_init_script(NO_KERNEL)
        page.goto(f"{site_url}lite/{app}/?path={quote(path)}")
        (wait_for_kernel if kernel else wait_for_notebook)(page, path)
        return page

    return lite_page
