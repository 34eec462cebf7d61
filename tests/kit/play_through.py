"""One play of a graph, the same in every host: what must be seen at each step, and the gestures that lead there.

Example::

    def test_the_page_plays_the_scenario(page):
        play_through(page, ".microgradviz", trace(expr))
"""

import re
from typing import Any

from microgradviz import Trace
from microgradviz.layout.scene import make_scene
from microgradviz.tracing.words import number_text

CARDS = """(root) => [...root.querySelectorAll("[data-node]")].map((card) => [
  card.dataset.node, card.querySelector(".mv-data").textContent, card.querySelector(".mv-grad").textContent])"""
TEXTS = '(root) => [...root.querySelectorAll("[data-node]")].map((card) => card.textContent)'
# A large picture holds only the cards near what is seen: whoever wants them all scrolls over it, or brings one in.
ALL_CARDS = """async (root) => {
  const [box, found] = [root.querySelector(".mv-graph"), new Map()];
  for (let top = 0; top < box.scrollHeight; top += box.clientHeight) {
    for (let left = 0; left < box.scrollWidth; left += box.clientWidth) {
      box.scrollTo({ top, left, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      for (const card of root.querySelectorAll("[data-node]")) {
        const texts = ["title", "data", "grad"].map((name) => card.querySelector(`.mv-${name}`).textContent);
        found.set(Number(card.dataset.node), texts);
      }
    }
  }
  return [...found].sort(([one], [other]) => one - other).map(([node, texts]) => [String(node), ...texts]);
}"""
BRING_IN = """async (root, node) => {
  const [box, { width }] = [root.querySelector(".mv-graph"), root.querySelector(".mv-picture").viewBox.baseVal];
  const { x, y } = window.microgradviz.model.get("scene");
  const scale = root.querySelector(".mv-picture").getBoundingClientRect().width / width;
  const [left, top] = [x[node] * scale - box.clientWidth / 3, y[node] * scale - box.clientHeight / 3];
  box.scrollTo({ left, top, behavior: "instant" });
  await new Promise(requestAnimationFrame);
}"""
ROWS = """(root) => [...root.querySelectorAll(".mv-twin tbody tr")].map((row) =>
  [...row.children].map((cell) => cell.textContent))"""


def states(t: Trace) -> list[list[list[str]]]:
    """What the cards must show at every step: [node, data, grad], as the trace alone tells it."""
    operations = [i for i, op in enumerate(t.op) if op]
    data: list[float | None] = [None if op else x for op, x in zip(t.op, t.data, strict=True)]
    grad: list[float | None] = [None] * len(t)

    def now() -> list[list[str]]:
        return [[str(i), number_text(data[i]), number_text(grad[i])] for i in range(len(t))]

    seen = [now()]
    for i in operations:
        data[i] = t.data[i]
        seen.append(now())
    grad[t.root] = t.seed
    seen.append(now())
    for c in t.contributions:
        grad[t.sources[c.edge]] = c.after
        seen.append(now())
    return seen


def texts(t: Trace) -> list[list[str]]:
    """The whole text of every card at every step, as the trace alone tells it."""
    titles = make_scene(t)["short"]
    return [
        [f"{title}data{data}grad{grad}" for title, (_, data, grad) in zip(titles, cards, strict=True)]
        for cards in states(t)
    ]


def play_through(page: Any, where: str, t: Trace) -> None:
    """Step, undo, press keys, ask why, and read the table: at every step each card says what the trace holds.

    Args:
        page: A page that shows one player of the trace, at step 0.
        where: The player's selector.
        t: The trace, of a graph whose values are all reached by gradients.
    """
    root = page.locator(where)
    expected = texts(t)
    last = len(expected) - 1

    def arrive(k: int) -> None:
        page.wait_for_selector(f"{where}[data-step='{k}']")
        assert root.evaluate(TEXTS) == expected[k], f"step {k}"
        assert root.locator(".mv-count").inner_text() == f"Step {k} of {last}"

    def button(name: str) -> Any:
        return root.get_by_role("button", name=name, exact=True)

    arrive(0)
    for k in range(1, last + 1):
        button("Next").click()
        arrive(k)
    for k in range(last - 1, -1, -1):
        button("Previous").click()
        arrive(k)
    button("Go to backward pass").click()
    arrive(sum(map(bool, t.op)) + 1)  # where the result gets its gradient
    button("Restart").click()
    arrive(0)
    button("Next").focus()
    for key, k in (("ArrowRight", 1), ("n", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        arrive(k)
    ask_why(page, root, t)
    page.keyboard.press("Home")
    arrive(0)
    read_the_table(page, root, t)


def ask_why(page: Any, root: Any, t: Trace) -> None:
    """Ask about the first leaf by keyboard: the panel grows with the steps, and Escape gives the focus back."""
    root.locator("[data-node='0']").focus()
    page.keyboard.press("Enter")
    panel = root.get_by_role("region", name=re.compile("^About "))
    panel.wait_for()
    assert "not yet" in panel.text_content()
    page.keyboard.press("End")
    total = f"= {t.label[0]}.grad{number_text(t.nodes[0].grad)}"
    assert panel.locator(".mv-total").text_content().endswith(total)
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    assert root.evaluate("(root) => root.getRootNode().activeElement.getAttribute('data-node')") == "0"


def read_the_table(page: Any, root: Any, t: Trace) -> None:
    """Open the table: it says what the cards say, at every step."""
    root.get_by_role("button", name="More", exact=True).click()
    root.get_by_role("button", name="Table", exact=True).click()
    titles = make_scene(t)["title"]
    for k, cards in enumerate(states(t)):
        if k:
            root.get_by_role("button", name="Next", exact=True).click()
        rows = root.evaluate(ROWS)
        assert [[row[0], row[2], row[3]] for row in rows] == [
            [title, data, grad] for title, (_, data, grad) in zip(titles, cards, strict=True)
        ], f"step {k}"
    root.get_by_role("button", name="Table", exact=True).click()
    assert not root.locator(".mv-twin:visible").count()
