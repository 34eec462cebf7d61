"""check and hint: what a learner is told, what is kept, and that nothing an answer does ends the kernel."""

import math
import random
import re
import sys
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from kit.sweeps import sweep

from microgradviz import Value, check, hint
from microgradviz.exercises.advice import checking
from microgradviz.exercises.advice.answer_picture import hide_right_number
from microgradviz.exercises.advice.explain import index_of_first_wrong, sentence_html, why_wrong
from microgradviz.exercises.base import Exercise
from microgradviz.exercises.judge import marking
from microgradviz.exercises.judge.judging import Outcome
from microgradviz.exercises.learner_code import alarm, guard
from microgradviz.exercises.topics import EXERCISES
from microgradviz.tracing.words import number_text


@pytest.fixture(autouse=True)
def keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICROGRADVIZ_PROGRESS", "")
    monkeypatch.setattr(alarm, "_NEXT_ALARM", 0.01)


def short(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.1) -> None:
    """Let every row end after a tenth of a second."""
    honest = guard.with_time_limit
    monkeypatch.setattr(guard, "with_time_limit", lambda function, _: honest(function, seconds))


def test_an_answer_whose_cell_stopped_is_not_taken_for_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = SimpleNamespace(error_before_exec=None, error_in_exec=NameError("z"))
    monkeypatch.setattr(checking, "running_shell", lambda: SimpleNamespace(last_execution_result=ran))
    assert "stopped with NameError" in repr(check("slope_mul", lambda x, y: (x, y)))
    ran.error_in_exec = None
    assert "stopped" not in repr(check("slope_mul", lambda x, y: (x, y)))


def test_a_right_answer_gets_all_rows_and_a_word_of_praise() -> None:
    found = check("slope_mul", lambda x, y: (y, x))
    assert found
    assert (found.points, found.of) == (3, 3)
    assert "Well done!" in repr(found)


def test_what_check_is_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_said_what_it_is", False)
    first, second = (repr(check("slope_mul", answer)) for answer in (lambda x, y: (y, x), lambda x, y: (x, y)))
    assert "advice, not a mark" in first
    assert "advice, not a mark" not in second


def test_a_known_mistake_is_named() -> None:
    found = check("slope_tanh", lambda x: 1 - x * x)
    assert not found
    assert "uses its *output*" in found.mistake
    assert found.mistake in repr(found)


def test_all_rows_are_shown_in_part_right_too() -> None:
    found = check("slope_tanh", lambda x: 1 - math.tanh(x) ** 2 if x else 0.0)
    assert [row.earned for row in found.rows] == [2, 0]
    assert "at drawn numbers" in repr(found)
    assert "with x = 0: 0 is not right" in repr(found)


def test_the_html_has_the_same_table_and_escapes_what_came_from_the_answer() -> None:
    def answer(x: float, y: float) -> None:
        raise ValueError("<script>alert(1)</script>&")

    found = check("slope_mul", answer)._repr_html_()
    assert "<table>" in found
    assert "<script>" not in found
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in found


@pytest.mark.parametrize(
    ("line", "html"),
    [
        ("the *output*, not x * y * z", "the <em>output</em>, not x * y * z"),
        ("`a * b` and `<b>`", "<code>a * b</code> and <code>&lt;b&gt;</code>"),
        ("*a <i> b*", "<em>a &lt;i&gt; b</em>"),
        ("** and *", "** and *"),
    ],
)
def test_words_stand_out_and_nothing_else_becomes_html(line: str, html: str) -> None:
    assert sentence_html(line) == html


def shown_texts(exercise: Exercise, answer: Any) -> str:
    found = check(exercise.name, answer)
    player = found.player()
    faults = [fault["text"] for fault in player.scene["faults"]] if player else []
    return "\n".join([repr(found), found._repr_html_(), *faults])


# Networks are asked about, and an engine's picture tells what arrives at its wrong number.
NUMBERS_TOLD = ("moons", "xor", "broken_tanh")


