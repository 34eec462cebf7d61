"""The zoo of forgeries: submissions that try to cheat, crash, stall, flood, escape or read what is not theirs.

`cages.py` says what a forgery is, the other modules hold them, `tests/grading/test_forgeries.py` grades each as a teacher would.
"""

from .cages import Forgery
from .cheats import CHEATS
from .papers import PAPERS
from .rough import ROUGH
from .spies import SPIES

ZOO: tuple[Forgery, ...] = (*CHEATS, *ROUGH, *SPIES, *PAPERS)
