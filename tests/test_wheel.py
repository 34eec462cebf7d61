"""The wheel holds the package, whole, and the course; nothing else."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "microgradviz"
NOTEBOOKS = ROOT / "notebooks"


@pytest.fixture(scope="module", params=[["--wheel"], []], ids=["from the tree", "from the sdist"])
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the working tree, or of the sdist that is made of it; built offline by the installed hatchling."""
    pytest.importorskip("hatchling", reason="hatchling is not installed: pip install -e '.[dev]'")
    pytest.importorskip("build", reason="build is not installed: pip install -e '.[dev]'")
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", *request.param, "--no-isolation", "--outdir", str(out), str(ROOT)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return next(out.glob("*.whl"))


def test_the_wheel_holds_every_file_of_the_package_and_the_course(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("microgradviz/")}
    files = {p for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    course = {p.name for p in NOTEBOOKS.iterdir() if p.suffix in (".ipynb", ".md")}
    assert names == {p.relative_to(ROOT).as_posix() for p in files} | {f"microgradviz/course/{name}" for name in course}
    assert {"00_start_here.ipynb", "README.md", "glossary.md", "cheat_sheet.md"} <= course
    assert "microgradviz/py.typed" in names
    suffixes = {Path(name).suffix for name in names}
    assert {".py", ".js", ".css", ".json"} <= suffixes


def test_the_course_in_the_wheel_is_that_of_the_repository(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        for name in (n for n in packed.namelist() if n.startswith("microgradviz/course/")):
            assert packed.read(name) == (NOTEBOOKS / Path(name).name).read_bytes(), name


def test_the_wheel_holds_nothing_but_the_package_and_its_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"microgradviz"}
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_works_away_from_the_repository(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import microgradviz\n"
        f"assert microgradviz.__file__.startswith({str(tmp_path)!r})\n"
        "from microgradviz import Value, to_html\n"
        "a = Value(2.0, label='a'); b = a * a; b.backward(); assert a.grad == 4.0\n"
        f"to_html(b, {str(tmp_path / 'b.html')!r})\n"
        "from microgradviz.cli import main\n"
        "assert main(['lab', 'mine', '--copy-only']) == main(['draw', 'a*a', 'a=2', '-o', 'a.svg']) == 0\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    assert "a" in (tmp_path / "b.html").read_text(encoding="utf-8")
    assert (tmp_path / "mine" / "00_start_here.ipynb").exists()
