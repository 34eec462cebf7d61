"""From a notebook file to the answers in it; nothing of it is run.

notebook_files.py  which files there are       notebook.py    the cells of one, whatever it holds
statements.py      cells as statements         program_slice.py  the statements that an answer needs
submission.py      the answers in a notebook, from all of these
"""

from .notebook import UnreadableNotebook, read_regular_file
from .notebook_files import file_and_learner_names, find_notebooks, find_other_files, path_text
from .submission import GRADER_FAULT, FoundAnswer, Submission, code_hash, read_submission
