"""What the builders of the site share: progress, commands, and errors that say what to do."""

import subprocess
import sys
import zipfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files give the same archive


class BuildError(Exception):
    """What went wrong, and what to do about it, in a sentence."""


def say(text: str) -> None:
    """A line of progress."""
    print(f"site: {text}", file=sys.stderr, flush=True)


def run(command: list[str], cwd: Path | None = None, network: bool = False) -> str:
    """What a command prints; where it fails, a BuildError with its last lines."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise BuildError(f"{command[0]} does not start: {error}") from None
    if done.returncode == 0:
        return done.stdout
    last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
    hint = (
        "\nThis step asks a package registry: is the network there? What was fetched before is kept." if network else ""
    )
    raise BuildError(f"{Path(command[0]).name} {' '.join(command[1:4])} … ended with {done.returncode}:\n{last}{hint}")


def require(packages: Mapping[str, str]) -> None:
    """Raise a BuildError that says what to install, unless all these modules are there; a package's name for each."""
    missing = [package for module, package in packages.items() if find_spec(module) is None]
    if missing:
        raise BuildError(
            f"{', '.join(missing)} is not installed; install what the site needs: pip install -e '.[site]'"
        )


def write_archive(path: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip of these files, the same bytes for the same files."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), files[name], zipfile.ZIP_DEFLATED, 9)
