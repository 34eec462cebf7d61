"""Write the project's address, `Repository` in pyproject.toml, wherever else it must stand: a fork runs this once.

The site is taken to be the repository's on GitHub Pages; who has a domain edits `Documentation` after that, and runs
this again.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = (
    *("pyproject.toml", "README.md", "CITATION.cff", "SECURITY.md"),
    *("docs/**/*.md", ".github/**/*.yml", "notebooks/*.ipynb"),
)


def addresses(root: Path) -> tuple[str, str]:
    """The addresses of repository and site, as pyproject.toml has them."""
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    return urls["Repository"].rstrip("/"), urls["Documentation"].rstrip("/") + "/"


def files(root: Path) -> list[Path]:
    """Where they may stand."""
    return [path for place in PLACES for path in sorted(root.glob(place))]


def cited_addresses(root: Path) -> tuple[str, str]:
    """The same two, as they stand in CITATION.cff, and so in all these files."""
    text = (root / "CITATION.cff").read_text(encoding="utf-8")
    found = [re.search(rf"^{field}: (\S+)$", text, re.MULTILINE) for field in ("repository-code", "url")]
    if None in found:
        raise ValueError("CITATION.cff must have a line with repository-code and one with url")
    return found[0][1], found[1][1]  # type: ignore[index]


def pages_address(repository: str) -> str:
    """Where GitHub Pages shows a repository's site."""
    owner, name = owner_and_name(repository).split("/")
    return f"https://{owner.lower()}.github.io/{name}/"


def owner_and_name(repository: str) -> str:
    """What Binder calls a repository of GitHub: owner/name."""
    return "/".join(repository.split("/")[-2:])


def write_addresses(root: Path = ROOT) -> list[str]:
    """Put pyproject's addresses in place of those that stand there now; the names of the files that changed."""
    (new, new_site), (old, old_site) = addresses(root), cited_addresses(root)
    if new != old and new_site == old_site:
        new_site = pages_address(new)
    changed = []
    for path in files(root):
        text = path.read_text(encoding="utf-8")
        written = text.replace(old_site, new_site).replace(old, new)
        written = written.replace(f"/gh/{owner_and_name(old)}/", f"/gh/{owner_and_name(new)}/")
        if written != text:
            path.write_text(written, encoding="utf-8")
            changed.append(path.relative_to(root).as_posix())
    return changed


if __name__ == "__main__":
    print(", ".join(write_addresses()) or "All addresses are those of pyproject.toml.", file=sys.stderr)
