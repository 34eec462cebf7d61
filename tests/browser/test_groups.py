"""Large graphs in Chromium: closed groups, what opens below them, finding, zooming, and the note while drawing."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from kit.grouped_graphs import training
from kit.player_page import button, go, part, status, until

from microgradviz import MLP, Value, group, to_html
from microgradviz.gpt import GPT, encode
from microgradviz.tracing import number_text
from microgradviz.views.player.widget import Player, play

pytestmark = pytest.mark.browser


def count(page: Any) -> str:
    return str(page.locator(".mv-count").inner_text())


def slider(page: Any) -> Any:
    return page.locator(".mv-extra input[aria-label='Step']")


def number(page: Any, name: str) -> Any:
    """The gradient's norm on the card of a part."""
    return part(page, name).locator(".mv-grad").text_content()


def test_a_training_graph_opens_as_a_handful_of_cards(show: Callable[..., Any]) -> None:
    page = show(training(20))
    assert page.locator(".mv-card").count() < 15
    assert page.get_by_role("group", name="group 20 samples,").count() == 1
    assert part(page, "parameters").locator(".mv-data").text_content() == "given"


def test_next_plays_a_closed_group_as_one_step_each_way(show: Callable[..., Any]) -> None:
    page = show(training(20))
    total = int(count(page).split()[-1])
    said = []
    for k in range(total):
        assert count(page) == f"Step {k} of {total}"
        button(page, "Next").click()
        said.append(status(page).splitlines()[0])
    assert sum("20 samples: 1,040 values, from parameters" in line for line in said) == 1
    assert sum("20 samples: back through 1,040 values; largest gradient" in line for line in said) == 1
    assert page.locator(".mv-phase").inner_text() == "✓ done"
    for k in range(total - 1, -1, -1):
        button(page, "Previous").click()
        assert count(page) == f"Step {k} of {total}"


def test_the_step_of_the_model_is_the_fine_one(show: Callable[..., Any]) -> None:
    result = training(20)
    player = play(result)
    assert isinstance(player, Player)
    page = show(result)
    button(page, "Go to backward pass").click()
    operations = sum(map(bool, player.trace["op"]))
    assert page.evaluate("window.microgradviz.model.get('step')") == operations + 1
    page.evaluate("k => window.microgradviz.model.set('step', k)", player.steps)
    assert count(page).split()[1] == count(page).split()[3]


def test_a_group_opens_below_and_nothing_outside_moves(show: Callable[..., Any]) -> None:
    page = show(training(20))
    before = page.locator(".mv-picture").first.bounding_box()
    steps = count(page)
    assert slider(page).get_attribute("max") == steps.split()[-1]
    part(page, "20 samples").click()
    assert page.locator(".mv-inside [data-part]").count() == 20
    page.locator(".mv-inside [data-part]").nth(6).click()
    assert page.locator(".mv-way-in").inner_text().split("\n") == ["20 samples", "›", "sample 7"]
    part(page, "layer 1", ".mv-inside").click()
    part(page, "neuron 2", ".mv-inside").click()
    assert page.locator(".mv-inside [data-node]").count() == 4
    assert page.locator(".mv-picture").first.bounding_box() == before
    assert int(slider(page).get_attribute("max")) > int(steps.split()[-1]), "what is open steps value by value"
    assert count(page) == steps, "and the steps around it keep their numbers"
    page.keyboard.press("Escape")
    assert page.locator(".mv-way-in strong").inner_text() == "layer 1"
    button(page, "Close layer 1").click()
    assert page.locator(".mv-inside").is_hidden()
    assert slider(page).get_attribute("max") == steps.split()[-1]


