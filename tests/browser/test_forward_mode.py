"""Forward mode on the page: data and its rate on every card, one pass, and an edit that is carried anew."""

from typing import Any

import pytest
from kit.player_page import button, enter, go, status

pytestmark = pytest.mark.browser


def rates(page: Any) -> list[str]:
    found: list[str] = page.locator(".mv-grad").all_text_contents()
    return found


def test_a_rate_is_carried_to_the_result_and_summed_where_edges_meet(show: Any) -> None:
    page = show("a * b + a", a=2, b=-3, mode="forward", along="a")
    assert page.locator(".mv-phase").inner_text() == "→ forward mode along a"
    assert rates(page) == ["1", "0", "–", "–"]
    go(page, 2)
    assert rates(page) == ["1", "0", "−3", "–"]
    assert page.locator(".mv-chip").all_text_contents() == ["× −3"]
    go(page, 5)
    assert rates(page) == ["1", "0", "−3", "–"]
    assert page.locator(".mv-contribution").all_text_contents() == ["+ 1"]
    button(page, "Next").click()
    assert rates(page) == ["1", "0", "−3", "−2"]
    assert page.locator(".mv-contribution").all_text_contents() == ["−3 + 1 = −2"]
    assert "reverse mode one for each result, here 1 for all 2." in status(page)
    assert page.locator(".mv-card").last.get_attribute("aria-label").endswith("data −4, rate −2")
    button(page, "Previous").click()
    assert rates(page)[-1] == "–"


def test_an_edit_and_the_table_go_along_and_nothing_is_said_of_gradients(show: Any) -> None:
    page = show(lambda a, b: (a * b).tanh(), a=0.5, b=2, mode="forward", along="a", step=4, level="full")
    assert rates(page) == ["1", "0", "2", "0.8399"]
    enter(page, "b", "-1")
    assert rates(page) == ["1", "0", "−1", "−0.7864"]
    button(page, "Table").click()
    heads = page.locator(".mv-values th[scope=col], table th[scope=col]").all_text_contents()
    assert "Rate along a" in heads
    assert page.get_by_role("button", name="Gradients", exact=True).count() == 0


def test_a_card_and_an_edge_tell_where_a_rate_comes_from(show: Any) -> None:
    page = show("a * b + a", a=2, b=-3, mode="forward", along="a", step=6)
    why = page.locator(".mv-why-body > div").last
    page.locator(".mv-card").last.click()
    assert why.locator("p").all_text_contents() == [
        "Arriving from e: −3 × 1 along this edge = −3, one of 2 amounts into f",
        "Arriving from a: 1 × 1 along this edge = 1, one of 2 amounts into f",
        "Σ: the rate of f is −3 + 1 = −2",
    ]
    page.locator(".mv-card").nth(1).click()
    assert why.locator("p").all_text_contents() == ["It does not depend on a: its rate is 0."]
    assert "gradient" not in page.locator(".microgradviz").inner_text()
    page.get_by_role("button", name="edge × 2").click()
    assert why.locator("p").all_text_contents() == ["No rate: b does not depend on a."]
