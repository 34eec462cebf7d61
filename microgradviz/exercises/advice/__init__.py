"""What a learner is told in the notebook: check, hint, progress."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .checking import check, hint
    from .limits import Asker, quiet
    from .progress_file import progress, read_progress, store_answers
    from .saying import marked_up, said

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "checking": "check hint",
        "limits": "Asker quiet",
        "progress_file": "progress read_progress store_answers",
        "saying": "marked_up said",
    },
)
