"""One training step, the limits and the memory of our engine against micrograd's, or of any two like it.

    python benchmarks/bench_engine.py                                  micrograd from PyPI, and this package
    python benchmarks/bench_engine.py micrograd micrograd              a null run: its ratios must be about 1
    python benchmarks/bench_engine.py micrograd "pkg.engine:pkg.nn"    Value and MLP in two modules

A module is searched for `Value` and `MLP` in itself, then in its `engine` and `nn` submodules. What they must offer:
`Value(x)`, `+ - * relu() backward()`, `.data`, `.grad`; `MLP(nin, nouts)`, `model(list_of_values)`,
`model.parameters()`.

Workload: two noisy half moons, MLP(2, [16, 16, 1]), mean hinge loss plus an L2 penalty, all samples in one graph: the
training step of micrograd's demo.

What is timed (processor time of this process, so that others do not count):
    build     the forward pass, from plain floats to the loss
    backward  loss.backward()
    step      build, zeroing the gradients, backward, the update of the parameters, and whatever the cyclic garbage
              collector does meanwhile
Each engine runs bursts of consecutive steps, the two in turn, in one process; every burst starts from a collected
heap. All is done twice, with the garbage collector on (what a user sees) and off (the engine's own work).

Chain depth, batch size and memory are measured in a process each, since an engine may crash there.
"""

import argparse
import contextlib
import gc
import importlib
import json
import math
import os
import platform
import random
import statistics
import subprocess
import sys
import time

PENALTY = 1e-4


def load(spec):
    """Return (Value, MLP) for 'module' or 'value_module:mlp_module'."""
    first, _, second = spec.partition(":")

    def find(name, module, submodule):
        importlib.import_module(module)  # a wrong name fails here
        for candidate in (module, f"{module}.{submodule}"):
            try:
                found = getattr(importlib.import_module(candidate), name, None)
            except ModuleNotFoundError as exc:
                if exc.name != candidate:  # something it needs is missing
                    raise
                continue
            if found is not None:
                return found
        raise SystemExit(f"{spec}: no {name} in {module} or {module}.{submodule}")

    return find("Value", first, "engine"), find("MLP", second or first, "nn")


