"""A trace from outside is read whole or refused in one clear sentence."""

import copy
import json
import math
import random
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st
from kit.sweeps import sweep

from microgradviz import MLP, Trace, Value, trace
from microgradviz.tracing.trace import SCHEMA

VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def product():
    """a × b + a²: four operations' worth of every column but observed."""
    a, b = Value(2.0), Value(-3.0)
    return trace(a * b + a**2).to_dict()


GOOD = product()
GROUPED = trace(MLP(1, [2, 1], seed=1)([1.0])).to_dict()


def changed(**columns):
    return {**copy.deepcopy(GOOD), **{name.rstrip("_"): column for name, column in columns.items()}}


HUGE = 10**5000  # Python refuses to write it out
DEEP = None
for _ in range(5000):
    DEEP = [DEEP]


def test_a_trace_of_version_1_that_was_saved_long_ago_still_loads() -> None:
    text = Path(__file__).with_name("saved").joinpath("version-1.json").read_text(encoding="utf-8")
    read = Trace.from_json(text)
    assert json.loads(read.to_json()) == json.loads(text)
    assert (read.nodes[0].label, read.nodes[0].grad, read.data[read.root]) == ("a", 3.9959771479509225, -math.inf)


def test_the_trace_these_tests_change_is_a_good_one():
    assert Trace.from_dict(GOOD).to_dict() == GOOD
    assert Trace.from_dict(GROUPED).to_dict() == GROUPED


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (None, "a trace must be an object of columns (got None)"),
        ([GOOD], "a trace must be an object of columns (got [{'format': "),
        ("microgradviz-trace", "a trace must be an object of columns (got 'microgradviz-trace')"),
        ({}, "format must be 'microgradviz-trace' (got None)"),
        ({"format": DEEP}, "format must be 'microgradviz-trace' (got "),
        (changed(version=2), "version must be 1 (got 2); a newer microgradviz may read it"),
        (changed(version="1"), "version must be 1 (got '1')"),
        (changed(version=True), "version must be 1 (got True)"),
        (changed(version=1.0), "version must be 1 (got 1.0)"),
        (changed(version=HUGE), "version must be 1 (got a very large int)"),
        (changed(more=[]), "columns must be format, version, op, data, "),
        (changed(op=[]), "a trace must have at least one value (got "),
        (changed(op="add"), "op[] must be a list (got 'add')"),
        (changed(op=None), "op[] must be a list (got None)"),
        (changed(op=[1, "", "", "", ""]), "op[] must be of str (got 1)"),
        (changed(data=[1.0]), "data[] must have 5 entries (got 1)"),
        (changed(data=["2.0", 1.0, 1.0, 1.0, 1.0]), "data[] must be of numbers (got '2.0')"),
        (changed(data=[None, 1.0, 1.0, 1.0, 1.0]), "data[] must be of numbers (got None)"),
        (changed(data=[True, 1.0, 1.0, 1.0, 1.0]), "data[] must be of numbers (got True)"),
        (changed(data=[math.nan, 1.0, 1.0, 1.0, 1.0]), "data[] must be of numbers (got nan)"),
        (changed(data=[-math.inf, 1.0, 1.0, 1.0, 1.0]), "data[] must be of numbers (got -inf)"),
        (changed(data=[HUGE, 1.0, 1.0, 1.0, 1.0]), "data[] must be of numbers that fit in a double"),
        (
            changed(data=[{"$f": "nan"}, 1.0, 1.0, 1.0, 1.0]),
            "data[] must tag numbers as NaN, Infinity, -Infinity (got ",
        ),
        (changed(data=[{"$f": []}, 1.0, 1.0, 1.0, 1.0]), "data[] must tag numbers as NaN, Infinity, -Infinity (got "),
        (changed(data=[{"$f": "NaN", "x": 1}, 1.0, 1.0, 1.0, 1.0]), "data[] must tag numbers as "),
        (changed(data=[{}, 1.0, 1.0, 1.0, 1.0]), "data[] must tag numbers as "),
        (changed(data=[[1.0], 1.0, 1.0, 1.0, 1.0]), "data[] must be of numbers (got [1.0])"),
        (changed(grad=[0.0] * 6), "grad[] must have 5 entries (got 6)"),
        (changed(grad=[False] * 5), "grad[] must be of numbers (got False)"),
        (changed(local=[1.0]), "local[] must have 5 entries (got 1)"),
        (changed(local=["1"] * 5), "local[] must be of numbers (got '1')"),
        (changed(label=[]), "label{} must be an object (got [])"),
        (changed(label={"5": "z"}), "label{} must be of values 0 … 4 (got 5)"),
        (changed(label={"-1": "z"}), "label{} must be of values (got '-1')"),
        (changed(label={"01": "z"}), "label{} must be of values (got '01')"),
        (changed(label={"²": "z"}), "label{} must be of values (got '²')"),
        (changed(label={"٣": "z"}), "label{} must be of values (got '٣')"),
        (changed(label={" 1": "z"}), "label{} must be of values (got ' 1')"),
        (changed(label={"": "z"}), "label{} must be of values (got '')"),
        (changed(label={"9" * 5000: "z"}), "label{} must be of values (got '999"),
        (changed(label={1: "z"}), "label{} must be of values (got 1)"),
        (changed(label={"1": 2}), "label{} must be of str (got 2)"),
        (changed(params={"4": None}), "params{} must be of objects (got None)"),
        (changed(params={"4": {2: 2.0}}), "params{} must be of objects (got {2: 2.0})"),
        (changed(params={"4": {"n": "2"}}), "params{} must be of numbers (got '2')"),
        (changed(group=[0] * 5), "group[] must be from -1 to -1 (got [0, 0, 0, 0, 0])"),
        (changed(group=[-1.0] * 5), "group[] must be of int (got -1.0)"),
        (changed(groups=[["g", 0]]), "the group around a group must come before it (got ('g', 0))"),
        (changed(groups=[["g", HUGE]]), "the group around a group must come before it (got a very large tuple)"),
        (changed(groups=[["g"]]), "groups[] must be of lists of 2 (got ['g'])"),
        (changed(groups=[[1, -1]]), "groups[] must be of str (got 1)"),
        (changed(groups=[["g", True]]), "groups[] must be of int (got True)"),
        (changed(groups=["g"]), "groups[] must be of lists of 2 (got 'g')"),
        (changed(line={"4": ["f.py", 1, 2]}), "line{} must be of lists of 2 (got ['f.py', 1, 2])"),
        (changed(line={"4": ["f.py", None]}), "line{} must be of int (got None)"),
        (changed(line={"4": ["f.py", -1]}), "line{} must hold a number from 0 on (got ('f.py', -1))"),
        (changed(line={"4": "f.py"}), "line{} must be of lists of 2 (got 'f.py')"),
        (changed(from_=[0, 1, 2, 0]), "to[] must have 4 entries (got 5)"),
        (changed(to=[2, 2, 3, 4]), "to[] must have 5 entries (got 4)"),
        (changed(from_=[0, 1, 0, 2, 9]), "edges must join values 0 … 4 (got (9, 4))"),
        (changed(from_=[0, 1, 0, 2, -1]), "edges must join values 0 … 4 (got (-1, 4))"),
        (changed(from_=[0, 1, 0, 2, HUGE]), "edges must join values 0 … 4 (got a very large tuple)"),
        (changed(from_=[0, 1, 0, 2, 4]), "edges must run from earlier to later values, without a cycle (got (4, 4))"),
        (changed(from_=[0, 4, 0, 2, 3]), "edges must run from earlier to later values, without a cycle (got (4, 2))"),
        (changed(from_=[0, 1, 0, 2, True]), "from[] must be of int (got True)"),
        (changed(from_=[0, 1, 0, 2, 3.0]), "from[] must be of int (got 3.0)"),
        (changed(from_=[0, 0, 0, 1, 2], to=[3, 2, 3, 4, 4]), "to[] must be in order (got 2)"),
        (changed(slot=[0, 1, 0, 1, 1]), "slot[] must number the inputs of value 4 0, 1, … (got 1)"),
        (changed(slot=[0, 1, 0, 0, 2]), "slot[] must number the inputs of value 4 0, 1, … (got 2)"),
        (changed(slot=None), "slot[] must be a list (got None)"),
        (changed(op=["", "", "", "pow_n", "add"]), "value 2 has inputs, so op[] must name its operation (got '')"),
        (changed(order=[5]), "order[] must be from 0 to 4 (got [5])"),
        (changed(order=[-1]), "order[] must be from 0 to 4 (got [-1])"),
        (changed(order=[None]), "order[] must be of int (got None)"),
        (changed(root=5), "root must be a value 0 … 4 (got 5)"),
        (changed(root=-1), "root must be a value 0 … 4 (got -1)"),
        (changed(root=True), "root must be of int (got True)"),
        (changed(root=None), "root must be of int (got None)"),
        (changed(root=HUGE), "root must be a value 0 … 4 (got a very large int)"),
        (changed(seed="1"), "seed must be of numbers (got '1')"),
        (changed(seed=None), "seed must be of numbers (got None)"),
        (changed(observed=[[0, 1.0]]), "observed[] must be of lists of 3 (got [0, 1.0])"),
        (changed(observed=[[5, 1.0, 2.0]]), "observed[] must be of contributions 0 … 4 (got 5)"),
        (changed(observed=[[-1, 1.0, 2.0]]), "observed[] must be of contributions 0 … 4 (got -1)"),
        (changed(observed=[[0.0, 1.0, 2.0]]), "observed[] must be of int (got 0.0)"),
        (changed(observed=[[0, None, 2.0]]), "observed[] must be of numbers (got None)"),
        (changed(engine="jax"), "engine must be one of microgradviz, observed, torch (got 'jax')"),
        (changed(engine=[]), "engine must be of str (got [])"),
        (changed(note=None), "note must be of str (got None)"),
        (changed(note=DEEP), "note must be of str (got "),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_one_sentence_says_what_must_hold_and_what_came(columns, sentence):
    with pytest.raises(ValueError, match="must") as caught:
        Trace.from_dict(columns)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("column", [name for name in GOOD if name not in ("format", "version")])
