"""The box that answers run in, and whether its walls hold.

box.py     starts it and talks to it, from outside      inside.py   what runs in it
walls.py   tries it from inside, before marks are made   bubblewrap.py, seccomp.py  what it is shut in by
"""

from .box import Box, BoxResult, NoSandbox, module_codes
from .inside import MEMORY_LIMIT
from .walls import check_walls, require_sandbox
