"""The command `microgradviz`: `grade` marks notebooks, `regrade` checks a mark, `doctor` says what this machine has."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from .grading import NoSandbox, WorkersFailed, add_commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code.

    Args:
        arguments: What stands after the command's name; without it, those of this process.
    """
    options = _parser().parse_args(arguments)
    try:
        done: int = options.run(options)
    except (NoSandbox, WorkersFailed, ValueError, OSError) as error:
        print(f"microgradviz: {error}", file=sys.stderr)
        return 1
    return done


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="microgradviz", description="Grade exercises on backpropagation.")
    add_commands(parser.add_subparsers(required=True, metavar="command"))
    return parser
