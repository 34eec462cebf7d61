"""What `make site` writes, what it says where it cannot, and the workflow that publishes it."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT = 54_000_000


def test_the_site_is_small_enough_to_visit(site):
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    assert size <= LIMIT, f"{size / 1e6:.1f} MB"


def test_the_lock_names_each_wheel_with_its_checksum_and_what_it_needs(site):
    pyodide = site / "lite" / "static" / "pyodide"
    packages = json.loads((pyodide / "pyodide-lock.json").read_text())["packages"]
    for name, package in packages.items():
        wheel = pyodide / package["file_name"]
        assert hashlib.sha256(wheel.read_bytes()).hexdigest() == package["sha256"], name
        assert set(package["depends"]) <= set(packages), name
    assert {path.name for path in pyodide.glob("*.whl")} == {package["file_name"] for package in packages.values()}


def test_nothing_in_the_site_tells_of_the_machine_that_built_it(site):
    texts = [path for path in site.rglob("*") if path.suffix in {".json", ".html", ".js", ".mjs", ".css", ".ipynb"}]
    assert [path for path in texts if str(ROOT).encode() in path.read_bytes()] == []


@pytest.mark.parametrize("path", ["lite/lab/index.html", "lite/notebooks/index.html"])
def test_our_script_comes_first_in_the_pages_of_the_course(site, path):
    head = (site / path).read_text(encoding="utf-8").partition("<head>")[2]
    assert head.lstrip().startswith('<script src="../head.js" data-version="')


# ---------------------------------------------------------------- what it says where it cannot


def make_site(*arguments, script=ROOT / "website" / "make_site.py", **environment):
    run = subprocess.run(
        [sys.executable, str(script), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return run.returncode, run.stderr


def test_without_its_tools_it_says_how_to_get_them(tmp_path):
    # The tests' own environment has no JupyterLite: see the Makefile.
    code, said = make_site("--out", str(tmp_path / "site"))
    assert code == 1
    assert re.search(r"jupyterlite-core.* not installed; install what the site needs: pip install", said)
    assert not (tmp_path / "site").exists()


# Runs the builders with the tools given, whatever this Python has installed.
WITH_TOOLS = """\
import sys
sys.path.insert(0, {website!r})
import make_site, pyodide_files
make_site.NEEDED.clear()
make_site.PARTS = {{"lite": "lite"}}
pyodide_files.NODE = {node!r}
make_site.ROOT = __import__("pathlib").Path({root!r})
sys.exit(make_site.main())
"""


def build_with(tmp_path, node, *arguments):
    script = tmp_path / "build.py"
    script.write_text(WITH_TOOLS.format(website=str(ROOT / "website"), node=node, root=str(tmp_path)))
    return make_site("--out", str(tmp_path / "site"), *arguments, script=script)


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path):
    mine = tmp_path / "site" / "mine.txt"
    mine.parent.mkdir()
    mine.write_text("kept")
    code, said = build_with(tmp_path, ["node"])
    assert (code, mine.read_text()) == (1, "kept")
    assert "--out must be an empty folder or a site that was built here" in said


@pytest.mark.parametrize(
    ("node", "sentence"),
    [
        (["/nowhere/node"], "/nowhere/node does not start"),
        ([sys.executable, "-c", "import sys; sys.exit('Node.js is not installed: pip install x')"], "pip install x"),
        ([sys.executable, "-c", "import sys; sys.exit('ENOTFOUND registry')"], "ENOTFOUND registry"),
    ],
    ids=["no such program", "not installed", "no network"],
)
def test_where_pyodide_cannot_be_fetched_it_says_why_and_keeps_nothing_half_done(tmp_path, node, sentence):
    code, said = build_with(tmp_path, node)
    assert code == 1
    assert "Traceback" not in said
    assert sentence in said
    assert "is the network there?" in said or "does not start" in said
    assert not list((tmp_path / "build" / "cache").glob("pyodide-3*"))
