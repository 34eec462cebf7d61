"""How many lines of code there are: those of Python in the package, and those of the page's JavaScript.

    python scripts/code_lines.py                     the package as it stands
    python scripts/code_lines.py 275f1c2             beside a commit, with the difference
    python scripts/code_lines.py ../other/tree       beside another folder that holds a package
    python scripts/code_lines.py 275f1c2 --folders   by folder

A line of code is one that holds more than a comment, a docstring or nothing. What is written for learners counts apart,
for it is text rather than code: `topics/`, `quizzes/` and `questions.py`. A line of more than 120 characters counts as
the lines that it would take at that width, for joining lines makes no less code; `as they stand` counts it as one.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from microgradviz.views.bundle import without_comments  # noqa: E402

PACKAGE = "microgradviz"
WIDTH = 120
FOR_LEARNERS = {"topics", "quizzes", "questions.py"}
KINDS = ("Python", "for learners", "JavaScript")
_NOTHING = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def python_lines(source: str) -> list[str]:
    """The lines of Python that hold code: no comment, no docstring, no blank.

    Example:
        >>> python_lines('"Says what."\\n\\nx = 1  # why\\ny = (\\n    2,\\n)\\n')
        ['x = 1  # why', 'y = (', '    2,', ')']
    """
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and type(first.value.value) is str:
                docstrings |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NOTHING:
            held |= set(range(token.start[0], token.end[0] + 1))
    lines = source.splitlines()
    return [lines[number - 1] for number in sorted(held - docstrings)]


def javascript_lines(source: str) -> list[str]:
    """The lines of JavaScript that hold code.

    Example:
        >>> javascript_lines("// no\\n\\nconst a = 1; // why\\n/* no\\n*/\\n")
        ['const a = 1;']
    """
    return [line for line in without_comments(source).splitlines() if line.strip()]


def width_in_lines(line: str) -> int:
    """How many lines of at most 120 characters a line is."""
    return -(-len(line) // WIDTH)


def counted(tree: Path) -> Counter[tuple[str, str, str]]:
    """The lines of a tree, by kind, folder, and whether they count by their width or as they stand."""
    found: Counter[tuple[str, str, str]] = Counter()
    for path in sorted((tree / PACKAGE).rglob("*")):
        inside = PurePosixPath(path.relative_to(tree / PACKAGE).as_posix())
        if path.suffix not in (".py", ".js") or "__pycache__" in inside.parts:
            continue
        read = python_lines if path.suffix == ".py" else javascript_lines
        kind = "JavaScript" if path.suffix == ".js" else "for learners" if FOR_LEARNERS & {*inside.parts} else "Python"
        for line in read(path.read_text(encoding="utf-8")):
            found[kind, inside.parent.as_posix(), "by width"] += width_in_lines(line)
            found[kind, inside.parent.as_posix(), "as they stand"] += 1
    return found


def tree_of(where: str) -> Counter[tuple[str, str, str]]:
    """The lines of a folder or of a commit."""
    if (Path(where) / PACKAGE).is_dir():
        return counted(Path(where))
    from tempfile import TemporaryDirectory

    run = subprocess.run(["git", "-C", str(ROOT), "archive", where, PACKAGE], capture_output=True)
    if run.returncode:
        raise SystemExit(f"against must be a commit or a folder that holds {PACKAGE}/ (got {where!r})")
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(run.stdout)) as archive:
            archive.extractall(folder, filter="data")
        return counted(Path(folder))


def table(now: Counter[tuple[str, str, str]], then: Counter[tuple[str, str, str]] | None, *, folders: bool) -> str:
    """The counts in words and columns."""

    def row(name: str, wanted: str, way: str, folder: str | None = None) -> str:
        sums = [
            sum(n for (kind, home, how), n in lines.items() if (kind, how) == (wanted, way) and folder in (None, home))
            for lines in ([now] if then is None else [now, then])
        ]
        change = f"{sums[1]:>10,}{sums[0] - sums[1]:>+10,}" if then is not None else ""
        return f"{name:<44}{sums[0]:>10,}{change}"

    rows = [f"{'lines of code':<44}{'now':>10}" + (f"{'then':>10}{'change':>10}" if then is not None else "")]
    for kind in KINDS:
        rows += [row(kind, kind, "by width"), row(f"  {kind}, as they stand", kind, "as they stand")]
        if folders:
            homes = {
                home for lines in ([now] if then is None else [now, then]) for found, home, _ in lines if found == kind
            }
            rows += [row(f"    {home}", kind, "by width", home) for home in sorted(homes)]
    return "\n".join(rows)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("against", nargs="?", help="a commit, or a folder that holds a package")
    parser.add_argument("--folders", action="store_true", help="each folder too")
    given = parser.parse_args()
    print(table(counted(ROOT), tree_of(given.against) if given.against else None, folders=given.folders))


if __name__ == "__main__":
    main()
