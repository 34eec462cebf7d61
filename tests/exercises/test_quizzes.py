"""Quick questions: what makes a good one, how answers are marked, in text as on the page, and what is remembered."""

import json
import math
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from microgradviz import Value, quiz, to_html
from microgradviz.exercises import Arrange, Choice, Click, Number, Option
from microgradviz.exercises.advice import read_progress
from microgradviz.exercises.quizzes.lessons import find_question, lesson_names, questions_of
from microgradviz.exercises.quizzes.questions import is_close
from microgradviz.views import bundle as joining

QUIZ_JS = Path(joining.__file__).parent / "js" / "instruments" / "quiz"
MUL = """\
def mul(self, other):
    out = Value(self.data * other.data)
    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad
    out._backward = _backward
    return out"""
SWAPPED = MUL.splitlines()
SWAPPED[3:5] = SWAPPED[4], SWAPPED[3]
OVERWRITES = "self.grad = other.data * out.grad"
RETURNED = {("return out", "def _backward():"): "Nothing runs below a return."}


@pytest.fixture(autouse=True)
def progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A progress file of this test's own, and a session that remembers nothing."""
    at = tmp_path / "progress.json"
    monkeypatch.setenv("MICROGRADVIZ_PROGRESS", str(at))
    fresh: dict[str, Any] = {"exercises": {}, "concepts": {}, "questions": {}}
    monkeypatch.setattr("microgradviz.exercises.advice.progress_file._session", fresh)
    return at


def choice(name: str = "sum") -> Choice:
    return Choice(name, "a·a at 3?", (Option("9", "Rates multiply along one path."), Option("6", reason="3 + 3.")))


def number() -> Number:
    return Number("half", "0.05 for 0.1?", 0.5, {2: "Upside down.", 0.005: "Divide."}, "0.05 ÷ 0.1.")


def diamond() -> Value:
    a = Value(2.0, label="a")
    b = a + 1
    c = 3 * b
    d = b * c
    for value, name in ((b, "b"), (c, "c"), (d, "d")):
        value.label = name
    return d


def click() -> Click:
    return Click(
        "late", "Which waits for two?", diamond(), "b", {"c": "One user only.", "b -> d": "An edge."}, "c and d."
    )


def arrange() -> Arrange:
    return Arrange(
        "mul", "In order.", MUL, {OVERWRITES: "= forgets."}, (tuple(SWAPPED),), "The four comments.", mistakes=RETURNED
    )


# ---------------------------------------------------------------- marks


@pytest.mark.parametrize(
    ("question", "text", "ok", "says"),
    [
        (choice(), "b", True, "3 + 3."),
        (choice(), "A", False, "Rates multiply along one path."),
        (number(), "1/2", True, "0.05 ÷ 0.1."),
        (number(), "0,5", True, "0.05 ÷ 0.1."),
        (number(), "0.50001", True, "0.05 ÷ 0.1."),
        (number(), "2", False, "Upside down."),
        (number(), "7", False, "Not yet."),
        (number(), "-inf", False, "Not yet."),
        (click(), "b", True, "c and d."),
        (click(), "b->d", False, "An edge."),
        (click(), "a", False, "Not there."),
    ],
)
def test_an_answer_is_marked_and_told_what_it_says(question: Any, text: str, ok: bool, says: str) -> None:
    assert question.mark(question.read(text)) == (ok, says)
    shown = repr(quiz(question, answers={question.name: text}))
    assert f"{'✓' if ok else '✗'} {says}" in shown


def test_an_answer_that_is_a_number_needs_no_quotes() -> None:
    assert quiz(number(), answers={"half": 0.5}).score == quiz(number(), answers={"half": "1/2"}).score == (1, 1)


@pytest.mark.parametrize("text", ["-0.599", "-0.6"])
def test_a_number_that_is_rounded_too_early_is_told_so(text: str) -> None:
    question = Number("slope", "ŷ − 1?", -0.5987)
    assert question.mark(question.read(text)) == (False, "Not yet. It is rounded too early: four digits are asked for.")


