"""Names that a package offers and imports only when they are first used."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_names(package: str, names: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package whose names are loaded on demand (PEP 562).

    Args:
        package: The package's `__name__`.
        names: By module below the package, the names that come from it: {"page": "to_html"}.
    """
    where = {name: module for module, offered in names.items() for name in offered.split()}

    def load(name: str) -> object:
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module  # takes longer than the rest of the front door

        found: object = getattr(import_module(f"{package}.{where[name]}"), name)
        vars(sys.modules[package])[name] = found
        return found

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *where})

    return load, listed
