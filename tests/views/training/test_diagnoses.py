"""What is said of gradients, against the definitions, worked out here from scratch; and on nets of known gain."""

import json
import math
import random
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from kit.sweeps import sweep
from kit.training_page import TrainingPage

from microgradviz import MLP, training

SCRIPT = Path(__file__).parents[2] / "kit" / "diagnose_all.mjs"
KINDS = ("relu", "tanh", "sigmoid", "linear")


class Net(NamedTuple):
    sizes: list[int]
    kind: str
    model: Any
    samples: tuple[list[list[float]], list[float]]
    held: tuple[list[list[float]], list[float]]
    steps: int
    rate: float


def draw_net(seed: int) -> Net:
    rng = random.Random(seed)
    kind = KINDS[seed % 4]
    sizes = [2, *(rng.randint(2, 5) for _ in range(rng.randint(1, 6))), 1]
    spread = rng.choice([0.2, 1.0, 3.0, 12.0])
    model = MLP(2, sizes[1:], activation=kind, init=lambda nin, nout, rng: rng.gauss(0, spread), seed=seed)
    for layer in model.layers[:-1]:
        for neuron in layer.neurons:
            neuron.b.data = rng.gauss(0, spread)

    def cloud(count: int) -> tuple[list[list[float]], list[float]]:
        return [[rng.gauss(0, 1), rng.gauss(0, 1)] for _ in range(count)], [
            rng.choice([-1.0, 1.0]) for _ in range(count)
        ]

    return Net(
        sizes,
        kind,
        model,
        cloud(6),
        cloud(rng.choice([0, 3])),
        120 if kind == "relu" else 3,
        0.01 if spread <= 1 else 1e-30,
    )


def flows(net: Net, params: list[float], samples: tuple[list[list[float]], list[float]]) -> Any:
    """Of every layer and unit: outputs, slopes, and d mean loss / d sum, a number a sample."""
    numbers = iter(params)
    weights = [
        [([next(numbers) for _ in range(nin)], next(numbers)) for _ in range(nout)] for nin, nout in pairwise(net.sizes)
    ]
    last = len(weights) - 1
    found: Any = [[([], [], []) for _ in layer] for layer in weights]
    for x, y in zip(*samples, strict=True):
        below, slopes = list(x), []
        for k, layer in enumerate(weights):
            sums = [b + math.fsum(w * v for w, v in zip(ws, below, strict=True)) for ws, b in layer]
            pairs = [activate(net.kind if k < last else "linear", s) for s in sums]
            below, slope = [out for out, _ in pairs], [d for _, d in pairs]
            slopes.append(slope)
            for unit, out, d in zip(found[k], below, slope, strict=True):
                unit[0].append(out)
                unit[1].append(d)
        grads = [2 * (below[0] - y) / len(samples[0])]
        for k in range(last, -1, -1):
            grads = [g * d for g, d in zip(grads, slopes[k], strict=True)]
            for unit, g in zip(found[k], grads, strict=True):
                unit[2].append(g)
            back = zip(*(ws for ws, _ in weights[k]), strict=True)
            grads = [math.fsum(w * g for w, g in zip(ws, grads, strict=True)) for ws in back]
    return found


def activate(kind: str, s: float) -> tuple[float, float]:
    if kind == "relu":
        return max(0.0, s), float(s > 0)
    if kind == "linear":
        return s, 1.0
    out = math.tanh(s) if kind == "tanh" else 0.5 * (1 + math.tanh(s / 2))
    return out, 1 - out * out if kind == "tanh" else out * (1 - out)


def asleep(unit: Any) -> bool:
    return all(x == 0 for x in unit[0]) and all(d == 0 for d in unit[1])


def ought(net: Net, moments: list[dict[str, Any]]) -> set[tuple[str, int, int | None]]:
    now = flows(net, moments[-1]["params"], net.samples)
    window = moments[-101:] if moments[-1]["step"] >= 100 else []
    then = [flows(net, m["params"], samples) for m in window for samples in (net.samples, net.held)]
    told: set[tuple[str, int, int | None]] = set()
    for k, layer in enumerate(now[:-1]):
        for u, unit in enumerate(layer):
            if net.kind == "relu" and asleep(unit):
                always = bool(then) and all(asleep(found[k][u]) for found in then)
                told.add(("dead" if always else "asleep", k, u))
            elif net.kind in ("tanh", "sigmoid") and all(abs(d) < 0.01 for d in unit[1]):
                told.add(("saturated", k, u))
    rms = [math.sqrt(math.fsum(g * g for u in layer for g in u[2]) / sum(len(u[2]) for u in layer)) for layer in now]
    ratios = [below / above if above else math.nan for below, above in pairwise(rms)]
    for kind, holds in (("vanishing", lambda r: r <= 0.5), ("exploding", lambda r: r >= 2)):
        if any(all(map(holds, ratios[i : i + 3])) for i in range(len(ratios) - 2)):
            told.add((kind, -1, None))
    return told


