"""What a learner is told in the notebook: check, hint, model_answer, fast_track, progress.

checking.py        check and hint               limits.py         what is printed; one case after another
explain.py         why a case failed            probe_words.py    what each probe's numbers are called there
answer_picture.py  the learner's own graph      libraries.py      what an answer uses that a grader has not
time_limit.py      and event_clock.py: how long a learner's code may run
cells_run.py       what the cells of an answer earn when they run by themselves
progress_file.py   the best results, kept in a file
model_answers.py   after a pass: other ways to write it
fast_tracks.py     the one exercise that proves a lesson
"""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .checking import check, earns_all_points, hint
    from .event_clock import OutOfTime
    from .explain import row_remark, sentence_html
    from .fast_tracks import fast_track
    from .limits import CaseRunner, swallow_prints
    from .model_answers import model_answer, other_solution
    from .progress_file import progress, read_progress, store_answers, store_question, write_whole_file
    from .time_limit import with_time_limit

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "checking": "check earns_all_points hint",
        "explain": "row_remark sentence_html",
        "event_clock": "OutOfTime",
        "limits": "CaseRunner swallow_prints",
        "fast_tracks": "fast_track",
        "model_answers": "model_answer other_solution",
        "progress_file": "progress read_progress store_answers store_question write_whole_file",
        "time_limit": "with_time_limit",
    },
)
