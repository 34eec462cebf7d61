"""The layout: what holds in every picture, and how few edges cross."""

import math
import runpy
import shutil
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings, strategies as st

from microgradviz.layout.layered import Layout, place_in_layers

bench = SimpleNamespace(**runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "bench_layout.py")))
READABLE = bench.readable()
CARD, GAP, MARGIN = (132.0, 60.0), (48.0, 18.0), 12.0

# Graphs on which nothing was tuned. Of the 244 with seeds 300 to 360 two exceed the limit: (60, 313) and (60, 332).
UNSEEN_SIZES, UNSEEN_SEEDS = (10, 25, 40, 60), range(100, 130)

needs_dot = pytest.mark.skipif(
    shutil.which("dot") is None, reason="Graphviz's dot is not installed: apt-get install graphviz"
)


@st.composite
def graphs(draw):
    """Any graph in topological order: repeated edges, long edges and loose nodes included."""
    count = draw(st.integers(0, 30))
    if count < 2:
        return count, [], []
    pair = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda ends: ends[0] != ends[1])
    edges = [sorted(ends) for ends in draw(st.lists(pair, max_size=60))]
    return count, [source for source, _ in edges], [target for _, target in edges]


def check_picture(count, sources, targets, flow: Layout, widths=None, card=CARD, gap=GAP, margin=MARGIN):
    """All that a picture from left to right promises."""
    widths = widths or [card[0]] * count
    tolerance = 0.011  # positions are rounded to 0.01
    assert len(flow.x) == len(flow.y) == len(flow.column) == count
    assert len(flow.routes) == len(sources)
    assert sorted(set(flow.column)) == list(range(len(set(flow.column)))), "no column is empty"
    columns = [[node for node in range(count) if flow.column[node] == at] for at in sorted(set(flow.column))]
    for column in columns:
        for upper, lower in pairwise(sorted(column, key=lambda node: flow.y[node])):
            assert flow.y[lower] - flow.y[upper] >= card[1] + gap[1] - tolerance
    for before, after in pairwise(columns):
        assert min(flow.x[n] for n in after) - max(flow.x[n] + widths[n] for n in before) >= gap[0] - tolerance
    for node in range(count):
        assert margin - tolerance <= flow.x[node] <= flow.width - margin - widths[node] + tolerance
        assert margin - tolerance <= flow.y[node] <= flow.height - margin - card[1] + tolerance
    for source, target, route in zip(sources, targets, flow.routes, strict=True):
        assert flow.column[source] < flow.column[target]
        assert len(route) >= 2
        assert all(before[0] < after[0] for before, after in pairwise(route)), "routes run rightwards"
        right_side = flow.x[source] + widths[source], flow.y[source] + card[1] / 2
        assert route[0] == pytest.approx(right_side, abs=tolerance)
        assert route[-1][0] == flow.x[target]
        assert flow.y[target] < route[-1][1] < flow.y[target] + card[1]
    arrivals = [(target, route[-1][1]) for target, route in zip(targets, flow.routes, strict=True)]
    assert len(set(arrivals)) == len(arrivals), "each edge has an end point of its own"


@given(graphs())
def test_cards_never_overlap_and_every_edge_runs_rightwards(graph):
    check_picture(*graph, place_in_layers(*graph))


@given(graphs(), st.data())
def test_widths_gaps_and_margins_are_kept(graph, data):
    widths = data.draw(st.lists(st.floats(10, 300), min_size=graph[0], max_size=graph[0]))
    flow = place_in_layers(*graph, widths=widths, card=(1.0, 33.0), gap=(20.0, 7.0), margin=3.0)
    check_picture(*graph, flow, widths, (1.0, 33.0), (20.0, 7.0), 3.0)


@given(graphs())
def test_no_edge_runs_under_a_card(graph):
    count, sources, targets = graph
    flow = place_in_layers(*graph)
    for source, target, route in zip(sources, targets, flow.routes, strict=True):
        for (x0, y0), (x1, y1) in pairwise(route):
            for node in set(range(count)) - {source, target}:
                left, top = flow.x[node], flow.y[node]
                beside = x1 <= left or x0 >= left + CARD[0]
                assert beside or max(y0, y1) < top or min(y0, y1) > top + CARD[1]


@given(graphs())
def test_the_same_graph_gives_the_same_picture(graph):
    assert place_in_layers(*graph) == place_in_layers(*graph)


@given(graphs())
def test_top_to_bottom_is_the_same_picture_turned(graph):
    card, gap = (50.0, 50.0), (48.0, 18.0)
    across = place_in_layers(*graph, card=card, gap=gap)
    down = place_in_layers(*graph, card=card, gap=gap, rankdir="TB")
    assert (down.x, down.y, down.width, down.height) == (across.y, across.x, across.height, across.width)
    assert down.routes == [[(y, x) for x, y in route] for route in across.routes]


