"""The player: how long it takes to paint and to step, and how much it sends and stores.

    python benchmarks/bench_player.py              the exported page in Chromium, and a notebook run by nbclient
    python benchmarks/bench_player.py --lab        a cell run in a real JupyterLab too
    python benchmarks/bench_player.py --json FILE  the numbers as JSON as well

Times are taken in the page. "paint" is from the start of the script that draws to the frame in which the graph
stands; "step" is from setting the step to the new text in the page; "step + frame" to the frame that shows it.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from kit.jupyterlab import JupyterLab  # noqa: E402
from nbclient import NotebookClient  # noqa: E402
from nbformat import v4, writes  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from microgradviz import Value, play, to_html  # noqa: E402
from microgradviz.nn import MLP  # noqa: E402
from microgradviz.views.bundle import bundle  # noqa: E402

ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
PAINTED = {20: 200, 100: 150, 1000: 500, 65000: 3000}  # ms, in JupyterLab; the last in groups
STEPS = 244  # of `chain`
ASKED = {20: (200, 16), 300: (500, 16), 1000: (500, 50)}  # ms, for paint and step

MEASURE = """
async (turns) => {
  const { model, close } = window.microgradviz;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const graph = document.querySelector("main");
  close();
  await frame();
  const began = performance.now();
  window.microgradviz.close = window.microgradviz.open();
  const drawn = performance.now() - began;
  await frame();
  const paint = performance.now() - began;
  const total = Number(graph.querySelector(".mv-slider").max);
  const steps = [], frames = [], jumps = [];
  let k = Math.floor(total / 3);
  model.set("step", k);
  await frame();
  for (let turn = 0; turn < turns; turn++) {
    k = (k + 1) % (total + 1);
    const start = performance.now();
    model.set("step", k);
    graph.querySelector(".mv-count").textContent;
    steps.push(performance.now() - start);
    await frame();
    frames.push(performance.now() - start);
  }
  for (const to of [total, 0, total, 0]) {
    const start = performance.now();
    model.set("step", to);
    await frame();
    jumps.push(performance.now() - start);
  }
  return { drawn, paint, steps, frames, jumps, elements: graph.querySelectorAll("*").length };
}
"""


WHY = """
() => {
  const began = performance.now();
  document.querySelector("[data-node='0']").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  document.querySelector(".mv-total").getBoundingClientRect();
  return { ms: performance.now() - began, said: document.querySelector(".mv-total").textContent };
}
"""


def why_time(browser: Any) -> dict[str, Any]:
    """ms from a click on a value with 2^40 paths to the result, to the panel laid out; what its last line says."""
    x = Value(1.0, label="x")
    for _ in range(40):
        x = x + x
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "page.html"
        to_html(x, path, step=121)
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.goto(path.as_uri())
        found: dict[str, Any] = page.evaluate(WHY)
        page.close()
    return found


EDIT = """
() => {
  const slider = document.querySelector(".mv-leaf .mv-slider");
  const last = [...document.querySelectorAll(".mv-data")].at(-1);
  const times = [];
  for (let turn = 0; turn < 60; turn++) {
    const before = last.textContent;
    slider.value = String(Number(slider.max) * (turn % 2 ? -0.5 : 0.5));
    const began = performance.now();
    slider.dispatchEvent(new Event("input"));
    const ms = performance.now() - began;
    if (last.textContent !== before) times.push(ms);
  }
  return { times, values: document.querySelectorAll(".mv-card").length };
}
"""
EDIT_IN_LAB = """
async () => {
  const slider = document.querySelector(".mv-leaf .mv-slider");
  const times = [];
  for (let turn = 0; turn < 30; turn++) {
    let seen = 0; // the list of faults is written anew with all numbers: by the page, then by the kernel's answer
    const began = performance.now();
    const answered = new Promise((done) => new MutationObserver((_, observer) => {
      if (++seen < 2) return;
      observer.disconnect();
      done();
    }).observe(document.querySelector(".mv-faults"), { childList: true }));
    slider.value = String(Number(slider.max) * (0.2 + 0.02 * turn));
    slider.dispatchEvent(new Event("input"));
    await answered;
    times.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, 100));
  }
  return times;
}
"""


def chain(a: Value) -> Value:
    """About 100 values."""
    x = a * 1.5
    for i in range(48):
        x = (x * a).tanh() if i % 2 else (x + a).sin()
    return x


def edit_time(browser: Any) -> dict[str, Any]:
    """ms from a slider's move to the new data and gradients of 100 values in the page, at the last step."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "page.html"
        to_html(chain, path, a=2, step=STEPS)
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector(".mv-leaf")
        found: dict[str, Any] = page.evaluate(EDIT)
        page.close()
    return found


