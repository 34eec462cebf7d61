"""keep and mine: the learner's own engine lives on, whatever they write and however their cells run."""

import importlib.util
import math
import os
import re
from contextlib import redirect_stdout
from datetime import date
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from kit.engine_styles import BUGS, STYLES, text
from kit.learner_notebook import Notebook
from kit.sweeps import sweep

import microgradviz
from microgradviz import keep, mine
from microgradviz.exercises import stages
from microgradviz.exercises.own_engine import bridge, storing, trying

CLASS = """\
class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op

    def __repr__(self):
        return f"Value(data={self.data})"
"""


def method(lesson: str, key: str) -> str:
    return stages.find_method(lesson, key).cell


def solved(stage: str) -> Notebook:
    """A notebook in which all methods up to a stage were written as the course would."""
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run(f"import math\n\n\n{CLASS}")
    for m in stages.METHODS:
        if m.lesson <= stage:
            notebook.run(m.cell)
    return notebook


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", str(tmp_path))
    monkeypatch.setattr(storing, "_session", {})
    monkeypatch.delenv("BINDER_SERVICE_HOST", raising=False)
    return tmp_path


# ---------------------------------------------------------------- keep


@pytest.mark.parametrize("stage", stages.STAGES)
def test_what_is_kept_is_a_class_that_runs_on_its_own_and_has_reached_its_stage(stage: str, folder: Path) -> None:
    notebook = solved(stage)
    said = notebook.run("out = keep(Value)")
    assert said
    assert repr(said) == f"Kept in my_engine.py: your engine as lesson {stage} leaves it."
    spec = importlib.util.spec_from_file_location("my_engine", folder / "my_engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert trying.reached_stage(module.Value) == stage
    assert "microgradviz" not in (folder / "my_engine.py").read_text()


def test_the_text_is_readable_and_names_what_it_needs(folder: Path) -> None:
    notebook = solved("07")
    notebook.run("import math as m\nfrom math import exp\nhalf = 0.5\n")
    notebook.run("def squash(x):\n    return m.tanh(x)\n")
    notebook.run(method("05", "tanh").replace("math.tanh(", "squash("))
    notebook.run("Value.double = lambda self: self * 2")
    notebook.run("Value.same = Value.double")
    notebook.run("out = keep(Value)")
    text = (folder / "my_engine.py").read_text()
    about = '"""My own engine, as keep(Value) read it: from my_engine import Value."""'
    assert text.startswith(f"{about}\n\nimport math as m\n\n\nclass Value:\n")
    assert "    def __mul__(self, other):\n" in text
    assert "    double = lambda self: self * 2\n" in text
    assert "    same = double\n" in text
    assert "\n\ndef squash(x):\n    return m.tanh(x)\n" in text
    assert "\n\ndef topological_order(root):\n" in text
    compile(text, "my_engine.py", "exec")


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("k = -1\ndef neg(self):\n    return self * k\nValue.__neg__ = neg", "uses k, a variable of this"),
        ("Value.__neg__ = 3\nValue.table = []", "Value.table must be a function (got list)"),
        ("def make(n):\n    k = -n\n    return lambda self: self * k\nValue.__neg__ = make(1)", "uses k"),
        ("def make(k):\n    return lambda self: self * k[0]\nValue.__neg__ = make([-1])", "holds a list"),
        ("class Value(Value):\n    pass", "must stand on its own, class Value: (yours builds on Value)"),
        ("class Value:\n    pass", "Not kept: __init__ (not written yet)."),
        ("def add(self, other):\n    while True:\n        pass\nValue.__add__ = add", "takes longer than"),
        ("def add(self, other):\n    raise SystemExit\nValue.__add__ = add", "yours raises SystemExit"),
    ],
    ids=["variable", "list", "around", "held", "subclass", "empty", "endless", "exit"],
)  # fmt: skip
def test_what_cannot_be_kept_is_told_in_a_sentence_and_nothing_is_written(
    cell: str, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "_SECONDS", 0.03 if "while True" in cell else 2.0)
    notebook = solved("04")
    notebook.run(cell)
    kept = notebook.run("out = keep(Value)")
    assert not kept
    assert said in repr(kept)
    assert not list(folder.iterdir())


