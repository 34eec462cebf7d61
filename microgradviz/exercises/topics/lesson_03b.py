"""Lesson 03b: the Python that the engine is written in: a class, a function that remembers, a walk."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import Outcome, nearly_equal, probes, random_numbers

_STEP = """\
class Step:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Step(self.x + other.x, self.y + other.y)
"""
_MEAN = """\
def make_mean():
    numbers = []

    def mean(x):
        numbers.append(x)
        return sum(numbers) / len(numbers)

    return mean
"""
_SIZE = """\
def install_size(name, needs, sizes):
    seen = set()

    def visit(name):
        if name in seen:
            return 0
        seen.add(name)
        total = sizes[name]
        for part in needs[name]:
            total = total + visit(part)
        return total

    return visit(name)
"""
_ON_A_PHONE = ["app", "web", "mail", "text", "clock", "shop", "cart", "price"]
_IN_A_GAME = ["game", "sound", "scene", "files", "maths", "fonts", "light", "map", "score", "menu", "net", "save"]

_EARLIER = 100  # numbers in a list that is shared


def _steps(rng: Random, op: str) -> list[Inputs]:
    return [
        {"made": [random_numbers(rng, 2), random_numbers(rng, 2)], "attributes": ["x", "y"], "op": op} for _ in range(3)
    ]


def _calls(rng: Random, order: list[int]) -> list[Inputs]:
    return [{"calls": [[k, x] for k, x in zip(order, random_numbers(rng, len(order)), strict=True)]}]


def _chain(rng: Random) -> list[Inputs]:
    """Packages that need one another in a row, and two that none of them needs."""
    first, *parts, other, another = rng.sample(_ON_A_PHONE, rng.randint(5, 7))
    needs = {name: [part] for name, part in pairwise([first, *parts])} | {parts[-1]: []}
    return [_package(rng, first, needs, other, another, rng.sample(range(11, 99), len(needs)))]


def _shared_parts(rng: Random) -> list[Inputs]:
    """Two packages with parts that several others need, of which two have one size; then the first of them again."""
    drawn = [_with_shared_parts(rng) for _ in range(2)]
    return [*drawn, drawn[0]]


def _with_shared_parts(rng: Random) -> Inputs:
    first, *parts, other, another = rng.sample(_IN_A_GAME, rng.randint(7, 9))
    needs: dict[str, list[str]] = {}
    direct = rng.sample(parts, rng.randint(2, 3))
    for i, name in enumerate(parts):
        needs[name] = rng.sample(parts[i + 1 :], min(len(parts) - i - 1, rng.randint(1, 2)))
    users = [part for some in [direct, *needs.values()] for part in some]
    if {*users} != {*parts} or len(users) == len(parts):
        return _with_shared_parts(rng)
    sizes = rng.sample(range(11, 99), len(parts))
    return _package(rng, first, {**needs, first: direct}, other, another, [*sizes, sizes[-1]])


def _package(rng: Random, name: str, needs: dict[str, list[str]], other: str, another: str, sizes: list[int]) -> Inputs:
    """What is asked of a package, with two more that it does not need, though one of them is needed."""
    rows = list(zip(needs.items(), sizes, strict=True))
    rows += [
        ((other, [another, *rng.sample(sorted(needs), 1)]), rng.randint(2, 10)),
        ((another, []), rng.randint(2, 10)),
    ]
    rng.shuffle(rows)
    return {"args": [name, dict(row for row, _ in rows), {part: float(size) for (part, _), size in rows}]}


def _shares_one_list(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether the functions average over one list, which may hold numbers of an earlier check already."""
    given, found = [x for _, x in cases[1][0]["calls"]], outcomes[1][0].numbers
    if len(found) != len(given):
        return False
    for before in range(_EARLIER):
        total = found[0] * (before + 1) - given[0]
        means = [(total + sum(given[: k + 1])) / (before + k + 1) for k in range(len(given))]
        if all(nearly_equal(x, y, 1e-9) for x, y in zip(found, means, strict=True)):
            return True
    return False


def _set_outlives_the_call(cases: list[list[Inputs]], outcomes: list[list[Outcome]]) -> bool:
    """Whether a call finds nothing left to visit that an earlier one has visited."""
    first, *_, last = (outcome.numbers for outcome in outcomes[1])  # the same package, at first and again
    return last == (0.0,) != first


