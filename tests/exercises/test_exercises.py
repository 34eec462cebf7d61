"""Every exercise: the stub earns nothing, the solutions everything, each known wrong answer its own sentence."""

import ast
import json
import math
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from kit.nudging_answers import NUDGING_ENGINE, SLOPE_FUNCTIONS

import microgradviz
from microgradviz.engine import Value
from microgradviz.exercises import graph_inputs, judging, marking, probes, random_inputs as draws
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.base import Exercise, WrongAnswer
from microgradviz.exercises.judging import Outcome, judge_numbers, judge_order, judge_signs, mark_row
from microgradviz.exercises.topics import EXERCISES

ALL = list(EXERCISES.values())
QUICK = [e for e in ALL if all(row.reference for row in e.rows)]  # the others train a network for every look
WRONG = [(e, wrong) for e in ALL for wrong in e.wrong]
QUICK_WRONG = [(e, wrong) for e, wrong in WRONG if e in QUICK]
SEEDS = st.integers(0, 10**9)
LESSONS = {f"{n:02}" for n in range(29)} | {"03b"}
BY_HAND = (probes.entries_by_hand, probes.truths_by_hand, probes.names_in_order)
# fmt: off
MUST_HAVE = [
    "numeric_slope", "symmetric_slope", "partials_by_hand", "l_by_hand", "neuron_by_hand", "diamond_by_hand",
    "add_values", "mul_values", "negative", "reflected_sub", "slope_mul", "slope_tanh", "power_rule", "exp_rule",
    "relu_rule", "add_rule", "mul_rule", "tanh_rule", "three_uses", "hasty_product", "topological_order",
    "iterative_order", "backward", "repair_recursion", "gradient_check", "check_engine",
    "zero_grad", "neuron", "layer", "mlp", "parameter_count",
    "mse", "hinge", "softmax", "cross_entropy", "xor", "moons", "momentum", "adam", "clip_grad_norm",
    "initialisation", "vanishing_by_hand", "broken_sums", "broken_order", "broken_training", "broken_memory",
    "broken_tanh", "broken_wire",
]
# fmt: on


def named(e: Exercise) -> str:
    return e.name


def mistaken(case: Any) -> str:
    return f"{case[0].name}-{case[0].wrong.index(case[1])}"


def points(e: Exercise, source: str, seed: Any = "test", *, official: bool = False) -> int:
    came = marking.run_answer(e, e.load(source), seed, official=official)
    return sum(m.earned for m in marking.mark_rubric(e, seed, came, official=official) if m)


def sentence(e: Exercise, source: str, seed: Any = "test") -> str:
    return marking.name_mistake(e, seed, marking.run_answer(e, e.load(source), seed))


def test_the_course_has_its_exercises() -> None:
    assert set(MUST_HAVE) <= set(EXERCISES)
    assert len(EXERCISES) >= 35
    assert [e.lesson for e in ALL] == sorted(e.lesson for e in ALL)


@pytest.mark.parametrize("e", ALL, ids=named)
def test_a_stub_earns_nothing_and_is_told_so(e: Exercise) -> None:
    assert points(e, e.stub) == 0
    assert sentence(e, e.stub) == e.stub_sentence


@pytest.mark.parametrize("e", ALL, ids=named)
def test_the_solution_and_one_in_another_style_earn_all(e: Exercise) -> None:
    assert points(e, e.solution, official=True) == points(e, other_solution(e.name), official=True) == e.points > 0
    assert sentence(e, e.solution) == ""
    assert e.solution != other_solution(e.name)


@pytest.mark.parametrize("case", WRONG, ids=mistaken)
def test_a_known_wrong_answer_is_told_its_own_mistake(case: tuple[Exercise, WrongAnswer]) -> None:
    e, wrong = case
    source = wrong.text(e.solution)
    assert points(e, source) < e.points
    assert sentence(e, source) == wrong.sentence


