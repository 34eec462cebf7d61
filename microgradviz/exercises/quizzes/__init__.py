"""Questions: their kinds, how answers are marked, the widget that asks them; and the concept test.

questions.py     the kinds: a choice, a number, a click on a picture, lines to put in order
lessons/         the quick questions of each lesson
widget.py        quiz: each answer is marked at once
concepts.py      the questions of the concept test
concept_quiz.py  concept_test: a quiz whose marks come at the end
"""

from .concept_quiz import concept_test
from .questions import Arrange, Choice, Click, Number, Option
from .widget import quiz