def test_a_missing_column_is_named(column):
    columns = changed()
    del columns[column]
    with pytest.raises(ValueError, match=rf"^columns must include {column} \(got "):
        Trace.from_dict(columns)


TEXT = json.dumps(GOOD)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "{", TEXT[:-1], TEXT[: len(TEXT) // 2], TEXT + "]", "trace", b"\xff\xfe\x00", b"\x80",
        "[" * 200_000, "[" * 200_000 + "]" * 200_000, '{"a":' * 200_000, "1" * 5000, None, 3, {"op": []},
    ],
    ids=lambda text: repr(text)[:20],
)  # fmt: skip
def test_what_is_not_whole_json_text_is_refused(text):
    with pytest.raises(ValueError, match=r"^a trace must be (whole )?JSON text \(got ") as caught:
        Trace.from_json(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("word", "came"), [("NaN", "nan"), ("Infinity", "inf"), ("-Infinity", "-inf"), ("1e999", "inf")]
)
def test_a_bare_non_finite_number_is_refused(word, came):
    text = TEXT.replace('"data": [2.0', f'"data": [{word}')
    with pytest.raises(ValueError, match=rf"^data\[\] must be of numbers \(got {came}\)$"):
        Trace.from_json(text)


def test_truncated_json_is_refused_wherever_it_ends():
    for at in range(0, len(TEXT), 7):
        with pytest.raises(ValueError, match="whole JSON text"):
            Trace.from_json(TEXT[:at])


