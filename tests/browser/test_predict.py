"""Predict: the exported page asks for the next number before it shows it."""

import re
from collections.abc import Collection
from typing import Any

import pytest
from kit.learner_engines import AssignsInMul
from kit.sample_pictures import HARMFUL, lesson

from microgradviz import Trace, Value, play, trace
from microgradviz.layout.scene import make_scene
from microgradviz.tracing.words import number_text

pytestmark = pytest.mark.browser

# All that a person or a screen reader could find, and what lies in attributes besides; not where things stand.
ALL_SAID = """() => {
  const parts = [];
  const places = /^(d|x|y|rx|width|height|viewBox|transform|style|pathLength|textLength|tabindex|class|data-.*)$/;
  for (const element of document.querySelectorAll(".microgradviz, .microgradviz *, noscript, h1")) {
    for (const node of element.childNodes) if (node.nodeType === 3) parts.push(node.data);
    for (const { name, value } of element.attributes) if (!places.test(name)) parts.push(value);
    if ("value" in element && typeof element.value === "string") parts.push(element.value);
  }
  return parts.join("\\n");
}"""
# The same, after a click on a card, with the pointer on each edge of its panel, and after a click on the first.
ASKED = f"""(node) => {{
  const said = {ALL_SAID};
  const tell = (element, kind) => element.dispatchEvent(new PointerEvent(kind, {{ bubbles: kind === "click" }}));
  tell(document.querySelector(`[data-node='${{node}}']`), "click");
  const parts = [said()];
  const edges = [...document.querySelectorAll(".mv-why .mv-edge")];
  for (const edge of edges) {{
    tell(edge, "pointerenter");
    parts.push(said());
    tell(edge, "pointerleave");
  }}
  if (edges.length) tell(edges[0], "click");
  return {{ edges: edges.length, said: [...parts, said()].join("\\n") }};
}}"""
FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"


def squared() -> Value:
    a = Value(3.0, label="a")
    f = a * a
    f.label = "f"
    return f


def uncommon() -> Value:
    """A graph whose numbers are all different, so that each would be noticed."""
    a, b, c = Value(1.3721, label="a"), Value(-2.9317, label="b"), Value(0.71393, label="c")
    e = a * b
    d = e.tanh() + c
    return (d * a).exp() / c


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def field(page: Any) -> Any:
    return page.get_by_role("group", name="Your prediction").get_by_role("textbox")


def step(page: Any) -> int:
    return int(page.locator(".microgradviz").get_attribute("data-step"))


def type_in(page: Any, text: object) -> None:
    field(page).fill(str(text))
    page.keyboard.press("Enter")


def verdict(page: Any) -> str:
    return str(page.get_by_role("status").locator(".mv-verdict").inner_text())


def answers(page: Any) -> list[dict[str, Any]]:
    return list(page.evaluate("window.microgradviz.model.get('answers')"))


def asks(t: Trace, kind: str, folded: Collection[int] = ()) -> list[tuple[int, float]]:
    """Every question of a kind: its step, and the right answer; what goes to a folded constant is no step."""
    operations = [i for i, op in enumerate(t.op) if op]
    if kind == "data":
        return [(k, t.data[i]) for k, i in enumerate(operations, 1)]
    sent = [c for c in t.replay_backward() if t.sources[c.edge] not in folded]
    slopes = [(t.local[c.edge] if kind == "local" else c.after) for c in sent]
    return [(len(operations) + 2 + k, x) for k, x in enumerate(slopes) if x is not None]


# ---------------------------------------------------------------- nothing is told before its time


