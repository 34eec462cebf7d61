"""Lesson 06: in which order the values pass their gradients on."""

from __future__ import annotations

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import (
    Outcome,
    ask_for_entries,
    case_graphs,
    draw_fixed_cases,
    judge_backward_order,
    judge_order,
    probes,
)

_LISTED = '"A": True, "B": False, "C": False, "D": True, "E": False, "F": False'

# e = u + v, f = e · u, g = f + e, h = v · f, k = h + e, z = g · k
_NAMES = ["u", "v", "e", "f", "g", "h", "k", "z"]
_GRAPH: Inputs = {
    "names": _NAMES,
    "leaves": [2.0, 1.0],
    "steps": [["+", 0, 1], ["*", 2, 0], ["+", 3, 2], ["*", 1, 3], ["+", 5, 2], ["*", 4, 6]],
}
_ALL = [float(i) for i in range(len(_NAMES))]


def _listed(outcomes: list[list[Outcome]]) -> list[float]:
    """The numbers of the names that were listed."""
    return [x for outcome in outcomes[0] for x in outcome.numbers]


def _truths(outcomes: list[list[Outcome]]) -> list[float]:
    """What was said of A to F; fewer than six if an entry is missing."""
    return [x for row in outcomes for outcome in row for x in outcome.numbers]


def _one_wrong(letter: str, sentence: str) -> WrongAnswer:
    """The sentence for who is mistaken about this order, whatever is said of the others."""
    row, at = divmod("ABCDEF".index(letter), 3)
    truth = f'"{letter}": True' in _LISTED
    return WrongAnswer(
        sentence,
        edits={f'"{letter}": {truth}': f'"{letter}": {not truth}'},
        recognise=lambda cases, outcomes: [x == truth for x in outcomes[row][0].numbers[at : at + 1]] == [False],
    )