def moons(n, seed=1337, noise=0.1):
    rng = random.Random(seed)
    points = []
    for i in range(n):
        upper = i % 2 == 0
        angle = math.pi * (i // 2) / max(1, (n + 1) // 2 - 1)
        x = math.cos(angle) if upper else 1.0 - math.cos(angle)
        y = math.sin(angle) if upper else 0.5 - math.sin(angle)
        points.append((x + rng.gauss(0, noise), y + rng.gauss(0, noise), -1.0 if upper else 1.0))
    return points


class Engine:
    def __init__(self, spec, sizes, weights=None):
        self.spec = spec
        self.Value, mlp = load(spec)
        random.seed(7)
        self.model = mlp(sizes[0], list(sizes[1:]))
        self.parameters = list(self.model.parameters())
        if weights is not None:
            if len(weights) != len(self.parameters):
                raise SystemExit(f"{spec}: {len(self.parameters)} parameters, expected {len(weights)}")
            self.set(weights)

    def set(self, weights):
        for parameter, weight in zip(self.parameters, weights, strict=True):
            parameter.data = weight
            parameter.grad = 0.0

    def weights(self):
        return [float(p.data) for p in self.parameters]

    def gradients(self):
        return [float(p.grad) for p in self.parameters]

    def loss(self, points):
        value, model = self.Value, self.model
        terms = []
        for x, y, label in points:
            score = model([value(x), value(y)])
            if isinstance(score, (list, tuple)):
                score = score[0]
            terms.append((1 + -label * score).relu())
        return sum(terms) * (1.0 / len(terms)) + PENALTY * sum(p * p for p in self.parameters)

    def step(self, points, rate=0.05):
        """One training step; returns (build, backward, step) CPU seconds and the loss."""
        clock = time.process_time
        t0 = clock()
        loss = self.loss(points)
        t1 = clock()
        for p in self.parameters:
            p.grad = 0.0
        t2 = clock()
        loss.backward()
        t3 = clock()
        for p in self.parameters:
            p.data -= rate * p.grad
        value = float(loss.data)
        del loss
        t4 = clock()
        return (t1 - t0, t3 - t2, t4 - t0), value


def children(node):
    for name in ("_prev", "_children", "prev", "children", "parents"):
        found = getattr(node, name, None)
        if found is not None and not callable(found):
            return [c for c in found if c is not None]
    return None


def count_nodes(root):
    if children(root) is None:
        return None
    seen, stack = {id(root): root}, [root]
    while stack:
        for child in children(stack.pop()) or ():
            if id(child) not in seen:
                seen[id(child)] = child
                stack.append(child)
    return len(seen)


class GcTimer:
    """Seconds spent in the cyclic garbage collector."""

    def __init__(self):
        self.total = self.start = 0.0

    def __call__(self, phase, info):
        now = time.process_time()
        if phase == "start":
            self.start = now
        else:
            self.total += now - self.start

    @contextlib.contextmanager
    def on(self):
        gc.callbacks.append(self)
        try:
            yield self
        finally:
            gc.callbacks.remove(self)


def compare(engines, points, rounds, burst, collect):
    """[{build, backward, step, gc}] of medians over rounds, per engine."""
    samples = [{k: [] for k in ("build", "backward", "step", "gc")} for _ in engines]
    start = engines[0].weights()
    for number in range(rounds + 1):  # round 0 warms up
        order = list(range(len(engines)))
        if number % 2:
            order.reverse()
        for index in order:
            engine = engines[index]
            engine.set(start)
            gc.enable()
            gc.collect()
            if not collect:
                gc.disable()
            with GcTimer().on() as spent:
                times = [engine.step(points)[0] for _ in range(burst)]
            gc.enable()
            gc.collect()
            if number:
                for slot, key in enumerate(("build", "backward", "step")):
                    samples[index][key].append(sum(t[slot] for t in times) / burst)
                samples[index]["gc"].append(spent.total / burst)
    engines[0].set(start)
    return [
        {k: statistics.median(v) for k, v in s.items()} | {"low": min(s["step"]), "high": max(s["step"])}
        for s in samples
    ]


# --- probes, each run in its own process -----------------------------------


def probe_chain(spec, ceiling):
    """Longest x + 1 + 1 + ... whose backward() still works, up to ceiling."""
    value, _ = load(spec)

    def survives(length):
        x = value(1.0)
        y = x
        for _ in range(length):
            y = y + 1.0
        try:
            y.backward()
        except RecursionError:
            return False
        return float(x.grad) == 1.0

    return search(survives, ceiling)


def probe_batch(spec, ceiling):
    """Largest number of samples in one loss whose backward() still works."""
    engine = Engine(spec, (2, 4, 1))

    def survives(n):
        loss = engine.loss(moons(n))
        try:
            loss.backward()
        except RecursionError:
            return False
        return True

    return search(survives, ceiling)


def search(survives, ceiling):
    low, high = 0, 1
    while high <= ceiling and survives(high):
        low, high = high, high * 2
    if high > ceiling:
        return ceiling if low == ceiling or survives(ceiling) else low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if survives(middle) else (low, middle)
    return low


def probe_memory(spec, samples, sizes):
    import tracemalloc

    engine = Engine(spec, sizes)
    points = moons(samples)
    engine.loss(points).backward()
    gc.collect()
    gc.disable()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    loss = engine.loss(points)
    graph = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.reset_peak()
    at = tracemalloc.get_traced_memory()[0]
    loss.backward()
    peak = tracemalloc.get_traced_memory()[1] - at
    del loss
    # Python keeps some thousands of freed tuples for later use. They are there by now: count from here.
    before = tracemalloc.get_traced_memory()[0]
    engine.loss(points).backward()
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    nodes = count_nodes(engine.loss(points))
    return {
        "graph_bytes": graph,
        "bytes_per_node": round(graph / nodes, 1) if nodes else None,
        "backward_peak_bytes": peak,
        # share of the graph that stays alive until the cyclic collector runs
        "kept_without_gc": round(min(1.0, max(0.0, kept / graph)), 3),
    }


def run_probe(spec, what, argument, timeout=600):
    command = [sys.executable, os.path.abspath(__file__), "--probe", what, spec, json.dumps(argument)]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment)
    except subprocess.TimeoutExpired:
        return "timed out"
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        return "crashed: " + lines[-1]
    return json.loads(done.stdout)


