"""A training step of small and of wide nets, compiled from scalars, beside its peers, in one process.

    python benchmarks/bench_compile.py             the tables, docs/speed.md, and the plots, docs/speed.svg and size.svg
    python benchmarks/bench_compile.py --quick     fewer batches, nothing is written

Every peer takes the same steps from the same weights (peers.py), which is checked. They take turns, with one thread and
the garbage collector on, and a figure is a peer's best turn: up to a millisecond the shortest step by wall clock, above
it the mean of processor time, so that what else the machine does is not counted. A peer that would take longer than
--patience seconds for one step is left out of that column. The GPT is one step of `microgradviz.gpt` on one name,
without the update.
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
import plots  # noqa: E402
import sizes as growth  # noqa: E402
import wide  # noqa: E402
from peers import PEERS, micro_values, weights  # noqa: E402
from timing import shortest  # noqa: E402

from microgradviz.train import moons  # noqa: E402

DOCS = Path(__file__).parents[1] / "docs"
TITLE = "# Speed of training\n"
SIZES = ((2, 16, 16, 1), (2, 64, 64, 1))
BATCHES = (1, 10, 100, 1000, 10_000)
BY_BATCH = "Seconds for one training step against samples in the batch, for every peer, on log–log axes"
BY_SIZE = "Seconds for one training step against values in the graph, and against samples, on log–log axes"
ROUNDING = (
    "On the way back through a layer machine code rounds a product and the sum that it is added to once instead of "
    "twice, as BLAS does for PyTorch and NumPy. Predictions are rounded after every operation."
)
PER_VALUE = {"micrograd": 2e-5, "microgpt's style": 5e-6, "our engine": 1e-6, "whole graph, llvm": 1.5e-5}  # seconds


def measure(peers, sizes, batch, patience):
    """{peer: (seconds of processor time to the first result, seconds a step)}"""
    points, labels = moons(batch)
    start = weights(sizes)
    firsts, losses, steps = {}, {}, {}
    for name, make in peers.items():
        if PER_VALUE.get(name, 0) * batch * 2 * len(start) > 5 * patience:
            continue
        gc.collect()
        began = time.process_time()
        try:
            step = make(sizes, start, points, labels)
            if step is None:
                continue
            losses[name] = [step() for _ in range(2)]
        except (ImportError, RecursionError) as error:
            print(f"  {name} is left out: {type(error).__name__} {error}", file=sys.stderr)
            continue
        firsts[name] = time.process_time() - began
        steps[name] = step
    reference = losses["NumPy by hand"]
    for name, got in losses.items():
        assert np.allclose(got, reference, rtol=1e-9, atol=0), f"{name} has other losses: {got}, {reference}"
    return {name: (firsts[name], seconds) for name, seconds in shortest(steps, patience).items()}


def gpt(patience):
    """The same for one name of seven letters: microgpt's style, our engine, compiled."""
    from microgradviz import compile
    from microgradviz.gpt import model as gpt

    tokens, targets = gpt.encode("matthew")

    def by_scalars():
        model = gpt.GPT(seed=1)
        parameters = model.parameters()

        def step():
            for p in parameters:
                p.grad = 0.0
            loss = model.loss(tokens, targets)
            loss.backward()
            return float(loss.data)

        return step

    def by_llvm():
        model = gpt.GPT(seed=1)
        step = compile(model.loss, model.parameters(), backend="llvm")
        x, y = np.array([tokens]), np.array([targets])
        return lambda: step(x, y)

    def on_micro_values():
        with micro_values():
            step = by_scalars()

        def swapped():
            with micro_values():
                return step()

        return swapped

    firsts, losses, steps = {}, {}, {}
    makers = {"microgpt's style": on_micro_values, "our engine": by_scalars, "compile, llvm": by_llvm}
    for name, make in makers.items():
        began = time.process_time()
        steps[name] = make()
        losses[name] = steps[name]()
        firsts[name] = time.process_time() - began
    assert np.allclose(list(losses.values()), losses["our engine"], rtol=1e-9), losses
    return {name: (firsts[name], seconds) for name, seconds in shortest(steps, patience).items()}


def cold_run():
    """Seconds of processor time for a new Python to import, trace, compile and take 100 steps of the demo."""
    code = (
        "from peers import PEERS, weights\n"
        "from microgradviz.train import moons\n"
        "step = PEERS['compile, llvm']((2, 16, 16, 1), weights((2, 16, 16, 1)), *moons(100))\n"
        "for _ in range(100): loss = step()"
    )
    before = os.times()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


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


def write_section(heading, lines):
    """Put lines below a heading of docs/speed.md, in place of those that are there."""
    page = DOCS / "speed.md"
    title, *sections = page.read_text(encoding="utf-8").split("\n## ") if page.exists() else [TITLE]
    known = dict(section.split("\n", 1) for section in sections)
    known[heading] = "\n" + "\n".join(lines) + "\n"
    DOCS.mkdir(exist_ok=True)
    page.write_text("\n## ".join([title, *(f"{name}\n{known[name]}" for name in known)]), encoding="utf-8")


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
    batches = (1, 100) if options.quick else BATCHES
    figures, lines = {}, [f"Measured {machine()}; load {os.getloadavg()[0]:.1f}.", ""]
    for sizes in SIZES[:1] if options.quick else SIZES:
        figures[sizes] = {batch: measure(PEERS, sizes, batch, options.patience) for batch in batches}
        title = f"{'-'.join(map(str, sizes))}, samples:"
        lines += [*table(title, [f"{b:,}" for b in batches], figures[sizes].values()), ""]
    found = wide.measure(options.patience)
    titles = [f"{'-'.join(map(str, sizes))}, {batch:,} samples" for sizes, batch in found]
    lines += [*table("wide layers, double precision", titles, found.values()), ""]
    fastest = max(wide.flops(*case) / column["compile, llvm"][1] for case, column in found.items())
    slowest = max(column["compile, llvm"][0] for column in found.values())
    lines += [
        f"That is up to {fastest / 1e9:.0f} thousand million multiplications and additions a second, predictions "
        f"rounded after each; the first step takes {human(slowest)} of processor time at most.",
        "",
    ]
    lines += [ROUNDING, ""]
    lines += [*table("GPT, 4,192 parameters", ["one name"], [gpt(options.patience)]), ""]
    demo = figures[SIZES[0]][100].items()
    firsts = [f"{name} {human(first)}" for name, (first, _) in demo if "compile" in name or "graph" in name]
    lines += [
        "Processor time from the function to its first result, in a process that has compiled others, 100 samples of "
        f"2-16-16-1: {'; '.join(firsts)}.",
        "",
    ]
    cold = min(cold_run() for _ in range(3))
    lines += [f"The same for import, trace, compile and 100 steps of the demo, in a new Python: {cold:.2f} s."]
    if options.quick:
        print("\n".join(lines))
        return
    values, samples = growth.against_values(options.patience), growth.against_samples(options.patience)
    lines += ["", *growth.table("values in the graph", values), "", *growth.table("samples in the batch", samples)]
    lines += ["", f"![{BY_BATCH}](speed.svg)", "", f"![{BY_SIZE}](size.svg)"]
    print("\n".join(lines))
    write_section("A step of small and of wide nets", lines)
    plots.by_batch(figures, PEERS, DOCS / "speed.svg")
    plots.by_size(values, samples, [*PEERS, growth.ALONE], DOCS / "size.svg")


if __name__ == "__main__":
    main()
