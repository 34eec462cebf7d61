"""Virtual environments of other graders and other Pythons: made once, kept in a cache folder, not mixed with our own.

bin_of("nbgrader", "nbgrader==0.9.6")  ->  ~/.cache/microgradviz/nbgrader/bin
"""

import os
import subprocess
import sys
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "microgradviz"
NBGRADER = ("nbgrader", "nbgrader==0.9.6")
OTTER = ("otter", "otter-grader==7.0.0", "ipykernel")  # which otter needs and does not ask for


class Unavailable(RuntimeError):
    """pip could not install it; the text says why."""


def bin_of(name: str, *packages: str, python: str = sys.executable) -> Path:
    """The folder of programs of an environment with these packages, made by that Python if it is not there.

    Raises:
        Unavailable: If pip cannot install them.
    """
    home = CACHE / name
    ready = home / "ready"
    if ready.is_file() and ready.read_text(encoding="utf-8") == repr(packages):
        return home / "bin"
    print(f"Installing {', '.join(packages)} into {home} (a minute or two, once)", file=sys.stderr, flush=True)
    for command in (
        [python, "-m", "venv", "--clear", str(home)],
        [str(home / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-qq", "install", *packages],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Unavailable(f"{' '.join(packages)} could not be installed: {(done.stderr or done.stdout)[-400:]}")
    ready.write_text(repr(packages), encoding="utf-8")
    return home / "bin"


def activated(bin_folder: Path, **more: str) -> dict[str, str]:
    """The environment variables of a process that runs there: nbgrader calls its own tools by their bare names."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return {
        **kept,
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "VIRTUAL_ENV": str(bin_folder.parent),
        **more,
    }
