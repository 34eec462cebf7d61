"""What an exercise is: text for the learner, and checks that turn an answer into numbers and numbers into points.

An exercise never holds expected numbers. Each row of its rubric draws inputs from a seed, a *probe* (judge/probes)
turns an answer and those inputs into numbers, and a *judge* (judge/judging.py) compares them with those of the solution
for the same inputs. A probe needs nothing but the answer, so that it can run where the answer runs: in the notebook for
`check`, in a sandbox for an official mark. The judge runs where the answer cannot reach.
"""

from __future__ import annotations

import ast
import hashlib
import marshal
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from types import CodeType, FunctionType, MemberDescriptorType
from typing import Any

from ..tracing import Fault
from .networks import NETWORK
from .stages import METHODS, STAGES, engine_source, stage_at

Inputs = dict[str, Any]  # of a case: plain data
DrawCases = Callable[[Random], list[Inputs]]
Probe = Callable[[Any, Inputs], list[float]]  # an answer and inputs -> numbers
Judge = Callable[[Inputs, list[float], list[float]], bool]  # inputs, the answer's numbers, the solution's
# The modules that a part of the package rests on, itself included: what a sandbox holds where an exercise needs it.
PART_MODULES = {
    "engine": (
        "microgradviz.lazy",
        "microgradviz",
        "microgradviz.engine",
        *(
            f"microgradviz.engine.{name}"
            for name in ["ieee", "context", "order", "ops", "copying", "numpy_calls", "value"]
        ),
    ),
    "nn": ("microgradviz.nn",),
}
# What classes have from the lessons, and their values: no method of a learner's own may bear these names.
ENGINE_NAMES = {method.name for method in METHODS} | {
    "data",
    "grad",
    "label",
    "_prev",
    "_op",
    "_backward",
    "parameters",
}
_NOTHING_YET = "Nothing comes back yet: hand the result over with `return`."
_AS_THE_STUB = "So far it gives what the unfilled cell gives."
MarkedGraph = tuple[Any, "Fault | list[Fault] | None"]  # a graph, what to point at; None: whatever is wrong in it
MakeGraph = Callable[[Any, Inputs, int], MarkedGraph]  # from an answer, a case, the first wrong number (−1: it raised)


@dataclass(frozen=True)
class Row:
    """One row of the rubric: all of its cases must pass.

    Attributes:
        text: What is looked at, in a few words.
        points: What it is worth.
        draw: Draws the cases, plain data, from a source of random numbers.
        probe: The function of judge/probes that turns an answer into numbers; without it, the numbers that a function
            returns for drawn arguments.
        judge: Says whether the numbers of a case are right; without it, they must be the solution's but for rounding.
        guards: The texts of the rows whose points this one takes if it fails, where they passed; it is worth none
            itself.
        graph: Makes the learner's own graph for a case, one of graphs.py; None where there is none.
        seconds: How long each case may take.
        reference: False if the judge needs no numbers of the solution, which is then not run.
    """

    text: str
    points: int
    draw: DrawCases
    probe: Probe | None = None
    judge: Judge | None = None
    guards: tuple[str, ...] = ()
    graph: MakeGraph | None = None
    seconds: float = 2.0
    reference: bool = True


@dataclass(frozen=True)
class WrongAnswer:
    """A known wrong answer, and the sentence that names the mistake.

    Attributes:
        sentence: What is said to who gives it.
        source: The whole answer as text; without it, the solution with `edits`.
        edits: {what stands in the solution: what stands there instead}, one after the other.
        recognise: (cases, outcomes) -> whether it gave them, where its numbers differ from run to run. Without it, an
            answer is known by giving the same numbers.
    """

    sentence: str
    source: str = ""
    edits: dict[str, str] = field(default_factory=dict)
    recognise: Callable[[list[list[Inputs]], list[list[Any]]], bool] | None = None

    def text(self, solution: str) -> str:
        """The wrong answer as Python text.

        Raises:
            ValueError: If an edit does not change the solution.
        """
        text = self.source or solution
        for old, new in self.edits.items():
            if old not in text:
                raise ValueError(f"an edit must change the solution (got {old!r}, which does not occur in it)")
            text = text.replace(old, new)
        return text


