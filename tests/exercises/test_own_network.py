"""keep(Neuron, Layer, MLP) and mine("MLP"): a learner's network stands on their own engine, from lesson 11 on."""

import random
from pathlib import Path
from typing import Any

import pytest
from kit.learner_notebook import Notebook

import microgradviz
from microgradviz import keep, mine
from microgradviz.exercises import stages
from microgradviz.exercises.networks import LAYER, MLP, NETWORK, NETWORK_TEXT, NEURON
from microgradviz.exercises.own_engine import bridge, storing, trying

ENGINE = stages.engine_source("08")
POINTS = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", str(tmp_path))
    monkeypatch.setattr(storing, "_session", {})
    monkeypatch.setattr(bridge, "_last", [])
    monkeypatch.delenv("BINDER_SERVICE_HOST", raising=False)
    return tmp_path


def lesson(*cells: str, engine: str = ENGINE) -> Notebook:
    """Lesson 11 of somebody who has kept an engine and runs these cells."""
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run(f"{engine}\n\nout = keep(Value)")
    notebook.run("import random\n\nValue = mine()")
    for cell in cells:
        notebook.run(cell)
    return notebook


def trained(value: Any, mlp: Any) -> tuple[list[float], list[float]]:
    """Parameters and gradients after one step on XOR, from numbers that do not depend on the order of drawing."""
    model = mlp(2, [4, 4, 1])
    for k, p in enumerate(model.parameters()):
        p.data = ((7 * k) % 11 - 5) / 6
    for step in range(2):
        loss = sum((model(x) + x[0] * x[1]) ** 2 for x in POINTS) * 0.25
        for p in model.parameters():
            p.grad = 0.0
        loss.backward()
        for p in model.parameters():
            p.data -= 0.1 * p.grad * (step == 0)
    assert isinstance(loss, value)
    return [p.data for p in model.parameters()], [p.grad for p in model.parameters()]


def test_the_courses_network_trains_as_microgradviz_own_does() -> None:
    value = mine("08")
    ours = microgradviz.MLP

    def wide(nin: int, nouts: list[int]) -> Any:
        return ours(nin, nouts, activation="tanh", output="tanh")

    found, right = trained(value, mine("MLP")), trained(microgradviz.Value, wide)
    assert len(found[0]) == 37
    for mine_, theirs in zip(found, right, strict=True):
        assert mine_ == pytest.approx(theirs, abs=1e-12)


def test_a_network_is_kept_below_the_engine_which_stays_what_it_was(folder: Path) -> None:
    lesson()
    before = (folder / "my_engine.py").read_text()
    notebook = lesson(NEURON, LAYER, MLP)
    said = notebook.run("out = keep(Neuron, Layer, MLP)")
    after = (folder / "my_engine.py").read_text()
    assert said
    assert repr(said).startswith("Kept in my_engine.py: Neuron, Layer, MLP, below the Value that they are built on.")
    head, value = before.split("\n\nimport math\n")
    assert after.startswith(f"{head}\n\nimport math\nimport random\n{value.rstrip()}\n\n\nclass Neuron:\n")
    assert (
        after.index("class Value")
        < after.index("class Neuron")
        < after.index("class Layer")
        < after.index("\nclass MLP")
    )
    assert next((folder / "my_engine_before").iterdir()).read_text() == before


def test_a_kept_network_trains_on_the_class_that_mine_gave(capsys: pytest.CaptureFixture[str]) -> None:
    lesson(NEURON, LAYER, MLP).run("out = keep(Neuron, Layer, MLP)")
    right = trained(mine("08"), mine("MLP"))
    capsys.readouterr()
    value, mlp = mine(), mine("MLP")
    assert capsys.readouterr().out == (
        "Value, as you kept it in my_engine.py: all of it is yours.\n"
        "MLP, as you kept it in my_engine.py: all of it is yours.\n"
    )
    assert trained(value, mlp) == right
    assert isinstance(mine("Neuron")(2).b, value)
    assert isinstance(mine("Layer")(2, 3).neurons[0].w[0], value)


def test_what_is_done_to_one_engine_does_not_reach_the_next() -> None:
    lesson()
    value, suspect = mine("08"), mine("08")
    suspect.tanh = lambda self: self
    assert value(0.5).tanh().data < 0.5
    assert mine("08")(0.5).tanh().data < 0.5


