"""Numbers travel along the edges; in these pages time stands still until a test lets it go on."""

from collections.abc import Callable
from typing import Any

import pytest
from kit.player_page import button, cards, go, status, step
from kit.sample_pictures import lesson

from microgradviz import Value, total

pytestmark = pytest.mark.browser

# Where the tokens are, in the picture's own coordinates, which of their forms is seen, and how far they are off the
# lit lines.
TOKENS = """() => {
  const picture = document.querySelector(".mv-picture");
  const inverse = picture.getScreenCTM().inverse();
  const lines = [...document.querySelectorAll(".mv-wire")].map((line) =>
    Array.from({ length: 201 }, (_, i) => line.getPointAtLength((line.getTotalLength() * i) / 200)));
  const seen = [...document.querySelectorAll(".mv-token")].filter((token) => getComputedStyle(token).opacity > 0.5);
  return seen.map((token) => {
    const box = token.querySelector("rect").getBoundingClientRect();
    const { x, y } = new DOMPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2).matrixTransform(inverse);
    const off = Math.min(...lines.flat().map((point) => Math.hypot(point.x - x, point.y - y)));
    return { text: token.textContent, x, y, off };
  });
}"""
SEEK = """(share) => {
  for (const animation of document.getAnimations()) {
    animation.pause();
    animation.currentTime = share * animation.effect.getTiming().duration;
  }
}"""


@pytest.fixture
def moving(show: Any, open_page: Any) -> Callable[..., Any]:
    """Open a player in which numbers travel, and stop the clock."""

    def moving(expr: Any = None, **options: Any) -> Any:
        page = open_page(reduced_motion="no-preference")
        page.clock.install(time=0)
        show(lesson() if expr is None else expr, on=page, **options)
        page.clock.pause_at(1000)
        return page

    return moving


def tokens(page: Any, share: float | None = None) -> list[dict[str, Any]]:
    if share is not None:
        page.evaluate(SEEK, share)
    found: list[dict[str, Any]] = page.evaluate(TOKENS)
    return found


def number(page: Any, node: int, name: str = "grad") -> Any:
    """The middle of a number on a card, and its text."""
    at = page.evaluate(
        """([node, name]) => {
          const text = document.querySelector(`[data-node="${node}"] .mv-${name}`);
          const { x, y, width, height } = text.getBBox();
          const [dx, dy] = text.parentElement.getAttribute("transform").match(/[-.0-9]+/g).map(Number);
          return [x + width / 2 + dx, y + height / 2 + dy, text.textContent];
        }""",
        [node, name],
    )
    return at[:2], at[2]


def apart(token: dict[str, Any], place: list[float]) -> float:
    return float(max(abs(token["x"] - place[0]), abs(token["y"] - place[1])))


BACKWARD = {0: "1", 0.25: "1", 0.5: "1 × −2", 0.65: "−2", 1: "−2"}  # step 5 of the lesson: L = d × f passes on to d


def test_a_gradient_slides_along_its_edge_meets_the_local_derivative_and_lands_as_the_product(moving: Any) -> None:
    page = moving(step=4)
    button(page, "Next").click()
    assert (step(page), page.locator(".mv-count").inner_text()) == (5, "Step 5 of 10")
    assert "1 × −2 along this edge = −2" in status(page)
    (start, _), (end, _) = number(page, 6), number(page, 4)
    seen, pictures = [], set()
    for share, text in BACKWARD.items():
        token, *factor = tokens(page, share)
        assert token["text"] == text
        assert [other["text"] for other in factor] == ["−2"] * (share < 0.28), "the factor, on its way from f"
        assert number(page, 4)[1] == "–", "the number changes at the end"
        assert not page.locator(".mv-card.is-backward, .mv-contribution").count(), "and so does the tint"
        seen.append(token)
        pictures.add(page.locator(".mv-graph").screenshot())
    assert [token["off"] < 0.5 for token in seen] == [False, True, True, True, False]
    assert apart(seen[0], start) < 4
    assert apart(seen[4], end) < 8  # there is a dash yet
    assert [token["x"] for token in seen] == sorted((token["x"] for token in seen), reverse=True)
    assert len(pictures) == 5
    page.clock.run_for(2390)
    assert len(tokens(page)) == 1
    page.clock.run_for(20)
    assert not tokens(page)
    assert number(page, 4)[1] == "−2"
    assert page.locator(".mv-card.is-factor").get_attribute("data-node") == "5"
    assert page.locator(".mv-card.is-backward").get_attribute("data-node") == "4"
    assert page.locator(".mv-contribution").text_content() == "− 2"