def test_a_mistake_is_known_with_three_digits_unless_they_are_the_answer() -> None:
    question = Number("mean", "The mean?", 13.0, {8 / 3: "On other rows.", 13.04: "Nearly."})
    assert question.mark(question.read("2.67")) == (False, "On other rows.")
    assert question.mark(question.read("13")) == (True, "")


@pytest.mark.parametrize(
    ("lines", "ok", "says"),
    [
        (MUL.splitlines(), True, "The four comments."),
        (SWAPPED, True, "The four comments."),
        ([line.strip() for line in MUL.splitlines()], False, "line 2 must be indented further"),
        ([*MUL.splitlines()[:3], "        " + OVERWRITES], False, "Your line 4 does not belong: = forgets."),
        (MUL.splitlines()[1:], False, "Your line 1 does not come first."),
        ([*MUL.splitlines()[:2], "    return out", MUL.splitlines()[2]], False, "comes at another place. Nothing runs"),
        (
            [*MUL.splitlines()[:2], "    return out"],
            False,
            "Up to your line 2 the order is right; line 3 comes at another",
        ),
        (MUL.splitlines()[:5], False, "Right so far; there is more to come."),
        (["        def mul(self, other):"], False, "line 1 must be indented less"),
    ],
)
def test_of_lines_the_first_thing_that_is_wrong_is_said(lines: list[str], ok: bool, says: str) -> None:
    found, said = arrange().mark(lines)
    assert found is ok
    assert says in said


@pytest.mark.parametrize("name", ["zero_grad_place", "learn_in_order", "batch_in_order", "torch_loop"])
def test_a_gradient_may_be_zeroed_anywhere_but_between_backward_and_the_update(name: str) -> None:
    """A loop of any lesson: `zero` is cut out and put back at each place where a step of the loop ends."""
    question: Any = find_question(name)
    right = question.solutions[0]
    bare = [line.strip() for line in right]
    at = next(i for i, line in enumerate(bare) if line.endswith((".grad = 0.0", "zero_grad()")))
    block = right[at - 1 : at + 1] if bare[at - 1].startswith("for p") else right[at : at + 1]
    rest = [line for i, line in enumerate(right) if not at - len(block) < i <= at]
    backward = next(i for i, line in enumerate(rest) if line.strip() == "loss.backward()")
    first = next(i for i, line in enumerate(rest) if line.strip().startswith(("loss =", "batch =")))
    after = len(rest) - rest[-1].strip().startswith("yield")
    for place in {first, backward, after}:
        assert question.mark([*rest[:place], *block, *rest[place:]]) == (True, question.reason)
    ok, said = question.mark([*rest[: backward + 1], *block, *rest[backward + 1 :]])
    assert not ok
    assert "is set to 0 before" in said or "are set to 0 before" in said


def test_a_mistake_must_be_an_order_that_no_solution_has() -> None:
    with pytest.raises(ValueError, match="in an order no solution has"):
        Arrange("xy", "In order.", "x = 1\ny = 2", mistakes={("x = 1", "y = 2"): "No."})


