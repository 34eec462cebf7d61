"""Forgeries: submissions that try to cheat, crash, stall, flood, escape or read what is not theirs.

`forgery.py` says what a forgery is, the other modules hold them, `tests/grading/test_forgeries.py` grades each as a teacher would.
"""

from .breakers import BREAKERS
from .cheats import CHEATS
from .forgery import Forgery
from .notebook_tricks import NOTEBOOK_TRICKS
from .readers import READERS
from .shortcuts import SHORTCUTS
from .spies import SPIES
from .thieves import THIEVES
from .voices import VOICES

FORGERIES: tuple[Forgery, ...] = (*CHEATS, *SHORTCUTS, *THIEVES, *READERS, *VOICES, *BREAKERS, *SPIES, *NOTEBOOK_TRICKS)
