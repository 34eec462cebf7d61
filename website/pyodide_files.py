"""What runs Python in a page: Pyodide, wheels, and a lock that names them.

Everything comes from the registries of npm and PyPI once, into a cache, at the versions written here. Beside each .py
that a kernel loads lies its .pyc, made by the same Pyodide under Node.js: a page then starts in five seconds, not
eight.
"""

import hashlib
import json
import re
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from steps import BuildError, run, say, write_archive

HERE = Path(__file__).parent
ROOT = HERE.parent
NODE = [sys.executable, str(ROOT / "scripts" / "node.py")]

PYODIDE = "314.0.6"  # what jupyterlite-pyodide-kernel 0.8.6 was made for
PYTHON = "3.14"
RUNTIME = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
LOCK = "pyodide-lock.json"

# Whose versions Pyodide's own lock says, with what they need in turn.
FROM_THE_LOCK = ["ipython", "jedi", "micropip", "packaging", "typing-extensions"]
# What the lock does not have: name -> version and what it needs.
PINS = {
    "anywidget": ("0.11.0", ["ipywidgets", "psygnal", "typing-extensions"]),
    "comm": ("0.2.3", []),
    "graphviz": ("0.21", []),
    "ipywidgets": ("8.1.9", ["comm", "ipython", "traitlets"]),
    "psygnal": ("0.16.1", []),
}
# What the kernel brings with it.
OF_THE_KERNEL = {"ipykernel": ["pyodide-kernel"], "piplite": ["micropip"], "pyodide-kernel": ["comm", "ipython"]}
# Front-end code that JupyterLab's side of a widget needs; anywidget's lies in its wheel.
LAB_EXTENSIONS = {"jupyterlab-widgets": "3.0.17", "anywidget": PINS["anywidget"][0]}

# What a wheel may carry that no page loads: front-end code, and the lessons, which the site has as files.
USELESS = re.compile(r"\.data/|/labextension/|/nbextension/|^microgradviz/course/")


def build(out: Path, cache: Path) -> None:
    """Write Pyodide, the wheels and their lock into a folder, which is made anew."""
    say("Pyodide and the wheels")
    pyodide = fetch_pyodide(cache)
    entries = choose(
        json.loads((pyodide / LOCK).read_text())["packages"], fetch_wheels(pyodide, cache), build_wheel(cache)
    )
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, out / name)
    for entry in entries.values():
        pack(entry.pop("from"), out / entry["file_name"])
    write_lock(out, pyodide, entries)

    say("Python's bytecode, by Pyodide under Node.js")
    bytecode = precompile(out, cache, sorted(entries))
    for entry in entries.values():
        path = out / entry["file_name"]
        pack(path, path, bytecode.pop(entry["file_name"], {}))
    stdlib = out / "python_stdlib.zip"
    pack(stdlib, stdlib, bytecode.pop(stdlib.name), instead=True)
    write_lock(out, pyodide, entries)


# ---------------------------------------------------------------- what is fetched


def fetch_pyodide(cache: Path) -> Path:
    """Pyodide's folder, from npm."""
    folder = cache / f"pyodide-{PYODIDE}"
    if not folder.exists():
        packed = cache / "npm"
        packed.mkdir(parents=True, exist_ok=True)
        run(
            [*NODE, "npm", "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", str(packed)],
            cwd=packed,
            network=True,
        )
        unpacked = cache / "pyodide-unpacked"
        shutil.rmtree(unpacked, ignore_errors=True)
        with tarfile.open(packed / f"pyodide-{PYODIDE}.tgz") as archive:
            archive.extractall(unpacked, filter="data")
        (unpacked / "package").rename(folder)
    return folder


def fetch_wheels(pyodide: Path, cache: Path) -> dict[str, Path]:
    """The wheels that PyPI has, by name: those of the lock that we need, and ours."""
    upstream = json.loads((pyodide / LOCK).read_text())["packages"]
    wanted = {name: upstream[name]["version"] for name in closure(upstream, FROM_THE_LOCK)}
    wanted |= {name: pin for name, (pin, _) in PINS.items()}
    return download(wanted, cache)


def download(wanted: dict[str, str], cache: Path) -> dict[str, Path]:
    """Wheels of pure Python at these versions, by name; what the cache has is not asked for again."""
    folder = cache / "wheels"
    folder.mkdir(parents=True, exist_ok=True)

    def missing() -> dict[str, str]:
        there = {(normal(p.name.split("-")[0]), p.name.split("-")[1]) for p in folder.glob("*.whl")}
        return {name: pin for name, pin in wanted.items() if (name, pin) not in there}

    if lacking := missing():
        run(
            [
                *(sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "download", "--no-deps"),
                *("--only-binary=:all:", "--python-version", PYTHON, "--platform", "any", "--dest", str(folder)),
                *(f"{name}=={pin}" for name, pin in lacking.items()),
            ],
            network=True,
        )
        if lacking := missing():
            raise BuildError(f"pip brought no wheel of {', '.join(lacking)}; look into {folder}")
    return {
        name: next(p for p in folder.glob(f"*-{pin}-*.whl") if normal(p.name.split("-")[0]) == name)
        for name, pin in wanted.items()
    }


