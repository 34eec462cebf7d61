"""Parts of a large graph: who belongs together, and that no part ever waits for itself."""

import math

import pytest
from hypothesis import given, settings
from kit.grouped_graphs import grouped_graphs, training

from microgradviz import Trace, Value, group, play, trace
from microgradviz.layout.groups_scene import _edges, count_closed_cards, items_by_part, make_groups_scene
from microgradviz.layout.parts import Part, TraceInParts, split_into_parts
from microgradviz.nn import MLP


def inside(found: TraceInParts, *path: str) -> list[Part]:
    """The parts in the part of this path of names."""
    at = -1
    for name in path:
        at = next(i for i, part in enumerate(found.parts) if part.around == at and part.name == name)
    return [part for part in found.parts if part.around == at]


def check(before: Trace, found: TraceInParts) -> None:
    """What must hold of any parts: stretches within stretches, all values once, no circles, the same numbers."""
    after, parts = found
    for at, part in enumerate(parts):
        low, high = (0, len(after)) if part.around < 0 else (parts[part.around].begin, parts[part.around].end)
        assert part.around < at
        assert low <= part.begin < part.end <= high
    items = items_by_part(len(after), parts)
    for at, level in items.items():
        low, high = (0, len(after)) if at < 0 else (parts[at].begin, parts[at].end)
        held = [v for i in level for v in ([i] if i >= 0 else range(parts[-1 - i].begin, parts[-1 - i].end))]
        assert held == list(range(low, high)), "every value is in exactly one item"
        assert all(a < b for a, b in _edges(after, parts, at, level)), "items use only those before them"
    assert all(s < t for s, t in zip(after.sources, after.targets, strict=True))
    assert sorted(map(repr, zip(before.op, before.data, before.grad, before.group, strict=True))) == sorted(
        map(repr, zip(after.op, after.data, after.grad, after.group, strict=True))
    )
    assert len(after.sources) == len(before.sources)
    assert sorted(after.order) == [i for i, op in enumerate(after.op) if i in set(after.targets)]
    old = sorted(g for g in before.gradients() if g is not None)
    new = sorted(g for g in after.gradients() if g is not None)
    assert all(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(old, new, strict=True))


@settings(max_examples=150, deadline=None)
@given(grouped_graphs())
def test_whatever_the_groups_no_part_waits_for_itself(result: Value) -> None:
    before = trace(result)
    check(before, split_into_parts(before))


@pytest.mark.parametrize("samples", [1, 3, 8, 20])
@pytest.mark.parametrize("penalty", [True, False])
def test_a_training_graph_keeps_its_values_and_gradients(samples: int, penalty: bool) -> None:
    result = training(samples, penalty)
    result.backward()
    check(trace(result), split_into_parts(trace(result)))


def test_a_training_graph_is_a_handful_of_cards() -> None:
    found = split_into_parts(trace(training(20)))
    assert count_closed_cards(found) <= 12
    whole = [part.name for part in inside(found)]
    assert whole == ["parameters", "20 samples", "Σ of 37 terms", "mean of 20 terms"]
    assert [part.name for part in inside(found, "20 samples")] == [f"sample {k + 1}" for k in range(20)]
    assert [part.name for part in inside(found, "20 samples", "sample 7")] == ["layer 1", "layer 2", "layer 3"]
    assert [part.name for part in inside(found, "parameters", "layer 1")] == [f"neuron {k + 1}" for k in range(4)]


def test_siblings_of_one_structure_share_one_picture() -> None:
    found = split_into_parts(trace(training(20)))
    samples = inside(found, "20 samples")
    assert len({part.shape for part in samples}) == 1
    assert len(make_groups_scene(found)["shapes"]) < 20 < len(found.parts)


def test_layers_of_one_size_that_use_each_other_are_not_stacked() -> None:
    model = MLP(4, [4, 4, 4, 4, 4, 1], seed=1)
    found = split_into_parts(trace(model([1.0, 2.0, 3.0, 4.0])))
    assert [part.name for part in inside(found)] == [f"layer {k + 1}" for k in range(6)]


def test_a_net_that_is_called_once_is_its_layers() -> None:
    model = MLP(2, [16, 16, 1], seed=1)
    x = [Value(1.0, label="x1"), Value(-2.0, label="x2")]
    whole = split_into_parts(trace((model(x) - 1) ** 2))
    assert [part.name for part in inside(whole)] == ["layer 1", "layer 2", "layer 3"]
    assert count_closed_cards(whole) == 2 + 3 + 3, "the inputs, the layers, and the loss of three values"
    assert [part.name for part in inside(split_into_parts(trace(model(x) + model(x))))] == [
        "parameters",
        "sample 1",
        "sample 2",
    ]
    with group("net"):
        mine = model(x)
    assert [part.name for part in inside(split_into_parts(trace(mine)), "net")] == ["layer 1", "layer 2", "layer 3"]


def test_a_group_that_runs_out_and_back_in_is_taken_apart() -> None:
    a = Value(2.0, label="a")
    with group("g") as g:
        b = a * 3
    c = b + 1
    d = c * 2
    d.group = g
    found = split_into_parts(trace(d))
    assert found.parts == []
    check(trace(d), found)


def test_groups_of_more_than_60_values_open_only_when_asked() -> None:
    small, large = MLP(2, [3, 1], seed=1)([1.0, 2.0]), MLP(2, [4, 4, 1], seed=1)([1.0, 2.0])
    assert len(trace(small)) <= 60 < len(trace(large))
    assert "parts" not in play(small).scene
    assert "parts" in play(small, groups="closed").scene
    assert "parts" in play(large).scene
    assert "parts" not in play(large, groups="open").scene


def test_a_large_graph_without_groups_is_refused_as_before() -> None:
    x = Value(1.0)
    for _ in range(10_001):
        x = x + 1
    with pytest.raises(ValueError, match="at most 10,000 operations"):
        play(x)
    with pytest.raises(ValueError, match="at most 10,000 operations"):
        play(training(400), groups="open")


def test_steps_are_those_of_the_trace_that_is_played() -> None:
    player = play(training(20))
    folded = len(player.scene["fold"]["nodes"])
    assert player.steps == sum(map(bool, player.trace["op"])) + 1 + len(player.trace["from"]) - folded
    player.step = player.steps
    assert player.step == player.steps