@pytest.mark.parametrize("kind", ["data", "local", "grad"])
def test_no_number_is_anywhere_before_it_has_been_answered(show: Any, kind: str) -> None:
    t = trace(uncommon())
    questions = asks(t, kind)
    page = show(t, predict=kind, level="full", formula=True, start="forward" if kind == "data" else "backward")
    seen: set[str] = set()
    for k, (at, right) in enumerate(questions):
        while field(page).count() == 0:
            seen.add(page.evaluate(ALL_SAID))
            button(page, "Next").click()
        assert step(page) == at - 1
        hidden = {number_text(x) for _, x in questions[k:]} - {number_text(x) for _, x in questions[:k]}
        hidden -= {number_text(x) for x in t.data if kind != "data"} | {
            number_text(x) for x in (1.3721, -2.9317, 0.71393)
        }
        hidden = {text for text in hidden if len(text) > 4}
        for node in (0, 4, 8):
            asked = page.evaluate(ASKED, node)
            assert asked["edges"]
            assert not [text for text in hidden if text in asked["said"]], (kind, at)
        type_in(page, f"{right:.4g}")
        assert step(page) == at
    assert {a["right"] for a in answers(page)} == {True}
    assert len(answers(page)) == len(questions)


def test_a_fault_is_not_told_before_its_step(show: Any) -> None:
    a = AssignsInMul(3.5, label="a")
    page = show(a * a, predict="grad", start="backward")
    listed = page.get_by_role("region", name="What went wrong")
    assert listed.count() == 0
    assert not page.locator(".mv-badge").first.is_visible()
    for right in (3.5, 7):
        while field(page).count() == 0:
            button(page, "Next").click()
        type_in(page, right)
    assert verdict(page) == "Right by the rule; what is played here does something else."
    assert "it must become 7, but became 3.5" in listed.inner_text()
    assert page.locator("[data-node='0'] .mv-grad").text_content() == "3.5 ⚠"


# ---------------------------------------------------------------- asking and answering


def test_next_asks_and_a_right_answer_shows_the_step(show: Any) -> None:
    page = show(squared(), predict="grad", start="backward")
    button(page, "Next").click()
    assert step(page) == 2
    assert field(page).count() == 0
    button(page, "Next").click()
    assert step(page) == 2
    assert page.evaluate(FOCUSED) == field(page).get_attribute("aria-label") == "a.grad after this step?"
    assert "What will a.grad be?" in page.get_by_role("status").inner_text()
    assert page.locator(".mv-chip").text_content() == "× ?"
    assert page.locator(".mv-contribution").text_content() == "+ ?"
    assert page.locator("[data-node='0'] .mv-grad").text_content() == "–"
    type_in(page, "6")  # right, only later: no miss
    assert verdict(page).startswith("That is a.grad at the end. f has not passed its part on yet")
    type_in(page, "6/2")
    assert step(page) == 3
    assert verdict(page) == "Right."
    assert page.evaluate(FOCUSED) == "Next"
    assert page.locator(".mv-chip").text_content() == "× 3"
    page.keyboard.press("Enter")
    assert verdict(page) == ""
    type_in(page, "6")
    assert (step(page), verdict(page)) == (4, "Exactly.")
    assert page.locator(".mv-score").inner_text() == "Predicted: 2 of 2 right at the first try"


def test_a_wrong_answer_is_explained_stays_and_may_be_mended(show: Any) -> None:
    page = show(squared(), predict="grad", step=3)
    button(page, "Next").click()
    type_in(page, "3")
    assert step(page) == 3
    assert (
        verdict(page)
        == "What a.grad has already must stay, and the new part is added: a.grad += f.grad × local derivative."
    )
    assert field(page).input_value() == "3"
    assert page.evaluate(FOCUSED) == "a.grad after this step?"
    assert field(page).get_attribute("aria-invalid") == "true"
    field(page).fill("33")
    button(page, "Check").click()
    assert verdict(page).startswith("Try 2: Not yet. a.grad += f.grad × local derivative")
    type_in(page, "6")
    assert step(page) == 4
    (row,) = answers(page)
    assert row == {
        **{"step": 4, "kind": "grad", "node": 0, "edge": 1, "given": 6},
        **{"right": True, "shown": False, "tries": 3, "mistake": None},
    }


