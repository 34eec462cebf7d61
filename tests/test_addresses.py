"""The project's address stands in one place."""

import tomllib
from email.message import Message
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from microgradviz import addresses

URLS = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]


def test_the_package_knows_the_addresses_of_pyproject():
    assert addresses.repository_address() == URLS["Repository"]
    assert addresses.site_address() == URLS["Documentation"]


def test_without_an_installed_package_the_error_says_what_to_do(monkeypatch):
    def nothing(name: str) -> Message:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(addresses, "metadata", nothing)
    with pytest.raises(LookupError, match=r"repository must be in the metadata .* pip install -e \."):
        addresses.repository_address()
