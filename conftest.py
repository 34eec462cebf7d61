"""Tests, doctests and lessons under nbval keep nothing beside the code: what one kept would meet the next."""

import os

os.environ.setdefault("MICROGRADVIZ_PROGRESS", "")
os.environ.setdefault("MICROGRADVIZ_ENGINES", "")
