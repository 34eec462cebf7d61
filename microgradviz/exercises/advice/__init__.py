"""What a learner is told in the notebook: check, hint, model_answer, fast_track, progress.

checking.py        check and hint               looking.py        a look at an answer, case after case
explain.py         why a case failed            answer_picture.py the learner's own graph
cells_run.py       what the cells of an answer earn when they run by themselves
progress_file.py   the best results, kept in a file
reached.py         progress: the same, lesson by lesson
model_answers.py   after a pass: other ways to write it
fast_tracks.py     the one exercise that proves a lesson
"""

from __future__ import annotations

from ...lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .checking import check, earns_all_points, hint
    from .explain import marked_up, row_remarks, sentence_html
    from .fast_tracks import fast_track
    from .looking import look_at
    from .model_answers import model_answer, other_solution
    from .progress_file import read_progress, store_answers, store_question, write_whole_file
    from .reached import progress

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "checking": "check earns_all_points hint",
        "explain": "marked_up row_remarks sentence_html",
        "looking": "look_at",
        "fast_tracks": "fast_track",
        "model_answers": "model_answer other_solution",
        "progress_file": "read_progress store_answers store_question write_whole_file",
        "reached": "progress",
    },
)
