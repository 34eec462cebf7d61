"""The docs: every page as it was built, in a browser, and what they are made from."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docs_gallery import EXHIBITS
from docs_sources import ROOT, URLS, replace_links, source_files
from docs_tables import commands, operations, presets, trace_format
from kit.site_links import Broken, broken_links

from microgradviz.engine.ops import BUILT_IN, OPS
from microgradviz.sources.presets import PRESETS

KINDS = [  # a page of each kind
    "index.html",
    "install.html",
    "guide/player.html",
    "notebooks/index.html",
    "notebooks/02_backprop_by_hand.html",
    "reference/play.html",
    "reference/operations.html",
    "gallery.html",
    "zoo.html",
    "speed.html",
    "changelog.html",
]
# Without the pages in frames, which have tests of their own, and two matters of taste in the theme's own frame.
AXE = """async () => {
  const rules = Object.fromEntries(["landmark-unique", "region"].map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run({ exclude: [["iframe"]] }, { rules });
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


def test_a_broken_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<h1 id="here">Here</h1><a href="#here"></a><a href="#there"></a><a href="gone.html"></a>'
        '<a href="https://example.org/"></a><script src="https://example.org/x.js"></script><a href="../x.html"></a>'
        '<img src="data:image/png;base64,">',
        encoding="utf-8",
    )
    assert broken_links(tmp_path, [page]) == [
        Broken("page.html", "#there", "there is no such place on that page"),
        Broken("page.html", "gone.html", "there is no such file"),
        Broken("page.html", "../x.html", "there is no such file"),
        Broken("page.html", "https://example.org/x.js", "asks another machine"),
    ]


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_each_kind_ask_no_other_machine_say_no_error_and_pass_axe(
    site_url: str, open_page: Callable[..., Any], axe: str, scheme: str
) -> None:
    page = open_page(color_scheme=scheme)
    for name in KINDS:
        page.goto(site_url + name)
        page.evaluate(axe)
        assert page.evaluate(AXE) == [], name


def test_no_page_is_wider_than_a_phone(site: Path, site_url: str, open_page: Callable[..., Any]) -> None:
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
    elif name == "order":
        inside.locator(".mv-card").last.click()
        inside.get_by_text("1", exact=True).first.wait_for()
    else:
        step = int(root.get_attribute("data-step"))
        inside.get_by_role("button", name="Next", exact=True).click()
        assert int(root.get_attribute("data-step")) > step


# ---------------------------------------------------------------- what they are made from


def test_a_public_name_without_an_entry_or_a_docstring_would_end_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install -e '.[site]'")
    from docs_extension import public_names, undocumented

    import microgradviz

    everything = set(public_names().values())
    assert {f"microgradviz.{name}" for name in microgradviz.__all__} <= everything
    assert undocumented(everything) == []
    assert undocumented(everything - {"microgradviz.play"}) == ["microgradviz.play has no entry in docs/reference"]
    monkeypatch.setattr(microgradviz.Value.backward, "__doc__", None)
    assert undocumented(everything) == ["microgradviz.Value.backward has no docstring"]


@pytest.mark.parametrize(
    ("written", "from_page", "on_site"),
    [
        ("[a](grading.md#what-counts)", "docs/index.md", "[a](grading.md#what-counts)"),
        ("[a](../../notebooks/README.md)", "docs/guide/player.md", "[a](../notebooks/index.md)"),
        (
            "[a](glossary.md), [b](00_start_here.ipynb)",
            "notebooks/README.md",
            "[a](glossary.md), [b](00_start_here.ipynb)",
        ),
        ("![a](backprop.svg)", "docs/index.md", "![a](backprop.svg)"),
        ("[a](../Makefile)", "docs/index.md", f"[a]({URLS['Repository']}/blob/main/Makefile)"),
        ("[a](https://example.org/x.md)", "docs/index.md", "[a](https://example.org/x.md)"),
        ("[a](#here)", "docs/index.md", "[a](#here)"),
    ],
)
def test_links_that_work_in_the_repository_work_on_the_site(written: str, from_page: str, on_site: str) -> None:
    assert replace_links(written, from_page, source_files()) == on_site


def test_the_address_of_the_project_is_written_nowhere_in_the_docs() -> None:
    for source in source_files():
        if source.startswith("docs/"):
            text = (ROOT / source).read_text(encoding="utf-8")
            assert not any(address.rstrip("/") in text for address in URLS.values()), source


def test_the_tables_hold_every_operation_preset_field_and_command() -> None:
    table, shown, fields, told = operations(), presets(), trace_format(), commands()
    for name in BUILT_IN:
        assert all(f"`{local}`" in table.replace("\\|", "|") for local in OPS[name].locals), name
    assert all(f'`"{name}"`' in shown for name in PRESETS)
    assert all(
        f"| `{name}` |" in fields for name in ("op", "data", "grad", "from", "to", "slot", "local", "order", "root")
    )
    for name in re.findall(r"^    ([a-z][\w-]*)", told.partition("```\n")[0], re.MULTILINE):
        assert f"## microgradviz {name}\n" in told
        assert f"usage: microgradviz {name} " in told


# What the examples of the docs take for granted.
BEFORE = """
from microgradviz import *
from microgradviz import trace, compile
from microgradviz.engine import Value as MyValue
w, b = Value(2.0, label="w"), Value(1.0, label="b")
f = (w * 3 + b).tanh()
loss = other = (w * 3 + b) ** 2
"""


@pytest.mark.parametrize("source", [path for path in source_files() if re.match(r"docs/(guide|reference)/", path)])
def test_the_examples_of_the_docs_run(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / source).read_text(encoding="utf-8"), re.DOTALL)
    code = "\n".join(blocks).replace("steps=1000", "steps=2")
    if "torch" in code:
        pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
        code = code.replace("torch_loss", "loss")
    if "numpy" in code:
        pytest.importorskip("numpy", reason="NumPy is not installed: pip install numpy")
    monkeypatch.chdir(tmp_path)
    exec(compile(BEFORE + code, source, "exec"), {})
