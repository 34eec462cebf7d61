"""Lesson 13b: whether a network that fits has learned anything."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Judge, Row, WrongAnswer
from ..judge import (
    Outcome,
    ask_for_entries,
    draw_fixed_cases,
    draw_several_cases,
    probes,
    random_number,
    random_numbers,
)

_SCALED = """\
def scaled(train, held):
    mean = sum(train) / len(train)
    spread = (sum((x - mean) ** 2 for x in train) / len(train)) ** 0.5
    return [(x - mean) / spread for x in train], [(x - mean) / spread for x in held]
"""
_CURES = ["more steps", "more samples", "smaller rate", "wider network"]
_CURED = '"smaller rate", "more steps", "more samples"'
_TRUSTED = '"A": True, "B": False, "C": False, "D": True, "E": False, "F": False'


def _columns(rng: Random) -> Inputs:
    """Two parts of a column, the one that is held out somewhere else, so that each mistake shows."""
    middle, away = random_number(rng, 3, 8), random_number(rng, 2, 4)
    train = [round(middle + x, 2) for x in random_numbers(rng, rng.choice([5, 6, 7]))]
    held = [round(middle + away + 0.5 * x, 2) for x in random_numbers(rng, rng.choice([3, 4]))]
    return {"args": [train, held]}


def _two_curves(rng: Random) -> Inputs:
    """Losses of two parts, epoch by epoch, lowest at different places; no first or last is the lowest or highest."""
    choosing, reporting = (sorted(random_numbers(rng, 7, 0.25, 2.9), reverse=True) for _ in range(2))
    for curve in (choosing, reporting):
        curve[:2] = curve[1::-1]  # so that the highest is not the first
    best, other = rng.sample(range(2, 5), 2)
    choosing.insert(best, choosing.pop())
    reporting.insert(other, reporting.pop())
    return {"args": [choosing, reporting]}


def _pairs_of_curves(rng: Random) -> list[Inputs]:
    """Four such cases; in turn the one part and the other one reaches the lowest loss of all."""
    drawn = [_two_curves(rng) for _ in range(4)]
    for i, inputs in enumerate(drawn):
        inputs["args"].sort(key=min, reverse=bool(i % 2))
    return drawn


def _cure_is_right(curve: int) -> Judge:
    def judge(inputs: Inputs, found: list[float], expected: list[float]) -> bool:
        return len(found) == len(expected) and found[curve] == expected[curve]

    return judge


def _curve_row(curve: int) -> Row:
    """A point for the cure of one of the three curves."""
    drawn = draw_fixed_cases({"names": _CURES, "leaves": [], "steps": []})
    return Row(f"curve {'ABC'[curve]}", 1, drawn, probe=probes.names_in_order, judge=_cure_is_right(curve))


def _named(outcomes: list[list[Outcome]]) -> list[str]:
    """The cures that were named, in order."""
    return [_CURES[int(x)] for x in outcomes[0][0].numbers]


def _taken_for(curve: str, cure: str, sentence: str) -> WrongAnswer:
    """The sentence for who would cure this curve in this way, whatever is said of the others."""
    at = "ABC".index(curve)
    right = _CURED.split(", ")
    instead = [*right[:at], f'"{cure}"', *right[at + 1 :]]
    return WrongAnswer(
        sentence,
        edits={_CURED: ", ".join(instead)},
        recognise=lambda cases, outcomes: _named(outcomes)[at : at + 1] == [cure] and len(_named(outcomes)) == 3,
    )


def _truths(outcomes: list[list[Outcome]]) -> list[float]:
    """What was said of A to F; fewer than six if an entry is missing."""
    return [x for row in outcomes for outcome in row for x in outcome.numbers]


def _misjudged(letter: str, sentence: str) -> WrongAnswer:
    """The sentence for who is mistaken about this report, whatever is said of the others."""
    row, at = divmod("ABCDEF".index(letter), 3)
    truth = f'"{letter}": True' in _TRUSTED
    return WrongAnswer(
        sentence,
        edits={f'"{letter}": {truth}': f'"{letter}": {not truth}'},
        recognise=lambda cases, outcomes: [x == truth for x in outcomes[row][0].numbers[at : at + 1]] == [False],
    )


EXERCISES = (
    Exercise(
        name="three_curves",
        lesson="13b",
        title="Three curves, three cures",
        prompt="""\