@sweep(few=3, many=100)
@pytest.mark.parametrize("e", [e for e in EXERCISES.values() if e.name not in NUMBERS_TOLD], ids=lambda e: e.name)
def test_no_right_number_is_ever_shown(e: Exercise, examples: int) -> None:
    right = marking.solution_outcomes(e, checking.SEED)
    drawn = e.cases(checking.SEED)
    wrong = random.Random(e.name).sample(e.wrong, min(examples, len(e.wrong)))
    for source in (e.stub, *(one.text(e.solution) for one in wrong)):
        answer = e.load(source)
        came = marking.run_answer(e, answer, checking.SEED)
        texts = shown_texts(e, e.load(source))
        said = {number_text(x) for row in came for outcome in row for x in outcome.numbers}
        for i, mark in enumerate(marking.mark_rubric(e, checking.SEED, came)):
            if mark is None or mark.case is None:
                continue
            ours, theirs = right[i][mark.case], came[i][mark.case]
            known = {number_text(x) for x in _numbers(drawn[i][mark.case])} | said
            for x in ours.numbers:
                text = number_text(x)
                if text not in known and len(text) > 4:
                    assert not re.search(rf"(?<![\d.−]){re.escape(text)}(?![\de])", texts), f"{e.name}: {text} is shown"
            assert index_of_first_wrong(theirs, ours) < max(len(theirs.numbers), 1)


@pytest.mark.parametrize("name", ["mul_rule", "backward", "broken_tanh"])
def test_where_the_answer_is_an_engine_right_numbers_stand_beside_its_wrong_ones(name: str) -> None:
    assert any(pictures_with_right_numbers(name))


@pytest.mark.parametrize(
    "name",
    ["l_by_hand", "diamond_by_hand", "inside_first", "neuron_by_hand", "slope_mul", "slope_tanh", "vanishing_by_hand"],
)
def test_where_the_answer_is_numbers_or_a_rule_the_picture_holds_none(name: str) -> None:
    assert not any(pictures_with_right_numbers(name))


def pictures_with_right_numbers(name: str) -> list[bool]:
    e = EXERCISES[name]
    players = [check(name, e.load(wrong.text(e.solution))).player() for wrong in e.wrong]
    return [bool(player.scene["beside"]) for player in players if player]


def _numbers(thing: Any) -> list[float]:
    if isinstance(thing, dict):
        return [x for value in thing.values() for x in _numbers(value)]
    if isinstance(thing, list):
        return [x for value in thing for x in _numbers(value)]
    return [float(thing)] if isinstance(thing, int | float) else []


# ---------------------------------------------------------------- answers that misbehave


def loops(*args: float) -> None:
    while True:
        pass


def loops_and_catches(*args: float) -> None:
    while True:
        try:  # noqa: SIM105
            math.sqrt(2.0)
        except BaseException:
            pass


def recurses(*args: float) -> None:
    recurses(*args)


def leaves(*args: float) -> None:
    sys.exit(3)


def prints(*args: float) -> tuple[float, float]:
    for _ in range(5_000):
        print("hello")
    return args[1], args[0]


def complains(*args: float) -> None:
    print("to stderr", file=sys.stderr)
    raise KeyError("no such thing")


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even this")


def unprintable(*args: float) -> None:
    raise Unprintable


MISBEHAVING: list[tuple[Any, str]] = [
    (loops, "it loops forever, or needs more time"),
    (loops_and_catches, "it loops forever, or needs more time"),
    (recurses, "calls itself too deeply, or forever"),
    (leaves, "an answer returns, it does not exit"),
    (complains, "it stopped with KeyError: “no such thing”"),
    (unprintable, "it stopped with “Unprintable”: no message"),
    (None, "it stopped with TypeError: “'NoneType' object is not callable”"),
    (3.5, "it stopped with TypeError"),
    (lambda x, y: "two", "what it returns must be 2 numbers (got a str)"),
    (lambda x, y: (Value(x), Value(y)), "must be a number (got a Value); its .data is one"),
    (lambda x, y: (z for z in (y, x)), "what it returns must be a list or a number (got a generator)"),
    (lambda x, y: (1j, 2j), "must be a number (got a complex)"),
    (lambda x, y: (x, y, x), "it gives 3 numbers, where 2 are asked for"),
    (lambda: 1.0, "takes 0 positional arguments but 2 were given"),
    (lambda x, y: x / 0, "it stopped with ZeroDivisionError: “float division by zero”"),
]


