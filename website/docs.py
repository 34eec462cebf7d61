"""The docs, which are the site's front page: Sphinx reads docs/, the lessons and the code.

python website/docs.py      builds them alone, into build/site
"""

import argparse
import os
import sys
import time
from pathlib import Path

from steps import BuildError, require, run, say

ROOT = Path(__file__).parents[1]
NEEDED = {"sphinx": "sphinx", "myst_nb": "myst-nb", "furo": "furo", "anywidget": "anywidget"}


def build(site: Path, cache: Path) -> None:
    """Build all pages into the site; what else lies there stays.

    Args:
        site: The folder of the site.
        cache: Where the sources are gathered, and what Sphinx has read is kept, so that only changes are read again.

    Raises:
        BuildError: If a package is missing, or Sphinx has anything to say: no warning is let through.
    """
    require(NEEDED)
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))  # the package of this folder, installed or not
    from docs_gallery import write_gallery
    from docs_sources import gather_sources
    from docs_tables import write_tables

    began = time.monotonic()
    sources, extra = cache / "docs" / "sources", cache / "docs" / "extra"
    gather_sources(sources)
    write_tables(sources / "_generated", extra)
    write_gallery(sources / "_generated", extra / "gallery")
    os.environ["MICROGRADVIZ_DOCS_EXTRA"] = str(extra)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto"]
    run([*command, "-c", str(ROOT / "docs"), "-d", str(cache / "docs" / "doctrees"), str(sources), str(site)], cwd=ROOT)
    say(f"docs in {time.monotonic() - began:.0f} s")


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the docs.")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where to (default: build/site)")
    arguments = parser.parse_args()
    try:
        build(arguments.out.resolve(), ROOT / "build" / "cache")
    except BuildError as error:
        print(f"docs.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
