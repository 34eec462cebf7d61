"""Why this number: the panel of the exported page that answers for a card or an edge."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from kit.learner_engines import AssignsInMul, WrongTanhRule
from kit.play_through import BRING_IN
from kit.sample_pictures import AWKWARD, HARMFUL, labelled, lesson

from microgradviz import Trace, Value, to_html, trace

pytestmark = pytest.mark.browser


@pytest.fixture
def show(show: Callable[..., Any]) -> Callable[..., Any]:
    """Open the exported page of an expression, at its last step."""

    def at_last_step(expr: Any, step: int = 10**6, **options: Any) -> Any:
        page = show(expr, **options)
        go(page, step)
        return page

    return at_last_step


def squared() -> Value:
    a = Value(3.0, label="a")
    f = a * a
    f.label = "f"
    return f


def diamonds(count: int) -> Value:
    x = Value(1.0, label="x")
    for _ in range(count):
        x = x + x
    return x


def go(page: Any, k: int) -> None:
    page.evaluate("k => window.microgradviz.model.set('step', k)", k)


def card(page: Any, node: int) -> Any:
    return page.locator(f"[data-node='{node}']")


def region(page: Any) -> Any:
    return page.get_by_role("region", name=re.compile("^About "))


def terms(page: Any) -> list[list[str]]:
    """Of each path: the way, the product, the amount."""
    return [term.locator("span").all_text_contents() for term in page.locator("button.mv-term").all()]


def total(page: Any) -> list[str]:
    texts: list[str] = page.locator(".mv-total span").all_text_contents()
    return texts


def middle(page: Any, edge: int) -> tuple[float, float]:
    """The middle of an edge, in the window."""
    x, y = page.evaluate(
        """(e) => {
          const path = document.querySelector(`[data-edge='${e}']`);
          const at = path.getPointAtLength(0);
          const route = window.microgradviz.model.get("scene").routes[e];
          const end = route[route.length - 1];
          const on = new DOMPoint((at.x + end[0]) / 2, (at.y + end[1]) / 2).matrixTransform(path.getScreenCTM());
          return [on.x, on.y];
        }""",
        edge,
    )
    return x, y


# ---------------------------------------------------------------- a card


def test_a_click_on_a_card_tells_every_path_and_their_sum(show: Any) -> None:
    page = show(squared())
    assert region(page).count() == 0
    card(page, 0).click()
    assert region(page).get_by_role("heading").all_text_contents() == ["a", "Value", "Why this gradient"]
    assert terms(page) == [["f → a (1st)", "1 × 3 =", "3"], ["f → a (2nd)", "1 × 3 =", "3"]]
    assert total(page) == ["2 paths, their sum = a.grad", "6"]
    assert page.locator(".mv-why .mv-alarm").inner_text() == ""


def test_the_value_tells_its_rule_its_inputs_and_its_users(show: Any) -> None:
    page = show(lesson())
    card(page, 2).click()
    assert "e = a × b = 2 × −3 = −6" in region(page).inner_text()
    lists = {name: region(page).get_by_role("list", name=name, exact=True) for name in ("Inputs", "Users")}
    assert lists["Inputs"].get_by_role("button").all_text_contents() == ["a = 2", "edge × −3", "b = −3", "edge × 2"]
    assert lists["Users"].get_by_role("button").all_text_contents() == ["d = e + c = 4", "edge × 1"]
    lists["Users"].get_by_role("button", name="d = e + c = 4").click()
    assert region(page).get_attribute("aria-label") == "About d = e + c"
    assert page.evaluate("document.activeElement.textContent") == "d = e + c"


def test_a_value_tells_the_line_it_was_made_in(show: Any) -> None:
    columns = trace(squared()).to_dict()
    page = show(Trace.from_dict({**columns, "line": {"1": ["lesson.py", 7]}}))
    card(page, 1).click()
    assert "made in lesson.py, line 7" in region(page).inner_text()
    assert "It is the result itself: ∂f/∂f = 1." in region(page).inner_text()
    assert total(page) == ["f.grad", "1"]


def test_the_sum_grows_as_contributions_arrive(show: Any) -> None:
    page = show(squared(), step=0)
    card(page, 0).click()
    seen = []
    for k in range(5):
        go(page, k)
        seen.append(([term[1:] for term in terms(page)], total(page)[1]))
    later, come = ["1 × 3", "not yet"], ["1 × 3 =", "3"]
    assert seen == [
        ([["", "not yet"]] * 2, "–"),
        ([later, later], "–"),
        ([later, later], "–"),
        ([come, later], "3"),
        ([come, come], "6"),
    ]
    go(page, 3)
    assert page.locator("button.mv-term.is-later").count() == 1
    assert total(page)[0] == "2 paths, the sum so far = a.grad"


def test_a_number_that_is_not_computed_yet_is_not_told(show: Any) -> None:
    page = show(lesson(), step=0)
    card(page, 2).click()
    text = region(page).inner_text()
    assert "not computed yet" in text
    assert "−6" not in text
    assert "edge × –" in text


def test_a_term_lights_its_path_while_the_pointer_or_the_focus_is_on_it(show: Any) -> None:
    page = show(lesson())
    card(page, 0).click()
    assert page.locator(".is-spot").count() == 0
    page.locator("button.mv-term").hover()
    assert sorted(page.locator(".is-spot").evaluate_all("all => all.map((c) => c.dataset.node)")) == [
        "0",
        "2",
        "4",
        "6",
    ]
    assert page.locator(".mv-spot .mv-wire").count() == 3
    assert page.locator(".mv-spot .mv-chip").all_text_contents() == ["× −2", "× 1", "× −3"]
    page.mouse.move(1, 1)
    assert page.locator(".is-spot, .mv-spot *, .is-tracing").count() == 0
    page.locator("button.mv-term").focus()
    assert page.locator(".is-spot").count() == 4


def test_a_value_without_a_path_says_so(show: Any) -> None:
    columns = trace(lesson()).to_dict()
    page = show(Trace.from_dict({**columns, "root": 4, "order": [4, 2]}))
    card(page, 5).click()
    assert "No path leads here from d." in region(page).inner_text()


def test_two_to_the_fortieth_paths(show: Any) -> None:
    page = show(diamonds(40))
    took = page.evaluate(
        """() => {
          const began = performance.now();
          document.querySelector("[data-node='0']").dispatchEvent(new MouseEvent("click", { bubbles: true }));
          return performance.now() - began;
        }"""
    )
    assert took < 200  # the benchmark asks for 50
    assert len(terms(page)) == 8
    rest = page.locator(".mv-terms li").last.locator("span").all_text_contents()
    assert rest == ["and 1,099,511,627,768 more, together", "1.1e12"]
    assert total(page) == ["1,099,511,627,776 paths, their sum = x.grad", "1.1e12"]
    assert card(page, 0).locator(".mv-grad").text_content() == "1.1e12"


# ---------------------------------------------------------------- engines that err


def test_the_sum_is_what_a_faulty_engine_should_give(show: Any) -> None:
    a = AssignsInMul(3.0, label="a")
    page = show(a * a)
    card(page, 0).click()
    assert total(page) == ["2 paths, their sum = what a.grad should be", "6"]
    assert "⚠ a.grad is 3; the sum of the paths, 6, is what it should be." in region(page).inner_text()


def test_without_accumulation_both_numbers_are_told(show: Any) -> None:
    page = show(squared(), accumulate=False)
    card(page, 0).click()
    assert "⚠ a.grad is 3; the sum of the paths, 6, is what it should be." in region(page).inner_text()
    go(page, 3)
    assert page.locator(".mv-why .mv-alarm").inner_text() == ""


def test_a_wrong_rule_is_replaced_by_the_right_one_and_caught_on_its_edge(show: Any) -> None:
    page = show(WrongTanhRule(0.5, label="a").tanh())
    card(page, 0).click()
    assert total(page) == ["1 path = what a.grad should be", "0.7864"]
    region(page).get_by_role("button", name=re.compile("^edge ")).click()
    assert "⚠ differs from" in region(page).inner_text()


# ---------------------------------------------------------------- an edge


@pytest.mark.parametrize("beside", [-6, 0, 6])
def test_a_click_within_six_pixels_of_an_edge_tells_its_local_derivative(show: Any, beside: int) -> None:
    page = show(lesson(), step=4)
    x, y = middle(page, 2)
    page.mouse.click(x, y + beside)
    assert region(page).get_attribute("aria-label") == "About e → d"
    assert page.locator("[data-edge='2'].is-asked").count() == 1
    page.mouse.click(x, y - 40)
    assert region(page).get_attribute("aria-label") == "About e → d"


def test_an_edge_tells_formula_numbers_and_check(show: Any) -> None:
    page = show(lesson())
    card(page, 2).click()
    region(page).get_by_role("button", name="edge × −3, a → e", exact=True).click()
    text = region(page).inner_text()
    for part in (
        "along a → e: × −3",
        "along a: × b = −3",
        "Measured by nudging this edge alone by ±0.0002: −3 ✓ agrees",
        "Arriving from e: −2 × −3 along this edge = 6; a.grad is now 6",
    ):
        assert part in text
    assert page.locator(".is-tracing").count() == 0
    go(page, 4)
    assert "not yet" in region(page).inner_text()
    go(page, 0)
    assert "along a → e: × –, not computed yet" in region(page).inner_text()
    region(page).get_by_role("button", name="e = a × b", exact=True).click()
    assert region(page).get_attribute("aria-label") == "About e = a × b"


def test_a_kink_is_told(show: Any) -> None:
    page = show(Value(0.0, label="a").relu())
    x, y = middle(page, 0)
    page.mouse.click(x, y)
    assert "⚠ a kink: slope 0 on the left, 1 on the right; 0 is used" in region(page).inner_text()


def test_the_pointer_shows_what_can_be_asked(show: Any) -> None:
    page = show(lesson())
    cursor = "getComputedStyle(document.querySelector('.mv-graph')).cursor"
    x, y = middle(page, 2)
    page.mouse.move(x, y + 5)
    assert page.evaluate(cursor) == "pointer"
    page.mouse.move(x, y - 40)
    assert page.evaluate(cursor) == "auto"


# ---------------------------------------------------------------- the keyboard


def test_enter_opens_and_escape_closes_and_the_focus_comes_back(show: Any) -> None:
    page = show(lesson())
    page.evaluate("() => { window.heard = []; document.addEventListener('keydown', (e) => window.heard.push(e.key)); }")
    card(page, 2).focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "H2"
    page.keyboard.press("ArrowLeft")
    assert page.locator(".microgradviz").get_attribute("data-step") == "9"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Close"
    page.keyboard.press("Escape")
    assert region(page).count() == 0
    assert page.evaluate("document.activeElement.dataset.node") == "2"
    assert page.evaluate("window.heard") == ["Tab"]
    page.keyboard.press("Escape")  # nothing to close: the host's
    assert page.evaluate("window.heard") == ["Tab", "Escape"]


def test_all_can_be_reached_by_tab(show: Any) -> None:
    page = show(lesson())
    card(page, 0).focus()
    page.keyboard.press("Enter")
    seen = []
    for _ in range(5):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.value || document.activeElement.textContent"))
    assert seen == ["Close", "2", "e = a × b = −6", "edge × −3", "L → d → e → a1 × −2 × 1 × −3 =6"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert region(page).get_attribute("aria-label") == "About a → e"
    region(page).get_by_role("button", name="Close").click()
    assert region(page).count() == 0
    assert page.evaluate("document.activeElement.dataset.node") == "0"


def test_a_click_leaves_the_focus_on_the_card_and_the_status_alone(show: Any) -> None:
    page = show(lesson())
    before = page.get_by_role("status").inner_text()
    card(page, 2).click()
    assert page.evaluate("document.activeElement.dataset.node") == "2"
    assert page.get_by_role("status").inner_text() == before
    assert page.locator(".mv-why [aria-live], .mv-why [role=status]").count() == 0


# ---------------------------------------------------------------- looks and hostile input


def test_opening_moves_nothing_above_it(show: Any) -> None:
    page = show(lesson())
    next_button = page.get_by_role("button", name="Next", exact=True)
    before = [next_button.bounding_box(), page.locator(".mv-graph").bounding_box()]
    card(page, 2).click()
    assert [next_button.bounding_box(), page.locator(".mv-graph").bounding_box()] == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_panel_is_legible_in_both_schemes_and_narrow_windows(show: Any, open_page: Any, scheme: str) -> None:
    page = show(lesson(), on=open_page(color_scheme=scheme, viewport={"width": 400, "height": 800}))
    card(page, 2).click()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    shades = page.evaluate(
        """() => {
          const bright = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, c) => sum + Number(c), 0) / 3;
          const panel = document.querySelector(".mv-why");
          const ground = bright(getComputedStyle(panel).backgroundColor);
          return [...panel.querySelectorAll("h2, h3, p, span, button.mv-link")].filter((e) => e.textContent)
            .map((e) => Math.abs(bright(getComputedStyle(e).color) - ground));
        }"""
    )
    assert len(shades) > 10
    assert min(shades) > 90


def test_nothing_moves_in_the_panel_for_those_who_ask_for_less_motion(show: Any, open_page: Any) -> None:
    page = show(lesson(), on=open_page(reduced_motion="reduce"))
    card(page, 0).click()
    page.locator("button.mv-term").hover()
    assert page.evaluate("document.getAnimations().length") == 0


def test_labels_are_text_in_the_panel_too(show: Any, open_page: Any) -> None:
    labels = HARMFUL + AWKWARD
    page = show(labelled(labels))
    count = len(labels)
    for node in [*range(0, 2 * count, 7), count]:
        page.locator(".microgradviz").evaluate(BRING_IN, node)
        page.evaluate(
            "i => document.querySelector(`[data-node='${i}']`)"
            ".dispatchEvent(new MouseEvent('click', { bubbles: true }))",
            node,
        )
        assert page.locator(".mv-why").is_visible()
        page.locator(".mv-edge").first.dispatch_event("click")
    assert page.evaluate("window.pwned") is None
    assert page.evaluate("document.querySelectorAll('main script, img, iframe, a, main style').length") == 0


def test_a_formula_edited_by_hand_runs_nothing(page: Any, tmp_path: Any) -> None:
    html = to_html(squared(), step=4).replace('"formula": "x * y"', '"formula": "constructor.constructor(x)()"')
    path = tmp_path / "edited.html"
    path.write_text(html, encoding="utf-8")
    page.goto(path.as_uri())
    page.mouse.click(*middle(page, 0))
    assert "It cannot be measured here." in region(page).inner_text()


def test_infinity_and_nan_stay_sane(show: Any) -> None:
    a = Value(0.0, label="a")
    v = a * float("inf")
    page = show(v * 2.0 + v * 0.0)
    card(page, 0).click()
    assert [amount for _, _, amount in terms(page)] == ["nan", "∞"]
    assert total(page)[1] == "∞"
    assert card(page, 0).locator(".mv-grad").text_content() == "∞"
    assert "backward adds before it multiplies" in region(page).inner_text()


def test_a_click_on_the_number_of_an_edge_asks_about_the_edge(show: Any) -> None:
    page = show(lesson())
    for label, of in ((".mv-used text", "d → L"), (".mv-chip", "b → e")):
        page.locator(label).first.click()
        assert of in page.locator(".mv-why h2").inner_text()
        page.keyboard.press("Escape")
