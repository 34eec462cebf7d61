"""Where the numbers of edges stand: placed once, by Python, and sent with every scene."""

from typing import Any

import pytest
from kit.grouped_graphs import training

from microgradviz import Value, trace
from microgradviz.layout import HEIGHT, label_places, label_width, make_groups_scene, make_scene, split_into_parts
from microgradviz.layout.labels import DENSE, PAD, _points_of, label_column, place_labels, used_label
from microgradviz.tracing import number_text

ROUTES: list[tuple[str, list[list[float]], bool, tuple[float, float] | None]] = [
    ("level", [[0, 50], [80, 50]], False, (40, 38)),
    ("falling", [[0, 0], [80, 60]], False, None),
    ("rising", [[0, 60], [80, 0]], False, None),
    ("far", [[0, 0], [76, 300], [200, 300], [276, 0]], False, None),
    ("upright", [[50, 0], [50, 46]], True, (73, 23)),
    ("downward", [[0, 0], [90, 46]], True, None),
    ("of short stretches", [[0, 0], [12, 3], [24, 9], [36, 18], [48, 30]], False, None),
    ("too short", [[0, 0], [20, 30]], False, None),
]


@pytest.mark.parametrize(("name", "route", "down", "place"), ROUTES)
def test_a_label_stands_beside_its_line(name: str, route: Any, down: bool, place: Any) -> None:
    ((x, y),) = place_labels([route], down, [40])
    assert not [p for p in _points_of(route, down) if abs(p[0] - x) < 20 and abs(p[1] - y) < HEIGHT / 2]
    assert place in (None, (x, y))


def test_labels_of_edges_that_run_together_stand_apart() -> None:
    ends = [
        ((0, 100), (80, 20)),
        ((0, 100), (80, 100)),
        ((0, 100), (80, 180)),
        ((0, 20), (80, 10)),
        ((0, 180), (80, 190)),
    ]
    places = place_labels(ends, False, [50] * 5)
    for i, (x, y) in enumerate(places):
        assert all(abs(x - ox) >= 50 or abs(y - oy) >= HEIGHT for ox, oy in places[i + 1 :])


@pytest.mark.parametrize("route", [[[100, 50], [176, 50]], [[100, 0], [176, 60]], [[100, 60], [176, 0]]])
def test_a_label_too_wide_for_its_lane_lies_below_neither_card_more_than_below_the_other(route: Any) -> None:
    assert place_labels([route], False, [label_width("× −0.001341")])[0][0] == 138


def test_what_came_of_a_used_edge_is_told_where_it_fits_between_the_cards() -> None:
    route = [[100, 0], [176, 60]]
    told = [used_label(route, False, (110, 20), 1, amount)[2] for amount in (2, float("nan"))]
    assert told == ["× 1", "× 1 → nan"]


def test_a_scene_has_a_place_for_each_edge_and_the_picture_without_constants_its_own() -> None:
    traced = trace((Value(2.0, label="a") * 3 + 1) * Value(4.0, label="b"))
    scene = make_scene(traced)
    assert [len(place) for place in scene["labels"]] == [2] * len(traced.edges)
    folded = scene["fold"]["labels"]
    assert [place is None for place in folded] == [route is None for route in scene["fold"]["routes"]]
    assert folded != scene["labels"]
    assert label_places(traced, scene) == {e: tuple(place) for e, place in enumerate(scene["labels"])}


def test_on_a_phone_the_numbers_of_many_edges_are_apart_and_in_the_picture() -> None:
    traced = trace("(tanh(x*w)*w + x*w)*w", x=0.5, w=-1.5)
    phone = make_scene(traced)["narrow"]
    wide = [label_width(f"× {number_text(slope)}") for slope in traced.local]
    labels = [(x, y, w) for (x, y, *_), w in zip(phone["labels"], wide, strict=True)]
    assert all(w / 2 - PAD <= x <= phone["width"] - w / 2 + PAD for x, _, w in labels)
    for i, (x, y, w) in enumerate(labels):
        assert all(abs(x - ox) >= (w + ow) / 2 or abs(y - oy) >= HEIGHT for ox, oy, ow in labels[i + 1 :])


def test_every_shape_of_group_has_places_for_its_edges() -> None:
    shapes = make_groups_scene(split_into_parts(trace(training(3))))["shapes"]
    assert all(len(shape["labels"]) == len(shape["routes"]) for shape in shapes.values())
    assert any(any(shape["labels"]) for shape in shapes.values())


def test_edges_that_share_a_line_have_no_label_and_neither_have_those_of_a_dense_picture() -> None:
    one, other = [[0.0, 0.0], [80.0, 0.0]], [[0.0, 50.0], [80.0, 50.0]]
    assert [place is None for place in label_column([one, one, other], "LR", [1, 2, 3])] == [True, True, False]
    assert label_column([[[0.0, y], [80.0, y]] for y in range(DENSE + 1)], "LR") == []
