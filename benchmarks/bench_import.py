"""What importing costs: fresh processes, against a bare Python and against micrograd.

    python benchmarks/bench_import.py [--runs 20]

Wall time of whole processes in turn, medians, so that a noisy machine is noisy for all of them alike.
"""

import argparse
import statistics
import subprocess
import sys
import time

STATEMENTS = {
    "bare Python": "pass",
    "import micrograd.engine": "import micrograd.engine",
    "import microgradviz": "import microgradviz",
    "from microgradviz import Value": "from microgradviz import Value",
    "from microgradviz import draw_dot": "from microgradviz import draw_dot",
    "from microgradviz import play": "from microgradviz import play",
    "import anywidget": "import anywidget",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    spent: dict[str, list[float]] = {name: [] for name in STATEMENTS}
    for _ in range(runs):
        for name, code in STATEMENTS.items():
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            spent[name].append(time.perf_counter() - began)
    bare = statistics.median(spent["bare Python"])
    print(f"{'':34}{'median':>9}{'beyond bare Python':>21}")
    for name, times in spent.items():
        median = statistics.median(times)
        print(f"{name:34}{median * 1e3:6.1f} ms{(median - bare) * 1e3:18.1f} ms")


if __name__ == "__main__":
    main()
