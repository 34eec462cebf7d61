"""The cells of a notebook as programs; nothing of them is run.

statements.py     cells as statements: what each binds, uses and changes
program_slice.py  the statements that an answer needs
own_methods.py    what it calls on its notebook's own class, where another is provided
"""

from .program_slice import NotebookUnits, answer_program
from .statements import PARSE_ERRORS, NotebookCell, Piece, Unit, parse_cells, parse_python, syntax_error_text
