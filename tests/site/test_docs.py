"""The docs: every page as it was built, as files and in a browser."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docs_gallery import EXHIBITS
from docs_sources import ROOT, URLS, source_files
from kit.site_links import broken_links

KINDS = [  # a page of each kind
    "index.html",
    "guide/player.html",
    "notebooks/02_backprop_by_hand.html",
    "reference/play.html",
    "reference/operations.html",
    "gallery.html",
]
# Without the pages in frames, which have tests of their own, and two matters of taste in the theme's own frame.
AXE = """async (colours) => {
  const rules = Object.fromEntries(["landmark-unique", "region"].map((rule) => [rule, { enabled: false }]));
  const options = colours ? { runOnly: ["color-contrast"] } : { rules };
  const { violations } = await axe.run({ exclude: [["iframe"]] }, options);
  return violations.map((v) => [v.id, v.nodes[0].html, v.help]);
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def docs_pages(site: Path) -> list[Path]:
    """The pages that Sphinx wrote."""
    others = {site / "lite", site / "play", site / "gallery"}
    return sorted(page for page in site.rglob("*.html") if not others & set(page.parents))


# ---------------------------------------------------------------- the pages as files


def test_every_link_of_every_page_leads_somewhere_and_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    pages = docs_pages(site)
    assert len(pages) > 40
    beside = {name for name in ("lite", "play") if not (site / name).exists()}  # one part alone may have been built
    found = [broken for broken in broken_links(site, pages) if broken.link.lstrip("./").partition("/")[0] not in beside]
    assert found == []


def test_each_lesson_has_a_page_with_a_door_to_the_browser(site: Path) -> None:
    for lesson in (ROOT / "notebooks").glob("*.ipynb"):
        page = (site / "notebooks" / f"{lesson.stem}.html").read_text(encoding="utf-8")
        assert f'href="../lite/notebooks/?path={lesson.name}"' in page
        assert not re.search(r"<pre>.*\bPlayer\(\d+ values", page)  # its picture says more


def test_the_eye_of_each_page_leads_to_its_source_in_the_repository(site: Path) -> None:
    for source, page in source_files().items():
        if not page.endswith((".md", ".ipynb")):
            continue
        html = (site / page).with_suffix(".html").read_text(encoding="utf-8")
        assert f'href="{URLS["Repository"]}/blob/main/{source}"' in html


# ---------------------------------------------------------------- in a browser


def test_players_of_the_gallery_are_as_dark_as_the_page(site_url: str, open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.goto(site_url + "gallery.html")
    frame = page.locator("iframe").first
    frame.content_frame.locator(".microgradviz").wait_for()
    paper = "(frame) => getComputedStyle(frame.contentDocument.body).backgroundColor"
    assert frame.evaluate(paper) == "rgb(255, 255, 255)"
    page.locator(".theme-toggle-content .theme-toggle").click()
    page.wait_for_function("() => document.body.dataset.theme === 'dark'")
    assert frame.evaluate(paper) == page.evaluate("() => getComputedStyle(document.body).backgroundColor")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_page_of_each_kind(
    site_url: str, open_page: Callable[..., Any], axe: str, scheme: str
) -> None:
    page = open_page(color_scheme=scheme)
    for name in KINDS:
        page.goto(site_url + name)
        page.evaluate(axe)
        assert page.evaluate(AXE, scheme == "dark") == [], name  # only colours are others in the dark


def test_no_page_is_wider_than_a_phone_or_asks_another_machine(
    site: Path, site_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(viewport={"width": 390, "height": 800})
    wide = {}
    for path in docs_pages(site):
        name = path.relative_to(site).as_posix()
        page.goto(site_url + name, wait_until="domcontentloaded")
        wide[name] = page.evaluate(WIDER)
    assert {name: by for name, by in wide.items() if by > 0} == {}


def test_the_front_page_has_three_doors_and_a_picture(site_url: str, open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.goto(site_url)
    doors = page.locator("a.door")
    assert [door.get_attribute("href") for door in doors.all()] == [
        "lite/notebooks/?path=00_start_here.ipynb",
        "play/",
        "install.html",
    ]
    assert page.locator("img.moving").evaluate("(img) => img.complete && img.naturalWidth") > 0
    assert doors.first.bounding_box()["y"] < 800  # in sight, without scrolling


def test_on_a_phone_the_picture_of_the_front_page_goes_from_top_to_bottom(
    site_url: str, open_page: Callable[..., Any]
) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(site_url)
    picture = page.locator("img.moving")
    assert picture.evaluate("(img) => img.currentSrc").endswith("backprop_narrow.svg")
    assert picture.evaluate("(img) => img.clientWidth / img.naturalWidth") > 0.9  # its words are as large as the page's
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => document.querySelector('img.moving').currentSrc.endsWith('backprop.svg')")


def test_search_finds_a_name_of_the_reference(site_url: str, open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.goto(f"{site_url}search.html?q=topological_order")
    first = page.locator("#search-results li a").first
    first.wait_for()
    assert "reference/engine.html" in first.get_attribute("href")


@pytest.mark.parametrize("name", [exhibit.name for exhibit in EXHIBITS])
def test_each_exhibit_of_the_gallery_is_live_and_its_frame_as_high_as_it(
    site_url: str, open_page: Callable[..., Any], name: str
) -> None:
    page = open_page()
    page.goto(site_url + "gallery.html")
    frame = page.locator(f"iframe[src='gallery/{name}.html']")
    frame.scroll_into_view_if_needed()
    inside = frame.content_frame
    root = inside.locator(".microgradviz")
    root.wait_for()
    page.wait_for_function(
        "(frame) => frame.clientHeight === Math.ceil(frame.contentDocument.body.getBoundingClientRect().height)",
        arg=frame.element_handle(),
    )
    if name == "slope":
        before = root.inner_text()
        inside.get_by_role("slider").last.press("ArrowLeft")
        assert root.inner_text() != before
    elif name == "xor":
        inside.get_by_role("button", name="Play", exact=True).click()
        inside.get_by_text("Samples: 4 of 4 right").wait_for()
        inside.locator(".mv-tile").first.click()
        inside.get_by_role("button", name="Back to training").wait_for()
    elif name == "order":
        inside.locator(".mv-card").last.click()
        inside.get_by_text("1", exact=True).first.wait_for()
    elif name == "matrices":
        inside.get_by_role("button", name="Backward", exact=True).click()
        inside.get_by_text("For b: its copies add up").wait_for()
    else:
        step = int(root.get_attribute("data-step"))
        inside.get_by_role("button", name="Next", exact=True).click()
        assert int(root.get_attribute("data-step")) > step


@pytest.mark.parametrize("word", ["phone", "colab", "window", "interrupt", "header"])
def test_search_knows_where_the_course_runs(site: Path, word: str) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    found = json.loads(re.search(r"Search\.setIndex\((.*)\)", index)[1])
    places = [found[kind].get(word, []) for kind in ("terms", "titleterms")]
    pages = {found["docnames"][k] for place in places for k in ([place] if isinstance(place, int) else place)}
    assert "hosts" in pages
