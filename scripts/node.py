"""Run Node.js: the machine's own, else the one inside the Playwright package.

The JavaScript tests need Node.js 20.19 or newer, which knows a module when it sees one, and nothing else.
Playwright, which the tests install anyway, carries one, so a machine with Python alone runs them too::

    python scripts/node.py --test tests/js/layout.test.js
"""

import re
import shutil
import subprocess
import sys

OLDEST = "20.19"


def numbers(version: str) -> list[int]:
    """The numbers of a version: [20, 19, 0] for v20.19.0."""
    return [int(number) for number in re.findall(r"\d+", version)]


def find_node() -> str | None:
    """The path of a Node.js that is new enough, or None."""
    on_path = shutil.which("node")
    if on_path:
        version = subprocess.run([on_path, "--version"], capture_output=True, text=True).stdout
        if numbers(version) >= numbers(OLDEST):
            return on_path
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        return None
    return str(compute_driver_executable()[0])


if __name__ == "__main__":
    node = find_node()
    if node is None:
        sys.exit(f"Node.js {OLDEST} or newer is not installed: pip install playwright")
    sys.exit(subprocess.run([node, *sys.argv[1:]]).returncode)
