"""draw_paths and knobs: the ways down a loss, and a picture that follows numbers which are dragged."""

import math
from typing import Any
from xml.etree import ElementTree

import pytest

from microgradviz import Value, draw_paths, draw_tangents, knobs
from microgradviz.views.still.axes import make_axes
from microgradviz.views.still.paths import _lines_of_equal_loss


def bowl(w: float, b: float) -> float:
    return w * w + 4 * b * b


def test_a_picture_of_paths_says_where_each_ends() -> None:
    picture = draw_paths(bowl, {"plain": [(2, 1), (1.6, 0.2)], "still": [(2, 1)]})
    assert repr(picture) == (
        "The loss over w and b, with 2 paths: plain, from 2, 1 to 1.6, 0.2 in 1 step, ends at the loss 2.72; "
        "still, from 2, 1 to 2, 1 in 0 steps, ends at the loss 8"
    )
    assert (
        picture.svg
        == draw_paths(lambda w, b: Value(bowl(w, b)), {"plain": [(2, 1), (1.6, 0.2)], "still": [(2, 1)]}).svg
    )


def test_along_a_line_the_loss_is_the_same() -> None:
    across, up = make_axes((-4, 4), (-3, 3))
    lines = list(_lines_of_equal_loss(bowl, across, up))
    assert len(lines) == 9
    for line in lines:
        found = [
            bowl(
                across.least + (x - across.begin) / (across.end - across.begin) * (across.most - across.least),
                up.least + (y - up.begin) / (up.end - up.begin) * (up.most - up.least),
            )
            for x, y in line
            if not math.isnan(x)
        ]
        middle = sorted(found)[len(found) // 2]
        assert max(abs(x - middle) for x in found) < 0.15  # lines are drawn straight within a square of the grid


@pytest.mark.parametrize("far", [1e4, 1e300, math.inf, math.nan])
def test_a_path_that_runs_away_is_drawn_as_far_as_it_can_be_seen(far: float) -> None:
    picture = draw_paths(lambda w, b: w**2 + b**2, {"wild": [(0, 0), (1, 1), (far, -far)]})
    ElementTree.fromstring(picture.svg)
    assert "nan" not in picture.svg.split("</title>")[1].split("wild")[0]
    assert len(picture.svg) < 100_000


@pytest.mark.parametrize(
    ("paths", "settings", "says"),
    [
        ([(0, 0)], {}, "paths must be a dict"),
        ({"a": [0, 1]}, {}, "each place of path 'a' must hold two numbers"),
        ({"a": []}, {}, "path 'a' must have one place"),
        ({"a": [(0, 0)]}, {"reach": 0}, "reach must be above 0"),
    ],
)
def test_what_is_no_path_is_refused(paths: Any, settings: dict[str, float], says: str) -> None:
    with pytest.raises((TypeError, ValueError), match=says):
        draw_paths(bowl, paths, **settings)


def tangent(x: float = 2.0) -> Any:
    if x == 3:
        raise ZeroDivisionError("a fault of one's own")
    return draw_tangents("x**2", at=[x])


def test_a_knob_begins_at_the_default_and_draws_anew() -> None:
    made = knobs(tangent, x=[0, 1, 2, 3])
    assert made.values == {"x": 2}
    made.at = [1]
    assert "slope 2 at x = 1" in made.alt
    assert "slope 2 at x = 1" in made.picture


def test_what_a_learners_code_raises_is_told_and_the_picture_stays() -> None:
    made = knobs(tangent, x=[0, 1, 2, 3])
    made.at = [3]
    assert made.says == "Your code raised ZeroDivisionError: a fault of one's own"
    assert "at x = 2" in made.alt
    made.at = [0]
    assert not made.says


@pytest.mark.parametrize("sent", [[], ["x"], [99], [-5], [1.5, 2, 3]])
def test_a_page_can_send_anything(sent: list[Any]) -> None:
    made = knobs(lambda x: draw_tangents("x**2", at=[x]), x=[0, 1])
    made.at = sent
    assert made.values["x"] in (0, 1)


@pytest.mark.parametrize(
    ("draw", "numbers", "says"),
    [
        ("x", {"x": [0, 1]}, "draw must be a function"),
        (tangent, {}, "one knob at least"),
        (tangent, {"x": [1]}, "x must have 2 to 201 numbers"),
        (tangent, {"x": 1}, "x must have 2 to 201 numbers"),
        (lambda x: x, {"x": [0, 1]}, "draw must return a picture"),
    ],
)
def test_what_makes_no_knob_is_refused(draw: Any, numbers: dict[str, Any], says: str) -> None:
    with pytest.raises((TypeError, ValueError), match=says):
        knobs(draw, **numbers)