@sweep(few=40, many=200)
def test_what_is_said_of_random_nets_is_what_the_definitions_say(require_node: str, examples: int) -> None:
    nets = [draw_net(seed) for seed in range(examples)]
    given = []
    for net in nets:
        widget = training(net.model, *net.samples, held=net.held if net.held[0] else None, lr=net.rate)
        given.append({"widget": widget.page_values(), "steps": net.steps})
    command = [require_node, str(SCRIPT)]
    told = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert not told.stderr
    kinds: dict[str, int] = {}
    for seed, (net, found) in enumerate(zip(nets, json.loads(told.stdout), strict=True)):
        of_units = {(d["kind"], d["layer"], unit) for d in found["found"] for unit in d["units"]}
        said = of_units | {(d["kind"], -1, None) for d in found["found"] if not d["units"]}
        assert said == ought(net, found["moments"]), f"net {seed}: {net.sizes}, {net.kind}"
        for kind, *_ in said:
            kinds[kind] = kinds.get(kind, 0) + 1
    assert {*kinds} == {"asleep", "dead", "saturated", "vanishing", "exploding"}, "each word is said somewhere"


def orthogonal(size: int, rng: random.Random) -> list[list[float]]:
    rows: list[list[float]] = []
    while len(rows) < size:
        row = [rng.gauss(0, 1) for _ in range(size)]
        for other in rows:
            along = math.fsum(a * b for a, b in zip(row, other, strict=True))
            row = [a - along * b for a, b in zip(row, other, strict=True)]
        norm = math.sqrt(math.fsum(a * a for a in row))
        rows.append([a / norm for a in row])
    return rows


@pytest.mark.parametrize(
    ("gain", "said"),
    [(0.3, {"vanishing"}), (0.45, {"vanishing"}), (0.55, set()), (1.0, set()), (1.8, set()), (2.2, {"exploding"})],
)
def test_linear_orthogonal_nets_of_known_gain(require_node: str, gain: float, said: set[str]) -> None:
    rng = random.Random(7)
    model = MLP(4, [4, 4, 4, 4, 4, 1], activation="linear", seed=0)
    for layer in model.layers:
        weights = orthogonal(4, rng)
        for neuron, row in zip(layer.neurons, weights, strict=False):
            for w, x in zip(neuron.w, row, strict=True):
                w.data = gain * x
    samples = [[rng.gauss(0, 1) for _ in range(4)] for _ in range(8)]
    widget = training(model, samples, [rng.gauss(0, 1) for _ in samples])
    with TrainingPage(require_node, widget, kernel=False) as page:
        assert {one["kind"] for one in page.act("diagnose")} == said
        assert page.act("factors")[1:] == pytest.approx([gain] * 4)


def test_two_runs_part_at_the_start_by_a_knob_or_at_a_step(require_node: str) -> None:
    pairs = [
        (training("xor"), ""),
        (
            training("xor", lr=0.2),
            "The runs differ from step 1 on by the rate, 0.5 and 0.2; their losses part at step 1.",
        ),
        (training("xor", seed=1), "The runs differ from the start: other parameters."),
    ]
    for other, said in pairs:
        with TrainingPage(require_node, training(training("xor"), other), kernel=False) as page:
            page.steps(50, run=0)
            page.steps(50, run=1)
            assert page.act("difference") == said
    with TrainingPage(require_node, training(training("xor"), training("xor")), kernel=False) as page:
        page.steps(20, run=0)
        page.steps(10, run=1)
        page.act("setRate", 1.0, run=1)
        page.steps(1, run=1)
        page.act("setRate", 0.5, run=1)
        page.steps(9, run=1)
        assert page.act("difference") == "The losses differ first at step 11."
