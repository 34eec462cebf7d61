"""The slope instrument in Chromium: dragged, slid, typed into and read; on paper, on a phone, in JupyterLab."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from microgradviz import slope, to_html

pytestmark = pytest.mark.browser

PARABOLA = "3*x**2 - 4*x + 5"


@pytest.fixture
def show_slope(page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open the offline page of an instrument."""

    def show_slope(f: Any, on: Any = None, **options: Any) -> Any:
        path = tmp_path / "slope.html"
        to_html(slope(f, **options), path)
        (on or page).goto(path.as_uri())
        (on or page).wait_for_selector(".mv-curve-point")
        return on or page

    return show_slope


def said(page: Any) -> str:
    return str(page.locator(".mv-slope-status").text_content())


def digits(page: Any) -> tuple[str, str]:
    return tuple(page.locator(f".is-secant .mv-{kind}").text_content() for kind in ("right", "wrong"))  # type: ignore[return-value]


def slide(page: Any, h: float) -> None:
    """To a place of the slider of h, ten of them a decade."""
    page.get_by_label("h, the nudge").fill(str(round(160 + 10 * math.log10(h))))


def place(page: Any) -> float:
    return float(page.locator(".mv-plot-picture .mv-curve-point").get_attribute("aria-valuenow"))


def test_smaller_is_better_until_it_is_not(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3)
    seen = []
    for h in (1, 1e-2, 1e-4, 1e-7, 1e-10, 1e-13, 1e-16):
        slide(page, h)
        seen.append((digits(page), said(page)))
    right = [len(ink.strip().replace(".", "")) for (ink, _), _ in seen]
    assert right[0] < right[1] < right[2] < right[3] > right[4] > right[5] > right[6] == 0
    assert [text.split(". ", 1)[1][:20] for _, text in (seen[0], seen[4], seen[6])] == [
        "The curve bends betw",
        "Both ends agree in n",
        "x + h is x: so small",
    ]
    assert "0 of 12 digits right" in seen[-1][1]


def test_slope_and_exact_stand_digit_under_digit(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3, h=1e-4)
    assert digits(page) == ("14.000", "3000001")
    assert page.locator(".is-tangent .mv-slope-number").text_content() == "14.0000000000"
    edges = [page.locator(f".is-{kind} .mv-slope-number").bounding_box() for kind in ("secant", "tangent")]
    assert edges[0]["x"] + edges[0]["width"] == pytest.approx(edges[1]["x"] + edges[1]["width"], abs=1)
    assert edges[0]["width"] == pytest.approx(edges[1]["width"], abs=1)


def test_the_point_follows_mouse_and_keyboard_and_field(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3)
    box = page.locator(".mv-plot-picture").bounding_box()
    point = page.locator(".mv-plot-picture .mv-curve-point").bounding_box()
    page.mouse.move(point["x"] + 8, point["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + 40, steps=3)
    dragged = place(page)
    assert 4 < dragged < 5.5
    page.mouse.up()
    page.mouse.move(box["x"] + 60, box["y"] + 40)
    assert place(page) == dragged
    page.mouse.move(box["x"] + 60, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] - 300, box["y"] + 40)  # out of the picture: as far as its axis goes
    page.mouse.up()
    assert place(page) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert 0 < place(page) < 0.3
    page.get_by_label("x =").fill("2/3")
    page.keyboard.press("Enter")
    slide(page, 1e-4)
    assert place(page) == 2 / 3
    assert "slope 0.0003, off by 0.0003" in said(page)
    page.get_by_label("x =").fill("three")
    page.keyboard.press("Enter")
    assert said(page) == "x must be a number such as 3, −0.5 or 2/3."
    assert place(page) == 2 / 3


def test_the_secant_turns_into_the_tangent_and_lies_flat_at_last(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3)
    lines = "() => ['secant', 'tangent'].map((kind) => document.querySelector(`.mv-curve-${kind}`).getAttribute('d'))"
    slide(page, 1e-7)
    secant, tangent = page.evaluate(lines)
    assert secant == tangent
    slide(page, 1e-16)
    ends = [float(point.split()[1]) for point in page.evaluate(lines)[0][1:].split("L")]
    assert ends[0] == ends[1]


def test_symmetric_is_exact_for_a_parabola(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3, h=0.1)
    assert digits(page)[1] != ""
    page.get_by_role("button", name="symmetric").click()
    assert digits(page) == ("14.0000000000", "")
    assert page.get_by_role("button", name="symmetric").get_attribute("aria-pressed") == "true"
    assert "f(3 + h) − f(3 − h)" in page.locator(".mv-slope-digits").text_content()
    drawn = "() => [...document.querySelectorAll('path[class^=mv-curve-]')].map((path) => path.className.baseVal)"
    order = page.evaluate(drawn)
    assert order.index("mv-curve-triangle") < order.index("mv-curve-line"), "the triangle hides the curve"


def test_of_several_inputs_one_is_nudged_and_the_output_moves(show_slope: Any) -> None:
    page = show_slope("d = a*b + c", a=2, b=-3, c=10, h=0.1)
    seen = []
    for name in "abc":
        page.get_by_role("button", name=f"nudge {name}", exact=True).click()
        seen.append((digits(page)[0][:5], page.locator(".mv-slope-output").text_content()))
    assert seen == [("−3.00", "d4 → 3.7"), ("2.000", "d4 → 4.2"), ("1.000", "d4 → 4.1")]
    page.get_by_label("a =").fill("5")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="nudge b", exact=True).click()
    assert digits(page)[0].startswith("5.00")


