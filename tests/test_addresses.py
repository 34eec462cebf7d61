"""The project's address stands in one place."""

import re
import shutil
import tomllib
from email.message import Message
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest
import write_addresses
from kit.lesson_rules import links
from write_addresses import files

from microgradviz import __version__, addresses

ROOT = Path(__file__).parents[1]
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]


def test_the_package_knows_the_address_of_pyproject():
    assert addresses.site_address() == URLS["Documentation"]


def test_without_an_installed_package_the_error_says_what_to_do(monkeypatch):
    def nothing(name: str) -> Message:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(addresses, "metadata", nothing)
    with pytest.raises(LookupError, match=r"documentation must be in the metadata .* pip install -e \."):
        addresses.site_address.__wrapped__()


# ---------------------------------------------------------------- the files that must repeat them


def copy_of_project(folder: Path) -> Path:
    for path in files(ROOT):
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return folder


def strangers(root: Path) -> list[str]:
    """Addresses of GitHub, its pages and Binder in README, docs and the like that are another project's."""
    repository, site = (address.removeprefix("https://").rstrip("/") for address in write_addresses.addresses(root))
    ours = (repository, site, f"mybinder.org/v2/gh/{write_addresses.owner_and_name(repository)}")
    pattern = r"https://((?:github\.com|[\w-]+\.github\.io|mybinder\.org/v2/gh)/[^\s)\"'>#?}\\]+)"
    found = [x for path in files(root) for x in re.findall(pattern, path.read_text(encoding="utf-8"))]
    return [x for x in found if "karpathy" not in x and not f"{x}/".startswith(tuple(f"{our}/" for our in ours))]


def test_readme_badges_and_citation_lead_to_the_project_itself():
    assert strangers(ROOT) == []
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    repository, site = write_addresses.addresses(ROOT)
    for part in (repository, f"{site}lite/", f"{site}play/", f"/gh/{write_addresses.owner_and_name(repository)}/"):
        assert part in readme


def test_a_fork_changes_one_line_and_runs_the_script(tmp_path: Path):
    project = copy_of_project(tmp_path)
    pyproject = project / "pyproject.toml"
    line = f'Repository = "{URLS["Repository"]}"'
    text = pyproject.read_text(encoding="utf-8")
    assert text.count(line) == 1
    pyproject.write_text(text.replace(line, 'Repository = "https://github.com/Ada/my-viz"'), encoding="utf-8")
    assert strangers(project) != []
    assert {"README.md", "CITATION.cff", "docs/install.md"} <= set(write_addresses.write_addresses(project))
    assert strangers(project) == []
    assert "https://ada.github.io/my-viz/play/" in (project / "README.md").read_text(encoding="utf-8")
    assert write_addresses.write_addresses(project) == []


def test_the_citation_names_the_version_of_the_package():
    assert version("microgradviz") == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_what_pypi_shows_has_whole_addresses():
    described = distribution("microgradviz").read_text("METADATA") or ""
    targets = [target for _, target in links(described)] + re.findall(r"!\[[^\]]*\]\(([^)]+)\)", described)
    assert len(targets) > 20
    assert all(target.startswith("https://") for target in targets)
    assert f"{URLS['Repository']}/raw/v{__version__}/docs/backprop.svg" in targets