EXERCISES = (
    Exercise(
        name="step_class",
        lesson="03b",
        title="Steps on a map",
        prompt="""\
A `Step` goes `x` to the east and `y` to the north. Finish the class: `Step(3, 1)` remembers both numbers, as `.x` and
`.y`, and `a + b` is a *new* `Step`, which goes as far as both together. a and b stay as they are.""",
        answer="Step",
        stub="""\
class Step:
    def __init__(self, x, y):
        pass

    def __add__(self, other):
        pass
""",
        stub_sentence="There is no `.x` on the object yet. `self.x = x` puts it there; `x = x` alone ends with the function.",
        solution=_STEP,
        hints=(
            "What is to be remembered is put on the object: `self.x = …`.",
            "`a + b` calls `a.__add__(b)`: in there a is `self` and b is `other`.",
            "Return a new one: `return Step(…, …)`, whose x is the sum of both x.",
        ),
        rows=(
            Row("x and y are remembered", 1, lambda rng: _steps(rng, ""), probe=probes.attributes_and_result),
            Row("a + b", 2, lambda rng: _steps(rng, "+"), probe=probes.attributes_and_result),
        ),
        wrong_parts={
            "        self.x = x\n        self.y = y": {
                "        Step.x = x\n        Step.y = y": "`Step.x` belongs to the class, so all steps share it. Each has its own on `self`.",
                "        self.x = y\n        self.y = x": "x and y are exchanged when they are stored.",
                "        self.x = x\n        self.y = x": "x is stored twice, and y nowhere.",
            },
            "__init__(self, x, y)": {
                "__init__(x, y)": "`self` is missing: a method's first parameter is the object itself."
            },
            "__add__(self, other)": {
                "__add__(other)": "`__add__` needs `self` too: what stands before the + comes first.",
                "add(self, other)": "The + looks for the name `__add__`, with two underscores on each side.",
            },
            "        return Step(self.x + other.x, self.y + other.y)": {
                "        print(Step(self.x + other.x, self.y + other.y))": "`a + b` is None: a step that is made, or only printed, is lost without `return`.",
                "        return (self.x + other.x, self.y + other.y)": "That is a pair of numbers. Make a Step of them: `Step(…, …)`.",
                "        return self.x + other.x + self.y + other.y": "That is one number. East and north stay apart: a Step has two.",
                "        return Step(self.x + other.y, self.y + other.x)": "East goes with east: add x to x, and y to y.",
                "        return Step(self.x + self.y, other.x + other.y)": "East goes with east: add x to x, and y to y, one from each step.",
                "        return Step(self.x + self.x, self.y + self.y)": "self is added to itself: the other step is called `other`.",
                "        return Step(self.x + other.x, self.y)": "North is that of the first step alone: add `other.y`, too.",
                "        return Step(self.x, self.y + other.y)": "East is that of the first step alone: add `other.x`, too.",
                "        return Step(self.x - other.x, self.y - other.y)": "It subtracts: both steps together go as far as the one *and* the other.",
                "        return Step(self + other, self + other)": "It goes round in circles: `self + other` asks `__add__` again. Add the numbers, `self.x + other.x`.",
                "        self.x += other.x\n        self.y += other.y\n        return self": "That changes a. Leave both as they are and return a *new* Step.",
            },
        },
    ),
    Exercise(
        name="make_mean",
        lesson="03b",
        title="A function that remembers",
        prompt="""\
Write `make_mean()`. It returns a *function*, which takes a number x and returns the mean of all the numbers that it has
been given so far. After `m = make_mean()`, `m(4)` is 4.0 and then `m(8)` is 6.0. Each call of `make_mean()` begins anew.""",
        stub='''\
def make_mean():
    """A function of x: the mean of all x so far."""
''',
        stub_sentence="`make_mean()` returns nothing yet: end it with `return` and the name of the inner function.",
        solution=_MEAN,
        hints=(
            "A function inside a function: the outer one has an empty list, the inner one appends to it.",
            "The mean of a list: `sum(numbers) / len(numbers)`.",
            "`return mean` hands over the function; `mean(x)` would call it.",
        ),
        rows=(
            Row("one function", 1, lambda rng: _calls(rng, [0, 0, 0, 0]), probe=probes.remembering_functions),
            Row(
                "two, each with its own",
                2,
                lambda rng: _calls(rng, [0, 1, 0, 1, 0]),
                probe=probes.remembering_functions,
            ),
        ),
        wrong_parts={
            "return sum(numbers) / len(numbers)": {
                "print(sum(numbers) / len(numbers))": "The inner function prints the mean and returns nothing: write `return`.",
                "return sum(numbers)": "That is the sum: divide by how many there are.",
                "return sum(numbers) // len(numbers)": "`//` leaves out what stands behind the point: divide by `/`.",
                "return sum(numbers) / 2": "You divide by 2, which is right for two numbers only: how many are there?",
            },
            "numbers = []": {
                "numbers = [0]": "There is a number in your list before the first call, and it is counted: begin with an empty list.",
            },
            "    return mean\n": {
                "    return mean()\n": "`mean()` calls the inner function. To hand it over, write its name alone: `return mean`.",
                "    return mean(x)\n": "`mean(x)` calls the inner function, and out here there is no x. To hand it over, write its name alone: `return mean`.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Each call gives back x alone: a list made in the inner function is new each time. Make it in the outer one.",
                """\
def make_mean():
    def mean(x):
        numbers = []
        numbers.append(x)
        return sum(numbers) / len(numbers)

    return mean
""",
            ),
            WrongAnswer(
                "A name that the inner function gives a value is its own: it does not see the outer one. Append to a list of the outer one.",
                """\
def make_mean():
    total = 0
    count = 0

    def mean(x):
        total += x
        count += 1
        return total / count

    return mean
""",
            ),
            WrongAnswer(
                "All your functions share one list: make it inside `make_mean`, so that each call makes its own.",
                """\
numbers = []


def make_mean():
    def mean(x):
        numbers.append(x)
        return sum(numbers) / len(numbers)

    return mean
""",
                recognise=_shares_one_list,
            ),
            WrongAnswer(
                "The mean so far and x weigh the same in your function: three numbers cannot be averaged two by two.",
                """\
def make_mean():
    known = []

    def mean(x):
        known.append((known[-1] + x) / 2 if known else x)
        return known[-1]

    return mean
""",
            ),
            WrongAnswer(
                "It begins at 0, and then the mean so far and x weigh the same: three numbers cannot be averaged two by two.",
                """\
def make_mean():
    known = [0]

    def mean(x):
        known[0] = (known[0] + x) / 2
        return known[0]

    return mean
""",
            ),
        ),
    ),
    Exercise(
        name="install_size",
        lesson="03b",
        title="What has to be installed",
        prompt="""\
`needs[name]` lists the packages that a package needs, which may need others in turn; `sizes[name]` is its size. Write
`install_size(name, needs, sizes)`: the size of a package and of *all* that it needs, near and far, each counted *once*. Add
the sizes up on the way, or at the end those of all who were visited.""",
        stub='''\
def install_size(name, needs, sizes):
    """The size of a package and of all that it needs."""
    return sizes[name]
''',
        stub_sentence="That is the size of the package alone: add the sizes of all that it needs, near and far.",
        solution=_SIZE,
        hints=(
            "A function inside, `visit(name)`, which calls itself for each package in `needs[name]`.",
            "Beside it a set of the names that were visited. For who is in it already, return 0.",
            "`visit` returns `sizes[name]` and, added to it, what the visits of its needs return.",
        ),
        rows=(
            Row("one after the other", 1, _chain),
            Row("needed twice, counted once", 2, _shared_parts),
        ),
        wrong_parts={
            "            total = total + visit(part)": {
                "            total = visit(part)": "`total = visit(part)` forgets what was there: add to it.",
                "            return total + visit(part)": "A `return` inside the loop ends it at the first need: return after the loop.",
                "            total = total + sizes[part]": "Only the direct needs are counted: let the function call itself for each of them.",
            },
            "total = sizes[name]": {
                "total = 0": "It gives 0 everywhere: no size is ever counted, or a set from an earlier call still holds everybody.",
                "total = 1": "That counts how many there are: add up their sizes.",
            },
            "        return total\n": {
                "        print(total)\n": "Some call returns nothing, and None cannot be added: each way through the function ends with `return` and a number."
            },
            "            return 0\n": {
                "            return\n": "`return` alone hands back None, which cannot be added: for who was visited, `return 0`."
            },
            "    return visit(name)": {
                "    return visit(name) - sizes[name]": "All that it needs is there; its own size is missing.",
                "    print(visit(name))": "Nothing is returned: `print` only shows the size, and a call by itself loses it. Write `return visit(name)`.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "What is needed twice is counted twice: all calls must share *one* set of the names that were visited. A set made in the function that calls itself is new in each call.",
                """\
def install_size(name, needs, sizes):
    total = sizes[name]
    for part in needs[name]:
        total = total + install_size(part, needs, sizes)
    return total
""",
            ),
            WrongAnswer(
                "What was visited outlives the call: the next one finds everybody there. Make the set or list inside the function, anew each time.",
                """\
def install_size(name, needs, sizes, seen=set()):
    if name in seen:
        return 0
    seen.add(name)
    total = sizes[name]
    for part in needs[name]:
        total = total + install_size(part, needs, sizes, seen)
    return total
""",
                recognise=_set_outlives_the_call,
            ),
            WrongAnswer(
                "`return` alone hands back None: return 0. And the set outlives the call: make it inside the function.",
                """\
seen = set()


def install_size(name, needs, sizes):
    if name in seen:
        return
    seen.add(name)
    total = sizes[name]
    for part in needs[name]:
        total += install_size(part, needs, sizes)
    return total
""",
            ),
            WrongAnswer(
                "Two packages of one size are counted as one: keep the *names* in the set, and add up the sizes.",
                """\
def install_size(name, needs, sizes):
    seen = set()

    def visit(name):
        seen.add(sizes[name])
        for part in needs[name]:
            visit(part)

    visit(name)
    return sum(seen)
""",
            ),
            WrongAnswer(
                "That adds up all packages there are. Count those that this one needs, near or far, and itself.",
                """\
def install_size(name, needs, sizes):
    return sum(sizes.values())
""",
            ),
        ),
    ),
)
