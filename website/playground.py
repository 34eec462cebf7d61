"""The playground: one page that turns a text into a player, and its address into a link to that graph.

It is static: the player's bundle, a few modules of its own, and the Python that its worker runs in Pyodide, which lies
beside JupyterLite's files. The first graph is in the page, so that it shows before Python is there.
"""

import json
import shutil
import sys
from pathlib import Path

from steps import say
from worker_files import find_wheel, write_python

HERE = Path(__file__).parent / "play"
ROOT = HERE.parents[1]
# What the worker needs of the package: what the views may import, as tests/test_layers.py has it.
NEEDED = ("engine", "layout", "sources", "tracing", "train", "verify", "views")


def build(site: Path, cache: Path) -> None:
    """Write the playground into the site, where Pyodide is already."""
    say("the playground")
    wheel = find_wheel(site)
    out = site / "play"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for source in [*HERE.glob("*.js"), *HERE.glob("*.css")]:
        shutil.copyfile(source, out / source.name)
    sys.path[:0] = [str(ROOT), str(HERE)]
    try:
        _write_pages(out)
    finally:
        del sys.path[:2]
    write_python(wheel, out / "python.zip", NEEDED, HERE / "answers.py")


def _write_pages(out: Path) -> None:
    """The player, and the page with the first graph in it."""
    import answers

    from microgradviz.sources.text_reader import IN_TEXT
    from microgradviz.views.bundle import HERE as CODE, bundle

    code, css = bundle("player/index.js")
    (out / "player.js").write_text(code, encoding="utf-8")
    (out / "player.css").write_text(css, encoding="utf-8")
    shutil.copyfile(CODE / "core" / "model.js", out / "model.js")
    start = {
        "start": answers.show(answers.DEFAULT, answers.NUMBERS),
        "examples": answers.examples(),
        "functions": IN_TEXT,
    }
    page = (HERE / "index.html").read_text(encoding="utf-8")
    data = json.dumps(start).replace("<", "\\u003c")
    (out / "index.html").write_text(page.replace("START", data, 1), encoding="utf-8")
