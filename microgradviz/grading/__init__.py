"""Official marks: submissions run in a sandbox that gives back numbers only, and the verdict is reached outside it.

answers/        from a notebook file to the answers in it
sandbox/        the box that answers run in
verdict.py      from what came out of the box to a mark
official_marks  the marks of one notebook; batch.py: of a whole class, with workers.py, kept in a journal.py
class_list.py   whose each notebook is, what is late, marks set by hand, as the files that roster.py reads say
owners.py       names of learners in paths, as platforms for courses write them
reports/        what teachers and learners read; results.py is what they are made from, receipt.py marks again
command.py      the command line
"""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .command import add_commands
    from .sandbox import NoSandbox, wall_faults
    from .workers import WorkersFailed

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "command": "add_commands",
        "sandbox": "NoSandbox wall_faults",
        "workers": "WorkersFailed",
    },
)
