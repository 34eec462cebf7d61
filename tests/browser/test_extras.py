"""Presets, formula, gradients off, and what can be saved, in the exported page and in JupyterLab."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from kit.notebook_page import run_cell
from kit.player_page import button, cards, go, is_disabled, status, step, until
from kit.sample_pictures import HARMFUL, SVG, labelled, lesson

from microgradviz import Trace, Value, play, to_svg, trace
from microgradviz.sources.presets import PRESETS
from microgradviz.tracing.words import number_text

pytestmark = pytest.mark.browser


def formula(page: Any) -> list[str]:
    return [str(text) for text in page.locator(".mv-lines:not(.mv-room) .mv-line > div").all_inner_texts()]


def lit(page: Any) -> list[str]:
    return [str(text) for text in page.locator(".mv-lines:not(.mv-room) mark").all_inner_texts()]


# ---------------------------------------------------------------- presets


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_ends_with_the_numbers_of_its_trace(show: Any, name: str) -> None:
    page = show(name, constants=True)
    page.locator(".microgradviz").focus()
    page.keyboard.press("End")
    t = trace(name)
    grads = t.gradients()
    assert cards(page) == [[str(i), number_text(t.data[i]), number_text(grads[i])] for i in range(len(t))]
    assert page.locator("h1").inner_text() == page.title() == PRESETS[name].title


def test_the_switch_changes_the_expression_without_a_kernel_and_keeps_the_place(show: Any) -> None:
    page = show(presets=["diamond", "neuron", "square"], level="full", formula=True)
    switch = page.get_by_role("combobox", name="Expression")
    assert switch.locator("option").all_inner_texts() == [PRESETS[n].title for n in ("diamond", "neuron", "square")]
    go(page, 7)
    switch.focus()
    switch.select_option("neuron")
    page.wait_for_selector("[data-node='9']")
    assert step(page) == 0
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    assert page.get_by_role("slider", name="Step").is_visible()
    assert formula(page)[0] == "o = tanh(x1 × w1 + x2 × w2 + b)"
    page.evaluate("window.microgradviz.model.set('preset', 'neuron')")
    switch.select_option("diamond")
    page.wait_for_selector("[data-node='9']", state="detached")
    assert page.locator("[data-node]").count() == 4
    button(page, "Next").click()
    assert step(page) == 1


def test_more_that_was_opened_stays_open_as_the_player_is_drawn_anew(show: Any) -> None:
    page = show("square")
    button(page, "More").click()
    assert not page.get_by_role("checkbox", name="Formula").is_visible()
    button(page, "View").click()
    page.get_by_role("checkbox", name="Formula").check()
    page.wait_for_selector(".mv-formula:not([hidden])")
    assert [button(page, name).get_attribute("aria-expanded") for name in ("More", "View", "Save")] == [
        *("true", "true", "false")
    ]
    assert page.evaluate("document.activeElement.parentElement.textContent") == "Formula"


# ---------------------------------------------------------------- the formula


def test_the_formula_lights_what_the_step_is_about(show: Any) -> None:
    page = show(lesson(), formula=True)
    seen = {}
    for k in range(11):
        go(page, k)
        seen[k] = (formula(page), lit(page))
    assert seen[0] == (["L = (a × b + c) × f", "= (2 × −3 + 10) × −2"], [])
    assert seen[1][1] == ["a × b", "2 × −3"]
    assert seen[3] == (["L = (a × b + c) × f", "= (2 × −3 + 10) × −2 = −8"], ["(a × b + c) × f", "(2 × −3 + 10) × −2"])
    assert seen[6][1] == ["f", "−2"]
    assert seen[9][1] == ["a", "2"]
    assert page.locator(".mv-lines:not(.mv-room) mark.is-backward").count() == 2


def test_the_formula_is_there_only_if_asked_for(show: Any) -> None:
    page = show("square")
    assert page.locator(".mv-formula").is_hidden()
    assert formula(page) == []


def test_nothing_moves_below_the_formula(show: Any, open_page: Any) -> None:
    page = show("order", on=open_page(viewport={"width": 330, "height": 800}), formula=True)
    tops = set()
    for k in range(9):
        go(page, k)
        tops.add(round(page.locator(".mv-graph").bounding_box()["y"], 1))
    assert len(tops) == 1


def test_a_label_in_the_formula_is_text(show: Any) -> None:
    page = show(labelled(HARMFUL), formula=True)
    assert page.evaluate("window.pwned") is None
    assert page.locator("main script, main img, main a").count() == 0


# ---------------------------------------------------------------- gradients off


def test_without_gradients_cards_show_data_and_the_forward_pass_is_all(show: Any) -> None:
    page = show(lesson(), gradients=False, level="full")
    assert page.locator(".mv-count").inner_text() == "Step 0 of 3"
    assert button(page, "Go to backward pass").count() == 0
    page.locator(".microgradviz").focus()
    page.keyboard.press("End")
    assert page.locator(".mv-grad:visible").count() == 0
    assert page.get_by_role("group", name="L = d × f, data −8", exact=True).count() == 1
    assert is_disabled(page, "Next")


def test_gradients_are_switched_off_and_on(show: Any) -> None:
    page = show(lesson(), level="full", step=8)
    page.get_by_role("checkbox", name="Gradients").uncheck()
    page.wait_for_selector(".is-forward-only")
    assert step(page) == 3
    button(page, "Previous").click()
    assert step(page) == 2
    page.get_by_role("checkbox", name="Gradients").check()
    page.wait_for_selector(".is-forward-only", state="detached")
    assert step(page) == 2
    assert page.locator(".mv-count").inner_text() == "Step 2 of 10"


# ---------------------------------------------------------------- saving


def saved(page: Any, name: str) -> tuple[str, str]:
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.suggested_filename, Path(download.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_that_is_saved_is_the_one_that_is_seen(show: Any, open_page: Any, scheme: str) -> None:
    page = show(lesson(), on=open_page(color_scheme=scheme), level="full", step=9)
    name, text = saved(page, "Save this picture as SVG")
    assert name == "step-9.svg"
    root = ElementTree.fromstring(text)
    words = [t.text for t in root.iter(f"{SVG}text")]
    assert {"e = a × b", "× −3", "+ 6", "−8"} <= set(words)
    assert not re.search(r"var\(|class=|url\(|<script|light-dark", text)
    background = root[0].attrib["fill"]
    assert background == {"light": "rgb(255, 255, 255)", "dark": "rgb(19, 21, 24)"}[scheme]
    strokes = {path.attrib["stroke"] for path in root.iter(f"{SVG}path")}
    assert {"light": "rgb(213, 94, 0)", "dark": "rgb(240, 138, 60)"}[scheme] in strokes


PICTURES: dict[str, tuple[Any, dict[str, Any], tuple[int, ...]]] = {
    "every kind of step": (lesson(), {}, (0, 2, 4, 5, 8, 10)),
    "one value used twice, downward": ("square", {"rankdir": "TB"}, (3, 4)),
    "all of one value's contributions": ("neuron", {"by": "node"}, (9, 11)),
}


@pytest.mark.parametrize("which", PICTURES)
def test_the_picture_that_is_saved_and_to_svg_say_the_same(show: Any, which: str) -> None:
    expr, options, steps = PICTURES[which]
    page = show(expr, level="full", **options)
    for k in steps:
        go(page, k)
        theirs = ElementTree.fromstring(saved(page, "Save this picture as SVG")[1])
        ours = ElementTree.fromstring(to_svg(expr, step=k, **options))
        assert texts(theirs) == texts(ours), k
        cards = [g for g in theirs.iter(f"{SVG}g") if g.get("data-node")]
        assert {len(card.findall(f"{SVG}rect")) for card in cards} == {1}, "a leaf has no box to edit in"


def texts(svg: ElementTree.Element) -> list[str]:
    """The texts of a picture without the local derivatives."""
    return sorted(text.text for text in svg.iter(f"{SVG}text") if text.text and not text.text.startswith("×"))


def test_a_saved_picture_stands_alone(show: Any, page: Any, tmp_path: Path) -> None:
    show(lesson(), level="full", step=9)
    button(page, "100 %").click()
    ours = page.locator(".mv-picture").bounding_box()
    _, text = saved(page, "Save this picture as SVG")
    (tmp_path / "alone.svg").write_text(text, encoding="utf-8")
    page.goto((tmp_path / "alone.svg").as_uri())
    there = page.locator("svg").bounding_box()
    assert abs(there["width"] - ours["width"]) < 2
    assert page.evaluate("getComputedStyle(document.querySelector('text[font-weight=\"600\"]')).fontSize") == "13px"


def test_the_trace_that_is_saved_is_the_one_that_was_sent(show: Any) -> None:
    result = Value(-0.0, label="a") * Value(float("inf"), label="\u0000<b>") + 1e-300
    result.label = "f"
    page = show(result, level="full", gradients=False)
    name, text = saved(page, "Save the trace as JSON")
    assert name == "trace.json"
    assert Trace.from_json(text) == trace(result)
    assert str(Trace.from_json(text).data[0]) == "-0.0"


def test_hostile_labels_are_saved_as_text(show: Any) -> None:
    page = show(labelled(HARMFUL), level="full")
    _, text = saved(page, "Save this picture as SVG")
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(text).iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "title"}
    _, json_text = saved(page, "Save the trace as JSON")
    assert json.loads(json_text)["label"]["0"] == HARMFUL[0]


# ---------------------------------------------------------------- in JupyterLab


def test_jupyterlab_switches_presets_and_saves(jupyter_lab: Any, page: Any) -> None:
    shows = "from microgradviz import play\nplayer = play(presets=True, level='full')\nplayer"
    tells = "player.preset, player.step, len(player.trace['op']), player.steps"
    jupyter_lab.open(page, jupyter_lab.write("presets.ipynb", shows, tells, "player.preset = 'order'"))
    run_cell(jupyter_lab, page, 0)
    page.wait_for_selector(".microgradviz")
    assert page.locator(".mv-still:visible").count() == 0
    page.get_by_role("combobox", name="Expression").select_option("sigmoid")
    page.wait_for_selector("[data-node='14']")
    button(page, "Next").click()
    page.wait_for_selector(".microgradviz[data-step='1']")
    for _ in range(200):
        run_cell(jupyter_lab, page, 1)
        if "('sigmoid', 1, 15, 22)" in page.locator(".jp-OutputArea").nth(1).inner_text():
            break
    else:
        pytest.fail("the kernel did not hear of the preset")
    run_cell(jupyter_lab, page, 2)
    page.wait_for_selector("[data-node='14']", state="detached")
    assert page.get_by_role("combobox", name="Expression").input_value() == "order"
    assert Trace.from_json(saved(page, "Save the trace as JSON")[1]) == trace("order")
    assert saved(page, "Save this picture as SVG")[1].startswith("<svg")


def test_python_and_page_agree_on_the_options(show: Any) -> None:
    assert (play("square", formula=True).formula, play("square", gradients=False).gradients) == (True, False)
    page = show("square", formula=True, gradients=False, level="full")
    assert page.get_by_role("checkbox", name="Formula").is_checked()
    assert not page.get_by_role("checkbox", name="Gradients").is_checked()
    until(page, "document.querySelector('.mv-formula').textContent.includes('a × a')")
    assert status(page)
