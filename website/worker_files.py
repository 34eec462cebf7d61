"""What Python in a page's worker is made of: Pyodide, which JupyterLite has already, and a part of our wheel."""

import json
import zipfile
from collections.abc import Container
from pathlib import Path

from steps import BuildError, write_archive

PYODIDE = "lite/static/pyodide"  # below the site; play/load_python.js knows it too


def find_wheel(site: Path) -> Path:
    """Our wheel, with its bytecode, as JupyterLite has it."""
    pyodide = site / PYODIDE
    lock = pyodide / "pyodide-lock.json"
    if not lock.exists():
        raise BuildError(
            f"this part of the site needs Pyodide in {pyodide}; build it first: python website/make_site.py --only lite"
        )
    return pyodide / json.loads(lock.read_text())["packages"]["microgradviz"]["file_name"]


def write_python(wheel: Path, target: Path, folders: Container[str], module: Path) -> None:
    """What a worker needs of the wheel, as bytecode where there is any, and its own module.

    Args:
        wheel: Our wheel.
        target: The archive to write.
        folders: The package's folders that the module needs; the files beside them come in any case.
        module: What the worker imports.
    """

    def is_needed(path: str) -> bool:
        top, _, rest = path.partition("/")
        if top.endswith(".dist-info"):
            return rest == "METADATA"  # the project's address
        folder = rest.partition("/")[0]
        return folder in folders or (folder != "__pycache__" and "/" not in rest) or rest.startswith("__pycache__/")

    with zipfile.ZipFile(wheel) as archive:
        files = {path: archive.read(path) for path in archive.namelist() if is_needed(path)}
    bytecode = {_source(path): path for path in files if path.endswith(".pyc")}
    chosen = {f"{path}c": files[compiled] for path, compiled in bytecode.items()}
    chosen |= {path: data for path, data in files.items() if path not in bytecode and not path.endswith(".pyc")}
    chosen[module.name] = module.read_bytes()
    write_archive(target, chosen)


def _source(compiled: str) -> str:
    """The path of the source beside whose folder the bytecode lies."""
    folder, _, name = compiled.partition("__pycache__/")
    return f"{folder}{name.split('.')[0]}.py"
