"""A browser that watches its pages, and a JupyterLab."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kit.chromium import CHROMIUM_ARGS, NO_CHROMIUM, Watch, find_chromium
from kit.jupyterlab import JupyterLab

from microgradviz import to_html


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of Chromium or Chrome."""
    path = find_chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    return path


# ---------------------------------------------------------------- the browser

# What pages are opened with; without motion a step is over at once.
CALM: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Any]:
    """A headless Chromium for the whole run, which reaches this machine only; use it through `page` or `open_page`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, headless=True, args=CHROMIUM_ARGS)
        # Between two calls Playwright leaves its event loop marked as running in this thread, and another
        # test's asyncio.run would refuse to start. So the mark is there only while a page is open.
        loop = asyncio._get_running_loop()
        browser.running = partial(asyncio._set_running_loop, loop)
        asyncio._set_running_loop(None)
        yield browser
        browser.running()
        browser.close()


@contextmanager
def running(browser: Any) -> Iterator[None]:
    """Mark Playwright's event loop as running, and afterwards as it was before."""
    before = asyncio._get_running_loop()
    browser.running()
    try:
        yield
    finally:
        asyncio._set_running_loop(before)


@pytest.fixture(scope="session")
def context(browser: Any) -> Any:
    """Where the pages of all tests live that ask for nothing special; to make it costs more than to load a page."""
    with running(browser):
        return browser.new_context(**CALM)


@pytest.fixture(scope="session")
def tabs() -> dict[str, Any]:
    """The tabs in which the pages of all tests are opened, one after the other, once they are there: see `page`."""
    return {}


@pytest.fixture
def watch() -> Iterator[Watch]:
    """The problems of this test's pages, and which of them it expects."""
    watch = Watch()
    yield watch
    watch.settle()


@pytest.fixture
def watched(browser: Any, watch: Watch) -> Iterator[Callable[[Any], Any]]:
    """Make a page of a context, and watch it."""
    pages = []

    def watched(context: Any) -> Any:
        page = context.new_page()
        pages.append(page)
        page.set_default_timeout(20_000)
        watch.attach(page)
        return page

    with running(browser):
        yield watched
        for page in pages:
            page.close()


@pytest.fixture
def open_page(browser: Any, watched: Callable[[Any], Any]) -> Iterator[Callable[..., Any]]:
    """Open watched pages: `open_page(color_scheme="dark", viewport={"width": 400, "height": 700})`.

    Each page has a context of its own; its options are those of Playwright's `browser.new_context`. Nothing moves in
    it, as in `page`, but with `reduced_motion="no-preference"`.
    """
    contexts = []

    def open_page(**options: Any) -> Any:
        contexts.append(browser.new_context(**{**CALM, **options}))
        return watched(contexts[-1])

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Any, watch: Watch, tabs: dict[str, Any]) -> Iterator[Any]:
    """A watched page: the test fails on a console error, an exception, or a request to another machine.

    The tests take turns in one tab, those of JupyterLab in another, in which it stays open. Its size, its media and
    where the pointer is are as new for each of them.
    """
    lab = request.getfixturevalue("jupyter_lab") if "jupyter_lab" in request.fixturenames else None
    kind = "lab" if lab else "page"
    failed = request.session.testsfailed
    with running(browser):
        if kind not in tabs or tabs[kind].is_closed():
            context = browser.new_context(**CALM) if lab else request.getfixturevalue("context")
            tabs[kind] = context.new_page()
        page = tabs[kind]
        page.set_default_timeout(20_000)
        page.set_viewport_size(CALM["viewport"])
        page.emulate_media(media="null", color_scheme="light", reduced_motion=CALM["reduced_motion"])
        page.mouse.up()
        page.mouse.move(0, 0)
        watch.attach(page)
        yield page
        watch.detach(page)
        if request.session.testsfailed > failed:  # nobody knows what state it is in
            page.close()
        elif lab:
            lab.close(page)


@pytest.fixture(scope="module")
def kept_watch() -> Watch:
    """The problems of the pages that the tests of a module share."""
    return Watch()


@pytest.fixture(scope="module")
def keep_open(browser: Any, kept_watch: Watch) -> Iterator[Callable[[Callable[[Any], Any]], Any]]:
    """Make a page that the tests of a module share, as a notebook takes seconds to open: `keep_open(lead_there)`."""
    contexts = []

    def keep_open(lead: Callable[[Any], Any]) -> Any:
        with running(browser):
            contexts.append(browser.new_context(**CALM))
            page = contexts[-1].new_page()
            page.set_default_timeout(20_000)
            kept_watch.attach(page)
            lead(page)
        return page

    yield keep_open
    with running(browser):
        for context in contexts:
            context.close()


@pytest.fixture
def back(browser: Any, kept_watch: Watch) -> Iterator[None]:
    """Come back to a page that is kept open; it is watched as any other."""
    with running(browser):
        yield
    kept_watch.settle()


@pytest.fixture
def show(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Any]:
    """Open the exported page of an expression: `show(expr, step=3)`, or in a page made for it, `on=open_page(…)`."""

    def show(expr: Any = None, on: Any = None, **options: Any) -> Any:
        page = on or request.getfixturevalue("page")
        path = tmp_path / "page.html"
        to_html(expr, path, **options)
        page.goto(path.as_uri())
        page.wait_for_selector(".mv-card, .mv-problem")
        return page

    return show


# ---------------------------------------------------------------- JupyterLab


@pytest.fixture(scope="session")
def jupyter_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterLab]:
    """A JupyterLab on a free port, with a configuration of its own; see `kit.jupyterlab.JupyterLab`."""
    with JupyterLab(tmp_path_factory.mktemp("jupyter")) as lab:
        yield lab
