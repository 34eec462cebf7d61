"""Imports run as the table says, never in a circle; and no test file imports another."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "microgradviz"

# The house: what each folder may import. A new arrow is a row edited here, seen in review.
MAY_IMPORT = {
    "lazy": "",
    "engine": "lazy",
    "nn": "engine",
    "train": "engine",
    "tracing": "engine",
    "verify": "engine tracing",
    "sources": "engine tracing",
    "layout": "engine tracing",
    "views": "lazy engine tracing sources layout verify train",
    "compiled": "engine tracing sources train",
    "exercises": "lazy engine tracing sources verify views",
    "gpt": "engine nn train compiled",
    "grading": "exercises",
    "cli": "exercises grading",
    "__main__": "cli",
}

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
            targets = [
                alias.name for alias in node.names if alias.name != "microgradviz"
            ]  # for its place, not its names
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
def test_a_module_has_a_place_in_the_house(module: str) -> None:
    assert module.split(".")[0] in MAY_IMPORT, f"{module} must have a row in MAY_IMPORT, in {__file__}"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_the_table_allows(module: str) -> None:
    here = module.split(".")[0]
    allowed = {here, *MAY_IMPORT[here].split()}
    for imported in sorted(IMPORTS[module]):
        assert imported != FRONT_DOOR, f"{module} imports from microgradviz itself; name the module instead"
        assert imported.split(".")[0] in allowed, f"{module} imports {imported}, which the table does not allow"


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter(AT_RUN_TIME).prepare()
    except CycleError as error:
        pytest.fail("these modules import each other in a circle: " + " <- ".join(error.args[1]))


def test_no_test_file_imports_another() -> None:
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        named += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        others = [name for name in named if name.split(".")[-1].startswith("test_") or name.split(".")[0] == "conftest"]
        assert not others, f"{path.name} imports {', '.join(others)}; what tests share stands in tests/kit"
