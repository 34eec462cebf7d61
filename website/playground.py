"""The playground: one page that turns a text into a player, and its address into a link to that graph.

It is static: the player's bundle, a few modules of its own, and the Python that its worker runs in Pyodide, which lies
beside JupyterLite's files. The first graph is in the page, so that it shows before Python is there.
"""

import json
import shutil
import sys
import zipfile
from pathlib import Path

from steps import BuildError, say, write_archive

HERE = Path(__file__).parent / "play"
ROOT = HERE.parents[1]
PYODIDE = "lite/static/pyodide"  # below the site; worker.js knows it too
# What the worker needs of the package: what the views may import, as tests/test_layers.py has it.
NEEDED = ("engine", "layout", "sources", "tracing", "train", "verify", "views")


def build(site: Path, cache: Path) -> None:
    """Write the playground into the site, where Pyodide is already."""
    say("the playground")
    wheel = _wheel(site / PYODIDE)
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
    _write_python(wheel, out / "python.zip")


def _wheel(pyodide: Path) -> Path:
    """Our wheel, with its bytecode, as JupyterLite has it."""
    lock = pyodide / "pyodide-lock.json"
    if not lock.exists():
        raise BuildError(
            f"the playground needs Pyodide in {pyodide}; build it first: python website/make_site.py --only lite"
        )
    return pyodide / json.loads(lock.read_text())["packages"]["microgradviz"]["file_name"]


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


def _write_python(wheel: Path, target: Path) -> None:
    """What the worker needs of the wheel, as bytecode where there is any, and its own module."""
    with zipfile.ZipFile(wheel) as archive:
        files = {path: archive.read(path) for path in archive.namelist() if _is_needed(path)}
    bytecode = {_source(path): path for path in files if path.endswith(".pyc")}
    chosen = {f"{path}c": files[compiled] for path, compiled in bytecode.items()}
    chosen |= {path: data for path, data in files.items() if path not in bytecode and not path.endswith(".pyc")}
    chosen["answers.py"] = (HERE / "answers.py").read_bytes()
    write_archive(target, chosen)


def _is_needed(path: str) -> bool:
    top, _, rest = path.partition("/")
    if top.endswith(".dist-info"):
        return rest == "METADATA"  # the project's address
    folder = rest.partition("/")[0]
    return folder in NEEDED or (folder != "__pycache__" and "/" not in rest) or rest.startswith("__pycache__/")


def _source(compiled: str) -> str:
    """The path of the source beside whose folder the bytecode lies."""
    folder, _, name = compiled.partition("__pycache__/")
    return f"{folder}{name.split('.')[0]}.py"
