"""Edges that gradients have flowed along: their local derivatives stay, and the lines are as strong as what flowed."""

import re
from typing import Any

import pytest
from kit.grouped_graphs import training
from kit.player_page import button, go, step
from kit.sample_pictures import lesson

from microgradviz import Value, trace
from microgradviz.nn import MLP
from microgradviz.tracing.words import number_text

pytestmark = pytest.mark.browser

LABELS = """() => {
  const boxes = [...document.querySelectorAll(".mv-used text, .mv-graph > svg > .mv-lit .mv-chip")].map((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    return { label, text: label.textContent, left, right, top, bottom };
  });
  const lines = [...document.querySelectorAll("[data-edge]")].flatMap((line) => {
    const matrix = line.getScreenCTM();
    return Array.from({ length: 101 }, (_, i) =>
      line.getPointAtLength((line.getTotalLength() * i) / 100).matrixTransform(matrix));
  });
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    texts: boxes.map(({ text }) => text),
    overlaps: boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => over(a, b)).map((b) => [a.text, b.text])),
    crossed: boxes.filter(({ label }) => {
      const { left, right, top, bottom } = (label.querySelector("text") ?? label).getBoundingClientRect();
      return lines.some(({ x, y }) => x > left && x < right && y > top + 2 && y < bottom - 2);
    }).map(({ text }) => text),
  };
}"""
LOOKS = """() => [...document.querySelectorAll("[data-edge]")].map((line) => {
  const { strokeWidth, strokeDasharray } = getComputedStyle(line);
  return [line.dataset.edge, parseFloat(strokeWidth), strokeDasharray, "flow" in line.dataset];
})"""


def diamond() -> Value:
    a = Value(3.0, label="a")
    b = a * a
    return b * (b + a)


def vanishing() -> Value:
    x = Value(0.0, label="x")
    for _ in range(10):
        x = x.sigmoid()
    return x


@pytest.mark.parametrize(
    ("expr", "rankdir"),
    [
        ("neuron", "LR"),
        ("neuron", "TB"),
        (lesson(), "LR"),
        (MLP(2, [2, 1], seed=1)([1.0, 2.0]), "LR"),  # each input is one card, and has two lines
        (diamond(), "LR"),  # three edges leave one card there
    ],
)
def test_at_the_end_every_edge_tells_its_local_derivative_beside_the_lines(show: Any, expr: Any, rankdir: str) -> None:
    page = show(expr, rankdir=rankdir, constants=True)
    button(page, "Next").focus()
    page.keyboard.press("End")
    found = page.evaluate(LABELS)
    local = page.evaluate("window.microgradviz.model.get('trace').local")
    assert sorted(found["texts"]) == sorted(f"× {number_text(x)}" for x in local)
    assert found["overlaps"] == []
    assert found["crossed"] == []


def test_a_used_edge_keeps_its_local_derivative_until_its_step_is_undone(show: Any) -> None:
    page = show(lesson(), step=6)
    assert page.locator(".mv-used text").all_text_contents() == ["× −2"]
    assert page.locator(".mv-chip").all_text_contents() == ["× 4"]
    place = re.findall(r"-?[\d.]+", page.locator(".mv-chip").get_attribute("transform"))
    button(page, "Next").click()
    assert page.locator(".mv-used text").all_text_contents() == ["× −2", "× 4"]
    x, y = (page.locator(".mv-used text").nth(1).get_attribute(name) for name in "xy")
    assert place == [x, str(float(y) - 4)], "where it stood when it was lit"
    button(page, "Previous").click()
    button(page, "Previous").click()
    assert (step(page), page.locator(".mv-used text, [data-flow]").count()) == (5, 0)


def test_a_vanishing_chain_grows_thin(show: Any) -> None:
    page = show(vanishing(), step=21)
    widths = [width for _, width, _, used in page.evaluate(LOOKS) if used]
    assert len(widths) == 9
    assert widths == sorted(widths)
    assert widths[-1] > 2 * widths[0]


def test_what_is_not_a_number_is_told_and_dashed(show: Any) -> None:
    x = Value(0.0, label="x")
    page = show((1 / x) * 0.0, gradients=True)
    button(page, "Next").focus()
    page.keyboard.press("End")
    told = page.locator(".mv-used text").all_text_contents()
    assert "× 0" in told
    assert any(text.endswith(("→ nan", "→ ∞")) for text in told)
    assert {dashes for *_, dashes, used in page.evaluate(LOOKS) if used} == {"none", "6px, 4px"}


