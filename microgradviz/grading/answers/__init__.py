"""From a notebook file to the answers in it; nothing of it is run.

notebook_files.py  which files there are       notebook.py    the cells of one, whatever it holds
submission.py      the answers in a notebook: from these, with the programs that exercises make of cells
"""

from .notebook import UnreadableNotebook, read_regular_file
from .notebook_files import file_and_learner_names, find_notebooks, find_other_files, path_text
from .submission import FoundAnswer, Submission, code_hash, grader_fault, read_submission