def _twice(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    found = _listed(outcomes)
    return len(set(found)) < len(found)


def _missing(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    found = _listed(outcomes)
    return 1 < len(set(found)) < len(_ALL) and len(set(found)) == len(found)


def _inputs_first(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    return judge_order(_GRAPH, _listed(outcomes), _ALL)


def _leaf_early(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether only u or v stands too early: with both moved to the end the order would be right."""
    found = _listed(outcomes)
    moved = [x for x in found if x > 1] + [x for x in found if x <= 1]
    return judge_backward_order(_GRAPH, moved, _ALL)


EXERCISES = (
    Exercise(
        name="which_orders",
        lesson="06",
        title="Which of these are right?",
        prompt="""\
x and y are given, and **p = x · y, q = p + y, r = q · x, s = p · y, z = s + r**. Sketch it: an arrow from each input to
its user. A backward pass goes through *all seven* values. In which of these orders has each value, x and y too, its
*whole* gradient when its turn comes? True or False for each; A, B and C count together, and so do D, E and F.

| | | | |
|---|---|---|---|
| A | z, s, r, q, p, x, y | D | z, r, q, s, p, y, x |
| B | z, s, r, p, y, q, x | E | z, r, s, x, q, p, y |
| C | x, y, p, q, r, s, z | F | z, r, q, p, s, x, y |""",
        stub='which_orders = {"A": None, "B": None, "C": None, "D": None, "E": None, "F": None}\n',
        solution=f"which_orders = {{{_LISTED}}}\n",
        needs=("engine",),
        hints=(
            "Write beside each value who uses it: p is used by q and by s.",
            "Go through an order and ask at each value: have all its users had their turn?",
            "Two of the six are right.",
        ),
        rows=(
            Row("A, B and C", 2, ask_for_entries("ABC"), probe=probes.truths_by_hand),
            Row("D, E and F", 2, ask_for_entries("DEF"), probe=probes.truths_by_hand),
        ),
        wrong_answers=(
            WrongAnswer(
                "Not every order will do: `+=` adds what comes late, but who has passed on before does not pass on again.",
                edits={"False": "True"},
                recognise=lambda cases, outcomes: _truths(outcomes) == [1.0] * 6,
            ),
            WrongAnswer(
                "To begin with z is not enough: after that, too, each value waits for all its users.",
                edits={"False": "True", '"C": True': '"C": False'},
                recognise=lambda cases, outcomes: _truths(outcomes) == [1.0, 1.0, 0.0, 1.0, 1.0, 1.0],
            ),
            _one_wrong(
                "C",
                "C is the order of the forward pass: x would pass on before anything has arrived. Read it from its end.",
            ),
            _one_wrong(
                "B",
                "B goes by the distance from z, nearest first. There p comes before q, and q still has something for p.",
            ),
            _one_wrong("F", "In F p comes as soon as q is done. Who else uses p?"),
            _one_wrong(
                "E", "In E look at x: p uses it too, and has not had its turn. A value waits for *all* its users."
            ),
            _one_wrong(
                "D", "D is right as well: s and r do not use each other, so either may go first, and x and y likewise."
            ),
            _one_wrong("A", "Look at A again: for each value find its users. All of them stand before it."),
        ),
    ),
    Exercise(
        name="late_share",
        lesson="06",
        title="Too early",
        prompt="""\
x = {x}, y = {y}, **p = x · y, q = p + y, z = p · q**. Somebody visits z, then p, then q: p has its turn too early. Each
passes on once what it has, and adds with `+=`. What do the gradients of p, x and y come out as?""",
        given={"x": 4.0, "y": -2.0},
        stub='late_share = {"p": None, "x": None, "y": None}\n',
        solution="""\
p = x * y
q = p + y
late_share = {"p": q + p, "x": q * y, "y": q * x + p}
""",
        needs=("engine",),
        hints=(
            "z first: times swaps, so p gets q and q gets p.",
            "Now p passes on what it has at this moment, and that is only z's share.",
            "Then q copies its gradient, to p and to y. Where does each of the two go from there?",
        ),
        rows=tuple(
            Row(
                f"gradient of {key}",
                1,
                ask_for_entries([key]),
                probe=probes.entries_by_hand,
                graph=case_graphs.expression_graph(lambda x, y: (p := x * y) * (p + y), "p q z"),
            )
            for key in "pxy"
        ),
        wrong_parts={
            '{"p": q + p, "x": q * y, "y": q * x + p}': {
                '{"p": q + p, "x": (q + p) * y, "y": (q + p) * x + p}': "Those are the right gradients, of the order z, q, p. Here p has its turn before q's share is there.",
                '{"p": q, "x": q * y, "y": q * x + p}': "What comes late is still added to p, with `+=`. It only goes no further.",
                '{"p": q + p, "x": q * y, "y": q * x}': "q passes on after p, but it does pass on: to p and to y.",
                '{"p": q, "x": q * y, "y": q * x}': "q has its turn, too: it copies its gradient, to p and to y.",
                '{"p": q + p, "x": q * y + (q + p) * y, "y": q * x + p + (q + p) * x}': "p passes on only once: what comes late is not sent after it.",
                '{"p": p, "x": p * y, "y": p * x + q}': "Times swaps at z: p gets the value of q, and q that of p.",
                '{"p": q + p, "x": q * x, "y": q * y + p}': "Times swaps at p: x gets the value of y, and y that of x.",
            },
        },
    ),
    Exercise(
        name="own_order",
        lesson="06",
        title="An order of your own",
        prompt="""\
u and v are given, and **e = u + v, f = e · u, g = f + e, h = v · f, k = h + e, z = g · k**. Sketch it, and write
down an order for the backward pass through all eight values, each once and after all its users. Several are right; any
of them will do.""",
        stub='own_order = ["z"]\n',
        solution='own_order = ["z", "g", "k", "h", "f", "e", "u", "v"]\n',
        needs=("engine",),
        hints=(
            "Beside each value write its users: f is used by g and by h.",
            "After z, who has no user left that has not had its turn?",
            "Cross out who had a turn; next is anybody whose users are all crossed out.",
        ),
        rows=(
            Row(
                "each once, after all its users",
                3,
                draw_fixed_cases(_GRAPH),
                probe=probes.names_in_order,
                judge=judge_backward_order,
                graph=case_graphs.order_by_hand_graph,
            ),
        ),
        wrong_answers=(
            WrongAnswer(
                "A value stands twice: each passes on once, when all has arrived.",
                'own_order = ["z", "g", "f", "e", "k", "h", "f", "e", "u", "v"]\n',
                recognise=_twice,
            ),
            WrongAnswer(
                "Not all eight are there: the result and the given values u and v have a place, too.",
                'own_order = ["z", "g", "k", "h", "f", "e"]\n',
                recognise=_missing,
            ),
            WrongAnswer(
                "That is the forward order, inputs first. Going back, users come first: read your list from its end.",
                'own_order = ["u", "v", "e", "f", "g", "h", "k", "z"]\n',
                recognise=_inputs_first,
            ),
            WrongAnswer(
                "Only a given value stands too early: u and v, too, wait for all their users.",
                'own_order = ["z", "g", "k", "h", "f", "u", "e", "v"]\n',
                recognise=_leaf_early,
            ),
            WrongAnswer(
                "You went by the distance from z, nearest first. Then f comes before h, which still has something for f.",
                'own_order = ["z", "g", "k", "f", "e", "h", "u", "v"]\n',
            ),
            WrongAnswer(
                "You followed one way to its end before you began the next. Then f comes before h, which still has something for f.",
                'own_order = ["z", "g", "f", "e", "u", "v", "k", "h"]\n',
            ),
        ),
    ),
)
