"""The page that trains a GPT in the visitor's tab: Python records its graph, the page's code works it out."""

import shutil
from pathlib import Path

from steps import say
from worker_files import find_wheel, write_python

HERE = Path(__file__).parent / "gpt"
CODE = HERE.parents[1] / "microgradviz" / "views" / "js"
SHARED = ("core", "kit")  # of the code of every picture
# What its worker needs of the package: what gpt may import, as tests/test_layers.py has it.
NEEDED = ("engine", "train", "compiled", "gpt", "tracing")


def build(site: Path, cache: Path) -> None:
    """Write the page into the site, where Pyodide and the playground are already."""
    say("the page of the GPT")
    wheel = find_wheel(site)
    out = site / "gpt"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for source in HERE.glob("*.js"):
        text = source.read_text(encoding="utf-8").replace("../../microgradviz/views/js/", "./js/")
        (out / source.name).write_text(text, encoding="utf-8")
    for source in [HERE / "index.html", HERE / "gpt.css"]:
        shutil.copyfile(source, out / source.name)
    for folder in SHARED:
        shutil.copytree(CODE / folder, out / "js" / folder)
    write_python(wheel, out / "python.zip", NEEDED, HERE / "prepare.py")