def edit_lab_times(browser: Any) -> list[float]:
    """ms from a slider's move to the numbers that the kernel found, in a real JupyterLab."""
    setup = f"""
import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "benchmarks")!r}]
from bench_player import STEPS, chain
from microgradviz import play
play(chain, a=2, step=STEPS)"""
    with tempfile.TemporaryDirectory() as directory, JupyterLab(Path(directory)) as lab:
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        lab.open(page, lab.write("bench.ipynb", setup))
        page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-cell'); }")
        page.wait_for_selector(".jp-OutputArea-output .mv-leaf")
        times: list[float] = page.evaluate(EDIT_IN_LAB)
        page.close()
    return times


def expression(values: int) -> Value:
    """A loss of a small network with about so many values."""
    if values == 20:
        x1, x2, w1, w2, b = (
            Value(x, label=name) for x, name in ((2, "x1"), (0, "x2"), (-3, "w1"), (1, "w2"), (6.88, "b"))
        )
        o = (x1 * w1 + x2 * w2 + b).tanh()
        return ((o - 1) ** 2 + (w1 * w1 + w2 * w2) * 0.1) * 0.5
    net = MLP(4, [12, 6, 1])
    loss = Value(0.0)
    sample = 0
    while sample < values // 245:
        loss = loss + (net([0.1 * sample, 0.2, -0.3, 0.4]) - 1) ** 2
        sample += 1
    return loss


def page_times(browser: Any, values: int, turns: int) -> dict[str, Any]:
    html = opened(to_html(expression(values), groups="open"))
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "page.html"
        path.write_text(html, encoding="utf-8")
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.goto(path.as_uri())
        found: dict[str, Any] = page.evaluate(MEASURE, turns)
        found["values"] = page.evaluate("window.microgradviz.model.get('trace').op.length")
        page.close()
    return found


MOTION = """
async (turns) => {
  const button = (name) => [...document.querySelectorAll("button")].find((one) => one.textContent === name);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const last = Number(document.querySelector(".mv-slider").max);
  button("Fit").click();
  window.microgradviz.model.set("step", Math.floor(last * 0.6));
  await frame();
  const frames = [], steps = [];
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now();
    button("Next").click();
    document.querySelector(".mv-count").textContent;
    steps.push(performance.now() - began);
    for (let before = await frame(), now; before - began < 700; before = now) {
      now = await frame();
      frames.push(now - before);
    }
  }
  const graph = document.querySelector(".mv-graph").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".mv-card")].filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return left >= graph.left && right <= graph.right && top >= graph.top && bottom <= graph.bottom;
  }).length;
  return { frames, steps, seen };
}
"""


def motion_times(browser: Any, motion: bool, turns: int) -> dict[str, Any]:
    """Steps by Next with 300 values in sight: ms of each, and of the frames while numbers travel."""
    html = opened(to_html(MLP(4, [10, 6, 1], seed=1)([0.1, 0.2, -0.3, 0.4]), groups="open"))
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "page.html"
        path.write_text(html, encoding="utf-8")
        size = {"width": 1920, "height": 1080}
        page = browser.new_page(viewport=size, reduced_motion="no-preference" if motion else "reduce")
        page.goto(path.as_uri())
        page.wait_for_selector(".mv-card")
        found: dict[str, Any] = page.evaluate(MOTION, turns)
        page.close()
    found["frames"].sort()
    return {
        "seen": found["seen"],
        "step": statistics.median(found["steps"]),
        "worst step": max(found["steps"]),
        "frames": found["frames"][int(0.95 * len(found["frames"]))],
    }


GROUPS = """
async (turns) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const { model, close } = window.microgradviz;
  const drawn = async () => { while (!document.querySelector(".mv-card")) await frame(); };
  await drawn();
  const paints = [];
  for (let turn = 0; turn < 3; turn++) {
    (window.microgradviz.close ?? close)();
    await frame();
    const began = performance.now();
    window.microgradviz.close = window.microgradviz.open();
    await drawn();
    await frame();
    paints.push(performance.now() - began);
  }
  const next = [...document.querySelectorAll("button")].find((button) => button.textContent === "Next");
  const total = Number(document.querySelector(".mv-slider").max);
  const worst = [];
  for (let turn = 0; turn < turns; turn++) {
    model.set("step", 0);
    for (let k = 0; k < total; k++) {
      const start = performance.now();
      next.click();
      document.querySelector(".mv-count").textContent;
      worst[k] = Math.min(worst[k] ?? Infinity, performance.now() - start);
    }
  }
  const cards = document.querySelectorAll(".mv-card").length;
  return { paint: Math.min(...paints), worst: Math.max(...worst), steps: total, cards };
}
"""