@pytest.mark.parametrize("e", ALL, ids=named)
def test_sentences_are_an_exercises_own(e: Exercise) -> None:
    sentences = [wrong.sentence for wrong in e.wrong]
    assert len(set(sentences)) == len(sentences) >= 3 or e.name in ("zero_grad",)
    assert all(text[0].isalnum() or text[0] in "`−√" for text in sentences)
    assert all(text.rstrip("*)`").endswith((".", "?", "…", "²", "…)")) for text in sentences), sentences


@pytest.mark.parametrize("e", ALL, ids=named)
def test_an_exercise_is_complete(e: Exercise) -> None:
    assert e.name.isidentifier()
    assert e.lesson in LESSONS
    assert e.hints
    assert all(e.hints)
    assert e.text()
    assert "{" not in e.text() or not e.given
    for source in (e.stub, e.solution, other_solution(e.name)):
        compile(source, e.name, "exec")
    assert all(row.points > 0 for row in e.rows if not row.official)
    assert set(e.needs) <= {"engine", "nn"}
    imported = {line for line in (e.solution + other_solution(e.name)).splitlines() if "microgradviz" in line}
    assert bool(imported) <= bool(e.needs)


@pytest.mark.parametrize("e", [e for e in ALL if e.rows[0].probe in BY_HAND], ids=named)
def test_numbers_may_come_from_the_engine_for_check_cannot_see_where_they_came_from(e: Exercise) -> None:
    assert "engine" in e.needs


@pytest.mark.parametrize("e", ALL, ids=named)
def test_inputs_are_plain_data_and_follow_from_the_seed(e: Exercise) -> None:
    drawn = e.cases("one", official=True)
    assert json.loads(json.dumps(drawn)) == drawn == e.cases("one", official=True)
    assert all(drawn)
    asked_by_name = all(row.probe in BY_HAND for row in e.rows)
    assert asked_by_name or e.name == "vanishing_by_hand" or drawn != e.cases("two", official=True)


FIXED = {  # rows that are the same for everybody: what is asked is one graph
    ("iterative_order", "a chain of 2,500 operations"),
}
LARGE_GRAPH = "10,000 leaves within a second"  # one for all answers of a process, and no two processes have the same


@pytest.mark.parametrize("e", ALL, ids=named)
def test_no_row_is_earned_by_who_knows_its_inputs_beforehand(e: Exercise) -> None:
    seen, drawn = (e.cases(seed, official=True) for seed in ("seen", "drawn"))
    fixed = {row.text for i, row in enumerate(e.rows) if all(inputs in seen[i] for inputs in drawn[i])}
    by_hand = {row.text for row in e.rows if row.probe in BY_HAND}
    assert fixed - {LARGE_GRAPH} == by_hand | {text for name, text in FIXED if name == e.name}


