"""The page's own modules, run by Node.js: what they make of data that Python gives them."""

import json
import subprocess
from typing import Any

from microgradviz.views.bundle import HERE


def node_says(node: str, script: str, given: Any) -> Any:
    """What a module prints as JSON; it reads what is given from standard input, and our code is at `%(js)s`."""
    run = subprocess.run(
        [node, "--input-type=module", "-e", script % {"js": HERE.as_uri()}],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)
