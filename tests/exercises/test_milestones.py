"""milestone, milestones, ledger: a learner's own loop on any engine, judged in a minute, without a traceback."""

import itertools
import json
import math
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from kit.learner_notebook import Notebook

import microgradviz
from microgradviz import keep, ledger, milestone, milestones, mine
from microgradviz.exercises import stages
from microgradviz.exercises.networks import NETWORK_TEXT
from microgradviz.exercises.own_engine import bridge, goals, loop_run, pages, storing

POINTS = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]]
XOR, AND = [-1.0, 1.0, 1.0, -1.0], [-1.0, -1.0, -1.0, 1.0]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", str(tmp_path))
    for where, name, new in ((storing, "_session", {}), (pages, "_session", {}), (bridge, "_last", [])):
        monkeypatch.setattr(where, name, new)
    return tmp_path


def learn(model: Any, labels: list[float] = XOR, rate: float = 0.5, steps: int = 200) -> Any:
    for _ in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in zip(POINTS, labels, strict=True)) * 0.25
        for p in model.parameters():
            p.grad = 0.0
        loss.backward()
        for p in model.parameters():
            p.data -= rate * p.grad
        yield loss


def network(*sizes: int) -> Any:
    random.seed(1)
    return mine("MLP")(2, [*sizes])


def test_xor_on_the_courses_engine_is_reached_framed_and_noted(folder: Path) -> None:
    model = network(4, 1)
    found = milestone("12", learn(model), model)
    assert found
    assert re.fullmatch(
        r"Milestone 12, XOR: 4 of 4 signs are right\. Last loss 0\.\d+ after 200 steps, [\d.]+ s, on \d{4}-\d\d-\d\d: "
        r"the course's engine\. Noted in my_milestones\.json\.",
        found.said,
    )
    assert found.reached
    svg = found.reached.page().svg
    assert "XOR, learned by a network" in svg
    assert svg.count("<circle") == 4
    assert json.loads((folder / "my_milestones.json").read_text())["milestones"][0]["lesson"] == "12"
    pages._session.clear()
    assert milestones().pages == [found.reached]
    assert milestones()._repr_html_().count("<img") == 1
    assert repr(ledger()) == repr(milestones())
    assert "<th>lesson</th><th>what</th><th>result</th><th>loss</th>" in ledger()._repr_html_()
    assert "<td>12</td><td>XOR</td><td>4 of 4 signs are right</td>" in ledger()._repr_html_()


@pytest.mark.parametrize("form", ["generator", "of nothing", "numbers"])
def test_a_loop_may_be_given_in_any_form(form: str) -> None:
    model = network(1)
    loop: Any = {
        "generator": learn(model, AND),
        "of nothing": lambda: learn(model, AND),
        "numbers": (loss.data for loss in learn(model, AND)),
    }[form]
    assert milestone("10", loop, model)


def test_a_gate_may_be_written_from_0_to_1() -> None:
    found = milestone("12", yields(0.5), lambda x: 0.5 - abs(x[0] + x[1] - 1))
    assert found.reached
    assert found.reached.dots == [[0.0, 0.0, -1.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, -1.0]]


def test_moons_are_judged_by_new_points() -> None:
    known = list(zip(*microgradviz.train.moons(100, seed=1), strict=True))

    def sign_of_the_nearest(x: list[float]) -> float:
        return min(known, key=lambda pair: math.dist(x, pair[0]))[1]

    found = milestone("13", yields(0.5), sign_of_the_nearest)
    assert found, found.said
    assert "of 200 new points are right" in found.said
    line = milestone("13", yields(0.5), lambda x: 0.25 - x[1])
    assert re.match(r"Not there yet after 1 step, with a loss of 0\.5: 1\d\d of 200 new points are right\.", line.said)


@pytest.fixture
def any_network_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(goals.GOALS, "12", goals.GOALS["12"]._replace(share=0.0))