def probe_main(what, spec, argument):
    argument = json.loads(argument)
    result = {
        "chain": lambda: probe_chain(spec, argument),
        "batch": lambda: probe_batch(spec, argument),
        "memory": lambda: probe_memory(spec, argument[0], tuple(argument[1])),
    }[what]()
    print(json.dumps(result))


# --- report ----------------------------------------------------------------


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("baseline", nargs="?", default="micrograd")
    parser.add_argument("candidate", nargs="?", default="microgradviz")
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--sizes", default="2,16,16,1")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--burst", type=int, default=4, help="consecutive steps per timing")
    parser.add_argument("--max-chain", type=int, default=1_000_000)
    parser.add_argument("--max-batch", type=int, default=4096)
    parser.add_argument("--json", metavar="FILE", help="also write the figures here")
    options = parser.parse_args(argv)

    sizes = tuple(int(s) for s in options.sizes.split(","))
    points = moons(options.samples)
    specs = [options.baseline, options.candidate]
    first = Engine(specs[0], sizes)
    engines = [first, Engine(specs[1], sizes, first.weights())]

    losses, gradients, nodes = [], [], []
    for engine in engines:
        loss = engine.loss(points)
        nodes.append(count_nodes(loss))
        for p in engine.parameters:
            p.grad = 0.0
        loss.backward()
        losses.append(float(loss.data))
        gradients.append(engine.gradients())
        del loss
    gc.collect()
    apart = max(abs(a - b) for a, b in zip(*gradients, strict=True))

    report = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "samples": options.samples,
        "sizes": sizes,
        "engines": specs,
        "nodes": nodes,
        "loss": losses,
        "largest_gradient_difference": apart,
    }
    print(
        f"Python {report['python']}, {options.samples} samples, MLP{sizes}, "
        f"{options.rounds} rounds of {options.burst} steps, medians, CPU time"
    )
    print(
        f"nodes: {nodes[0]} / {nodes[1]}   loss: {losses[0]:.12f} / {losses[1]:.12f}   "
        f"largest gradient difference: {apart:.1e}"
    )
    if apart > 1e-9 * max(1.0, max(map(abs, gradients[0]))):
        print("WARNING: the two engines disagree; the ratios below mean nothing")

    for collect in (True, False):
        label = "gc_on" if collect else "gc_off"
        a, b = report[label] = compare(engines, points, options.rounds, options.burst, collect)
        print(
            f"\ngarbage collector {'on' if collect else 'off'}{'':14s}{specs[0][:18]:>18s}{specs[1][:18]:>18s}   ratio"
        )
        for key in ("build", "backward", "step", "gc"):
            if key == "gc" and not collect:
                continue
            ratio = f"{a[key] / b[key]:7.2f}x" if b[key] > 1e-7 else "      -"
            name = "of which gc" if key == "gc" else key
            print(f"  {name:31s}{a[key] * 1e3:15.2f} ms{b[key] * 1e3:15.2f} ms  {ratio}")
        print(
            f"  {'step, lowest..highest':31s}"
            + "".join(f"{x['low'] * 1e3:9.1f}..{x['high'] * 1e3:.1f}".rjust(18) for x in (a, b))
        )
        for key in ("build", "backward"):
            rates = [f"{n / x[key] / 1e6:15.2f} M" if n else " " * 17 for n, x in zip(nodes, (a, b), strict=True)]
            print(f"  {key + ', nodes per second':31s}" + " ".join(rates))

    print("\nlimits and memory")
    rows = (
        ("deepest chain backward() survives", "chain", options.max_chain),
        ("largest batch backward() survives", "batch", options.max_batch),
        ("memory", "memory", [options.samples, sizes]),
    )
    for title, what, argument in rows:
        results = report[what] = [run_probe(spec, what, argument) for spec in specs]
        if what == "memory" and all(isinstance(r, dict) for r in results):
            for key, unit in (("bytes_per_node", ""), ("backward_peak_bytes", ""), ("kept_without_gc", "")):
                print(f"  {key.replace('_', ' '):33s}" + "".join(f"{str(r[key]) + unit:>18s}" for r in results))
        else:
            shown = [f">= {r}" if r == argument else str(r) for r in results]
            print(f"  {title:33s}" + "".join(f"{s:>18s}" for s in shown))

    if options.json:
        with open(options.json, "w", encoding="utf-8") as out:
            json.dump(report, out, indent=1)
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "--probe":
        probe_main(*sys.argv[2:])
    else:
        sys.exit(main())