@pytest.mark.parametrize("given", [3, None, "Value"])
def test_keep_needs_a_class(given: Any) -> None:
    with pytest.raises(TypeError, match=r"keep needs your class, as in keep\(Value\)"):
        keep(given)


def test_a_class_of_another_module_is_no_engine_of_the_learners() -> None:
    assert not keep(microgradviz.Value)


def test_a_later_engine_replaces_an_earlier_one_which_stays_beside_it(folder: Path) -> None:
    solved("04").run("out = keep(Value)")
    before = (folder / "my_engine.py").read_text()
    aside = f"my_engine_before/lesson_04_{date.today().isoformat()}.py"
    assert f"What you kept before is in {aside}." in repr(solved("05").run("out = keep(Value)"))
    assert (folder / aside).read_text() == before
    after = (folder / "my_engine.py").read_text()
    assert not solved("04").run("out = keep(Value)")
    assert (folder / "my_engine.py").read_text() == after


def test_where_nothing_can_be_written_the_text_is_shown_to_copy(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", str(folder / "file" / "below"))
    (folder / "file").write_text("no folder")
    kept = solved("04").run("out = keep(Value)")
    assert "in memory only" in repr(kept)
    assert "class Value:" in repr(kept)
    assert 'download="my_engine.py"' in kept._repr_html_()
    assert "all of it is yours" in said_by("04")


def test_on_binder_it_can_be_downloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BINDER_SERVICE_HOST", "x")
    assert 'download="my_engine.py"' in solved("04").run("out = keep(Value)")._repr_html_()


# ---------------------------------------------------------------- mine


def said_by(lesson: str | None = None) -> str:
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as out:
        mine(lesson)
    return out.getvalue()


@pytest.mark.parametrize("stage", stages.STAGES)
@pytest.mark.parametrize("kept", ["", *stages.STAGES])
def test_mine_is_the_engine_as_a_lesson_leaves_it_whatever_was_kept(stage: str, kept: str) -> None:
    if kept:
        solved(kept).run("out = keep(Value)")
    made = mine(stage)
    assert not trying.method_faults(made, stage)
    assert {key for key in vars(made) if key in {m.key for m in stages.METHODS}} <= set(stages.stage_methods(stage))


def test_without_a_lesson_it_is_the_latest_reached() -> None:
    assert trying.reached_stage(mine()) == "08"
    solved("05").run("out = keep(Value)")
    assert trying.reached_stage(mine()) == "05"


def test_a_kept_method_is_the_learners_own_in_the_next_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = solved("04")
    notebook.run("def neg(self):\n    return (-1) * self\nValue.__neg__ = neg")
    notebook.run("out = keep(Value)")
    made: Any = mine("04")
    assert capsys.readouterr().out == "Value, as you kept it in my_engine.py: all of it is yours.\n"
    assert vars(made)["__neg__"].__code__.co_consts == notebook.names["neg"].__code__.co_consts


def test_an_untouched_lesson_goes_on_with_the_courses_methods(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run(CLASS)
    notebook.run("def add(self, other):\n    '''The sum.'''\n\n\nValue.__add__ = add\n")
    notebook.run('before = Value\nValue = mine("04", Value)\nout = Value is before, (Value(2.0) + 1).data')
    assert notebook.names["out"] == (True, 3.0)
    said = capsys.readouterr().out
    assert said.startswith(
        "Value: yours: __init__, __repr__; the course's: __add__ (yours gives None; is there a return?)"
    )
    assert "until you write yours: __mul__, " in said


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ("self.grad += d_self * out.grad", "self.grad = d_self * out.grad"),
        ("other.data, self.data  #", "self.data, other.data  #"),
        ('(self, other), "*")', '(self,), "*")'),
        ("out._backward = _backward", "out._backward = _backward()"),
    ],
)
def test_a_method_that_is_wrong_is_replaced_alone(
    broken: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    notebook = solved("05")
    notebook.run(method("05", "__mul__").replace(broken, fault))
    notebook.run('Value = mine("05", Value)')
    said = "Value: yours: __init__, __add__, tanh and what you wrote before; the course's: __mul__ (yours "
    assert capsys.readouterr().out.startswith(said)
    assert not trying.method_faults(notebook.names["Value"], "05")
    notebook.run(method("05", "__mul__"))
    notebook.run('Value = mine("05", Value)')
    assert capsys.readouterr().out == "Value: all of it is yours.\n"


def test_a_method_of_an_earlier_lesson_is_not_rewritten_yet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    notebook = solved("04")
    notebook.run(method("05", "__add__"))
    notebook.run('Value = mine("05", Value)')
    said = (
        "Value: yours: __add__ and what you wrote before; the course's: __init__; "
        "the course's until you write yours: __mul__, tanh.\n"
    )
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("name", ["__ad__", "add"])
def test_a_method_under_a_wrong_name_is_pointed_out(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run(CLASS)
    notebook.run(method("04", "__add__").replace("Value.__add__ =", f"Value.{name} ="))
    notebook.run('Value = mine("04", Value)')
    said = f" Your add stands under the name {name}: write Value.__add__ = add below it.\n"
    assert capsys.readouterr().out.endswith(said)


def test_a_lesson_begun_again_says_why_newer_methods_are_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    notebook = solved("05")
    notebook.run("keep(Value)")
    mine("04")
    said = "the course's, for you have rewritten them since: __init__, __add__, __mul__.\n"
    assert capsys.readouterr().out.endswith(said)


def test_what_earlier_lessons_wrote_is_told_in_a_few_words(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run('import math\n\nValue = mine("05")')
    capsys.readouterr()
    notebook.run(method("05", "tanh"))
    notebook.run('Value = mine("05", Value)')
    assert capsys.readouterr().out == (
        "Value: yours: tanh; the course's: __init__; the course's until you write yours: __add__, __mul__; "
        "all else the course's.\n"
    )


def test_the_courses_methods_are_marked_in_what_is_kept_and_stay_the_courses(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run(CLASS)
    notebook.run(method("04", "__add__"))
    notebook.run('Value = mine("04", Value)\nout = keep(Value)')
    text = (folder / "my_engine.py").read_text()
    assert "    def __mul__(self, other):  # the course's\n" in text
    assert "    def __add__(self, other):\n" in text
    capsys.readouterr()
    mine("04")
    assert (
        "yours: __init__, __repr__, __add__; the course's: __radd__, __rmul__, __sub__; the course's until"
        in capsys.readouterr().out
    )


def test_a_class_that_is_defined_anew_is_completed_again() -> None:
    notebook = solved("07")
    notebook.run(CLASS)
    notebook.run('Value = mine("07", Value)\na = Value(3.0)\nout = a * a\nout.backward()')
    assert notebook.names["a"].grad == 6.0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("class Value(:", "it cannot be run on its own (SyntaxError"),
        ("x = 1", "there must be a class Value"),
        ("raise SystemExit", "it cannot be run on its own (SystemExit"),
        ("while True: pass", "it takes longer than"),
        (b"\xff\xfe\x00", "it cannot be read"),
    ],
)
def test_a_file_that_was_spoiled_is_left_alone_and_the_lesson_goes_on(
    text: Any, why: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "_SECONDS", 0.1)
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "my_engine.py").write_bytes(data)
    said = said_by("05")
    assert said.startswith("Value: the course's own engine of lesson 05; my_engine.py is left alone, for ")
    assert why in said
    assert (folder / "my_engine.py").read_bytes() == data


def test_in_a_notebook_no_line_is_broken_inside_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Value:
        """All of it is still to be written."""

    mine("08", Value)
    plain = capsys.readouterr().out
    del Value.__add__
    monkeypatch.setattr(bridge, "running_shell", lambda: SimpleNamespace(kernel=True))
    mine("08", Value)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 88 < len(plain)
    assert " ".join(lines) == plain.strip()


@pytest.mark.parametrize("lesson", ["03", "3b", 5, "five"])
def test_mine_says_which_lessons_there_are(lesson: Any) -> None:
    with pytest.raises(ValueError, match="lesson must be"):
        mine(lesson)


def test_nothing_is_written_where_no_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", "")
    monkeypatch.chdir(tmp_path)
    assert repr(solved("05").run("out = keep(Value)")) == "Kept in memory: your engine as lesson 05 leaves it."
    assert not os.listdir(tmp_path)
    assert said_by("05") == "Value, as you kept it: all of it is yours.\n"


# ---------------------------------------------------------------- nothing of the learner's is lost


def own_methods(folder: Path) -> set[str]:
    """The methods in my_engine.py that are not marked as the course's."""
    kept = folder / "my_engine.py"
    written = {*re.findall(r"(?m)^    def (\w+)\(.*:$", kept.read_text())} if kept.exists() else set()
    return written & {m.name for m in stages.METHODS}


def test_a_loan_never_takes_the_place_of_a_method_that_was_kept(folder: Path) -> None:
    solved("05").run("keep(Value)")
    before = (folder / "my_engine.py").read_text()
    notebook = Notebook(mine=mine, keep=keep)  # the next day: lesson 05 from its top, and no exercise is run again
    notebook.run('Value = mine("04")')
    notebook.run(f"{stages._INIT}    self._backward = lambda: None\n\n\nValue.__init__ = init")
    said = repr(notebook.run('Value = mine("05", Value)\nout = keep(Value)'))
    assert "Yours, as you kept them before, stay: __add__, __mul__, tanh." in said
    assert (folder / "my_engine.py").read_text() == before


def begin_anew(folder: Path) -> None:
    for path in folder.rglob("*.py"):
        path.unlink()
    storing._session.clear()


@sweep(few=15, many=200)
def test_no_kept_method_is_lost_in_any_order_of_restart_rerun_and_skip(examples: int, folder: Path) -> None:
    for order in range(examples):
        begin_anew(folder)
        keep_in_any_order(order, folder)


def keep_in_any_order(order: int, folder: Path) -> None:
    rng, notebook = Random(order), solved("04")
    for _ in range(12):
        lesson = rng.choice(stages.STAGES)
        act = rng.choice(["restart", "rerun", "mine", "keep", "keep"])
        owned, texts = own_methods(folder), {path.read_bytes() for path in folder.rglob("*.py")}
        if act == "restart":
            notebook = Notebook(mine=mine, keep=keep)
            notebook.run(f'import math\n\nValue = mine("{lesson}")')
        elif act == "rerun":
            for m in stages.METHODS:
                if m.lesson == lesson and rng.random() < 0.6:
                    notebook.run(m.cell)
        elif act == "mine":
            notebook.run(f'Value = mine("{lesson}", Value)')
        else:
            said = repr(notebook.run("out = keep(Value)"))
            now = {path.read_bytes() for path in folder.rglob("*.py")}
            assert texts <= now
            assert all(
                f"{key}" in said.partition("for yours are those of an earlier lesson: ")[2]
                for key in owned - own_methods(folder)
            )


def test_each_version_that_is_replaced_has_a_file_of_its_own(folder: Path) -> None:
    notebook = solved("04")
    for factor in ("-1", "(-1)", "-1.0"):
        notebook.run(f"def neg(self):\n    return self * {factor}\nValue.__neg__ = neg\nkeep(Value)\nkeep(Value)")
    today = date.today().isoformat()
    names = [path.name for path in sorted((folder / "my_engine_before").iterdir())]
    assert names == [f"lesson_04_{today}.py", f"lesson_04_{today}_2.py"]


# ---------------------------------------------------------------- many styles, and the method at fault


@sweep(few=3, many=len(BUGS))
@pytest.mark.parametrize("number", range(len(STYLES)), ids=STYLES)
def test_keep_and_mine_agree_on_an_engine_in_any_style_and_name_the_method_at_fault(
    number: int, examples: int, folder: Path
) -> None:
    for bug in ["", *[[*BUGS][(number + k) % len(BUGS)] for k in range(examples)]]:
        keep_and_mine_agree([*STYLES][number], bug)
        begin_anew(folder)


def keep_and_mine_agree(style: str, bug: str) -> None:
    notebook, (written, fault) = Notebook(mine=mine, keep=keep), text(style, bug)
    notebook.run(written)
    kept = repr(notebook.run("out = keep(Value)"))
    with redirect_stdout(StringIO()) as said:
        notebook.run('Value = mine("07", Value)\na = Value(3.0)\nb = a * a + a\nb.backward()\nout = a.grad')
    if bug:
        assert kept.count(f"{fault} (") == said.getvalue().count(f"{fault} (") == 1
        assert len(re.findall(r"\w \(yours ", kept)) == len(re.findall(r"\w \(yours ", said.getvalue())) == 1
    else:
        assert kept == "Kept in my_engine.py: your engine as lesson 07 leaves it."
        assert said.getvalue() == "Value: all of it is yours.\n"
    assert notebook.names["out"] == 7.0


@pytest.mark.parametrize("style", STYLES)
def test_what_is_kept_of_an_engine_in_any_style_runs_on_its_own(style: str, folder: Path) -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run(text(style)[0])
    notebook.run("keep(Value)")
    spec = importlib.util.spec_from_file_location("my_engine", folder / "my_engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    a = module.Value(0.5)
    b = 5 - a.tanh() * a
    b.backward()
    t = math.tanh(0.5)
    assert a.grad == pytest.approx(-(t + 0.5 * (1 - t * t)))


LATE = method("07", "topological_order")
EARLY = LATE.replace("            order.append(v)\n", "").replace(
    "seen.add(v)", "seen.add(v)\n            order.append(v)"
)


@pytest.mark.parametrize(
    ("cell", "named", "more"),
    [
        (
            method("05", "__mul__").replace("Value.__mul__", "Value.__add__"),
            "__add__ (that is your mul, which belongs under __mul__)",
            "",
        ),
        (
            EARLY,
            "backward (your topological_order gives it a wrong order)",
            'check("topological_order", topological_order) says more.',
        ),
        (
            method("05", "__add__").replace("+=", "="),
            "__add__ (yours throws away what a grad held before: += adds to it)",
            'check("add_rule", add) says more.',
        ),
    ],
    ids=["another's place", "wrong sort", "assigns"],
)
def test_the_culprit_is_named(cell: str, named: str, more: str, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = solved("07")
    notebook.run(cell)
    notebook.run('Value = mine("07", Value)')
    said = capsys.readouterr().out
    assert named in said
    assert said.endswith(f" {more}\n" if more else "\n")
    assert more or "says more" not in said


def test_an_engine_with_a_bug_is_not_called_that_of_an_earlier_lesson(folder: Path) -> None:
    solved("05").run("keep(Value)")
    notebook = solved("05")
    notebook.run(method("05", "__add__").replace("+=", "="))
    said = repr(notebook.run("out = keep(Value)"))
    assert said == (
        "Not kept: __add__ (yours throws away what a grad held before: += adds to it). "
        "What you kept of lesson 05 stays as it is."
    )
