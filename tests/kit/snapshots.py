"""Pictures as they should be, stored as text in tests/views/snapshots.

MICROGRADVIZ_REFRESH=1 pytest tests/views/test_still_picture.py     store them anew; then look at the difference
"""

import os
from pathlib import Path

STORED = Path(__file__).parents[1] / "views" / "snapshots"


def check(name: str, made: str) -> None:
    """Compare a text with the stored one of this name."""
    path = STORED / name
    if os.environ.get("MICROGRADVIZ_REFRESH") == "1":
        path.write_text(made, encoding="utf-8", newline="\n")
    assert made == path.read_text(encoding="utf-8"), f"{path} differs; MICROGRADVIZ_REFRESH=1 stores it anew"
