"""The commands for those who learn and draw: `microgradviz lab`, `draw` and `doctor`.

lab.py     opens JupyterLab on a copy of the course    course.py    where the course is, and what a lesson is called
doctor.py  what is installed, and what is missing      delivery.py  copies it, never over somebody's work
draw.py    an expression as a picture                  parts.py     what the course needs, and what else could be there
kernel_start.py  what a kernel of lab begins with
without_library.py   cells that need PyTorch or NumPy, where it is not
"""

from __future__ import annotations

from ..lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .doctor import add_doctor
    from .draw import add_draw
    from .lab import add_lab
    from .without_library import find_numpy, find_torch

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "doctor": "add_doctor",
        "draw": "add_draw",
        "lab": "add_lab",
        "without_library": "find_numpy find_torch",
    },
)