def build_wheel(cache: Path) -> Path:
    """The wheel of this tree."""
    folder = cache / "own"
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT)
    return next(folder.glob("*.whl"))


def kernel_wheels() -> dict[str, Path]:
    """The wheels inside the extension of the kernel, by name."""
    folder = kernel_extension() / "static" / "pypi"
    return {normal(path.name.split("-")[0]): path for path in folder.glob("*.whl")}


def kernel_extension() -> Path:
    """Where pip has put the front-end code of the kernel."""
    folder = Path(sys.prefix, "share", "jupyter", "labextensions", "@jupyterlite", "pyodide-kernel-extension")
    if not folder.is_dir():
        raise BuildError(f"{folder} is missing; install what the site needs: pip install -e '.[site]'")
    return folder


# ---------------------------------------------------------------- the lock


def choose(upstream: dict[str, dict], wheels: dict[str, Path], own: Path) -> dict[str, dict]:
    """The lock's entries by name, each with the wheel that it comes `from`."""
    kernel = kernel_wheels()
    chosen = {}
    for name in closure(upstream, FROM_THE_LOCK):
        depends = sorted(map(normal, upstream[name]["depends"]))
        chosen[name] = entry(name, wheels[name], depends, upstream[name]["imports"])
    for name, (_, depends) in PINS.items():
        chosen[name] = entry(name, wheels[name], depends)
    for name, depends in OF_THE_KERNEL.items():
        chosen[name] = entry(name, kernel[name], depends)
    chosen["microgradviz"] = entry("microgradviz", own, ["anywidget", "graphviz", "ipywidgets"])
    return chosen


def entry(name: str, wheel: Path, depends: list[str], imports: list[str] | None = None) -> dict:
    """What the lock says of a package; its checksum comes when the wheel is packed."""
    if imports is None:
        with zipfile.ZipFile(wheel) as archive:
            imports = sorted(
                {p.split("/")[0] for p in archive.namelist() if p.count("/") == 1 and p.endswith("/__init__.py")}
            )
    return {
        "name": name,
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "install_dir": "site",
        "package_type": "package",
        "imports": imports,
        "depends": depends,
        "unvendored_tests": False,
        "from": wheel,
    }


def closure(packages: dict[str, dict], roots: list[str]) -> list[str]:
    """The names that are needed, sorted."""
    needed: set[str] = set()
    ahead = list(roots)
    while ahead:
        name = normal(ahead.pop())
        if name not in needed:
            needed.add(name)
            ahead += packages[name]["depends"]
    return sorted(needed)


def normal(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def write_lock(out: Path, pyodide: Path, entries: dict[str, dict]) -> None:
    """Write the lock of the wheels as they lie there."""
    lock = json.loads((pyodide / LOCK).read_text())
    lock["packages"] = {
        name: {**entries[name], "sha256": hashlib.sha256((out / entries[name]["file_name"]).read_bytes()).hexdigest()}
        for name in sorted(entries)
    }
    (out / LOCK).write_text(json.dumps(lock, indent=1) + "\n")


# ---------------------------------------------------------------- bytecode and archives


def precompile(out: Path, cache: Path, packages: list[str]) -> dict[str, dict[str, bytes]]:
    """Bytecode of the modules that a kernel at work has loaded: archive -> path in it -> bytes."""
    result = cache / "bytecode.zip"
    run([*NODE, str(HERE / "precompile.mjs"), str(out), str(result), json.dumps(packages)])
    bytecode: dict[str, dict[str, bytes]] = {}
    owners = dict(owned_files(out))
    with zipfile.ZipFile(result) as archive:
        for path in archive.namelist():
            if path.startswith("stdlib/"):
                bytecode.setdefault("python_stdlib.zip", {})[path.removeprefix("stdlib/")] = archive.read(path)
            elif path in owners:
                folder, _, name = path.rpartition("/")
                cached = (
                    f"{folder}/__pycache__/{name.removesuffix('.py')}.cpython-{PYTHON.replace('.', '')}.pyc".lstrip("/")
                )
                bytecode.setdefault(owners[path], {})[cached] = archive.read(path)
    if len(bytecode) < len(RUNTIME):
        raise BuildError("Pyodide under Node.js loaded next to nothing; the wheels and the lock do not fit each other")
    return bytecode


def owned_files(out: Path) -> Iterator[tuple[str, str]]:
    """Each file of Python in the wheels, and the wheel."""
    for wheel in out.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            yield from ((path, wheel.name) for path in archive.namelist() if path.endswith(".py"))


def pack(source: Path, target: Path, more: dict[str, bytes] | None = None, instead: bool = False) -> None:
    """Write an archive anew without what is useless, with more files.

    Where these stand `instead` of sources, the sources are left out.
    """
    more = more or {}
    with zipfile.ZipFile(source) as archive:
        files = {p: archive.read(p) for p in archive.namelist() if not p.endswith("/") and not USELESS.search(p)}
    if instead:
        files = {path: data for path, data in files.items() if f"{path}c" not in more}
    files |= more
    part = target.with_suffix(".part")
    write_archive(part, files)
    part.replace(target)
