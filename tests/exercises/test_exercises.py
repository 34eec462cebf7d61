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
from hypothesis import strategies as st
from kit.case_names import case_name
from kit.nudging_answers import NUDGING_ENGINE, SLOPE_FUNCTIONS
from kit.sweeps import sweep

import microgradviz
from microgradviz.engine import Value
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.base import Exercise, WrongAnswer
from microgradviz.exercises.judge import inputs as draws, marking, probes
from microgradviz.exercises.judge.judging import (
    Outcome,
    judge_numbers,
    judge_order,
    judge_signs,
    judge_wide_graph,
    mark_row,
)
from microgradviz.exercises.judge.probe_files import PROBE_FILES
from microgradviz.exercises.judge.probe_table import facts_of, heard_outcome, probe_of
from microgradviz.exercises.judge.probes.common import TOO_MANY
from microgradviz.exercises.topics import EXERCISES, find_exercise

ALL = list(EXERCISES.values())
QUICK = [e for e in ALL if all(row.reference or row.guards for row in e.rows)]  # others train for every look
WRONG = [(e, wrong) for e in ALL for wrong in e.wrong]
SEEDS = st.integers(0, 10**9)
LESSONS = {f"{n:02}" for n in range(29)} | {"03b", "08b", "09b", "13b", "13c", "14b", "15b", "17b", "27b", "27c"}
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
    return case_name(f"{case[0].name}: {case[1].sentence}") or ""


def judged(e: Exercise, source: str, seed: Any = "test") -> tuple[int, str]:
    """The points of an answer and the sentence that names its mistake."""
    came = marking.run_answer(e, e.load(source), seed)
    earned = sum(m.earned for m in marking.mark_rubric(e, seed, came) if m)
    return earned, marking.name_mistake(e, seed, came)


def points(e: Exercise, source: str, seed: Any = "test") -> int:
    came = marking.run_answer(e, e.load(source), seed)
    return sum(m.earned for m in marking.mark_rubric(e, seed, came) if m)


def test_the_course_has_its_exercises() -> None:
    assert set(MUST_HAVE) <= set(EXERCISES)
    assert len(EXERCISES) >= 35
    assert [e.lesson for e in ALL] == sorted(e.lesson for e in ALL)


@pytest.mark.parametrize("e", ALL, ids=named)
def test_a_stub_earns_nothing_and_is_told_so(e: Exercise) -> None:
    assert judged(e, e.stub) == (0, e.stub_sentence)


@pytest.mark.parametrize("e", ALL, ids=named)
def test_the_solution_and_one_in_another_style_earn_all(e: Exercise) -> None:
    assert judged(e, e.solution) == (e.points, "")
    assert points(e, other_solution(e.name)) == e.points > 0
    assert e.solution != other_solution(e.name)


IN_LISTS = [e for e in ALL if all(probe_of(row) in (probes.returned_lists, probes.returned_sides) for row in e.rows)]


def in_one_list(found: Any) -> list[Any]:
    return [x for part in found for x in in_one_list(part)] if isinstance(found, list | tuple) else [found]


@pytest.mark.parametrize("change", [in_one_list, lambda found: [found], lambda found: [[x] for x in found]])
@pytest.mark.parametrize("e", [e for e in IN_LISTS if e.name != "attend"], ids=named)
def test_right_numbers_in_other_lists_than_asked_for_earn_nothing(e: Exercise, change: Callable[..., Any]) -> None:
    right = e.load(e.solution)
    came = marking.run_answer(e, lambda *given: change(right(*given)), "test")
    assert not sum(m.earned for m in marking.mark_rubric(e, "test", came) if m)


def test_a_pair_on_the_wrong_side_of_the_border_is_seen() -> None:
    source = EXERCISES["whole_names"].solution
    moved = source.replace("return train, held_out", "return train[:-1], train[-1:] + held_out")
    assert points(EXERCISES["whole_names"], moved) == 0
    as_tuples = source.replace("[[before, after] for before, after in zip", "[pair for pair in zip")
    assert points(EXERCISES["whole_names"], as_tuples) == 3


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
    assert all(bool(row.points) != bool(row.guards) for row in e.rows)
    assert {text for row in e.rows for text in row.guards} <= {row.text for row in e.rows if row.points}
    assert set(e.needs) <= {"engine", "nn"}
    imported = {line for line in (e.solution + other_solution(e.name)).splitlines() if "microgradviz" in line}
    assert bool(imported) <= bool(e.needs)


