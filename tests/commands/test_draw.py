"""`microgradviz draw`: pictures on the command line, and what it says to a slip."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from microgradviz import Trace, cli, to_html, to_svg

OURS = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[1])}  # the package that is tested
NEURON = ["tanh(x*w + b)", "x=2", "w=-3", "b=6.9"]


@pytest.fixture(autouse=True)
def in_an_empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def draw(*arguments: str) -> int:
    return cli.main(["draw", *arguments])


def complaint_of(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert draw(*arguments) == 1
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.startswith("microgradviz: ")
    return said.err


def test_an_expression_becomes_the_picture_that_python_draws(capfd: pytest.CaptureFixture[str]) -> None:
    assert draw(*NEURON, "-o", "f.svg") == 0
    assert capfd.readouterr().out == "Wrote f.svg\n"
    assert Path("f.svg").read_text(encoding="utf-8") == to_svg(NEURON[0], x=2, w=-3, b=6.9)


def test_without_a_file_the_picture_goes_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert draw(*NEURON) == 0
    assert capfdbinary.readouterr().out.decode() == to_svg(NEURON[0], x=2, w=-3, b=6.9) + "\n"


def test_a_picture_on_a_terminal_comes_with_how_to_have_it_in_a_file(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert draw(*NEURON) == 0
    assert capfd.readouterr().err == ""
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True, raising=False)
    assert draw(*NEURON) == 0
    assert "add -o f.svg" in capfd.readouterr().err


def test_the_ending_says_what_is_written() -> None:
    for name in ("f.html", "f.json", "f.dot", "f.gv", "F.SVG"):
        assert draw(*NEURON, "-o", name) == 0
    assert Path("f.html").read_text(encoding="utf-8") == to_html(NEURON[0], x=2, w=-3, b=6.9)
    assert Path("f.dot").read_text().startswith("digraph")
    assert Path("f.gv").read_text() == Path("f.dot").read_text()
    assert Path("F.SVG").read_text(encoding="utf-8").startswith("<svg")


def test_the_trace_has_the_gradients() -> None:
    draw(*NEURON, "-o", "f.json")
    found = Trace.from_json(Path("f.json").read_bytes())
    slope = 1 - math.tanh(2 * -3 + 6.9) ** 2
    grads = {node.label: node.grad for node in found.nodes if node.label}
    assert grads == pytest.approx({"x": -3 * slope, "w": 2 * slope, "b": slope})
    assert json.loads(Path("f.json").read_text())["version"]


def test_graphviz_writes_png_and_pdf(require_dot: str) -> None:
    assert draw("neuron", "-o", "f.png") == draw("neuron", "-o", "f.pdf") == 0
    assert Path("f.png").read_bytes().startswith(b"\x89PNG")
    assert Path("f.pdf").read_bytes().startswith(b"%PDF")


def test_without_graphviz_a_png_is_refused_with_what_to_do(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    said = complaint_of(capfd, "neuron", "-o", "f.png")
    assert "Graphviz" in said
    assert not Path("f.png").exists()


def test_a_step_and_a_picture_that_moves() -> None:
    draw(*NEURON, "--step", "2", "-o", "two.svg")
    draw(*NEURON, "--animate", "-o", "film.svg")
    draw(*NEURON, "--step", "2", "-o", "two.html")
    assert Path("two.svg").read_text(encoding="utf-8") == to_svg(NEURON[0], x=2, w=-3, b=6.9, step=2)
    assert "@keyframes" in Path("film.svg").read_text(encoding="utf-8")
    assert Path("two.html").read_text(encoding="utf-8") == to_html(NEURON[0], x=2, w=-3, b=6.9, step=2)


def test_a_preset_is_drawn_by_its_name_at_its_own_numbers_or_others() -> None:
    assert draw("neuron", "-o", "f.svg") == draw("neuron", "x1=1", "-o", "g.svg") == 0
    assert Path("f.svg").read_text(encoding="utf-8") == to_svg("neuron")
    assert Path("g.svg").read_text(encoding="utf-8") == to_svg("neuron", x1=1)


@pytest.mark.parametrize("number", ["1e-3", "-0.5", "−2", "+4", "nan", "inf", "-inf", "∞", " 3 "])
def test_every_way_to_write_a_number_is_understood(number: str) -> None:
    for name in ("f.svg", "f.html", "f.json", "f.dot"):
        assert draw("a * a", f"a={number}", "-o", name) == 0


def test_a_name_may_be_that_of_an_option_of_ours() -> None:
    assert draw("step * path + leaves", "step=1", "path=2", "leaves=3", "-o", "f.svg") == 0
    assert draw("step * path + leaves", "step=1", "path=2", "leaves=3", "-o", "f.html") == 0


BAD = {
    ("a + tahn(b)", "a=1", "b=2"): "did you mean tanh?\n    a + tahn(b)\n        ^",
    ("a * (b", "a=1", "b=2"): "text must be an expression",
    ("", "a=1"): "text must be an expression",
    ("__import__('os').system('touch x')",): "text must call functions by their names",
    ("nuron",): "did you mean 'neuron'?",
    ("neuron", "x3=1"): "every leaf must be one of the preset 'neuron', x1, x2, w1, w2, b (got 'x3')",
    ("tanh(x*w + b)",): "x must be given a number: add x=1; and so must w, b\n",
    ("a * b", "a=1"): "b must be given a number: add b=1\n    a * b\n        ^",
    ("a * b", "a=1", "b=2", "c=3"): "every leaf must be used by the text (got 'c'); it uses a, b",
    ("a * b", "a=1", "b=two"): "b must be a number, such as 2, -0.5 or 1e-3 (got 'two')",
    ("a * b", "a=1e400", "b=2"): "a must fit into a double, which ends at 1.8e308 (got 1e400); for ∞ give a=inf",
    ("a * b", "a=1", "b="): "b must be a number, such as 2, -0.5 or 1e-3 (got '')",
    ("a", "*", "b", "a=1"): "every number must be given as NAME=NUMBER, such as x=2 (got '*'); an expression with "
    "spaces stands in quotes",
    ("a * a", "=2"): "every number must be given as NAME=NUMBER",
    ("-a", "a=1"): 'an expression that begins with - stands in parentheses: "(-x * w)"',
    ("a * a", "a=1", "-o", "f.jpg"): "-o must end in .svg, .html, .json, .dot, .gv, .png, .pdf (got 'f.jpg')",
    ("a * a", "a=1", "-o", "f"): "-o must end in",
    ("a * a", "a=1", "-o", "no/f.svg"): "-o must be a file that can be written (got no/f.svg: no",
    ("a * a", "a=1", "-o", "f.svg", "--step", "99"): "step must be from 0 to",
    ("a * a", "a=1", "-o", "f.dot", "--step", "1"): "--step must come with .svg or .html (got .dot",
    ("a * a", "a=1", "-o", "f.html", "--animate"): "--animate must come with .svg (got .html)",
    ("a * a", "a=1", "--animate", "--step", "1"): "step must be left out with animate=True",
    ("+".join(["a"] * 6000), "a=1"): "text must have at most 10,000 characters",
}


@pytest.mark.parametrize("arguments", BAD, ids=lambda arguments: " ".join(arguments)[:40])
def test_a_slip_is_named_and_nothing_is_written(capfd: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert BAD[arguments] in complaint_of(capfd, *arguments)
    assert not list(Path().iterdir())


def test_a_slip_leaves_the_old_picture_and_a_good_expression_replaces_it(capfd: pytest.CaptureFixture[str]) -> None:
    draw("a * a", "a=1", "-o", "f.svg")
    old = Path("f.svg").read_bytes()
    capfd.readouterr()
    complaint_of(capfd, "a * b", "a=1", "-o", "f.svg")
    assert Path("f.svg").read_bytes() == old
    draw("a + a", "a=1", "-o", "f.svg")
    assert Path("f.svg").read_bytes() != old


def test_a_picture_needs_no_package_but_ours() -> None:
    code = (
        "import sys\nfrom microgradviz.cli import main\n"
        "main(['draw', 'a*a', 'a=2', '-o', 'f.svg'])\nprint(*sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=OURS)
    loaded = run.stdout.split()
    assert not {"graphviz", "anywidget", "ipywidgets", "numpy", "microgradviz.grading.command"} & set(loaded)


def test_a_preset_needs_no_numbers_and_the_help_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert draw("neuron", "-o", "neuron.svg") == 0
    with pytest.raises(SystemExit):
        draw("--help")
    assert "microgradviz draw neuron" in " ".join(capsys.readouterr().out.split())