def test_nothing_kept_gives_the_courses_network(capsys: pytest.CaptureFixture[str]) -> None:
    value, mlp = mine(), mine("MLP")
    assert isinstance(mlp(2, [3, 1])([1.0, 2.0]), value)
    assert capsys.readouterr().out.endswith("MLP: the course's own; once yours is kept, mine brings yours.\n")
    lesson()
    mine("Layer")
    assert capsys.readouterr().out.endswith("Layer: the course's own; no network of yours is kept yet.\n")


STUB = """\
class Neuron:
    def __init__(self, nin):
        self.w, self.b = [], Value(0.0)

    def __call__(self, x):
        return self.b
"""


@pytest.mark.parametrize(
    ("cells", "name", "said"),
    [
        ([NEURON], "Neuron", "Neuron: all of it is yours."),
        ([STUB], "Neuron", "__init__ (yours makes another number of neurons or weights), __call__ "),
        ([NEURON.partition("    def parameters")[0]], "Neuron", "yours: __init__, __call__; the course's until yours"),
        ([NEURON, LAYER.replace("[n(x) for n in self.neurons]", "self.neurons[0](x)")], "Layer", "must give a list"),
        ([NEURON, LAYER, MLP.replace(" if len(x) == 1 else x", "")], "MLP", "gives another output|must give a list"),
        ([NEURON, LAYER, MLP.replace("x[0] if len(x) == 1 else x", "x")], "MLP", "x[0], where there is one)"),
        ([NEURON.replace("[*self.w, self.b]", "self.w")], "Neuron", "parameters (yours lists 3 where there are 4)"),
        ([NEURON.replace("wi * xi", "wi + xi")], "Neuron", "__call__ (yours gives another output than it should)"),
        ([NEURON.replace("z.tanh()", "Value(z.tanh().data)")], "Neuron", "passes other gradients to its weights"),
        ([NEURON.replace("random.uniform(-1, 1)", "0.5")], "Neuron", "yours begins with equal weights"),
        ([NEURON.replace("for _ in range(nin)]", "] * nin")], "Neuron", "yours has one Value in two places"),
        ([NEURON.replace("z.tanh()", "z.tanhh()")], "Neuron", "yours raises AttributeError"),
        ([NEURON.replace("        z = ", "        while True: 1\n        z = ")], "Neuron", "takes longer than 0.2"),
        (["class MLP:\n    pass"], "MLP", "the course's until yours is right: __init__, __call__, parameters."),
    ],
)  # fmt: skip
def test_a_live_class_is_completed_and_the_culprit_named(
    cells: list[str], name: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "_SECONDS", 0.2 if "while True" in cells[0] else 2.0)
    notebook = lesson(*cells)
    random.seed(3)
    following = [random.random(), random.seed(3)][0]
    notebook.run(f"out = mine({name!r}, {name})")
    told = capsys.readouterr().out.splitlines()[-1]
    assert any(part in told for part in said.split("|")), told
    assert random.random() == following
    sizes = {"Neuron": (2,), "Layer": (2, 1), "MLP": (2, [4, 4, 1])}[name]
    made = notebook.names[name](*sizes)
    assert notebook.names["out"] is notebook.names[name]
    assert len(made.parameters()) == {"Neuron": 3, "Layer": 3, "MLP": 37}[name]
    assert isinstance(made.parameters()[0], notebook.names["Value"])
    out = made([1.0, -1.0])
    (out[0] if isinstance(out, list) else out).backward()


def test_right_networks_in_other_styles_are_the_learners(capsys: pytest.CaptureFixture[str]) -> None:
    neuron = """\
from typing import List

class Neuron:
    def __init__(self, nin: int, scale=1.0) -> None:
        self.b = Value(0)
        self.w: List[Value] = []
        for i in range(nin):
            self.w.append(Value(random.uniform(-scale, scale)))

    def __call__(self, x: List[float]) -> Value:
        total = self.b
        for i in range(len(self.w)):
            total = total + self.w[i] * x[i]
        return total.tanh()
"""
    put_on = "def parameters(self):\n    return [self.b] + self.w\n\n\nNeuron.parameters = parameters\n"
    layer = LAYER.replace("[n(x) for n in self.neurons]", "list(map(lambda n: n(x), self.neurons))")
    notebook = lesson(neuron, put_on, layer, MLP.replace("[nin, *nouts]", "[nin] + list(nouts)"))
    for name in NETWORK:
        notebook.run(f"{name} = mine({name!r}, {name})")
        assert capsys.readouterr().out.endswith(f"{name}: all of it is yours.\n")
    assert notebook.run("out = keep(Neuron, Layer, MLP)")
    mine("MLP")
    assert capsys.readouterr().out.endswith("MLP, as you kept it in my_engine.py: all of it is yours.\n")


