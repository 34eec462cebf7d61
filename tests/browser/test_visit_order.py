"""The game of visiting orders in Chromium: placed, run, mended, typed; with mouse, finger and keyboard."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.notebook_page import run_cell

from microgradviz import Value, to_html, trace, visit_order

pytestmark = pytest.mark.browser


@pytest.fixture
def game(page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open the offline page of a game."""

    def game(expr: Any = "order", on: Any = page, **options: Any) -> Any:
        path = tmp_path / "game.html"
        to_html(visit_order(expr, **options), path)
        on.goto(path.as_uri())
        on.wait_for_selector(".is-placed")
        return on

    return game


def place(page: Any, names: str, expr: Any = "order") -> None:
    ids = {name: i for i, name in trace(expr).label.items()}
    for name in names:
        page.locator(f".mv-order-board:first-child [data-node='{ids[name]}']").click()


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def run(page: Any, visits: int = 3) -> None:
    for _ in range(visits):
        button(page, "Next").click()


def said(page: Any) -> str:
    return str(page.locator(".mv-order-status").text_content())


def score(page: Any) -> list[str]:
    return list(page.locator(".mv-order-score li").all_text_contents())


def notes_of(page: Any) -> list[str]:
    return list(page.locator(".mv-order-note").all_text_contents())


def strip(page: Any) -> str:
    return "".join(page.locator(".mv-order-place span").all_text_contents())


def test_a_share_that_comes_too_late_is_stranded_and_the_score_names_its_path(game: Any) -> None:
    page = game()
    assert said(page) == "Still to place: b, c, d."
    assert button(page, "Run").get_attribute("aria-disabled") == "true"
    place(page, "dbc")
    assert said(page) == "All are placed: run."
    run(page)
    assert "b gets 3 × 3 = 9, too late" in said(page)
    assert score(page) == ["a.grad 9, should be 18; missing 9, by the path d → c → b → a"]
    assert page.locator(".mv-order-strand").text_content() == "9 too late"
    assert page.locator(".mv-order-badge.is-cracked").count() == 1
    button(page, "Clear").click()
    place(page, "dcb")
    run(page)
    assert score(page) == ["a.grad 18, right"]
    assert page.locator(".mv-order-strand, .is-cracked").count() == 0


def test_the_lost_path_lights_up_once_the_run_is_over(game: Any) -> None:
    page = game()
    edges = "all => all.map((line) => line.dataset.edge).map(Number)"
    place(page, "dbc")
    assert page.locator(".is-lost").count() == 0
    run(page)
    t = trace("order")
    names = {i: name for i, name in t.label.items()}
    lost = {(names[t.sources[e]], names[t.targets[e]]) for e in page.locator(".is-lost").evaluate_all(edges)}
    assert lost == {("a", "b"), ("b", "c"), ("c", "d")}
    button(page, "Clear").click()
    place(page, "dcb")
    run(page)
    assert page.locator(".is-lost").count() == 0


def test_local_derivatives_stand_on_the_edges_unless_they_are_asked_for(game: Any) -> None:
    page = game()
    assert sorted(page.locator(".mv-order-slopes text").all_text_contents()) == ["× 1", "× 3", "× 3", "× 9"]
    page = game(amounts=True)
    assert page.locator(".mv-order-slopes text").count() == 0
    place(page, "d")
    button(page, "Show me").click()
    page.wait_for_function("document.querySelectorAll('.mv-order-slopes text').length === 2")


def test_a_given_value_says_why_it_gets_no_place(game: Any) -> None:
    page = game()
    place(page, "a")
    assert said(page) == "a is given: it has no inputs to pass anything on to, so it gets no place."
    assert strip(page) == ""


@pytest.mark.parametrize("expr", ["order", "diamond", "orders", "lecture"])
def test_on_a_phone_all_values_are_in_view(game: Any, open_page: Any, expr: str) -> None:
    page = game(expr, on=open_page(viewport={"width": 360, "height": 740}))
    frame = page.locator(".mv-order-board .mv-graph").bounding_box()
    for box in [card.bounding_box() for card in page.locator(".mv-card").all()]:
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_board_stands_up_or_lies_down_as_there_is_room(game: Any, open_page: Any) -> None:
    page = game("orders", on=open_page(viewport={"width": 1200, "height": 740}))
    across = """() => {
      const { width, height } = document.querySelector('.mv-picture').getBoundingClientRect();
      return width > height;
    }"""
    place(page, "ge", "orders")
    assert page.evaluate(across)
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function(f"() => !({across})()")
    assert strip(page) == "ge"
    page.set_viewport_size({"width": 1200, "height": 740})
    page.wait_for_function(across)