def test_show_me_shows_and_is_not_solved(show: Any) -> None:
    page = show(squared(), predict="data")
    button(page, "Next").click()
    type_in(page, "6")
    assert verdict(page) == "That is the sum of the inputs: f = a × a."
    button(page, "Show me").click()
    assert step(page) == 1
    assert page.evaluate(FOCUSED) == "Next"
    assert page.locator("[data-node='1'] .mv-data").text_content() == "9"
    assert page.locator(".mv-score").inner_text() == "Predicted: 0 of 1 right at the first try"
    assert [(a["right"], a["shown"], a["tries"], a["mistake"]) for a in answers(page)] == [
        (False, True, 1, "took another operation")
    ]


def test_what_is_no_number_is_not_counted(show: Any) -> None:
    page = show(squared(), predict="data")
    button(page, "Next").click()
    for text in ("", "nine", "1,000", "3*3"):
        type_in(page, text)
        assert verdict(page) == "Type a number, such as −0.5, 2e-3 or 3/4."
    assert answers(page) == []


def test_by_node_a_step_asks_for_all_that_it_brings(show: Any) -> None:
    page = show(lesson(), predict="local", by="node", step=4)
    button(page, "Next").click()
    assert field(page).get_attribute("aria-label") == "along d → L: × ?"
    type_in(page, -2)
    assert (step(page), field(page).get_attribute("aria-label")) == (4, "along f → L: × ?")
    assert field(page).input_value() == ""
    assert verdict(page) == "Right."
    type_in(page, 4)
    assert step(page) == 5


def test_what_the_page_reports_is_what_python_reads(show: Any) -> None:
    t = trace(uncommon())
    for kind in ("data", "local", "grad"):
        page = show(t, predict=kind, by="node" if kind == "local" else "contribution")
        for _ in range(40):
            button(page, "Next").dispatch_event("click")
            if field(page).count():
                type_in(page, "nan")
                button(page, "Show me").click()
        player = play(t, predict=kind, by="node" if kind == "local" else "contribution")
        sent = answers(page)
        player.answers = sent
        assert player.answers == sent
        assert player.score == (0, len(sent))
        assert player.score.asked == len(asks(t, kind))


# ---------------------------------------------------------------- moving about


def test_answered_steps_are_not_asked_again(show: Any) -> None:
    page = show(squared(), predict="grad", start="backward")
    button(page, "Next").click()
    button(page, "Next").click()
    type_in(page, 3)
    button(page, "Previous").click()
    assert (step(page), field(page).count()) == (2, 0)
    button(page, "Next").click()
    assert (step(page), field(page).count()) == (3, 0)
    button(page, "Restart").click()
    assert step(page) == 0
    for k in (1, 2, 3):
        button(page, "Next").click()
        assert (step(page), field(page).count()) == (k, 0)
    button(page, "Next").click()
    assert (step(page), field(page).count()) == (3, 1)
    button(page, "Previous").click()
    assert (step(page), field(page).count()) == (2, 0)


def test_the_slider_and_the_keys_stop_at_a_question(show: Any) -> None:
    page = show(lesson(), predict="grad", level="full")
    page.get_by_role("slider", name="Step").fill("9")
    assert (step(page), field(page).get_attribute("aria-label")) == (4, "d.grad after this step?")
    assert page.get_by_role("slider", name="Step").input_value() == "4"
    page.keyboard.press("Escape")
    assert (step(page), field(page).count()) == (4, 0)
    assert page.evaluate(FOCUSED) == "Next"
    page.keyboard.press("End")
    assert (step(page), field(page).count()) == (4, 1)
    page.keyboard.type("n 2")
    assert (step(page), field(page).input_value()) == (4, "n 2")
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    assert step(page) == 0
    button(page, "Go to backward pass").click()
    assert (step(page), field(page).count()) == (4, 0)


def test_play_stops_at_a_question(show: Any, open_page: Any) -> None:
    page = show(squared(), on=open_page(), predict="grad", level="full", start="backward")
    page.clock.install()
    button(page, "Play").click()
    page.clock.run_for(60_000)
    field(page).wait_for()
    assert step(page) == 2
    assert button(page, "Play").is_visible()
    assert page.evaluate(FOCUSED) == "a.grad after this step?"


