"""Quick questions of lesson 20: depth, a second pass, slopes instead of closures, and what is kept."""

from __future__ import annotations

from ..questions import Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Number(
        "calls_open",
        "The sum of four, as in the picture. The recursive sort begins at the result. How many calls of `visit` are open at the deepest moment?",
        5,
        {
            9: "Those are all values, the 0 that sum begins with among them. A call whose inputs are done is over: at the deepest moment only those of one way back are open.",
            8: "Those are all cards. A call whose inputs are done is over: at the deepest moment only those of one way back are open.",
            4: "Four sums, and then the leaf at the end of the longest way, which is visited too.",
            2: "The result's call waits for its input's call, and that for the next one: all of them are open.",
            1: "The call for the result cannot end before those of its inputs: it waits, open.",
        },
        "Four sums, one inside the other, and the leaf at the end. For a thousand samples: more than a thousand.",
    ),
    Number(
        "in_pairs",
        "1,024 values are added in pairs, the 512 sums in pairs again, and so on. How many calls are open at the deepest moment?",
        11,
        {
            10: "Ten sums lie one inside the other. The leaf at the end is visited too.",
            1025: "That is the depth if one is added after the other. In pairs each round halves how many there are.",
            1024: "That is how many leaves there are. How many sums lie on the way from the result to one of them?",
            512: "That is the first round. How often can 1,024 be halved?",
        },
        "1,024 is halved ten times: ten sums, and a leaf. What counts is how deep the graph is, not how large.",
    ),
    Choice(
        "higher_limit",
        "`sys.setrecursionlimit(1_000_000)` lets Python call deeper. Why is that no cure?",
        (
            Option(
                "It makes each call slower.",
                "The limit is a number that is compared at each call, whatever it is.",
            ),
            Option(
                "The open calls still pile up: memory for them runs out at some depth, and then Python may end without a word.",
                reason="The limit is there to stop before that. What helps is to have no open calls.",
            ),
            Option(
                "The order would be another one.",
                "The order is the same at any limit, for as long as there is one.",
            ),
        ),
    ),
    Choice(
        "what_to_clear",
        "On your engine, a second `backward()` on the same graph shall find what the first one found. What must be 0 before it, and why?",
        (
            Option(
                "The gradients of the leaves: they are what adds up.",
                "With that alone, u still has its old 5, gets 5 more, and passes 10 on.",
            ),
            Option(
                "All gradients behind the result: each passes on all that it has, old or new.",
                reason="In a training loop the parameters are enough, for each step makes a new graph, whose inside begins at 0.",
            ),
            Option(
                "The result's gradient: everything begins there.",
                "`backward` sets that to 1 in any case.",
            ),
        ),
    ),
    Choice(
        "read_late",
        "A graph has a · b in it. Between forward and backward somebody sets b.data to 100. What does a get, with closures and with slopes, and why?",
        (
            Option(
                "The same with both: the local derivative of a is b.",
                "It is b's number. But of which moment?",
            ),
            Option(
                "With closures the old number counts, for a closure remembers; with slopes the new one.",
                "A closure remembers the *value* b, and reads b.data when it runs: late.",
            ),
            Option(
                "With closures 100 counts, read when `_backward` runs; with slopes the number that b had when a · b was computed.",
                reason="The fault of lesson 15, data changed in place, cannot happen to a number that is noted at once.",
            ),
        ),
    ),
    Choice(
        "who_holds",
        "x and chain are deleted. Why do all the sums stay, with closures?",
        (
            Option(
                "Each sum holds its `_backward`, and that function, which uses `out`, holds the sum: a circle.",
                reason="A count of holders never gets to 0 in a circle. The collector looks for circles that nobody else reaches.",
            ),
            Option(
                "A sum holds its inputs in `_prev`.",
                "Light's does, too. With nobody holding the last sum, it goes, and then its inputs, one after the other.",
            ),
            Option(
                "The leaf holds everything that was computed from it.",
                "A value knows its inputs, never its users.",
            ),
        ),
    ),
    Choice(
        "no_grad_where",
        "Which of these may run under `no_grad`, and why?",
        (
            Option(
                "The forward pass of training, to save memory: backward has its own pass.",
                "backward goes through the graph that forward left. Without one it reaches nobody.",
            ),
            Option(
                "Counting how many held-out points are right: only data is read.",
                reason="No backward follows, so nothing need be remembered.",
            ),
            Option(
                "All of it: gradients are found afterwards, when somebody asks.",
                "What was not remembered while it was computed cannot be asked for afterwards.",
            ),
        ),
    ),
)