@pytest.mark.usefixtures("any_network_will_do")
def test_whose_engine_it_was_is_told() -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run(stages.engine_source("08", frozenset({"exp", "log"})))
    notebook.run("Value = mine('08', Value)\nout = keep(Value)\nimport random\n")
    notebook.run(NETWORK_TEXT.replace("x[0] if len(x) == 1 else x", "(x[0] if len(x) == 1 else x)"))
    model = notebook.run("out = MLP(2, [4, 1])")
    assert "your own engine; lent by the course: exp, log. Noted" in milestone("12", yields(0.5), model).said
    whole = Notebook()
    whole.run(stages.engine_source("08") + "\n\n" + NETWORK_TEXT)
    model = whole.run("out = MLP(2, [4, 1])")
    assert ": your own engine. Noted" in milestone("12", yields(0.5), model).said
    ready = microgradviz.MLP(2, [4, 1], activation="tanh", output="tanh", seed=1)
    assert "built on microgradviz." in milestone("12", yields(0.5), ready).said


@pytest.mark.usefixtures("any_network_will_do")
def test_a_network_of_ones_own_on_the_courses_engine_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = Notebook(mine=mine, keep=keep)
    notebook.run("Value = mine()\nimport random\n")
    notebook.run(NETWORK_TEXT.replace("x[0] if len(x) == 1 else x", "(x[0] if len(x) == 1 else x)"))
    notebook.run("out = keep(Neuron, Layer, MLP)")
    capsys.readouterr()
    mine()
    model = mine("MLP")(2, [4, 1])
    assert capsys.readouterr().out.startswith("Value, as you kept it in my_engine.py: all of it is the course's.\n")
    said = milestone("12", yields(0.5), model).said
    assert ": your own network on the course's engine. Noted" in said


def test_an_engine_of_closures_in_lists_is_fast_enough() -> None:
    source = stages.engine_source("08").replace("self._prev = tuple(_prev)", "self._prev = list(_prev)")
    slow = source.replace("order, seen = [], set()", "order, seen = [], []").replace("seen.add(v)", "seen.append(v)")
    assert slow.count("seen.append") == 1
    notebook = Notebook()
    notebook.run(slow + "\n\n" + NETWORK_TEXT)
    random.seed(1)
    model = notebook.run("out = MLP(2, [4, 1])")
    assert milestone("12", learn(model), model)


# ---------------------------------------------------------------- what goes wrong


def without_yield(model: Any) -> None:
    for _ in learn(model, steps=2):
        pass


def yields(*what: Any) -> Any:
    return lambda: iter(what)


def raises() -> Any:
    yield 1.0
    raise ZeroDivisionError("division by zero")


@pytest.mark.parametrize(
    ("loop", "said"),
    [
        (
            lambda: without_yield(network(1)),
            "Your loop has no yield: write `yield loss` at the end of each step (it gave back None).",
        ),
        (yields(), "Your loop made no step: the for around `yield loss` has nothing to go through."),
        (yields(None), "yield must hand out the loss, a Value or a number: `yield loss` (got None)."),
        (yields("low"), "yield must hand out the loss, a Value or a number: `yield loss` (got 'low')."),
        (yields(float("nan")), "At step 1 the loss is nan: the numbers have run away. Try a smaller rate."),
        (yields(1.0, float("inf")), "At step 2 the loss is inf: the numbers have run away. Try a smaller rate."),
        (raises, "Your loop raised ZeroDivisionError at step 2, in the line `raise ZeroDivisionError("),
        (
            yields(0.5),
            "Not there yet after 1 step, with a loss of 0.5: 3 of 4 signs are right. Another start (random.seed",
        ),
        (lambda: 1 / 0, "Your loop raised ZeroDivisionError at step 1"),
    ],
)
def test_what_went_wrong_is_a_sentence(loop: Any, said: str, folder: Path) -> None:
    random.seed(2)
    model = mine("MLP")(2, [1])
    for p in model.parameters():
        p.data = 1.0
    found = milestone("12", loop, model)
    assert not found
    assert said in found.said
    assert "<p>" in found._repr_html_()
    assert not (folder / "my_milestones.json").exists()