def test_a_saved_picture_has_what_is_open_below_the_whole(show: Callable[..., Any], tmp_path: Any) -> None:
    page = show(training(20), level="full")
    save = page.get_by_role("button", name="Save this picture as SVG")

    def saved() -> Any:
        with page.expect_download() as download:
            save.click()
        return ElementTree.parse(download.value.path()).getroot()

    closed = saved()
    part(page, "parameters").click()
    part(page, "layer 2", ".mv-inside").click()
    opened = saved()
    words = [text.text for text in opened.iter("{http://www.w3.org/2000/svg}text")]
    assert {"20 samples", "parameters › layer 2"} <= set(words)
    assert "parameters › layer 2" not in [text.text for text in closed.iter("{http://www.w3.org/2000/svg}text")]
    assert len(list(opened)) == len(list(closed)) + 2
    assert float(opened.get("height")) > float(closed.get("height")) + 60


def test_siblings_are_one_press_away(show: Callable[..., Any]) -> None:
    page = show(training(20))
    part(page, "20 samples").click()
    page.locator(".mv-inside [data-part]").nth(6).click()
    page.get_by_role("button", name="Next one: sample 8", exact=True).click()
    assert page.locator(".mv-way-in strong").inner_text() == "sample 8"
    page.get_by_role("button", name="Previous: sample 7", exact=True).click()
    assert page.locator(".mv-way-in strong").inner_text() == "sample 7"


def test_why_this_number_is_answered_inside_a_group(show: Callable[..., Any]) -> None:
    result = training(20)
    last = play(result).steps
    page = show(result, step=last)
    part(page, "20 samples").click()
    page.locator(".mv-inside [data-part]").nth(6).click()
    part(page, "layer 1", ".mv-inside").click()
    part(page, "neuron 2", ".mv-inside").click()
    card = page.locator(".mv-inside [data-node]").last
    shown = card.locator(".mv-grad").text_content()
    card.click()
    why = page.locator(".mv-why")
    assert why.locator("h2").inner_text().startswith("20 samples, sample 7, layer 1, neuron 2: neuron2 = relu(")
    assert why.locator(".mv-total .mv-amount").inner_text() == shown


def test_the_norm_on_a_card_is_that_of_its_gradients(show: Callable[..., Any]) -> None:
    result = training(20)
    player = play(result)
    page = show(result, step=player.steps)
    columns = player.scene["parts"]
    at = columns["name"].index("parameters")
    grads = player._traced.gradients()[columns["begin"][at] : columns["end"][at]]
    norm = sum((g or 0.0) ** 2 for g in grads) ** 0.5
    assert abs(float(number(page, "parameters").replace("−", "-")) - norm) < 1e-3 * norm


def test_keys_reach_every_card_and_open_groups(show: Callable[..., Any]) -> None:
    page = show(training(20))
    page.locator(".mv-card[tabindex='0']").focus()
    seen = set()
    for _ in range(20):
        seen.add(page.evaluate("document.activeElement.getAttribute('aria-label')"))
        page.keyboard.press("ArrowUp")
    assert len(seen) == page.locator(".mv-card").count()
    page.keyboard.press("Enter")
    assert page.locator(".mv-inside").is_visible()


def test_a_wheel_scrolls_the_page_and_with_ctrl_it_zooms(show: Callable[..., Any]) -> None:
    page = show(training(20), level="full")
    picture = page.locator(".mv-picture").first
    width = float(picture.get_attribute("width"))
    page.locator(".mv-graph").first.hover()
    prevented = """(ctrlKey) => !document.querySelector(".mv-graph").dispatchEvent(
      new WheelEvent("wheel", { deltaY: -60, ctrlKey, bubbles: true, cancelable: true }))"""
    assert page.evaluate(prevented, False) is False
    assert float(picture.get_attribute("width")) == width
    assert page.evaluate(prevented, True) is True
    assert float(picture.get_attribute("width")) > width
    page.get_by_role("button", name="100 %", exact=True).click()
    assert float(picture.get_attribute("width")) == int(float(picture.get_attribute("viewBox").split()[2]))
    for _ in range(8):
        page.get_by_role("button", name="Zoom out", exact=True).click()
    assert page.locator(".mv-card .mv-title").first.is_hidden(), "letters that nobody can read are left out"
    page.get_by_role("button", name="Fit", exact=True).click()
    assert page.locator(".mv-card .mv-title").first.is_visible()


