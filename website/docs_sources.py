"""What Sphinx reads: docs/, the lessons and a few pages of the repository, laid out as the site is.

Links between these files are written as they work in the repository; here they become links between pages, and
links to what has no page lead to the repository.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from posixpath import normpath, relpath
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[1]
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
_MOVED = {
    "README.md": "index.md",
    "notebooks/README.md": "notebooks/index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
_NOT_STAGED = {"README.md", "docs/conf.py"}
_LINK = re.compile(r"(?P<before>\]\()(?P<path>[^)\s#:?]+)(?P<anchor>#[^)\s]*)?(?=\))")


def source_files() -> dict[str, str]:
    """Every file that Sphinx reads: its path in the repository, and its path on the site."""
    paths = [path for folder in ("docs", "notebooks") for path in (ROOT / folder).rglob("*") if path.is_file()]
    kinds = {".md", ".ipynb", ".svg", ".css", ".js"}
    there = {path.relative_to(ROOT).as_posix() for path in paths if path.suffix in kinds}
    there = {path for path in there if not any(part.startswith(".") for part in path.split("/"))}
    return {path: _on_site(path) for path in sorted((there | _MOVED.keys()) - _NOT_STAGED)}


def repository_path(page: str, suffix: str) -> str | None:
    """Where the source of a page lies in the repository; None if it has none."""
    by_page = {site: path for path, site in source_files().items()}
    return by_page.get(page + suffix)


def gather_sources(target: Path) -> None:
    """Write all sources below target. Those that stay as they are keep their time: Sphinx reads only changes."""
    sources = source_files()
    for path, site in sources.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        if path.endswith(".ipynb"):
            text = _prepare_notebook(text, path, sources)
        elif path.endswith(".md"):
            text = replace_links(as_on_site(text), path, sources)
        write_if_changed(target / site, text)
    kept = {target / site for site in sources.values()}
    for path in target.rglob("*"):
        if path.is_file() and path not in kept and "_generated" not in path.parts:
            path.unlink()


def as_on_site(text: str) -> str:
    """A page's text as Sphinx is to read it, where the repository has one that GitHub can show.

    What the build makes stands in `<!-- build … -->`, and the address of this site is a link within it.
    """
    text = re.sub(r"^<!-- build\n(.*?)\n-->$", r"\1", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^\[This page on the site\]\(.*\n\n", "", text, flags=re.MULTILINE)
    site = re.escape(URLS["Documentation"].rstrip("/") + "/")
    text = re.sub(rf"\[([^\[\]`]+)\]\({site}((?:[^()\s]|\([^()\s]*\))*)\)", r"{site}`\1 <\2>`", text)
    return re.sub(rf'href="{site}', 'href="', text)


def write_if_changed(path: Path, text: str) -> None:
    """Write a file, but leave its time alone if it holds this text already."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def replace_links(text: str, path: str, sources: dict[str, str]) -> str:
    """Markdown of the file at `path` in the repository, with its links as they are on the site."""
    here = _on_site(path)

    def replace(link: re.Match[str]) -> str:
        target = normpath(f"{Path(path).parent.as_posix()}/{link['path']}")
        anchor = link["anchor"] or ""
        site = sources.get(target) or (_MOVED.get(target))
        if site:
            return link["before"] + relpath(site, str(Path(here).parent)) + anchor
        if not target.startswith("..") and (ROOT / target).exists():
            kind = "tree" if (ROOT / target).is_dir() else "blob"
            return f"{link['before']}{URLS['Repository'].rstrip('/')}/{kind}/main/{target}{anchor}"
        return link[0]

    return _LINK.sub(replace, text)


def _on_site(path: str) -> str:
    return _MOVED.get(path) or path.removeprefix("docs/")


def _prepare_notebook(text: str, path: str, sources: dict[str, str]) -> str:
    """A lesson with its links mended, a door to the browser under its title, and pictures without their repr."""
    notebook = json.loads(text)
    notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != "colab"]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = replace_links("".join(cell["source"]), path, sources)
        else:
            cell["outputs"] = without_repr_of_pictures(cell["outputs"])
    first = notebook["cells"][0]
    title, _, rest = first["source"].partition("\n")
    first["source"] = f"{title}\n\n{_doors(Path(path).name)}\n{rest}"
    return json.dumps(notebook, ensure_ascii=False, indent=1)


def _doors(name: str) -> str:
    return (
        f'<p class="lesson-doors"><a href="../lite/notebooks/?path={quote(name)}">Open it in the browser</a> '
        "to play the pictures, write code and have it checked. Here it stands as it is before you begin.</p>\n"
    )


def without_repr_of_pictures(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outputs without the text beside a player's picture, `Player(5 values, step 2 of 7)`."""
    kept = []
    after_picture = False
    for output in outputs:
        data = output.get("data", {})
        if not (after_picture and set(data) == {"text/plain"}):
            kept.append(output)
        after_picture = 'class="mv-still"' in "".join(data.get("text/html", ""))
    return kept
