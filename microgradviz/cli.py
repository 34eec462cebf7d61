"""The command `microgradviz`: `lab` opens the course, `draw` draws, `doctor` looks around, `grade` marks a class."""

from __future__ import annotations

import argparse
import io
import os
import platform
import sys
from collections.abc import Sequence
from difflib import get_close_matches

import microgradviz

from . import commands as learning

_LEARN = {
    "lab": "open the course in JupyterLab",
    "draw": 'draw an expression: microgradviz draw "tanh(x*w + b)" x=2 w=-3 b=6.9 -o f.svg',
    "doctor": "what is installed, what is missing, and how to get it",
}
_TEACH = {
    "grade": "official marks of notebooks",
    "regrade": "the same notebook on the same inputs, as a receipt says",
    "export-nbgrader": "the exercises as an assignment of nbgrader",
}
_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code.

    Args:
        arguments: What stands after the command's name; without it, those of this process.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a pipe may be of few letters, on Windows above all
    try:
        code = _run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    except _foreseen() as error:
        print(f"microgradviz: {error}", file=sys.stderr)
        return 1
    return code


def _run(given: list[str]) -> int:
    if not given or given[0] in ("-h", "--help", "help"):
        print(_overview())
        return 0
    if given[0] == "--version":
        print(f"microgradviz {microgradviz.__version__}")
        return 0
    if given[0] not in _LEARN | _TEACH:
        print(_unknown(given[0]), file=sys.stderr)
        return 2
    options, rest = _parser(given[0]).parse_known_args(given)
    if rest:
        raise ValueError(f"{given[0]} must be given what {given[0]} --help lists (got {rest[0]!r}){options.hint}")
    code: int = options.run(options)
    return code


def _overview() -> str:
    rows = {title: some.items() for title, some in (("Learn and draw", _LEARN), ("Teach", _TEACH))}
    listed = (f"\n{title}\n" + "".join(f"  {name:16} {what}\n" for name, what in row) for title, row in rows.items())
    return (
        f"microgradviz {microgradviz.__version__}: see backpropagation happen, one contribution at a time\n"
        f"{''.join(listed)}\n"
        "To begin:          microgradviz lab\n"
        "More about one:    microgradviz draw --help"
    )


def _unknown(name: str) -> str:
    every = [*_LEARN, *_TEACH]
    near = get_close_matches(name.lower(), every, 1) if name.replace("-", "").isalpha() else []
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(every)}"
    return f"microgradviz: there is no command {name!r}; {hint}"


def _parser(name: str) -> argparse.ArgumentParser:
    """The parser of a command and its like; the rest is not loaded: a picture needs no grader."""
    parser = argparse.ArgumentParser(prog="microgradviz")
    parser.set_defaults(hint="")
    commands = parser.add_subparsers(required=True, metavar="command")
    if name in _TEACH:
        try:
            from .grading import add_commands
        except ModuleNotFoundError as error:
            system = platform.system()
            raise ValueError(f"{name} must run on Linux or macOS (got {system}, without {error.name})") from None
        add_commands(commands)
    else:
        getattr(learning, f"add_{name}")(commands)
    return parser


def _foreseen() -> tuple[type[Exception], ...]:
    """What a command raises with a sentence for whoever called it."""
    if "microgradviz.grading.command" not in sys.modules:
        return (ValueError, OSError)
    from .grading import NoSandbox, WorkersFailed

    return (NoSandbox, WorkersFailed, ValueError, OSError)