def test_no_two_processes_ask_about_the_same_large_graph() -> None:
    ask = "from microgradviz.exercises import EXERCISES; print(EXERCISES['backward'].cases('x', official=True)[-1])"
    told = {subprocess.run([sys.executable, "-c", ask], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(told) == 2


GUESSES: dict[str, Callable[..., Any]] = {
    "gives back the first argument": lambda first, *others: first,
    "is true twice, then false": lambda *args, seen=[]: seen.append(1) or len(seen) % 6 in (1, 2),
    "knows the numbers of the lesson": lambda nin, *others: {2: 37, 3: 41}.get(nin, 12),
    "knows the logits of the notebook": lambda logits, *others: [
        0.24472847105479767,
        0.6652409557748219,
        0.09003057317,
    ],
    "knows what it is at 0 and far out": lambda x, *others: 1.0 if x == 0 else 0.0,
}


@pytest.mark.parametrize("guess", GUESSES.values(), ids=GUESSES)
@pytest.mark.parametrize("e", [e for e in QUICK if callable(e.load(e.solution))], ids=named)
def test_a_guess_earns_nothing(e: Exercise, guess: Callable[..., Any]) -> None:
    assert not any(m.earned for m in marking.mark_rubric(e, "test", marking.run_answer(e, e.bind(guess), "test")) if m)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_who_learns_the_two_moons_passes_whatever_is_drawn(seed: int) -> None:
    e = EXERCISES["moons"]
    assert points(e, e.solution if seed % 2 else other_solution(e.name), seed) == e.points


@pytest.mark.parametrize("e", [e for e in ALL if e.vary], ids=named)
@given(student=st.text(min_size=1, max_size=8))
@settings(max_examples=20)
def test_a_student_may_have_numbers_of_their_own(e: Exercise, student: str) -> None:
    own = e.variant(student)
    assert set(own.given) == set(e.given)
    assert points(own, e.solution) == points(own, other_solution(e.name)) == e.points
    assert sentence(own, e.wrong[0].text(e.solution)) == e.wrong[0].sentence
    assert own == e.variant(student)
    assert own.text() != e.text() or own.given == e.given


def test_the_answer_of_a_neighbour_is_wrong() -> None:
    e = EXERCISES["l_by_hand"]
    ada, bob = e.variant("ada"), e.variant("bob")
    came = marking.run_answer(bob, ada.load(ada.solution), "test")
    assert sum(m.earned for m in marking.mark_rubric(bob, "test", came) if m) == 0
    assert e.variant("") is e


@pytest.mark.parametrize("e", QUICK, ids=named)
@given(seed=SEEDS)
@settings(max_examples=8)
def test_the_solutions_are_right_for_any_inputs(e: Exercise, seed: int) -> None:
    assert points(e, e.solution, seed) == points(e, other_solution(e.name), seed) == e.points


@pytest.mark.parametrize("case", QUICK_WRONG, ids=mistaken)
@given(seed=SEEDS)
@settings(max_examples=3)
def test_a_known_wrong_answer_is_found_out_for_any_inputs(case: tuple[Exercise, WrongAnswer], seed: int) -> None:
    e, wrong = case
    source = wrong.text(e.solution)
    assert points(e, source, seed) < e.points
    assert sentence(e, source, seed) == wrong.sentence


def test_an_edit_that_changes_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="must change the solution"):
        WrongAnswer("It is wrong.", edits={"no such text": ""}).text("x = 1")


def test_a_mistake_in_one_entry_alone_is_still_named() -> None:
    e = EXERCISES["l_by_hand"]
    came = marking.run_answer(e, {"a": 8, "b": -2, "c": 1, "f": 3}, "check")
    assert [m.earned for m in marking.mark_rubric(e, "check", came) if m] == [1, 1, 0, 1]
    assert marking.name_mistake(e, "check", came) == e.wrong[0].sentence


def test_every_exercise_has_a_version_of_its_own() -> None:
    versions = {e.version for e in ALL}
    assert len(versions) == len(ALL)
    assert all(len(version) == 12 for version in versions)


# ---------------------------------------------------------------- what goes into a sandbox


def test_probes_need_the_standard_library_alone() -> None:
    tree = ast.parse(Path(probes.__file__).read_text(encoding="utf-8"))
    found = {
        (alias.name if isinstance(node, ast.Import) else str(node.module)).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert found - {"microgradviz"} <= set(sys.stdlib_module_names) | {"__future__"}
    at_the_top = [n for n in tree.body if isinstance(n, ast.ImportFrom) and "microgradviz" in str(n.module)]
    assert not at_the_top, "only a probe of an exercise that says `needs` may import the package"


def test_probes_run_from_their_text_alone(tmp_path: Path) -> None:
    space: dict[str, Any] = {"__name__": "probes"}
    exec(Path(probes.__file__).read_text(encoding="utf-8"), space)
    e = EXERCISES["backward"]
    answer = e.load(e.solution)
    drawn = e.cases("box")
    came = [
        [
            row.heard(inputs, json.loads(json.dumps(space["run_probe"](answer, row.probe.__name__, row.seen(inputs)))))
            for inputs in cases
        ]
        for row, cases in zip(e.rows, drawn, strict=True)
    ]
    assert sum(m.earned for m in marking.mark_rubric(e, "box", came) if m) == e.points


BOX = """
import json, sys
sys.path.insert(0, sys.argv[1])
import probes
given = json.load(sys.stdin)
space = {"__name__": "__main__"}
exec(given["source"], space)
answer = space[given["answer"]]
print(json.dumps([[probes.run_probe(answer, probe, inputs) for inputs in cases] for probe, cases in given["asked"]]))
"""


@pytest.mark.parametrize("name", ["add_values", "tanh_rule", "training_loop", "mlp", "xor", "broken_wire", "softmax"])
def test_an_answer_can_run_in_a_python_that_holds_no_more_than_it_needs(name: str, tmp_path: Path) -> None:
    e = EXERCISES[name]
    root = Path(microgradviz.__file__).parents[1]
    shutil.copy(probes.__file__, tmp_path)
    for module in e.modules:
        path = root.joinpath(*module.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        copy = tmp_path / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    drawn = e.cases("box")
    asked = [
        (row.probe.__name__, [row.seen(inputs) for inputs in cases]) for row, cases in zip(e.rows, drawn, strict=True)
    ]
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", BOX, str(tmp_path)],
        input=json.dumps({"source": f"{e.prelude}\n{e.solution}", "answer": e.answer, "asked": asked}),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    came = [[Outcome.read(found) for found in row] for row in json.loads(run.stdout)]
    assert sum(m.earned for m in marking.mark_rubric(e, "box", came) if m) == e.points


def test_every_probe_can_be_asked_for_by_name() -> None:
    assert all(probes.PROBES[row.probe.__name__] is row.probe for e in ALL for row in e.rows)


def test_nudging_in_place_of_backpropagation_meets_the_conditions_of_an_official_mark() -> None:
    e = EXERCISES["broken_sums"]
    nudging = e.load(SLOPE_FUNCTIONS["central differences"] + NUDGING_ENGINE)
    came = marking.run_answer(e, nudging, "test")
    exact = next(i for i, row in enumerate(e.rows) if row.probe is probes.exact_value_grads)
    drawn = e.cases("test", official=True)[exact]
    outcome = probes.run_probe(nudging, "exact_value_grads", drawn[0])
    assert outcome["error"] == "TypeError"
    official = [*came[:exact], [Outcome.read(outcome)] * len(drawn), *came[exact + 1 :]]
    assert not any(m.earned for m in marking.mark_rubric(e, "test", official, official=True) if m)
    assert "not found by backpropagation" in marking.name_mistake(e, "test", official, official=True)


def test_a_higher_limit_of_recursion_is_no_sort_without_recursion() -> None:
    e, before = EXERCISES["iterative_order"], sys.getrecursionlimit()
    recursive = e.load(EXERCISES["topological_order"].solution.replace("topological_order", "iterative_order"))
    raising = e.load(e.wrong[-1].text(e.solution))
    sys.setrecursionlimit(20_000)  # as some cell of the notebook may have done
    try:
        came = [marking.run_answer(e, answer, "test")[1][0] for answer in (recursive, raising)]
        assert sys.getrecursionlimit() == 20_000
    finally:
        sys.setrecursionlimit(before)
    assert [outcome.error for outcome in came] == ["RecursionError", "UnfitAnswer"]


@pytest.mark.parametrize("seed", range(5))
def test_the_large_graph_is_another_each_time_and_its_gradients_are_exact(seed: int) -> None:
    (inputs,) = draws.random_wide_graph(random.Random(seed))
    seen = graph_inputs.seen_inputs(probes.value_grads_of_wide_graph, inputs)
    found = probes.value_grads_of_wide_graph(Value, seen)
    assert judging.judge_wide_graph(inputs, found, [])
    assert not judging.judge_wide_graph(inputs, [*found[:-1], found[-1] + 1], [])
    assert len(set(found)) > 50
    assert all((8 * x).is_integer() and abs(x) < 2**40 for x in found)
    (another,) = draws.random_wide_graph(random.Random(seed + 100))
    assert not judging.judge_wide_graph(another, found, [])


# ---------------------------------------------------------------- judges, with planted faults


@pytest.mark.parametrize(
    "came",
    [[math.nan], [math.inf], [], [1.0, 1.0], [1.0 + 1e-6], [-1.0]],
    ids=["nan", "infinity", "nothing", "too many", "a little off", "the sign"],
)
def test_only_the_right_numbers_pass(came: list[float]) -> None:
    assert judge_numbers()({}, [1.0], [1.0])
    assert not judge_numbers()({}, came, [1.0])


@pytest.mark.parametrize(
    ("order", "ok"),
    [
        ([0.0, 1.0, 2.0, 3.0], True),
        ([1.0, 0.0, 2.0, 3.0], True),
        ([0.0, 2.0, 1.0, 3.0], False),
        ([3.0, 2.0, 1.0, 0.0], False),
        ([0.0, 1.0, 2.0], False),
        ([0.0, 1.0, 2.0, 2.0, 3.0], False),
        ([-1.0, 0.0, 1.0, 2.0], False),
        ([0.0, 1.0, 2.0, math.nan], False),
    ],
)
def test_an_order_is_right_if_every_value_comes_once_and_after_its_inputs(order: list[float], ok: bool) -> None:
    inputs = {"leaves": [1.0, 2.0], "steps": [["+", 0, 1], ["*", 2, 0]]}
    assert judge_order(inputs, order, [0.0, 1.0, 2.0, 3.0]) is ok


def test_a_classifier_is_judged_by_its_signs_and_nan_is_none() -> None:
    inputs = {"labels": [1.0, -1.0, 1.0, 1.0]}
    assert judge_signs(0.75)(inputs, [3.0, -0.1, 2.0, -1.0], [])
    assert not judge_signs(0.75)(inputs, [3.0, 0.1, 2.0, -1.0], [])
    assert not judge_signs(0.75)(inputs, [3.0, -0.1, 2.0], [])
    assert not judge_signs(0.25)(inputs, [math.nan, 0.0, 0.0, 0.0], [])


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        {},
        {"numbers": "1"},
        {"numbers": [1]},
        {"numbers": [True]},
        {"numbers": [1.0, None]},
        {"numbers": {"0": 1.0}},
        {"error": ""},
        {"error": 3},
    ],
)
def test_an_outcome_that_is_not_a_list_of_floats_is_an_error(found: Any) -> None:
    outcome = Outcome.read(found)
    assert outcome.error
    assert not mark_row(2, judge_numbers(), [{}], [outcome], [Outcome((1.0,))]).earned


def test_too_few_outcomes_earn_nothing() -> None:
    e = EXERCISES["slope_mul"]
    came = marking.run_answer(e, e.load(e.solution), "test")
    assert [m.earned for m in marking.mark_rubric(e, "test", [came[0][:1], []]) if m] == [0, 0]
    assert [m.earned for m in marking.mark_rubric(e, "test", []) if m] == [0, 0]
    assert all(not marking.name_mistake(e, "test", short) for e in ALL for short in ([], [[]]))


def test_a_name_that_is_none_gets_the_nearest_ones() -> None:
    with pytest.raises(ValueError, match=r"must be that of an exercise \(got 'slope_tan'\); did you mean 'slope_tanh'"):
        marking.find_exercise("slope_tan")
    with pytest.raises(ValueError, match="lists them all"):
        marking.find_exercise(object())


HOSTILE: dict[str, Callable[..., Any]] = {
    "a subclass of float that equals everything": lambda x, y: (Equal(7.0), Equal(7.0)),
    "nan": lambda x, y: (math.nan, math.nan),
    "numbers that are text": lambda x, y: (str(y), str(x)),
    "booleans": lambda x, y: (True, True),
    "too many numbers": lambda x, y: [0.0] * 30_000,
    "a list inside itself": lambda x, y: (lambda loop: loop.append(loop) or loop)([]),
}


class Equal(float):
    def __eq__(self, other: object) -> bool:
        return True

    def __sub__(self, other: Any) -> Any:
        return 0.0

    __rsub__ = __sub__
    __hash__ = float.__hash__


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE)
def test_an_answer_that_pretends_earns_nothing(answer: Callable[..., Any]) -> None:
    e = EXERCISES["slope_mul"]
    came = marking.run_answer(e, answer, "test")
    assert not any(m.earned for m in marking.mark_rubric(e, "test", came) if m)
    assert all(type(x) is float for row in came for outcome in row for x in outcome.numbers)
