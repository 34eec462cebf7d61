"""matrices in Python: its numbers against NumPy and PyTorch, its contributions, its shapes and what it refuses."""

import random
from typing import Any

import pytest

from microgradviz import matrices
from microgradviz.tracing import Trace

_SHAPES = [  # rows, columns, samples (0: x is flat), b
    (2, 3, 0, "flat"), (2, 3, 4, "column"), (4, 4, 4, "column"), (1, 1, 0, "flat"), (1, 1, 1, "column"),
    (2, 3, 2, "flat"), (3, 2, 0, "column"), (3, 2, 1, "flat"), (4, 4, 4, "flat"), (1, 3, 4, "flat"),
]  # fmt: skip


def drawn(rows: int, columns: int, samples: int, b: str) -> dict[str, Any]:
    at = random.Random(repr((rows, columns, samples, b)))
    number = lambda: at.uniform(-3, 3)  # noqa: E731
    return {
        "W": [[number() for _ in range(columns)] for _ in range(rows)],
        "x": [[number() for _ in range(samples)] if samples else number() for _ in range(columns)],
        "b": [number() if b == "flat" else [number()] for _ in range(rows)],
    }


@pytest.mark.parametrize("shape", _SHAPES)
def test_every_number_and_gradient_is_that_of_torch(shape: tuple[Any, ...]) -> None:
    torch = pytest.importorskip("torch")
    given = drawn(*shape)
    W, x, b = (torch.tensor(given[name], dtype=torch.float64, requires_grad=True) for name in ("W", "x", "b"))
    y = W @ x + b
    arriving = torch.rand(y.shape, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    y.backward(arriving)
    made = matrices(**given, arriving=arriving)
    for key, tensor in (("W", W), ("x", x), ("b", b), ("y", y)):
        grad = arriving if key == "y" else tensor.grad
        table = made.tables[key]
        assert table["shape"] == str(tuple(tensor.shape))
        for name, expected in (("data", tensor), ("grad", grad)):
            shown = [cell[name] for row in table["cells"] for cell in row]
            values = [getattr(value, name) for row in made.values[key] for value in row]
            assert shown == values  # what is shown is what the scalar graph has
            assert shown == pytest.approx(expected.detach().flatten().tolist(), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("shape", _SHAPES)
def test_contributions_add_up_to_the_gradient_and_each_is_what_its_output_gives_in_the_player(
    shape: tuple[Any, ...],
) -> None:
    made = matrices(**drawn(*shape))
    graphs = [Trace.from_dict(player["trace"]) for row in made.plays for player in row]
    for key in "Wxb":
        for cell in (cell for row in made.tables[key]["cells"] for cell in row):
            shares = cell["shares"]
            assert [0.0, *(share["after"] for share in shares)][-1] == cell["grad"]
            assert all(share["before"] + share["amount"] == share["after"] for share in shares)
            alone = [
                graph.gradients()[i] for graph in graphs for i, label in graph.label.items() if label == cell["name"]
            ]
            assert sum(g or 0.0 for g in alone) == pytest.approx(cell["grad"], rel=1e-12, abs=1e-12)


def test_an_output_opens_with_nothing_to_blame() -> None:
    assert not [fault for row in matrices("batch").plays for player in row for fault in player["scene"]["faults"]]


def test_a_bias_that_is_stretched_gets_a_contribution_from_each_copy() -> None:
    b = matrices("batch").tables["b"]["cells"]
    assert [[share["through"] for share in row[0]["shares"]] for row in b] == [
        [["y", r, c] for c in (3, 2, 1, 0)] for r in (0, 1)
    ]


def test_the_slip_is_told_and_the_numbers_that_were_meant_stand_beside() -> None:
    made, right = matrices("slip"), matrices("slip", b=[[0.5], [-1.0]])
    assert not right.slip
    assert "b[1] is added to sample 1 of every output" in made.slip
    assert made.slip.endswith("What is meant is b of shape (2, 1).")
    for row, meant in zip(made.tables["y"]["cells"], right.tables["y"]["cells"], strict=True):
        for cell, other in zip(row, meant, strict=True):
            assert cell.get("meant", cell["data"]) == other["data"]
    grown = matrices(b=[[1], [2]])
    assert "the result has shape (2, 2), not (2,)" in grown.slip
    assert not any(case.slip for case in map(matrices, ("layer", "batch")))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"x": [1, 2]}, r"got W of shape \(2, 3\) and x of shape \(2,\)"),
        ({"b": [1, 2, 3]}, r"got b of shape \(3,\) and W·x of shape \(2,\)"),
        ({"x": [[1] * 3] * 3}, r"got \(2, 3\) and \(2,\): 3 columns meet 2\); give b the shape \(2, 1\)"),
        ({"arriving": [1]}, r"shape of y, \(2,\) \(got \(1,\)\)"),
        ({"W": [1, 2]}, r"W must have rows and columns \(got shape \(2,\)\)"),
        ({"W": [[1, 2], [3]]}, "W must have rows of one length"),
        ({"W": [[1] * 5]}, r"1 to 4 rows and columns \(got shape \(1, 5\)\)"),
        ({"W": []}, r"1 to 4 rows and columns \(got shape \(0,\)\)"),
        ({"W": [[[1]]]}, "a number of W must be"),
        ({"x": [1, 2, float("inf")]}, r"x must hold finite numbers \(got inf\)"),
        ({"b": 3}, "b must be a list of numbers, or of rows of them"),
    ],
)
def test_shapes_that_do_not_fit_are_refused_and_named(given: dict[str, Any], says: str) -> None:
    with pytest.raises((TypeError, ValueError), match=says):
        matrices(**given)


def test_a_case_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="case must be 'layer', 'batch', 'slip'"):
        matrices("tensor")
