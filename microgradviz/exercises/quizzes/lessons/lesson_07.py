"""Quick questions of lesson 07: two recursions, the sort, and backward()."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

_SORT = """\
def topological_order(root):
    order, seen = [], set()
    def visit(v):
        if v not in seen:
            seen.add(v)
            for x in v._prev:
                visit(x)
            order.append(v)
    visit(root)
    return order"""
_LINES = _SORT.splitlines()

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "whose_share",
        "What the first recursion finds for a is wrong. Where does the difference come from?",
        (
            Option(
                "+= adds where = should stand: nothing would be counted twice.",
                "+= is right: two paths lead to a, and both shares count. With = one of them would be lost.",
            ),
            Option(
                "b is visited twice, and the second time it sends again what it had sent the first time.",
                reason="First it sends 9, then 18, all it has by then: 27. Of the 18 only 9 were new.",
            ),
            Option(
                "a is used twice, so it gets everything twice.",
                "a has one user, b. It is b that has two, and is asked by both.",
            ),
            Option(
                "d sends before its own gradient is there.",
                "d is the result: its gradient is 1 from the start, and d is visited once.",
            ),
        ),
    ),
    Number(
        "visits_of_three",
        "y is a + a, doubled twice more: three doublings. How many visits does the second recursion make?",
        15,
        {
            8: "Eight visits reach a, one for each path. What stands between is visited too.",
            4: "That would be once for each value. This recursion goes along every path.",
            7: "That leaves the eight visits of a out, which are visits as well.",
            14: "The result is visited too.",
        },
        "1 + 2 + 4 + 8: twice as many at each doubling.",
    ),
    Choice(
        "only_once",
        "You keep the first recursion and add a set, seen, so that each value is visited once, b before c. What does a get?",
        (
            Option(
                "18: nothing is sent twice any more.",
                "Nothing is sent twice, but b sends when only d's share has come. Who brings c's share to a?",
            ),
            Option(
                "9: b has its one visit before c's share arrives.",
                reason="b sends 9 and is done. c makes b's own gradient 18, too late for a.",
            ),
            Option("The same as without the set.", "That took a second visit of b, and there is none now."),
        ),
    ),
    Arrange(
        "sort_in_order",
        "Put the topological sort together: each value once, after its inputs. Three lines do not belong.",
        _SORT,
        {
            "v._backward()": "the sort only makes a list. Nothing is passed on yet.",
            "order.append(x)": "x is listed by its own visit. Here it would be listed again for each of its users.",
            "order.insert(0, v)": "then root would stand first, and each value before its inputs.",
        },
        also=(
            tuple(_LINES[:4] + _LINES[5:7] + [_LINES[4]] + _LINES[7:]),
            tuple(_LINES[:4] + _LINES[5:8] + [_LINES[4]] + _LINES[8:]),
        ),
        reason="All inputs are visited first, then the value itself is listed: so each stands after its inputs.",
    ),
    Choice(
        "why_reversed",
        "The sort lists inputs first. Which loop belongs into backward, and why?",
        (
            Option(
                "for v in topological_order(self), for inputs are needed first.",
                "For computing, yes. Going back, the result knows its gradient, and the inputs wait for theirs.",
            ),
            Option(
                "for v in reversed(topological_order(self)), for users are needed first.",
                reason="A value may pass its gradient on when all its users have passed on theirs.",
            ),
            Option(
                "Either: each value is visited exactly once.",
                "Once, but when? From the inputs on, each passes on a gradient that is still 0.",
            ),
        ),
    ),
    Number(
        "listed_once",
        "Twenty doublings lie between a and y. How many values does topological_order(y) list?",
        21,
        {
            20: "Twenty were computed. a is listed too.",
            2097151: "That is how often the recursion along all paths would visit. The sort sees each value once.",
            40: "Each doubling has two arrows, but one value.",
            41: "Arrows are not listed, only values.",
        },
        "Twenty sums and a; the recursion needed 2,097,151 visits.",
    ),
    Choice(
        "did_not_move",
        "In twenty updates one of w1, w2 and b has not moved at all. Which, and why?",
        (
            Option(
                "b, for it is multiplied by nothing.",
                "b is added, so its local derivative is 1: all that arrives at the sum reaches it.",
            ),
            Option(
                "w2, for x2 = 0 is its local derivative.",
                reason="Times swaps: w2's contribution is what arrives times x2, and that is 0 each time.",
            ),
            Option(
                "w1, for it is negative.",
                "The sign of a weight does not stop it: w1's local derivative is x1 = 2.",
            ),
            Option(
                "w2, for it has reached its best number.",
                "A gradient of 0 need not mean that. Here nothing that happens to w2 can reach o.",
            ),
        ),
    ),
)