@pytest.mark.parametrize(("answer", "told"), MISBEHAVING, ids=[told for _, told in MISBEHAVING])
def test_an_answer_that_misbehaves_gets_one_clear_sentence(
    answer: Any, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if answer in (loops, loops_and_catches):
        short(monkeypatch)
    found = check("slope_mul", answer)
    assert found.points == 0
    assert told in repr(found)
    assert "Traceback" not in repr(found)
    assert capsys.readouterr() == ("", "")


class Held:
    """A number as PyTorch holds one: its `data` is no number, and `tolist` gives it."""

    def __init__(self, number: float) -> None:
        self.data, self.tolist = memoryview(b""), lambda: number


def test_a_number_that_a_tensor_holds_is_that_number() -> None:
    assert check("slope_mul", lambda x, y: (Held(y), Held(x)))
    wrong = check(
        "neuron", type("Neuron", (), {"__init__": lambda self, nin: vars(self).update(w=[Held(0.5)] * nin, b=0.0)})
    )
    assert "must be a Value (got a “Held”)" in repr(wrong)


class Odd:
    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"no {name} here")

    def __bool__(self) -> bool:
        raise RuntimeError("neither")

    def __repr__(self) -> str:
        raise RuntimeError("no words")


ODD: dict[str, Any] = {
    "None": None,
    "a number": 3,
    "text": "x" * 1000,
    "a dict": {"a": "b", "u": None, "sigmoid": [], "x1": {}, "nan": math.nan},
    "a list": [1, [2, [3]]],
    "an object that says nothing": Odd(),
    "a class that says nothing": Odd,
    "a function that returns nothing": lambda *args: None,
    "a function that returns what it gets": lambda *args: args,
    "a function that returns an odd object": lambda *args: Odd(),
    "a function of no arguments": lambda: 1.0,
    "a class": type("Value", (), {"__init__": lambda self, *args: None}),
    "the engine": Value,
    "a builtin": max,
}


@sweep(few=10, many=100)
@pytest.mark.parametrize(("kind", "answer"), ODD.items(), ids=ODD)
def test_whatever_is_given_as_an_answer_check_says_something(kind: str, answer: Any, examples: int) -> None:
    for name in random.Random(kind).sample([*EXERCISES], min(examples, len(EXERCISES))):
        found = check(name, answer)
        assert found._repr_html_()
        assert len(repr(found)) < 4_000
        found.player()


def test_of_what_an_answer_prints_the_first_lines_are_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    found = check("slope_mul", prints)
    assert found
    assert f"Meanwhile it printed {'“hello”, ' * 9}“hello” and 49,990 more lines." in repr(found)
    assert capsys.readouterr().out == ""


def test_who_prints_in_place_of_a_return_is_shown_both() -> None:
    found = check("slope_mul", lambda x, y: print((y, x)))
    assert "Meanwhile it printed “(" in repr(found)
    assert found.mistake.endswith("with `return`.")
    e = EXERCISES["add_values"]
    method = "def add(self, other):\n    print(self.data + other.data)\n\n\nValue.__add__ = add\n"
    assert "Meanwhile it printed" in repr(check("add_values", e.load(method)))
    assert check("slope_mul", lambda x, y: None).mistake == EXERCISES["slope_mul"].stub_sentence


def test_what_is_printed_is_shown_as_it_is_and_never_becomes_markup() -> None:
    def says(x: float, y: float) -> tuple[float, float]:
        print("<b>`x`\x1b[31m *y*</b>", end="")
        return y, x

    page = check("slope_mul", says)._repr_html_()
    assert "“&lt;b&gt;`x`[31m *y*&lt;/b&gt;" in page
    assert "“" + "\n" not in repr(check("slope_mul", lambda x, y: print("\n\n") or (y, x)))
    assert "printed empty lines" in repr(check("slope_mul", lambda x, y: print("\n\n") or (y, x)))


def test_after_a_timeout_nothing_more_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    short(monkeypatch)
    calls = []

    def answer(x: float, y: float) -> None:
        calls.append(x)
        loops()

    found = check("slope_mul", answer)
    assert len(calls) == 1
    assert "not tried, because of that" in found.rows[1].note