def test_what_the_course_lent_is_marked_and_named_later(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = lesson(NEURON, LAYER.partition("    def parameters")[0], MLP)
    notebook.run("Layer = mine('Layer', Layer)\nout = keep(Neuron, Layer, MLP)")
    assert "    def parameters(self):  # the course's\n" in (folder / "my_engine.py").read_text()
    assert len(mine("MLP")(2, [4, 4, 1]).parameters()) == 37
    assert capsys.readouterr().out.endswith("MLP, as you kept it in my_engine.py; the course's: Layer.parameters.\n")


def test_a_loan_never_takes_the_place_of_what_was_kept(folder: Path) -> None:
    lesson(NEURON, LAYER.replace("[p for", "[q for").replace("for p in", "for q in").replace("[q for", "[q for"), MLP)
    lesson(NEURON, LAYER, MLP).run("out = keep(Neuron, Layer, MLP)")
    notebook = lesson(NEURON, LAYER.partition("    def parameters")[0])
    said = repr(notebook.run("Layer = mine('Layer', Layer)\nout = keep(Layer)"))
    assert "Yours, as you kept them before, stay: Layer.parameters." in said
    text = (folder / "my_engine.py").read_text()
    assert "the course's" not in text
    assert "class MLP" in text


def test_a_new_engine_leaves_the_network_where_it_is(folder: Path) -> None:
    lesson(NEURON, LAYER, MLP).run("out = keep(Neuron, Layer, MLP)")
    lesson(engine=ENGINE.replace("self.grad = 0.0", "self.grad = 0.0 + 0.0"))
    text = (folder / "my_engine.py").read_text()
    assert "0.0 + 0.0" in text
    assert len(mine("MLP")(2, [4, 4, 1]).parameters()) == 37


@pytest.mark.parametrize(
    ("cells", "given", "said"),
    [
        ([NEURON.replace("wi * xi", "wi + xi")], "Neuron", "Not kept: Neuron: __call__ (yours gives another output"),
        (
            [NEURON.partition("    def par")[0]],
            "Neuron",
            "parameters (not written yet). To go on with the course's: Neuron",
        ),
        (["k = 2\n", NEURON.replace("wi * xi", "wi * xi * k / 2")], "Neuron", "uses k, a variable of this notebook"),
        (["class Other:\n    pass\n"], "Other", "Not kept: there must be a class Value."),
    ],
)
def test_what_is_not_right_is_not_kept(cells: list[str], given: str, said: str, folder: Path) -> None:
    notebook = lesson(*cells)
    before = (folder / "my_engine.py").read_text()
    kept = notebook.run(f"out = keep({given})")
    assert not kept
    assert said in repr(kept)
    assert (folder / "my_engine.py").read_text() == before


def test_a_network_without_a_kept_engine_brings_the_one_that_it_is_built_on(folder: Path) -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run("import random\n\nValue = mine()")
    notebook.run(NETWORK_TEXT)
    assert notebook.run("out = keep(Neuron, Layer, MLP)")
    assert "def __mul__(self, other):  # the course's" in (folder / "my_engine.py").read_text()
    other = Notebook(keep=keep, Value=microgradviz.Value)
    other.run(NETWORK_TEXT)
    (folder / "my_engine.py").unlink()
    storing._session.clear()
    assert "Neuron must be built on your own engine: run Value = mine()" in repr(other.run("out = keep(Neuron)"))


def test_a_class_of_the_library_is_never_changed() -> None:
    with pytest.raises(TypeError, match="cls must be your own MLP"):
        mine("MLP", microgradviz.MLP)