def test_a_step_set_elsewhere_stops_at_a_question_and_answers_set_elsewhere_count(show: Any) -> None:
    page = show(squared(), predict="grad")
    assert (
        page.evaluate(
            "() => { const { model } = window.microgradviz; model.set('step', 4); return model.get('step'); }"
        )
        == 2
    )
    assert field(page).is_visible()
    row = {"step": 3, "kind": "grad", "node": 0, "edge": 0, "given": 3, "right": True, "shown": False, "tries": 1}
    page.evaluate("row => window.microgradviz.model.set('answers', [row, null, 'x', {}])", row)
    assert field(page).count() == 0
    button(page, "Next").click()
    assert (step(page), field(page).count()) == (3, 0)
    page.evaluate("() => window.microgradviz.model.set('answers', 'nothing')")
    button(page, "Restart").click()
    for _ in range(3):
        button(page, "Next").click()
    assert (step(page), field(page).count()) == (2, 1)


def test_predict_is_chosen_under_more(show: Any) -> None:
    page = show(squared(), level="full", start="backward")
    choice = page.get_by_role("combobox", name="Predict")
    assert [option.inner_text() for option in choice.locator("option").all()] == [
        "off",
        "data",
        "local derivatives",
        "gradients",
    ]
    button(page, "Next").click()
    button(page, "Next").click()
    choice.select_option("local derivatives")
    assert page.evaluate("window.microgradviz.model.get('predict')") == "local"
    button(page, "Next").click()
    assert (step(page), field(page).get_attribute("aria-label")) == (3, "along a → f (2nd): × ?")
    choice.select_option("off")
    assert page.evaluate("window.microgradviz.model.get('predict')") is None
    assert (field(page).count(), page.locator(".mv-ask").is_visible()) == (0, False)
    button(page, "Next").click()
    assert step(page) == 4
    page.evaluate("() => window.microgradviz.model.set('predict', 'grad')")
    assert choice.input_value() == "grad"
    page.evaluate("() => window.microgradviz.model.set('predict', '__proto__')")
    assert choice.input_value() == ""


@pytest.mark.parametrize("kind", ["data", "grad"])
def test_with_a_switch_every_expression_keeps_its_numbers_until_they_are_answered(show: Any, kind: str) -> None:
    page = show(presets=["diamond", "sigmoid"], predict=kind, formula=True, level="full")
    page.get_by_role("combobox", name="Expression").select_option("sigmoid")
    page.wait_for_selector("[data-node='11']")
    t = trace("sigmoid")
    folded = make_scene(t)["fold"]["nodes"]
    questions = asks(t, kind, folded)
    known = {number_text(t.data[i]) for i, op in enumerate(t.op) if not op or kind != "data"}
    for k, (at, right) in enumerate(questions):
        while field(page).count() == 0:
            button(page, "Next").click()
        assert step(page) == at - 1
        said = page.locator(".mv-formula").text_content() + page.get_by_role("status").text_content()
        hidden = {number_text(x) for _, x in questions[k:]} - {number_text(x) for _, x in questions[:k]} - known
        assert not [text for text in hidden if len(text) > 4 and text in said]
        type_in(page, f"{right:.4g}")
    assert [a["right"] for a in answers(page)] == [True] * len(questions)
    page.get_by_role("combobox", name="Expression").select_option("diamond")
    page.wait_for_selector("[data-node='11']", state="detached")
    assert answers(page) == []
    while field(page).count() == 0:
        button(page, "Next").click()
    assert step(page) == asks(trace("diamond"), kind)[0][0] - 1


