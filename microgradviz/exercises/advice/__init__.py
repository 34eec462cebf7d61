"""What a learner is told in the notebook: check, hint, progress."""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .checking import check as check, hint as hint
    from .limits import Asker as Asker, quiet as quiet
    from .progress_file import progress as progress, read_progress as read_progress, store_answers as store_answers
    from .saying import marked_up as marked_up, said as said

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "checking": "check hint",
        "limits": "Asker quiet",
        "progress_file": "progress read_progress store_answers",
        "saying": "marked_up said",
    },
)
