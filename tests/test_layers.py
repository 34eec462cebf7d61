"""Imports run as the table says, never in a circle; and no test file imports another."""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import takewhile
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = Path(__file__).parents[1] / "microgradviz"

# The house: what each folder imports. A new arrow is a row edited here, seen in review; so is one that is gone.
OPEN_TO_ALL = {"lazy", "addresses", "browser", "installed", "missing_names", "shell"}
MAY_IMPORT = {
    "engine": "",
    "nn": "engine",
    "train": "engine",
    "tracing": "engine",
    "verify": "engine sources tracing",
    "sources": "engine tracing",
    "layout": "engine tracing",
    "views": "engine nn train tracing sources layout verify",
    "compiled": "engine tracing train",
    "exercises": "engine train tracing sources verify views gpt",
    "gpt": "engine nn train compiled",
    "grading": "exercises",
    "commands": "engine sources views exercises grading",
    "cli": "commands grading",
    "__main__": "cli",
}

MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path != PACKAGE / "__init__.py"  # the front door: it names everything and loads it on demand
}
FRONT_DOOR = "__init__"


def imports(module: str, path: Path) -> set[str]:
    """The modules of the package that this one imports, anywhere in it, for types only too."""
    here = ["microgradviz", *module.split(".")]
    package = here if path.name == "__init__.py" else here[:-1]
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
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


def named_imports(module: str, path: Path) -> Iterator[tuple[str, str]]:
    """The module and the name of everything imported by name, modules left out."""
    here = ["microgradviz", *module.split(".")]
    package = here if path.name == "__init__.py" else here[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[: len(package) - node.level + 1], *([node.module] if node.module else [])][1:]
            for alias in node.names:
                if ".".join([*base, alias.name]) not in MODULES and base:
                    yield ".".join(base), alias.name


def resolve(target: str) -> str:
    """The module that a dotted name lies in: `microgradviz.engine.Value` lies in `engine`."""
    parts = target.split(".")[1:]
    while parts and ".".join(parts) not in MODULES:
        parts.pop()
    return ".".join(parts) or FRONT_DOOR


IMPORTS = {module: imports(module, path) for module, path in MODULES.items()}


def departures(imported: Mapping[str, set[str]], table: Mapping[str, str]) -> list[str]:
    """Where what modules import is not what the table says, each with its culprit."""
    rows = {**{folder: "" for folder in OPEN_TO_ALL}, **table}
    wrong, used = [], {folder: set() for folder in rows}
    for module, found in imported.items():
        here = module.split(".")[0]
        if here not in rows:
            wrong.append(f"{module} has no row in MAY_IMPORT")
            continue
        for target in sorted(found):
            there = target.split(".")[0]
            used[here].add(there)
            if there == FRONT_DOOR:
                wrong.append(f"{module} imports from microgradviz itself; name the module instead")
            elif there not in {here, *OPEN_TO_ALL, *rows[here].split()}:
                wrong.append(f"{module} imports {target}, which the row of {here} in MAY_IMPORT does not grant")
    for folder, granted in rows.items():
        if not any(module.split(".")[0] == folder for module in imported):
            wrong.append(f"MAY_IMPORT has a row {folder}, which is no folder or file")
        wrong += [
            f"MAY_IMPORT grants {folder} {there}, which it does not import"
            for there in granted.split()
            if there not in used[folder]
        ]
    return wrong


def test_what_each_folder_imports_is_what_the_table_says() -> None:
    wrong = departures(IMPORTS, MAY_IMPORT)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "imported", "row", "said"),
    [
        ("train.loop", "engine", {}, ""),
        ("train.loop", "addresses", {}, ""),
        (
            "train.loop",
            "views.page",
            {},
            "train.loop imports views.page, which the row of train in MAY_IMPORT does not",
        ),
        ("lazy", "engine", {}, "lazy imports engine, which the row of lazy"),
        ("train.loop", "__init__", {}, "train.loop imports from microgradviz itself; name the module instead"),
        ("toys", "engine", {}, "toys has no row in MAY_IMPORT"),
        ("train.loop", "engine", {"toys": ""}, "MAY_IMPORT has a row toys, which is no folder or file"),
        ("train.loop", "engine", {"train": "engine views"}, "MAY_IMPORT grants train views, which it does not import"),
    ],
)
def test_a_planted_departure_is_named(module: str, imported: str, row: dict[str, str], said: str) -> None:
    planted = {**IMPORTS, module: IMPORTS.get(module, set()) | {imported}}
    found = departures(planted, MAY_IMPORT | row)
    assert found[0].startswith(said) if said else not found


def test_player_and_instruments_know_nothing_of_each_other() -> None:
    for here, there in (("views.player", "views.instruments"), ("views.instruments", "views.player")):
        assert not [m for m, found in IMPORTS.items() if m.startswith(here) and any(f.startswith(there) for f in found)]


def offered_modules(package: str) -> set[str]:
    """The files that a face offers as they are: `from . import context`."""
    path = MODULES.get(package)
    if path is None or path.name != "__init__.py":
        return set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1 and not node.module]
    return {alias.name for node in bare for alias in node.names}


def test_from_outside_a_folder_only_what_its_face_names_is_imported() -> None:
    reached = []
    for module, path in MODULES.items():
        here = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        for imported in sorted(IMPORTS[module]):
            there = imported.split(".")
            if there[-1] in offered_modules(".".join(there[:-1])):
                there.pop()
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
            if len(there) > shared + 1:
                reached.append(f"{module} imports {imported}: import it from {'.'.join(there[: shared + 1])}")
    assert not reached, "\n".join(reached)


def test_no_file_or_folder_is_named_like_something_that_its_face_offers() -> None:
    """Python sets a submodule as an attribute of its package: it would hide, or be hidden by, the function."""
    for module, path in MODULES.items():
        if path.name == "__init__.py":
            inside = {other.removeprefix(f"{module}.") for other in MODULES if other.startswith(f"{module}.")}
            package = importlib.import_module(f"microgradviz.{module}")
            hidden = {name for name in inside & set(dir(package)) if not isinstance(getattr(package, name), ModuleType)}
            assert not hidden, f"{module} offers {', '.join(hidden)}, which is the name of a file in it"


def test_no_two_names_that_folders_import_from_each_other_are_equal() -> None:
    """What one face passes on from another is the same thing, and does not count."""
    meant: dict[str, dict[int, str]] = {}
    for module, path in MODULES.items():
        for imported, name in named_imports(module, path):
            home = imported if MODULES[imported].name == "__init__.py" else imported.rpartition(".")[0]
            if not f"{module}.".startswith(f"{home}."):
                found = getattr(importlib.import_module(f"microgradviz.{imported}"), name)
                meant.setdefault(name, {}).setdefault(id(found), imported)
    twice = [f"{name}: {', '.join(places.values())}" for name, places in meant.items() if len(places) > 1]
    assert not twice, "\n".join(twice)


def test_no_modules_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter(IMPORTS).prepare()
    except CycleError as error:
        pytest.fail("these modules import each other in a circle: " + " <- ".join(error.args[1]))


def test_no_test_file_imports_another() -> None:
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        named = re.findall(r"^\s*(?:from|import) ([\w.]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        others = [name for name in named if name.split(".")[-1].startswith("test_") or name.split(".")[0] == "conftest"]
        assert not others, f"{path.name} imports {', '.join(others)}; what tests share stands in tests/kit"