@pytest.mark.parametrize("e", [e for e in ALL if facts_of(e.rows[0]).by_hand], ids=named)
def test_numbers_may_come_from_the_engine_for_check_cannot_see_where_they_came_from(e: Exercise) -> None:
    assert "engine" in e.needs


@pytest.mark.parametrize("e", ALL, ids=named)
def test_inputs_are_plain_data_and_follow_from_the_seed(e: Exercise) -> None:
    drawn = e.cases("one")
    assert json.loads(json.dumps(drawn)) == drawn == e.cases("one")
    assert all(drawn)
    asked_by_name = all(facts_of(row).by_hand for row in e.rows)
    assert asked_by_name or e.name == "vanishing_by_hand" or drawn != e.cases("two")


FIXED = {  # rows that are the same for everybody: what is asked is one graph
    ("iterative_order", "a chain of 2,500 operations"),
}


@pytest.mark.parametrize("e", ALL, ids=named)
def test_no_row_is_earned_by_who_knows_its_inputs_beforehand(e: Exercise) -> None:
    seen, drawn = (e.cases(seed) for seed in ("seen", "drawn"))
    fixed = {row.text for i, row in enumerate(e.rows) if all(inputs in seen[i] for inputs in drawn[i])}
    by_hand = {row.text for row in e.rows if facts_of(row).by_hand}
    assert fixed == by_hand | {text for name, text in FIXED if name == e.name}


