"""Quick questions of lesson 01: slopes, how to measure them, and what they are good for."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Number(
        "slope_to_change",
        "The slope at x = 3 is 14. Going by it, how much does f grow from x = 3 to x = 3.01?",
        0.14,
        {
            14: "14 is the rate: for each 1 that x grows. Here x grows by 0.01.",
            1.4: "That would be for a nudge of 0.1. Here it is 0.01.",
            20.14: "That is where f ends. By how much did it grow?",
            17: "That is how much f grows on the whole way from 3 to 4.",
            0.1403: "True to the last digit, and not what the slope alone says: 14 × 0.01.",
        },
        "14 × 0.01 = 0.14. Exactly it is 0.1403: the curve bends a little even on this short way.",
    ),
    Choice(
        "slope_minus_22",
        "At x = −3 the slope is −22. What does that tell you, and why?",
        (
            Option("f is negative there.", "The sign of a slope is not that of f: f(−3) is 44."),
            Option(
                "f changes less than at x = 3, because −22 is less than 14.",
                "How fast is told by the size, and 22 is more than 14; the sign tells the direction.",
            ),
            Option(
                "f falls, and faster than it rises at x = 3.",
                reason="The sign says which way f goes when x grows, the size says how fast.",
            ),
            Option(
                "f falls by 22 until its lowest place.",
                "A slope is a rate at one place, not the change on a whole way.",
            ),
        ),
    ),
    Choice(
        "which_h",
        "You nudge to one side and know nothing else about f. Which h do you take, and why?",
        (
            Option("0, for then nothing is left out.", "Then the change is 0, and 0 divided by 0 is nothing at all."),
            Option(
                "1e-16: the smaller, the better.", "Below about 1e-8 rounding costs more than the bend of the curve."
            ),
            Option(
                "1, to be far from rounding.",
                "Over such a way most curves bend, and the slope measured is another one.",
            ),
            Option(
                "About 1e-8: there bend and rounding cost equally little.",
                reason="It leaves half of a float's 16 digits for the nudge, half for the change.",
            ),
        ),
    ),
    Arrange(
        "slope_along_b",
        "Put in order: the slope of d = a · b + c along b. Not every line belongs.",
        """\
def slope_along_b(a, b, c, h):
    before = a * b + c
    after = a * (b + h) + c
    return (after - before) / h""",
        {
            "after = (a + h) * (b + h) + (c + h)": "All three are nudged at once: hold a and c still.",
            "return after - before": "That is the change, not the rate.",
            "return (before - after) / h": "What it became minus what it was, not the other way round.",
        },
        (
            """\
def slope_along_b(a, b, c, h):
    after = a * (b + h) + c
    before = a * b + c
    return (after - before) / h""",
        ),
        "One input nudged, the others held still, and the change divided by the nudge.",
    ),
    Choice(
        "which_way_down",
        "At x = 1 the slope is 2. Where does a step downhill with rate 0.1 lead, and why?",
        (
            Option(
                "To 1.2: the slope is positive, so x must grow.",
                "A positive slope says that f rises when x grows. Down is the other way.",
            ),
            Option("To 0.8: 0.1 × 2 against the slope.", reason="x − rate × slope = 1 − 0.2."),
            Option(
                "To 0.9: a step is as long as the rate.",
                "A step is the rate times the slope, so that it becomes shorter where f is flat.",
            ),
            Option("To −1: x minus the slope.", "The rate is missing: here 0.1 of the slope."),
        ),
    ),
)
