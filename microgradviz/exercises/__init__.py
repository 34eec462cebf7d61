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
    from .advice import check, hint, marked_up, progress, said
    from .base import PROBES_FILE, Exercise, Row
    from .cells import notebook_for
    from .concepts import class_heat_map, concept_test
    from .judging import FOR_THE_JUDGE, Mark, Outcome
    from .marking import (
        Outcomes,
        known_solution,
        mark_rows,
        name_mistake,
    )
    from .nbgrader import course_files, export_course
    from .probes import Inputs
    from .topics import EXERCISES

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
