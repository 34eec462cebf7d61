"""What the instruments have in common: a table beside the picture, Present, and the picture to carry away."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from microgradviz import quiz, slope, to_html, visit_order

pytestmark = pytest.mark.browser

FILLS = """() => { const { width, height } = document.querySelector('.microgradviz').getBoundingClientRect();
  return width === window.innerWidth && height === window.innerHeight; }"""
MADE: dict[str, Callable[[], Any]] = {
    "slope": lambda: slope("3*x**2 - 4*x + 5", x=3, h=0.1),
    "order": lambda: visit_order("orders"),
    "quiz": lambda: quiz("plus_copies", "twice_in_a_sum"),
}


@pytest.fixture
def shown(page: Any, tmp_path: Path) -> Callable[[str], Any]:
    """Open the offline page of an instrument."""

    def shown(name: str) -> Any:
        to_html(MADE[name](), tmp_path / "it.html")
        page.goto((tmp_path / "it.html").as_uri())
        return page

    return shown


def test_the_slopes_of_all_nudges_stand_in_a_table_that_goes_along(shown: Any) -> None:
    page = shown("slope")
    toggle = page.get_by_role("button", name="Table", exact=True)
    assert toggle.get_attribute("aria-expanded") == "false"
    toggle.click()
    table = page.get_by_role("region", name="The slope that each nudge shows, and its error")
    rows = table.get_by_role("row")
    assert rows.count() == 18
    assert rows.nth(1).inner_text().split() == ["1", "17", "3"]
    current = table.locator("[aria-current='step']")
    assert current.inner_text().split() == ["0.1", "14.3", "0.3"]
    page.get_by_role("button", name="symmetric").click()
    assert rows.nth(1).inner_text().split()[1] == "14"
    page.get_by_role("slider", name="h, the nudge").press("End")
    assert current.inner_text().split()[0] == "1"
    toggle.click()
    assert not table.is_visible()


@pytest.mark.parametrize("name", MADE)
def test_an_instrument_fills_the_screen_until_escape(shown: Any, name: str) -> None:
    page = shown(name)
    page.evaluate("Object.defineProperty(document, 'fullscreenEnabled', { value: false })")
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(FILLS)
    page.get_by_role("button", name="Leave Present", exact=True).focus()
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => !({FILLS})()")
    assert page.get_by_role("button", name="Present", exact=True).is_visible()


@pytest.mark.parametrize("name", MADE)
def test_a_page_of_an_instrument_can_begin_on_the_whole_screen(page: Any, tmp_path: Path, name: str) -> None:
    to_html(MADE[name](), tmp_path / "it.html", size="present")
    page.goto((tmp_path / "it.html").as_uri())
    page.wait_for_function(FILLS)
    page.get_by_role("button", name="Leave Present", exact=True).click()
    page.wait_for_function(f"() => !({FILLS})()")


def test_the_point_goes_to_the_pointer_in_present_too(shown: Any, page: Any) -> None:
    before = page.viewport_size
    page.set_viewport_size({"width": 1900, "height": 1080})
    shown("slope")
    page.evaluate("Object.defineProperty(document, 'fullscreenEnabled', { value: false })")
    page.get_by_role("button", name="Present", exact=True).click()
    page.wait_for_function(FILLS)
    point = page.locator(".mv-plot-picture .mv-curve-point")
    box = point.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 150, y, steps=3)
    page.mouse.up()
    box = point.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - x - 150) < 6
    page.set_viewport_size(before)


@pytest.mark.parametrize(("name", "held"), [("slope", "<path"), ("order", "e = c × d")])
def test_the_picture_of_an_instrument_can_be_saved(shown: Any, name: str, held: str) -> None:
    page = shown(name)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this picture as SVG").click()
    assert saved.value.suggested_filename == f"{name}.svg"
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert held in text
    assert "class=" not in text