Three trainings on moons with much noise, squared error. Here is the loss after so many steps, on the training points and on held-out
ones. Each of the three wants a cure of its own: which? Choose among `"more steps"`, `"more samples"`, `"smaller rate"` and
`"wider network"`, and write the list for A, B, C.

| | steps: | 0 | 50 | 100 | 200 | 400 | 800 |
|---|---|---:|---:|---:|---:|---:|---:|
| **A** | training | 1.00 | 0.54 | 0.69 | 0.86 | 1.22 | 0.56 |
| | held out | 1.00 | 0.34 | 0.62 | 0.83 | 1.22 | 0.37 |
| **B** | training | 1.00 | 0.93 | 0.87 | 0.77 | 0.62 | 0.51 |
| | held out | 1.00 | 0.92 | 0.85 | 0.73 | 0.55 | 0.41 |
| **C** | training | 1.00 | 0.75 | 0.68 | 0.42 | 0.28 | 0.08 |
| | held out | 1.00 | 0.71 | 0.68 | 0.45 | 0.56 | 1.08 |""",
        stub='three_curves = ["", "", ""]\n',
        stub_sentence="Nothing stands there yet: write the name of a cure between each pair of quotes.",
        solution=f"three_curves = [{_CURED}]\n",
        needs=("engine",),
        hints=(
            "Follow each row from left to right: does it fall, creep, jump or rise? Then compare the two rows of a letter.",
            "One of them does not come to rest, one is not done yet, and in one the two rows part.",
            "Jumping comes from steps that are too long. Rows that part come from too few samples.",
        ),
        rows=tuple(map(_curve_row, range(3))),
        wrong_answers=(
            WrongAnswer(
                "More steps for all? They help where both rows are still falling. Two of the three do something else.",
                edits={_CURED: ", ".join(['"more steps"'] * 3)},
                recognise=lambda cases, outcomes: _named(outcomes) == ["more steps"] * 3,
            ),
            WrongAnswer(
                "Three names are asked for, one for each curve, in the order A, B, C.",
                edits={_CURED: '"more steps", "smaller rate"'},
                recognise=lambda cases, outcomes: len(_named(outcomes)) not in (0, 3),
            ),
            _taken_for("A", "more steps", "A does not fall for long, it jumps up and down. More such steps jump on."),
            _taken_for("A", "more samples", "In A both rows jump together: the training points themselves are not learned. It is no matter of too few."),
            _taken_for("A", "wider network", "A comes down to 0.54 early, so this network can do better than it does. What throws it back up again?"),
            _taken_for("B", "more samples", "In B the two rows stay together, the held-out one even lower: new points are no trouble. Is it done, though?"),
            _taken_for("B", "smaller rate", "B creeps as it is. With a smaller rate it would creep more slowly still."),
            _taken_for("B", "wider network", "Perhaps later; but B has not come to rest. Let it first show what this network can do."),
            _taken_for("C", "more steps", "In C, after 200 steps, what the training points win the held-out ones lose. More steps make it worse."),
            _taken_for("C", "smaller rate", "In C the training loss falls steadily, so the steps are not too long. Look at the other row: it turns."),
            _taken_for("C", "wider network", "In C the network fits its training points all too closely as it is; a wider one would do so even more."),
        ),
    ),
    Exercise(
        name="scaled",
        lesson="13b",
        title="Scaled, and nothing leaks",
        prompt="""\