def test_lines_are_typed_by_their_numbers_with_a_sign_for_each_level() -> None:
    question = arrange()
    numbers = [question.pool.index(line.strip()) + 1 for line in MUL.splitlines()]
    levels = [(len(line) - len(line.lstrip())) // 4 for line in MUL.splitlines()]
    text = " ".join(">" * level + str(number) for number, level in zip(numbers, levels, strict=True))
    assert question.mark(question.read(text)) == (True, "The four comments.")


def test_the_lines_to_choose_from_are_the_same_every_time_and_never_in_order() -> None:
    assert arrange().pool == arrange().pool
    two = Arrange("xy", "In order.", "x = 1\ny = 2")
    assert all(Arrange(name, "In order.", "x = 1\ny = 2").pool == ["y = 2", "x = 1"] for name in "abcdefgh")
    assert sorted(two.pool) == ["x = 1", "y = 2"]


def test_page_and_python_mark_lines_alike(require_node: str) -> None:
    """Programs of all kinds: shuffled, cut off, badly indented, with lines that do not belong."""
    rng = random.Random(7)
    question = arrange()
    programs = []
    for _ in range(400):
        lines = list(rng.choice(question.solutions))
        for _ in range(rng.randrange(3)):
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            kind = rng.randrange(4)
            if kind == 0:
                lines[i], lines[j] = lines[j], lines[i]
            elif kind == 1:
                lines[i] = " " * 4 * rng.randrange(3) + lines[i].strip()
            elif kind == 2:
                lines = lines[: i + 1]
            else:
                lines[i] = " " * 4 * rng.randrange(3) + OVERWRITES
        programs.append(lines)
    code = f"""
    import {{ readFileSync }} from "node:fs";
    import {{ markLines }} from "{(QUIZ_JS / "arrange.js").as_uri()}";
    const [programs, {{ solutions, distractors, reason, mistakes }}] = JSON.parse(readFileSync(0, "utf8"));
    const said = programs.map((lines) => markLines(lines, solutions, distractors, reason, mistakes));
    console.log(JSON.stringify(said));
    """
    given = [programs, question.for_page()]
    said = run_code(require_node, code, json.dumps(given))
    expected = [list(question.mark(program)) for program in programs]
    assert said == expected
    assert any("Nothing runs below a return." in told for _, told in expected)
    assert {ok for ok, _ in expected} == {True, False}


def test_page_and_python_have_the_same_opinion_of_numbers(require_node: str) -> None:
    numbers = [
        0.0,
        -0.0,
        0.5,
        0.50001,
        0.501,
        1 / 3,
        0.3333,
        0.333,
        3,
        3.001,
        3.0001,
        1e-13,
        -2,
        1e300,
        math.inf,
        -math.inf,
        math.nan,
    ]
    pairs = [(x, y) for x in numbers for y in numbers]
    code = f"""
    import {{ readFileSync }} from "node:fs";
    import {{ isClose }} from "{(QUIZ_JS / "number.js").as_uri()}";
    const read = (x) => Number(x.replace("inf", "Infinity"));
    console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(([x, y]) => isClose(read(x), read(y)))));
    """
    said = run_code(require_node, code, json.dumps([[str(x), str(y)] for x, y in pairs]))
    assert said == [is_close(x, y) for x, y in pairs]


def run_code(node: str, code: str, given: str) -> Any:
    command = [node, "--input-type=module", "-e", code]
    return json.loads(subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout)


# ---------------------------------------------------------------- bad questions and answers


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Choice("x", "?", (Option("a"), Option("b"))), "one of them without a misconception"),
        (
            lambda: Choice("x", "?", (Option("a"), Option("b", "no", claims={"a": 1}))),
            r"\(there is none; got {'a': 1}\)",
        ),
        (
            lambda: Choice("x", "?", (Option("a", claims={"a": 1}), Option("b", "no")), Value(1.0, label="a") * 2),
            "wrong option",
        ),
        (
            lambda: Choice("x", "?", (Option("a"), Option("b", "no", claims={"z": 1})), Value(1.0, label="a") * 2),
            r"\(a; got",
        ),
        (lambda: Choice("x", "?", (Option("a", "no"), Option("b", "no"))), "got 2, 0 of them right"),
        (lambda: Choice("x", "?", (Option("a"),)), "two options at least"),
        (lambda: Number("x", "?", 2, {2.0: "no"}), "mistakes of 'x' must be wrong numbers"),
        (lambda: Click("x", "?", diamond(), "z"), r"must ask for what is in its picture, a, .*got 'z'"),
        (lambda: Click("x", "?", diamond(), "a -> d"), "must ask for what is in its picture"),
        (lambda: Click("x", "?", diamond(), "a", {"a": "no"}), "a right place, which is no mistake"),
        (lambda: Click("x", "?", diamond(), ()), "a right place"),
        (lambda: Arrange("x", "?", "one"), "the same lines, two at least"),
        (lambda: Arrange("x", "?", "a\nb", also=("a\nc",)), "in every solution"),
        (lambda: Arrange("x", "?", "a\nb", {"a": "no"}), "must not be lines of its solution"),
        (lambda: quiz(), "got no question"),
        (lambda: quiz(choice(), choice()), "got 'sum' twice"),
        (lambda: quiz(3), "question must be a Choice, Number, Click, Arrange or a name"),
        (lambda: quiz("no such question"), "must be that of a question of a lesson"),
        (lambda: quiz(choice(), answers={"sun": "b"}), "answers must be to sum"),
        (lambda: quiz(choice(), answers={"sum": "c"}), "a letter from a to b"),
        (lambda: quiz(number(), answers={"half": "much"}), "must be a number such as 0.5, 1/2 or 14000"),
        (lambda: quiz(number(), answers={"half": "1/0"}), "must be a number such as 0.5, 1/2 or 14000"),
        (lambda: quiz(number(), answers={"half": "14,528"}), "0.5, 1/2 or 14000"),
        (lambda: quiz(click(), answers={"late": "z"}), "must be one of a, "),
        (lambda: quiz(arrange(), answers={"mul": "1 99"}), "from 1 to 8"),
    ],
)
def test_a_bad_question_or_answer_is_refused_in_a_sentence(make: Any, error: str) -> None:
    with pytest.raises((TypeError, ValueError), match=error):
        repr(make())