def test_the_users_own_interrupt_gets_through() -> None:
    def answer(x: float, y: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("slope_mul", answer)


def test_random_numbers_go_on_as_if_nothing_had_happened() -> None:
    random.seed(1)
    expected = [random.random(), random.random()]
    random.seed(1)
    first = random.random()
    check("initialisation", lambda nin: random.gauss(0, math.sqrt(2 / nin)))
    assert [first, random.random()] == expected


def test_inputs_that_an_answer_changes_do_not_change_for_the_next() -> None:
    def answer(f: Callable[..., float], xs: list[float], h: float) -> list[float]:
        slopes = []
        for i in range(3):
            before = f(*xs)
            xs[i] += h
            slopes.append((f(*xs) - before) / h)
            xs[i] -= h
        xs.clear()
        return slopes

    assert check("partial_slopes", answer)


def test_a_quick_function_gives_its_result_in_a_thread_too() -> None:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(check("slope_mul", lambda x, y: (y, x)).points))
    thread.start()
    thread.join(timeout=30)
    assert found == [3]


# ---------------------------------------------------------------- the picture


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("broken_sums", "lost contribution", "a.grad was 2.65 when 2.65 arrived from e, and afterwards it was 2.65."),
        ("broken_order", "wrong order", "passed its gradient on"),
        ("broken_tanh", "wrong local derivative", "your engine uses"),
        ("broken_memory", "inputs changed", "a was 1.21 in the forward pass"),
    ],
)
def test_a_broken_engine_is_drawn_at_its_fault(name: str, kind: str, text: str) -> None:
    e = EXERCISES[name]
    player = check(name, e.load(e.stub)).player()
    assert player is not None
    fault, *others = player.scene["faults"]
    assert fault["kind"].startswith(kind)
    assert text in fault["text"]
    assert ["b was −0.67" in other["text"] for other in others] == [True] * (name == "broken_memory")
    assert 0 < player.step <= player.steps


def test_a_wrong_rule_is_drawn_with_the_learners_own_slope() -> None:
    player = check("slope_tanh", lambda x: 0.125).player()
    assert player is not None
    assert player.trace["op"] == ["", "your tanh"]
    assert player.trace["local"] == [0.125]
    assert "your rule says × 0.125" in player.scene["faults"][0]["text"]
    assert "rules" in player.scene
    assert "tanh" not in player.scene["rules"]


def test_an_entry_that_is_no_value_marks_the_value_it_is_about() -> None:
    right = {"grad": 30, "w after step": -1, "grad after step": 30, "loss after step": 25}
    player = check("line_by_line", right | {"grad": 10}).player()
    assert player is not None
    (fault,) = player.scene["faults"]
    assert fault["text"] == "grad: you say 10. One edge leads from w toward the result."
    assert player.trace["label"][str(fault["node"])] == "w"
    assert check("line_by_line", right | {"w after step": 0}).player() is None


def test_a_gradient_by_hand_is_marked_on_the_forward_pass_alone() -> None:
    player = check("l_by_hand", {"a": 8, "b": 4, "c": 2, "f": 3}).player()
    assert player is not None
    assert player.trace["order"] == []
    (fault,) = player.scene["faults"]
    assert fault["text"] == "b: you say 4. One edge leads from b toward the result."
    assert player.trace["label"][str(fault["node"])] == "b"
    assert player.scene["by_hand"]


def test_every_wrong_gradient_by_hand_is_marked() -> None:
    player = check("l_by_hand", {"a": 8, "b": 4, "c": 7}).player()
    assert player is not None
    marked = [(player.scene["name"][fault["node"]], fault["text"].split(".")[0]) for fault in player.scene["faults"]]
    assert marked == [("b", "b: you say 4"), ("c", "c: you say 7"), ("f", "f: no number yet")]


def test_a_gradient_of_an_inner_value_is_marked_at_that_value() -> None:
    player = check("diamond_by_hand", {"u": 12, "v": 2, "a": 32}).player()
    assert player is not None
    (fault,) = player.scene["faults"]
    assert player.scene["title"][fault["node"]] == "v = 4 × a"