def fingers(page: Any, *moves: list[tuple[float, float]]) -> None:
    """Fingers put down, moved, and lifted, as a touch screen reports them."""
    screen = page.context.new_cdp_session(page)
    for kind, places in zip(["touchStart", *["touchMove"] * (len(moves) - 1)], moves, strict=True):
        points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_two_fingers_zoom_the_picture_and_one_scrolls_the_page(open_page: Callable[..., Any], tmp_path: Any) -> None:
    page = open_page(has_touch=True, viewport={"width": 900, "height": 500})
    path = tmp_path / "page.html"
    to_html(training(20), path, level="full")
    page.goto(path.as_uri())
    picture = page.locator(".mv-picture").first
    at = page.locator(".mv-graph").first.bounding_box()
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    before = picture.bounding_box()
    fingers(page, *([(x - d, y), (x + d, y)] for d in (50, 70, 90, 100)))
    after = picture.bounding_box()
    assert 1.2 < after["width"] / before["width"] <= 2.1
    share = ((x - before["x"]) / before["width"], (x - after["x"]) / after["width"])
    assert abs(share[0] - share[1]) < 0.02, "what is between the fingers stays there"
    assert page.evaluate("[scrollY, visualViewport.scale]") == [0, 1]
    fingers(page, *([(x, y - d)] for d in range(0, 160, 20)))
    until(page, "scrollY > 50")
    assert picture.bounding_box()["width"] == after["width"]


def test_a_drag_on_the_background_pans(show: Callable[..., Any]) -> None:
    page = show(training(20), level="full")
    for _ in range(6):
        page.get_by_role("button", name="Zoom in", exact=True).click()
    box = page.locator(".mv-graph").first
    before = box.evaluate("box => box.scrollLeft")
    x, y = page.evaluate("""() => {
      const { left, top, width, height } = document.querySelector(".mv-graph").getBoundingClientRect();
      for (let y = top + 20; y < top + height - 20; y += 10) {
        const [x, y2] = [left + width / 2, y];
        if (!document.elementFromPoint(x, y2)?.closest(".mv-card, [data-edge]")) return [x, y2];
      }
    }""")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y, steps=3)
    page.mouse.up()
    assert box.evaluate("box => box.scrollLeft") > before + 60


def test_a_large_graph_says_so_and_can_be_cancelled(show: Callable[..., Any], page: Any, tmp_path: Any) -> None:
    path = tmp_path / "large.html"
    to_html(training(150), path)
    held = path.read_text().replace("const PAUSE = 60;", "const PAUSE = 1e9;")
    start = held.index("<meta http-equiv")
    path.write_text(held[:start] + held[held.index("<meta name=") :])
    page.goto(path.as_uri())
    assert page.locator(".mv-drawing").inner_text().startswith("Drawing 8,068 values")
    page.keyboard.press("Escape")
    assert page.locator(".mv-drawing p").inner_text().startswith("Not drawn: ")
    button(page, "Draw").click()
    assert page.locator(".mv-drawing p").inner_text().startswith("Drawing ")
    button(page, "Cancel").click()
    assert button(page, "Draw").is_visible()


def test_in_a_picture_of_groups_a_sentence_says_how_to_predict(show: Callable[..., Any]) -> None:
    page = show(training(20), level="full")
    assert page.get_by_text("To predict, play with predict='grad': that opens all groups").is_visible()
    assert page.get_by_role("combobox", name="Predict").count() == 0
    page.evaluate("window.microgradviz.model.set('predict', 'grad')")
    button(page, "Next").click()
    assert count(page).startswith("Step 1 of")


def test_names_of_groups_are_text(show: Callable[..., Any]) -> None:
    a = Value(2.0, label="a")
    with group("<img src=x onerror=alert(1)>"):
        b = a * 3
    page = show(b + 1, groups="closed")
    assert (
        page.locator(".mv-cluster .mv-title").text_content() == "<img src=x ones…" or page.locator("img").count() == 0
    )
    assert page.locator("img").count() == 0