def training(samples: int) -> Value:
    """The loss of the moons demo, an MLP 2-16-16-1 with hinge loss and L2 penalty: 65,000 values at 170 samples."""
    model = MLP(2, [16, 16, 1], seed=1)
    terms = [(1 - (-1) ** k * model([Value(0.01 * k), Value(0.5)])).relu() for k in range(samples)]
    return sum(terms) * (1 / samples) + 1e-4 * sum(p * p for p in model.parameters())


def groups_times(browser: Any, samples: int) -> dict[str, Any]:
    """Seconds to make the page of a training graph; ms to paint it with its groups closed, and for the slowest Next."""
    loss = training(samples)
    began = time.perf_counter()
    html = opened(to_html(loss))
    made = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "page.html"
        path.write_text(html, encoding="utf-8")
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.goto(path.as_uri())
        found: dict[str, Any] = page.evaluate(GROUPS, 3)
        values = page.evaluate("window.microgradviz.model.get('trace').op.length")
        page.close()
    return {**found, "values": values, "made": made, "bytes": len(html)}


EDIT_IN_GROUPS = """
() => {
  const press = (card) => card.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  press(document.querySelector(".mv-graph [data-part]"));
  while (!document.querySelector(".mv-inside .mv-grip")) press(document.querySelector(".mv-inside [data-part]"));
  const slider = document.querySelector(".mv-leaf .mv-slider");
  const times = [];
  for (let turn = 0; turn < 12; turn++) {
    slider.value = String(Number(slider.max) * (turn % 2 ? -0.5 : 0.5));
    const began = performance.now();
    slider.dispatchEvent(new Event("input"));
    times.push(performance.now() - began);
  }
  return times;
}
"""


def edit_in_groups_times(browser: Any, samples: int) -> dict[str, Any]:
    """ms from a slider's move to all new numbers, in the page with one neuron open; and what a kernel takes for it."""
    loss = training(samples)
    player = play(loss, groups="closed")
    name = next(iter(player.leaves))
    kernel = []
    for turn in range(5):
        began = time.perf_counter()
        player.set_state({"edit": {"number": turn + 1, "leaves": [[name, 0.1 * turn]]}})
        kernel.append((time.perf_counter() - began) * 1000)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "page.html"
        to_html(loss, path, groups="closed", level="full", step=player.steps)
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        page.goto(path.as_uri())
        page.wait_for_selector(".mv-cluster")
        times: list[float] = page.evaluate(EDIT_IN_GROUPS)
        page.close()
    return {"values": len(player.trace["op"]), "page": min(times), "kernel": min(kernel)}


def opened(html: str) -> str:
    """A page that can be drawn again, without the policy that forbids to measure it."""
    html = html.replace(
        "Object.assign(window, { microgradviz: { model, close } });",
        "Object.assign(window, { microgradviz: { model, close, open: () => widget.render({ model, el }) } });",
    )
    return html.replace(html[html.index("<meta http-equiv") : html.index("<meta name=")], "")


def notebook_size() -> int:
    """Bytes of a notebook with five players of 20 values, run and saved with the state of its widgets."""
    cell = f"""
import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "benchmarks")!r}]
from bench_player import expression
from microgradviz import play
"""
    cells = [v4.new_code_cell(cell), *(v4.new_code_cell("play(expression(20))") for _ in range(5))]
    notebook = v4.new_notebook(cells=cells)
    NotebookClient(notebook, kernel_name="python3", store_widget_state=True).execute()
    return len(writes(notebook).encode())