def test_nothing_moves_below_the_formula_as_numbers_are_found(show: Any) -> None:
    page = show(uncommon(), predict="data", formula=True)
    height = page.locator(".mv-formula").bounding_box()["height"]
    for _, right in asks(trace(uncommon()), "data"):
        button(page, "Next").click()
        type_in(page, f"{right:.4g}")
        assert page.locator(".mv-formula").bounding_box()["height"] == height


def test_the_trace_is_saved_when_all_of_it_has_been_found(show: Any) -> None:
    page = show(squared(), predict="data", level="full")
    save = page.get_by_role("button", name="Save the trace as JSON")
    withheld = page.get_by_text("JSON at the last step")
    assert (save.get_attribute("aria-disabled"), withheld.is_visible()) == ("true", True)
    downloads: list[Any] = []
    page.on("download", lambda download: downloads.append(download))
    save.click(force=True)
    button(page, "Next").click()
    type_in(page, 9)
    for _ in range(3):
        button(page, "Next").click()
    assert (step(page), downloads) == (4, [])
    assert (save.get_attribute("aria-disabled"), withheld.is_visible()) == ("false", False)
    with page.expect_download():
        save.click()


def test_whoever_predicts_no_more_may_save_the_trace(show: Any) -> None:
    page = show(squared(), predict="grad", level="full")
    save = page.get_by_role("button", name="Save the trace as JSON")
    assert save.get_attribute("aria-disabled") == "true"
    page.get_by_role("combobox", name="Predict").select_option("off")
    assert save.get_attribute("aria-disabled") == "false"


@pytest.mark.parametrize("kind", ["local", "grad"])
def test_without_gradients_there_is_nothing_to_predict_but_data(show: Any, kind: str) -> None:
    page = show(squared(), predict=kind, gradients=False, formula=True, level="full")
    assert page.locator(".mv-score").inner_text().startswith("Only the forward pass is played")
    button(page, "Next").click()
    assert (step(page), field(page).count()) == (1, 0)
    assert page.get_by_role("button", name="Save the trace as JSON").get_attribute("aria-disabled") == "true"
    page.get_by_role("checkbox", name="Gradients").click()
    page.wait_for_selector(".mv-grad:visible")
    for _ in range(2):
        button(page, "Next").click()
    assert field(page).count() == 1
    assert page.locator(".mv-score").inner_text().startswith("You will be asked")


def test_without_gradients_data_is_predicted_as_ever(show: Any) -> None:
    page = show(squared(), predict="data", gradients=False, formula=True, level="full")
    button(page, "Next").click()
    assert "9" not in page.locator(".mv-formula").text_content()
    type_in(page, 9)
    assert (step(page), [a["right"] for a in answers(page)]) == (1, [True])
    assert page.locator(".mv-formula .mv-lines").first.inner_text().endswith("= 9")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_narrow_page_nothing_is_cut_off(show: Any, open_page: Any, scheme: Any) -> None:
    narrow = open_page(color_scheme=scheme, viewport={"width": 320, "height": 640})
    page = show(lesson(), on=narrow, predict="grad", start="backward", level="full")
    button(page, "Next").click()
    button(page, "Next").click()
    type_in(page, 4)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for name in ("Check", "Show me"):
        box = button(page, name).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320


@pytest.mark.parametrize("label", HARMFUL)
def test_a_label_is_text_in_a_question_too(show: Any, label: str) -> None:
    a = Value(3.0, label=label)
    page = show(a * a, predict="grad", step=2)
    button(page, "Next").click()
    type_in(page, 123)
    button(page, "Show me").click()
    assert step(page) == 3
    assert page.evaluate("window.pwned") is None
    assert page.locator(".microgradviz script, .microgradviz img, .microgradviz a").count() == 0
    assert re.search(r"\.grad", page.get_by_role("status").inner_text())


def test_the_picture_itself_is_named_without_numbers(show: Any) -> None:
    """For the learner may choose to predict after it was drawn."""
    page = show(uncommon())
    page.evaluate("() => window.microgradviz.model.set('predict', 'data')")
    assert page.locator(".mv-picture").get_attribute("aria-label") == "Expression graph of 9 values"
