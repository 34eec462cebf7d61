"""The bubblewrap command: which folders a box sees, and nothing else of the machine.

A box has a user, a network, processes and a host name of its own, no capability, no /proc and no /sys; the machine's
libraries and Python's standard library can be read, and nothing can be written, so that no answer leaves a note for the
next one. Whatever else is installed for this Python, this package with its solutions among it, is covered by an empty
folder.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from functools import lru_cache
from pathlib import Path

import microgradviz

_LIBRARIES = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec/coreutils")
_LINKS = ("/lib", "/lib32", "/lib64")
_EMPTY_FOLDER = ("--size", "4096", "--perms", "0555", "--tmpfs")
_DEVICES = ("/dev/null", "/dev/urandom")


def base_interpreter() -> str:
    """The path of the Python that runs here, without the virtual environment around it."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def bubblewrap_command(bwrap: str) -> list[str]:
    """The arguments that stand before a program's own, so that it runs in a box.

    Args:
        bwrap: The path of bubblewrap's program.
    """
    folders = _readable_folders()
    return [
        bwrap,
        *("--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534", "--hostname", "box"),
        *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--size", "4096", "--tmpfs", "/tmp"),  # first, for Python itself may lie below it
        *(part for path in folders for part in ("--ro-bind", path, path)),
        *(part for path in _links() for part in ("--symlink", os.readlink(path), path)),
        *(part for path in _covered_folders(folders) for part in (*_EMPTY_FOLDER, path)),
        *(part for path in _DEVICES for part in ("--dev-bind", path, path)),
        *("--remount-ro", "/tmp", "--remount-ro", "/", "--chdir", "/tmp", "--"),
    ]


@lru_cache(maxsize=1)  # to look for folders takes long
def _readable_folders() -> tuple[str, ...]:
    """Libraries and the interpreter, each by its own path; what lies in another of them is left out."""
    prefix = Path(sys.base_prefix)
    standard = Path(sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix, "base": sys.base_prefix}))
    wanted = [
        *_LIBRARIES,
        *(path for path in _LINKS if not os.path.islink(path)),
        *(str(prefix / name) for name in ("lib", "lib64") if prefix not in (Path("/"), Path("/usr"))),
        str(standard),
        base_interpreter(),
        "/etc/ld.so.cache",
    ]
    found: list[str] = []
    for path in wanted:
        if os.path.exists(path) and not any(_lies_in(path, other) for other in found):
            found.append(path)
    return tuple(found)


def _links() -> list[str]:
    return [path for path in _LINKS if os.path.islink(path)]


@lru_cache(maxsize=1)
def _covered_folders(folders: tuple[str, ...]) -> list[str]:
    """Folders that a box must not see into: those of installed packages, and the one that this package lies in."""
    installed = {
        str(path)
        for folder in folders
        for pattern in ("python3*/*-packages", "python*/*-packages")
        for path in Path(folder).glob(pattern)
    }
    installed |= {
        os.path.realpath(path) for path in [*site.getsitepackages(), str(Path(microgradviz.__file__).parents[1])]
    }
    installed |= {str(path) for path in Path(sysconfig.get_path("stdlib")).glob("*-packages")}
    return sorted(path for path in installed if os.path.isdir(path) and any(_lies_in(path, other) for other in folders))


def _lies_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
