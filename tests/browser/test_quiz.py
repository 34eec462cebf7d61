"""The concept test and quick questions in Chromium: with the mouse, with the keyboard, and once they are answered."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from microgradviz import Value, quiz, to_html
from microgradviz.exercises import Arrange, Choice, Click, Number, Option
from microgradviz.exercises.quizzes.concept_quiz import ConceptTest, concept_test
from microgradviz.exercises.quizzes.concepts import CONCEPTS
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


def test_every_question_is_a_group_of_radio_buttons_and_the_last_is_not_to_know(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    for item in CONCEPTS:
        group = page.get_by_role("group", name=item.question)
        assert group.get_by_role("radio").count() == 5
        for text in (*(option.text for option in item.options), "I don't know."):
            assert group.get_by_role("radio", name=text, exact=True).is_visible()


def test_a_choice_reaches_the_model_and_is_counted(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    assert page.get_by_role("status").inner_text() == "0 of 12 answered"
    page.get_by_text(CONCEPTS[0].options[2].text, exact=True).click()
    assert value(page, "answers") == {"rate": 2}
    assert page.get_by_role("status").inner_text() == "1 of 12 answered"


def test_what_is_still_open_is_named_and_gets_the_focus(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Hand in").click()
    assert page.get_by_role("status").inner_text() == "Question 2 is still open."
    assert value(page, "handed_in") == 0
    assert page.evaluate("document.activeElement.closest('fieldset').querySelector('legend').textContent") == (
        CONCEPTS[1].question
    )


def test_the_whole_test_can_be_taken_with_the_keyboard(show: Callable[..., Any]) -> None:
    page = show(concept_test("before"))
    for _ in CONCEPTS:
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert value(page, "answers") == {item.name: 1 for item in CONCEPTS}
    assert value(page, "handed_in") == 1


def test_afterwards_each_answer_says_what_it_says(show: Callable[..., Any]) -> None:
    page = show(concept_test("after", "b" * 12))
    notes = page.locator(".mv-quiz-note")
    assert notes.count() == 12
    assert page.locator(".mv-quiz-note.is-right").count() == sum(item.right == 1 for item in CONCEPTS)
    assert all(radio.is_disabled() for radio in page.get_by_role("radio").all())
    assert page.get_by_role("button", name="Hand in").get_attribute("aria-disabled") == "true"
    assert "of 12 are right" in page.get_by_role("status").inner_text()
    page.get_by_role("button", name="Hand in").click(force=True)
    assert value(page, "handed_in") == 0


def test_before_the_course_each_question_names_its_lesson_and_not_whether_it_is_right(show: Callable[..., Any]) -> None:
    page = show(concept_test("before", "ab" * 6))
    assert page.locator(".mv-quiz-note").all_inner_texts() == [f"Lesson {item.lesson} answers it." for item in CONCEPTS]
    assert page.locator(".mv-quiz-note.is-right, .mv-quiz-note.is-wrong").count() == 0


def test_the_answers_come_back_with_the_model(show: Callable[..., Any]) -> None:
    test = concept_test("before")
    test.answers = {"rate": 1}
    page = show(test)
    group = page.get_by_role("group", name=CONCEPTS[0].question)
    assert group.get_by_role("radio", name=CONCEPTS[0].options[1].text, exact=True).is_checked()


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


# ---------------------------------------------------------------- questions that are marked at once

LINES = """\
def mul(self, other):
    out = Value(self.data * other.data)
    return out"""


def diamond() -> Value:
    a = Value(2.0, label="a")
    b = a + 1
    c = 3 * b
    d = b * c
    for value, name in ((b, "b"), (c, "c"), (d, "d")):
        value.label = name
    return d


@pytest.fixture
def ask(page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open the offline page of a quiz."""

    def ask(*questions: Any, on: Any = page) -> Any:
        path = tmp_path / "quick.html"
        to_html(quiz(*questions), path)
        on.goto(path.as_uri())
        on.wait_for_selector(".mv-quiz")
        return on

    return ask


def answers(page: Any) -> Any:
    return page.evaluate("window.microgradviz.model.get('answers')")


def note(page: Any) -> str:
    return str(page.locator(".mv-quiz-note").first.text_content())


def lines(page: Any) -> list[str]:
    return list(page.locator(".mv-arrange-taken .mv-arrange-line").evaluate_all("all => all.map((x) => x.textContent)"))


def order() -> Arrange:
    return Arrange("mul", "In order.", LINES, {"return self": "The result is a new Value."}, reason="Compute, return.")