def test_out_of_its_domain_a_function_has_no_slope_and_the_curve_a_gap(show_slope: Any) -> None:
    page = show_slope("log(x)", x=1, h=0.1)
    page.get_by_label("x =").fill("-1")
    page.keyboard.press("Enter")
    assert said(page) == "f is nan at x = −1: there is no slope there."
    assert "is-off" in page.locator(".mv-plot-picture .mv-curve-point").get_attribute("class")
    assert "NaN" not in page.locator("main").inner_html()
    page.get_by_label("x =").fill("2")
    page.keyboard.press("Enter")
    assert digits(page)[0].startswith("0.")


@pytest.mark.parametrize(
    ("f", "x", "says"),
    [
        ("relu(x)", 0, "f has a corner here: from the left the slope is 0, from the right 1."),
        (lambda x: abs(x), 0, "f has a corner here: from the left the slope is −1, from the right 1."),
        ("x / abs(x - 1e-9)", 0, "The slope grows without end as h shrinks: f jumps here"),
        ("x**2", 0, "h = 0.0001: slope 1e−4, off by 1e−4"),
        ("1000*x*x*x", 0.1, "h = 0.0001: slope 30.03"),
    ],
)
def test_at_a_corner_or_a_jump_no_digits_are_right_or_wrong(show_slope: Any, f: Any, x: float, says: str) -> None:
    page = show_slope(f, x=x, h=1e-4)
    assert said(page).startswith(says)
    assert ("the engine" in page.locator(".mv-slope-digits").text_content()) == (not says.startswith("h ="))


def test_the_axis_goes_where_the_point_is_typed(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3)
    page.get_by_label("x =").fill("-3")
    page.keyboard.press("Enter")
    assert page.evaluate("window.microgradviz.model.get('limits')") == {"x": [-6, 0]}
    inner, point = (page.locator(f".mv-{name}").first.bounding_box() for name in ("plot-inner", "curve-point"))
    assert inner["x"] < point["x"] < inner["x"] + inner["width"]
    assert digits(page)[0].startswith("−")


def test_the_ring_at_the_other_end_is_the_nudge(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3, h=1)
    ring = page.locator(".mv-curve-other").bounding_box()
    point = page.locator(".mv-plot-picture .mv-curve-point").bounding_box()
    page.mouse.move(ring["x"] + 5, ring["y"] + 5)
    page.mouse.down()
    page.mouse.move((ring["x"] + point["x"]) / 2 + 7, point["y"], steps=3)
    page.mouse.up()
    assert place(page) == 3
    assert page.evaluate("window.microgradviz.model.get('h')") == pytest.approx(0.5, abs=0.1)


def test_a_finger_drags_the_point_and_the_nudge(show_slope: Any, open_page: Any) -> None:
    page = show_slope(PARABOLA, x=3, on=open_page(has_touch=True, viewport={"width": 360, "height": 740}))
    box = page.locator(".mv-plot-picture").bounding_box()
    page.touchscreen.tap(box["x"] + 0.8 * box["width"], box["y"] + 60)
    assert place(page) > 4
    page.get_by_label("h, the nudge").scroll_into_view_if_needed()
    track = page.get_by_label("h, the nudge").bounding_box()
    page.touchscreen.tap(track["x"] + track["width"] / 2, track["y"] + 20)
    assert float(page.get_by_label("h, the nudge").input_value()) == pytest.approx(80, abs=3)
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


def guess(page: Any, text: str) -> None:
    page.get_by_label("your guess of the slope").fill(text)
    page.keyboard.press("Enter")


def lines(page: Any) -> dict[str, bool]:
    """Which lines are drawn."""
    drawn = "name => Boolean(document.querySelector(`.mv-plot .mv-curve-${name}`).getAttribute('d'))"
    return {name: page.evaluate(drawn, name) for name in ("line", "secant", "tangent", "triangle", "guess")}


