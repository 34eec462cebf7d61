"""Lesson 14: the same in PyTorch. Nothing here needs it: names to be told, numbers by hand, lists of losses."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import Outcome, ask_for_entries, case_graphs, probes, random_number
from .lesson_00 import NO_NUMBER_YET

_LINES = {  # of the table in the prompt
    "Value(2.0)": 4,
    "v.data": 9,
    "v._prev": 2,
    "p.grad = 0.0": 8,
    "p.data -= rate * p.grad": 5,
    "Layer(3, 4)": 1,
    "MLP(3, [4, 1])": 10,
}
_VALUES, _LOOP, _NETWORK = list(_LINES)[:3], list(_LINES)[3:5], list(_LINES)[5:]
_SOLUTION = "torch_names = {\n" + "".join(f'    "{name}": {line},\n' for name, line in _LINES.items()) + "}\n"
_STUB = "torch_names = {\n" + "".join(f'    "{name}": None,\n' for name in _LINES) + "}\n"


def _told(outcomes: list[list[Outcome]], name: str) -> float | None:
    """The line that was told for a name, if one was."""
    row, names = next((i, row) for i, row in enumerate((_VALUES, _LOOP, _NETWORK)) if name in row)
    numbers = outcomes[row][0].numbers
    return numbers[names.index(name)] if len(numbers) == len(names) else None


def _mistaken(name: str, line: int, sentence: str) -> WrongAnswer:
    """The sentence for who takes that line for this name, whatever is told of the others."""
    return WrongAnswer(
        sentence,
        edits={f'"{name}": {_LINES[name]}': f'"{name}": {line}'},
        recognise=lambda cases, outcomes: _told(outcomes, name) == line,
    )


def _losses(rng: Random) -> list[Inputs]:
    """Two programs' losses: nearly equal ones; the first ahead, then the second; a gap that is not the last.

    Nor is the smallest one always the last.
    """
    found = []
    for size, places in ((1e-12, (2,)), (0.4, (0, 3)), (0.2, (1, 4))):
        ours = [abs(random_number(rng)) for _ in range(6)]
        theirs = [x + rng.uniform(-0.1, 0.1) * size for x in ours]
        for place in places:
            theirs[place] = ours[place] + size * rng.choice([-1, 1]) * (0.6 + 0.1 * place)
        found.append({"args": [ours, theirs]})
    ours, theirs = found[1]["args"]
    theirs[2] = ours[2] + (theirs[-1] - ours[-1]) / 2
    return [*found, {"args": [theirs, ours]}]


_STEP = {"w": 2.0, "x": 3.0, "y": 1.0, "rate": 0.1}
_AFTER = '{"grad": grad, "w after step": w - rate * grad, "grad after step": grad, "loss after step": miss * miss}'


_STEP_GRAPH = case_graphs.expression_graph(lambda w, x, y, rate: (w * x - y) ** 2, "wx miss", of="w")

EXERCISES = (
    Exercise(
        name="torch_names",
        lesson="14",
        title="Two names for one thing",
        prompt="""\
Which line of PyTorch does what ours does? Write the number of the line in place of each `None`. Three lines stay over.