@dataclass(frozen=True, kw_only=True, repr=False)
class Exercise:
    """An exercise; see the head of this file for how its checks work.

    Attributes:
        name: What `check` calls it, an identifier.
        lesson: The number of the lesson it belongs to, such as "05".
        title: A few words.
        prompt: What to do, in Markdown; {a} stands for a given number.
        answer: The name that the stub defines: a function, a class or a dict; without it, the exercise's own.
        method: What the class Value calls the answer, if that is a method of the learner's engine (stages.py). It is
            tried on the class as its lesson leaves it, which lacks this method; its stub and its solution end with the
            line that puts it there.
        stub: Where the learner begins, as Python text; earns nothing. Without it, the solution down to the function's
            first line, and `docstring`.
        docstring: What a function returns, in a few words, for that stub.
        solution: A right answer, as Python text.
        hints: From a nudge to nearly all.
        rows: The rubric.
        wrong_parts: Known wrong answers that are the solution but for one part: {a part of the solution: {what stands
            there instead: the sentence that names the mistake}}.
        wrong_answers: Other known wrong answers.
        given: Numbers that prompt and solution use by name. An answer does not find them: it has numbers, as asked.
        beside: The course's own Neuron, Layer, MLP that stand beside the answer wherever it runs, on its class Value.
        needs: Parts of the package that the answer may import, of `PART_MODULES`; the rest may be the answer.
        stub_sentence: What is said to who hands in the stub, or what gives the same; there is one for all who say
            nothing of their own.
    """

    name: str
    lesson: str
    title: str
    prompt: str
    answer: str = ""
    method: str = ""
    stub: str = ""
    docstring: str = ""
    solution: str
    hints: tuple[str, ...]
    rows: tuple[Row, ...]
    wrong_parts: dict[str, dict[str, str]] = field(default_factory=dict)
    wrong_answers: tuple[WrongAnswer, ...] = ()
    given: dict[str, float] = field(default_factory=dict)
    beside: tuple[str, ...] | None = None
    needs: tuple[str, ...] = ()
    stub_sentence: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "answer", self.answer or self.name)
        if not self.stub:
            first_lines, colon, _ = self.solution.partition("):\n")
            attach = f"\n\nValue.{self.method} = {self.answer}\n" if self.method else ""
            object.__setattr__(self, "stub", f'{first_lines}{colon}    """{self.docstring}"""\n{attach}')
            object.__setattr__(self, "stub_sentence", self.stub_sentence or _NOTHING_YET)
        object.__setattr__(self, "stub_sentence", self.stub_sentence or _AS_THE_STUB)

    def __repr__(self) -> str:
        return f"Exercise({self.name!r})"

    def __hash__(self) -> int:
        return hash((self.name, *self.given.items()))

    @cached_property
    def wrong(self) -> tuple[WrongAnswer, ...]:
        """All known wrong answers."""
        parts = [
            WrongAnswer(sentence, edits={part: instead})
            for part, table in self.wrong_parts.items()
            for instead, sentence in table.items()
        ]
        return (*parts, *self.wrong_answers)

    @property
    def points(self) -> int:
        """What all rows together are worth."""
        return sum(row.points for row in self.rows)

    @property
    def version(self) -> str:
        """Twelve letters that change with all that a mark could rest on: the exercises, probes, draws and judges."""
        return hashlib.sha256(f"{self.name}\n{_hash_of_texts()}".encode()).hexdigest()[:12]

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the package that must be there where the answer runs; without `needs`, none."""
        return tuple(name for part in self.needs for name in PART_MODULES[part])

    @property
    def prelude(self) -> str:
        """What runs before the answer: for a method, the class that it is put on; else what stands beside it."""
        if self.beside is not None:
            return "\n\n".join(["import random", engine_source(STAGES[-1]), *(NETWORK[name] for name in self.beside)])
        return engine_source(stage_at(self.lesson), frozenset({self.method})) if self.method else ""

    @property
    def prelude_code(self) -> CodeType:
        """The prelude, compiled."""
        return _compiled(self.prelude, "<engine>")

    @cached_property
    def provided(self) -> frozenset[str]:
        """The names that the prelude defines."""
        defined = (ast.FunctionDef, ast.ClassDef)
        return frozenset(node.name for node in ast.parse(self.prelude).body if isinstance(node, defined))

    def takes_along(self, name: str) -> bool:
        """Whether a method of a learner's own class is put on the one that is provided: the one asked for, a helper."""
        return bool(self.prelude) and (name == self.method or is_helper(name))

    def bind(self, answer: Any) -> Any:
        """A learner's method as if it had been written below the prelude; any other answer as it is.

        Helper methods that its notebook's class Value has beside those of the lessons come along.
        """
        if not self.method or not isinstance(answer, FunctionType):
            return answer
        space = self._space()
        put_helpers(answer.__globals__.get("Value"), space["Value"], space, answer.__globals__)
        return rebound(answer, space)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, if the answer is a function."""
        found = (n for n in ast.walk(ast.parse(self.stub)) if isinstance(n, ast.FunctionDef) and n.name == self.answer)
        return tuple(parameter.arg for function in found for parameter in function.args.args)

    def cases(self, seed: str | int) -> list[list[Inputs]]:
        """The inputs of every row's cases, the same for the same seed."""
        drawn: list[list[Inputs]] = marshal.loads(_drawn_cases(self.name, self.method, self.rows, str(seed)))
        return drawn

    def text(self) -> str:
        """The prompt with its numbers filled in."""
        if not self.given:
            return self.prompt
        return self.prompt.format_map({name: f"{x:g}".replace("-", "−") for name, x in self.given.items()})

    def load(self, source: str) -> Any:
        """What one of this exercise's own texts defines under the answer's name; never for a learner's text."""
        space = self._space()
        exec(_compiled(source, f"<{self.name}>"), space)
        return space[self.answer]

    def _space(self) -> dict[str, Any]:
        """The names that an answer finds before its own."""
        space: dict[str, Any] = {"__name__": "__main__", **self.given}
        exec(self.prelude_code, space)
        return space