def test_badges_and_labels_do_not_cover_each_other(game: Any, open_page: Any) -> None:
    for width in (360, 1280):
        page = game("order", on=open_page(viewport={"width": width, "height": 740}))
        place(page, "dcb")
        badges, chips = (page.locator(f".mv-order-{kind} rect").all() for kind in ("badge", "slopes"))
        for badge in (one.bounding_box() for one in badges):
            for chip in (one.bounding_box() for one in chips):
                apart = [
                    badge[k] + badge[size] <= chip[k] or chip[k] + chip[size] <= badge[k]
                    for k, size in (("x", "width"), ("y", "height"))
                ]
                assert any(apart)


def test_a_second_click_takes_a_badge_back(game: Any) -> None:
    page = game()
    place(page, "dcd")
    assert strip(page) == "c"
    assert page.evaluate("window.microgradviz.model.get('visits')") == [4]


def test_run_plays_all_and_can_be_interrupted(game: Any, open_page: Any) -> None:
    page = game(on=open_page())
    page.clock.install()
    place(page, "dcb")
    button(page, "Run").click()
    page.clock.run_for(100)
    assert said(page).startswith("1. d passes on 1: b gets 1 × 9 = 9; c gets 1 × 3 = 3.")
    button(page, "Pause").click()
    page.clock.run_for(5000)
    assert said(page).startswith("1. d")
    button(page, "Run").click()
    page.clock.run_for(5000)
    assert score(page) == ["a.grad 18, right"]
    button(page, "Run again").click()
    page.clock.run_for(100)
    place(page, "c")  # in the middle of a run: the order is another one, and nothing has run
    assert strip(page) == "db"
    assert said(page) == "Still to place: c."
    page.clock.run_for(5000)
    assert score(page) == []


def test_badges_are_dragged_along_the_strip_and_off_it(game: Any) -> None:
    page = game()
    place(page, "dbc")
    boxes = [place.bounding_box() for place in page.locator(".mv-order-place").all()]
    page.mouse.move(boxes[2]["x"] + 20, boxes[2]["y"] + 15)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + 5, boxes[1]["y"] + 15, steps=4)
    page.mouse.up()
    assert strip(page) == "dcb"
    page.mouse.move(boxes[0]["x"] + 20, boxes[0]["y"] + 15)
    page.mouse.down()
    page.mouse.move(boxes[0]["x"] + 20, boxes[0]["y"] - 200, steps=4)
    page.mouse.up()
    assert strip(page) == "cb"


def test_it_is_played_with_the_keyboard(game: Any) -> None:
    page = game()
    for node in (5, 2, 4):
        page.locator(f"[data-node='{node}']").focus()
        page.keyboard.press("Enter")
    page.locator(".mv-order-place").nth(2).focus()
    page.keyboard.press("ArrowLeft")
    assert strip(page) == "dcb"
    page.keyboard.press("Delete")
    assert strip(page) == "db"


def test_all_right_orders_are_listed_and_one_stands_beside(game: Any) -> None:
    page = game("orders")
    place(page, "gfedc", "orders")
    run(page, 5)
    button(page, "All 5 right orders").click()
    assert page.locator(".mv-order-other").count() == 5
    page.locator(".mv-order-other").nth(3).click()
    boards = page.locator(".mv-order-board")
    assert boards.count() == 2
    grads = [board.locator(".mv-grad").all_text_contents()[:2] for board in boards.all()]
    assert grads[0] == grads[1]
    assert page.locator("[aria-current='true']").text_content() == page.locator(".mv-order-other").nth(3).text_content()