Write `scaled(train, held)`: both are lists of numbers, one column of a table, and the second part is held out. Subtract the mean from
each number and divide by the spread (the root of the mean squared distance from the mean). Mean and spread are those of the
training part alone, for both. Return the two lists.""",
        docstring="Both lists, by mean and spread of the first.",
        solution=_SCALED,
        hints=(
            "Mean and spread are computed once, from `train`.",
            "The spread is the root of the mean of `(x - mean) ** 2`; a root is `** 0.5`.",
            "`[(x - mean) / spread for x in held]`, and the same for train.",
        ),
        rows=(Row("random columns", 3, draw_several_cases(3, _columns), probe=probes.returned_sides),),
        wrong_parts={
            "mean = sum(train) / len(train)\n    spread = (sum((x - mean) ** 2 for x in train) / len(train)) ** 0.5": {
                "both = train + held\n    mean = sum(both) / len(both)\n    spread = (sum((x - mean) ** 2 for x in both) / len(both)) ** 0.5": "That is a leak: the held-out numbers have a say in mean and spread. Take those of train alone.",
                "both = train + held\n    mean = sum(both) / len(both)\n    spread = (sum((x - mean) ** 2 for x in train) / len(train)) ** 0.5": "That is a leak: the held-out numbers have a say in the mean. Take that of train alone.",
                "both = train + held\n    mean = sum(train) / len(train)\n    spread = (sum((x - mean) ** 2 for x in both) / len(both)) ** 0.5": "That is a leak: the held-out numbers have a say in the spread. Take that of train alone.",
                "mean = sum(held) / len(held)\n    spread = (sum((x - mean) ** 2 for x in held) / len(held)) ** 0.5": "Mean and spread are those of the held-out part there: nothing of it may be used.",
                "both = train + held\n    spread, mean = max(both) - min(both), min(both)": "That brings all numbers to 0 … 1, by lowest and highest of both parts. Asked are mean and spread of train.",
                "mean, spread = 0, max(train)": "That divides by the highest number. Asked are mean and spread.",
                "spread, mean = max(train) - min(train), min(train)": "That brings train to 0 … 1. Asked are mean and spread.",
            },
            " / len(train)) ** 0.5": {
                " / len(train))": "That is the mean *squared* distance: the spread is its root.",
                " / (len(train) - 1)) ** 0.5": "That divides by one less than there are. (Statistics does so to estimate; here it is the plain mean.)",
                ") ** 0.5 / len(train)": "The root comes last: of the mean squared distance, which is divided already.",
                ") / len(train) ** 0.5": "`**` comes before `/`: the root is to be taken of the whole mean, so it needs brackets.",
                ") ** 0.5": "The mean squared distance is missing a division: by how many there are.",
            },
            "(x - mean) / spread for x in held": {
                "(x - sum(held) / len(held)) / (sum((y - sum(held) / len(held)) ** 2 for y in held) / len(held)) ** 0.5 for x in held": "Each part has a mean and a spread of its own there. Then the same number means two things: use those of train for both.",
                "(x - sum(held) / len(held)) / spread for x in held": "The held-out numbers are held against their own mean there: use that of train for both.",
                "x for x in held": "The held-out numbers stay as they were. The network would get them in another measure: scale them, too.",
            },
            "[(x - mean) / spread for x in train], [(x - mean) / spread for x in held]": {
                "[x - mean for x in train], [x - mean for x in held]": "Divide by the spread as well.",
                "[x / spread for x in train], [x / spread for x in held]": "Subtract the mean first.",
                "[x - mean / spread for x in train], [x - mean / spread for x in held]": "Division comes before minus: (x − mean) / spread needs its brackets.",
                "[(x - mean) / spread for x in [*train, *held]]": "One list comes back. Hand back two, the training part and the held-out one.",
                "[(x - mean) / spread for x in train]": "Only the training part is handed back: return both lists.",
                "[(x - mean) / spread for x in held], [(x - mean) / spread for x in train]": "The two lists changed places: train first.",
                "[(mean - x) / spread for x in train], [(mean - x) / spread for x in held]": "The sign is turned round: x − mean.",
                "[(x - mean) * spread for x in train], [(x - mean) * spread for x in held]": "Divide by the spread, do not multiply.",
                "[(x - mean) / mean for x in train], [(x - mean) / mean for x in held]": "Divide by the spread, not by the mean.",
            },
            "(x - mean) ** 2 for x": {
                "abs(x - mean) for x": "The distances are squared before their mean is taken.",
            },
        },
    ),
    Exercise(
        name="honest_score",
        lesson="13b",
        title="An honest score",
        prompt="""\