GUESSES: dict[str, Callable[..., Any]] = {
    "gives back the first argument": lambda first, *others: first,
    "is true twice, then false": lambda *args, seen=[]: seen.append(1) or len(seen) % 7 in (1, 2),
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
def test_a_guess_earns_nothing_but_by_luck(e: Exercise, guess: Callable[..., Any]) -> None:
    def earned(seed: str) -> int:
        for remembered in guess.__defaults__ or ():
            remembered.clear()
        marks = marking.mark_rubric(e, seed, marking.run_answer(e, e.bind(guess), seed))
        return sum(m.earned for m in marks if m)

    assert any(earned(seed) == 0 for seed in ("test", "another", "a third"))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_who_learns_the_two_moons_passes_whatever_is_drawn(seed: int) -> None:
    e = EXERCISES["moons"]
    assert points(e, e.solution if seed % 2 else other_solution(e.name), seed) == e.points


@sweep(few=2, many=20)
@pytest.mark.parametrize("e", QUICK, ids=named)
def test_the_solutions_are_right_for_any_inputs(e: Exercise, examples: int) -> None:
    for seed in random.Random(e.name).sample(range(10**9), examples):
        assert points(e, e.solution, seed) == points(e, other_solution(e.name), seed) == e.points, seed


@sweep(few=1, many=10)
@pytest.mark.parametrize("case", WRONG, ids=mistaken)
def test_a_known_wrong_answer_is_told_its_own_mistake_for_any_inputs(
    case: tuple[Exercise, WrongAnswer], examples: int
) -> None:
    e, wrong = case
    source = wrong.text(e.solution)
    of = e.name if examples == 1 else wrong.sentence  # one draw is the same for all: what each gives is remembered
    seeds = random.Random(of).sample(range(10**9), examples)
    for seed in seeds if e in QUICK else ["test"]:
        earned, said = judged(e, source, seed)
        assert earned < e.points, seed
        assert said == wrong.sentence, seed


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


@pytest.mark.parametrize("path", PROBE_FILES.values(), ids=PROBE_FILES)
def test_probes_need_the_standard_library_alone(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    outside = [
        (alias.name if isinstance(node, ast.Import) else str(node.module)).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level)
        for alias in node.names
    ]
    assert {*outside} - {"microgradviz"} <= set(sys.stdlib_module_names) | {"__future__"}
    at_the_top = [n for n in tree.body if isinstance(n, ast.ImportFrom) and "microgradviz" in str(n.module)]
    assert not at_the_top, "only a probe of an exercise that says `needs` may import the package"
    assert all(str(n.module) == "common" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level)


BOX = """
import json, sys
given = json.load(sys.stdin)
sys.path.insert(0, sys.argv[1])
probes = type(sys)("probes")
exec(compile(given["probes"], "probes", "exec"), probes.__dict__)
space = {"__name__": "__main__"}
exec(given["source"], space)
answer = space[given["answer"]]
print(json.dumps([
    [probes.run_probe(vars(probes)[probe], answer, inputs) for inputs in cases] for probe, cases in given["asked"]
]))
"""


@pytest.mark.parametrize("name", ["add_values", "tanh_rule", "training_loop", "mlp", "xor", "broken_wire", "softmax"])
def test_an_answer_can_run_in_a_python_that_holds_no_more_than_it_needs(name: str, tmp_path: Path) -> None:
    e = EXERCISES[name]
    root = Path(microgradviz.__file__).parents[1]
    for module in e.modules:
        path = root.joinpath(*module.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        copy = tmp_path / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    asked = [
        (probe_of(row).__name__, [facts_of(row).sent(inputs) for inputs in cases])
        for row, cases in zip(e.rows, e.cases("box"), strict=True)
    ]
    files = ["common", probe_of(e.rows[0]).__module__.rpartition(".")[2]]
    statements = [x for file in files for x in ast.parse(PROBE_FILES[file].read_text(encoding="utf-8")).body]
    kept = [x for x in statements if not isinstance(x, ast.ImportFrom) or (not x.level and x.module != "__future__")]
    text = "from __future__ import annotations\n" + "\n".join(map(ast.unparse, kept))
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", BOX, str(tmp_path)],
        input=json.dumps({"probes": text, "source": f"{e.prelude}\n{e.solution}", "answer": e.answer, "asked": asked}),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    came = [
        [heard_outcome(row, *case) for case in zip(cases, found, strict=True)]
        for row, cases, found in zip(e.rows, e.cases("box"), json.loads(run.stdout), strict=True)
    ]
    assert sum(m.earned for m in marking.mark_rubric(e, "box", came) if m) == e.points


def test_the_probes_of_an_exercise_stand_in_one_file() -> None:
    for e in ALL:
        assert len({probe_of(row).__module__ for row in e.rows}) == 1, e.name


# ---------------------------------------------------------------- what guards the points of backpropagation


def guard_of(name: str) -> tuple[Exercise, int]:
    e = EXERCISES[name]
    return e, next(i for i, row in enumerate(e.rows) if row.guards)


def test_nudging_in_place_of_backpropagation_is_seen_by_what_it_computes() -> None:
    e, guard = guard_of("broken_sums")
    nudging = e.load(SLOPE_FUNCTIONS["central differences"] + NUDGING_ENGINE)
    came = marking.run_answer(e, nudging, "test")
    assert probes.took_too_many(came[guard][0].text)
    assert not any(m.earned for m in marking.mark_rubric(e, "test", came) if m)


def test_a_guard_takes_the_points_of_the_rows_that_it_names_and_only_if_they_passed() -> None:
    e, guard = guard_of("repair_recursion")
    right = marking.run_answer(e, e.load(e.solution), "test")
    half = marking.run_answer(e, e.load(e.wrong_answers[0].text(e.solution)), "test")
    wrong = marking.run_answer(e, e.load(e.stub), "test")
    too_many = [Outcome(error="UnfitAnswer", text=probes.UnfitAnswer(TOO_MANY, 1, 20).args[0])]

    def marks(came: list[list[Outcome]]) -> list[int | None]:
        return [m.earned if m else None for m in marking.mark_rubric(e, "test", came)]

    def guarded(came: list[list[Outcome]]) -> list[list[Outcome]]:
        return [*came[:guard], too_many, *came[guard + 1 :]]

    assert (marks(right), marks(guarded(right))) == ([2, 1, None], [0, 0, 0])
    assert (marks(half), marks(guarded(half))) == ([2, 0, None], [0, 0, 0])
    assert (marks(wrong), marks(guarded(wrong))) == ([0, 0, None], [0, 0, None])
    assert "not found by backpropagation" in marking.name_mistake(e, "test", guarded(right))
    assert marking.name_mistake(e, "test", guarded(wrong)) == e.stub_sentence
    slow = [*right[:guard], [Outcome(error="OutOfTime", text="stopped after 30 seconds")]]
    assert (marks(slow), marking.name_mistake(e, "test", slow)) == ([0, 0, 0], "")


def engine_of(type_of_data: str) -> str:
    """The right engine, which makes its data what it likes, or refuses what it does not know."""
    return EXERCISES["broken_sums"].solution.replace("= data, 0.0", f"= {type_of_data}, 0.0")


@pytest.mark.parametrize(
    "source",
    [
        engine_of("float(data)"),
        engine_of("data if type(data) in (int, float) else int('a number, please')"),
        "from fractions import Fraction\n" + engine_of("Fraction(data)"),
        "from decimal import Decimal\n" + engine_of("Decimal(data)").replace("= 1.0", "= Decimal(1)"),
    ],
    ids=["floats", "floats alone", "fractions", "decimals"],
)
def test_numbers_may_be_of_any_type_that_an_engine_likes(source: str) -> None:
    e = EXERCISES["broken_sums"]
    assert points(e, source.replace("0.0", "0")) == e.points


@pytest.mark.parametrize("x", [3, 2.0, 0.0])
def test_a_number_that_counts_is_a_float_and_counts_what_is_computed_with_it(x: float) -> None:
    tally = probes.Tally(1)
    a = tally.number(5.0)
    assert [a + x, x + a, a - x, x - a, a * x, x * a] == [5 + x, 5 + x, 5 - x, x - 5, 5 * x, 5 * x]
    assert tally.count == 6
    assert (-a, abs(-a), a == 5, a > x, sorted([a, x])[-1], sum([a, a])) == (-5, 5, True, True, 5, 10)
    assert tally.count == 8
    assert type(a + x) is type(-a) is type(a)
    assert isinstance(a, float)
    assert repr(a) == "5.0"
    tally.require_few()
    with pytest.raises(probes.UnfitAnswer, match="more than 20 additions"):
        a + 1e-20j
    with pytest.raises(probes.UnfitAnswer):
        tally.require_few()


@pytest.mark.parametrize("seed", range(5))
def test_the_wide_graph_is_another_each_time_has_500_leaves_and_is_not_deep(seed: int) -> None:
    (inputs,) = draws.random_wide_program(random.Random(seed))
    (another,) = draws.random_wide_program(random.Random(seed + 100))
    assert inputs != another
    assert len(inputs["leaves"]) == 500
    depth = [0] * 500
    for _, i, j in inputs["steps"]:
        depth.append(1 + max(depth[i], depth[j]))
    assert max(depth) < 150
    found = probes.counted_value_grads(Value, inputs)
    assert all(0 < x < math.inf for x in found)
    assert judge_wide_graph(inputs, found, found)
    assert not judge_wide_graph(inputs, [*found[:-1], found[-1] * (1 + 1e-6)], found)
    assert not judge_wide_graph(inputs, found[:-1], found)
    assert not judge_wide_graph(another, found, found)


def test_a_higher_limit_of_recursion_is_no_sort_without_recursion() -> None:
    e, before = EXERCISES["iterative_order"], sys.getrecursionlimit()
    recursive = e.load(EXERCISES["topological_order"].solution.replace("topological_order", "iterative_order"))
    raising = e.load(f"import sys\nsys.setrecursionlimit(100_000)\n{e.wrong[-1].text(e.solution)}")
    sys.setrecursionlimit(20_000)  # as some cell of the notebook may have done
    try:
        came = [marking.run_answer(e, answer, "test")[1][0] for answer in (recursive, raising)]
        assert sys.getrecursionlimit() == 20_000
    finally:
        sys.setrecursionlimit(before)
    assert [outcome.error for outcome in came] == ["UnfitAnswer", "UnfitAnswer"]


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
        find_exercise("slope_tan")
    with pytest.raises(ValueError, match="lists them all"):
        find_exercise(object())


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
