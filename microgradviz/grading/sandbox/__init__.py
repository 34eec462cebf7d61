"""The box that answers run in, and whether its walls stand."""

from .box import Box, BoxResult, NoSandbox, module_codes
from .inside import MEMORY_LIMIT
from .walls import check_walls, require_sandbox

__all__ = ["MEMORY_LIMIT", "Box", "BoxResult", "NoSandbox", "check_walls", "module_codes", "require_sandbox"]