def test_whole_numbers_are_numbers():
    read = Trace.from_dict(changed(data=[2, -3, -6, 4, -2], seed=1))
    assert [type(x) for x in read.data] == [float] * 5
    assert read.data == [2.0, -3.0, -6.0, 4.0, -2.0]


# ---------------------------------------------------------------- fuzz

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 7),
    st.floats(),
    st.sampled_from(
        [HUGE, -HUGE, 2**53, "", "0", "01", "add", "NaN", {"$f": "NaN"}, {"$f": "Infinity"}, {"$f": None}, b"x"]
    ),
    st.text(max_size=3),
    st.lists(st.integers(-1, 5) | st.text(max_size=2), max_size=6),
    st.dictionaries(st.sampled_from(["0", "1", "4", "9", "$f", "n"]), st.integers() | st.text(max_size=2), max_size=2),
)


def read_or_refused(read):
    """The trace, or None after one clear sentence. Any other exception fails the test."""
    try:
        return read()
    except ValueError as error:
        sentence = str(error)
    assert "must" in sentence
    assert "\n" not in sentence
    return None


def mutate(thing, rng, junk):
    """Change, drop, double or swap something somewhere inside."""
    if isinstance(thing, dict) and thing and rng.random() < 0.95:
        key = rng.choice(list(thing))
        what = rng.random()
        if what < 0.8:
            return {**thing, key: mutate(thing[key], rng, junk)}
        if what < 0.9:
            return {k: x for k, x in thing.items() if k != key}
        return {**thing, rng.choice(["0", "2", "7", "x"]): junk}
    if isinstance(thing, list) and thing and rng.random() < 0.8:
        i, what = rng.randrange(len(thing)), rng.random()
        if what < 0.6:
            return [*thing[:i], mutate(thing[i], rng, junk), *thing[i + 1 :]]
        if what < 0.75:
            return thing[:i] + thing[i + 1 :]
        if what < 0.9:
            return [*thing[:i], thing[i], *thing[i:]]
        return thing[::-1]
    return junk


@sweep(few=150, many=5000)
def test_a_trace_changed_at_random_is_read_or_refused(examples):
    @settings(max_examples=examples)
    @given(st.sampled_from([GOOD, GROUPED]), st.integers(0, 2**32), st.lists(JUNK, min_size=1, max_size=3))
    def check(columns, seed, junk):
        rng = random.Random(seed)
        for each in junk:
            columns = mutate(columns, rng, each)
        read = read_or_refused(lambda: Trace.from_dict(columns))
        if read is None:
            return
        VALIDATOR.validate(read.to_dict())
        assert Trace.from_json(read.to_json()) == read
        assert all(isinstance(fault.text, str) for fault in read.faults)
        assert len(read.gradients()) == len(read)

    check()


@settings(max_examples=200)
@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_json_with_one_character_changed_is_read_or_refused(at, character):
    read_or_refused(lambda: Trace.from_json(TEXT[:at] + character + TEXT[at + 1 :]))