def test_operands_wait_side_by_side_in_the_card_of_their_operation(moving: Any) -> None:
    page = moving(step=0)
    button(page, "Next").click()
    for share in (0.25, 0.5, 0.75):
        both = tokens(page, share)
        assert [token["text"] for token in both] == ["2", "−3"]
        assert max(token["off"] for token in both) < 0.5
        assert number(page, 2, "data")[1] == "–"
    one, other = tokens(page, 1)
    assert one["y"] == other["y"]
    assert other["x"] - one["x"] > 20
    page.clock.run_for(600)
    assert number(page, 2, "data")[1] == "−6"


def test_previous_runs_it_backward(moving: Any) -> None:
    page = moving(step=5)
    button(page, "Previous").click()
    assert step(page) == 4
    assert number(page, 4)[1] == "–", "the number leaves with its token"
    texts = [tokens(page, 0.999 if share == 1 else share)[0]["text"] for share in BACKWARD]
    assert texts == ["−2", "−2", "1 × −2", "1 × −2", "1"]
    page.clock.run_for(600)
    assert page.locator(".mv-card.is-backward").get_attribute("data-node") == "6"


def test_next_pressed_again_lands_what_is_on_its_way(moving: Any) -> None:
    page = moving(step=4)
    button(page, "Next").click()
    page.clock.run_for(300)
    button(page, "Next").click()
    assert number(page, 4)[1] == "−2"
    assert tokens(page, 0)[0]["text"] == "1"
    page.clock.run_for(240)  # as fast as one steps
    assert not tokens(page)
    button(page, "Next").click()
    page.clock.run_for(10_000)
    button(page, "Next").click()
    page.clock.run_for(100)
    button(page, "Next").click()
    assert not tokens(page), "who hurries waits for nothing"


@pytest.mark.parametrize(
    "leap",
    [
        lambda page: page.keyboard.press("End"),
        lambda page: page.keyboard.press("Home"),
        lambda page: page.get_by_role("slider", name="Step").fill("6"),
        lambda page: button(page, "Go to backward pass").click(),
        lambda page: go(page, 8),
        lambda page: go(page, 4) or button(page, "Next").click() or go(page, 0),
    ],
    ids=["End", "Home", "slider", "go to", "set", "set meanwhile"],
)
def test_a_leap_shows_its_step_at_once(moving: Any, leap: Callable[[Any], Any]) -> None:
    page = moving(step=5, level="full")
    button(page, "Next").focus()
    leap(page)
    assert not tokens(page)
    now = cards(page)
    page.clock.run_for(1000)
    assert cards(page) == now


def test_playing_moves_as_long_as_there_is_time(moving: Any) -> None:
    page = moving(step=4, level="full")
    page.get_by_role("combobox", name="Speed").select_option("10")
    button(page, "Play").click()
    page.clock.run_for(310)
    assert (step(page), len(tokens(page, 0.4))) == (5, 1)
    assert page.evaluate("document.getAnimations()[0].effect.getTiming().duration") == 2400
    wire = page.locator(".mv-wire")
    assert wire.evaluate("(wire) => [getComputedStyle(wire).strokeDasharray, wire.getAnimations().length]") == [
        "none",
        0,
    ]
    page.clock.run_for(2300)
    assert (step(page), len(tokens(page))) == (5, 1), "the play waits for the numbers"
    page.clock.run_for(100)
    assert step(page) == 6
    page.clock.run_for(2 * 2400)
    assert step(page) == 8
    assert page.evaluate("document.getAnimations()[0].effect.getTiming().duration") == 800, "as long as its speed says"


SAID = """() => [...document.querySelector(".mv-status:not(.mv-room) .mv-sentence").childNodes]
  .filter((piece) => !(piece instanceof Element) || getComputedStyle(piece).opacity > 0.5)
  .map((piece) => piece.textContent).join("")"""


