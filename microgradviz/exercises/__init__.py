"""The exercises of the course, and what looks at answers.

base.py        what an exercise is; stages.py has the methods of the learner's engine
topics/        the exercises themselves, by lesson
judge/         what an answer is asked, on which inputs, and what its numbers are worth
learner_code/  how a learner's code runs in the notebook's own process, and what can be seen in its text
advice/        check, hint, progress: what a learner is told in the notebook
quizzes/       questions: a choice, a number, a click, lines in order; the concept test
own_engine/    keep, mine, milestone: the engine that a learner writes, from lesson to lesson
own_project/   read_table, project: a learner's own table, and a report on it
programs/      the cells of a notebook as text: what an answer in them needs
cells.py       exercises as cells of a notebook; nbgrader.py makes an assignment of them
"""

from __future__ import annotations

from ..lazy import lazy_names
from ..missing_names import explain_missing_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .advice import (
        check,
        fast_track,
        hint,
        model_answer,
        progress,
        row_remarks,
        sentence_html,
        write_whole_file,
    )
    from .base import Exercise, Inputs, Row
    from .judge import (
        PROBE_FILES,
        Outcome,
        Outcomes,
        facts_of,
        heard_outcome,
        mark_rubric,
        name_mistake,
        out_of_time,
        probe_of,
    )
    from .nbgrader import course_files
    from .own_engine import keep, ledger, milestone, milestones, mine
    from .own_project import project, read_table
    from .programs import (
        PARSE_ERRORS,
        NotebookCell,
        NotebookUnits,
        Piece,
        Unit,
        answer_program,
        parse_cells,
        parse_python,
        syntax_error_text,
    )
    from .quizzes import Arrange, Choice, Click, Number, Option, concept_test, quiz
    from .topics import EXERCISES

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "advice": "check fast_track hint model_answer progress row_remarks sentence_html write_whole_file",
        "base": "Exercise Inputs Row",
        "judge": "Outcome Outcomes PROBE_FILES facts_of heard_outcome mark_rubric name_mistake out_of_time probe_of",
        "nbgrader": "course_files",
        "own_engine": "keep ledger milestone milestones mine",
        "own_project": "project read_table",
        "programs": "NotebookCell NotebookUnits PARSE_ERRORS Piece Unit answer_program parse_cells parse_python "
        "syntax_error_text",
        "quizzes": "Arrange Choice Click Number Option concept_test quiz",
        "topics": "EXERCISES",
    },
)

explain_missing_names()  # a lesson's first cell imports one of these names, wherever the lesson is opened
