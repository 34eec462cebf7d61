"""From a notebook file to the answers in it; nothing of it is run."""

from .finding import STUMBLED, Found, Submission, named, other_files, read_submission, shown, submissions
from .notebook import Unreadable, content

__all__ = [
    "STUMBLED",
    "Found",
    "Submission",
    "Unreadable",
    "content",
    "named",
    "other_files",
    "read_submission",
    "shown",
    "submissions",
]
