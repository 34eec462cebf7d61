"""Where the project lives on the web: as pyproject's urls say, and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, metadata


@cache  # every picture asks, and the metadata is read as a file
def site_address() -> str:
    """The address of the site with docs, browser course and playground, with a slash at its end.

    Raises:
        LookupError: If the package is not installed, for its metadata has the address.
    """
    try:
        lines = metadata("microgradviz").get_all("Project-URL", [])
    except PackageNotFoundError:
        lines = []
    found = dict(line.split(", ", 1) for line in lines)
    if "Documentation" not in found:
        raise LookupError(
            "the address of the documentation must be in the metadata of the installed microgradviz (got "
            f"{sorted(found)}); install the package: python -m pip install -e ."
        )
    return str(found["Documentation"]).rstrip("/") + "/"
