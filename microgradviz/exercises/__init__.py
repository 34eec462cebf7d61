"""The exercises of the course, and what looks at answers.

base.py      what an exercise is               probes.py    an answer and inputs -> numbers
topics/      the exercises themselves          judging.py   numbers -> points
marking.py   both together, and known mistakes recognised
checking.py  check, hint: advice in the notebook
concepts.py  twelve questions, taken before and after; quiz.py shows them, heatmap.py what a class answered
"""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .advice import check as check, hint as hint, marked_up as marked_up, progress as progress, said as said
    from .base import PROBES_FILE as PROBES_FILE, Exercise as Exercise, Row as Row
    from .cells import notebook_for as notebook_for
    from .concepts import class_heat_map as class_heat_map, concept_test as concept_test
    from .judging import FOR_THE_JUDGE as FOR_THE_JUDGE, Mark as Mark, Outcome as Outcome
    from .marking import (
        Outcomes as Outcomes,
        known_solution as known_solution,
        mark_rows as mark_rows,
        name_mistake as name_mistake,
    )
    from .nbgrader import course_files as course_files, export_course as export_course
    from .probes import Inputs as Inputs
    from .topics import EXERCISES as EXERCISES

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "advice": "check hint marked_up progress said",
        "base": "Exercise PROBES_FILE Row",
        "cells": "notebook_for",
        "concepts": "class_heat_map concept_test",
        "judging": "FOR_THE_JUDGE Mark Outcome",
        "marking": "Outcomes known_solution mark_rows name_mistake",
        "nbgrader": "course_files export_course",
        "probes": "Inputs",
        "topics": "EXERCISES",
    },
)
