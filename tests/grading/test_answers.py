"""Answers are found wherever learners leave them, and no file can do more than get a row that says why."""

import ast
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from kit.notebooks import (
    ACCIDENTS,
    CellData,
    answer_cell,
    check_cell,
    code_cell,
    markdown_cell,
    notebook_data,
    write_notebook,
)

from microgradviz.exercises.judge import marking
from microgradviz.exercises.programs import program_slice, statements
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading.answers import notebook as notebook_file, submission
from microgradviz.grading.answers.notebook_files import find_notebooks, path_text
from microgradviz.grading.answers.submission import FoundAnswer, Submission, read_submission

SOME = (
    *("numeric_slope", "partials_by_hand", "add_values", "reflected_sub", "slope_tanh", "topological_order", "neuron"),
    *("layer", "training_loop", "broken_sums", "broken_training", "broken_tanh"),
)
KINDS = ("slope_tanh", "add_values", "training_loop", "broken_sums")  # a function, a method, a loop, a class


def read(folder: Path, *cells: CellData) -> Submission:
    return read_submission(write_notebook(folder / "zoe.ipynb", *cells), folder)


def found(folder: Path, name: str, *cells: CellData) -> FoundAnswer:
    return read(folder, *cells).answers[name]


def earned(name: str, source: str) -> int:
    """What a text of our own earns."""
    exercise = EXERCISES[name]
    came = marking.run_answer(exercise, exercise.load(source), "seed")
    return sum(mark.earned for mark in marking.mark_rubric(exercise, "seed", came) if mark)


# ---------------------------------------------------------------- what befalls cells


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("accident", ACCIDENTS)
def test_an_answer_counts_whatever_befell_its_cell(tmp_path: Path, accident: str, name: str) -> None:
    cells = [cell for other in SOME for cell in (markdown_cell(f"### {other}"), answer_cell(other), check_cell(other))]
    at = 3 * SOME.index(name) + 1
    answers = read(tmp_path, *ACCIDENTS[accident](cells, at)).answers
    assert answers.keys() == set(SOME)
    assert not answers[name].fault
    assert earned(name, answers[name].source) == EXERCISES[name].points


def test_every_exercise_of_the_course_is_found_in_its_notebooks() -> None:
    folder = Path(__file__).parents[2] / "notebooks"
    names = [name for path, root in find_notebooks([folder]) for name in read_submission(path, root).answers]
    assert sorted(names) == sorted(EXERCISES)


def test_how_an_answer_was_found_is_said(tmp_path: Path) -> None:
    marked, bare = answer_cell("slope_mul"), code_cell(EXERCISES["slope_mul"].solution)
    assert found(tmp_path, "slope_mul", marked).how == "tag"
    assert found(tmp_path, "slope_mul", {**bare, "id": "exercise-slope-mul"}).how == "cell id"
    assert found(tmp_path, "slope_mul", bare).how == "name"


def test_of_several_cells_the_last_before_the_check_counts(tmp_path: Path) -> None:
    texts = [f"def slope_mul(x, y):\n    return {i}" for i in range(4)]
    first, second, last, after = (answer_cell("slope_mul", text) for text in texts)
    two = found(tmp_path, "slope_mul", first, second, check_cell("slope_mul"), last, check_cell("slope_mul"), after)
    assert "return 2" in two.source
    assert two.note == "4 cells hold an answer; the last one before its check counts."
    assert "return 3" in found(tmp_path, "slope_mul", first, after).source


def test_a_stub_that_nobody_touched_gives_way_to_an_answer(tmp_path: Path) -> None:
    stub, solved = answer_cell("slope_mul", EXERCISES["slope_mul"].stub), answer_cell("slope_mul")
    assert found(tmp_path, "slope_mul", stub).untouched
    assert not found(tmp_path, "slope_mul", solved).untouched
    for cells in ([stub, solved], [solved, stub], [stub, check_cell("slope_mul"), code_cell(solved["source"])]):
        assert earned("slope_mul", found(tmp_path, "slope_mul", *cells).source) == 3
    assert earned("slope_mul", found(tmp_path, "slope_mul", stub).source) == 0


