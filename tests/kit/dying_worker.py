"""A task for a worker, apart, so that its process imports next to nothing."""

import os


def double(x: int) -> int:
    """Twice the number; 3 ends the process."""
    if x == 3:
        os._exit(1)
    return 2 * x