# ---------------------------------------------------------------- what comes from a page


@pytest.mark.parametrize(
    "sent",
    [
        {"sum": {"given": 7, "tries": 1, "helped": 0}},
        {"sum": {"given": "<b>", "tries": 1, "helped": 0}},
        {"sum": {"given": 1}},
        {"sum": 1},
        {"other": {"given": 1, "tries": 1, "helped": 0}},
        {"sum": {"given": 1, "tries": "many", "helped": 0}},
    ],
)
def test_what_cannot_be_read_is_no_answer(sent: Any) -> None:
    asked = quiz(choice())
    asked.set_state({"answers": sent})
    assert asked.answers == {}
    assert asked.score == (0, 1)


def test_the_kernel_marks_by_itself_whatever_a_page_says(progress: Path) -> None:
    asked = quiz(choice(), number())
    asked.set_state({"answers": {"sum": {"given": 0, "ok": True, "tries": 1, "helped": 0}}})
    assert asked.answers["sum"]["ok"] is False
    assert asked.score == (0, 2)
    assert read_progress(progress)["questions"] == {"sum": {"ok": False, "tries": 1}}
    asked.set_state({"answers": {"sum": {"given": 1, "ok": True, "tries": 2, "helped": 0}}})
    assert asked.score == (1, 2)
    assert read_progress(progress)["questions"] == {"sum": {"ok": True, "tries": 2}}
    asked.set_state({"answers": {"sum": {"given": 0, "ok": False, "tries": 3, "helped": 0}}})
    assert read_progress(progress)["questions"] == {"sum": {"ok": True, "tries": 2}}  # once right, right for ever


def test_a_quiz_with_a_picture_brings_the_code_of_pictures_and_others_do_not() -> None:
    assert "drawGraph" in to_html(quiz(click()))
    assert "drawGraph" not in to_html(quiz(choice(), number(), arrange()))


def test_words_of_questions_stay_words() -> None:
    hostile = Choice("x", "<img src=x onerror=alert(1)>", (Option("</script><b>"), Option("b", "<i>no</i>")))
    page = to_html(quiz(hostile))
    assert "<img src=x" not in page
    assert "</script><b>" not in page


def test_before_it_runs_a_page_may_break_its_lines_and_a_program_keeps_its_letters() -> None:
    html = quiz(
        Number("a", "Is `1 < 2` *now*?", 1), Arrange("b", "Put in order.", "x = 1\nif x:\n    x = 2")
    ).fallback()
    assert "<pre" not in html
    assert html.startswith(
        "<p>1. Is <code>1 &lt; 2</code> <em>now</em>?<br>\n\xa0\xa0\xa0a number</p>\n"
        "<p>2. Put in order.<br>\n\xa0\xa0\xa0<code>1  "
    )


def test_no_two_questions_of_the_course_have_one_name() -> None:
    names = [question.name for lesson in lesson_names() for question in questions_of(lesson)]
    assert len({*names}) == len(names), {name for name in names if names.count(name) > 1}
