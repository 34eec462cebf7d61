"""The box that answers run in, and whether its walls stand."""

from .box import Box, Came, NoSandbox, modules
from .inside import MEMORY
from .walls import check_walls, require_sandbox
