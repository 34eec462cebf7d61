"""What importing the package may load, each case in a fresh Python."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "microgradviz"
HEAVY = ["numpy", "torch", "matplotlib", "IPython", "ipywidgets", "anywidget", "graphviz", "traitlets"]


def fresh_python(code: str) -> str:
    """What the code prints in a Python of its own."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=PACKAGE.parent)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize(
    "statement",
    [
        "import microgradviz",
        "from microgradviz import Value",
        "from microgradviz.engine import Value; v = Value(2.0) * 3; v.backward()",
        "from microgradviz import plot_style",
        "from microgradviz.nn import MLP; MLP(2, [3, 1])([1.0, 2.0])",
    ],
)
def test_the_engine_needs_the_standard_library_alone(statement: str) -> None:
    loaded = fresh_python(f"{statement}\nimport sys\nprint(*sys.modules)").split()
    heavy = [name for name in HEAVY if name in loaded]
    assert not heavy, f"`{statement}` loads {', '.join(heavy)}"


def test_a_page_is_written_without_any_widget() -> None:
    code = "from microgradviz import Value, to_html; to_html(Value(2.0) * 3)\nimport sys\nprint(*sys.modules)"
    loaded = fresh_python(code).split()
    assert not {"anywidget", "ipywidgets", "IPython", "numpy"} & set(loaded)


def test_a_python_without_any_package_draws_a_page_and_a_picture() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        "from microgradviz import Value, gradcheck, to_html, to_svg, trace, worksheet\n"
        "f = (Value(2.0) * 3).tanh()\n"
        "assert to_html(f) and to_svg(f) and trace(f).to_json() and worksheet(f) and gradcheck(lambda x: x * x, [2.0])"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_every_public_name_can_be_imported() -> None:
    fresh_python(
        "import microgradviz\n"
        "assert set(microgradviz.__all__) <= set(dir(microgradviz))\n"
        "for name in microgradviz.__all__: getattr(microgradviz, name)"
    )


def test_a_wrong_name_is_an_attribute_error_that_names_it() -> None:
    fresh_python(
        "import microgradviz\n"
        "try: microgradviz.no_such_name\n"
        "except AttributeError as error: assert 'no_such_name' in str(error)\n"
        "else: raise SystemExit('no AttributeError')"
    )


def test_the_table_of_operations_rests_on_math_alone() -> None:
    allowed = {"ops": {"__future__", "functools", "math", ".ieee"}, "ieee": {"__future__", "math"}}
    for module, names in allowed.items():
        tree = ast.parse((PACKAGE / "engine" / f"{module}.py").read_text(encoding="utf-8"))
        found = set()
        for node in tree.body:
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                dots = "." * node.level
                found |= {dots + node.module} if node.module else {dots + alias.name for alias in node.names}
        assert found <= names, f"{module} imports {', '.join(sorted(found - names))}"
