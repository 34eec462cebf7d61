"""A training step of small nets, compiled from scalars, beside its peers, in one process.

    python benchmarks/bench_compile.py                 the table, docs/speed.md, and the plot, docs/speed.svg
    python benchmarks/bench_compile.py --quick         fewer batches, nothing is written

Every peer takes the same steps from the same weights (peers.py), which is checked. A figure is the shortest of many
repetitions, one thread, the garbage collector on: wall clock up to a millisecond, above it processor time, so that
what else the machine does is not counted. A peer that would take longer than --patience seconds
for one step is left out of that column. The GPT is one step of `microgradviz.gpt` on one name, without the update.
"""

import argparse
import datetime
import gc
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

import numpy as np  # noqa: E402 (it reads the number of threads when it is imported)
from peers import PEERS, MicroValue, weights  # noqa: E402

from microgradviz.train import moons  # noqa: E402

DOCS = Path(__file__).parents[1] / "docs"
SIZES = ((2, 16, 16, 1), (2, 64, 64, 1))
BATCHES = (1, 10, 100, 1000, 10_000)
PER_VALUE = {"micrograd": 2e-5, "microgpt's style": 5e-6, "our engine": 1e-6, "whole graph, tape": 1.5e-5}  # seconds


def shortest(step, patience, most=2000):
    """The shortest time of one step, over repetitions that take about `patience` seconds together."""
    best, spent, count = float("inf"), 0.0, 0
    while count < 3 or (spent < patience and count < most):
        start, processor = time.perf_counter(), time.process_time()
        step()
        wall, processor = time.perf_counter() - start, time.process_time() - processor
        took = processor if wall > 1e-3 else wall
        best, spent, count = min(best, took), spent + wall, count + 1
        if wall > 5 * patience:
            break
    return best


def measure(sizes, batch, patience):
    """{peer: (seconds to the first result, seconds a step)}"""
    points, labels = moons(batch)
    start = weights(sizes)
    found, losses = {}, {}
    for name, make in PEERS.items():
        if PER_VALUE.get(name, 0) * batch * 2 * len(start) > 5 * patience:
            continue
        gc.collect()
        began = time.perf_counter()
        try:
            step = make(sizes, start, points, labels)
            if step is None:
                continue
            losses[name] = [step() for _ in range(2)]
        except (ImportError, RecursionError) as error:
            print(f"  {name} is left out: {type(error).__name__} {error}", file=sys.stderr)
            continue
        first = time.perf_counter() - began
        getattr(step, "settle", bool)()
        found[name] = first, shortest(step, patience)
        del step
    reference = losses["NumPy by hand"]
    for name, got in losses.items():
        assert np.allclose(got, reference, rtol=1e-9, atol=0), f"{name} has other losses: {got}, {reference}"
    return found


def gpt(patience):
    """The same for one name of seven letters: microgpt's style, our engine, compiled."""
    from microgradviz import compile, gpt, train
    from microgradviz import engine as ours

    tokens, targets = gpt.encoded("matthew")
    found = {}

    def scalar_step(model):
        def step():
            for p in parameters:
                p.grad = 0.0
            loss = model.loss(tokens, targets)
            loss.backward()
            return float(loss.data)

        parameters = model.parameters()
        return step

    def timed(name, make):
        gc.collect()
        began = time.perf_counter()
        step = make()
        losses[name] = step()
        found[name] = time.perf_counter() - began, shortest(step, patience)

    def by_tape():
        model = gpt.GPT(seed=1)
        step = compile(model.loss, model.parameters(), backend="tape")
        x, y = (np.array([gpt.one_hot(numbers)]) for numbers in (tokens, targets))
        return lambda: step(x, y)

    losses = {}
    for module in (gpt, train):  # the same program on another Value
        module.Value, module.total = MicroValue, sum
    try:
        timed("microgpt's style", lambda: scalar_step(gpt.GPT(seed=1)))
    finally:
        for module in (gpt, train):
            module.Value, module.total = ours.Value, ours.total
    timed("our engine", lambda: scalar_step(gpt.GPT(seed=1)))
    timed("compile, tape", by_tape)
    assert np.allclose(list(losses.values()), losses["our engine"], rtol=1e-9), losses
    return found


