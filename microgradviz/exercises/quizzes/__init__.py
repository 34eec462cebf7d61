"""Quick questions in a lesson: their kinds, how answers are marked, and the widget that asks them."""

from .questions import Arrange, Choice, Click, Number, Option
from .widget import quiz
