"""Every path in the repository can be checked out on every system."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLAIN = re.compile(r"[A-Za-z0-9._/-]+")
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def bad_paths(paths: Iterable[str]) -> list[str]:
    """The paths that Windows or macOS cannot have, or cannot tell from another one."""
    paths = list(paths)
    folders = {str(folder) for path in paths for folder in Path(path).parents}
    folded = Counter(path.lower() for path in {*paths, *folders})
    return [
        path
        for path in paths
        if not PLAIN.fullmatch(path)
        or any(part.endswith(".") or part.split(".")[0].lower() in DEVICES for part in path.split("/"))
        or any(folded[str(x).lower()] > 1 for x in (Path(path), *Path(path).parents))
    ]


def test_every_tracked_path_is_plain() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no checkout of a repository (no git, or a folder that was unpacked)")
    assert bad_paths(listed.stdout.strip("\0").split("\0")) == []


@pytest.mark.parametrize(
    "path",
    [
        "a b.py",
        "what?.md",
        "x\\ny",
        "dir./x.py",
        "x.",
        "docs/CON",
        "nul.txt",
        "a/Com1.py",
        "ü.md",
        "readme.md",
        "Docs/x.md",
    ],
)
def test_a_path_that_is_not_is_found(path: str) -> None:
    assert path in bad_paths(["README.md", "docs/y.md", "a/b.py", path])


def test_plain_paths_are_none_of_these() -> None:
    assert bad_paths(["README.md", ".ci/run", "docs/y.md", "docs/console.md", "a-b_c/d.0.py"]) == []
