"""Quick questions of lesson 03b: a class, a function that remembers, a function that calls itself."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "prints_sum",
        "What does A print?",
        (
            Option("42 42", "a + b makes a third object here; a keeps its 30."),
            Option("30 42", reason="+ calls __add__, which makes a new object and leaves a alone."),
            Option("30 12", "b is what a + Money(12) gives, not Money(12) itself."),
            Option("an error: Python cannot add objects of my own", "It can, if their class has __add__."),
        ),
    ),
    Choice(
        "prints_counts",
        "What does B print?",
        (
            Option("1 1", "seen is made when make_counter runs, not at each call of count: p remembers."),
            Option("3 4", "Each call of make_counter makes a list of its own: p and q share nothing."),
            Option("3 1", reason="p has its own list, with two names in it already; q has another, which is empty."),
            Option("an error: seen is gone when make_counter has ended", "count uses seen, so it is kept for count."),
        ),
    ),
    Choice(
        "prints_walk",
        "In which order does C print?",
        (
            Option("cake, butter, milk, cream", "print stands after the loop: first come all that the cake needs."),
            Option("milk, butter, milk, cream, cake", "The second time milk is in seen, and walk returns at once."),
            Option("milk, butter, cream, cake", reason="Each is printed once, after all that it needs."),
            Option("cake", "walk calls itself for each need before it prints, so the needs are printed as well."),
        ),
    ),
    Choice(
        "what_is_self",
        "In lunch + coffee, what are self and other inside __add__, and why?",
        (
            Option(
                "self is lunch and other is coffee, for Python calls lunch.__add__(coffee)",
                reason="What stands before the dot becomes self; the rest follows.",
            ),
            Option(
                "self is the new sum, and other is lunch, for self is what the method makes",
                "The sum does not exist yet: __add__ makes it. self is the object whose method is called.",
            ),
            Option(
                "self is the class Money, for methods belong to the class",
                "The method is found on the class, but it is called on an object, and that object is self.",
            ),
        ),
    ),
    Choice(
        "add_prints",
        "A friend's __add__ ends with print(Money(…)) in place of return Money(…). What is lunch + coffee, and why?",
        (
            Option("a Money, for it is on the screen", "Being shown and being handed back are two things."),
            Option("None, for a function without return hands back None", reason="So (lunch + coffee) + tea fails."),
            Option("a text, for print makes text", "print shows a text and hands back nothing at all."),
        ),
    ),
    Number(
        "undo_late",
        "How many cents does Ben have at the end of the next cell?",
        400,
        {
            700: "That is before undo_first() is called.",
            300: "That is with the second payment undone. undo_first comes from the first, and remembers its 300.",
            0: "One payment is undone, not both.",
            4: "That is in euros; the question is about cents.",
            100: "Begin with 0: 300 and 400 come in, and one of them is given back.",
        },
        "0 + 300 + 400 − 300: the function remembers the amount of its own payment.",
    ),
    Arrange(
        "walk_in_order",
        "`seen = set()` has run. Put the function together: it prints each thing once, even if several need it. Three lines do not belong.",
        """\
def shop(name):
    if name in seen:
        return
    seen.add(name)
    for part in needs[name]:
        shop(part)
    print("get", name)
""",
        {
            "seen = set()": "the set is there already. Made inside shop, it would be new, and empty, at every call.",
            "shop(name)": "that calls itself with the same name, again and again, and never ends.",
            "return shop(part)": "a return inside the loop leaves it at the first part; the others are never visited.",
        },
        (
            """\
def shop(name):
    if name in seen:
        return
    seen.add(name)
    print("get", name)
    for part in needs[name]:
        shop(part)
""",
            """\
def shop(name):
    if name in seen:
        return
    print("get", name)
    seen.add(name)
    for part in needs[name]:
        shop(part)
""",
            """\
def shop(name):
    if name in seen:
        return
    for part in needs[name]:
        shop(part)
    seen.add(name)
    print("get", name)
""",
            """\
def shop(name):
    if name in seen:
        return
    for part in needs[name]:
        shop(part)
    print("get", name)
    seen.add(name)
""",
        ),
        "Ask whether it was here, remember it, go on to what it needs.",
    ),
)