def test_as_the_engine_order_rule_and_sum_are_judged_apart(game: Any) -> None:
    page = game(amounts=True)
    place(page, "d")
    for name, number in (
        ("contribution to b", "9"),
        ("b.grad now", "9"),
        ("contribution to c", "1"),
        ("c.grad now", "1"),
    ):
        page.get_by_label(name).fill(number)
    button(page, "Check").click()
    notes = notes_of(page)
    assert notes[0] == "Rule right, sum right."
    assert notes[1] == "Rule: that is the gradient that arrives; times the local derivative. Sum: right."
    page.get_by_label("contribution to c").fill("3")
    page.get_by_label("c.grad now").fill("3")
    button(page, "Check").click()
    assert page.locator(".mv-order-amounts").is_hidden()
    place(page, "b")
    assert page.locator(".mv-order-note").first.text_content() == "Order: b should wait for c."
    page.get_by_label("contribution to a").fill("9")
    page.get_by_label("a.grad now").fill("9")
    page.keyboard.press("Enter")
    place(page, "c")
    page.get_by_label("contribution to b").fill("9")
    page.get_by_label("b.grad now").fill("9")
    button(page, "Check").click()
    assert (
        page.locator(".mv-order-note").last.text_content()
        == "Rule: right. Sum: = forgets what was there; += adds to it."
    )
    page.get_by_label("b.grad now").fill("18")
    button(page, "Check").click()
    assert score(page) == ["a.grad 9, should be 18; missing 9, by the path d → c → b → a"]
    answers = page.evaluate("window.microgradviz.model.get('answers')")
    assert [row["right"] for row in answers] == [True, False, True, True, True, False, True]


def test_two_games_of_one_expression_know_nothing_of_each_other(jupyter_lab: Any, page: Any) -> None:
    name = jupyter_lab.write(
        "games.ipynb",
        "from microgradviz import visit_order\ng, h = visit_order(), visit_order()\ng",
        "h",
        "g.order, h.order",
    )
    jupyter_lab.open(page, name)
    for i in (0, 1):
        run_cell(jupyter_lab, page, i)
    page.wait_for_function("document.querySelectorAll('.mv-order').length === 2")
    for number, nodes in ((0, "54"), (1, "2")):
        for node in nodes:
            page.locator(".mv-order").nth(number).locator(f"[data-node='{node}']").click()
    run_cell(jupyter_lab, page, 2)
    page.locator(".mv-order").first.locator("[data-node='2']").focus()
    for key in "ddbxa":
        page.keyboard.press(key)  # they are the game's, and none of them the notebook's
    assert page.locator(".mv-order").count() == 2
    assert page.locator(".jp-Cell").count() == 3
    page.wait_for_function("document.querySelectorAll('.jp-Cell')[2].textContent.includes(\"(['d', 'c'], ['b'])\")")


def test_a_token_travels_where_motion_is_wanted(game: Any, open_page: Any) -> None:
    page = open_page(reduced_motion="no-preference")
    game(on=page)
    page.clock.install()
    place(page, "dcb")
    button(page, "Next").click()
    assert page.locator(".mv-token").count() > 0
    assert page.locator("[data-node='2'] .mv-grad").text_content() == "–"
    page.clock.run_for(700)
    assert page.locator(".mv-token").count() == 0
    assert page.locator("[data-node='2'] .mv-grad").text_content() == "9"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_phone_either(game: Any, open_page: Any, axe: str, scheme: str) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 360, "height": 740}, has_touch=True, bypass_csp=True)
    game(on=page)
    ids = {name: i for i, name in trace("order").label.items()}
    for name in "dbc":
        page.locator(f"[data-node='{ids[name]}']").tap()
    run(page)
    page.locator(".mv-link", has_text="The only right order").tap()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(axe)
    assert page.evaluate("axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes[0].html]))") == []


def test_as_the_engine_nothing_can_be_passed_on_that_has_not_arrived(game: Any) -> None:
    page = game(amounts=True)
    place(page, "b")
    assert said(page) == "Nothing has arrived at b yet: it waits for c and d."
    assert page.locator(".mv-order-amounts").is_hidden()
    assert strip(page) == ""


def test_hostile_labels_stay_words(game: Any) -> None:
    a = Value(2.0, label="<img src=x onerror=alert(1)>")
    b = a * a
    b.label = "</script><b>"
    page = game(b)
    page.locator(".is-placed").click()
    run(page, 1)
    assert page.locator("main img, main b:not(.mv-order-place b)").count() == 0
    assert "<img" in score(page)[0]
