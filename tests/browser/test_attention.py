"""The instrument of attention in Chromium: tips are dragged, one weight is worked out by hand, then all is told."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from microgradviz import attention, to_html
from microgradviz.tracing import number_text

pytestmark = pytest.mark.browser


@pytest.fixture
def shown(page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open the offline page of an instrument."""

    def shown(made: Any, on: Any = page) -> Any:
        to_html(made, tmp_path / "it.html")
        on.goto((tmp_path / "it.html").as_uri())
        on.wait_for_selector(".mv-attention-main")
        return on

    return shown


def worked(letters: str = "abc", **traits: Any) -> Any:
    made = attention(letters)
    for name, value in {"worked": True, **traits}.items():
        setattr(made, name, value)
    return made


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def status(page: Any) -> str:
    text: str = page.locator(".mv-attention-status").inner_text()
    return text


def shares(page: Any) -> list[float]:
    grown = page.locator(".mv-attention-shares:not(.is-before) span")
    return [float(x) for x in grown.evaluate_all("all => all.map((one) => one.style.flexGrow)")]


def trait(page: Any, name: str) -> Any:
    return page.evaluate(f"window.microgradviz.model.get('{name}')")


def test_a_key_that_is_dragged_takes_from_the_others_and_the_output_moves(shown: Any) -> None:
    page = shown(worked())
    output = page.locator(".mv-arrow.is-apart").nth(1)
    before, stood = shares(page), output.get_attribute("d")
    box = page.locator('[data-tip="key 1"]').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 60, steps=3)
    after = shares(page)
    assert after[1] > before[1]
    assert all(now < then for k, (now, then) in enumerate(zip(after, before, strict=True)) if k != 1)
    assert output.get_attribute("d") != stood
    gone = [number_text(abs(now - then)) for now, then in zip(after, before, strict=True)]
    assert status(page) == f"The total stays 1: more to b (+{gone[1]}), less to a (−{gone[0]}), c (−{gone[2]})."
    page.mouse.up()
    there = attention("abc")
    there.arrows = trait(page, "arrows")
    assert after == pytest.approx(there.weights[2], rel=1e-5)  # as a style sheet has it


def test_a_tip_is_moved_by_the_keyboard(shown: Any) -> None:
    page = shown(attention("abc"))
    page.locator('[data-tip="key 2"]').focus()
    for key in ("ArrowUp", "ArrowRight", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    assert trait(page, "arrows")["key"][2] == [0.59, 0.6]
    assert trait(page, "chosen") == 2
    assert status(page) == "The total stays 1: more to c, less to a, b."


def test_no_weight_is_seen_before_one_was_worked_out_and_then_all_are(shown: Any) -> None:
    made = attention("abc")
    told = [number_text(x) for row in made.weights for x in row]
    page = shown(made)
    seen = page.evaluate("document.querySelector('.mv-attention').outerHTML.replace(/style=.[^\"]*./g, '')")
    assert not [weight for weight in told if weight in seen.replace("0.1025", "")]
    assert not page.get_by_text("query of", exact=True).is_visible()
    for typed, says in {
        "b": "must be a number such as 0.25",
        "8.342": "That is exp(score) of a",
        "2.121": "That is the score of a",
        "1.5": "A weight lies between 0 and 1",
        "0.28": "That is the weight of b",
        "0.48": "That is a share of the scores",
        "0.67": "Not yet",
        "0.65": "That is without ÷ √2",
        "1/3": "Shares are equal only where scores are equal",
    }.items():
        page.get_by_label("the weight, by hand").fill(typed)
        press(page, "Check")
        assert says in status(page), typed
    page.get_by_label("the weight, by hand").fill("8.342/14.88")
    page.keyboard.press("Enter")
    assert status(page) == "Right: 8.342 ÷ 14.88 = 0.5608."
    assert trait(page, "worked")
    heat = page.locator(".mv-attention-heat td").all_inner_texts()
    assert heat == told


def test_the_gradient_of_every_key_is_told_and_drawn_and_the_graph_opens_at_the_arrows_of_now(shown: Any) -> None:
    page = shown(worked("ab", way="backward", asks=0))
    page.locator('[data-tip="key 1"]').focus()
    page.keyboard.press("ArrowUp")
    there = attention("ab", keys=trait(page, "arrows")["key"])
    there.asks = 0
    parts = there.values
    rows = page.locator(".mv-attention-numbers tbody tr").all_inner_texts()
    for key, score, line in zip(parts["key"], parts["score"], rows, strict=True):
        assert f"({', '.join(number_text(x.grad) for x in key)})" in line
        assert number_text(score.grad) in line
    assert page.locator(".mv-arrow.is-grad").count() == 3 + 3
    press(page, "Open in the player")
    page.locator(".mv-card").first.focus()
    page.keyboard.press("End")
    names = page.locator("[data-part]").evaluate_all("all => all.map((card) => card.getAttribute('aria-label'))")
    assert {name.split(",")[0] for name in names} == {f"group {part}" for part in parts}
    text = page.locator(".mv-opened").inner_text()
    assert number_text(parts["key"][1][1].grad) in text
    press(page, "Back to attention")
    assert page.get_by_role("button", name="Open in the player").is_visible()


def test_one_letter_says_that_its_weight_is_1(shown: Any) -> None:
    page = shown(attention("a"))
    assert status(page) == "With one letter the weight is 1, whatever its key: so the key's gradient is 0."
    assert not page.get_by_role("button", name="Check").is_visible()


@pytest.mark.parametrize(("done", "scheme"), [(False, "light"), (True, "dark")])
def test_five_letters_fit_a_phone(shown: Any, open_page: Any, axe: str, done: bool, scheme: str) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 360, "height": 740}, bypass_csp=True)
    shown(worked("emily", worked=done, way="backward"), page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(axe)
    assert page.evaluate("axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes[0].html]))") == []
