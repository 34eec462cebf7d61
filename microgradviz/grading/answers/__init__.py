"""From a notebook file to the answers in it; nothing of it is run."""

from .finding import (
    GRADER_FAULT,
    FoundAnswer,
    Submission,
    find_notebooks,
    find_other_files,
    path_text,
    read_submission,
    report_names,
)
from .notebook import UnreadableNotebook, read_regular_file

__all__ = [
    "GRADER_FAULT",
    "FoundAnswer",
    "Submission",
    "UnreadableNotebook",
    "find_notebooks",
    "find_other_files",
    "path_text",
    "read_regular_file",
    "read_submission",
    "report_names",
]