def cold_run():
    """Seconds for a new Python to import, trace, compile and take 100 steps of the demo."""
    code = (
        "from peers import PEERS, weights\n"
        "from microgradviz.train import moons\n"
        "step = PEERS['compile, llvm']((2, 16, 16, 1), weights((2, 16, 16, 1)), *moons(100))\n"
        "for _ in range(100): loss = step()"
    )
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent)
    return time.perf_counter() - began


def human(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


def table(title, columns, results):
    """Markdown: a row for each peer, a column for each batch."""
    names = list(dict.fromkeys(name for column in results for name in column))
    yield f"| {title} | " + " | ".join(columns) + " |"
    yield "|---|" + "---:|" * len(columns)
    for name in names:
        cells = [human(column[name][1]) if name in column else "–" for column in results]
        yield f"| {name} | " + " | ".join(cells) + " |"


def machine():
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), model)
    return f"{datetime.date.today()}, {model}, one core, Python {platform.python_version()}, NumPy {np.__version__}"


def plot(figures, path):
    try:
        import matplotlib
    except ImportError:
        print("the plot needs matplotlib: pip install matplotlib", file=sys.stderr)
        return
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "microgradviz"
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.fonttype"] = "none"
    colours = [*matplotlib.colormaps["tab10"].colors, "black"]
    styles = ("o-", "s-", "D-", "v--", "^--", "<--", "*-", ">:", "P-.", "X-.", "h-.")
    figure, axes = plt.subplots(1, len(figures), figsize=(11, 5.2), sharey=True)
    for at, (sizes, results) in zip(np.atleast_1d(axes), figures.items(), strict=True):
        for style, colour, name in zip(styles, colours, PEERS, strict=True):
            measured = [(batch, column[name][1]) for batch, column in results.items() if name in column]
            if measured:
                at.loglog(*zip(*measured, strict=True), style, color=colour, label=name, markersize=5)
        at.set_title("-".join(map(str, sizes)))
        at.set_xlabel("samples in the batch")
        at.grid(True, which="major", alpha=0.3)
    axes[0].set_ylabel("seconds for one training step")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="center right", frameon=False)
    figure.tight_layout(rect=(0, 0, 0.82, 1))
    figure.savefig(path, metadata={"Date": None})


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--patience", type=float, default=1.0, help="seconds for each figure")
    parser.add_argument("--quick", action="store_true", help="batches of 1 and 100 only; write nothing")
    options = parser.parse_args(argv)
    try:
        import torch

        torch.set_num_threads(1)
    except ImportError:
        pass
    gc.collect()
    gc.freeze()  # else every collection would also look through PyTorch
    batches = (1, 100) if options.quick else BATCHES
    figures, lines = {}, [f"Measured {machine()}; load {os.getloadavg()[0]:.1f}.", ""]
    for sizes in SIZES[:1] if options.quick else SIZES:
        figures[sizes] = {batch: measure(sizes, batch, options.patience) for batch in batches}
        title = f"{'-'.join(map(str, sizes))}, samples:"
        lines += [*table(title, [f"{b:,}" for b in batches], figures[sizes].values()), ""]
    lines += [*table("GPT, 4,192 parameters", ["one name"], [gpt(options.patience)]), ""]
    demo = figures[SIZES[0]][100].items()
    firsts = [f"{name} {human(first)}" for name, (first, _) in demo if "tape" in name or "compile" in name]
    lines += [f"From nothing to the first result, 100 samples of 2-16-16-1: {'; '.join(firsts)}.", ""]
    lines += [f"Import, trace, compile and 100 steps of the demo, in a new Python: {cold_run():.2f} s."]
    print("\n".join(lines))
    if not options.quick:
        DOCS.mkdir(exist_ok=True)
        (DOCS / "speed.md").write_text("# Speed of a training step\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
        plot(figures, DOCS / "speed.svg")


if __name__ == "__main__":
    main()
