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


def offers(source: str) -> dict[str, set[str]]:
    """The names that a lazy face offers: to type checkers, and on demand."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found["TYPE_CHECKING"] = {
                alias.asname or alias.name
                for part in node.body
                if isinstance(part, ast.ImportFrom)
                for alias in part.names
            }
        elif isinstance(node, ast.Assign):
            called = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "lazy_names"
            table = node.value.args[1] if called else node.value
            if isinstance(table, ast.Dict) and (called or ast.unparse(node.targets[0]) == "_OFFERED"):
                texts = ast.literal_eval(table).values()
                found["lazy_names"] = {name for text in texts for name in text.split()}
    return found


def told_apart(found: dict[str, set[str]]) -> list[str]:
    """The names that are in one of these lists and not in another."""
    every = set().union(*found.values())
    return [f"{name} is missing in {where}" for where, names in found.items() for name in sorted(every - names)]


@pytest.mark.parametrize("face", sorted(PACKAGE.rglob("__init__.py")), ids=lambda path: path.parent.name)
def test_a_lazy_face_lists_the_same_names_everywhere(face: Path) -> None:
    assert not told_apart(offers(face.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("name", "where"),
    [("        draw_dot as draw_dot,\n", "TYPE_CHECKING"), ('"draw_dot ', "lazy_names")],
)
def test_a_name_that_one_list_of_the_front_door_lacks_is_named(name: str, where: str) -> None:
    source = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    assert told_apart(offers(source)) == []
    without = source.replace(name, '"' if name.startswith('"draw_dot ') else "", 1)
    assert told_apart(offers(without)) == [f"draw_dot is missing in {where}"]


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