There are three parts: one to train on, one to choose by, one to report. Write `honest_score(choosing, reporting)`: it gets the losses
on the last two, epoch by epoch. Take the epoch at which the loss on the *choosing* part is lowest, and return the *reporting*
part's loss at that very epoch.""",
        docstring="The loss to report, of the epoch that the other part chose.",
        solution="""\
def honest_score(choosing, reporting):
    best = min(range(len(choosing)), key=lambda epoch: choosing[epoch])
    return reporting[best]
""",
        hints=(
            "First the epoch, as a number: where does the lowest of `choosing` stand?",
            "`choosing.index(min(choosing))` says where.",
            "What is returned is one number out of `reporting`, at that place.",
        ),
        rows=(Row("random curves", 2, _pairs_of_curves),),
        wrong_parts={
            "return reporting[best]": {
                "return min(reporting)": "That is the best epoch on the part that is to be reported: then that part has chosen, and its score is too good.",
                "return choosing[best]": "That is the loss on the part that chose. It was chosen for being low, so it is too good: report the other part's.",
                "return best": "That is the epoch itself; asked is the loss on the reporting part there.",
                "return best + 1": "That is a number of the epoch; asked is the loss on the reporting part there.",
                "return min(choosing), min(reporting)": "Those are two lowest numbers. Asked is one: the reporting part's, at the epoch that `choosing` says.",
                "return min(choosing + reporting)": "That mixes the two parts: one says which epoch, the other is read there.",
                "return reporting[-1]": "That is the last epoch. Take the one at which `choosing` is lowest.",
                "return reporting[0]": "That is the first epoch. Take the one at which `choosing` is lowest.",
                "return reporting[best - 1]": "That is one epoch too early: places are counted from 0.",
                "return reporting[best + 1]": "That is one epoch too late: places are counted from 0.",
                "return (choosing[best] + reporting[best]) / 2": "Only the reporting part is reported.",
                "return reporting[best], choosing[best]": "One number is asked for, the one on the reporting part.",
                "return choosing[reporting.index(min(reporting))]": "The two parts changed places: `choosing` says which epoch, `reporting` is read there.",
            },
            "min(range": {
                "max(range": "That is the epoch with the *highest* loss: the lowest is the best.",
            },
        },
    ),
    Exercise(
        name="leak_found",
        lesson="13b",
        title="Which of these scores can be trusted?",
        prompt="""\
Six reports. In which did the points of the reported score have no say beforehand? True: it can be trusted. False: there is a leak.
A, B and C count together, and so do D, E and F.

| | what was done |
|---|---|
| A | The points were split at random. Both parts were scaled by mean and spread of the training part. The score is that of the held-out part. |
| B | All points were scaled by mean and spread of all of them, and then split. The score is that of the held-out part. |
| C | After each of 500 epochs the held-out loss was noted. The score is the lowest of them. |
| D | After each of 500 epochs the loss on a second part was noted, to choose an epoch. The score is the one that this epoch has on a third part. |
| E | Twenty rates were tried. The score is the held-out one of the rate whose held-out score was best. |
| F | In the table each measurement stands twice. It was shuffled and split. The score is that of the held-out part. |""",
        stub='leak_found = {"A": None, "B": None, "C": None, "D": None, "E": None, "F": None}\n',
        solution=f"leak_found = {{{_TRUSTED}}}\n",
        needs=("engine",),
        hints=(
            "For each: change one number of a reported point. Could anything but the final score come out otherwise?",
            "Choosing is learning, too: what was chosen by a part is no longer tried on it.",
            "Two of the six can be trusted.",
        ),
        rows=(
            Row("A, B and C", 2, ask_for_entries("ABC"), probe=probes.truths_by_hand),
            Row("D, E and F", 2, ask_for_entries("DEF"), probe=probes.truths_by_hand),
        ),
        wrong_answers=(
            WrongAnswer(
                "To split is not enough: in some of these the reported points had a say before.",
                edits={"False": "True"},
                recognise=lambda cases, outcomes: _truths(outcomes) == [1.0] * 6,
            ),
            WrongAnswer(
                "That is the other way round: True is for what can be trusted.",
                edits={"True": "yes", "False": "True", "yes": "False"},
                recognise=lambda cases, outcomes: _truths(outcomes) == [0.0, 1.0, 1.0, 0.0, 1.0, 1.0],
            ),
            _misjudged("B", "In B mean and spread are partly those of the held-out points: something of them went into every training point."),
            _misjudged("C", "In C the held-out points chose the epoch. The lowest of 500 numbers is partly luck, and new points do not share it."),
            _misjudged("E", "In E the held-out points chose the rate, one of twenty. That is choosing by luck as well, only in steps of a whole run."),
            _misjudged("F", "In F most held-out points have their twin among the training points: to know those by heart is enough."),
            _misjudged("A", "Look at A again: do the held-out points touch anything before the score? Being scaled changes only themselves."),
            _misjudged("D", "Look at D again: who chose the epoch, and who is reported?"),
        ),
    ),
)  # fmt: skip