def test_a_function_of_numbers_is_drawn_as_what_it_computes() -> None:
    player = check("mse", lambda p, t: sum((x - y) ** 2 for x, y in zip(p, t))).player()  # noqa: B905
    assert player is not None
    assert "sub" in player.trace["op"]
    assert [fault["kind"] for fault in player.scene["faults"]] == ["not right"]


@pytest.mark.parametrize("answer", [None, loops, lambda x, y: (y, x)])
def test_there_is_no_picture_where_there_is_nothing_to_draw(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    short(monkeypatch)
    assert check("slope_mul", answer).player() is None


def test_faults_are_told_without_the_right_number() -> None:
    from kit.learner_engines import AssignsInMul, WrongTanhData, WrongTanhRule

    from microgradviz import trace

    a = AssignsInMul(3.0, label="a")
    t, u = WrongTanhRule(0.5, label="t").tanh(), WrongTanhData(0.5, label="u").tanh()
    for root, right in ((a * a, "6"), (t, number_text(1 - math.tanh(0.5) ** 2)), (u, number_text(math.tanh(0.5)))):
        shown = trace(root)
        texts = [hide_right_number(shown, fault).text for fault in shown.faults]
        assert texts
        assert all(right not in text for text in texts)


def test_an_operation_without_its_rule_is_said_to_pass_nothing_on_not_to_multiply_by_0() -> None:
    from kit.learner_engines import Lecture

    from microgradviz import trace

    out = Lecture(2.0) * Lecture(3.0)
    out._backward = lambda: None
    shown = trace(out)
    assert next(hide_right_number(shown, fault).text for fault in shown.faults).endswith(
        "passes nothing on: nothing arrives at its inputs."
    )


# ---------------------------------------------------------------- hints


def test_hints_come_one_after_the_other_and_begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "_hints", {})
    hints = EXERCISES["softmax"].hints
    seen = [hint("softmax") for _ in range(len(hints) + 1)]
    assert [h.text for h in seen] == [*hints, hints[0]]
    assert repr(seen[1]) == f"Hint 2 of {len(hints)}: {hints[1]}"


def test_a_wrong_name_is_one_sentence_with_a_suggestion() -> None:
    for call in (lambda: check("sofmax", max), lambda: hint("sofmax")):
        with pytest.raises(ValueError, match="did you mean 'softmax'"):
            call()


ODD = [(), (math.nan,), (math.inf, -math.inf), (1e308,) * 3, (-1.0, 99.0, 0.5), (0.0,) * 500]


@pytest.mark.parametrize("e", EXERCISES.values(), ids=lambda e: e.name)
def test_there_is_a_sentence_for_whatever_an_answer_gives(e: Exercise) -> None:
    right = marking.solution_outcomes(e, "check")
    for row, cases, known in zip(e.rows, e.cases("check"), right, strict=True):
        for inputs, solved in zip(cases, known, strict=True):
            assert all(why_wrong(e, row, inputs, Outcome(numbers), solved) for numbers in ODD)


# ---------------------------------------------------------------- mistakes of learners that no table foresaw