def test_by_name_alone_each_check_sees_the_class_above_it(tmp_path: Path) -> None:
    names = ("broken_sums", "broken_order", "broken_memory")
    cells = [cell for name in names for cell in (code_cell(EXERCISES[name].solution), check_cell(name))]
    answers = read(tmp_path, *cells).answers
    assert [earned(name, answers[name].source) for name in names] == [EXERCISES[name].points for name in names]


def test_a_name_that_several_exercises_share_is_not_guessed_without_their_checks(tmp_path: Path) -> None:
    submission = read(
        tmp_path, code_cell(EXERCISES["broken_sums"].solution), code_cell(EXERCISES["slope_mul"].solution)
    )
    assert list(submission.answers) == ["slope_mul"]


def test_a_helper_in_another_answer_is_not_an_answer(tmp_path: Path) -> None:
    cell = answer_cell(
        "hinge", "def mse(a, b):\n    return 0\n\n\ndef hinge(scores, labels):\n    return mse(scores, labels)\n"
    )
    assert list(read(tmp_path, cell, check_cell("hinge")).answers) == ["hinge"]


@pytest.mark.parametrize(
    "cells",
    [
        [code_cell("def mine(x, y):\n    return y, x"), code_cell('check("slope_mul", mine)')],
        [code_cell('check("slope_mul", lambda x, y: (y, x))')],
        [answer_cell("slope_mul", "def mine(x, y):\n    return y, x"), code_cell('check("slope_mul", answer=mine)')],
        [answer_cell("slope_mul", "slope_mul = lambda x, y: (y, x)")],
        [
            answer_cell("slope_mul", "def slope_mul(x, y):\n    return y, x"),
            code_cell('check("slope_mul", z := slope_mul)'),
        ],
        [code_cell("def mine(x, y):\n    return y, x"), code_cell('check("slope_mul", answer=(a := (b := mine)))')],
        [code_cell("def mine(x, y):\n    return y, x"), code_cell('check("slope_mul", dict(x=(z := mine))["x"])')],
        [code_cell('check("slope_mul", slope_mul := lambda x, y: (y, x))')],
    ],
)
def test_an_answer_of_another_name_or_kind_is_what_check_was_given(tmp_path: Path, cells: list[CellData]) -> None:
    assert earned("slope_mul", found(tmp_path, "slope_mul", *cells).source) == 3


# ---------------------------------------------------------------- methods, in a lesson's notebook

METHODS = {
    "04": ("add_values", "mul_values", "negative", "reflected_sub"),
    "05": ("add_rule", "mul_rule", "tanh_rule", "hasty_product"),
}
CLASS = """\
class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"
"""


def lesson_cells(lesson: str, *answers: CellData) -> list[CellData]:
    """A lesson that grows a class: what stands around the answers is as in the course."""
    start = CLASS if lesson == "04" else 'Value = mine("04")'
    cells = [code_cell("from microgradviz import check, draw_dot, keep, mine, play, quiz"), code_cell(start)]
    for name, answer in zip(METHODS[lesson], answers, strict=True):
        cells += [code_cell("a, b = Value(2.0), Value(-3.0)\nplay(a)"), answer, check_cell(name)]
        cells += [code_cell(f'Value = mine("{lesson}", Value)'), code_cell("draw_dot(a + b)")]
    return [*cells, code_cell("keep(Value)")]


@pytest.mark.parametrize("lesson", METHODS)
def test_methods_are_marked_in_the_midst_of_a_growing_class(tmp_path: Path, lesson: str) -> None:
    names = METHODS[lesson]
    for text, full in ((lambda e: e.stub, False), (lambda e: e.solution, True)):
        cells = lesson_cells(lesson, *(answer_cell(name, text(EXERCISES[name])) for name in names))
        answers = read(tmp_path, *cells).answers
        assert list(answers) == list(names)
        assert [answers[name].fault for name in names] == [""] * len(names)
        points = [earned(name, answers[name].source) for name in names]
        assert points == [EXERCISES[name].points if full else 0 for name in names]
        assert not any("mine(" in answer.source or "class Value" in answer.source for answer in answers.values())


