"""A learner's bugs made visible: each is marked at its place with words, and the list leads there."""

from pathlib import Path
from typing import Any

import pytest
from kit import learner_engines as learners
from kit.learner_engines import AssignsInMul, diamond, neuron, squared

from microgradviz import Trace, Value, check, to_html, trace

pytestmark = pytest.mark.browser


def stale() -> Trace:
    a = learners.Lecture(3.0)
    b = a * 2.0
    f = b * b
    f.backward()
    f.backward()
    return trace(f)


def changed() -> Trace:
    a, b = Value(2.0), Value(3.0)
    f = a * b
    g = f + 1.0
    a.data = 100.0
    return trace(g)


def born() -> Trace:
    a = Value(0.0)
    f = a.log()
    return trace(f + 1.0)


def born_on_an_edge() -> Trace:
    a = Value(0.0)
    f = a.sqrt()
    return trace(f * 2.0)


# The planted mistake, its kind, the step at which it happens, the value or `input -> user` where it is marked.
PLANTED = [
    (lambda: squared(learners.AssignsInMul), "lost contribution", 4, "a -> f"),
    (lambda: diamond(learners.AssignsInMul), "lost contribution", 7, "b -> c"),
    (lambda: neuron(learners.WrongTanhRule), "wrong local derivative", 4, "n -> o"),
    (lambda: neuron(learners.WrongTanhData), "wrong data", 2, "o"),
    (lambda: diamond(learners.VisitsBreadthFirst), "wrong order", 7, "b"),
    (lambda: diamond(learners.RecursesWithoutOrder), "wrong order", None, "b"),
    (stale, "stale gradient", 7, "a"),
    (lambda: neuron(learners.VisitsOnlyTheResult), "not visited", 4, "n"),
    (lambda: diamond(learners.ForgetsTheSeed), "wrong seed", 4, "d"),
    (lambda: diamond(learners.ForgetsOutGrad), "wrong contribution", 7, "b -> c"),
    (changed, "inputs changed", 1, "f"),
    (born, "non-finite", 1, "f"),
    (born_on_an_edge, "non-finite", 5, "a -> f"),  # what goes to the 2 is no step of its own
]


@pytest.mark.parametrize(("make", "kind", "happens", "place"), PLANTED, ids=[f"{p[1]} at {p[3]}" for p in PLANTED])
def test_a_fault_is_marked_with_words_where_it_is_and_the_list_leads_there(
    show: Any, make: Any, kind: str, happens: int | None, place: str
) -> None:
    t = make()
    fault = t.faults[0]
    page = show(t)
    node = fault.node if fault.edge is None else t.sources[fault.edge]
    marked = page.locator(f"[data-node='{node}'] .mv-badge, .mv-marks .mv-badge")
    assert marked.count() >= 1
    listed = page.get_by_role("region", name="What went wrong")
    entry = listed.get_by_role("button", name=fault.text, exact=True)
    assert not any(kind in tag for tag in shown_tags(page))

    entry.click()
    k = int(page.locator(".microgradviz").get_attribute("data-step"))
    assert happens in (None, k)
    assert fault.text in page.get_by_role("status").inner_text()
    assert entry.locator("xpath=..").get_attribute("class") == "is-now"
    assert entry.locator("xpath=..").inner_text().split("\n")[0] == f"step {number(page)}"
    assert any(tag.removeprefix("⚠ ").startswith(kind) for tag in shown_tags(page))
    if fault.node is not None:
        assert page.locator(f"[data-node='{fault.node}']").get_attribute("aria-description").startswith(kind)
    assert page.evaluate("document.activeElement.dataset.node") == str(node)
    asked = page.locator(".is-asked")
    if fault.edge is None:
        assert asked.get_attribute("data-node") == str(node)
    else:
        assert asked.get_attribute("data-edge") == str(fault.edge)
        title = page.locator(".mv-why h2").inner_text()
        assert title.split(" (")[0] == place.replace("->", "→")

    page.get_by_role("button", name="Previous", exact=True).click()
    assert fault.text not in page.get_by_role("status").inner_text()


def number(page: Any) -> str:
    """The number of the step, as it is seen."""
    return str(page.locator(".mv-count").inner_text().split()[1])


def shown_tags(page: Any) -> list[str]:
    """The words that mark places now, their lines joined."""
    tags = [tag for tag in page.locator(".mv-tag").all() if tag.is_visible()]
    return [" ".join(tag.locator("text").all_text_contents()) for tag in tags]


def test_the_list_is_in_the_order_of_the_steps_and_works_with_the_keyboard(show: Any) -> None:
    a = Value(0.0)
    page = show(trace(a.sqrt() + 1.0 / a + a.log()))
    listed = page.get_by_role("region", name="What went wrong")
    steps = [int(text.split()[1]) for text in listed.locator(".mv-fault-step").all_text_contents()]
    assert steps == sorted(steps)
    first = listed.get_by_role("button").first
    first.focus()
    page.keyboard.press("Enter")
    assert number(page) == str(steps[0])
    assert page.evaluate("document.activeElement.hasAttribute('data-node')")
    page.keyboard.press("Escape")
    assert page.locator(".mv-why").is_hidden()
    listed.get_by_role("button").last.focus()
    page.keyboard.press("Space")
    assert number(page) == str(steps[-1])


def test_many_faults_are_listed_in_part(show: Any) -> None:
    x = learners.AssignsInAdd(1.0)
    for _ in range(70):
        x = x + x
    page = show(trace(x))
    listed = page.get_by_role("region", name="What went wrong")
    assert listed.get_by_role("button").count() == 12
    assert listed.get_by_role("listitem").last.inner_text() == "and 58 more"


def test_without_faults_there_is_no_list(show: Any) -> None:
    page = show(trace(Value(2.0) * 3.0))
    assert page.get_by_role("region", name="What went wrong").count() == 0
    assert page.locator(".mv-tag").count() == 0


def test_where_a_lesson_asks_what_goes_wrong_nothing_tells_it_before_its_step(page: Any, tmp_path: Path) -> None:
    x = AssignsInMul(3.0, label="x")
    to_html(x * x, tmp_path / "page.html", start="backward", reveal="step")
    page.goto((tmp_path / "page.html").as_uri())
    listed = page.get_by_role("region", name="What went wrong")
    for _ in range(3):
        assert listed.count() == 0
        assert page.locator(".mv-badge:visible, .mv-tag:visible").count() == 0
        page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_function("() => document.querySelector('.mv-faults').checkVisibility()")
    assert "x.grad" in listed.inner_text()
    assert page.locator(".mv-tag:visible").count() == 1
    page.get_by_role("button", name="Previous", exact=True).click()
    assert listed.count() == 0


def test_a_comparison_is_told_at_its_end_where_a_lesson_asks(page: Any, tmp_path: Path) -> None:
    a = AssignsInMul(3.5, label="a")
    to_html(a * a, tmp_path / "page.html", start="backward", against=True, reveal="step")
    page.goto((tmp_path / "page.html").as_uri())
    compared = page.get_by_role("region", name="Two engines side by side")
    assert "difference" not in compared.inner_text()
    page.keyboard.press("End")
    assert "difference" in compared.inner_text()


def test_what_is_still_to_be_written_is_not_said_to_be_wrong(page: Any, tmp_path: Path) -> None:
    for given, title in ((None, "Still to be written"), (7, "What went wrong")):
        player = check("first_gradients", {"a": given, "b": None, "c": None})._draw()
        (tmp_path / "page.html").write_text(player.to_page(), encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        assert title in page.get_by_role("region", name=title).inner_text()