def test_the_sentence_says_nothing_before_it_has_happened(moving: Any) -> None:
    a = Value(3.0, label="a")
    f = a * a
    f.label = "f"
    page = moving(f, step=3)
    button(page, "Next").click()
    seen = {share: (tokens(page, share)[0]["text"], page.evaluate(SAID)) for share in (0.1, 0.4, 0.6, 0.8, 0.95)}
    arriving = "Arriving from f: 1"
    assert seen == {
        0.1: ("1", arriving),
        0.4: ("1 × 3", f"{arriving} × 3 along this edge"),
        0.6: ("3", f"{arriving} × 3 along this edge = 3"),
        0.8: ("3 + 3", f"{arriving} × 3 along this edge = 3; a.grad was 3, now "),
        0.95: ("6", f"{arriving} × 3 along this edge = 3; a.grad was 3, now 3 + 3 = 6"),
    }
    assert number(page, 0)[1] == "3", "the old number stands until the end"
    assert page.locator(".mv-phase").inner_text() == "← backward pass", "the last step is not done while it moves"
    page.clock.run_for(2400)
    assert number(page, 0)[1] == "6"
    assert page.locator(".mv-phase").inner_text() == "✓ done"
    assert page.locator(".mv-sum").text_content() == "3 + 3 = 6"


def test_the_factor_comes_from_where_it_stands(moving: Any) -> None:
    a, b = Value(2.0, label="a"), Value(10.0, label="b")
    page = moving(a * b, step=2)
    button(page, "Next").click()
    _, factor = tokens(page, 0)
    place, text = number(page, 1, "data")
    assert (factor["text"], text) == ("10", "10")
    assert apart(factor, place) < 4
    assert page.locator(".mv-card.is-factor").get_attribute("data-node") == "1"
    _, factor = tokens(page, 0.27)
    assert factor["off"] < 8, "at the edge"


def test_the_first_three_steps_backward_are_slow_and_all_in_present(moving: Any) -> None:
    duration = "Math.max(...document.getAnimations().map((one) => one.effect.getTiming().duration))"
    for options, expected in [({}, [2400, 2400, 2400, 600, 600]), ({"size": "present"}, [2400] * 5)]:
        page = moving(step=4, **options)
        times = []
        for _ in expected:
            button(page, "Next").click()
            times.append(page.evaluate(duration))
            page.clock.run_for(5000)
        assert times == expected


def test_a_number_lands_in_a_picture_that_has_scrolled_out_of_the_document(moving: Any) -> None:
    page = moving(step=4)
    button(page, "Next").click()
    page.evaluate(
        "window.away = document.querySelector('.microgradviz'); window.home = away.parentElement; away.remove()"
    )
    page.clock.run_for(2400)
    page.evaluate("window.home.append(window.away)")
    assert not tokens(page)
    assert number(page, 4)[1] == "−2"


def test_a_phone_turned_while_a_token_travels_does_no_harm(moving: Any) -> None:
    page = moving(step=4)
    button(page, "Next").click()
    before = tokens(page, 0.7)[0]
    page.set_viewport_size({"width": 740, "height": 360})
    page.evaluate("() => new Promise((done) => new ResizeObserver(done).observe(document.body))")
    after = tokens(page, 0.7)[0]
    assert (after["off"] < 0.5, apart(after, [before["x"], before["y"]]) < 0.5) == (True, True)
    page.clock.run_for(2400)
    assert number(page, 4)[1] == "−2"


@pytest.mark.parametrize(("count", "seen"), [(12, 12), (13, 0)])
def test_more_numbers_than_one_can_follow_do_not_move(moving: Any, count: int, seen: int) -> None:
    page = moving(total([Value(float(i), label=f"x{i}") for i in range(count)]), by="node", step=1)
    button(page, "Next").click()  # the seed, which appears
    assert not tokens(page)
    page.clock.run_for(1000)
    button(page, "Next").click()
    assert len(tokens(page)) == seen
    page.clock.run_for(3000)
    assert number(page, 0)[1] == "1"
