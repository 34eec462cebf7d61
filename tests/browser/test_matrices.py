"""The instrument of matrices in Chromium: a number shows its scalars, a sum grows, an output opens in the player."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from microgradviz import matrices, to_html

pytestmark = pytest.mark.browser


@pytest.fixture
def shown(page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open the offline page of an instrument."""

    def shown(made: Any, on: Any = page) -> Any:
        to_html(made, tmp_path / "it.html")
        on.goto((tmp_path / "it.html").as_uri())
        on.wait_for_selector(".mv-matrices")
        return on

    return shown


def cell(page: Any, number: str) -> Any:
    """The first cell with a name, such as "W[0][1] = −1"."""
    return page.locator(f'.mv-matrix-cell[aria-label="{number}"]:visible').first


def told(page: Any) -> list[str]:
    return [" ".join(words.split()) for words in page.locator(".mv-matrices-detail [role=status]").all_inner_texts()]


def lit(page: Any) -> set[str]:
    found = page.locator(".is-lit:visible").evaluate_all("all => all.map((cell) => cell.dataset.cell)")
    return set(found)


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_number_under_the_pointer_shows_its_scalars_and_lights_where_they_stand(shown: Any) -> None:
    page = shown(matrices("batch"))
    cell(page, "Y[1][2] = −5").hover()
    assert told(page) == [
        "Y[1][2] = −5 W[1][0] × X[0][2] 1 × 3 = 3 W[1][1] × X[1][2] 3 × (−1) = −3 W[1][2] × X[2][2] (−2) × 2 = −4 "
        "their sum (W·X)[1][2] −4 the bias b[1][0] + (−1)"
    ]
    assert lit(page) == {"W:1:0", "W:1:1", "W:1:2", "x:0:2", "x:1:2", "x:2:2", "z:1:2", "b:1:0"}
    page.mouse.move(1, 1)
    page.wait_for_function("document.querySelector('.mv-matrices-title').textContent === 'Y[0][0] = −0.5'")
    cell(page, "b[1][0] = −1").hover()
    assert lit(page) == {"y:1:0", "y:1:1", "y:1:2", "y:1:3"}
    assert page.locator('[data-cell="b:1:0"]:visible').count() == 4


def test_the_gradient_of_a_stretched_bias_grows_one_contribution_at_a_time(shown: Any) -> None:
    page = shown(matrices("batch"))
    press(page, "Backward")
    bias = page.locator('[data-cell="db:0:0"]')
    bias.click()
    assert lit(page) == {"dy:0:0", "dy:0:1", "dy:0:2", "dy:0:3"}
    press(page, "One by one")
    seen = [bias.inner_text()]
    for _ in range(4):
        press(page, "Next: add one more")
        seen.append(bias.inner_text())
    assert seen == ["0", "3", "3.5", "1.5", "2.5"]
    assert told(page)[0].endswith("L → Y[0][0] → b[0][0] 1 1.5 + 1 = 2.5")
    assert page.locator(".is-now:visible").first.get_attribute("data-cell") == "dy:0:0"
    press(page, "Once more")
    assert bias.inner_text() == "0"


def test_the_outer_product_and_the_transpose_are_found_by_keyboard(shown: Any) -> None:
    made = matrices("layer")
    made.way, made.cell = "backward", "dW[0][0]"
    page = shown(made)
    page.locator('[data-cell="dW:0:0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    assert told(page) == ["∂L/∂W[1][2] = 4 L → y[1] → W[1][2] (−2) × (−2) = 4 0 + 4 = 4"]
    assert lit(page) == {"dy:1:0", "x:2:0"}
    assert page.evaluate("window.microgradviz.model.get('cell')") == "dW[1][2]"
    page.locator('[data-cell="dx:1:0"]').focus()
    assert lit(page) == {"W:0:1", "W:1:1", "dy:0:0", "dy:1:0"}


def test_an_output_opens_in_the_player_with_its_numbers_and_closes_again(shown: Any) -> None:
    page = shown(matrices("slip"))
    cell(page, "Y[1][0] = 11.5").click()
    assert told(page)[0].endswith("the bias b[0] + 0.5 Meant is 10.")
    press(page, "Open Y[1][0] in the player")
    page.wait_for_selector(".mv-card")
    page.locator(".mv-card").first.focus()
    page.keyboard.press("End")
    names = page.locator(".mv-card").evaluate_all("all => all.map((card) => card.getAttribute('aria-label'))")
    assert "b[0], data 0.5, grad 0.5" in names
    assert page.get_by_text("What went wrong").count() == 0
    press(page, "Back to the matrices")
    cell(page, "Y[0][0] = −0.5").click()
    assert told(page)[0].startswith("Y[0][0] = −0.5")


@pytest.mark.parametrize(("way", "scheme"), [("forward", "light"), ("backward", "dark")])
def test_the_largest_fits_a_phone_where_what_is_told_stays_in_view(
    shown: Any, open_page: Any, axe: str, way: str, scheme: str
) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 360, "height": 740}, bypass_csp=True)
    numbers = [[-1.25] * 4] * 4
    made = matrices(W=numbers, x=numbers, b=[1.5] * 4)
    made.way = way
    shown(made, page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    detail = page.locator(".mv-matrices-detail").bounding_box()
    assert detail["y"] + detail["height"] <= 740
    page.evaluate(axe)
    assert page.evaluate("axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes[0].html]))") == []
