"""The questions of the concept test, taken before the course and after it. Behind each wrong option a misconception.

Each stands on an idea, in words that somebody has before the course.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .questions import Choice, Option, Says

DONT_KNOW = "I don't know."


@dataclass
class Concept(Choice):
    """A choice among four options, or "I don't know", the last. What is right is not told to the page.

    Attributes:
        about: The idea in a few words, for the picture of a class.
        lesson: Where it is explained.
    """

    about: str = field(kw_only=True)
    lesson: str = field(kw_only=True)

    @property
    def kind(self) -> str:
        """What the page calls this kind."""
        return "choice"

    @property
    def choices(self) -> list[str]:
        """All that may be chosen, "I don't know" the last."""
        return [*super().choices, DONT_KNOW]

    def mark(self, given: Any) -> Says:
        """Whether an answer is right, and what is said of it after the course; "I don't know" is never right."""
        right = self.options[self.right]
        if self.require_choice(given) == self.right:
            return True, f"Right. {right.reason}"
        why = "" if given == len(self.options) else f"{self.options[given].misconception} "
        return False, f"{why}The right answer: “{right.text}” {right.reason} (Lesson {self.lesson})"

    def for_page(self) -> dict[str, Any]:
        """All that the page needs, as plain data."""
        return {"options": self.choices}


CONCEPTS: tuple[Concept, ...] = (
    Concept(
        "rate",
        "The gradient of r with respect to w is 3. w grows by 0.01. What happens to r?",
        (
            Option("It grows by 3.", "The gradient is taken for the change itself, not for the change per 1."),
            Option("It grows by about 0.03.", reason="3 for each 1 that w grows is 0.03 for 0.01."),
            Option("It becomes 3.", "The gradient is taken for the new value of r."),
            Option("It falls by about 0.03.", "A gradient is thought to point downhill."),
        ),
        about="a gradient is a rate",
        lesson="01",
    ),
    Concept(
        "zero",
        "r is computed from w and other numbers. The gradient of r with respect to w is 0. What does that tell you?",
        (
            Option("w is as good as it can be.", "Gradient 0 is taken to mean: finished."),
            Option("w itself must be 0.", "A gradient is confused with the value it belongs to."),
            Option(
                "With the other numbers as they are, a tiny nudge of w does not change r.",
                reason="A rate of 0 is about here and now; with other numbers it may be another one.",
            ),
            Option("There is a mistake: gradients are never 0.", "A true zero is taken for an error."),
        ),
        about="gradient 0 is not “finished”",
        lesson="08b",
    ),
    Concept(
        "sum",
        "y = a · a at a = 3: a is used twice, and each use alone would give it a gradient of 3. What is a's gradient?",
        (
            Option("9, because rates multiply.", "Rates multiply along a path; here they are multiplied across paths."),
            Option("3, because the second replaces the first.", "= and += are thought to be the same."),
            Option("3, the mean of both.", "Contributions are thought to be averaged."),
            Option("6, because both add.", reason="Nudge a by 0.01: 3.01 · 3.01 is about 9.06, a rate of 6."),
        ),
        about="contributions add",
        lesson="02",
    ),
    Concept(
        "plus",
        "s = a + b with a = 2 and b = 100. The result changes 5 times as fast as s. What are the gradients of a and b?",
        (
            Option("5 each.", reason="A nudge of a, or of b, passes through the sum as it is, whatever the values."),
            Option("2.5 each.", "Plus is thought to share the gradient out."),
            Option("b's is larger, because b is.", "Plus is thought to look at the values."),
            Option("500 and 10.", "The rule of times is used for plus."),
        ),
        about="plus copies",
        lesson="02",
    ),
    Concept(
        "order",
        "A value is used in two operations. On the way back from the result, when may it hand its gradient on to "
        "what it was made from?",
        (
            Option(
                "Only after what it was made from has handed on its own.",
                "The way back is thought to begin at the inputs.",
            ),
            Option(
                "When the parts from both uses have arrived.",
                reason=(
                    "What it hands on is its whole gradient times a rate; with a part missing, all behind it is wrong."
                ),
            ),
            Option(
                "At any time: the sums are the same in every order.",
                "Any order is thought to do, because contributions add.",
            ),
            Option(
                "As soon as the first part arrives: once is enough.",
                "Visiting once is thought to be enough, whatever the order.",
            ),
        ),
        about="a gradient waits for its parts",
        lesson="06",
    ),
    Concept(
        "accumulate",
        "A program improves its numbers in rounds: it finds all gradients, then moves each number a little. Where "
        "do gradients add up, and where do they begin again from 0?",
        (
            Option(
                "Within a round they add; each round begins again.",
                reason=(
                    "The parts of one round belong to one sum; those of the round before are about numbers that "
                    "have moved since."
                ),
            ),
            Option(
                "They always begin again, within a round too.",
                "Accumulation is taken for a bug, so that = would do.",
            ),
            Option("They always add: more gradient, faster progress.", "Gradients left over are thought to help."),
            Option(
                "It makes no difference, if the moves are small.",
                "Small steps are thought to absorb stale gradients.",
            ),
        ),
        about="when gradients add, and when not",
        lesson="10",
    ),
    Concept(
        "exp",
        "out = exp(x), which is e to the power of x. How fast does out change with x?",
        (
            Option("x, the input.", "exp's derivative is thought to use the input."),
            Option("x · exp(x − 1), as for powers.", "The rule of powers is used for exp."),
            Option(
                "out, the output itself.",
                reason="exp is its own derivative, so the number that came out is the rate, too.",
            ),
            Option("1 / x.", "The rule of log is used for exp."),
        ),
        about="some rules use the output",
        lesson="08",
    ),
    Concept(
        "training",
        "What does backpropagation do to the numbers of a program that are to be improved?",
        (
            Option("It moves each a little in the right direction.", "Backprop is taken for gradient descent."),
            Option(
                "Nothing: it finds their gradients, and moving them is a step of its own.",
                reason="Afterwards each number is what it was; only its gradient is known.",
            ),
            Option("It sets them to their best values.", "Backprop is thought to solve for the numbers."),
            Option(
                "It sends the error back and shares it out among them.",
                "Backprop is thought to share out the error itself, not to multiply rates.",
            ),
        ),
        about="backprop is not gradient descent",
        lesson="03",
    ),
    Concept(
        "data",
        "A program computes w · x + b. x was measured; w and b are to be improved. On the way back x, too, gets a "
        "gradient: −1.5. What now?",
        (
            Option("x is moved, as w and b are.", "What was measured is thought to be trained."),
            Option(
                "It is a mistake: only w and b have gradients.",
                "Gradients are thought to exist for parameters only.",
            ),
            Option(
                "It is a mistake: what is not moved has gradient 0.",
                "What is not trained is thought to get gradient 0.",
            ),
            Option(
                "It is right, and x stays as it is.",
                reason="A gradient says how fast the result would change; nobody has to follow it.",
            ),
        ),
        about="data leaves are not trained",
        lesson="11",
    ),
    Concept(
        "saturation",
        "A function squashes every number into 0 … 1: the larger the number, the closer to 1. It gives 0.9999, "
        "where 0 was wanted. How large is the gradient of the squared error with respect to the number that went "
        "in?",
        (
            Option("Very large, because the error is.", "A big error is thought to give a big gradient."),
            Option(
                "Tiny, because up there the function hardly moves.",
                reason=(
                    "A gradient is a product of rates, and that of the function is one of them, however large the "
                    "error."
                ),
            ),
            Option("Exactly 0, so nothing can be learned from it.", "A tiny gradient is taken for a true zero."),
            Option(
                "That depends on how far the number is to be moved.",
                "The size of a step is thought to be part of the gradient.",
            ),
        ),
        about="a big error, a tiny gradient",
        lesson="16",
    ),
    Concept(
        "step",
        "The gradient of an error with respect to w is 40. To make the error smaller, w is moved by −4. Must the "
        "error fall?",
        (
            Option(
                "Yes: against the gradient is always downhill.",
                "A gradient is thought to hold for steps of any length.",
            ),
            Option("Yes, by 160.", "The slope is thought to stay the same all the way."),
            Option(
                "Not necessarily: the gradient holds near w, and 4 may be too far.",
                reason="A slope belongs to one place; on a long way the curve may turn up again.",
            ),
            Option(
                "No: moved against its gradient, the error grows.",
                "The sign of the update is thought to be uphill.",
            ),
        ),
        about="how large a step may be",
        lesson="10",
    ),
    Concept(
        "one_sweep",
        "One result is computed from a million numbers. How many backward passes find all million gradients?",
        (
            Option("A million: one for each number.", "Backprop is thought to work like nudging, number by number."),
            Option("One for each stage of the computation.", "Each stage is thought to need a pass of its own."),
            Option(
                "As many as there are operations.",
                "Operations are thought to need a pass each, not a step each of one pass.",
            ),
            Option("One.", reason="Once a value's gradient is known, all that it was made from makes use of it."),
        ),
        about="one sweep, all gradients",
        lesson="02",
    ),
)
