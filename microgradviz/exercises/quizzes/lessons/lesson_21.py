"""Quick questions of lesson 21: rates that go forward, passes counted, derivatives of derivatives."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Number(
        "along_b",
        "The same graph once more, now along b: a holds still. What is r's rate?",
        21,
        {
            16: "That is along a. Now b's rate is 1 and a's is 0.",
            30: "That is r's data. How fast does it change with b?",
            15: "u brings that much. v moves with b, too.",
            6: "v brings that much. u moves with b, too.",
            27: "a holds still in this pass: to v it brings nothing.",
            3: "Rates of 3 and 1, multiplied: each must be multiplied by its local derivative, the other one's data.",
            4: "Rates of 3 and 1, added: each must be multiplied by its local derivative first.",
            23: "Each rate must be multiplied by the *other* one's data.",
        },
        "u has the rate 3 and v 1, so r has 5 · 3 + 6 · 1. That b had 0 in the other pass said only that it held still.",
    ),
    Arrange(
        "tanh_lines",
        "`Dual(3.0, 1.0)` is a number with `data` 3 and `rate` 1. Put the lines of its method `tanh` in order.",
        """\
def tanh(self):
    t = math.tanh(self.data)
    slope = 1 - t * t
    return Dual(t, slope * self.rate)
""",
        {
            "return Dual(t, slope)": "that is the local derivative alone; what the input brings is its rate times that.",
            "slope = 1 - self.data * self.data": "tanh's local derivative uses the output, not the input.",
            "self.rate = slope * self.rate": "that changes the input itself; the result is a new Dual.",
        },
        reason="The data as ever; the rate is the local derivative times the rate that comes in.",
    ),
    Number(
        "passes_37",
        "A 2-4-4-1 network has 37 parameters. How many passes does forward mode need for all gradients of the loss?",
        37,
        {
            38: "Nudging needs one more, for the result before any nudge. Here data and rate come in one pass.",
            74: "That is nudging to both sides. A rate needs no nudge.",
            75: "That is nudging, and more than once. A rate needs no nudge: one pass along each parameter.",
            1: "One is reverse mode. Forward, each pass goes along one leaf.",
            39: "The two inputs of a sample are data: nobody trains them.",
        },
        "One along each. Backward it is one pass, for there is one loss.",
    ),
    Choice(
        "which_way",
        "Two motors move a camera, and 500 points change their places in its picture. How fast does each place change with each motor? Which direction, and why?",
        (
            Option(
                "Back: one pass finds the gradients of all inputs.",
                "Of all inputs, but of *one* result: here that would be a pass for every point, twice over.",
            ),
            Option(
                "Forward: one pass along each motor, and every point has its rate.",
                reason="Two passes. Back it would be 1,000: each point has two coordinates.",
            ),
            Option(
                "Either: it is the same graph with the same local derivatives.",
                "It is. But a pass forward fits one input, a pass back one result: how many are there of each?",
            ),
        ),
    ),
    Choice(
        "what_is_kept",
        "You compute with Duals through a chain of a million operations. How many of them must stay in memory, and why?",
        (
            Option(
                "All of them, for the way back needs the numbers of the way there.",
                "So it is with a backward pass. Here there is no way back: the rates are there already.",
            ),
            Option(
                "All of them, for each holds its inputs.",
                "A Value does. Look at your class: a Dual holds two numbers and nobody else.",
            ),
            Option(
                "Those alone that are still to be used: a Dual knows no inputs.",
                reason="That is the other price of reverse mode: until the backward pass, everything must be kept.",
            ),
        ),
    ),
    Choice(
        "mixed_order",
        "y = a³ · b² again. Somebody takes ∂y/∂b first, which is 6,000 there, and differentiates that by a. What comes out, and why?",
        (
            Option(
                "Another number: ∂y/∂b is 6,000, and ∂y/∂a was 2,700.",
                "The first derivatives are different. What does each of them become by the other letter?",
            ),
            Option(
                "0, for b is done with.",
                "∂y/∂b is 2a³ · b: a is still in it.",
            ),
            Option(
                "1,800 again: 2a³ · b by a is 6a² · b, and so is 3a² · b² by b.",
                reason="Whichever comes first, the mixed derivative is the same.",
            ),
        ),
    ),
    Number(
        "slope_soon",
        "At x = 3 the slope of a parabola is 14, and its second derivative is 6 everywhere. What is its slope at 3.5?",
        17,
        {
            20: "That is at 4. The slope changes by 6 for each 1; x grows by a half.",
            3: "By that much it changes. It begins at 14.",
            14.5: "x grows by 0.5. The slope changes by 6 for each 1 of that.",
            11: "It changes to the other side: the second derivative is positive.",
            21: "You added 7, by which the curve would rise. Here the slope changes, at a rate of 6.",
            7: "That is by how much the curve would rise. How much does the slope change?",
        },
        "14 + 6 · 0.5. On a parabola that holds exactly, however far you go.",
    ),
    Choice(
        "relu_twice",
        "`gradient` twice on relu at x = 2 gives 0. Why?",
        (
            Option(
                "The ReLU is dead there.",
                "At 2 it is wide awake: its slope is 1.",
            ),
            Option(
                "Its slope is 1 at 2 and all around it, so it does not change.",
                reason="Only at 0 does it jump. There `gradient` takes the side of the table, slope 0, and says nothing of the jump.",
            ),
            Option(
                "relu has a kink, so its second derivative cannot be found.",
                "The kink is at 0. Here nothing bends.",
            ),
        ),
    ),
)
