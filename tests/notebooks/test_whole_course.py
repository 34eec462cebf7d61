"""The course is whole: each misconception is asked, and each exercise that matters and each lesson's must are there."""

import pytest
from kit.lesson_files import LESSONS, QUESTION_FILES, read_lesson, text_of

from microgradviz.exercises.quizzes.concepts import CONCEPTS
from microgradviz.exercises.quizzes.lessons import questions_of
from microgradviz.exercises.topics import EXERCISES

# {what somebody may believe: {lesson: the question or exercise that breaks it there}}
MISCONCEPTIONS = {
    "backprop is gradient descent": {"03": "backward_moves", "10": "which_step", "19": "valley_arrow"},
    "a large error gives a large gradient": {"16": "wrong_and_still"},
    "gradient 0 means finished": {"03": "is_it_finished", "08b": "zero_gradient", "16": "three_zeros"},
    "the gradient is a change, not a rate": {"00": "nudge_b", "01": "slope_to_change"},
    "smaller h is always better": {"01": "which_h"},
    "composition is multiplication of functions": {"02": "inside_first"},
    "a value used twice gets the last contribution": {"02": "twice_in_a_sum", "05": "three_uses"},
    "post-order without reversing": {"06": "which_orders", "07": "why_reversed"},
    "any order will do, += repairs it": {"06": "any_order"},
    "loss fell, so shapes fit": {"14b": "loss_fell"},
    "small gradient = vanishing": {"16": "vanishing_or_done"},
    "gradient 0 = minimum": {"17": "zero_means"},
    "probabilities may be fed as logits": {"18": "softmax_twice"},
    "a high score means it learned": {"13b": "all_right"},
    "exp's derivative uses the input": {"08": "slope_of_exp"},
    "data leaves are trained": {"11": "data_leaf"},
    "= and += are the same as long as it runs": {"05": "where_it_shows"},
    "zero_grad is housekeeping": {"10": "forgotten_zero", "15": "lucky_bug"},
    "None is 0": {"14b": "none_and_zero"},
    "deeper is better": {"16": "deeper_is_better"},
    "Adam needs no learning rate": {"19": "adam_rate"},
    "reverse mode is always cheaper": {"21": "which_way"},
    "a low loss proves that a model is good": {"27": "too_good", "28": "repair_targets"},
}
EXERCISES_THAT_MATTER = {
    "inside_first": "02",
    "what_moved": "03",
    "three_uses": "05",
    "which_orders": "06",
    "repair_recursion": "07",
    "check_engine": "09b",
    "zero_grad": "10",
    "same_step": "12",
    "three_curves": "13b",
    "leak_found": "13b",
    "shape_trap": "14b",
    "three_zeros": "16",
    "vanishing_or_done": "16",
    "same_start": "17",
    "softmax_twice": "18",
}
# {lesson: what must be met in it, its questions and exercises among it}
MUST = {
    "00": ["nudge", "play("],
    "01": ["slope(", "1e-16", "0.0003", "rate"],
    "02": ["chain rule", "90", "nudg"],
    "03": ["tanh", "6.8813735870195432", "0.7071"],
    "03b": ["self", "closure", "recursion"],
    "04": ["__add__", "__rsub__", "define-by-run"],
    "05": ["_backward", "+=", "diamond"],
    "06": ["visit_order", "revers"],
    "07": ["topological", "twenty", "milestone"],
    "08": ["exp", "log", "output"],
    "08b": ["sigmoid", "relu", "1000", "dead"],
    "09": ["kink", "relative error"],
    "09b": ["check_engine"],
    "10": ["zero_grad", "friction", "0.1792", "XOR", "milestone"],
    "11": ["37", "41", "tied", "keep("],
    "12": ["training(", "0.125", "relu", "milestone("],
    "13": ["hinge", "minibatch", "decision boundary", "milestone("],
    "13b": ["held-out", "overfit"],
    "13c": ["read_table", "project("],
    "14": ["Sequential", "1e-12"],
    "14b": ["None", "retain_graph", "(4, 1)"],
    "15": ["zero_grad"],
    "15b": ["NaN", "cut", "true zero"],
    "16": ["0.25", "saturat", "He"],
    "17": ["symmetry", "Xavier", "ax.hist("],
    "17b": ["clip", "residual", "GELU"],
    "18": ["softmax", "logit", "cross-entropy", "0.5514"],
    "19": ["momentum", "Adam", "schedule"],
    "20": ["RecursionError", "100_000", "garbage"],
    "21": ["dual", "gradient of a gradient"],
    "22": ["broadcasting", "transpose"],
    "23": ["compile(", "PyTorch"],
    "24": ["3.2958", "2.3346", "1e-12"],
    "25": ["embedding", "held_out", "ledger", "milestone("],
    "26": ["query", "key", "√d", "attention("],
    "27": ["mask", "position", "path"],
    "27b": ["RMS", "temperature", "revers"],
    "28": ["parameters", "1e-9", "seconds", 'concept_test("after")', "milestones()", "on one page"],
}


def text_of_lesson(number: str) -> str:
    """All that a learner may meet in a lesson: its cells and its questions."""
    questions = QUESTION_FILES / f"lesson_{number}.py"
    asked = questions.read_text(encoding="utf-8") if questions.exists() else ""
    return "\n".join([*map(text_of, read_lesson(number).cells), asked])


@pytest.mark.parametrize("belief", MISCONCEPTIONS)
def test_a_misconception_is_asked_where_it_is_to_be_broken(belief: str) -> None:
    for number, name in MISCONCEPTIONS[belief].items():
        asked = {question.name for question in questions_of(number)}
        assert name in asked | {*read_lesson(number).exercises}, f"lesson {number} does not ask {name}"


def test_the_exercises_that_matter_most_stand_in_their_lessons() -> None:
    assert {name: EXERCISES[name].lesson for name in EXERCISES_THAT_MATTER} == EXERCISES_THAT_MATTER


@pytest.mark.parametrize("number", LESSONS)
def test_a_lesson_has_what_it_is_for(number: str) -> None:
    text = text_of_lesson(number).lower()
    missing = [word for word in MUST.get(number, []) if word.lower() not in text]
    assert not missing, f"lesson {number} lacks {', '.join(missing)}"


def test_each_question_of_the_concept_test_names_a_lesson_that_asks() -> None:
    assert all(questions_of(concept.lesson) for concept in CONCEPTS)
