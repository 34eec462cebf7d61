"""Imports only run downward, and never in a circle."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "microgradviz"

# The house, from the ground up. A module imports from its own floor or from a lower one; a package stands on
# one floor with everything in it. A new module gets a place here first.
FLOORS = [
    "ieee context order",
    "ops",
    "copying ufuncs",
    "engine formulas",
    "nn tracing callers faults reading text words verify presets losses optimizers datasets",
    "layout grouping parts ranking ordering polishing foreign watch observe functions microgpt torch_asked torch_graph "
    "torch_ops torch_trace",
    "sources train",
    "views compiled",
    "exercises gpt",
    "grading",
    "handing_out",
    "cli __main__",
]
FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names.split()}

MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path != PACKAGE / "__init__.py"  # the front door: it names everything and loads it on demand
}
FRONT_DOOR = "__init__"


def imports(module: str, path: Path, types: bool) -> set[str]:
    """The modules of the package that this one imports, anywhere in it; `types` adds type-only imports."""
    here = ["microgradviz", *module.split(".")]
    package = here if path.name == "__init__.py" else here[:-1]
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for block in [node for node in ast.walk(tree) if isinstance(node, ast.If) and not types]:
        if ast.unparse(block.test).endswith("TYPE_CHECKING"):
            block.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            targets = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        found |= {resolve(t) for t in targets if t.split(".")[0] == "microgradviz"}
    return found - {module}


def resolve(target: str) -> str:
    """The module that a dotted name lies in: `microgradviz.engine.Value` lies in `engine`."""
    parts = target.split(".")[1:]
    while parts and ".".join(parts) not in MODULES:
        parts.pop()
    return ".".join(parts) or FRONT_DOOR


IMPORTS = {module: imports(module, path, types=True) for module, path in MODULES.items()}
AT_RUN_TIME = {module: imports(module, path, types=False) for module, path in MODULES.items()}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_a_floor(module: str) -> None:
    top = module.split(".")[0]
    assert top in FLOOR_OF, f"{top} must have a place in FLOORS, in {__file__}; give it the lowest that fits"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_from_its_own_floor_or_below(module: str) -> None:
    floor = FLOOR_OF.get(module.split(".")[0], len(FLOORS))
    for imported in sorted(IMPORTS[module]):
        assert imported != FRONT_DOOR, f"{module} imports from microgradviz itself; name the module instead"
        above = FLOOR_OF.get(imported.split(".")[0], len(FLOORS)) > floor
        assert not above, f"{module} imports {imported}, which lies above it"


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter(AT_RUN_TIME).prepare()
    except CycleError as error:
        pytest.fail("these modules import each other in a circle: " + " <- ".join(error.args[1]))
