"""The page works out the formulas of the table: here is what it must find, as Python finds it."""

import json
import math
import subprocess
from pathlib import Path
from typing import Any

from microgradviz.engine.ops import BUILT_IN, OPS
from microgradviz.layout.scene import _rule
from microgradviz.tracing.trace import tagged
from microgradviz.views.bundle import HERE

CASES = Path(__file__).with_name("rule_cases.json")
ODD = (0.0, -1.0, 1.0, 30.0, math.inf, -math.inf, math.nan)  # where a convention or IEEE arithmetic decides


def cases() -> list[dict[str, Any]]:
    """Every row at its samples, and where it is not smooth."""
    rows = []
    for name in BUILT_IN:
        op = OPS[name]
        count = op.arity or 3
        params = op.samples[0][count:] if op.params else ()
        odd = [(*(ODD[(i + j) % len(ODD)] for j in range(count)), *params) for i in range(len(ODD))]
        for smooth, samples in ((True, op.samples), (False, [*odd, (0.0,) * count + params])):
            for sample in samples:
                inputs = sample[: op.arity]
                out, slopes = op.run_ieee(*sample)
                rows.append(
                    {
                        "rule": _rule(name),
                        "inputs": [tagged(x) for x in inputs],
                        "params": dict(zip(op.params, sample[len(inputs) :], strict=True)),
                        "out": tagged(out),
                        "locals": [tagged(x) for x in slopes],
                        "smooth": smooth,
                    }
                )
    return rows


def test_the_stored_cases_are_those_of_the_table() -> None:
    """To write them anew: `python tests/test_rules.py`."""
    assert json.loads(CASES.read_text(encoding="utf-8")) == cases()


FORMULAS = """
import { readFileSync } from "node:fs";
import { evaluateFormula } from "%s/core/rules.js";
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => evaluateFormula(text, { x: 0.7, y: -2 }))));
"""


def test_a_formula_means_in_the_page_what_it_means_in_python(require_node: str) -> None:
    texts = [
        *("x - y - 1", "x / y / 2", "-x * -y", "x if y > 0 else y if x > 0 else 1", "1 < 2 < y", "y < x < 1 and x"),
        *("not x and y or 3", "x or y", "x and y", "not x == y", "pow(x, 2) * y + abs(y)", "(x + y) * (x - y)"),
        *("x + (y < x)", "1 if x and y else 0", "x < y or x > y and not x", "2 * (3 if y < 0 else 4) - 1"),
    ]
    run = subprocess.run(
        [require_node, "--input-type=module", "-e", FORMULAS % HERE.as_uri()],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    names = {"x": 0.7, "y": -2.0, "pow": math.pow, "abs": abs}
    assert json.loads(run.stdout) == [float(eval(text, names)) for text in texts]


if __name__ == "__main__":
    CASES.write_text("[\n" + ",\n".join(map(json.dumps, cases())) + "\n]\n", encoding="utf-8")