def test_a_method_may_rest_on_a_helper_and_never_spoils_the_class_of_another_answer(tmp_path: Path) -> None:
    helped = "def add(self, other):\n    return made(self, other)\n\n\nValue.__add__ = add\n"
    made = """\
def made(x, y):
    y = y if isinstance(y, Value) else Value(y)
    return Value(x.data + y.data, (x, y), "+")
"""
    cells = [code_cell(CLASS), code_cell(made), answer_cell("add_values", helped), check_cell("add_values")]
    wrong = answer_cell("mul_values", "def mul(self, other):\n    return 7\n\n\nValue.__mul__ = mul\n")
    answers = read(tmp_path, code_cell(EXERCISES["broken_sums"].solution), *cells, wrong, check_cell("mul_values"),
                   check_cell("broken_sums")).answers  # fmt: skip
    assert earned("add_values", answers["add_values"].source) == EXERCISES["add_values"].points
    assert earned("mul_values", answers["mul_values"].source) == 0
    assert "Value.__mul__" not in answers["broken_sums"].source


# ---------------------------------------------------------------- what comes along, and what stays behind


def value_in_pieces() -> list[CellData]:
    """A class whose second half is hung on by later cells."""
    whole = EXERCISES["broken_sums"].solution
    head, rest = whole.split("    def __mul__")
    mul, backward = rest.split("    def backward")
    return [
        answer_cell("broken_sums", f"{head}    def backward{backward}"),
        code_cell("def mul" + mul.replace("\n    ", "\n")),
        code_cell("Value.__mul__ = mul"),
        check_cell("broken_sums"),
    ]


def test_a_method_hung_onto_a_class_in_a_later_cell_comes_along(tmp_path: Path) -> None:
    source = found(tmp_path, "broken_sums", *value_in_pieces()).source
    assert earned("broken_sums", source) == EXERCISES["broken_sums"].points


BESIDE = (
    ("an import above", [code_cell("import math as m")], "m.tanh(x)"),
    ("a helper above", [code_cell("def square(x):\n    return x * x")], "square(t(x)) ** 0.5 * (1 if x > 0 else -1)"),
    ("a helper below", [], "helped(x)", [code_cell("def helped(x):\n    return math.tanh(x)")]),
    ("a constant", [code_cell("one = 1.0; two = 2.0")], "one * math.tanh(x)"),
    (
        "a list that grew",
        [code_cell("ones = []"), code_cell("for _ in range(3):\n    ones.append(1.0)")],
        "ones[2] * math.tanh(x)",
    ),
    ("a counter", [code_cell("one = 0"), code_cell("one += 1")], "one * math.tanh(x)"),
    ("a star import", [code_cell("from math import *")], "tanh(x)"),
    (
        "a guarded import",
        [code_cell("try:\n    import numba\nexcept ImportError:\n    numba = None")],
        "t(x) if not numba else 0",
    ),
    ("either way", [code_cell("if True:\n    one = 1.0\nelse:\n    one = 2.0")], "one * math.tanh(x)"),
    (
        "a decorator",
        [code_cell("def same(f):\n    return f"), code_cell("@same\ndef mine(x):\n    return math.tanh(x)")],
        "mine(x)",
    ),
    (
        "a default",
        [code_cell("one = 1.0"), code_cell("def mine(x, y=one):\n    return y * math.tanh(x)"), code_cell("one = 5")],
        "mine(x)",
    ),
    (
        "annotations of a later day",
        [
            code_cell("from __future__ import annotations"),
            code_cell("def mine(x: Unknown) -> Later:\n    return math.tanh(x)"),
        ],
        "mine(x)",
    ),
    ("a comprehension", [code_cell("k = 1.0"), code_cell("ones = [k for _ in range(3)]")], "ones[0] * math.tanh(x)"),
)


@pytest.mark.parametrize("case", BESIDE, ids=lambda case: case[0])
def test_what_an_answer_rests_on_comes_along(tmp_path: Path, case: tuple) -> None:
    _, above, expression, *below = case
    text = f"def slope_tanh(x):\n    return 1 - ({expression}) ** 2"
    cells = [
        code_cell("import math"),
        code_cell("def t(x):\n    return math.tanh(x)"),
        *above,
        answer_cell("slope_tanh", text),
    ]
    source = found(tmp_path, "slope_tanh", *cells, *(below[0] if below else []), check_cell("slope_tanh")).source
    assert earned("slope_tanh", source) == 3


STAYS = (
    "while True:\n    pass",
    "import time\ntime.sleep(1e9)",
    "raise SystemExit",
    "x = train_for_hours()",
    "def broken(:",
    "from __future__ import braces",
    "'\\ud800'",
    "import torch\nmodel = torch.nn.Linear(1, 1)",
    "for math in range(10**12):\n    pass\nimport math",
)


