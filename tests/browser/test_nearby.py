"""Large pictures in the exported page: only the cards and edges near what is seen are in the document."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from kit.play_through import ALL_CARDS, BRING_IN, ROWS
from kit.player_page import resize

from microgradviz import Value, total, trace
from microgradviz.nn import MLP

pytestmark = pytest.mark.browser

LAST = 10**6
SVG = "{http://www.w3.org/2000/svg}"
# Of the cards that touch what is seen, those that are not in the document: by the places alone, once a frame, while
# the picture is scrolled over, down and to the right.
MISSING = """async ([root, by]) => {
  const [box, picture] = [".mv-graph", ".mv-picture"].map((name) => document.querySelector(`${root} ${name}`));
  const { x, y, w, h, width } = { ...window.microgradviz.model.get("scene"), width: picture.viewBox.baseVal.width };
  const missing = new Set();
  let [most, frames] = [0, 0];
  const look = () => {
    const [frame, at] = [box, picture].map((element) => element.getBoundingClientRect());
    const scale = at.width / width;
    const there = new Set([...picture.querySelectorAll("[data-node]")].map((card) => Number(card.dataset.node)));
    most = Math.max(most, there.size);
    frames += 1;
    for (const i of x.keys()) {
      const [left, top] = [at.left + x[i] * scale, at.top + y[i] * scale];
      const seen = left < frame.right && left + w[i] * scale > frame.left
        && top < frame.bottom && top + h * scale > frame.top;
      if (seen && !there.has(i)) missing.add(i);
    }
  };
  for (const way of ["top", "left"]) {
    const end = way === "top" ? box.scrollHeight - box.clientHeight : box.scrollWidth - box.clientWidth;
    for (let to = 0; to < end + by; to += by) {
      box.scrollTo({ [way]: to, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      look();
    }
  }
  return { missing: [...missing], most, frames };
}"""
IN_VIEW = """(card) => {
  const [box, at] = [card.closest(".mv-graph"), card].map((element) => element.getBoundingClientRect());
  return at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom;
}"""


@pytest.fixture
def show(show: Callable[..., Any], page: Any) -> Callable[..., Any]:
    """Open the exported page of an expression, where scrolling goes by cuts."""

    def with_every_card(expr: Any, step: int = 0, motion: str = "reduce", **options: Any) -> Any:
        page.emulate_media(reduced_motion=motion)
        show(expr, groups="open", level="full", constants=True, **options)
        go(page, step)
        return page

    return with_every_card


def network() -> Value:
    """312 values, in a picture many screens high."""
    return MLP(4, [12, 6, 1], seed=1)([0.1, 0.2, -0.3, 0.4])


def chain(count: int) -> Value:
    """So many values, in a picture many screens wide; `k0` is multiplied in last of all."""
    value = Value(1.0, label="x")
    for i in range(count // 2):
        value = value * Value(1.01 + 0.001 * i, label=f"k{i}")
    return value


def go(page: Any, k: int) -> None:
    page.evaluate("k => window.microgradviz.model.set('step', k)", k)


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def bring_in(page: Any, node: int) -> None:
    page.locator(".microgradviz").evaluate(BRING_IN, node)
    assert card(page, node).evaluate(IN_VIEW)


def card(page: Any, node: int) -> Any:
    return page.locator(f"[data-node='{node}']")


def edge(page: Any, number: int) -> Any:
    return page.locator(f"[data-edge='{number}']")


def count(page: Any) -> int:
    return int(page.locator(".mv-card").count())


def focused(page: Any) -> str | None:
    found: str | None = page.evaluate("document.activeElement.getAttribute('data-node')")
    return found


def table(page: Any) -> list[list[str]]:
    """Of every value [node, data, gradient], as the table has it."""
    button(page, "Table").click()
    while not page.locator(".mv-pager .mv-quiet").inner_text().startswith("Values 1 "):
        button(page, "Earlier values").click()
    rows = page.locator(".microgradviz").evaluate(ROWS)
    while len(rows) % 200 == 0:
        button(page, "Later values").click()
        rows += page.locator(".microgradviz").evaluate(ROWS)
    button(page, "Table").click()
    return [[str(i), data, grad] for i, (_, _, data, grad, _) in enumerate(rows)]


# ---------------------------------------------------------------- what is there


DRAWN: list[dict[str, Any]] = [{}, {"rankdir": "TB"}, {"accumulate": False}]


@pytest.mark.parametrize(
    ("options", "steps"),
    [
        *zip(DRAWN, [(150, LAST), (400,), (LAST,)], strict=True),
        *(pytest.param(options, (0, 150, 400, LAST), marks=pytest.mark.slow) for options in DRAWN),
    ],
    ids=str,
)
def test_every_card_that_comes_into_view_is_there_in_the_same_frame_and_says_what_the_table_says(
    show: Any, options: dict[str, Any], steps: tuple[int, ...]
) -> None:
    page = show(network(), **options)
    values = len(trace(network()))
    for k in steps:
        go(page, k)
        found = page.evaluate(MISSING, [".microgradviz", 310])
        assert found["missing"] == []
        assert found["frames"] > 20
        assert found["most"] < values / 2
        shown = [[node, data, grad] for node, _, data, grad in page.locator(".microgradviz").evaluate(ALL_CARDS)]
        assert shown == table(page)
        assert len(shown) == values


def test_the_measure_of_what_is_missing_sees_a_card_that_is_not_there(show: Any) -> None:
    page = show(network())
    page.locator(".mv-cards").evaluate("""(shelf) => {
      const put = shelf.insertBefore;
      shelf.insertBefore = (card, next) => {
        if (card.dataset.node === "200") delete card.dataset.node;
        return put.call(shelf, card, next);
      };
    }""")
    assert page.evaluate(MISSING, [".microgradviz", 310])["missing"] == [200]


def test_a_step_brings_in_the_card_that_it_is_about(show: Any) -> None:
    page = show(chain(400))
    for k in (200, 1, 100, 101, 500, 201, 0, 601):
        go(page, k)
        button(page, "Next" if k < 601 else "Previous").click()
        lit = page.locator(".mv-card.is-forward, .mv-card.is-backward").last
        lit.wait_for()
        assert count(page) < 100


@pytest.mark.parametrize("values", [1, 99, 100])
def test_up_to_a_hundred_cards_are_all_there(show: Any, values: int) -> None:
    x = Value(1.0)
    for _ in range(values - 1):
        x = x.tanh()
    page = show(x)
    assert count(page) == len(trace(x)) == values
    assert "come in" not in page.locator(".mv-picture").get_attribute("aria-description")
    assert page.locator(".mv-edges path").count() == values - 1


def test_the_name_of_the_picture_counts_all_its_values(show: Any) -> None:
    page = show(network())
    picture = page.get_by_role("group", name=re.compile(f"^Expression graph of {len(trace(network()))} values"))
    assert picture.get_attribute("aria-description").endswith("the table under More has every value at once")
    assert count(page) < 150


def test_cards_and_edges_keep_their_order(show: Any) -> None:
    page = show(network())
    for y in (2000, 8000, 500):
        page.evaluate("y => document.querySelector('.mv-graph').scrollTo(0, y)", y)
        for name in ("node", "edge"):
            numbers = page.evaluate(
                "name => new Promise(requestAnimationFrame).then(() =>"
                " [...document.querySelectorAll(`[data-${name}]`)].map((one) => Number(one.dataset[name])))",
                name,
            )
            assert numbers == sorted(set(numbers))


def test_zooming_out_brings_them_in_and_zooming_in_takes_them_out(show: Any) -> None:
    page = show(network())
    values = len(trace(network()))
    few = count(page)
    button(page, "Fit").click()
    page.wait_for_selector(".is-tiny")
    page.wait_for_selector(f".mv-card:nth-child({values})")
    assert count(page) == values
    button(page, "100 %").click()
    page.wait_for_selector(".mv-card:nth-child(200)", state="detached")
    assert page.evaluate(MISSING, [".microgradviz", 310])["missing"] == []
    page.evaluate("document.querySelector('.mv-graph').scrollTo(0, 0)")
    resize(page, 500, 500)
    page.wait_for_selector(f".mv-card:nth-child({max(few, 60)})", state="detached")
    resize(page, 1280, 800)
    assert page.evaluate(MISSING, [".microgradviz", 310])["missing"] == []


# ---------------------------------------------------------------- the keyboard


def test_the_focus_stays_with_its_card_wherever_the_picture_is_scrolled_to(show: Any) -> None:
    page = show(network())
    bring_in(page, 30)
    card(page, 30).focus()
    bring_in(page, 300)
    assert focused(page) == "30"
    assert not card(page, 30).evaluate(IN_VIEW)
    assert page.locator(".mv-card[tabindex='0']").count() == 1
    page.keyboard.press("ArrowDown")
    assert focused(page) == "31"
    assert card(page, 31).evaluate(IN_VIEW)
    assert page.locator(".mv-card[tabindex='0']").count() == 1
    bring_in(page, 300)
    bring_in(page, 100)
    assert card(page, 30).count() == 0


def test_tab_leads_to_the_card_in_the_tab_order_though_it_is_out_of_sight(show: Any) -> None:
    page = show(network())
    root = len(trace(network())) - 1
    bring_in(page, 0)
    assert not card(page, root).evaluate(IN_VIEW)
    page.locator(".mv-graph").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
        if focused(page) == str(root):
            break
    assert focused(page) == str(root)


def test_the_keyboard_walks_along_the_edges_from_one_end_to_the_other(show: Any) -> None:
    t = trace(chain(300))
    page = show(t)
    users = {source: target for source, target in zip(t.sources, t.targets, strict=True)}
    bring_in(page, 0)
    card(page, 0).focus()
    at = 0
    while at != t.root:
        page.keyboard.press("Shift+ArrowRight")
        at = users[at]
        assert focused(page) == str(at)
        assert count(page) < 100
    assert card(page, t.root).evaluate(IN_VIEW)


def test_an_edge_to_the_other_end_of_the_picture_is_walked_along_without_losing_the_focus(show: Any) -> None:
    x = Value(1.5, label="x")
    y = x * 2
    for _ in range(150):
        y = y.tanh()
    t = trace(y * x)
    page = show(t)
    at = next(i for i, name in t.label.items() if name == "x")
    bring_in(page, at)
    page.evaluate("""() => {
      window.lost = 0;
      const count = ({ relatedTarget }) => { window.lost += relatedTarget ? 0 : 1; };
      document.querySelector(".mv-graph").addEventListener("focusout", count);
    }""")
    card(page, at).focus()
    assert card(page, t.root).count() == 1  # it was in the tab order
    page.evaluate("document.querySelector('.mv-graph').scrollBy(1, 0)")
    for key, node in (("Shift+ArrowRight", min), ("Shift+ArrowDown", max), ("Shift+ArrowLeft", None)):
        page.keyboard.press(key)
        users = [target for source, target in zip(t.sources, t.targets, strict=True) if source == at]
        expected = at if node is None else node(users)
        assert focused(page) == str(expected)
        card(page, expected).hover()
        assert card(page, expected).evaluate(IN_VIEW)
    assert page.evaluate("window.lost") == 0


# ---------------------------------------------------------------- ask, light


def test_what_is_asked_about_is_marked_when_it_comes_back_and_only_as_long_as_it_is(show: Any) -> None:
    page = show(network(), step=LAST)
    marked = re.compile(r"\bis-asked\b")
    bring_in(page, 40)
    card(page, 40).click()
    bring_in(page, 300)
    assert card(page, 40).count() == 1  # it has the focus
    card(page, 300).click()
    bring_in(page, 10)
    card(page, 10).click()
    bring_in(page, 40)
    assert not marked.search(card(page, 40).get_attribute("class"))
    bring_in(page, 10)
    assert marked.search(card(page, 10).get_attribute("class"))
    bring_in(page, 300)
    assert not marked.search(card(page, 300).get_attribute("class"))


def test_a_path_is_lit_where_it_comes_in(show: Any) -> None:
    t = trace(chain(300))
    page = show(t, step=LAST)
    bring_in(page, 0)
    card(page, 0).click()
    page.locator("button.mv-term").first.focus()
    lit, dark = re.compile(r"\bis-spot\b"), page.locator(".mv-edges")
    assert dark.evaluate("(edges) => getComputedStyle(edges.firstChild).visibility") == "visible"
    users = {source: target for source, target in zip(t.sources, t.targets, strict=True)}
    path = [0]
    while path[-1] != t.root:
        path.append(users[path[-1]])
    assert page.locator(".mv-spot .mv-wire").count() == len(path) - 1
    for node in path[:: len(path) // 8]:
        bring_in(page, node)
        assert lit.search(card(page, node).get_attribute("class"))
        leaf = next(source for source, user in users.items() if user == users.get(node, t.root) and source != node)
        assert not lit.search(card(page, leaf).get_attribute("class"))
    button(page, "Next").evaluate("(button) => button.focus()")
    for node in path[:: len(path) // 8]:
        bring_in(page, node)
        assert not lit.search(card(page, node).get_attribute("class"))


def test_the_edges_of_a_step_are_lit_where_they_come_in_and_dark_after_it(show: Any) -> None:
    t = trace(total(Value(0.1 * i, label=f"x{i}") for i in range(200)))
    page = show(t, step=1)
    for number in (0, 100, 199):
        bring_in(page, t.sources[number])
        assert edge(page, number).get_attribute("class") == "is-forward"
    go(page, 2)
    for number in (199, 100, 0):
        bring_in(page, t.sources[number])
        assert not edge(page, number).get_attribute("class")


# ---------------------------------------------------------------- numbers that change out of sight


def test_an_edit_is_seen_on_the_cards_that_come_in_later(show: Any) -> None:
    page = show(chain(300), step=LAST)
    slider = page.locator(".mv-leaf .mv-slider").first
    before = page.locator(".microgradviz").evaluate(ALL_CARDS)
    slider.fill("0.25")
    after = page.locator(".microgradviz").evaluate(ALL_CARDS)
    assert [[node, data, grad] for node, _, data, grad in after] == table(page)
    assert sum(one != other for one, other in zip(before, after, strict=True)) > 250


def test_what_is_to_be_predicted_is_hidden_on_every_card(show: Any) -> None:
    page = show(chain(300), predict="data")
    go(page, LAST)
    shown = page.locator(".microgradviz").evaluate(ALL_CARDS)
    operations = {str(i) for i, op in enumerate(trace(chain(300)).op) if op}
    assert {data for node, _, data, _ in shown if node in operations} == {"–"}
    assert {grad for *_, grad in shown} == {"–"}


def test_the_signs_of_what_is_wrong_come_in_with_their_cards(show: Any) -> None:
    x = Value(2.0, label="x")
    y = chain(200) * x
    for _ in range(30):
        y = y + x
    page = show(y, accumulate=False, step=LAST)
    t = trace(y)
    node = next(i for i, name in t.label.items() if name == "x" and t.sources.count(i) > 1)
    bring_in(page, 100)
    bring_in(page, node)
    assert "is-wrong" in card(page, node).get_attribute("class")
    assert "⚠" in card(page, node).locator(".mv-grad").text_content()


# ---------------------------------------------------------------- the whole picture


def test_the_picture_that_is_saved_has_every_card(show: Any) -> None:
    page = show(network(), step=LAST)
    t = trace(network())
    few = [count(page), page.locator(".mv-edges path").count()]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save this picture as SVG").click()
    root = ElementTree.fromstring(Path(download.value.path()).read_text(encoding="utf-8"))
    assert sum("data-node" in g.attrib for g in root.iter(f"{SVG}g")) == len(t)
    assert sum("data-edge" in path.attrib for path in root.iter(f"{SVG}path")) == len(t.sources)
    assert [count(page), page.locator(".mv-edges path").count()] == few
    assert few[0] < len(t) / 2