@lru_cache(maxsize=256)
def _compiled(text: str, name: str) -> CodeType:
    return compile(text, name, "exec")


@lru_cache(maxsize=16)  # they are asked for several times in a row, while one answer is marked
def _drawn_cases(name: str, method: str, rows: tuple[Row, ...], seed: str) -> bytes:
    """The inputs of every row's cases, in marshal's format, so that whoever gets them has lists of their own."""
    about = {"method": method} if method else {}
    drawn = [row.draw(Random(f"{seed}/{name}/{i}")) for i, row in enumerate(rows)]
    return marshal.dumps([[{**inputs, **about} for inputs in row] for row in drawn])


def rebound(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    """A function with other global names before its own, and so are the functions beside it that it calls.

    Args:
        function: The function.
        space: The names that come first; what else it uses is added.
    """
    own = function.__globals__
    for name in names_in_code(function.__code__):
        if name in own and name not in space:
            what = space[name] = own[name]
            if isinstance(what, FunctionType) and what.__globals__ is own:
                space[name] = rebound(what, space)
    made = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def is_helper(name: str) -> bool:
    """Whether a method of that name is a learner's own idea: no lesson brings it, nor does Python know it."""
    return name not in ENGINE_NAMES and not (name.startswith("__") and name.endswith("__"))


def put_helpers(own: Any, cls: type, space: dict[str, Any], home: dict[str, Any] | None = None) -> None:
    """Give a class what a learner's has beside the methods that lessons ask for: helpers of its own.

    Args:
        own: The learner's class; nothing is taken from what is none.
        cls: The class that gets them.
        space: The names that they find before their own, as for `rebound`.
        home: The names of the learner's notebook, where functions must come from; without it, from anywhere.
    """
    for name, what in list(vars(own).items()) if isinstance(own, type) else []:
        if not is_helper(name) or isinstance(what, MemberDescriptorType):
            continue
        function = getattr(what, "__func__", getattr(what, "fget", what))
        if not isinstance(function, FunctionType):
            if home is None or own.__module__ == home.get("__name__"):
                setattr(cls, name, what)
        elif home is None or function.__globals__ is home:
            moved = rebound(function, space)
            setattr(cls, name, moved if function is what else type(what)(moved))


def names_in_code(code: CodeType) -> set[str]:
    """The names that code uses, of attributes too."""
    inner = (names_in_code(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


@lru_cache(maxsize=1)
def _hash_of_texts() -> str:
    """The hash of all that a mark could rest on; read once, for every mark bears it."""
    here = Path(__file__).parent
    files = [
        here / "base.py",
        here / "stages.py",
        *(x for folder in ("judge", "topics") for x in (here / folder).rglob("*.py")),
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(files))
    return hashlib.sha256(text.encode()).hexdigest()
