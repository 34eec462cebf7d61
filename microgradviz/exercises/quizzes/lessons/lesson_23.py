"""Quick questions of lesson 23: where the time goes, a graph as a program, and what makes it fast."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Choice(
        "where_it_goes",
        "The sums are the same, the answers are the same, and your engine takes much longer than plain numbers. What is the time spent on, and why?",
        (
            Option(
                "On tanh and the products, for these are what a network computes.",
                "Plain numbers compute just the same products and tanh, in a small part of that time.",
            ),
            Option(
                "On what stands around each operation: an object is made, its inputs and a function are kept, a method is looked up, the collector looks at it.",
                reason="The arithmetic is the smallest part. All else is bookkeeping, and it is done anew in each step.",
            ),
            Option(
                "On the backward pass, for it has the derivatives to compute.",
                "It is a part of the time. But the forward pass alone takes tens of times as long as plain numbers do.",
            ),
        ),
    ),
    Number(
        "how_many_products",
        "A network has 2 inputs, 8 neurons in a hidden layer, and one output. How many products of a weight and a number does one sample ask for, forward?",
        24,
        {
            16: "That is the hidden layer alone. The output neuron has a weight for each of its 8 inputs.",
            33: "Those are the parameters, biases included. A bias is added, not multiplied.",
            8: "That is the output neuron alone. Each hidden neuron has 2 weights.",
            10: "Each of the 8 hidden neurons has a weight for each of the 2 inputs: 8 · 2.",
            17: "Each input of a neuron has a weight: 8 · 2 in the hidden layer, and 8 in the output.",
            25: "Two times 8, and 8 more: biases are added, not multiplied.",
        },
        "8 · 2 + 8: as many as there are weights.",
    ),
    Choice(
        "another_graph",
        "For which of these functions is the graph *not* the same for all samples, and why does that matter?",
        (
            Option(
                "`(w * x).tanh()`, for its numbers differ from sample to sample.",
                "Numbers may differ as they like. The graph, what is done with which number, is the same.",
            ),
            Option(
                "`w * x * x`, for x is used twice.",
                "x is used twice for every sample: one graph.",
            ),
            Option(
                "`w * x if x.data > 0 else b * x`: what is done hangs on a number, so a program noted from one sample would be wrong for others.",
                reason="So `compile` refuses to tell it a number. relu is fine: one operation, which decides inside.",
            ),
            Option(
                "`(w * x).relu()`, for below 0 it gives 0.",
                "That is one operation for every sample; what it gives differs, as with any other.",
            ),
        ),
    ),
    Arrange(
        "generated_lines",
        "out = (w·x − y)², as straight lines. Put them in order; two do not belong.",
        "\n".join(
            (
                "z = w * x",
                "e = z - y",
                "out = e * e",
                "grad_e = 2 * e",
                "grad_z = grad_e",
                "grad_w = grad_z * x",
            )
        ),
        {
            "grad_w = grad_z * w": "times swaps: w gets x.",
            "grad_e = 2 * out": "the square's derivative uses what was squared, e.",
        },
        reason="A line for each operation, forward, and then each once more, from the last to the first.",
    ),
    Choice(
        "what_is_gone",
        "What does the generated code no longer do, that your engine does in every step?",
        (
            Option(
                "It computes no local derivatives: it has noted them.",
                "They differ from sample to sample: `1.0 - v3 * v3` is computed for each. It is the *formula* that was noted.",
            ),
            Option(
                "It makes no objects, looks for no order, and asks no operation how it goes back: all that was done once, and is now the text.",
                reason="The order of the lines is the topological order, found once.",
            ),
            Option(
                "It adds up no contributions, for that was done once.",
                "`grad_w += …` is there: what adds up are numbers, and they are other ones for each sample.",
            ),
        ),
    ),
    Choice(
        "small_and_large",
        "On our machine PyTorch took forty times as long as machine code for one sample; for five thousand it was faster. Why?",
        (
            Option(
                "Each of its operations costs a fixed time before any number is touched; five thousand samples share it.",
                reason="Its overhead is a few microseconds an operation: a lot for one number, nothing for a million.",
            ),
            Option(
                "It skips samples that are alike.",
                "No number is skipped: the result would differ.",
            ),
            Option(
                "It learns which samples come, and gets faster.",
                "Nothing is learned about the samples. Look at what is paid once for each operation, and what once for each number.",
            ),
        ),
    ),
    Choice(
        "what_fusing_saves",
        "tanh(w·x + b), for a million x. NumPy takes three operations, a fused one does it all for each x in turn. The arithmetic is the same. What is saved, and why does it count?",
        (
            Option(
                "Products: a fused operation needs fewer.",
                "Each x is multiplied, added to, and put into tanh, either way.",
            ),
            Option(
                "The gradients, for they are not needed any more.",
                "They are needed as before.",
            ),
            Option(
                "Ways to memory and back: three operations write and read a million numbers in between, a fused one keeps each where it is computed.",
                reason="A processor computes far faster than memory brings it numbers.",
            ),
        ),
    ),
)
