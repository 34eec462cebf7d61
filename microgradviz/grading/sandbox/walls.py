"""Whether the sandbox holds: it is built once and its walls are tried from inside, as a learner might try them."""

from __future__ import annotations

import platform
import sys
from functools import lru_cache

from . import bubblewrap, inside
from .box import Box, NoSandbox, bubblewrap_path
from .sent_code import probe_code

# What an answer tries: 1 for each that it manages.
_ATTEMPT = """
import os, resource, socket

def manages(what):
    try:
        return float(what() is not False)
    except Exception:
        return 0.0

def connects():
    socket.create_connection(("127.0.0.1", 9), timeout=1)

def listens():
    return socket.socket().bind(("", 0))

def limited():
    return resource.getrlimit(resource.RLIMIT_AS)[0] == MEMORY and resource.getrlimit(resource.RLIMIT_CPU)[0] > 0

def attempts():
    return [
        manages(lambda: any(os.path.exists(path) for path in ("/proc/self", "/home", "/etc/passwd", HERE))),
        manages(lambda: open(READABLE + "/written", "w")),
        manages(listens),
        manages(lambda: os.fork() or os._exit(0)),
        manages(lambda: not limited()),
    ]
"""
_WALLS = (
    "files cannot be read",
    "files cannot be written",
    "no network",
    "no new processes",
    "limits on memory and time",
)
_INSTALL = (
    "It needs bubblewrap: apt-get install bubblewrap (the PyPI package of that name is something else). Without it, "
    "--no-sandbox runs answers unprotected; such marks are not official ones."
)
_REFUSED = (
    "The system refuses namespaces, as most containers do ({}). Run as root, start the container with more rights "
    "(docker run --security-opt seccomp=unconfined --cap-add SYS_ADMIN), or on Ubuntu allow them: "
    "sysctl kernel.apparmor_restrict_unprivileged_userns=0. Without, --no-sandbox runs answers unprotected; such marks "
    "are not official ones."
)


@lru_cache(maxsize=1)
def wall_faults() -> tuple[str, ...]:
    """What is wrong with the walls of the sandbox on this machine, a sentence each; tried once, then remembered."""
    if sys.platform != "linux":
        return (f"bubblewrap: It exists on Linux alone (this is {platform.system()}): grade in a virtual machine.",)
    if not bubblewrap_path():
        return (f"bubblewrap: {_INSTALL}",)
    source = f"HERE = {bubblewrap.__file__!r}\nREADABLE = '/usr/lib'\nMEMORY = {inside.MEMORY_LIMIT}\n{_ATTEMPT}"
    request = {
        "answer": "attempts",
        "source": source,
        "prelude": compile("", "<nothing>", "exec"),
        "modules": {},
        "probes": probe_code(frozenset({"functions"})),
        "seconds": 2.0,
        "rows": [["returned_numbers", 2.0, [{"args": []}]]],
    }
    try:
        with Box() as box:
            result = box.ask(request)
    except NoSandbox as error:
        return (f"namespaces: {_REFUSED.format(error)}",)
    outcome = result.lines[-1][-1] if len(result.lines) == 2 else {}
    managed = outcome.get("numbers") or [1.0] * len(_WALLS)
    held = zip(_WALLS, managed, strict=True)
    return tuple(f"{what}: It does not hold: an answer got through." for what, x in held if x)


def require_sandbox() -> None:
    """Raise NoSandbox, with what to do, unless every wall holds."""
    if wall_faults():
        raise NoSandbox(" ".join(wall_faults()))