def test_what_an_engine_lacks_is_told_with_the_line() -> None:
    notebook = Notebook()
    notebook.run(stages.engine_source("05") + "\n\n" + NETWORK_TEXT)
    model = notebook.run("out = MLP(2, [4, 1])")
    said = milestone("12", learn(model), model).said
    assert said.startswith("Your loop raised TypeError at step 1, in the line `loss = sum((model(x) - y) ** 2 for x")
    assert "unsupported operand type(s) for ** or pow(): 'Value' and 'int'" in said


def test_too_slow_a_loop_is_stopped_and_what_it_reached_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_run, "_SECONDS", 0.2)
    found = milestone("10", itertools.repeat(0.5), lambda x: x[0] + x[1] - 1)
    assert found
    assert re.match(r"It was stopped after 0\.2 seconds, at step \d+: a minute is all", found.said)

    def endless() -> Any:
        while True:
            pass
        yield

    assert milestone("10", endless, abs).said.endswith("does it reach its yield?")


def test_an_interrupt_is_no_traceback() -> None:
    def stopped() -> Any:
        yield 0.3
        raise KeyboardInterrupt

    found = milestone("12", stopped, network(4, 1))
    assert found.said.startswith("You stopped it after 1 step. Not there yet after 1 step")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (lambda x: "yes", "Your model must answer a point [x1, x2] with a Value or a number (got 'yes')."),
        (lambda x: 1 / 0, "Your model raised ZeroDivisionError"),
        (lambda x: float("nan"), "0 of 4 signs are right"),
        (lambda x: [x[0]], "2 of 4 signs are right"),
    ],
)
def test_a_model_may_be_anything(model: Any, said: str) -> None:
    assert said in milestone("12", yields(0.5), model).said


def test_what_is_no_lesson_loop_or_model_is_refused() -> None:
    with pytest.raises(ValueError, match=r"lesson must be one with a milestone, 10, 12, 13, 25, 28 \(got 12\)"):
        milestone(12, yields(1.0), abs)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="model must be what your loop trains"):
        milestone("12", yields(1.0), 3)
    with pytest.raises(TypeError, match="loop must be your function with yield loss in it"):
        milestone("12", [1.0], abs)


# ---------------------------------------------------------------- the file


def reached(**other: Any) -> dict[str, Any]:
    return {
        "lesson": "12", "what": "XOR", "how_well": "4 of 4 signs are right", "loss": 0.1, "steps": 3, "seconds": 0.2,
        "engine": "your own", "date": "2026-01-01", "curve": [3.0, 1.0, 0.1], "plane": ["08", "80"],
        "dots": [[0, 0, -1], [1, 1, 1]], **other,
    }  # fmt: skip


def put(folder: Path, *entries: Any) -> Path:
    file = folder / "my_milestones.json"
    file.write_text(json.dumps({"format": "microgradviz-milestones", "version": 1, "milestones": list(entries)}))
    return file


@pytest.mark.parametrize(
    "entry",
    [
        None, [], {}, {"lesson": "12"}, reached(extra=1), reached(loss="0"), reached(seconds=None), reached(curve=[]),
        reached(curve=[None]), reached(plane=["<b", "08"]), reached(date=5), reached(made=[5]),
        reached(dots=[[1, 2], [3, 4]]), reached(dots=[[1, 2, "<x"]] * 2), reached(lesson="99"),
    ],
)  # fmt: skip
def test_an_entry_that_is_none_of_ours_is_left_out(entry: Any, folder: Path) -> None:
    put(folder, reached(lesson="10"), entry)
    assert [one.lesson for one in milestones().pages] == ["10"]


