"""The JavaScript that a page gets: joined from its modules, readable, and no larger than it may be."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from microgradviz.views import bundle as joining
from microgradviz.views.bundle import HERE, Bundle, bundle, without_comments

ROOT = Path(__file__).parents[2]
SOURCES = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("*.js"))
SHEETS = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("*.css"))
ENTRIES = ["player/index.js", *(name for name in SOURCES if re.fullmatch(r"instruments/\w+\.js", name))]
# What a module of each folder may import; entries, which stand for themselves, and the page may import anything.
MAY_IMPORT = {
    "core": "core",
    "kit": "core kit",
    "graph": "core kit graph",
    "player": "core graph kit player",
    "instruments": "core graph kit instruments",
}

# ---------------------------------------------------------------- the house


def imported(name: str) -> set[str]:
    """The folders that a module imports from, for types too."""
    text = (HERE / name).read_text(encoding="utf-8")
    files = [(HERE / name).parent / path for path in re.findall(r'(?:from |import\()"(\.[^"]*)"', text)]
    return {path.resolve().relative_to(HERE.resolve()).parts[0] for path in files}


def test_a_module_imports_only_what_its_folder_may() -> None:
    wrong = {}
    for name in SOURCES:
        folder, *inside = Path(name).parts
        is_entry = bool(inside) and "export default" in (HERE / name).read_text(encoding="utf-8")
        if inside and not (is_entry and folder == "instruments"):
            wrong[name] = imported(name) - set(MAY_IMPORT[folder].split())
    assert not [name for name, found in wrong.items() if found], wrong


def test_a_module_is_checked_for_its_types_and_has_one_idea() -> None:
    for name in SOURCES:
        lines = (HERE / name).read_text(encoding="utf-8").splitlines()
        assert lines[0] == "// @ts-check", name
        assert lines[1].startswith("// "), name
        assert [number for number, line in enumerate(lines, 1) if len(line) > 120] == [], name


def long_functions(node: str, files: list[Path], most: int) -> list[str]:
    """The functions of some modules that have more lines of code than that, those within them with names apart."""
    if not (ROOT / "node_modules" / "typescript").exists():
        pytest.skip("TypeScript is not installed: python scripts/node.py npm ci")
    given = json.dumps({"files": [str(path) for path in files], "most": most})
    script = [node, str(ROOT / "tests" / "kit" / "function_lines.mjs")]
    return subprocess.run(script, input=given, capture_output=True, text=True, check=True).stdout.splitlines()


def test_no_function_has_more_than_80_lines_of_code(require_node: str) -> None:
    assert long_functions(require_node, [HERE / name for name in SOURCES], 80) == []


def test_a_function_that_is_too_long_is_named_and_what_is_named_within_counts_apart(
    require_node: str, tmp_path: Path
) -> None:
    inner = "  const f = () => {\n" + "    g();\n" * 5 + "  };\n"
    (tmp_path / "a.js").write_text("// no\n/** a */\nfunction long() {\n" + inner + "\n  // no\n  h(`\n`);\n}\n")
    path = tmp_path / "a.js"
    assert long_functions(require_node, [path], 3) == [f"{path}:3 long (4)", f"{path}:4 f (7)"]
    assert long_functions(require_node, [path], 4) == [f"{path}:4 f (7)"]


def test_a_module_keeps_no_state_but_what_formulas_consist_of() -> None:
    """marimo runs the code once for all players of a page. `let` and `var` are refused; this could change too.

    A WeakMap may: what it holds belongs to an object of one player, and goes with it.
    """
    kept = r"^(?:export )?const .* = (?:new (?!RegExp\b|WeakMap\b)\w+|\[\]|\{\})"
    texts = {name: (HERE / name).read_text(encoding="utf-8") for name in SOURCES}
    assert [name for name, text in texts.items() if re.search(kept, text, re.MULTILINE)] == ["core/rules.js"]


@pytest.mark.slow  # `make test` has said it by then
def test_the_types_of_all_modules_hold(require_node: str) -> None:
    """What `make lint` says, for those who run the tests alone."""
    tsc = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    if not tsc.exists():
        pytest.skip("TypeScript is not installed: python scripts/node.py npm ci")
    run = subprocess.run([require_node, str(tsc), "--project", str(ROOT)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


FORBIDDEN = (
    *("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "DOMParser"),
    *("http:", "https:", "fetch(", "XMLHttpRequest", "@import", "url(", "javascript:", "createContextualFragment"),
)


def test_no_source_makes_markup_or_code_of_text_or_asks_the_network() -> None:
    for name in SOURCES + SHEETS:
        text = (HERE / name).read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert [word for word in FORBIDDEN if word in text] == [], name


def test_every_rule_of_a_widgets_style_sheet_lies_below_our_class() -> None:
    for name in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", (HERE / name).read_text(encoding="utf-8"), flags=re.DOTALL)
        for line in text.splitlines() if name != "page.css" else ():
            if "{" in line and not line.startswith(("  --", "  @keyframes", "@media")):
                assert all(".microgradviz" in one for one in line.split("{")[0].split(",")), (name, line)


# ---------------------------------------------------------------- what is joined


def size(made: Bundle) -> int:
    return sum(len(text.encode()) for text in made)


@pytest.mark.parametrize(
    ("entry", "most"),
    [
        ("player/index.js", 342_600),
        ("instruments/quiz.js", 50_000),
        ("instruments/slope.js", 78 * 1024),
        ("instruments/picture_quiz.js", 172 * 1024),
        ("instruments/order.js", 175 * 1024),
    ],
)
def test_a_page_gets_no_more_than_this(entry: str, most: int) -> None:
    assert size(bundle(entry)) <= most


def test_training_adds_no_more_than_this_to_the_player() -> None:
    assert size(bundle("instruments/training.js")) - size(bundle("player/index.js")) <= 140_100


def test_a_bundle_is_a_module_with_a_default_export_that_renders(require_node: str, tmp_path: Path) -> None:
    for k, entry in enumerate(ENTRIES):
        (tmp_path / f"{k}.mjs").write_text(bundle(entry).code, encoding="utf-8")
    script = "for (const k of process.argv.slice(1)) console.log(typeof (await import(`./${k}.mjs`)).default.render);"
    command = [require_node, "--input-type=module", "-e", script, *map(str, range(len(ENTRIES)))]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert run.stdout.split() == ["function"] * len(ENTRIES)


def test_a_bundle_imports_nothing_and_its_modules_hide_their_names() -> None:
    code = bundle("player/index.js").code
    assert not re.search(r"^import\b|\bimport\(", code, re.MULTILINE)
    outside = re.sub(r"^const [\w$]+ = \(\(\) => \{\n.*?^\}\)\(\);$", "", code, flags=re.MULTILINE | re.DOTALL)
    assert outside.split("//")[0].split() == ["export", "default", "player$index;"]


def test_the_exported_page_runs_and_exports_nothing() -> None:
    code, css = bundle("page.js", "player/index.js")
    assert not re.search(r"^export\b", code, re.MULTILINE)
    assert "const widget = player$index;" in code
    assert css.index(".microgradviz {") < css.index(".mv-card") < css.index(".mv-header") < css.index("body {")


def test_a_bundle_has_the_style_of_what_it_imports_and_no_other() -> None:
    css = bundle("instruments/quiz.js").css
    assert ".mv-quiz" in css
    assert ".mv-button" in css
    assert ".mv-card" not in css
    assert "/*" not in css


# ---------------------------------------------------------------- bad modules


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Modules of a test, in place of ours: `files(a='…', b='…')`."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "theme.css").write_text(".microgradviz { margin: 0; }\n")
    monkeypatch.setattr(joining, "HERE", tmp_path)
    joining.bundle.cache_clear()
    joining._read.cache_clear()

    def files(**texts: str) -> None:
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")

    yield files
    joining.bundle.cache_clear()
    joining._read.cache_clear()


A = 'import { b } from "./b.js";\nexport default b;\n'


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        (
            A,
            '\nimport { a } from "./a.js";\nexport const b = 1;',
            "imports must not run in a circle (got a.js → b.js → a.js)",
        ),
        (A, "\nexport let b = 1;", "b.js: a module must not change"),
        (A, "let n = 0;\nexport const b = 1;", "b.js: a module must not change"),
        (A, "const b = 1;\nexport { b };", "b.js: must be `import { names } from"),
        (A, 'export const b = 1;\nimport "./c.js";', "b.js: must be `import { names } from"),
        (A, "export const b = () => import('./c.js');", "b.js: must be `import { names } from"),
        (A, "export const [b] = [1];", "b.js: must be `import { names } from"),
    ],
)
def test_what_is_wrong_is_said_with_its_file(a: str, b: str, message: str, files: Callable[..., None]) -> None:
    files(a=a, b=b)
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        bundle("a.js")


def test_two_modules_may_use_one_name_and_a_third_both(files: Callable[..., None]) -> None:
    files(
        a='import { f, f as g } from "./b.js";\nimport {\n  f as h,\n} from "./c.js";\nconst f2 = 1;\n'
        "export default { f, g, h, f2 };\n",
        b="const secret = 1;\nexport function f() {\n  return secret;\n}\n",
        c="const secret = 2; // another\nexport class f {}\n",
    )
    assert bundle("a.js").code == (
        "const b = (() => {\nconst secret = 1;\nfunction f() {\n  return secret;\n}\n\nreturn { f };\n})();\n\n"
        "const c = (() => {\nconst secret = 2;\nclass f {}\n\nreturn { f };\n})();\n\n"
        "const a = (() => {\nconst { f, f: g } = b;\nconst { f: h } = c;\nconst f2 = 1;\n"
        "return { f, g, h, f2 };\n})();\n\nexport default a;\n\n//# sourceURL=microgradviz/a.js\n"
    )


# ---------------------------------------------------------------- comments


def test_a_line_of_comments_goes_and_indentation_stays() -> None:
    source = "/** a */\nfunction f() {\n  // b\n  return 1; // c\n}\n\n/**\n * d\n */\n\nfunction g(/** e */ x) {}\n"
    assert without_comments(source) == "function f() {\n  return 1;\n}\n\nfunction g(x) {}\n"


PRINT = """
import { readFileSync } from "node:fs";
const { default: ts } = await import(process.argv[1]);
const printed = (text) => {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(file).replace(/\\s+/g, " ");
};
const wrong = JSON.parse(readFileSync(0, "utf8")).filter(([a, b]) => printed(a) !== printed(b));
console.log(JSON.stringify(wrong));
"""


def test_without_its_comments_a_module_is_the_program_it_was(require_node: str) -> None:
    """TypeScript reads both, and prints the same."""
    library = ROOT / "node_modules" / "typescript" / "lib" / "typescript.js"
    if not library.exists():
        pytest.skip("TypeScript is not installed: python scripts/node.py npm ci")
    texts = [(HERE / name).read_text(encoding="utf-8") for name in SOURCES]
    pairs = [(text, without_comments(text)) for text in texts]
    run = subprocess.run(
        [require_node, "--input-type=module", "-e", PRINT, library.as_uri()],
        input=json.dumps(pairs), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(run.stdout) == []