def test_a_choice_is_answered_at_once_and_may_be_mended(ask: Any) -> None:
    page = ask(Choice("sum", "a·a at 3?", (Option("9", "Rates multiply along a path."), Option("6", reason="3 + 3."))))
    page.get_by_role("radio", name="9").check()
    assert note(page) == "Rates multiply along a path."
    page.get_by_role("radio", name="6").check()
    assert note(page) == "3 + 3."
    assert answers(page) == {"sum": {"given": 1, "ok": True, "tries": 2, "helped": 0}}


def test_code_and_what_is_stressed_stand_out_and_nothing_else_becomes_html(ask: Any) -> None:
    options = (Option("`a * b`", reason="Try `<b>x</b>`."), Option("<i>it</i> ` alone", "No."))
    page = ask(Choice("code", "What does `a * b` call *first*, in (a * 3) * 5 and a*b*c?", options))
    assert page.locator("code").all_inner_texts() == ["a * b", "a * b"]
    assert page.locator("em").all_inner_texts() == ["first"]
    assert "first, in (a * 3) * 5 and a*b*c?" in page.locator("main, body").first.inner_text()
    page.locator("input").first.check()
    assert page.locator(".mv-quiz-note code").inner_text() == "<b>x</b>"
    assert page.locator(".mv-quiz :is(b, i)").count() == 0
    assert page.locator(".mv-quiz-text").all_inner_texts() == ["a * b", "<i>it</i> ` alone"]


def test_a_number_is_read_as_it_is_written(ask: Any) -> None:
    page = ask(Number("half", "0.05 for 0.1?", 0.5, {2: "Upside down."}, "0.05 ÷ 0.1."))
    for typed, said in (("two", "That is no number"), ("", "Type a number"), ("2", "Upside down."), ("0,5", "0.05 ÷")):
        page.get_by_label("your answer").fill(typed)
        page.keyboard.press("Enter")
        assert note(page).startswith(said)
    assert answers(page)["half"]["tries"] == 4


def test_values_and_edges_are_clicked_and_chosen_with_the_keyboard(ask: Any) -> None:
    page = ask(Click("e", "The edge with b?", diamond(), "c -> d", {"b -> d": "That is c."}, "times swaps."))
    page.locator("[data-node='2']").first.click()
    assert note(page) == "Not there."
    page.get_by_role("button", name="edge b -> d").focus()
    page.keyboard.press("Enter")
    assert note(page) == "That is c."
    page.get_by_role("button", name="edge c -> d").focus()
    page.keyboard.press(" ")
    assert note(page) == "times swaps."
    assert answers(page)["e"] == {"given": "c -> d", "ok": True, "tries": 3, "helped": 0}


def test_where_there_is_no_room_to_the_side_the_picture_runs_down_and_keeps_its_mark(ask: Any) -> None:
    page = ask(Click("e", "The edge with b?", "orders", "d"))
    page.locator("[data-node='3']").first.click()
    marked = page.locator(".is-asked").count()
    assert marked
    page.set_viewport_size({"width": 400, "height": 800})
    page.wait_for_function(
        "() => { const b = document.querySelector('.mv-graph'); return b.scrollWidth <= b.clientWidth; }"
    )
    assert page.locator(".is-asked").count() == marked
    page.locator("[data-node='2']").first.click()
    assert answers(page)["e"]["tries"] == 2


def test_lines_are_put_in_order_with_the_mouse(ask: Any) -> None:
    page = ask(order())
    for text in ("return out", "def mul", "out = Value"):
        page.locator(".mv-arrange-pool .mv-arrange-line", has_text=text).click()
    page.get_by_label("indent more").click()
    page.get_by_role("button", name="Check").click()
    assert note(page) == "Your line 1 does not come first."
    moved = page.locator(".mv-arrange-taken .mv-arrange-line").first.bounding_box()
    last = page.locator(".mv-arrange-taken .mv-arrange-line").last.bounding_box()
    page.mouse.move(moved["x"] + 20, moved["y"] + 10)
    page.mouse.down()
    page.mouse.move(moved["x"] + 34, last["y"] + 10)
    page.mouse.move(moved["x"] + 48, last["y"] + 28, steps=2)
    page.mouse.up()
    assert [line[-6:] for line in lines(page)] == ["ther):", ".data)", "rn out"]
    page.get_by_role("button", name="Check").click()
    assert note(page) == "Compute, return."
    assert answers(page)["mul"]["given"] == LINES.splitlines()