def test_nothing_else_in_the_notebook_costs_anything(tmp_path: Path) -> None:
    cells = [cell for text in STAYS for cell in (code_cell(text), answer_cell("slope_tanh"), check_cell("slope_tanh"))]
    source = found(tmp_path, "slope_tanh", *cells).source
    assert source == "import math\n" + EXERCISES["slope_tanh"].solution.split("\n\n\n")[1]


def test_what_only_shows_or_tries_something_in_the_cell_itself_stays_behind(tmp_path: Path) -> None:
    text = """\
from __future__ import annotations
import matplotlib.pyplot as plt
import microgradviz as mg
from microgradviz import Value, check, play
\"\"\"My answer.\"\"\"
def slope_mul(x, y):
    return y, x
print(slope_mul(1, 2))
assert slope_mul(1, 2) == (2, 1)
fig, ax = plt.subplots()
ax.plot([1, 2])
for x in range(3):
    plt.plot(slope_mul(x, x))
a = Value(2.0)
play(a * a)
mg.play(a)
slope_mul
slope_mul(1, 2)[0] if False else None
tried = [1, 2]
check("slope_mul", slope_mul)
"""
    source = found(tmp_path, "slope_mul", code_cell("import math"), answer_cell("slope_mul", text)).source
    kept = ["from __future__ import annotations", "def slope_mul(x, y):", "    return y, x"]
    assert source.splitlines() == [*kept, "slope_mul(1, 2)[0] if False else None", "tried = [1, 2]"]
    assert earned("slope_mul", source) == 3


def test_an_answer_that_may_import_the_package_imports_only_what_it_uses(tmp_path: Path) -> None:
    text = f"from microgradviz import MLP, check, play\n\n\n{EXERCISES['xor'].solution}"
    source = found(tmp_path, "xor", answer_cell("xor", text)).source
    assert "from microgradviz import MLP\n" in source


def test_an_answer_is_not_replaced_by_an_import_below_it(tmp_path: Path) -> None:
    cells = [answer_cell("broken_sums"), code_cell("from microgradviz import Value, play"), check_cell("broken_sums")]
    source = found(tmp_path, "broken_sums", *cells).source
    assert "microgradviz" not in source


# ---------------------------------------------------------------- answers that cannot run

DEEP = "The cell is not valid Python: it is nested too deeply, or holds letters that no program may hold."
FAULTS = (
    ("def slope_mul(x)\n    pass", "Line 1 of the cell is not valid Python (expected ':'): `def slope_mul(x)`."),
    ("", "The cell is empty."),
    ("x = 1", "No cell defines slope_mul."),
    ("slope_mul = " + "-" * 20_000 + "1", DEEP),
    ("slope_mul = '\0'", DEEP),
    ("slope_mul = " + "1" * 5_000, "Line 1 of the cell is not valid Python"),
    ("#" * 70_000, "Cell 1 is longer than 65,536 letters."),
    ("%a\n" * 30, "The cell holds more than 20 lines that are not Python."),
)


@pytest.mark.parametrize(("text", "sentence"), FAULTS, ids=range(len(FAULTS)))
def test_a_cell_that_cannot_run_costs_its_own_exercise_and_says_why(tmp_path: Path, text: str, sentence: str) -> None:
    answers = read(tmp_path, answer_cell("slope_mul", text), check_cell("slope_mul"), answer_cell("slope_tanh")).answers
    assert answers["slope_mul"].fault.startswith(sentence)
    assert not answers["slope_tanh"].fault
    assert earned("slope_tanh", answers["slope_tanh"].source) == 3


# The compiler copies what stands in a `finally` for every way out of it: 19 of them took 1.5 GB.
FINALLY = "".join(f"{' ' * i}try:\n{' ' * i} pass\n{' ' * i}finally:\n" for i in range(19)) + " " * 19 + "pass\n"
GREEDY = {
    "nested finally": [f"def slope_mul(x, y):\n{textwrap.indent(FINALLY, ' ')} return y, x\n"],
    "nested lambdas": ["f = " + "lambda: " * 2_000 + "0", "def slope_mul(x, y):\n    return y, x\n"],
    "statements on one line": ["x;" * 30_000 for _ in range(3)],
    "a statement a line": ["x\n" * 15_000 for _ in range(6)],
}
IN_300_MIB = """
import resource, sys
from pathlib import Path
from microgradviz.grading.answers import read_submission
small, *greedy = map(Path, sys.argv[1:])
read_submission(small, small.parent)
resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
for path in greedy:
    found = read_submission(path, path.parent)
    print(path.stem, found.reason, *(f"{name} {answer.fault}" for name, answer in found.answers.items()))
"""


