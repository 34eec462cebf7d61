"""The secret that official inputs are drawn from: a small file that only its owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_SHORTEST = 16


def read_or_make_secret(path: Path) -> str:
    """The secret in a file, which is made if there is none.

    Raises:
        ValueError: If the file holds no secret.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = path.read_text(encoding="utf-8", errors="replace").strip()
        if len(found) < _SHORTEST:
            raise ValueError(
                f"the secret in {path} must have at least {_SHORTEST} letters (got {len(found)}); delete the file, and "
                "a new one is made"
            ) from None
        return found
    made = secrets.token_hex(32)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(made + "\n")
    return made
