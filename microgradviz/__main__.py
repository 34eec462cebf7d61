"""`python -m microgradviz` is the command `microgradviz`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
