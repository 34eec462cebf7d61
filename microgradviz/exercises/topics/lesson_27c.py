"""Lesson 27c: gates that a right GPT passes and a broken one does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from ..base import DrawCases, Exercise, Inputs, Row, WrongAnswer
from ..judge import probes
from .gpt_zoo import (
    ATTENTION,
    CLOCKWORK,
    GOLDFISH,
    LAST_DIGITS,
    LEAKS,
    NO_POSITIONS,
    NO_WAY_OUT,
    ONE_HEAD,
    ORACLE,
    ORDER,
    PARROT,
    RIGHT,
    SHARES,
    SILENT,
    SMALLEST,
    TRAINED,
    TWINS,
    UNIFORM,
    drawn_model,
)
from .verdicts import Verdicts, all_pass, none_passes, verdicts

_BROKEN = LEAKS | SHARES | ORDER | ATTENTION | SILENT
_OLD = {label for label, (_, (_, _, spread)) in RIGHT.items() if spread == TRAINED}


def _models(broken: Iterable[str], right: int = 0) -> DrawCases:
    """Draws these broken GPTs, shuffled among so many right ones, one to three if 0."""

    def draw(rng: Random) -> list[Inputs]:
        labels = [*rng.sample(sorted(RIGHT), right or rng.randint(1, 3)), *broken]
        rng.shuffle(labels)
        return [{"models": [drawn_model(x, rng, _BROKEN if x in _BROKEN else None) for x in labels], "labels": labels}]

    return draw


def _row(text: str, points: int, broken: Iterable[str], right: int = 0) -> Row:
    return Row(text, points, _models(broken, right), probe=probes.model_verdicts, seconds=5.0)


def _when(
    is_so: Callable[[Verdicts], bool], passed: Callable[[Iterable[bool]], bool] = all
) -> Callable[[list[list[Inputs]], list[list[Any]]], bool]:
    """Whether that is so of who passed, every time or with `any` once; never if an answer stopped somewhere."""

    def recognise(cases: list[list[Inputs]], outcomes: list[list[Any]]) -> bool:
        return not any(x.error for row in outcomes for x in row) and is_so(verdicts(cases, outcomes, passed))

    return recognise


def _stops(error: str, label: str, text: str = "") -> Callable[[list[list[Inputs]], list[list[Any]]], bool]:
    """Whether an answer stops in this way where that GPT is, and nowhere else; anywhere, without a label."""

    def recognise(cases: list[list[Inputs]], outcomes: list[list[Any]]) -> bool:
        pairs = [pair for row in zip(cases, outcomes, strict=False) for pair in zip(*row, strict=False)]
        stopped = [(inputs, came.error == error and text in came.text) for inputs, came in pairs]
        return any(so for _, so in stopped) and all(
            so == (label in inputs["labels"]) for inputs, so in stopped if label
        )

    return recognise


def _when_refused(
    is_so: Callable[[set[str], set[str]], bool],
) -> Callable[[list[list[Inputs]], list[list[Any]]], bool]:
    """Whether that is so of the right GPTs that are refused once, and of those refused whatever their weights are."""

    def recognise(cases: list[list[Inputs]], outcomes: list[list[Any]]) -> bool:
        once, always = (_refused(verdicts(cases, outcomes, when)) for when in (all, any))
        return _when(lambda _: is_so(once, always))(cases, outcomes)

    return recognise


def _broken_of(said: Verdicts) -> set[str]:
    return said.keys() & _BROKEN.keys()


def _refused(said: Verdicts) -> set[str]:
    return {label for label in said if label in RIGHT and not said[label]}


def _passed(said: Verdicts) -> set[str]:
    return {label for label in _broken_of(said) if said[label]}


def _smaller_ones(once: set[str], always: set[str]) -> bool:
    """Whether they were refused for their small weights, which all fresh ones have, rather than by chance."""
    return SMALLEST in always and len(once - _OLD) > len(once & _OLD) and len(always - _OLD) > 2 * len(always & _OLD)


def _always(name: str, true_sentence: str, false_sentence: str, turned: dict[str, str]) -> tuple[WrongAnswer, ...]:
    """The sentences for who says True of all, False of all, or each where the other belongs."""
    return (
        WrongAnswer(
            f"It says True of every GPT, the broken ones included. {true_sentence}",
            source=f"def {name}(model):\n    return True\n",
            recognise=_when(lambda said: all_pass(said, said)),
        ),
        WrongAnswer(
            f"It says False of every GPT, the right ones included. {false_sentence}",
            source=f"def {name}(model):\n    return False\n",
            recognise=_when(lambda said: none_passes(said, said), any),
        ),
        WrongAnswer(
            "The answers are turned round: True must mean that the GPT is right.",
            edits=turned,
            recognise=_when(lambda said: none_passes(said, RIGHT) and _passed(said) == _broken_of(said)),
        ),
    )


_LETTERS = 'LETTERS = ".abcdefghijklmnopqrstuvwxyz"\n'
_SAME = """\
def same(one, other):
    return all(abs(x - y) <= 1e-12 for x, y in zip(one, other))