@settings(max_examples=50)
@given(graphs())
def test_a_leaf_stands_one_column_before_its_first_user(graph):
    count, sources, targets = graph
    column = place_in_layers(*graph).column
    for leaf in set(range(count)) - set(targets):
        users = [column[target] for source, target in zip(sources, targets, strict=True) if source == leaf]
        assert not users or column[leaf] == min(users) - 1


def test_no_node_gives_an_empty_picture():
    assert place_in_layers(0, [], []) == Layout([], [], [], 24.0, 24.0, [])


def test_one_node_stands_inside_the_margin():
    assert place_in_layers(1, [], []) == Layout([12.0], [12.0], [0], 156.0, 84.0, [])


def test_a_straight_chain_is_straight():
    flow = bench.chain(30).layout()
    assert set(flow.y) == {12.0}
    assert all(len({y for _, y in route}) == 1 for route in flow.routes)


def test_inputs_are_centred_on_their_user():
    flow = place_in_layers(3, [0, 1], [2, 2])
    assert flow.y[2] == (flow.y[0] + flow.y[1]) / 2


def test_inputs_used_once_stand_in_the_order_of_the_formula():
    for graph in (bench.lesson(), bench.mlp(3, 1), bench.mlp(2, 1, samples=1)):
        flow = graph.layout()
        for node in range(graph.count):
            arrivals = [r[-1][1] for r, t in zip(flow.routes, graph.targets, strict=True) if t == node]
            assert arrivals == sorted(arrivals)


def test_edges_into_one_card_do_not_cross():
    for graph in READABLE.values():
        flow = graph.layout()
        for node in range(graph.count):
            last = [r[-2:] for r, t in zip(flow.routes, graph.targets, strict=True) if t == node]
            last.sort(key=lambda ends: ends[1][1])
            assert [start[1] for start, _ in last] == sorted(start[1] for start, _ in last)


def test_parallel_edges_end_apart():
    flow = place_in_layers(2, [0, 0], [1, 1])
    first, second = flow.routes
    assert second[-1][1] - first[-1][1] >= 15


def test_parallel_edges_that_pass_a_column_are_apart_all_the_way():
    flow = place_in_layers(3, [0, 1, 0, 0], [1, 2, 2, 2])
    assert set(flow.routes[2][1:]).isdisjoint(flow.routes[3][1:])


def test_an_edge_that_passes_a_column_goes_around_its_cards():
    flow = place_in_layers(3, [0, 1, 0], [1, 2, 2])
    heights = [y for x, y in flow.routes[2] if flow.x[1] <= x <= flow.x[1] + CARD[0]]
    assert heights
    assert all(y < flow.y[1] or y > flow.y[1] + CARD[1] for y in heights)


def test_a_chain_of_10_000_needs_no_recursion():
    flow = bench.chain(10_000).layout()
    assert flow.column == list(range(10_000))


def test_a_leaf_used_10_000_times_stays_linear():
    count = 10_000
    fan = place_in_layers(count + 1, [0] * count, range(1, count + 1))
    assert set(fan.column) == {0, 1}
    chain = [(node - 1, node) for node in range(1, count)] + [(0, node) for node in range(2, count)]
    flow = place_in_layers(count, [s for s, _ in chain], [t for _, t in chain])
    assert flow.column == list(range(count))
    assert sum(map(len, flow.routes)) < 20 * len(chain)


def test_samples_that_share_parameters_stand_in_the_same_columns():
    for running in (False, True):
        flow = bench.mlp(2, 2, 1, samples=20, running=running).layout()
        assert max(flow.column) <= 30
    graph = bench.mlp(2, 16, 16, 1, samples=10, running=True)
    assert max(graph.layout().column) <= 20


def test_the_counter_of_crossings_counts():
    graph = bench.Graph()
    a, b = graph.add(), graph.add()
    graph.add(b), graph.add(a)
    assert bench.crossings(graph, [[(0, 0), (1, 1)], [(0, 1), (1, 0)]]) == 1
    assert bench.crossings(graph, [[(0, 0), (1, 0)], [(0, 1), (1, 1)]]) == 0


@needs_dot
@pytest.mark.parametrize("name", READABLE)
def test_no_more_edges_cross_than_in_dots_picture(name):
    graph = READABLE[name]
    ours = bench.crossings(graph, graph.layout().routes)
    theirs = bench.crossings(graph, bench.dot_routes(graph))
    assert ours <= (theirs if graph.count <= 20 else math.ceil(1.5 * theirs))


@needs_dot
@pytest.mark.parametrize("seed", UNSEEN_SEEDS)
def test_no_more_edges_cross_than_in_dots_picture_of_an_unseen_graph(seed):
    for graph in [bench.expression(size, seed) for size in UNSEEN_SIZES]:
        if graph.count <= 100:
            ours = bench.crossings(graph, graph.layout().routes)
            theirs = bench.crossings(graph, bench.dot_routes(graph))
            assert ours <= (theirs if graph.count <= 20 else 1.5 * theirs), f"{graph.count} values"