def lab_times(browser: Any) -> dict[int, float]:
    """ms from asking JupyterLab to run a cell to the frame that shows its player, the best of three."""
    setup = f"""
import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "benchmarks")!r}]
from bench_player import expression, training
from microgradviz import play
shown = {{20: expression(20), 100: expression(100), 1000: expression(1000), 65000: training(170)}}
play(shown[20])"""
    run = """
    (i) => new Promise((done) => {
      const cells = window.jupyterapp.shell.currentWidget.content;
      cells.deselectAll();
      cells.activeCellIndex = i;
      const node = cells.widgets[i].node;
      const began = performance.now();
      const look = () => node.querySelector(".microgradviz .mv-card")
        ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
        : requestAnimationFrame(look);
      window.jupyterapp.commands.execute("notebook:run-cell");
      requestAnimationFrame(look);
    })"""
    sizes = (20, 100, 1000, 65000)
    grouped = {65000: "auto"}
    cells = [setup, *[f"play(shown[{n}], groups={grouped.get(n, 'open')!r})" for n in sizes for _ in range(3)]]
    with tempfile.TemporaryDirectory() as directory, JupyterLab(Path(directory)) as lab:
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        lab.open(page, lab.write("bench.ipynb", *cells))
        page.evaluate(run, 0)
        times = [page.evaluate(run, i) for i in range(1, len(cells))]
        found = {n: min(times[3 * i : 3 * i + 3]) for i, n in enumerate(sizes)}
        page.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--lab", action="store_true")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    result: dict[str, Any] = {"code bytes": sum(len(text.encode()) for text in bundle("player/index.js"))}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium, args=ARGS)
        columns = ("elements", "drawn", "paint", "step", "worst", "+ frame", "jump")
        print(f"{'values':>7}" + "".join(f"{column:>9}" for column in columns) + "   ms")
        for values in ASKED:
            found = page_times(browser, values, given.turns)
            row = {
                "values": found["values"],
                "elements": found["elements"],
                "drawn": found["drawn"],
                "paint": found["paint"],
                "step": statistics.median(found["steps"]),
                "worst step": max(found["steps"]),
                "step + frame": statistics.median(found["frames"]),
                "jump": max(found["jumps"]),
            }
            result[f"page {values}"] = row
            print(
                f"{row['values']:7d}{row['elements']:9d}{row['drawn']:9.1f}{row['paint']:9.1f}{row['step']:9.2f}"
                f"{row['worst step']:9.2f}{row['step + frame']:9.1f}{row['jump']:9.1f}"
            )
        for motion in (True, False):
            found = result[f"motion {'on' if motion else 'off'}"] = motion_times(browser, motion, given.turns // 3)
            print(
                f"{found['seen']} values in sight, motion {'on' if motion else 'off'}: a step {found['step']:.1f} ms, "
                f"the slowest {found['worst step']:.1f} (asked, off: 16), "
                f"95 % of frames within {found['frames']:.1f} ms (asked, on: 32)"
            )
        why = why_time(browser)
        result["why, 2^40 paths"] = why["ms"]
        print(f"why this number, 2^40 paths: {why['ms']:.1f} ms (asked: 50), {why['said']}")
        edit = edit_time(browser)
        result["edit, 100 values"] = {"best": min(edit["times"]), "median": statistics.median(edit["times"])}
        print(
            f"edit a leaf, {edit['values']} values, all numbers new: best {min(edit['times']):.1f}, "
            f"median {statistics.median(edit['times']):.1f} ms in the page (asked: 5)"
        )
        if given.lab:
            times = edit_lab_times(browser)
            result["edit, 100 values, kernel"] = {"best": min(times), "median": statistics.median(times)}
            print(
                f"the same through the kernel of a JupyterLab: best {min(times):.1f}, "
                f"median {statistics.median(times):.1f} ms (asked: 50)"
            )
            for values, ms in lab_times(browser).items():
                result[f"lab {values}: run cell to painted"] = ms
                print(f"JupyterLab, {values} values: run cell to painted {ms:.0f} ms (asked: {PAINTED[values]})")
        for samples in (1, 170):
            found = result[f"groups {samples}"] = groups_times(browser, samples)
            print(
                f"{found['values']:,} values in groups, {found['cards']} cards: page made in {found['made']:.2f} s "
                f"({found['bytes']:,} bytes), painted in {found['paint']:.0f} ms (asked, together: 3 s), "
                f"slowest of {found['steps']} steps {found['worst']:.1f} ms (asked: 50)"
            )
        for samples in (3, 170):
            found = result[f"edit in groups {samples}"] = edit_in_groups_times(browser, samples)
            print(
                f"edit a leaf, {found['values']:,} values in groups: best {found['page']:.1f} ms in the page, "
                f"{found['kernel']:.1f} ms in the kernel (asked of small ones: 50)"
            )
        browser.close()
    result["notebook bytes"] = notebook_size()
    print(f"code and style sheet sent with each player: {result['code bytes']:,} bytes (asked: 250,000)")
    print(f"a saved notebook with five players of 20 values: {result['notebook bytes']:,} bytes (asked: 1,800,000)")
    if given.json:
        Path(given.json).write_text(json.dumps(result, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