def test_finding_answers_takes_little_memory_whatever_a_notebook_holds(tmp_path: Path) -> None:
    paths = [
        write_notebook(tmp_path / f"{name}.ipynb", *map(code_cell, texts))
        for name, texts in {"small": ["x = 1"], **GREEDY}.items()
    ]
    run = subprocess.run(
        [sys.executable, "-c", IN_300_MIB, *map(str, paths)], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    said = [line.strip() for line in run.stdout.splitlines()]
    finds = {"nested finally": " slope_mul", "nested lambdas": " slope_mul"}
    assert said == [f"{name} {finds.get(name, 'It holds no answer to any exercise.')}" for name in GREEDY]


def test_what_only_the_compiler_finds_is_found_in_the_box(tmp_path: Path) -> None:
    text = "def slope_mul(x, y):\n    return y, x\n\nreturn 3"
    assert not found(tmp_path, "slope_mul", answer_cell("slope_mul", text)).fault


def test_a_lone_surrogate_is_a_fault_of_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(
        json.dumps(notebook_data(answer_cell("slope_mul", "slope_mul = '\ud800'"), answer_cell("slope_tanh")))
    )
    answers = read_submission(path, tmp_path).answers
    assert answers["slope_mul"].fault
    assert not answers["slope_tanh"].fault


# ---------------------------------------------------------------- files that are not what they should be

GOOD = json.dumps(notebook_data(answer_cell("slope_mul")))
V3 = {"worksheets": [{"cells": [{"cell_type": "code", "input": "x = 1"}]}], "nbformat": 3, "nbformat_minor": 0}
ACCENT = json.dumps(notebook_data(code_cell("# é")), ensure_ascii=False)
NESTED = '{"nbformat": 4, "cells": [{"source": "", "outputs": ' + "[" * 30_000 + "]" * 30_000 + "}]}"
DAMAGED, NO = "It is not a notebook: its JSON is damaged.", "It is not a notebook: "
BAD: dict[str, tuple[str | bytes | dict, str]] = {
    "empty": ("", "It is empty."),
    "blank": (" \r\n ", "It is empty."),
    "not JSON": ("Hello", DAMAGED),
    "cut off": (GOOD[:-30], DAMAGED),
    "a conflict of versions": ("<<<<<<< HEAD\n" + GOOD, DAMAGED),
    "two notebooks": (GOOD * 2, DAMAGED),
    "a list": ("[1, 2]", NO + "it has no nbformat."),
    "a number": ("17", NO + "it has no nbformat."),
    "NUL": ("\0" * 100, DAMAGED),
    "UTF-16": (ACCENT.encode("utf-16"), "Its text is UTF-16, not UTF-8; save it as UTF-8."),
    "nested outputs": (NESTED, DAMAGED),
    "nested everywhere": ("[" * 1_000_000, DAMAGED),
    "unclosed cells": ('{"cells":' * 100_000, DAMAGED),
    "a trailing comma": ('{"nbformat": 4, "cells": [],}', DAMAGED),
    "a missing comma": ('{"nbformat": 4 "cells": []}', DAMAGED),
    "a missing value": ('{"nbformat": 4, "cells": }', DAMAGED),
    "a key without quotes": ("{nbformat: 4}", DAMAGED),
    "a key without a colon": ('{"nbformat" 4}', DAMAGED),
    "no nbformat": ({"cells": []}, NO + "it has no nbformat."),
    "nbformat true": (notebook_data(nbformat=True), NO + "it has no nbformat."),
    "huge nbformat": ('{"cells": [], "nbformat": ' + "4" * 9_999 + "}", DAMAGED),
    "no cells": ({"nbformat": 4}, NO + "it has no cells."),
    "cells of another kind": (notebook_data(cells={"a": 1}), NO + "it has no cells."),
    "a cell of another kind": (notebook_data(cells=[1]), NO + "cell 1 is not a cell."),
    "a cell without text": (notebook_data(cells=[{}]), NO + "cell 1 has no text."),
    "text of another kind": (notebook_data(cells=[{"source": [1]}]), NO + "cell 1 has no text."),
    "no answers": (notebook_data(code_cell("x = 1")), "It holds no answer to any exercise."),
    "no cell at all": (notebook_data(), "It holds no answer to any exercise."),
    "nbformat 3": (V3, "It is in an old format, nbformat 3; open it in Jupyter and save it again."),
    "nbformat 5": (notebook_data(nbformat=5), "Its format, nbformat 5, is not known here; save it as nbformat 4."),
    "zip": (b"PK\3\4rest", "It is a ZIP archive, not a notebook; unpack it first."),
    "latin-1": (ACCENT.encode("latin-1"), "Its text is not UTF-8; open it in Jupyter and save it again."),
    "many cells": (notebook_data(*[code_cell("")] * 5_001), "It has more than 5,000 cells."),
    "much code": (notebook_data(*[code_cell("#" * 50_000)] * 6), "Its code is longer than 200,000 letters."),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gets_one_sentence(tmp_path: Path, name: str) -> None:
    content, reason = BAD[name]
    path = tmp_path / "zoe.ipynb"
    text = json.dumps(content) if isinstance(content, dict) else content
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert read_submission(path, tmp_path) == Submission("zoe.ipynb", "zoe", {}, reason)


WINDOWS = json.dumps(notebook_data(answer_cell("slope_mul", "def slope_mul(x, y):\r\n    return y, x\r\n")), indent=1)
LINES = {**answer_cell("slope_mul"), "source": EXERCISES["slope_mul"].solution.splitlines(True)}


GOOD_TOO: dict[str, str | bytes] = {
    "Windows line ends": WINDOWS.replace("\n", "\r\n"),
    "a byte order mark": "\ufeff" + GOOD,
    "a list of lines": json.dumps(notebook_data(LINES)),
    "keys twice": GOOD.replace('"nbformat": 4', '"nbformat": 3, "nbformat": 4'),
    "no cell_type": GOOD.replace('"cell_type": "code"', '"cell_type": null'),
    "odd tags": GOOD.replace('"tags": [', '"tags": [1, null, {"a": []}, '),
    "odd metadata": json.dumps(notebook_data({**answer_cell("slope_mul"), "metadata": 7})),
}


@pytest.mark.parametrize("name", GOOD_TOO)
def test_an_odd_file_is_read_all_the_same(tmp_path: Path, name: str) -> None:
    path = tmp_path / "zoe.ipynb"
    text = GOOD_TOO[name]
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert earned("slope_mul", read_submission(path, tmp_path).answers["slope_mul"].source) == 3


def test_outputs_may_be_large_but_not_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_file, "LARGEST_FILE", 3_000_000)
    monkeypatch.setattr(notebook_file, "MOST_VALUES", 300_000)
    sizes = {"\\n" * 600_000: "", "\\n" * 1_600_000: "It is larger than 3 MB; clear its outputs and save it again."}
    for text, reason in sizes.items():
        (tmp_path / "a.ipynb").write_text(GOOD.replace("[]", f'["{text}"]'))
        assert read_submission(tmp_path / "a.ipynb", tmp_path).reason == reason
    (tmp_path / "a.ipynb").write_text(GOOD.replace("[]", f"[{'[],' * 200_000}[]]"))
    assert read_submission(tmp_path / "a.ipynb", tmp_path).reason.startswith("Its outputs are too intricate")


def test_what_is_not_a_file_gets_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    (folder / "folder.ipynb").mkdir(parents=True)
    outside = write_notebook(tmp_path / "secret.ipynb", answer_cell("slope_mul"))
    links = {"out": outside, "inside": folder / "good.ipynb", "nowhere": folder / "gone", "self": folder / "self.ipynb"}
    for name, target in {**links, "device": Path("/dev/zero")}.items():
        (folder / f"{name}.ipynb").symlink_to(target)
    write_notebook(folder / "good.ipynb", answer_cell("slope_mul"))
    os.mkfifo(folder / "pipe.ipynb")
    got = {path.stem: read_submission(path, root).reason for path, root in find_notebooks([folder])}
    assert got == {
        "device": "It is a link to a file outside the folder that is graded.",
        "folder": "It is a folder, not a notebook.",
        "good": "",
        "inside": "",
        "nowhere": "It is a link that leads nowhere.",
        "out": "It is a link to a file outside the folder that is graded.",
        "pipe": "It is not an ordinary file.",
        "self": "It is a link that leads nowhere.",
    }


CROWDS = {
    "calls that change much": [[f"def f():x{i}.a=1" for i in range(1500)], ["f()"] * 4500],
    "names that nobody gives": [["from math import *"] * 1500, [f"def f{i}():u{i}" for i in range(1500)]],
    "a chain": [["n0=1", *(f"n{i}=n{i - 1}" for i in range(1, 1500))]],
}


@pytest.mark.parametrize("name", CROWDS)
def test_a_notebook_that_rests_on_much_is_read_in_seconds(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "LONGEST_PROGRAMS", 100_000)
    cells = [code_cell("\n".join(lines[k : k + 1500])) for lines in CROWDS[name] for k in range(0, len(lines), 1500)]
    last = "def {}(x):\n    n1, f(), n1499, " + ", ".join(f"u{i}" for i in range(20))
    begin = process_time()
    answers = read(tmp_path, *cells, *(answer_cell(e.name, last.format(e.answer)) for e in EXERCISES.values())).answers
    assert process_time() - begin < 2
    assert len(answers) == len(EXERCISES)
    assert sum(len(answer.source) for answer in answers.values()) < 200_000


# ---------------------------------------------------------------- files and whose they are


def test_notebooks_are_found_in_order_and_once(tmp_path: Path) -> None:
    for name in ("b/x.ipynb", "a/x.IPYNB", "a/.ipynb_checkpoints/x.ipynb", ".git/y.ipynb", "a/notes.txt", "z.ipynb"):
        write_notebook(tmp_path / name, answer_cell("slope_mul"))
    got = find_notebooks([tmp_path / "z.ipynb", tmp_path, tmp_path / "b"])
    assert [path.relative_to(tmp_path).as_posix() for path, _ in got] == ["a/x.IPYNB", "b/x.ipynb", "z.ipynb"]


def test_what_is_hidden_or_linked_is_named(tmp_path: Path) -> None:
    class_folder, outside = tmp_path / "class", tmp_path / "outside"
    inside = (".ada.ipynb", ".bob/x.ipynb", "cy/.draft.ipynb", "cy/._x.ipynb", "cy/.ipynb_checkpoints/x.ipynb")
    for path in (*(f"class/{name}" for name in inside), "class/__MACOSX/y.ipynb", "outside/x.ipynb"):
        write_notebook(tmp_path / path, answer_cell("slope_mul"))
    (class_folder / "dan").symlink_to(outside)
    (class_folder / "cy" / "up").symlink_to(class_folder)
    got = {s.file: s.reason for s in (read_submission(*item) for item in find_notebooks([class_folder]))}
    hidden = "It is hidden: a name that begins with a dot. Give it another name."
    linked = "It is a link to a folder, which is not followed: hand in the files themselves."
    assert got == {
        ".ada.ipynb": hidden,
        ".bob/x.ipynb": hidden,
        "cy/.draft.ipynb": hidden,
        "cy/up": linked,
        "dan": linked,
    }


def test_folders_that_are_nested_without_end_get_a_row(tmp_path: Path) -> None:
    write_notebook(tmp_path / "zoe.ipynb", answer_cell("slope_mul"))
    (tmp_path / "/".join("a" * 300)).mkdir(parents=True)
    deep, zoe = (read_submission(*item) for item in find_notebooks([tmp_path]))
    assert (deep.learner, deep.reason, zoe.reason) == ("a", "It is a folder, not a notebook.", "")


@pytest.mark.parametrize(
    ("metadata", "newer"),
    [
        ({"language_info": {"name": "python", "version": "3.99.1"}}, "3.99"),
        ({"kernelspec": {"language_info": 1}, "language_info": {"version": "4.0.0rc1"}}, "4.0"),
        ({"language_info": {"version": "3.8.10"}}, ""),
        ({"language_info": {"version": 3.99}}, ""),
        ({"language_info": {"version": "9" * 5000}}, ""),
        ({"language_info": [["version"]]}, ""),
        ({"language_info": None}, ""),
        ([], ""),
    ],
)
def test_an_answer_in_newer_python_than_the_grader_s_is_told_so(tmp_path: Path, metadata: Any, newer: str) -> None:
    path = tmp_path / "zoe.ipynb"
    wrong = "def slope_mul(x, y):\n    return y, x if then"
    cells = notebook_data(answer_cell("slope_mul", wrong), answer_cell("slope_tanh"), metadata=metadata)
    path.write_text(json.dumps(cells))
    answers = read_submission(path, tmp_path).answers
    here = "{}.{}".format(*sys.version_info)
    said = f"The notebook ran with Python {newer}; answers are marked with Python {here}, which knows nothing newer."
    fault = answers["slope_mul"].fault
    assert fault.startswith(f"Line 2 of the cell is not valid Python{f' {here}' if newer else ''} (")
    assert fault.endswith(said) == bool(newer)
    assert (answers["slope_tanh"].fault, answers["slope_tanh"].note) == ("", said if newer else "")


def test_a_path_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"path must be a notebook or a folder .*, which does not exist"):
        find_notebooks([tmp_path / "nowhere"])


