"""Where the text of each file of probes is: what a sandbox is sent, and what a probe can say."""

from pathlib import Path

from . import probes

PROBE_FILES = {path.stem: path for path in sorted(Path(probes.__file__).parent.glob("[a-z]*.py"))}
