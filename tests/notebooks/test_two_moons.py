"""Lessons 13 to 13c: what they offer to be changed can be changed."""

import random
from typing import Any

import numpy as np
import pytest
from kit.learner_notebook import Notebook
from kit.lesson_files import read_lesson, text_of

from microgradviz import mine, read_table


def lesson_up_to(number: str, *ids: str, **names: Any) -> Notebook:
    """A notebook in which these cells of a lesson have run."""
    cells = {cell["id"]: text_of(cell) for cell in read_lesson(number).code_cells}
    notebook = Notebook(mine=mine, random=random, **names)
    for cell in ids:
        notebook.run(cells[cell])
    return notebook


@pytest.mark.parametrize(("number", "cell"), [("13", "scorer"), ("13b", "network"), ("13c", "model")])
def test_a_scorer_may_have_one_hidden_neuron(number: str, cell: str) -> None:
    notebook = lesson_up_to(number, cell, Value=mine(), Layer=mine("Layer"))
    sizes = (2, 1) if number == "13c" else (1,)
    model = notebook.names["Scorer"](*sizes)
    assert model([1.0, -1.0]).data == 0
    assert len(model.parameters()) == 5


def test_a_project_trains_on_fewer_rows_than_a_minibatch_has() -> None:
    names = {"table": read_table("planets"), "train": np.arange(7), "scale": lambda row: row, "losses": []}
    notebook = lesson_up_to("13c", "model", "answer", "learn", Value=mine(), Layer=mine("Layer"), **names)
    notebook.run("model = Scorer(1, width=1)\nlearn(model, steps=1, rate=0.01)")
    assert notebook.names["losses"] == [pytest.approx(1.0)]


def test_a_project_whose_loss_runs_away_stops_and_shows_it() -> None:
    table = read_table("triangles")
    names = {"table": table, "train": range(90), "scale": lambda row: [x - 5 for x in row], "losses": []}
    notebook = lesson_up_to("13c", "model", "answer", "learn", Value=mine(), Layer=mine("Layer"), **names)
    notebook.run("random.seed(2)\nmodel = Scorer(3, width=8)\nlearn(model, steps=400, rate=1)")
    assert notebook.names["losses"][-1] > 1e6
    assert len(notebook.names["losses"]) < 20