def test_a_step_in_the_middle_of_a_group_shows_how_far_it_has_come(show: Callable[..., Any]) -> None:
    result = training(20)
    player = play(result)
    columns = player.scene["parts"]
    at = columns["name"].index("20 samples")
    begin, end = columns["begin"][at], columns["end"][at]
    middle = sum(map(bool, player.trace["op"][: (begin + end) // 2]))
    page = show(result)
    go(page, middle)
    assert part(page, "20 samples").locator(".mv-data").text_content().endswith(" %")
    assert "so far" in status(page)


def test_a_layer_s_card_shows_its_units(show: Callable[..., Any]) -> None:
    model = MLP(2, [4, 4, 1], activation="tanh", seed=1)
    result = (model([1.0, -2.0]) - 1) ** 2
    player = play(result)
    page = show(result, step=player.steps)
    units = page.locator(".mv-graph").first.locator(".mv-cluster").nth(1).locator(".mv-unit")
    assert units.locator(".mv-unit-label").all_text_contents() == ["n1", "n2", "n3", "n4"]
    at = player.scene["parts"]["name"].index("layer 2")
    nodes = [node for _, node, *_ in player.scene["parts"]["units"][at]]
    grads = player._traced.gradients()
    assert units.locator(".mv-data").all_text_contents() == [number_text(player._traced.data[i]) for i in nodes]
    assert units.locator(".mv-grad").all_text_contents() == [number_text(grads[i]) for i in nodes]
    titles = page.locator(".mv-graph .mv-title").all_text_contents()
    assert {"x1", "x2"} <= set(titles), "the inputs are cards of their own"
    assert status(page).startswith("layer 1: back through 4 neurons; largest gradient ")
    height = """(text) => { const [font, picture] = [parseFloat(getComputedStyle(text).fontSize), text.ownerSVGElement];
      return font * picture.getBoundingClientRect().width / picture.viewBox.baseVal.width; }"""
    assert units.locator(".mv-data").first.evaluate(height) >= 14


def test_a_sample_s_card_shows_prediction_target_and_loss(show: Callable[..., Any]) -> None:
    model = MLP(2, [2, 1], activation="tanh", seed=1)
    points = {(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0}
    outs = [model(x) for x in points]
    losses = [(out - y) ** 2 for out, y in zip(outs, points.values(), strict=True)]
    result = sum(losses) / 4
    page = show(result, step=play(result).steps)
    for k, (out, y, loss) in enumerate(zip(outs, points.values(), losses, strict=True), start=1):
        card = part(page, f"sample {k}")
        assert card.locator(".mv-unit-label").all_text_contents() == ["prediction", "target", "loss"]
        assert card.locator(".mv-data").all_text_contents() == [number_text(x) for x in (out.data, y, loss.data)]
        assert card.locator(".mv-grad").all_text_contents()[2] == "0.25"
    assert part(page, "mean of 4 terms").count() == 1
    page.keyboard.press("Home")
    button(page, "Next").click()
    assert status(page).startswith("sample 1: prediction 0, target 0, loss 0")


def test_a_part_of_a_gpt_is_a_step_and_opens_to_numbers(show: Callable[..., Any]) -> None:
    loss = GPT(width=4, heads=2, seed=0).loss(*encode("eve"))
    page = show(loss)
    assert int(count(page).split()[-1]) <= 40
    assert page.locator(".mv-graph .mv-card").count() <= 19
    part(page, "letter 2").click()
    names = ["letter", "position", "query · key · value", "head 1", "head 2", "mix", "block", "scores", "loss"]
    seen = page.locator(".mv-inside .mv-cluster > .mv-title").all_text_contents()
    assert set(seen) >= set(names[1:])
    part(page, "head 1", ".mv-inside").click()
    assert page.locator(".mv-inside [data-node]").count() > 10
