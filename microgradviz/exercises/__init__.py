"""The exercises of the course, and what looks at answers.

base.py      what an exercise is               random_inputs.py  a seed -> inputs
topics/      the exercises themselves          graph_inputs.py   inputs -> what an answer may see of them
                                               probes.py         an answer and these -> numbers
graphs.py    an answer -> its graph            judging.py        numbers -> points
                                               marking.py        an answer -> points, and its mistake by name
advice/      check, hint, progress: what a learner is told in the notebook
quizzes/     quick questions in a lesson: a choice, a number, a click, lines to put in order
concepts/    twelve questions, taken before and after, and what a class answered
own_engine/  keep and mine: the engine that a learner writes, from lesson to lesson; stages.py has its methods
programs/    the cells of a notebook as text: what an answer in them needs
cells.py     exercises as cells of a notebook; nbgrader.py makes an assignment of them
"""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .advice import (
        check,
        fast_track,
        hint,
        model_answer,
        progress,
        row_remark,
        sentence_html,
        write_whole_file,
    )
    from .base import PROBES_FILE, Exercise, Row
    from .cells import notebook_for
    from .concepts import class_heat_map, concept_test
    from .heat_map import HEAT_MAP_STYLE, HeatColumn, HeatField, HeatRow, draw_heat_map, standalone_svg
    from .judging import Mark, Outcome, out_of_time
    from .marking import (
        Outcomes,
        mark_rubric,
        name_mistake,
        solution_outcomes,
    )
    from .nbgrader import course_files
    from .own_engine import keep, mine
    from .probes import Inputs
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
    from .quizzes import Arrange, Choice, Click, Number, Option, quiz
    from .topics import EXERCISES

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "advice": "check fast_track hint model_answer progress row_remark sentence_html write_whole_file",
        "base": "Exercise PROBES_FILE Row",
        "cells": "notebook_for",
        "concepts": "class_heat_map concept_test",
        "heat_map": "HEAT_MAP_STYLE HeatColumn HeatField HeatRow draw_heat_map standalone_svg",
        "judging": "Mark Outcome out_of_time",
        "marking": "Outcomes mark_rubric name_mistake solution_outcomes",
        "nbgrader": "course_files",
        "own_engine": "keep mine",
        "probes": "Inputs",
        "programs": "NotebookCell NotebookUnits PARSE_ERRORS Piece Unit answer_program parse_cells parse_python "
        "syntax_error_text",
        "quizzes": "Arrange Choice Click Number Option quiz",
        "topics": "EXERCISES",
    },
)