def test_what_is_to_be_guessed_is_told_after_the_guess(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3, reveal="guess")
    assert lines(page) == {"line": True, "secant": False, "tangent": False, "triangle": False, "guess": False}
    assert page.locator(".mv-slope-digits").inner_text().split() == ["run", "h", "1"]
    assert not page.locator(".mv-lens").is_visible()
    assert page.get_by_role("button", name="Table", exact=True).count() == 0
    assert not page.locator(".mv-strip-line").get_attribute("d")
    for _ in range(4):
        page.get_by_role("button", name="closer: h ten times smaller").click()
    assert "14" not in page.locator("main").inner_text()
    assert "14" not in page.locator(".mv-plot-picture .mv-curve-point").get_attribute("aria-valuetext")
    guess(page, "steep")
    assert said(page) == "A guess must be a number such as 3, −0.5 or 2/3."
    guess(page, "21/2")
    assert all(lines(page).values())
    assert digits(page) == ("14.000", "3000001")
    assert page.locator(".is-guess .mv-slope-number").text_content() == "10.5"
    assert not page.get_by_label("your guess of the slope").is_visible()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "x"
    page.get_by_label("x =").fill("2")
    page.keyboard.press("Enter")
    assert lines(page)["tangent"]
    assert not lines(page)["guess"], "that was a guess for 3"
    page.get_by_label("x =").fill("3")
    page.keyboard.press("Enter")
    assert page.locator(".is-guess .mv-slope-number").text_content() == "10.5"


def test_each_input_is_guessed_by_itself(show_slope: Any) -> None:
    page = show_slope("d = a*b + c", a=2, b=-3, c=10, reveal="guess")
    assert page.locator(".mv-slope-output").text_content() == "d4"
    guess(page, "-3")
    assert page.locator(".mv-slope-output").text_content() == "d4 → 1"
    page.get_by_role("button", name="nudge b", exact=True).click()
    assert not any(shown for name, shown in lines(page).items() if name != "line")
    guess(page, "2")
    assert page.evaluate("window.microgradviz.model.get('guesses')") == {"a": -3, "b": 2}


def test_the_valley_of_the_errors_waits_for_a_guess_of_the_best_h(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3, reveal="h")
    here = page.get_by_role("button", name="Here the error is smallest")
    assert not here.is_visible()
    guess(page, "14")
    assert not page.locator(".mv-strip-line").get_attribute("d")
    slide(page, 1e-12)
    assert said(page).strip().endswith("digits right.")
    here.click()
    assert page.locator(".mv-strip-line").get_attribute("d")
    assert "You guessed that h = 1e−12 has the smallest error." in page.locator("main").inner_text()
    assert "A smaller h no longer helps." in said(page)


def test_closer_leads_h_to_where_the_curve_is_a_staircase(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3)
    closer = page.get_by_role("button", name="closer: h ten times smaller")
    for _ in range(15):
        closer.click()
    assert page.evaluate("window.microgradviz.model.get('h')") == 1e-15
    stairs = page.evaluate(
        "new Set(document.querySelector('.mv-lens .mv-curve-line').getAttribute('d').match(/ [-\\d.]+/g)).size"
    )
    assert stairs < 12
    closer.click()
    assert closer.get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize(
    ("f", "at", "tied"),
    [
        ("a*b + c", {"a": 2, "b": -3, "c": 10}, "b"),
        ("a*a + b", {"a": 2, "b": 4}, ""),
        ("a*b*c", {"a": 1, "b": 3, "c": 1}, ""),
    ],
)
def test_a_slope_that_is_another_input_has_its_colour(show_slope: Any, f: str, at: Any, tied: str) -> None:
    page = show_slope(f, **at)
    assert page.locator("input.mv-tied").evaluate_all("all => all.map((one) => one.ariaLabel)") == [f"{tied} ="] * bool(
        tied
    )
    assert page.locator(".is-tangent .mv-tied").count() == bool(tied)


def test_an_error_is_what_the_slope_beside_it_is_off_by(show_slope: Any) -> None:
    page = show_slope("tanh(x)", x=0.5)
    for h in (1, 0.1, 0.005, 1e-4, 1e-6, 1e-9, 1e-13):
        slide(page, h)
        slope, off = (float(x.replace("−", "-")) for x in re.findall(r"slope (\S+), off by (\S+),", said(page))[0])
        assert abs(abs(slope - (1 - math.tanh(0.5) ** 2)) - off) <= 1.1 * 10 ** (math.floor(math.log10(off)) - 3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(show_slope: Any, open_page: Any, axe: str, scheme: str) -> None:
    page = show_slope("a*b + c", a=2, b=-3, c=10, on=open_page(color_scheme=scheme, bypass_csp=True))
    page.add_script_tag(content=axe)
    found = page.evaluate("axe.run().then((result) => result.violations.map((v) => `${v.id}: ${v.nodes[0].html}`))")
    assert found == []


def test_a_page_that_closes_leaves_nothing(show_slope: Any) -> None:
    page = show_slope(PARABOLA, x=3)
    page.evaluate("window.microgradviz.close()")
    assert page.locator("main *").count() == 0