ADD = EXERCISES["add_values"].solution
TRAIN = EXERCISES["training_loop"].solution
NATURAL: list[tuple[str, str, str, str]] = [  # exercise, answer, what is said, what must not be said
    ("numeric_slope", "def numeric_slope(f, x, h):\n    (f(x + h) - f(x)) / h", "is there a return?", "still the stub"),
    (
        "draw_letter",
        "def draw_letter(shares, u):\n    for i, x in enumerate(shares):\n        if u < x:\n            return i\n",
        "They lie end to end: add up those before.",
        "Not every way",
    ),
    (
        "check_gpt",
        EXERCISES["check_gpt"]
        .solution.replace("return guesses != [LETTERS", "return not any(x == LETTERS")
        .replace('for letter in ".abcdefg"]', 'for x, letter in zip(guesses, ".anna"))')
        .replace('".abcdefg"', '".anna"'),
        "ask for what happens in *all* rows",
        "many differences are small",
    ),
    (
        "attention_gate",
        EXERCISES["attention_gate"].solution.replace("one[:head])", "one)"),
        "a head is always the same as itself",
        "Well done",
    ),
    ("add_values", ADD.replace("return ", ""), "step 1 (+) gives None; is there a return?", "returned nothing"),
    (
        "install_size",
        "def install_size(name, needs, sizes):\n"
        "    return sizes[name] + sum(install_size(part, needs, sizes) for part in needs[name])\n",
        "0}: 374 is not right",  # the tables whole, to be tried by hand
        "…",
    ),
    (
        "add_values",
        ADD.replace(', (self, other), "+"', ""),
        "the result remembers nothing: its _prev and its _op are empty",
        "is changed",
    ),
    ("add_values", ADD.replace('"+"', "'plus'"), "the result's _op is 'plus', not '+'", "more or fewer"),
    ("add_values", ADD.replace("(self, other), ", "(other, Value(0.0)), "), "holds other values", "two inputs"),
    ("add_values", ADD.replace("self, other), ", "self, other, self), "), "does not hold its two inputs", "nothing"),
    (
        "add_values",
        "class Plain:\n    def __init__(self, data):\n        self.data = data\n\n\n"
        "def add(self, other):\n    return Plain(self.data + other.data)\n",
        "a result must remember _prev",
        "holds the numbers of the inputs",
    ),
    ("negative", "def neg(self):\n    return Value(0) * self\n", "the result is 0, which is not right", "no way leads"),
    (
        "negative",
        "def neg(self):\n    return Value(-self.data, (Value(1), self), '*')\n",
        "neither a sum",
        "no way",
    ),
    (
        "mul_rule",
        EXERCISES["mul_rule"].solution.replace("= _backward\n", "= _backward()\n"),
        "must be a function, not yet called (got None)",
        "stub",
    ),
    (
        "mul_rule",
        EXERCISES["mul_rule"].solution.replace("* out.grad\n", "* out.grad\n        out.grad = 7.0\n"),
        "the grad of step 1 (*) is 7, which is not right",
        "calls `_backward`",
    ),
    (
        "tanh_rule",
        EXERCISES["tanh_rule"].solution.replace("* out.grad", "* out.grad / 2\n        self._backward()"),
        "it calls `_backward` of its inputs",
        "the grad of",
    ),
    (
        "neuron",
        EXERCISES["neuron"].solution.replace("Value(random.uniform(-1, 1))", "random.uniform(-1, 1)"),
        "each weight and bias must be a Value (got a float)",
        "'float' object has no attribute",
    ),
    (
        "topological_order",
        EXERCISES["topological_order"].solution.replace("order.append(v)", "order.append(v.data)"),
        "each entry of the list must be one of the values themselves (got a float)",
        "not in the graph",
    ),
    (
        "gradient_check",
        EXERCISES["gradient_check"].solution.replace("abs(measured - claimed)", "measured - claimed"),
        "compare with abs(…)",
        "far too lenient",
    ),
    (
        "layer",
        EXERCISES["layer"].solution.replace("[n(x) for n in self.neurons]", "sum(n(x) for n in self.neurons)"),
        "a layer must give a list of values",
        "swapped",
    ),
    (
        "layer",
        EXERCISES["layer"]
        .solution.replace("[p for n in self.neurons for p in n.p", "[n.p")
        .replace("rs()]", "rs() for n in self.neurons]"),
        "each entry of parameters() must be a Value (got a list)",
        "the number of parameters",
    ),
    (
        "mlp",
        EXERCISES["mlp"].solution.replace("zip(sizes, nouts)", "[(nin, nout) for nout in nouts]"),
        "Every layer is made for nin inputs",
        "given the first input",
    ),
    (
        "mlp",
        EXERCISES["mlp"].solution.replace("x[0] if len(x) == 1 else x", "x"),
        "the output of a network that has one must be a Value (got a list)",
        "a layer too few",
    ),
    ("training_loop", TRAIN.replace("loss.backward()", "pass"), "Is backward() called", "are set to 0 after backward"),
    ("training_loop", TRAIN.replace("p.data -=", "p -="), "is it p.data that moves?", "are set to 0 after backward"),
    (
        "training_loop",
        TRAIN.replace("    return", "        return"),
        "the list holds 1 loss,",
        "3 numbers",
    ),
    (
        "moons",
        "def train_moons(xs, ys):\n    return sum(ys)",
        "it must return a model or function of a point (got a float)",
        "tossing a coin",
    ),
    ("initialisation", "def he_weight(nin):\n    return [0.1] * nin", "must be a number (got a list)", "number 1"),
    (
        "broken_sums",
        EXERCISES["broken_sums"].stub.replace("grad = out", "grad =+ out"),
        "The engine does as it did.",
        "as it came",
    ),
    (
        "zero_grad",
        "from microgradviz import Value\n\n\ndef zero_grad(parameters):\n"
        "    for i, p in enumerate(parameters):\n        parameters[i] = Value(p.data)",
        "the list must hold the same values as before",
        "Well done",
    ),
    ("first_gradients", "first_gradients = {'a': -2, 'b': 5, 'c': 4}", "That is the value of c.", "values of a, b"),
    ("descend", EXERCISES["descend"].solution.replace("rate *", ""), "with slope(x) = ", "f(x)"),
    (
        "broken_wire",
        EXERCISES["broken_wire"].stub.replace("[self.w1, self.b1, ", "["),
        "parameters() must return 4 Values (got 2)",
        "numbers",
    ),
]


