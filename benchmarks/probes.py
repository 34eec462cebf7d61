"""What against.py measures: each probe runs in a process of its own, on whichever microgradviz PYTHONPATH leads to.

    PYTHONPATH=. python benchmarks/probes.py trace        one line of JSON for each figure: its name, amount and unit

Probes are run on older trees too, so they use nothing but names that stay: those of `microgradviz` itself and of
`microgradviz.nn`, and the command line. Times are processor time, the best of several turns within the process.
"""

import gc
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_engine import Engine, compare, moons, probe_memory

SIZES = (2, 16, 16, 1)
IMPORTS = """
from time import process_time
began = process_time()
import microgradviz
whole = process_time()
from microgradviz import Value
print(whole - began, process_time() - began)
"""
ANSWERS = {
    "numeric_slope": "def numeric_slope(f, x, h):\n    return (f(x + h) - f(x)) / h\n",
    "slope_mul": "def slope_mul(x, y):\n    return y, x\n",
    "mse": "def mse(p, t):\n    return sum((a - b) ** 2 for a, b in zip(p, t)) / len(t)\n",
    "zero_grad": "def zero_grad(parameters):\n    for p in parameters:\n        p.grad = 0.0\n",
}
CHROMIUM_ARGS = [
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"),
    *("--disable-frame-rate-limit", "--disable-gpu-vsync"),  # the next frame comes as soon as it is asked for
]
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
PRESS = f"""async ([name, turns]) => {{
  const frame = {FRAME};
  const button = [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === name);
  if (!button) throw new Error(`the page has no button ${{name}}`);
  for (let k = 0; k < turns; k++) {{
    button.click();
    await frame();
  }}
}}"""
STEPS = 20  # of the 38 that the smaller page has


def best(step, turns, burst=1):
    """Seconds of processor time for a step: the shortest of some turns, each the mean of a burst."""
    gc.collect()
    times = []
    for _ in range(turns):
        began = time.process_time()
        for _ in range(burst):
            step()
        times.append((time.process_time() - began) / burst)
    return min(times)


def imports():
    runs = [subprocess.run([sys.executable, "-c", IMPORTS], check=True, capture_output=True) for _ in range(12)]
    package, value = zip(*[map(float, run.stdout.split()) for run in runs], strict=True)
    yield "import microgradviz", min(package), "s"
    yield "from microgradviz import Value", min(value), "s"


def step():
    engine, points = Engine("microgradviz", SIZES), moons(25)
    for collect, word in ((True, "on"), (False, "off")):
        found = compare([engine], points, rounds=6, burst=4, collect=collect)
        yield f"engine step, collector {word}", found[0]["low"], "s"


def compiled():
    from microgradviz import compile
    from microgradviz.nn import MLP

    try:
        import llvmlite.binding  # noqa: F401 (not ours to speed up)
        import numpy as np
    except ImportError:
        np = None
    points = moons(100)
    x, y = [[a, b] for a, b, _ in points], [label for *_, label in points]
    if np:
        x, y = np.array(x), np.array(y)
    model = MLP(2, [16, 16, 1], seed=1)
    began = time.process_time()
    step = compile(lambda x, y: (1 - y * model(x)).relu(), model.parameters())
    step(x, y)
    yield "compile, first step", time.process_time() - began, "s"
    getattr(step, "settle", bool)()  # nothing is compiled in the background any more
    yield "compile, later step", best(lambda: step(x, y), 20, 100), "s"


def traced():
    from microgradviz import trace

    loss = thousand_values()
    yield "trace of 1,000 values", best(lambda: trace(loss), 60), "s"


def page():
    from playwright.sync_api import sync_playwright

    from microgradviz import to_html

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("Chromium is not installed: apt-get install chromium")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        for values, loss in (("20", twenty_values()), ("1,000", thousand_values())):
            path = Path(name, f"{values}.html")
            path.write_text(to_html(loss, groups="open"), encoding="utf-8")
            paints, steps = zip(*[loaded(browser, path.as_uri()) for _ in range(4)], strict=True)
            yield f"first paint, {values} values", min(paints), "s"
            yield f"step in the page, {values} values", min(steps), "s"
        browser.close()


def loaded(browser, address):
    """Seconds of the page's main thread until it has painted, and for a step forward with its frame."""
    window = browser.new_page(viewport={"width": 1200, "height": 900})
    session = window.context.new_cdp_session(window)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent():
        return {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]

    window.goto(address)
    window.evaluate(FRAME)
    paint = spent()
    steps = []
    for _ in range(3):
        window.evaluate(PRESS, ["Restart", 1])
        before = spent()
        window.evaluate(PRESS, ["Next", STEPS])
        steps.append((spent() - before) / STEPS)
    window.close()
    return paint, min(steps)


def grading():
    cells = [
        {
            "cell_type": "code",
            "id": f"exercise-{name.replace('_', '-')}",
            "metadata": {"tags": ["exercise", f"exercise-{name}"]},
            "source": answer,
            "outputs": [],
            "execution_count": None,
        }
        for name, answer in ANSWERS.items()
    ]
    notebook = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    times = []
    for _ in range(4):
        with tempfile.TemporaryDirectory() as folder:
            path, marks = Path(folder, "ada.ipynb"), Path(folder, "marks.csv")
            path.write_text(notebook, encoding="utf-8")
            before = children_time()
            command = [sys.executable, "-m", "microgradviz", "grade", str(path), "--out", str(marks), "--jobs", "1"]
            done = subprocess.run(command, capture_output=True, text=True)
            times.append(children_time() - before)
            if done.returncode or ",100.0," not in marks.read_text(encoding="utf-8"):
                raise SystemExit(f"the right answers did not get full marks: {(done.stderr or done.stdout)[-300:]}")
    yield "grading of a notebook", min(times), "s"


def children_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def memory():
    yield "bytes a value", probe_memory("microgradviz", 100, SIZES)["bytes_per_node"], "B"


def twenty_values():
    from microgradviz import Value

    x1, x2, w1, w2, b = (Value(x) for x in (2.0, 0.0, -3.0, 1.0, 6.88))
    o = (x1 * w1 + x2 * w2 + b).tanh()
    return ((o - 1) ** 2 + (w1 * w1 + w2 * w2) * 0.1) * 0.5


def thousand_values():
    from microgradviz.nn import MLP

    model = MLP(4, [12, 6, 1], seed=1)
    return sum((model([0.1 * k, 0.2, -0.3, 0.4]) - 1) ** 2 for k in range(4))


PROBES = {
    "imports": imports,
    "step": step,
    "compile": compiled,
    "trace": traced,
    "page": page,
    "grading": grading,
    "memory": memory,
}

if __name__ == "__main__":
    import importlib.util

    where = importlib.util.find_spec("microgradviz").origin
    assert where.startswith(os.environ["PYTHONPATH"] + os.sep), f"{where} is not in {os.environ['PYTHONPATH']}"
    for figure in PROBES[sys.argv[1]]():
        print(json.dumps(figure), flush=True)  # those before a failure count
