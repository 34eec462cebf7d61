"""The page works out the formulas of the table: here is what it must find, as Python finds it."""

import math
from typing import Any

import pytest
from kit.page_code import node_says

from microgradviz.engine import BUILT_IN, FUNCTIONS, OPS, PYTHON_FUNCTIONS
from microgradviz.layout.scene import _rule
from microgradviz.tracing.trace import tag_number

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
                        "inputs": [tag_number(x) for x in inputs],
                        "params": dict(zip(op.params, sample[len(inputs) :], strict=True)),
                        "out": tag_number(out),
                        "locals": [tag_number(x) for x in slopes],
                        "smooth": smooth,
                    }
                )
    return rows


ROWS = """
import { readFileSync } from "node:fs";
import { measure } from "%(js)s/core/branches.js";
import { evaluateLocal, evaluateRule } from "%(js)s/core/rules.js";
import { decode } from "%(js)s/core/words.js";
const close = (x, y) => Object.is(x, y) || x === y || Math.abs(x - y) <= 4e-15 * Math.max(1, Math.abs(x), Math.abs(y));
const wrong = [];
for (const { rule, inputs, params, out, locals, smooth } of JSON.parse(readFileSync(0, "utf8"))) {
  const numbers = inputs.map(decode);
  const seen = evaluateRule(rule, numbers, params);
  if (!close(seen, decode(out))) wrong.push(`${rule.formula} of ${numbers}: ${seen}, not ${decode(out)}`);
  locals.map(decode).forEach((local, slot) => {
    const slope = evaluateLocal(rule, slot, numbers, params, decode(out));
    if (!close(slope, local)) wrong.push(`${rule.locals[slot]} of ${numbers}: ${slope}, not ${local}`);
    if (!smooth) return;
    const nudged = measure(rule, slot, numbers, params, local);
    if (!nudged.agrees) wrong.push(`${rule.formula} by ${slot} of ${numbers}, nudged: ${nudged.slope}, not ${local}`);
    if (measure(rule, slot, numbers, params, local + 0.01).agrees) wrong.push(`${rule.formula}: a wrong slope agrees`);
  });
}
console.log(JSON.stringify(wrong));
"""


def test_every_row_gives_in_the_page_what_python_gives_and_agrees_with_nudging(require_node: str) -> None:
    rows = cases()
    assert len(rows) > 40
    wrong = node_says(require_node, ROWS, rows)
    assert not wrong, "\n".join(wrong)


def test_a_wrong_row_is_noticed(require_node: str) -> None:
    rows = cases()[:2]
    rows[0]["locals"] = [1.0, 1.001]
    rows[1]["out"] = 0.76
    slope, nudged, value = node_says(require_node, ROWS, rows)
    assert slope == "1.0 of 2,-3: 1, not 1.001"
    assert nudged.startswith("x + y by 1 of 2,-3, nudged: ")
    assert value == "x + y of 0.5,0.25: 0.75, not 0.76"


CALLS = """
import { readFileSync } from "node:fs";
import { evaluateFormula } from "%(js)s/core/rules.js";
const known = (call) => { try { return evaluateFormula(call, { x: 0.7, y: -2 }); } catch { return null; } };
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(known)));
"""


def test_the_page_knows_every_function_of_formulas(require_node: str) -> None:
    inputs = {name: (0.7, -2.0) if name == "pow" else (0.7,) for name in FUNCTIONS}
    calls = [f"{name}(x, y)" if len(given) == 2 else f"{name}(x)" for name, given in inputs.items()]
    found = node_says(require_node, CALLS, calls)
    said = dict(zip(FUNCTIONS, found, strict=True))
    lacking = [name for name, x in said.items() if x is None]
    assert not lacking, (
        f"views/js/core/rules.js must know every function of FUNCTIONS in engine/ops.py (lacks {lacking})"
    )
    assert said == pytest.approx({name: PYTHON_FUNCTIONS[name](*given) for name, given in inputs.items()}, rel=1e-15)


FORMULAS = """
import { readFileSync } from "node:fs";
import { evaluateFormula } from "%(js)s/core/rules.js";
const texts = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => evaluateFormula(text, { x: 0.7, y: -2 }))));
"""


def test_a_formula_means_in_the_page_what_it_means_in_python(require_node: str) -> None:
    texts = [
        *("x - y - 1", "x / y / 2", "-x * -y", "x if y > 0 else y if x > 0 else 1", "1 < 2 < y", "y < x < 1 and x"),
        *("not x and y or 3", "x or y", "x and y", "not x == y", "pow(x, 2) * y + abs(y)", "(x + y) * (x - y)"),
        *("x + (y < x)", "1 if x and y else 0", "x < y or x > y and not x", "2 * (3 if y < 0 else 4) - 1"),
    ]
    found = node_says(require_node, FORMULAS, texts)
    names = {"x": 0.7, "y": -2.0, "pow": math.pow, "abs": abs}
    assert found == [float(eval(text, names)) for text in texts]
