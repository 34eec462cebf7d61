"""Every kind of expression: how long its trace takes, and from an object to its picture, against others' pictures.

    python benchmarks/bench_sources.py              the table
    python benchmarks/bench_sources.py --json FILE  the numbers as JSON as well

Peers, if they are there: micrograd's own backward pass, torchviz and torchview for torch graphs, graphviz-anywidget
for a live picture in a page. To get them, PyTorch as it is: pip install --no-deps torchviz torchview graphviz-anywidget
Times are the least of several runs, in ms; a ratio above 1 means that ours is faster.
"""

import argparse
import importlib
import json
import sys
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from microgradviz import Value, draw_dot, to_html, total, trace  # noqa: E402
from microgradviz.views.still.picture import draw_svg  # noqa: E402

HOW = {
    "torch": "pip install torch --index-url https://download.pytorch.org/whl/cpu",
    "torchviz": "pip install --no-deps torchviz",
    "torchview": "pip install --no-deps torchview",
    "graphviz_anywidget": "pip install --no-deps graphviz-anywidget",
    "micrograd": "pip install --no-deps micrograd",
    "playwright": "pip install playwright, and a Chromium",
}
# Both widgets' code is loaded as a host does it, from a text, with a model that holds what the kernel would send.
PAINT = """
async ([code, values, drawn]) => {
  const el = document.createElement("div");
  document.body.replaceChildren(el);
  const listeners = [];
  const model = {
    get: (name) => values[name], set: (name, value) => { values[name] = value; }, save_changes: () => {},
    on: (event, listener) => listeners.push(listener), off: () => {}, send: () => {},
  };
  const began = performance.now();
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const widget = (await import(url)).default;
  const { initialize, render } = typeof widget === "function" ? await widget() : widget;
  await initialize?.({ model });
  await render({ model, el });
  const end = began + 30000;
  while (!el.querySelector(drawn) && performance.now() < end) await new Promise(requestAnimationFrame);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return [performance.now() - began, el.querySelector(drawn) !== null];
}"""


@cache
def peer(name: str) -> Any:
    """The module, or None after a sentence that says how to get it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed, so its numbers are missing: {HOW[name]}")
        return None


def best(run: Callable[[], Any], seconds: float = 1.0) -> float:
    """The least time of several runs, ms."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < seconds and len(times) < 50):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


ROWS: list[dict[str, Any]] = []


def row(what: str, values: int, ours: float, theirs: float | None = None, who: str = "") -> None:
    """Print one line and keep it."""
    ROWS.append({"what": what, "values": values, "ours": ours, "theirs": theirs, "peer": who})
    against = f"{theirs:10.2f}{theirs / ours:8.1f}  {who}" if theirs is not None else ""
    print(f"{what:<44}{values:>7}{ours:>10.2f}{against}", flush=True)


def neuron(values: int, make: Callable[[float], Any]) -> Any:
    """A sum of about so many values, in anybody's arithmetic: leaves, products, relu."""
    leaves = [make(0.01 * i - 1) for i in range(values // 5)]
    out = leaves[0]
    for i in range(1, len(leaves)):
        out = out + (leaves[i] * leaves[i - 1]).relu() * 0.5
    return out


def traces(values: int) -> None:
    """The time of a trace for each kind of expression."""
    ours = neuron(values, Value)
    row("trace of a Value", len(trace(ours)), best(lambda: trace(ours)))
    if micrograd := peer("micrograd"):
        engine = importlib.import_module(f"{micrograd.__name__}.engine")
        theirs = neuron(values, engine.Value)
        count = len(trace(theirs))
        row(
            "trace of micrograd's, observed",
            count,
            best(lambda: trace(theirs)),
            best(theirs.backward),
            "its backward",
        )
    names = [f"x{i}" for i in range(max(2, values // 3))]
    leaves = {name: 0.01 * i for i, name in enumerate(names)}
    text = " + ".join(f"{name}*0.5" for name in names[:300])
    some = {name: leaves[name] for name in names[:300]}
    row(f"trace of a text of {len(text):,} letters", len(trace(text, **some)), best(lambda: trace(text, **some)))

    def function(**given: Value) -> Value:
        return total([x * 0.5 for x in given.values()])

    row("trace of a function", len(trace(function, **leaves)), best(lambda: trace(function, **leaves)))


def torch_pictures(layers: int) -> None:
    """From a torch loss to a picture as SVG, against torchviz; from a module, against torchview."""
    torch = peer("torch")
    if torch is None:
        return
    torch.manual_seed(0)
    blocks = [block for _ in range(layers) for block in (torch.nn.Linear(8, 8), torch.nn.Tanh())]
    net, x = torch.nn.Sequential(*blocks, torch.nn.Linear(8, 1)), torch.randn(4, 8)
    loss = net(x).pow(2).mean()
    named = dict(net.named_parameters())
    count = len(trace(loss))
    row(f"trace of a torch loss, {layers} layers", count, best(lambda: trace(loss)))
    ours = best(lambda: draw_dot(loss).pipe(format="svg"))
    if torchviz := peer("torchviz"):
        theirs = best(lambda: torchviz.make_dot(loss, params=named).pipe(format="svg"))
        row("torch loss to SVG by Graphviz", count, ours, theirs, "torchviz")
        row("torch loss to our own SVG", count, best(lambda: draw_svg(trace(loss))), theirs, "torchviz")
    if torchview := peer("torchview"):

        def forward_and_draw() -> Any:
            return torchview.draw_graph(net, input_data=x, device="cpu").visual_graph.pipe(format="svg")

        both = best(lambda: draw_dot(net(x).pow(2).mean()).pipe(format="svg"))
        row("torch module to SVG, its forward pass included", count, both, best(forward_and_draw), "torchview")
    row("torch loss to a live page (to_html)", count, best(lambda: to_html(loss)))


def live_pictures(values: int, chromium: str) -> None:
    """From what a kernel sends to a picture in the page, the widget's code included, and how much code that is."""
    theirs_module, playwright = peer("graphviz_anywidget"), peer("playwright.sync_api") if peer("playwright") else None
    if playwright is None:
        return
    from microgradviz.views.bundle import bundle

    t = trace(neuron(values, Value))
    sent = json.loads(to_html(t).split('mv-values">')[1].split("</script>")[0])
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        own = bundle("player/index.js").code

        def painted(code: str, given: dict[str, Any], drawn: str) -> float | None:
            times = []
            for _ in range(3):
                page = browser.new_page()
                page.goto("about:blank")
                ms, found = page.evaluate(PAINT, [code, given, drawn])
                times.append(ms)
                page.close()
                if not found:
                    return None
            return float(min(times))

        ours = painted(own, sent, ".mv-card")
        theirs, size = None, 0
        if theirs_module:
            code = str(theirs_module.GraphvizAnyWidget._esm)
            size = len(code)
            given = {"dot_source": draw_dot(t).source, "controls_type": "none", "enable_zoom": False}
            theirs = painted(code, given, "svg g.node")
        assert ours is not None
        row("live in a page: code and data to picture", len(t), ours, theirs, "graphviz-anywidget")
        if size:
            print(f"{'bytes of code in each widget':<44}{'':>7}{len(own):>10,}{size:>10,}{size / len(own):8.1f}")
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    print(f"{'ms':<44}{'values':>7}{'ours':>10}{'theirs':>10}{'ratio':>8}")
    for values in (100, 1_000):
        traces(values)
    for layers in (2, 10):
        torch_pictures(layers)
    for values in (20, 100):
        live_pictures(values, given.chromium)
    if given.json:
        Path(given.json).write_text(json.dumps(ROWS, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