| line | PyTorch |
|---:|---|
| 1 | `torch.nn.Linear(3, 4)`, and `torch.nn.Tanh()` behind it |
| 2 | `t.grad_fn.next_functions` |
| 3 | `t.shape` |
| 4 | `torch.tensor(2.0, requires_grad=True)` |
| 5 | `optimizer.step()` |
| 6 | `t.requires_grad` |
| 7 | `loss.backward()` |
| 8 | `optimizer.zero_grad()` |
| 9 | `t.item()` |
| 10 | `torch.nn.Sequential(…)` |""",
        stub=_STUB,
        stub_sentence=NO_NUMBER_YET,
        solution=_SOLUTION,
        needs=("engine",),
        hints=(
            "The four steps of the loop stand above, numbered, behind *The four steps*.",
            "`v._prev` is what v was made from: the way back through the graph.",
            "`item()` takes the one number out of a tensor.",
        ),
        rows=(
            Row("a value", 2, ask_for_entries(_VALUES), probe=probes.entries_by_hand),
            Row("two steps of the loop", 2, ask_for_entries(_LOOP), probe=probes.entries_by_hand),
            Row("a network", 1, ask_for_entries(_NETWORK), probe=probes.entries_by_hand),
        ),
        wrong_answers=(
            _mistaken("v._prev", 6, "`requires_grad` says whether gradients are wanted of a tensor. `_prev` is what a value was made from."),
            _mistaken("v._prev", 3, "`shape` says how many numbers a tensor holds, and nothing of where it comes from."),
            _mistaken("v._prev", 7, "`backward()` goes through the graph. `_prev` is a piece of the graph: what a value was made from."),
            _mistaken("v.data", 3, "`shape` says how many numbers there are, along each axis. `data` is the number itself."),
            _mistaken("v.data", 4, "Line 4 makes a new tensor. Asked is the number inside one that is there."),
            _mistaken("Value(2.0)", 9, "`item()` takes a number out of a tensor; `Value(2.0)` puts one into a value."),
            _mistaken("Value(2.0)", 6, "`requires_grad` looks at a tensor that is there. `Value(2.0)` makes one."),
            _mistaken("p.grad = 0.0", 5, "`step()` moves the data, and leaves grad as it is. Which line makes grad begin anew?"),
            _mistaken("p.grad = 0.0", 7, "`backward()` adds to what stands in grad. Which line makes it begin anew?"),
            _mistaken("p.data -= rate * p.grad", 7, "`backward()` fills grad, and moves no data: as in lesson 03."),
            _mistaken("p.data -= rate * p.grad", 8, "`zero_grad()` makes the gradients begin anew, and moves no data."),
            _mistaken("Layer(3, 4)", 10, "`Sequential` puts layers one behind the other. Which line makes one layer, of 4 neurons?"),
            _mistaken("MLP(3, [4, 1])", 1, "Line 1 is one layer. A network is several, one behind the other."),
        ),
    ),
    Exercise(
        name="line_by_line",
        lesson="14",
        title="One step, line by line",
        prompt="""\
w is a tensor that holds {w}, and `optimizer = torch.optim.SGD([w], lr={rate})`. Then this runs, once:

`loss = (w * {x} - {y}) ** 2` · `optimizer.zero_grad()` · `loss.backward()` · `optimizer.step()`

What is `w.grad` after `backward()`? And when `step()` is done: what is in `w`, in `w.grad`, and in `loss`?""",
        given=_STEP,
        stub='line_by_line = {"grad": None, "w after step": None, "grad after step": None, "loss after step": None}\n',
        stub_sentence=NO_NUMBER_YET,
        solution=f"miss = w * x - y\ngrad = 2 * miss * x\nline_by_line = {_AFTER}\n",
        needs=("engine",),
        hints=(
            "First the miss, the number that is squared. The square's rate is twice the miss.",
            "The chain rule: twice the miss, times the rate of w · x with w.",
            "`step()` writes into w alone. Who would write into grad, or compute the loss anew?",
        ),
        rows=tuple(
            Row(
                text,
                1,
                ask_for_entries([key]),
                probe=probes.entries_by_hand,
                graph=graph,
            )
            for key, text, graph in (
                ("grad", "w.grad after backward()", _STEP_GRAPH),
                ("w after step", "w after step()", None),
                ("grad after step", "w.grad after step()", None),
                ("loss after step", "loss after step()", None),
            )
        ),
        wrong_parts={
            _AFTER: {
                '{"grad": grad, "w after step": w - rate * grad, "grad after step": 0, "loss after step": miss * miss}': "`step()` clears nothing: the gradient stays until `zero_grad()` runs, in the next round.",
                '{"grad": grad, "w after step": w - rate * grad, "grad after step": grad, "loss after step": ((w - rate * grad) * x - y) ** 2}': "That will be the *next* loss. `loss` is a number that was computed with the old w, and nobody has computed it anew.",
                '{"grad": grad, "w after step": w - rate * grad, "grad after step": 0, "loss after step": ((w - rate * grad) * x - y) ** 2}': "`step()` writes into w alone: it clears no gradient, and it computes no new loss.",
                '{"grad": miss * x, "w after step": w - rate * miss * x, "grad after step": miss * x, "loss after step": miss * miss}': "A 2 is missing in the gradient: the rate of a square is *twice* the number that is squared.",
                '{"grad": 2 * miss, "w after step": w - rate * 2 * miss, "grad after step": 2 * miss, "loss after step": miss * miss}': "2 · miss is the rate of the square with the miss. Multiply by the rate of the miss with w, which is x.",
                '{"grad": 2 * miss, "w after step": w - rate * grad, "grad after step": grad, "loss after step": miss * miss}': "2 · miss is only the square's own rate. The miss changes with w, too: at the rate x.",
                '{"grad": miss * x, "w after step": w - rate * grad, "grad after step": grad, "loss after step": miss * miss}': "A 2 is missing: the rate of a square is *twice* the number that is squared.",
                '{"grad": 2 * x, "w after step": w - rate * grad, "grad after step": grad, "loss after step": miss * miss}': "The miss is missing: the rate of a square is twice the number that is squared.",
                '{"grad": grad, "w after step": w + rate * grad, "grad after step": grad, "loss after step": miss * miss}': "A step goes *against* the gradient: subtract.",
                '{"grad": grad, "w after step": w - grad, "grad after step": grad, "loss after step": miss * miss}': "The rate is missing: lr is what the gradient is multiplied by.",
                '{"grad": grad, "w after step": w, "grad after step": grad, "loss after step": miss * miss}': "`backward()` leaves w alone, but `step()` moves it, by rate times gradient.",
                '{"grad": grad, "w after step": w - rate * grad, "grad after step": 2 * grad, "loss after step": miss * miss}': "`backward()` ran once, and `step()` adds nothing to grad.",
                '{"grad": grad, "w after step": w - rate * grad, "grad after step": grad, "loss after step": miss}': "miss is the number before it is squared. The loss is its square.",
                '{"grad": grad, "w after step": rate * grad, "grad after step": grad, "loss after step": miss * miss}': "That is how far w moves. Where does it stand then?",
            },
        },
    ),
    Exercise(
        name="largest_gap",
        lesson="14",
        title="How far apart?",
        prompt="""\
