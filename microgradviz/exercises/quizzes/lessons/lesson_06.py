"""Quick questions of lesson 06: in which order the values pass their gradients on."""

from __future__ import annotations

from ..questions import Arrange, Choice, Click, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "any_order",
        "Each operation passes its gradient on once, and every rule adds with +=. Does it matter who goes first?",
        (
            Option(
                "No: += adds up what comes, early or late.",
                "What comes late is added, yes. But who has passed on before does not pass it on. Try d, b, c below.",
            ),
            Option(
                "Only the result must be first; after it any order will do.",
                "Try d, b, c below: the result is first, and a still ends at 9.",
            ),
            Option(
                "Yes: nobody may pass on before all of its own gradient is there.",
                reason="Then nothing can come too late. Below you see what is lost otherwise.",
            ),
        ),
    ),
    Choice(
        "forward_order",
        "L = (a·b + c)·f was computed in the order e, d, L. You call _backward() in this order. What is a's gradient?",
        (
            Option("6", "6 needs L to go first. Here e begins, and nothing has arrived at e yet."),
            Option("0", reason="e and d pass on 0, for nothing has arrived. Then L passes on, and nobody is left."),
            Option(
                "−3",
                "b = −3 is the local derivative on the edge from a. The gradient that e multiplies it by is still 0.",
            ),
        ),
    ),
    Number(
        "send_again",
        "The same recursion visits c before b. What is a's gradient at the end?",
        36,
        {
            27: "That is with b first. Now b has 18 before its first turn.",
            18: "So far you are right: b passes on 18. But d has a second input, b, and visits it once more.",
            9: "Follow the visits one by one: d, c, b, and then b again, for d has two inputs.",
        },
        "c makes b's gradient 18, b passes it on, and b has two turns: 18 + 18.",
    ),
    Click(
        "waits_for_two",
        "Which operation must wait until two others have passed on?",
        "orders",
        "d",
        {
            "a": "a is given: it passes nothing on, so it need not wait.",
            "b": "b is given: it passes nothing on, so it need not wait.",
            "c": "One arrow leaves c, to e: it waits for e alone.",
            "e": "Two arrows enter e, but only one leaves it. A value waits for its users, not for its inputs.",
            "f": "Two arrows enter f, but only one leaves it. A value waits for its users, not for its inputs.",
            "g": "g is the result: nobody uses it, so it goes first.",
        },
        "Two arrows leave d: e and f use it, and both have something for it.",
    ),
    Choice(
        "early_d",
        "The same picture, in the order g, e, d, f, c. Which gradients come out wrong, and why?",
        (
            Option(
                "d's, for f's share comes too late",
                "That share is still added to d, so d's own gradient is right. What it passed on before lacks it.",
            ),
            Option(
                "a's and b's, for d passed on before f's share was there",
                reason="d's own gradient ends right, but a and b got only what d had when its turn came.",
            ),
            Option(
                "those of f and c, who come after d",
                "They get theirs from g and e, and d plays no part in it. Look at d's inputs instead.",
            ),
            Option(
                "none, for each is visited once",
                "Once is not enough: it must also be late enough, after all its users.",
            ),
        ),
    ),
    Choice(
        "leaf_early",
        "The diamond again. A program visits d, a, c, b: the given a has its turn too early. What does it spoil?",
        (
            Option("Nothing: a passes nothing on.", reason="What comes later is added to a, and nobody waits for it."),
            Option(
                "a's gradient, for what c and b pass on comes too late",
                "It is still added to a. Late shares are missing further on, and after a there is nothing further.",
            ),
            Option(
                "a, b and c: every list must have all users first",
                "b and c come after d here, their only user. They have all of theirs, and a gets both shares.",
            ),
        ),
    ),
    Choice(
        "new_share",
        "A recursion sends on only what is new, and gets 18, the right number. Why is there a better way?",
        (
            Option(
                "It goes along every path, and paths can double at each step.",
                reason="Thirty doublings make more than a thousand million visits, where thirty-one would do.",
            ),
            Option(
                "It counts some contributions twice.",
                "That is the one that sends everything again. Here each path brings its share once.",
            ),
            Option(
                "It goes wrong when a value has three users.",
                "Each user's share is sent on as it comes, three or three hundred. It is right, and slow.",
            ),
        ),
    ),
    Arrange(
        "calls_in_order",
        "p = x·x, q = p + x, s = p·q, t = s + p. Put a backward pass together, from t.",
        """\
t.grad = 1.0
t._backward()
s._backward()
q._backward()
p._backward()
""",
        {
            "p._backward()  # once more": "each passes on once. In the right order nothing is left for a second time.",
            "p.grad = 0.0": "that throws away what has arrived at p. Gradients begin at 0, and then only add.",
        },
        reason="Three use p, and it waits for all of them: t, s and q.",
    ),
)
