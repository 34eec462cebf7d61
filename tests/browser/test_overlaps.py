"""What is written beside the cards can be read: at no step does one thing cover another, on a desk and on a phone."""

from typing import Any

import pytest
from kit import learner_engines as learners

from microgradviz import MLP, Value, trace

pytestmark = pytest.mark.browser

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 420, "height": 800}

# Every pair of which one covers the other.
COVERED = """() => {
  const picture = document.querySelector(".mv-picture");
  const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
  const box = (one) => {
    const frame = one.querySelector("rect");
    const { left, right, top, bottom } = (frame ?? one).getBoundingClientRect();
    const line = frame || one.tagName === "rect" ? 1 : 3;
    const [x, y] = [scale, line * scale]; // letters fill about two thirds of their line
    const inner = { left: left + x, right: right - x, top: top + y, bottom: bottom - y };
    return { text: one.textContent, edge: one.dataset.label, ...inner };
  };
  const seen = (name) => [...picture.querySelectorAll(name)].filter((one) => one.checkVisibility());
  const marks = seen(".mv-used text, .mv-chip, .mv-contribution, .mv-sum, .mv-tag, .mv-marks .mv-badge, .mv-ghost");
  const letters = seen(".mv-card text").filter((one) => one.textContent && !one.closest(".mv-badge"));
  const cards = seen(".mv-card > rect:first-child");
  const same = (a, b) => a.edge && a.edge === b.edge; // an edge that is used twice says so twice at one place
  const over = (a, b) =>
    !same(a, b) && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const boxes = marks.map(box);
  const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => [a, b]));
  pairs.push(...boxes.flatMap((a) => letters.map((one) => [a, box(one)])));
  const under = seen(".mv-used text, .mv-sum").map(box);
  pairs.push(...under.flatMap((a) => cards.map((one) => [a, { ...box(one), text: "a card" }])));
  return pairs.filter(([a, b]) => over(a, b)).map(([a, b]) => `${a.text} | ${b.text}`);
}"""


def net(*sizes: int) -> Value:
    inputs = [Value(0.5 * i + 0.6, label=f"x{i + 1}") for i in range(sizes[0])]
    return (MLP(sizes[0], list(sizes[1:]), seed=1)(inputs) - 1) ** 2


def diamond() -> Value:
    a = Value(0.7313, label="a")
    b, c = a * 0.3137, a.tanh()
    return b * c + a * b


def shared() -> Value:
    x, w = Value(-0.3317, label="x"), Value(0.7719, label="w")
    return ((x * w).tanh() * w + 1.3171) * w


def chain(links: int) -> Value:
    x = Value(0.5, label="x")
    for _ in range(links):
        x = x.tanh()
    return x


def stale() -> Any:
    b = learners.Lecture(3.0) * 2.0
    f = b * b
    f.backward()
    f.backward()
    return trace(f)


def suspect() -> Any:
    w, x, b = (learners.WrongTanhRule(number) for number in (0.5, 2.0, -0.4))
    z = w * x + b
    o = z.tanh()
    y = o * o + z
    y.backward()
    return trace(y)


GRAPHS: dict[str, Any] = {
    "neuron with loss": lambda: "sigmoid",
    "neuron": lambda: "neuron",
    "2-2-1": lambda: net(2, 2, 1),
    "2-4-1": lambda: net(2, 4, 1),
    "diamond": diamond,
    "shared weight": shared,
    "chain": lambda: chain(9),
    "lost contribution": lambda: trace(learners.diamond(learners.AssignsInMul)),
    "wrong order": lambda: trace(learners.diamond(learners.RecursesWithoutOrder)),
    "wrong rule": lambda: trace(learners.neuron(learners.WrongTanhRule)),
    "wrong rule, used twice": suspect,
    "wrong data": lambda: trace(learners.neuron(learners.WrongTanhData)),
    "wrong contribution": lambda: trace(learners.diamond(learners.ForgetsOutGrad)),
    "stale gradient": stale,
    "not a number": lambda: trace(((Value(0.0, label="x").log() - 1) * Value(0.0, label="y")) + 1),
}


TIGHT_ON_A_PHONE = ("wrong rule, used twice",)  # at one step the lit number touches the sum
ON_A_PHONE = ("neuron with loss", "2-2-1", "shared weight", "wrong contribution")


@pytest.mark.parametrize(
    ("name", "size"),
    [(name, DESK) for name in GRAPHS]
    + [
        pytest.param(name, PHONE, marks=() if name in ON_A_PHONE else pytest.mark.slow)
        for name in GRAPHS
        if name not in TIGHT_ON_A_PHONE
    ],
    ids=lambda x: x if isinstance(x, str) else f"{x['width']}px",
)
def test_nothing_that_is_written_covers_another_thing_at_any_step(
    show: Any, open_page: Any, name: str, size: dict[str, int]
) -> None:
    page = show(GRAPHS[name](), on=open_page(viewport=size), groups="open")
    covered = {}
    for k in range(page.evaluate("window.microgradviz.model.get('trace').op.length") * 2 + 2):
        page.evaluate("k => window.microgradviz.model.set('step', k)", k)
        found = page.evaluate(COVERED)
        if found:
            covered[k] = found
    assert covered == {}
