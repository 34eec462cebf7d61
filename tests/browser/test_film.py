"""The picture that moves, in Chromium: what is seen of it when."""

import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from kit.sample_pictures import SVG, lesson

from microgradviz import to_svg

pytestmark = pytest.mark.browser

SECONDS, STEPS = 1.2, 10
SEEN = """() => [...document.querySelectorAll("text")].filter((text) => {
  for (let e = text; e; e = e.parentElement) if (getComputedStyle(e).opacity < 0.5) return false;
  return true;
}).map((text) => text.textContent)"""
PLACE = """all => all.find((e) => getComputedStyle(e.closest(".s")).opacity > 0).getBoundingClientRect().x"""
AT = "t => { for (const a of document.getAnimations()) { a.pause(); a.currentTime = 1000 * t; } }"


def texts(svg: str) -> Counter[str]:
    return Counter(text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


@pytest.fixture
def film(open_page: Any, tmp_path: Path) -> Any:
    """A film in a page: `film(expr, reduced_motion="reduce")`."""

    def film(expr: Any, **how: str) -> Any:
        to_svg(expr, tmp_path / "film.svg", animate=True)
        page = open_page(**{"reduced_motion": "no-preference", **how})
        page.goto((tmp_path / "film.svg").as_uri())
        return page

    return film


def seen(page: Any) -> Counter[str]:
    return Counter(page.evaluate(SEEN))


def test_each_step_ends_as_its_still_picture_is(film: Any) -> None:
    page = film(lesson())
    for k in range(STEPS + 1):
        page.evaluate(AT, (k + 0.95) * SECONDS)
        head = ["→ forward pass" if k <= 3 else "← backward pass", f"Step {k} of {STEPS}"]
        assert seen(page) == texts(to_svg(lesson(), step=k)) + Counter(head), k
    for after in (0.5, 3.9):
        page.evaluate(AT, (STEPS + 1) * SECONDS + after)
        end = texts(to_svg(lesson())) - Counter(["− 4"]) + Counter(["✓ done", f"Step {STEPS} of {STEPS}"])
        assert seen(page) == end
    page.evaluate(AT, (STEPS + 1) * SECONDS + 4.1)
    assert "Step 0 of 10" in seen(page)


def test_the_edge_lights_then_the_amount_travels_then_the_number_is_another(film: Any) -> None:
    page = film("square")
    grads = []
    for share in (0.1, 0.5, 0.9):
        page.evaluate(AT, (4 + share) * SECONDS)
        now = seen(page)
        grads.append((now["+ 3"], now["6"]))
    assert grads == [(0, 0), (1, 0), (1, 1)]
    places = []
    for share in (0.36, 0.55, 0.74, 0.9):
        page.evaluate(AT, (4 + share) * SECONDS)
        places.append(page.locator("text", has_text=re.compile(r"^\+ 3$")).evaluate_all(PLACE))
    assert places == sorted(places, reverse=True)
    assert places[0] - places[2] > 20
    assert abs(places[2] - places[3]) < 1


def test_where_motion_is_reduced_the_end_stands_still(film: Any) -> None:
    page = film(lesson(), reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0
    assert {"✓ done", "× −3"} <= set(seen(page))
    assert "+ 6" not in seen(page)


@pytest.mark.parametrize(("scheme", "ink", "paper"), [("light", 31, 255), ("dark", 240, 19)])
def test_a_film_keeps_to_the_scheme_of_its_reader(film: Any, scheme: str, ink: int, paper: int) -> None:
    page = film(lesson(), color_scheme=scheme)
    fill = "e => Number(getComputedStyle(e).fill.match(/\\d+/)[0])"
    assert page.locator("svg > g[transform] text").first.evaluate(fill) == ink
    assert page.locator("svg > rect").evaluate(fill) == paper


def test_a_film_plays_as_an_image_too(page: Any, tmp_path: Path) -> None:
    to_svg(lesson(), tmp_path / "film.svg", animate=True)
    (tmp_path / "readme.html").write_text("<img src='film.svg'>", encoding="utf-8")
    page.goto((tmp_path / "readme.html").as_uri())
    assert page.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 600