def test_a_dense_picture_goes_without_labels(show: Any) -> None:
    net = MLP(8, [20, 4, 1], seed=1)([0.1] * 8)
    assert len(trace(net).sources) > 400
    page = show(net, groups="open")
    button(page, "Next").focus()
    page.keyboard.press("End")
    assert page.locator("[data-flow]").count() > 30
    assert page.locator(".mv-used text").count() == 0
    assert page.locator(".mv-chip").count() == 1


def test_an_edit_tells_the_new_local_derivatives(show: Any) -> None:
    page = show(lambda a, b: a * b, a=2, b=3, step=3)
    go(page, 4)
    assert page.locator(".mv-used text, .mv-chip").all_text_contents() == ["× 3", "× 2"]
    page.evaluate("document.querySelector('.mv-card').focus()")
    page.keyboard.press("e")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    assert page.locator(".mv-used text, .mv-chip").all_text_contents() == ["× 3", "× 5"]


def test_a_path_that_is_shown_is_all_that_is_lit(show: Any) -> None:
    a = Value(3.0, label="a")
    b = a * a
    b.label = "b"
    page = show(b * (b + a) * 2.0, step=6, constants=True)
    button(page, "Next").click()  # the constant gets its gradient
    lit = page.locator(".mv-card.is-backward")
    colour, plain = (
        card.locator("> rect").first.evaluate("(rect) => getComputedStyle(rect).stroke")
        for card in (lit, page.locator("[data-node='0']"))
    )
    assert colour != plain
    button(page, "Next").focus()
    page.keyboard.press("End")
    go(page, 7)
    page.locator("[data-node='0']").click()
    page.locator("button.mv-term").first.hover()
    spotted = page.locator(".is-spot").evaluate_all("all => all.map((card) => card.dataset.node)")
    assert lit.get_attribute("data-node") not in spotted
    assert lit.locator("> rect").first.evaluate("(rect) => getComputedStyle(rect).stroke") == plain
    assert not page.locator(".mv-used").is_visible()


def test_without_gradients_the_box_around_a_leafs_number_holds_it(show: Any) -> None:
    page = show(lesson(), gradients=False)
    apart = page.locator(".mv-card.is-editable").evaluate_all("""(cards) => cards.map((card) => {
      const [box, text] = [".mv-grip", ".mv-data"].map((name) => card.querySelector(name).getBoundingClientRect());
      return Math.abs((box.top + box.bottom) / 2 - (text.top + text.bottom) / 2);
    })""")
    assert len(apart) == 4
    assert max(apart) < 2


INNER = """() => [...document.querySelectorAll(".mv-chip")].map((chip) => {
  const [frame, text] = [...chip.children].map((part) => part.getBoundingClientRect());
  return Math.min(text.left - frame.left, frame.right - text.right) / chip.getScreenCTM().a;
})"""


def test_a_framed_local_derivative_has_room_in_its_frame(show: Any) -> None:
    page = show(lambda a, b, c: (a * b * c).tanh(), a=-0.7313, b=0.5, c=1.992, step=5)
    found = []
    for k in range(5, 10):
        go(page, k)
        found += page.evaluate(INNER)
    assert len(found) == 5
    assert all(3 < room < 7 for room in found), found


CHANGES = """async () => {
  const { model } = window.microgradviz;
  const lines = document.querySelector(".mv-edges");
  const seen = [];
  const watcher = new MutationObserver((records) => seen.push(...records));
  watcher.observe(lines, { attributes: true, subtree: true });
  model.set("step", Number.MAX_SAFE_INTEGER);
  await new Promise(requestAnimationFrame);
  watcher.disconnect();
  return [seen.length, lines.children.length, model.get("trace").from.length];
}"""


def test_a_line_of_a_closed_group_changes_once_however_many_gradients_flow_along_it(show: Any) -> None:
    page = show(training(40), groups="closed")
    changes, lines, edges = page.evaluate(CHANGES)
    assert edges > 50 * lines
    assert changes <= 8 * lines
