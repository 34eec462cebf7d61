"""Build the docs, which are the site's front page: `python website/docs.py [--out build/site]`."""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "docs"
NEEDED = {"sphinx": "sphinx", "myst_nb": "myst-nb", "furo": "furo"}


def build(out: Path, *, builder: str = "html") -> None:
    """Build all pages into a folder; what else lies there stays.

    Args:
        out: The folder, made if it is not there.
        builder: One of Sphinx's builders: "html", or "coverage", which writes down what is not documented.

    Raises:
        SystemExit: If Sphinx is missing, or has something to say: no warning is let through.
    """
    missing = [package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None]
    if missing:
        raise SystemExit(f"The docs need {', '.join(missing)}: python -m pip install -e '.[site]'")
    sys.path.insert(0, str(ROOT))  # the package of this folder, installed or not
    from docs_gallery import write_gallery
    from docs_sources import gather_sources
    from docs_tables import write_tables

    began = time.perf_counter()
    sources, extra = WORK / "sources", WORK / "extra"
    gather_sources(sources)
    write_tables(sources / "_generated", extra)
    write_gallery(sources / "_generated", extra / "gallery")
    command = [sys.executable, "-m", "sphinx", "-b", builder, "-W", "--keep-going", "-q", "-j", "auto"]
    command += ["-c", str(ROOT / "docs"), "-d", str(WORK / "doctrees"), str(sources), str(out)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "MICROGRADVIZ_DOCS_EXTRA": str(extra)})
    if done.returncode:
        raise SystemExit(f"The docs were not built: Sphinx ended with {done.returncode}, for the reasons above.")
    print(f"docs: {out} in {time.perf_counter() - began:.1f} s", file=sys.stderr)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="the folder (build/site)")
    parser.add_argument("--builder", default="html", help="Sphinx's builder: html, or coverage")
    options = parser.parse_args()
    build(options.out.resolve(), builder=options.builder)


if __name__ == "__main__":
    main()
