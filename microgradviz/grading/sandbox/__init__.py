"""The box that answers run in, and whether its walls hold.

box.py     starts it and talks to it, from outside      inside.py   what runs in it
walls.py   tries it from inside, before marks are made   bubblewrap.py, seccomp.py  what it is shut in by
sent_code.py  what of the package goes into it
"""

from .box import Box, BoxResult, NoSandbox
from .inside import MEMORY_LIMIT
from .sent_code import module_codes, probe_code
from .walls import require_sandbox, wall_faults
