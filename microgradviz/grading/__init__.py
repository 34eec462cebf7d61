"""Official marks: submissions run in a sandbox that gives back numbers only, and the verdict is reached outside it.

answers/   from a notebook file to the answers in it      verdict.py   from what came of an answer to its mark
sandbox/   the box that answers run in                    official.py  one submission; batch.py a whole class
roster.py  a class, dates, marks set by hand              reports/     what teachers and learners read
"""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .command import add_commands as add_commands
    from .sandbox import NoSandbox as NoSandbox
    from .workers import WorkersFailed as WorkersFailed

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "command": "add_commands",
        "sandbox": "NoSandbox",
        "workers": "WorkersFailed",
    },
)
