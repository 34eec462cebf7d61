"""Where the project lives on the web: as pyproject's urls say, and nowhere else."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata


def repository_address() -> str:
    """The address of the repository, without a slash at its end.

    Raises:
        LookupError: If the package is not installed, for its metadata has the address.
    """
    return _address("Repository").rstrip("/")


def site_address() -> str:
    """The address of the site with docs, browser course and playground, with a slash at its end.

    Raises:
        LookupError: If the package is not installed, for its metadata has the address.
    """
    return _address("Documentation").rstrip("/") + "/"


def _address(label: str) -> str:
    try:
        lines = metadata("microgradviz").get_all("Project-URL", [])
    except PackageNotFoundError:
        lines = []
    found = dict(line.split(", ", 1) for line in lines)
    if label not in found:
        raise LookupError(
            f"the project's {label.lower()} must be in the metadata of the installed microgradviz (got "
            f"{sorted(found)}); install the package: python -m pip install -e ."
        )
    return str(found[label])
