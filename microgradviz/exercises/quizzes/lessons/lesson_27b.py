"""Quick questions of lesson 27b: what a norm keeps, who looks at other letters, the dot, and temperature."""

from __future__ import annotations

from ..questions import Arrange, Choice, Number, Option, Question

QUESTIONS: tuple[Question, ...] = (
    Arrange(
        "norm_lines",
        "RMS norm of a list x. Put the lines in order; three of them belong to nobody.",
        """\
squares = [a * a for a in x]
mean = sum(squares) / len(squares)
root = (mean + 1e-5) ** 0.5
normed = [a / root for a in x]
""",
        {
            "mean = sum(x) / len(x)": "the mean of the numbers themselves can be 0, however large they are; the norm asks for their squares.",
            "normed = [a / root for a in squares]": "the squares have done their part in the root. What is divided is x, signs and all.",
            "normed = [a - mean for a in x]": "RMS norm takes nothing away; it only divides.",
        },
        reason="The name read backward: the root of the mean of the squares; then each number is divided by it.",
    ),
    Choice(
        "who_looks_back",
        "In a block, who can carry something from the second letter to the fifth, and why?",
        (
            Option(
                "Attention and the network: both have matrices.",
                "What does the network of the fifth letter read? Only what stands in the fifth letter's own list.",
            ),
            Option(
                "Attention alone: norm, network and the way around work on each letter by itself.",
                reason="The fifth letter's list is normed, widened, narrowed; no other list plays a part there. Only attention mixes letters.",
            ),
            Option(
                "The way around, for it hands everything on.",
                "It hands on everything of *its* letter: the fifth letter's list goes around to the fifth letter's plus.",
            ),
        ),
    ),
    Number(
        "numbers_of_a_network",
        "A letter has 8 numbers; the block's network makes 32 units of them, and 8 numbers of those, without biases. How many parameters has this network?",
        512,
        {
            256: "That is one of the two matrices.",
            552: "There are no biases here.",
            544: "There are no biases here.",
            520: "There are no biases here.",
            288: "That is one matrix, and 32 biases, of which there are none. The other one narrows.",
            64: "From 8 to 8 would be 64. It goes by way of 32.",
            1024: "The widening has 32 rows of 8; the narrowing 8 rows of 32. Add, do not multiply.",
            40: "Units have rows of weights: 32 rows of 8, and 8 rows of 32.",
        },
        "32 rows of 8, and 8 rows of 32: 256 + 256. For each letter they are the same.",
    ),
    Choice(
        "why_a_dot",
        "A model that makes up names begins at the dot. Why not at once with a first letter?",
        (
            Option(
                "The dot is only there so that names have equal lengths.",
                "Names with a dot in front still have all lengths. What does the model read when it is to say the *first* letter?",
            ),
            Option(
                "A score comes from a letter that was read. Before the first letter there is none: the dot is what the first score comes from.",
                reason="And it is the same in each name, so what is learned there is how names begin. After a name the dot is what ends it.",
            ),
            Option(
                "Since LETTERS begins with the dot, and its number is 0.",
                "Any sign that stands in no name would do, with any number. But some sign must be read.",
            ),
        ),
    ),
    Number(
        "shares_at_two",
        "Two letters have the scores 3 and 1. At temperature 1 the first comes 7.39 times as often as the second. How many times as often at temperature 2, to four digits?",
        2.718281828459045,
        {
            54.598150033144236: "Scores are divided by the temperature; you multiplied.",
            3.694528049465325: "Not the shares are halved but the scores, and these stand in exp.",
            3.69: "Not the shares are halved but the scores, and these stand in exp.",
            3.7: "Not the shares are halved but the scores, and these stand in exp.",
            2: "That is the difference at temperature 1. Divide both scores by 2; then exp of the new difference.",
            14.7781121978613: "A higher temperature brings shares nearer to each other.",
            7.38905609893065: "That is temperature 1. Divide both scores by 2 first.",
            1: "Equal they become only at a temperature without end.",
            4.4816890703380645: "Divide both scores: 1.5 and 0.5. Then their difference is 1.",
            3: "That is the ratio of the scores. Shares go with exp of them.",
        },
        "exp(1.5) / exp(0.5) = exp(1): the difference of the scores is halved.",
    ),
    Choice(
        "which_temperature",
        "One model copies words, another makes up names. Which temperature would you give each, and why?",
        (
            Option(
                "Both 1: that is what they were trained at.",
                "At 1 a copy goes wrong now and then, as often as the shares say. Is anything gained by that?",
            ),
            Option(
                "Both nearly 0: the likeliest letter is the best one.",
                "Then the second one makes up the same name, each time.",
            ),
            Option(
                "Copying nearly 0, for there is one right answer; names about 1, for there are many.",
                reason="A temperature improves no model. It says how far down the list of likely letters one goes.",
            ),
        ),
    ),
)
