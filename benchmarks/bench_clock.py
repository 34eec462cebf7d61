"""Loss against the clock: a GPT of 4,192 parameters learns names, in a fresh process for each way to write it.

    python benchmarks/bench_clock.py             the table, in docs/speed.md, and the plot, docs/clock.svg
    python benchmarks/bench_clock.py --quick     100 steps, nothing is written

The clock starts when the process does, so that imports and compiling count. All take the same steps (clock_peers.py),
which is checked; they take turns, on one core, and a peer's curve is that of its fastest turn. Who has not taken all
steps after --patience seconds is stopped there.
"""

import argparse
import os
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from statistics import mean

import plots
from bench_compile import DOCS, human, machine, write_section
from clock_peers import CLOCK_PEERS

HERE = Path(__file__).parent
BY_CLOCK = "Loss of the latest 500 names against seconds since the process was started, for each way to write the GPT"
MEAN_OF = 500  # names


def run(name, steps, patience):
    """[(seconds since the start of the process, loss)] of the steps that a peer takes."""
    command = [sys.executable, "clock_peers.py", name, str(steps)]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(HERE.parent), environment.get("PYTHONPATH", "")])
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=HERE, env=environment, stdout=subprocess.PIPE, text=True)
    found = []
    try:
        for line in process.stdout:
            loss, at = map(float, line.split())
            found.append((at - began, loss))
            if at - began > patience:
                break
    finally:
        process.kill()
        process.communicate()
    if len(found) < steps and (not found or found[-1][0] <= patience):
        raise SystemExit(f"{name} stopped after {len(found)} steps")
    return found


def curve(found):
    """The mean of the latest losses after every tenth step."""
    losses = [loss for _, loss in found]
    return [(found[i - 1][0], mean(losses[max(0, i - MEAN_OF) : i])) for i in range(10, len(found) + 1, 10)]


def table(runs, steps):
    """Markdown: when each peer had taken so many steps."""
    marks = [n for n in (1, 100, 1000, 10_000) if n <= steps]
    yield (
        "| seconds from the start of the process to step | "
        + " | ".join(f"{n:,}" for n in marks)
        + " | each of the rest |"
    )
    yield "|---|" + "---:|" * (len(marks) + 1)
    for name, found in runs.items():
        cells = [f"{found[n - 1][0]:.2f}" if n <= len(found) else "–" for n in marks]
        rest = min(b - a for (a, _), (b, _) in pairwise(found[len(found) // 2 :]))
        yield f"| {name} | {' | '.join(cells)} | {human(rest)} |"


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--patience", type=float, default=30.0, help="seconds after which a peer is stopped")
    parser.add_argument("--turns", type=int, default=3, help="how often each peer runs")
    parser.add_argument("--quick", action="store_true", help="100 steps, one turn; write nothing")
    options = parser.parse_args(argv)
    steps = 100 if options.quick else 10_000
    runs = {}
    for turn in range(1 if options.quick else options.turns):
        for name in CLOCK_PEERS:
            if turn and len(runs[name]) < steps:
                continue
            try:
                found = run(name, steps, options.patience)
            except SystemExit as error:
                print(f"  {name} is left out: {error}", file=sys.stderr)
                continue
            if name not in runs or found[-1][0] < runs[name][-1][0]:
                runs[name] = found
    reference = [loss for _, loss in runs["microgradviz"]]
    for name, found in runs.items():
        for i, ((_, loss), expected) in enumerate(zip(found, reference, strict=False), 1):
            assert abs(loss - expected) < 1e-6 * expected, f"{name} has another loss at step {i}: {loss}, {expected}"
    lines = [f"Measured {machine()}; load {os.getloadavg()[0]:.1f}.", "", *table(runs, steps)]
    print("\n".join(lines))
    if not options.quick:
        plots.by_clock({name: curve(found) for name, found in runs.items()}, CLOCK_PEERS, DOCS / "clock.svg")
        write_section("Loss against the clock", [*lines, "", f"![{BY_CLOCK}](clock.svg)"])


if __name__ == "__main__":
    main()