@pytest.mark.parametrize(
    ("name", "answer", "told", "untold"), NATURAL, ids=[f"{n}: {told}" for n, _, told, _ in NATURAL]
)
def test_what_is_said_of_a_mistake_is_true_of_this_answer(name: str, answer: str, told: str, untold: str) -> None:
    e = EXERCISES[name]
    found = repr(check(name, e.load(answer)))
    assert told in found
    assert untold not in found


RIGHT: list[tuple[str, str]] = [
    (
        "mse",
        "from microgradviz import Value\n\n\ndef mse(predictions, targets):\n    total = Value(0.0)\n"
        "    for p, t in zip(predictions, targets):\n        total = total + (p - t) ** 2\n"
        "    return total / len(targets)\n",
    ),
    ("xor", EXERCISES["xor"].solution.replace("return model\n", "return lambda x: [model(x)]\n")),
]


@pytest.mark.parametrize(("name", "answer"), RIGHT, ids=[name for name, _ in RIGHT])
def test_a_right_answer_of_another_kind_is_right(name: str, answer: str) -> None:
    assert check(name, EXERCISES[name].load(answer))


def test_the_picture_plays_a_case_that_shows_what_is_wrong() -> None:
    exercise = EXERCISES["add_rule"]
    assigns = next(wrong for wrong in exercise.wrong if wrong.edits == {" += ": " = "})
    player = check("add_rule", exercise.load(assigns.text(exercise.solution))).player()
    assert repr(player).startswith("Player(2 values, ")
    assert [fault["kind"] for fault in player.scene["faults"]] == ["lost contribution"]


@pytest.mark.parametrize(
    ("name", "part", "instead", "kind"),
    [
        ("tanh_rule", " += ", " = ", "lost contribution"),
        ("tanh_rule", " * out.grad", "", "wrong contribution"),
        ("exp_rule", " * out.grad", "", "wrong contribution"),
        ("tanh_rule", "(self,)", "()", "not right"),
        ("exp_rule", "_backward = _backward", "_backward = _backward()", "not right"),
        ("power_rule", 'f"**{n}"', '"raised"', "wrong local derivative"),
    ],
)
def test_what_only_a_grad_that_arrives_or_was_there_shows_is_marked_too(
    name: str, part: str, instead: str, kind: str
) -> None:
    e = EXERCISES[name]
    source = e.solution.replace(part, instead)
    if name == "power_rule":
        source = source.replace("n * self.data ** (n - 1)", "self.data ** (n - 1)")
    player = check(name, e.load(source)).player()
    assert [fault["kind"] for fault in player.scene["faults"]] == [kind]


METHODS = [e for e in EXERCISES.values() if e.method or e.name == "topological_order"]


@pytest.mark.parametrize("e", METHODS, ids=lambda e: e.name)
def test_a_picture_of_a_wrong_method_always_marks_something(e: Exercise) -> None:
    players = [check(e.name, e.load(wrong.text(e.solution))).player() for wrong in e.wrong]
    assert all(player.scene["faults"] for player in players if player)
    assert any(players)