def test_words_of_a_file_are_words(folder: Path) -> None:
    put(folder, reached(engine="<script>alert(1)</script>" * 20, what="a\u202e\x00b"))
    assert "<script" not in milestones().pages[0].engine[200:]
    assert "<script" not in ledger()._repr_html_()
    assert "<script" not in milestones().pages[0].page().svg
    assert "\x00" not in repr(milestones())


FOREIGN = {
    "empty": "",
    "cut off": "{",
    "very deep": "[" * 100_000,
    "a list": "[]",
    "another format": '{"format": "x"}',
    "very long": " " * 1_000_001,
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_none_of_ours_is_left_alone(text: str, folder: Path) -> None:
    file = folder / "my_milestones.json"
    file.write_text(text)
    found = milestone("10", yields(0.5), lambda x: x[0] + x[1] - 1)
    assert found
    assert "my_milestones.json is left alone, for it is no file of milestones" in found.said
    assert file.read_text() == text
    assert [one.lesson for one in milestones().pages] == ["10"]


def test_a_folder_that_cannot_be_written_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", str(folder / "gone"))
    found = milestone("10", yields(0.5), lambda x: x[0] + x[1] - 1)
    assert "It is kept in memory only (No such file or directory" in found.said
    assert len(milestones().pages) == 1
    monkeypatch.setenv("MICROGRADVIZ_ENGINES", "")
    assert "Noted in memory: milestones() shows it." in milestone("10", yields(0.5), lambda x: x[0] + x[1] - 1).said
    assert not list(folder.iterdir())


def test_the_newest_of_a_lesson_is_kept_and_others_stay(folder: Path) -> None:
    put(folder, reached(), reached(lesson="10", what="AND"))
    assert milestone("10", yields(0.25), lambda x: x[0] + x[1] - 1)
    pages._session.clear()
    assert [(one.lesson, one.loss) for one in milestones().pages] == [("10", 0.25), ("12", 0.1)]
    assert os.listdir(folder) == ["my_milestones.json"]


def counting_letters(back: int) -> Any:
    """A model that has counted what follows so many letters."""
    from microgradviz.gpt import LETTERS, first_names

    counts: dict[str, list[float]] = {}
    for k, name in enumerate(first_names()):
        for at, letter in enumerate(name + ".") if k % 10 else ():
            counts.setdefault(name[max(0, at - back) : at], [1.0] * 27)[LETTERS.index(letter)] += 1
    return lambda before: [math.log(n) for n in counts.get(before[len(before) - back :] if back else "", [1.0] * 27)]


def test_names_are_judged_by_names_that_are_held_out() -> None:
    found = milestone("25", yields(2.4), counting_letters(1))
    assert found.reached, found.said
    assert "the loss on 104 names that it has not seen is 2.3" in found.said
    assert len(found.reached.made) == 8
    assert found.reached.made[0] in found.reached.page().svg
    pages._session.clear()
    assert milestones().pages == [found.reached]
    assert "Below 2.3 is asked" in milestone("28", yields(2.4), counting_letters(1)).said
    none = milestone("25", yields(2.4), lambda before: [0.0] * 27)
    assert none.said.startswith(
        "Not there yet after 1 step, with a loss of 2.4: the loss on 104 names that it has not seen is 3.296"
    )


@pytest.mark.parametrize(
    ("model", "says"),
    [
        (lambda before: 0.5, "27 scores for the letters so far, model('') (got float)"),
        (lambda before: [0.0] * 26, "27 scores for the letters so far, model('') (got list of 26)"),
        (lambda before: ["a"] * 27, "A score after '' must be a Value or a number (got 'a')"),
        (lambda before: [math.inf] * 27, "A score after '' is no finite number"),
    ],
)
def test_a_model_of_names_that_gives_no_scores_is_told_what_to_give(model: Any, says: str) -> None:
    assert says in milestone("25", yields(2.4), model).said