def test_lines_that_are_not_indented_need_no_indentation(ask: Any) -> None:
    page = ask(Arrange("loop", "The steps?", "forward\nbackward\nupdate", reason="And again."))
    assert page.get_by_text("Click a line to take it, and drag it to its place.").is_visible()
    assert page.get_by_role("button", name="indent more").count() == 0
    for line in ("forward", "backward", "update"):
        page.get_by_text(line, exact=True).click()
    page.get_by_role("button", name="Check").click()
    assert note(page) == "And again."


def test_a_line_dragged_out_goes_back(ask: Any) -> None:
    page = ask(order())
    page.locator(".mv-arrange-line", has_text="return out").click()
    line = page.locator(".mv-arrange-taken .mv-arrange-line").bounding_box()
    page.mouse.move(line["x"] + 20, line["y"] + 10)
    page.mouse.down()
    page.mouse.move(line["x"] + 20, line["y"] - 300, steps=2)
    page.mouse.up()
    assert lines(page) == []
    assert page.locator(".mv-arrange-pool .mv-arrange-line").count() == 4


def test_lines_are_put_in_order_with_the_keyboard(ask: Any) -> None:
    page = ask(order())
    for text in ("out = Value", "def mul"):
        page.locator(".mv-arrange-pool .mv-arrange-line", has_text=text).focus()
        page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.locator(".mv-arrange-taken .mv-arrange-line").last.focus()
    page.keyboard.press("ArrowRight")
    page.locator(".mv-arrange-pool .mv-arrange-line", has_text="return out").focus()
    page.keyboard.press("Enter")  # as deep as the line before it
    page.get_by_role("button", name="Check").click()
    assert note(page) == "Compute, return."


def test_it_can_be_made_easier_until_it_is_done(ask: Any) -> None:
    page = ask(order())
    easier = page.get_by_role("button", name="Make it easier")
    easier.click()
    assert page.locator(".mv-arrange-line", has_text="return self").count() == 0
    easier.click()
    assert page.locator(".mv-arrange-line", has_text="out = Value").evaluate("x => x.style.marginInlineStart") == "28px"
    for _ in range(2):
        easier.click()
    assert easier.get_attribute("aria-disabled") == "true"  # the last line is the learner's
    page.locator(".mv-arrange-pool .mv-arrange-line").click()
    page.get_by_role("button", name="Check").click()
    assert note(page) == "Compute, return."
    assert answers(page)["mul"]["helped"] == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_kind(ask: Any, open_page: Any, axe: str, scheme: str) -> None:
    page = open_page(color_scheme=scheme, viewport={"width": 360, "height": 700}, bypass_csp=True)
    kinds = (
        Choice("sum", "a·a?", (Option("9", "no"), Option("6"))),
        Number("half", "0.5?", 0.5),
        Click("late", "Which?", diamond(), "b"),
        order(),
    )
    ask(*kinds, on=page)
    page.get_by_role("radio").first.check()
    page.locator(".mv-arrange-line").first.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(axe)
    assert page.evaluate("axe.run().then((r) => r.violations.map((v) => [v.id, v.nodes[0].html]))") == []


def test_a_wrong_option_is_played_in_the_graph_and_refused_by_a_nudge(open_page: Any, tmp_path: Path) -> None:
    page = open_page(reduced_motion="no-preference")
    to_html(quiz("plus_copies"), tmp_path / "quiz.html")
    page.goto((tmp_path / "quiz.html").as_uri())
    played = page.locator(".mv-quiz-played")
    assert not played.is_visible()
    page.get_by_role("radio", name="5 each, because they share the 10").check()
    texts = page.locator(".mv-quiz-played .mv-token text")
    assert set(texts.all_text_contents()) >= {"10", "10 × 0.5", "5"}
    page.locator(".mv-quiz-played [role=status]", has_text="refuses").wait_for()
    assert played.locator(".mv-grad").all_text_contents().count("5 ⚠") == 2
    assert "a + 0.1 moves p by 1, not by 5 × 0.1 = 0.5." in played.inner_text()
    page.get_by_role("radio", name="10 each, because a nudge of either moves s just as far").check()
    assert not played.is_visible()


def test_without_motion_a_wrong_option_is_refused_at_once(open_page: Any, tmp_path: Path) -> None:
    page = open_page(reduced_motion="reduce")
    to_html(quiz("plus_copies"), tmp_path / "quiz.html", size="present")
    page.goto((tmp_path / "quiz.html").as_uri())
    page.get_by_role("radio", name="11 each").check()
    assert "a + 0.1 moves p by 1, not by 11 × 0.1 = 1.1." in page.locator(".mv-quiz-played").inner_text()
