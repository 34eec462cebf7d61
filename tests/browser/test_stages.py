"""A neuron and its loss in eight titled stages: what each press shows, and that all of them count as Python does."""

from collections.abc import Callable
from typing import Any

import pytest
from kit.player_page import button, status

from microgradviz import play, to_svg

TITLES = ["start", "products", "z", "ŷ", "L", "∂L/∂ŷ", "∂L/∂z", "gradients of w and b"]
NEURON = "z = x1*w1 + x2*w2 + b; ŷ = sigmoid(z); L = 0.5*(ŷ - target)**2"
NUMBERS = {"x1": 2, "x2": 3, "w1": 0.5, "w2": -0.5, "b": 0.1, "target": 1}


def lit(page: Any) -> list[str]:
    names = "cards => cards.map((card) => card.querySelector('.mv-title').textContent.split(' ')[0])"
    return list(page.locator(".mv-card.is-forward, .mv-card.is-backward").evaluate_all(names))


def test_eight_presses_have_titles_and_tell_what_is_found(show: Callable[..., Any]) -> None:
    page = show("sigmoid", by="stage")
    found = [(page.locator(".mv-stage").inner_text(), status(page).splitlines()[0])]
    while button(page, "Next").get_attribute("aria-disabled") != "true":
        button(page, "Next").click()
        found.append((page.locator(".mv-stage").inner_text(), status(page).splitlines()[0]))
    assert [title.removeprefix("· ") for title, _ in found] == TITLES
    assert [said for _, said in found[1:]] == [
        "e = x1 × w1 = 2 × 0.5 = 1; f = x2 × w2 = 3 × −0.5 = −1.5",
        "g = e + f = 1 + (−1.5) = −0.5; z = g + b = −0.5 + 0.1 = −0.4",
        "ŷ = sigmoid(z) = sigmoid(−0.4) = 0.4013",
        "h = ŷ − target = 0.4013 − 1 = −0.5987; j = h² = (−0.5987)² = 0.3584; L = 0.5 × j = 0.5 × 0.3584 = 0.1792",
        "∂L/∂ŷ: j.grad = 1 × 0.5 = 0.5; h.grad = 0.5 × −1.1974 = −0.5987; ŷ.grad = −0.5987 × 1 = −0.5987",
        "∂L/∂z: z.grad = −0.59869 × 0.24026 = −0.1438",
        "b.grad = −0.1438 × 1 = −0.1438; x2.grad = −0.14384 × −0.5 = 0.07192; w2.grad = −0.14384 × 3 = −0.4315; "
        "x1.grad = −0.14384 × 0.5 = −0.07192; w1.grad = −0.14384 × 2 = −0.2877",
    ]


def test_a_stage_lights_all_that_it_finds(show: Callable[..., Any]) -> None:
    page = show("sigmoid", by="stage", start="backward")
    assert lit(page) == ["h", "j", "L"]
    button(page, "Next").click()
    assert set(lit(page)) == {"h", "j", "ŷ", "target"}
    button(page, "Next").click()
    assert lit(page) == ["z"]
    assert page.locator(".mv-card.is-leaf .mv-grad").all_text_contents().count("–") == 5
    button(page, "Next").click()
    assert {"x1", "w1", "x2", "w2", "b"} < set(lit(page))


def test_any_neuron_with_its_loss_has_stages_and_nothing_else() -> None:
    for text in (NEURON, "L = (tanh(x1*w1 + x2*w2 + b) - y)**2"):
        player = play(
            text,
            by="stage",
            **({**NUMBERS} if "target" in text else {"x1": 1, "x2": 2, "w1": 3, "w2": 4, "b": 5, "y": 6}),
        )
        assert player.steps == 7
        player.step = 7
    for text in ("a*b + c", "tanh(a)*tanh(b)", "tanh(a*b)"):
        numbers = {name: 2.0 for name in "abc" if name in text.replace("tanh", "")}
        with pytest.raises(ValueError, match="by='stage' must be given with a neuron and its loss"):
            play(text, by="stage", **numbers)
        with pytest.raises(ValueError, match="by must be 'contribution' or 'node' for this player"):
            play(text, **numbers).by = "stage"
    assert play("sigmoid", by="stage", update=0.1).steps == 7 + 6
    with pytest.raises(ValueError, match="by must be 'contribution' or 'node' with nudge='b'"):
        play("sigmoid", by="stage", nudge="b")


def test_a_still_picture_knows_the_stages() -> None:
    assert "−0.1438" not in to_svg("sigmoid", by="stage", step=5)
    assert "−0.1438" in to_svg("sigmoid", by="stage", step=6)
    assert "−0.2877" in to_svg("sigmoid", by="stage", step=7)


def test_every_value_of_a_stage_is_asked_for(show: Callable[..., Any]) -> None:
    page = show("sigmoid", by="stage", predict="data")
    button(page, "Next").click()
    asked = []
    for _ in range(2):
        asked.append(page.locator(".mv-ask-label").inner_text())
        button(page, "Show me").click()
    assert asked == ["e = ?", "f = ?"]
