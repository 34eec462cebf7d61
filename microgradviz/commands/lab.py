"""`microgradviz lab`: the course in a folder of the learner's, opened in JupyterLab."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..installed import install_line
from .course import lesson_file
from .delivery import DEFAULT_FOLDER, Delivery, deliver_course, last_lesson, usual_folder
from .parts import course_parts

_SETTINGS = Path(__file__).parent / "jupyter"  # what JupyterLab does not ask about before the first lesson
_KERNEL_START = Path(__file__).with_name("kernel_start.py")  # unless somebody has a start of their own
_WORKSPACE = "lab/workspaces/microgradviz/tree"  # of its own: another one has tabs of other folders open
_FIRST_PORT = 8888
_FEW = 3  # files that are named one by one


def add_lab(commands: Any) -> None:
    """Add `lab` to the command's parsers (argparse's)."""
    lab = commands.add_parser(
        "lab",
        description="Copies the course to a folder of yours and opens it in JupyterLab. The same command goes on where "
        "you were: what you have edited stays, and a newer lesson is put beside it. To have a fresh copy of a lesson, "
        "rename or delete yours and run the command again.",
    )
    lab.set_defaults(run=_lab)
    lab.add_argument(
        "folder",
        nargs="?",
        metavar="FOLDER",
        help=f"where it goes; {DEFAULT_FOLDER} if not given, or the folder you are in if that is the course",
    )
    lab.add_argument(
        "--lesson", metavar="NUMBER", help="the lesson to open, such as 05; if not given, the one you saved last, or 00"
    )
    lab.add_argument(
        "--port", type=int, metavar="N", help=f"where JupyterLab listens; {_FIRST_PORT} or the next free one"
    )
    lab.add_argument("--no-browser", action="store_true", help="print the address, and open it yourself")
    lab.add_argument("--copy-only", action="store_true", help="copy the course, and start nothing")


def _lab(options: argparse.Namespace) -> int:
    folder = Path(os.path.expanduser(usual_folder() if options.folder is None else options.folder)).absolute()
    lesson = lesson_file("00" if options.lesson is None else options.lesson)
    if options.port is not None and not 1 <= options.port <= 65535:
        raise ValueError(f"--port must be from 1 to 65535 (got {options.port})")
    delivered = deliver_course(folder)
    _say("\n".join(_delivery_sentences(folder, delivered)))
    if options.copy_only:
        return 0
    missing = [part.name for part in course_parts() if part.fault]
    if "jupyterlab" in missing:
        raise ValueError(
            f"JupyterLab must be installed to open the lessons (got none in {sys.prefix}); {install_line(*missing)}, "
            "then run the same command again"
        )
    if missing:
        _say(f"Lessons need what is missing here, {', '.join(missing)}: {install_line(*missing)}")
    if options.lesson is None:
        lesson = last_lesson(folder) or lesson
    _open(folder, lesson, options)
    return 0


def _delivery_sentences(folder: Path, delivered: Delivery) -> list[str]:
    said = [f"The course is in {folder}"]
    if delivered.new:
        said[0] += f" ({_name_files(delivered.new)} copied)"
    if delivered.updated:
        said.append(f"Newer than before, and not edited by you: {', '.join(delivered.updated)}")
    said += [
        f"{name} has your edits and stays; the newer one is beside it: {place}"
        for name, place in delivered.beside.items()
    ]
    return said


def _name_files(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= _FEW else f"{len(names)} files"


def _open(folder: Path, lesson: str, options: argparse.Namespace) -> None:
    browser = not options.no_browser and _has_browser()
    if browser:
        _say(f"JupyterLab opens {lesson} in your browser.")
    elif not options.no_browser:
        _say("No browser was found here: open the address below in yours.")
    _say("To stop it: Ctrl-C, then y. Your work stays in the folder.")
    _start(
        [
            *_kernel_options(),
            f"--ServerApp.root_dir={folder}",
            f"--LabApp.default_url=/{_WORKSPACE}/{quote(lesson)}",
            f"--ServerApp.port={options.port or _FIRST_PORT}",
            *(["--ServerApp.open_browser=False"] if not browser else []),
            *(["--ServerApp.allow_root=True"] if _is_root() else []),
            "--ServerApp.log_level=ERROR",
            "--LabApp.log_level=ERROR",
        ]
    )


def _has_browser() -> bool:
    """Whether one opens here; those of a terminal cannot show the lessons."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return False
    return type(found) is not webbrowser.GenericBrowser or bool(os.environ.get("BROWSER"))


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _kernel_options() -> list[str]:
    """Nobody else on the computer can read along; without it, ipykernel warns of that in the terminal, each time."""
    try:
        import zmq
        from jupyter_server.services.kernels.kernelmanager import MappingKernelManager
    except ImportError:
        return []
    known = "transport_encryption" in MappingKernelManager.class_trait_names()
    return ["--MappingKernelManager.transport_encryption=auto"] if known and zmq.has("curve") else []


def _start(arguments: list[str]) -> None:
    """JupyterLab in this process, so that its kernels run in this very Python; it returns when it is stopped."""
    paths = [str(_SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    os.environ.setdefault("PYTHONSTARTUP", str(_KERNEL_START))
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # its kernel and widgets before those of any other
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance(arguments)


def _say(text: str) -> None:
    print(text, flush=True)
