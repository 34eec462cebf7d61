"""The player where nothing can be pressed: on paper, and in a browser without JavaScript."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from kit.player_page import button, go, status
from kit.sample_pictures import HARMFUL, chain, labelled, lesson

from microgradviz import play, to_html
from microgradviz.exercises import concept_test

pytestmark = pytest.mark.browser

SHEET = {"width": 718, "height": 1010}  # px: A4 without its margins


# ---------------------------------------------------------------- on paper


@pytest.fixture
def printed(show: Callable[..., Any], open_page: Callable[..., Any]) -> Callable[..., Any]:
    """The page of an expression as a printer is given it."""

    def printed(expr: Any, **options: Any) -> Any:
        page = show(expr, on=open_page(viewport=SHEET, color_scheme="dark"), **options)
        page.emulate_media(media="print", color_scheme="dark")
        return page

    return printed


def test_paper_has_the_picture_and_the_sentence_and_nothing_to_press(printed: Any) -> None:
    page = printed(lesson(), step=9, level="full", formula=True, title="L")
    seen = [line for line in page.locator("body").inner_text().splitlines() if line and line not in ("data", "grad")]
    assert seen[:3] == ["L", "← backward pass", "Step 9 of 10"]
    assert {"L = (a × b + c) × f", "e = a × b", "× −3", "+ 6"} <= set(seen)
    assert "a.grad is now" in status(page)
    for control in ("button", "input", "select", ".mv-grip", ".mv-edit", ".mv-why", ".mv-track"):
        assert page.locator(f"{control}:visible").count() == 0, control


def test_paper_is_black_on_white_in_a_dark_room_too(printed: Any) -> None:
    page = printed(lesson(), step=9)
    for what, name, colour in [
        (".mv-sentence", "color", "rgb(0, 0, 0)"),
        ("h1", "color", "rgb(0, 0, 0)"),
        (".mv-card .mv-title", "fill", "rgb(0, 0, 0)"),
        (".mv-card:not(.is-leaf, .is-backward) > rect", "fill", "rgb(255, 255, 255)"),
        (".microgradviz", "background-color", "rgb(255, 255, 255)"),
    ]:
        found = page.locator(what).first
        assert found.evaluate("(e, name) => getComputedStyle(e).getPropertyValue(name)", name) == colour, what


@pytest.mark.parametrize("rankdir", ["LR", "TB"])
def test_the_whole_graph_is_on_one_sheet(printed: Any, rankdir: str) -> None:
    page = printed(chain(81), step=70, rankdir=rankdir)
    box = page.locator(".mv-picture").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SHEET["width"]
    assert box["height"] <= SHEET["height"]
    graph = page.locator(".mv-graph").evaluate("e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]")
    assert max(graph) <= 0
    assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4"))) == 1


def test_a_printer_is_given_cards_out_of_sight_too(show: Any) -> None:
    page = show(chain(201))
    count = "document.querySelectorAll('.mv-card').length"
    few = page.evaluate(count)
    assert few < 201
    page.evaluate(f"addEventListener('beforeprint', () => queueMicrotask(() => {{ window.printed = {count}; }}))")
    page.pdf()
    assert page.evaluate("window.printed") == 201
    assert page.evaluate(count) == few


def test_the_screen_is_as_before_once_it_is_printed(show: Any) -> None:
    page = show(lesson(), step=3)
    page.pdf()
    button(page, "Next").click()
    go(page, 5)
    assert button(page, "More").is_visible()


# ---------------------------------------------------------------- without JavaScript


@pytest.fixture
def unscripted(open_page: Callable[..., Any], tmp_path: Any) -> Callable[[str], Any]:
    """A page in a browser that runs no script."""

    def unscripted(html: str) -> Any:
        page = open_page(java_script_enabled=False, viewport={"width": 600, "height": 700})
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        return page

    return unscripted


def test_without_javascript_the_picture_is_seen_whole(unscripted: Any) -> None:
    page = unscripted(to_html(lesson()))
    image = page.get_by_role("img", name="Expression graph of 7 values: e = a × b = −6; d = e + c = 4; L = d × f = −8")
    assert image.is_visible()
    assert image.evaluate("image => image.naturalWidth") > 600
    box = image.bounding_box()
    assert 500 < box["x"] + box["width"] <= 600
    assert page.locator("noscript p").inner_text() == "The player needs JavaScript."
    page = unscripted(to_html(chain(2001)))
    assert page.locator("noscript").inner_text().startswith("Expression graph of 2001 values")
    assert page.locator("noscript img").count() == 0


def test_no_label_leaves_the_picture(unscripted: Any) -> None:
    page = unscripted(to_html(labelled(HARMFUL), title=HARMFUL[1]))
    assert page.locator("noscript > *").evaluate_all("all => all.map((one) => one.tagName)") == ["IMG", "P"]
    assert page.locator("noscript img").evaluate("image => image.naturalWidth") > 0


def test_an_instrument_says_what_it_is(unscripted: Any) -> None:
    page = unscripted(to_html(concept_test()))
    assert "It needs JavaScript." in page.locator("noscript").inner_text()
    page = unscripted(to_html(play(lesson(), step=9)))
    assert page.get_by_role("img").is_visible()


def test_the_policy_lets_pictures_in_as_data_and_nothing_more() -> None:
    html = to_html(lesson())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy[1].split("; "))
    assert rules.pop("script-src").startswith("'sha256-")
    assert rules.pop("style-src").startswith("'sha256-")
    assert rules == {"default-src": "'none'", "img-src": "data:", "base-uri": "'none'", "form-action": "'none'"}
    assert " style=" not in re.sub(r"<script[\s\S]*?</script>", "", html)