@pytest.mark.parametrize(
    ("file", "learner"),
    [("zoe.ipynb", "zoe"), ("zoe/exercises.ipynb", "zoe"), ("zoe/week 1/x.ipynb", "zoe"), ("x.y.IPYNB", "x.y")],
)
def test_a_learner_is_the_folder_or_the_file(tmp_path: Path, file: str, learner: str) -> None:
    path = write_notebook(tmp_path / file, answer_cell("slope_mul"))
    assert read_submission(path, tmp_path).learner == learner


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (b"Zo\xc3\xab.ipynb", "Zoë.ipynb"),
        (b"Zo\xeb.ipynb", "Zo\\xeb.ipynb"),
        (b"a\\b\n.ipynb", "a\\\\b\\n.ipynb"),
        (b"a\\b.ipynb", "a\\b.ipynb"),
        (b"\xe2\x80\xaecod.ipynb", "\\u202ecod.ipynb"),
    ],
)
def test_names_are_shown_so_that_every_report_can_hold_them(tmp_path: Path, name: bytes, text: str) -> None:
    assert path_text(Path(os.fsdecode(name))) == text
    path = tmp_path / os.fsdecode(name)
    path.write_text(GOOD)
    assert [read_submission(*item).file for item in find_notebooks([tmp_path])] == [text]


