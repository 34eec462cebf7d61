"""From a notebook file to the answers in it; nothing of it is run."""

from .finding import STUMBLED, Found, Submission, named, other_files, read_submission, shown, submissions
from .notebook import Unreadable, content
