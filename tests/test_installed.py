"""The line that installs what is missing works, wherever this copy came from."""

import ast
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, PathDistribution, packages_distributions, requires
from pathlib import Path
from types import SimpleNamespace

import pytest

from microgradviz import installed
from microgradviz.installed import install_line

ROOT = Path(__file__).parents[1]
REQUIRES = "graphviz>=0.20", "llvmlite>=0.45; extra == 'compile'", "numpy>=1.26 ; extra == 'compile'"


def test_what_is_missing_is_named_itself_with_the_version_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["Metadata-Version: 2.4", "Name: microgradviz", "Version: 1", *(f"Requires-Dist: {r}" for r in REQUIRES)]
    (tmp_path / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setattr(installed, "distribution", lambda name: PathDistribution(tmp_path))
    assert install_line("compile").endswith(' -m pip install "llvmlite>=0.45" "numpy>=1.26"')
    assert install_line("graphviz", "jupyterlab").endswith(' install "graphviz>=0.20" jupyterlab')


def test_without_metadata_the_names_alone_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(installed, "distribution", nothing)
    assert install_line("torch").endswith(" -m pip install torch --index-url https://download.pytorch.org/whl/cpu")


def test_the_python_is_this_one_and_goes_by_its_short_name_only_where_that_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(installed.shutil, "which", lambda name: sys.executable)
    assert install_line("numpy").startswith("python -m pip install")
    monkeypatch.setattr(installed.shutil, "which", lambda name: "/usr/bin/python")
    assert install_line("numpy").startswith(f"{sys.executable} -m pip install")
    monkeypatch.setattr(installed.shutil, "which", lambda name: None)
    monkeypatch.setattr(installed.sys, "executable", "/home/ada/my viz/.venv/bin/python")
    assert install_line("numpy").startswith('"/home/ada/my viz/.venv/bin/python" -m pip install')


def test_a_cell_is_told_a_line_for_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    assert install_line("nothing_else") == "%pip install nothing_else"
    monkeypatch.setattr(installed, "find_spec", lambda name: None)  # an environment that uv made
    assert install_line("nothing_else") == f"!uv pip install --python {sys.executable} nothing_else"


def test_every_package_that_is_imported_is_asked_for() -> None:
    known = packages_distributions()
    asked = {r.split(";")[0].split(">")[0].split("=")[0].strip().lower() for r in requires("microgradviz") or []}
    ours = {"microgradviz", "pyodide", "pyodide_js", "zmq"}  # the last three are tried, and may not be there
    missing = set()
    for path in (ROOT / "microgradviz").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in {name.split(".")[0] for name in names} - sys.stdlib_module_names - ours:
                if not {package.lower().replace("_", "-") for package in known.get(name, [name])} & asked:
                    missing.add(f"{path.relative_to(ROOT)} imports {name}, which pyproject.toml does not ask for")
    assert not missing, "\n".join(sorted(missing))


# ---------------------------------------------------------------- real installations


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["folder", "editable", "zip", "git", "wheel"])
def test_the_lines_work_for_a_copy_that_pip_installed(kind: str, tmp_path: Path) -> None:
    source = tmp_path / "my copy"
    ignored = shutil.ignore_patterns(
        ".*", "build", "dist", "node_modules", "microgradviz-course", "__pycache__", "tests"
    )
    shutil.copytree(ROOT, source, ignore=ignored)
    given = {"folder": [str(source)], "editable": ["-e", str(source)]}.get(kind, [])
    if kind == "zip":
        packed = shutil.make_archive(str(tmp_path / "main"), "zip", tmp_path, source.name)
        given = [packed]
    if kind == "git":
        for command in (
            ["init", "-q"],
            ["add", "."],
            ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
        ):
            subprocess.run(["git", *command], cwd=source, check=True)
        given = [f"git+{source.as_uri()}"]
    if kind == "wheel":
        subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "out"], cwd=source, check=True)
        given = ["--no-index", "--find-links", str(source / "out"), "microgradviz"]
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    python = next(path for path in (home / "bin" / "python", home / "Scripts" / "python.exe") if path.exists())
    subprocess.run([python, "-m", "pip", "-qq", "install", "--no-deps", *given], check=True)

    code = "from microgradviz.installed import *; print(install_line('compile'))"
    told = subprocess.run([python, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "microgradviz" not in told.partition(" install ")[2]
    subprocess.run(f"{told.strip()} --dry-run -qq", shell=True, check=True)
