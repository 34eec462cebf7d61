"""Long rows in several: whole in view and legible, edges that can be followed, small graphs as they were."""

from itertools import combinations, pairwise
from typing import Any

import pytest

from microgradviz import MLP, Value, trace
from microgradviz.layout import fold_constants, make_scene
from microgradviz.layout.layered import Layout
from microgradviz.layout.wrapped import place_cards

DIGITS = 13.0  # px, of a card at scale 1


def chain(links: int) -> Value:
    x = Value(0.5, label="x")
    for _ in range(links):
        x = x.tanh()
    return x


def net(*sizes: int) -> Value:
    inputs = [Value(0.5 * i + 0.5, label=f"x{i}") for i in range(sizes[0])]
    return (MLP(sizes[0], list(sizes[1:]))(inputs) - 1) ** 2


LONG: dict[str, Any] = {
    "neuron with loss": "sigmoid", "9 in a row": chain(9), "40 in a row": chain(40), "2-2-1": net(2, 2, 1),
    "3-3-1": net(3, 3, 1),
}  # fmt: skip


def shown(expr: Any) -> dict[str, Any]:
    return fold_constants(make_scene(trace(expr)))


def boxes(scene: dict[str, Any]) -> list[tuple[float, float, float, float]]:
    cards = zip(scene["x"], scene["y"], scene["w"], strict=True)
    return [(x, y, x + w, y + scene["h"]) for x, y, w in cards if x is not None]


def test_a_neuron_with_its_loss_is_whole_and_legible_on_a_page_and_on_a_projector() -> None:
    scene = shown("sigmoid")
    page, projector = (min(w / scene["width"], h / scene["height"]) for w, h in ((1210, 428), (1900, 803)))
    assert page * DIGITS >= 14
    assert projector * DIGITS >= 28


def test_an_opened_network_is_legible_on_a_projector_and_whole_sideways() -> None:
    assert 1900 / shown(net(2, 2, 1))["width"] * DIGITS >= 20


@pytest.mark.parametrize("name", ["chain", "square", "diamond", "order", "orders", "lecture", "neuron", "softmax"])
def test_what_fits_stays_in_one_row(name: str) -> None:
    stays_in_one_row(shown(name))


def test_a_small_graph_of_a_lesson_stays_in_one_row() -> None:
    w, x, b = Value(1.0, label="w"), Value(1.0, label="x"), Value(-5.0, label="b")
    stays_in_one_row(shown(((w * x + b).relu() - 3) ** 2))


def stays_in_one_row(scene: dict[str, Any]) -> None:
    assert all(b[0] >= a[0] for route in scene["drawn" if "drawn" in scene else "routes"] for a, b in pairwise(route))


@pytest.mark.parametrize("name", LONG)
def test_rows_do_not_overlap_and_edges_lead_from_card_to_card(name: str) -> None:
    t, scene = trace(LONG[name]), shown(LONG[name])
    cards = boxes(scene)
    for (ax, ay, aright, alow), (bx, by, bright, blow) in combinations(cards, 2):
        assert aright <= bx or bright <= ax or alow <= by or blow <= ay
    for source, target, route in zip(t.sources, t.targets, scene["routes"], strict=True):
        if route is None:
            continue
        assert route[0] == pytest.approx([scene["x"][source] + scene["w"][source], scene["y"][source] + 29], abs=0.2)
        assert route[-1][0] == pytest.approx(scene["x"][target], abs=0.2)
        assert 0 < route[-1][1] - scene["y"][target] < scene["h"]
        assert all(0 < x < scene["width"] and 0 < y < scene["height"] for x, y in route)


@pytest.mark.parametrize("name", ["neuron with loss", "9 in a row", "40 in a row"])
def test_an_edge_that_turns_back_runs_between_the_rows_and_under_no_card(name: str) -> None:
    scene = shown(LONG[name])
    turning = [route for route in scene["routes"] if route and any(b[0] < a[0] - 20 for a, b in pairwise(route))]
    assert turning
    for route in turning:
        for (ax, ay), (bx, by) in pairwise(route):
            left, right, top, low = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
            assert not [c for c in boxes(scene) if left < c[2] and c[0] < right and top < c[3] and c[1] < low]


def test_the_same_graph_wraps_the_same_way_and_downward_it_never_does() -> None:
    def place(rankdir: str) -> Layout:
        links = range(11)
        return place_cards(
            links, [i + 1 for i in links], widths=[120.0] * 12, heights=[58.0] * 12, gap=(76, 24), rankdir=rankdir
        )

    assert place("LR") == place("LR")
    assert len(set(place("LR").y)) > 1
    assert len(set(place("TB").x)) == 1