Two programs train the same network, and `ours` and `theirs` are the losses of each, step by step, two lists of equal
length. Write `largest_gap(ours, theirs)`: the largest distance between the two at one and the same step.""",
        docstring="The largest distance between two losses of one step.",
        solution="""\
def largest_gap(ours, theirs):
    return max(abs(x - y) for x, y in zip(ours, theirs))
""",
        hints=(
            "`zip(ours, theirs)` gives the two losses of each step.",
            "A distance has no sign: abs(x − y).",
            "max(… for x, y in zip(ours, theirs))",
        ),
        rows=(Row("lists of losses", 3, _losses),),
        wrong_parts={
            "max(abs(x - y) for x, y in zip(ours, theirs))": {
                "max(x - y for x, y in zip(ours, theirs))": "A distance has no sign: where theirs is the larger one, yours comes out below 0 and counts as small. Take abs.",
                "max(y - x for x, y in zip(ours, theirs))": "Where ours is the larger one, yours comes out below 0 and counts as small: a distance has no sign. Take abs.",
                "abs(max(ours) - max(theirs))": "Those are the largest losses, perhaps of two different steps. Compare step by step, and then take the largest.",
                "max(ours) - max(theirs)": "The two largest losses may be of different steps, and a distance has no sign: compare step by step, by abs.",
                "abs(ours[-1] - theirs[-1])": "That looks at the last step alone: two curves may part on the way and meet again.",
                "abs(ours[0] - theirs[0])": "That looks at the first step alone.",
                "sum(abs(x - y) for x, y in zip(ours, theirs))": "That adds the distances up. Asked is the largest one: max in place of sum.",
                "sum(abs(x - y) for x, y in zip(ours, theirs)) / len(ours)": "That is the mean distance. Asked is the largest one.",
                "min(abs(x - y) for x, y in zip(ours, theirs))": "That is the smallest distance.",
                "abs(sum(ours) - sum(theirs))": "In sums a gap up and a gap down cancel. Compare step by step.",
                "max((x - y) ** 2 for x, y in zip(ours, theirs))": "A square has no sign either, but it is no distance: 0.1 would count as 0.01. Take abs.",
                "max(abs(x - y) / abs(x) for x, y in zip(ours, theirs))": "That is the relative error of lesson 09. Asked is the distance itself.",
                "[abs(x - y) for x, y in zip(ours, theirs)]": "Those are all the distances. Asked is the largest of them: max.",
                "max(abs(x - y) for x in ours for y in theirs)": "That compares every step with every other. Asked are the two losses of one and the same step: zip.",
            },
        },
    ),
)  # fmt: skip