"""
_ORDER = """\
def order_gate(model):
    one, other = model.scores(".abcd"), model.scores(".bacd")
    return not same(one[-1], other[-1])
"""
_ATTENTION = """\
def attention_gate(model):
    one, other = model.weights(".abcd"), model.weights(".bbcd")
    for head, table in enumerate(one):
        if same(table[-1], other[head][-1]) or any(same(table[-1], before[-1]) for before in one[:head]):
            return False
    return True
"""
_REPEATS = "any(same(table[-1], before[-1]) for before in one[:head])"
_CHECK = f"""\
def no_peeking(model):
    one, other = model.scores(".anna"), model.scores(".anno")
    return all(same(one[i], other[i]) for i in range(4))


def fair_shares(model):
    for table in model.weights(".anna"):
        for i, row in enumerate(table):
            if abs(sum(row) - 1) > 1e-12 or min(row[: i + 1]) <= 0:
                return False
    return True


{_ORDER}

{_ATTENTION}

def whole_scores(model):
    return all(len(row) == 27 and all(map(math.isfinite, row)) for row in model.scores(".abc"))


def no_parrot(model):
    guesses = [row.index(max(row)) for row in model.scores(".abcdefg")]
    return guesses != [LETTERS.index(letter) for letter in ".abcdefg"]


def check_gpt(model):
    gates = [no_peeking, fair_shares, order_gate, attention_gate, whole_scores, no_parrot]
    return all(gate(model) for gate in gates)
"""
_ALL_GATES = "[no_peeking, fair_shares, order_gate, attention_gate, whole_scores, no_parrot]"
_SOLUTION = f"import math\n\n{_LETTERS}\n\n{_SAME}\n\n{_CHECK}"
_NOTHING_YET = (
    "It returns nothing yet: True for a right GPT, False for a broken one. (print shows a word, return hands it over.)"
)


def _by_its_parts(name: str) -> WrongAnswer:
    """The sentence for who looks for a part of the course's GPT."""
    return WrongAnswer(
        "A GPT here has `scores` and `weights`; how it is made inside is its own affair. Ask what it says, not what it has.",
        source=f"def {name}(model):\n    return any(number != 0 for row in model.position for number in row)\n",
        recognise=_stops("AttributeError", "", "'GPT' object has no attribute"),
    )


def _by_size(allowed: str) -> WrongAnswer:
    """The sentence for who asks for large differences; more than that is allowed, say."""
    return WrongAnswer(
        "It refuses right GPTs that are fresh: there many differences are small, some below 0.0001. Ask whether numbers differ by more than 1e-12, never whether by much.",
        edits={"<= 1e-12": f"<= {allowed}"},
        recognise=_when(
            lambda said: (
                len(_refused(said) - _OLD - {ONE_HEAD}) > len(_refused(said) & _OLD)
                and not _passed(said) & {NO_POSITIONS, UNIFORM}
            )
        ),
    )


