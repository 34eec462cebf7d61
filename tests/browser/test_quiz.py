"""The concept test in Chromium: with the mouse, with the keyboard, and after handing in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from microgradviz.exercises.concepts.questions import ITEMS
from microgradviz.exercises.concepts.widget import ConceptTest, concept_test
from microgradviz.views.bundle import bundle

pytestmark = pytest.mark.browser

MODEL = """
const values = %s;
const listeners = new Map();
const model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; for (const f of listeners.get(`change:${name}`) ?? []) f(); },
  save_changes: () => {},
  on: (event, f) => listeners.set(event, [...(listeners.get(event) ?? []), f]),
  off: (event, f) => listeners.set(event, (listeners.get(event) ?? []).filter((other) => other !== f)),
};
window.close_quiz = quiz.render({ model, el: document.querySelector("main") });
window.model = model;
"""


@pytest.fixture
def show(page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open a page with the test and a stand-in for anywidget's model."""

    def show(test: ConceptTest, on: Any = page) -> Any:
        names = ("title", "intro", "items", "answers", "handed_in", "said")
        values = json.dumps({name: getattr(test, name) for name in names}).replace("<", "\\u003c")
        code, css = bundle("instruments/quiz.js")
        code = code.replace("export default", "const quiz =") + MODEL % values
        path = tmp_path / "quiz.html"
        path.write_text(
            '<!doctype html><html lang="en"><link rel="icon" href="data:,"><meta charset="utf-8">'
            f"<style>:root {{ color-scheme: light dark; }} {css}</style><main></main>"
            f'<script type="module">{code}</script></html>',
            encoding="utf-8",
        )
        on.goto(path.as_uri())
        on.wait_for_selector(".mv-quiz")
        return on

    return show


def value(page: Any, name: str) -> Any:
    return page.evaluate("name => window.model.get(name)", name)


def test_every_question_is_a_group_of_four_radio_buttons(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    for item in ITEMS:
        group = page.get_by_role("group", name=item.question)
        assert group.get_by_role("radio").count() == 4
        for option in item.options:
            assert group.get_by_role("radio", name=option.text, exact=True).is_visible()


def test_a_choice_reaches_the_model_and_is_counted(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    assert page.get_by_role("status").inner_text() == "0 of 12 answered"
    page.get_by_text(ITEMS[0].options[2].text, exact=True).click()
    assert value(page, "answers") == {"rate": 2}
    assert page.get_by_role("status").inner_text() == "1 of 12 answered"


def test_what_is_still_open_is_named_and_gets_the_focus(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Hand in").click()
    assert page.get_by_role("status").inner_text() == "Question 2 is still open."
    assert value(page, "handed_in") == 0
    assert page.evaluate("document.activeElement.closest('fieldset').querySelector('legend').textContent") == (
        ITEMS[1].question
    )


def test_the_whole_test_can_be_taken_with_the_keyboard(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    for _ in ITEMS:
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert value(page, "answers") == {item.name: 1 for item in ITEMS}
    assert value(page, "handed_in") == 1


def test_afterwards_each_answer_says_what_it_says(show: Callable[..., Any]) -> None:
    page = show(concept_test("after", "b" * 12))
    notes = page.locator(".mv-quiz-note")
    assert notes.count() == 12
    assert page.locator(".mv-quiz-note.is-right").count() == sum(item.right == 1 for item in ITEMS)
    assert all(radio.is_disabled() for radio in page.get_by_role("radio").all())
    assert page.get_by_role("button", name="Hand in").get_attribute("aria-disabled") == "true"
    assert "of 12 are right" in page.get_by_role("status").inner_text()
    page.get_by_role("button", name="Hand in").click(force=True)
    assert value(page, "handed_in") == 0


def test_the_answers_come_back_with_the_model(show: Callable[..., Any]) -> None:
    test = concept_test("before")
    test.answers = {"rate": 1}
    page = show(test)
    group = page.get_by_role("group", name=ITEMS[0].question)
    assert group.get_by_role("radio", name=ITEMS[0].options[1].text, exact=True).is_checked()


def test_closing_leaves_nothing_behind(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    page.evaluate("window.close_quiz()")
    assert page.locator("main").inner_html() == ""
    page.evaluate("window.model.set('said', {text: 'late', items: []})")


def test_words_from_outside_stay_words(show: Callable[..., Any]) -> None:
    test = concept_test("before")
    test.items = [{"name": "x", "question": "<img src=x onerror=alert(1)>", "options": ["<b>bold</b>", "</script>"]}]
    page = show(test)
    assert page.locator("img, b").count() == 0
    assert page.get_by_text("<b>bold</b>", exact=True).is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_page_needs_no_sideways_scrolling(
    scheme: str, show: Callable[..., Any], open_page: Callable[..., Any]
) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 360, "height": 700})
    show(concept_test("after", "b" * 12), page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