@pytest.mark.parametrize("given", ["*[f]", "f, *[1]", "**{'answer': f}", "(yield)", "-" * 900 + "1", "f" + ".x" * 900])
def test_whatever_check_is_given_a_notebook_is_read(tmp_path: Path, given: str) -> None:
    path = write_notebook(
        tmp_path / "a.ipynb",
        answer_cell("slope_mul", "def slope_mul(x, y): return y, x"),
        code_cell(f"check('slope_mul', {given})"),
    )
    assert "slope_mul" in read_submission(path, tmp_path).answers


def test_reading_takes_no_more_than_its_length_is_worth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = {"letters": 0, "units": 0}
    parsed, bound = statements.parse_python, program_slice._binding_units

    def counted(text: str) -> ast.Module:
        done["letters"] += len(text)
        return parsed(text)

    def passed(*asked: Any) -> set[int]:
        found = bound(*asked)
        done["units"] += len(found)
        return found

    monkeypatch.setattr(statements, "parse_python", counted)
    monkeypatch.setattr(program_slice, "_binding_units", passed)
    cells = [code_cell("def f():\n    pass"), *[code_cell("    x = 1")] * 2000, code_cell("if a: a = a\n" * 2000)]
    read(tmp_path, *cells, answer_cell("slope_mul", f"def slope_mul(x, y): return a\n{' ' * 60_000}$"))
    read(tmp_path, *cells, answer_cell("slope_mul", "def slope_mul(x, y): return a"))
    assert done["letters"] < 40 * sum(len(cell["source"]) for cell in cells)
    assert done["units"] <= 2 * 2000 + 2


def test_a_notebook_that_the_grader_stumbles_over_gets_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, "find_answers", lambda path: 1 // 0)
    path = write_notebook(tmp_path / "a.ipynb", code_cell("x = 1"))
    assert "stumbled over it (ZeroDivisionError" in read_submission(path, tmp_path).reason
