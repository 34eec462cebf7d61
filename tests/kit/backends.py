"""The backends of compile, and which of them this machine has."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from microgradviz.compiled.backends import REQUIRED_PACKAGES

BACKENDS = [
    pytest.param(
        name,
        marks=[] if all(map(find_spec, needs)) else pytest.mark.skip(f"{name} needs pip install {' '.join(needs)}"),
    )
    for name, needs in REQUIRED_PACKAGES.items()
]


every_backend = pytest.mark.parametrize("backend", BACKENDS)


needs_llvmlite = pytest.mark.skipif(not find_spec("llvmlite"), reason="needs pip install llvmlite")


WIDE = 256  # samples, several blocks of machine code


def run_without_packages(code: str) -> str:
    """What a new Python prints that has neither NumPy nor llvmlite."""
    hide = "import sys\nsys.modules['numpy'] = sys.modules['llvmlite'] = None\n"
    run = subprocess.run([sys.executable, "-c", hide + code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout
