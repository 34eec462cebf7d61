"""The secret that official inputs are drawn from: a small file that only its owner can read."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

_SHORTEST = 16


def read_or_make_secret(path: Path) -> str:
    """The secret in a file; if there is no such file, a new secret, which is written to it.

    Raises:
        ValueError: If the file holds less than a secret.
    """
    with suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(secrets.token_hex(32) + "\n")
    secret = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(secret) < _SHORTEST:
        raise ValueError(
            f"the secret in {path} must have at least {_SHORTEST} letters (got {len(secret)}); delete the file, "
            "and a new one is made"
        )
    return secret