_ONE_HEAD_REFUSED = (
    "A right GPT may have one head. Ask for the second table only where there is one, and refuse nobody without it."
)


def _one_head_is_refused(cases: list[list[Inputs]], outcomes: list[list[Any]]) -> bool:
    stops = _stops("IndexError", ONE_HEAD)(cases, outcomes)
    return stops or _when_refused(lambda once, always: once == always == {ONE_HEAD})(cases, outcomes)


def _let_pass(sentence: str, edits: dict[str, str], is_so: Callable[[set[str]], bool]) -> WrongAnswer:
    """The sentence for who refuses no right GPT, and lets certain broken ones pass."""
    return WrongAnswer(sentence, edits=edits, recognise=_when(lambda said: not _refused(said) and is_so(_passed(said))))


EXERCISES = (
    Exercise(
        name="order_gate",
        lesson="27c",
        title="A gate for the order",
        prompt="""\
Write `order_gate(model)`: True if the *order* of earlier letters makes a difference to what comes next, False if it makes
none. It is tried on seven right GPTs, fresh and trained, and on three broken ones. You may use `same`. Six lines are enough.""",
        stub='''\
def order_gate(model):
    """True if the order of earlier letters makes a difference."""
''',
        stub_sentence=_NOTHING_YET,
        solution=f"{_SAME}\n\n{_ORDER}",
        hints=(
            "Ask the model twice, for the same letters in another order. Which row of scores may you compare?",
            "In a row in which the letter itself has changed, scores differ even without any attention. Let the last letter stay.",
            'Compare the last rows for `".abcd"` and `".bacd"`. If they are the same, the order made no difference.',
        ),
        rows=(
            _row("seven right GPTs pass, one without positions does not", 2, [NO_POSITIONS] * 2, right=len(RIGHT)),
            _row(
                "the other two are caught, and no right GPT", 1, 2 * [label for label in ORDER if label != NO_POSITIONS]
            ),
        ),
        wrong_answers=(
            _by_its_parts("order_gate"),
            *_always(
                "order_gate",
                "Do you compare weights, which move with the letters, or rows of a letter that moved? These differ in any GPT: take the scores of a letter that stays. And a sum in another order may differ in its last digit: use `same`.",
                "Do the numbers that you compare belong to letters before any change, or have two equal letters changed places? Is it only asked which score is the highest? That one mostly stays: compare them all.",
                {"return not same": "return same"},
            ),
            _by_size("1e-4"),
            _let_pass(
                "A GPT without positions passes. If you *change* a letter, its scores change, too: it knows which letters there are. Let the same letters stand in another order; and compare with `same`, for a sum in another order may differ in its last digit.",
                {'".bacd"': '".xbcd"'},
                lambda passed: NO_POSITIONS in passed and GOLDFISH not in passed,
            ),
            _let_pass(
                "Goldfish passes. Its weights know the order, but nothing comes of them: look at the scores.",
                {
                    'model.scores(".abcd"), model.scores(".bacd")': 'model.weights(".abcd")[0], model.weights(".bacd")[0]',
                    "not same(one[-1], other[-1])": "abs(one[-1][1] - other[-1][2]) > 1e-12",
                },
                lambda passed: passed == {GOLDFISH},
            ),
        ),
    ),
    Exercise(
        name="attention_gate",
        lesson="27c",
        title="A gate for attention",
        prompt="""\
Write `attention_gate(model)`: True if *each* head's weights are an answer to the *letters*, and no head repeats another one.
It is tried on seven right GPTs, with one to four heads, and on three broken ones. `model.weights(letters)` has a table for
each head; row i of it belongs to letter i. Six lines are enough.""",
        stub='''\
def attention_gate(model):
    """True if the weights are an answer to the letters, and no head repeats another."""
''',
        stub_sentence=_NOTHING_YET,
        solution=f"{_SAME}\n\n{_ATTENTION}",
        hints=(
            "What happens to the weights of the last letter if an earlier letter is another one?",
            "Go through the tables of all heads. The weights in the first row are always 1: there is nothing else to see.",
            'Compare `table[-1]` for `".abcd"` and `".bbcd"`, head by head; and each head\'s with those of the heads before it.',
        ),
        rows=(
            _row(
                "seven right GPTs pass, one that takes the same from all does not",
                2,
                [UNIFORM] * 2,
                right=len(RIGHT),
            ),
            _row(
                "the other two are caught, and no right GPT", 1, 2 * [label for label in ATTENTION if label != UNIFORM]
            ),
        ),
        wrong_answers=(
            _by_its_parts("attention_gate"),
            *_always(
                "attention_gate",
                "What would its weights be in a GPT that takes the same from every letter it sees?",
                "The first row is always 1, whatever the letters; a letter's weights do not change with one that comes later; and a head is always the same as itself.",
                {"return False": "return None", "return True": "return False", "return None": "return True"},
            ),
            WrongAnswer(
                _ONE_HEAD_REFUSED,
                edits={_REPEATS: "same(one[0][-1], one[1][-1])"},
                recognise=_one_head_is_refused,
            ),
            _by_size("1e-2"),
            _let_pass(
                "Clockwork and Twins pass. It is not enough that the weights of one name differ from each other: they must change with the letters, and from head to head.",
                {f"same(table[-1], other[head][-1]) or {_REPEATS}": "same(table[-1], [0.2] * 5)"},
                lambda passed: passed == {CLOCKWORK, TWINS},
            ),
            _let_pass(
                "Twins passes: one of its heads does what another does. Hold each head's table against those of *all* others, not of the first alone, by `same`.",
                {_REPEATS: "head > 0 and same(table[-1], one[0][-1])"},
                lambda passed: passed == {TWINS},
            ),
            _let_pass(
                "Clockwork passes: whatever the letters, the weights of one of its heads are the same but for rounding. Hold *each* head's weights for two names against each other, by `same`.",
                {"same(table[-1], other[head][-1])": "table[-1] == other[head][-1]"},
                lambda passed: passed == {CLOCKWORK},
            ),
        ),
    ),
    Exercise(
        name="check_gpt",
        lesson="27c",
        title="The whole test",
        prompt="""\
Write `check_gpt(model)`: True if a GPT is right, False if it is broken. It asks all your gates, and further ones that you think of.
It is tried on seven right GPTs, of several widths, with one to four heads, fresh and trained, and on 15 broken ones. Three of these
have faults of which this lesson has not spoken yet. The right ones have 27 scores for each letter, in the order of `LETTERS`.""",
        stub='''\
def check_gpt(model):
    """True if this GPT is right, False if it is broken."""
''',
        stub_sentence=_NOTHING_YET,
        solution=_SOLUTION,
        hints=(
            "Call every gate that you have; the first that says False decides. Then read which one still passes.",
            "Look at a row of scores alone: how many are there? Is each of them a number? `math.isfinite` knows.",
            "Which letter has the largest score? In a model whose targets were its inputs, it is the letter just read, in every row.",
        ),
        rows=(
            _row("seven right GPTs pass, two plainly broken ones do not", 2, [ORACLE, NO_POSITIONS], right=len(RIGHT)),
            _row("what sees later letters, or an earlier call, is caught, and no right GPT", 1, LEAKS),
            _row("weights that are no shares are caught, and no right GPT", 1, SHARES),
            _row("what knows no order is caught, and no right GPT", 1, ORDER),
            _row("attention that is none is caught, and no right GPT", 1, ATTENTION),
            _row("three of which nobody has spoken are caught, and no right GPT", 2, SILENT),
        ),
        wrong_answers=(
            _by_its_parts("check_gpt"),
            *_always(
                "check_gpt",
                "*All* gates must agree, not any one of them. Call each, as in `no_peeking(model)`, and use what it says.",
                "Try your gates one at a time: which of them refuses a right GPT?",
                {"return all(gate(": "return not all(gate("},
            ),
            WrongAnswer(
                "A right GPT is refused whose last digits differ: 0.1 + 0.2 is not 0.3, either. Compare with `same`, not with `==`.",
                edits={"all(same(one[i], other[i]) for i in range(4))": "one[:4] == other[:4]"},
                recognise=_when_refused(lambda once, always: once == always == {LAST_DIGITS}),
            ),
            WrongAnswer(
                _ONE_HEAD_REFUSED,
                edits={_REPEATS: "same(one[0][-1], one[-1][-1])"},
                recognise=_one_head_is_refused,
            ),
            WrongAnswer(
                "It stops at a broken GPT that has fewer scores than 27. Look at how many there are first, and say False.",
                edits={
                    "len(row) == 27 and all(map(math.isfinite, row))": "all(math.isfinite(row[i]) for i in range(27))"
                },
                recognise=_stops("IndexError", NO_WAY_OUT),
            ),
            WrongAnswer(
                "GPTs that have learned something are refused, and fresh ones are not. A loss of about log 27 is that of a fresh one: no size holds for all.",
                edits={
                    "return guesses !=": "total = sum(math.exp(x) for x in model.scores('.')[0])\n    return abs(math.log(total) - math.log(27)) < 0.2 and guesses !="
                },
                recognise=_when_refused(lambda once, always: len(always) > 1 and once <= _OLD),
            ),
            WrongAnswer(
                "Right GPTs are refused for what their scores happen to be. In a fresh one any letter may have the highest, by chance the one just read, too: ask for what happens in *all* rows.",
                edits={
                    'return guesses != [LETTERS.index(letter) for letter in ".abcdefg"]': 'return all(guess != LETTERS.index(letter) for guess, letter in zip(guesses, ".abcdefg"))'
                },
                recognise=lambda cases, outcomes: (
                    _when(lambda said: not _passed(said))(cases, outcomes)
                    and _when_refused(lambda once, always: bool(once) and not _smaller_ones(once, always))(
                        cases, outcomes
                    )
                ),
            ),
            _by_size("1e-3"),
            _let_pass(
                "Shares, order and attention go unchecked: only what peeks is caught. If a `for` goes through your gates, `return True` belongs behind it, not inside.",
                {_ALL_GATES: "[no_peeking]"},
                lambda passed: (
                    passed >= {*ORDER, *ATTENTION} and not passed & LEAKS.keys() and bool(passed & SHARES.keys())
                ),
            ),
            _let_pass(
                "Those that know no order pass, all three. Is your `order_gate` asked?",
                {"fair_shares, order_gate": "fair_shares"},
                lambda passed: passed >= ORDER.keys() and not passed & (LEAKS | SHARES | ATTENTION).keys(),
            ),
            _let_pass(
                "Those whose attention is none pass, all three. Is your `attention_gate` asked?",
                {"order_gate, attention_gate": "order_gate"},
                lambda passed: passed >= ATTENTION.keys() and not passed & (LEAKS | SHARES | ORDER).keys(),
            ),
            _let_pass(
                "All is caught of which the lesson has spoken. Now look at the scores themselves: how many are there, is each of them a number, and which letter has the largest?",
                {", whole_scores, no_parrot": ""},
                lambda passed: PARROT in passed and len(passed) > 1 and passed <= SILENT.keys(),
            ),
            _let_pass(
                "Only Parrot passes. Its loss was 0 on targets that were its inputs: which letter has its largest score, row by row?",
                {", no_parrot": ""},
                lambda passed: passed == {PARROT},
            ),
        ),
    ),
)
