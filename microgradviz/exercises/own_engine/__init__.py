"""The learner's own engine, from lesson to lesson.

class_text.py  a live class -> one readable text       trying.py    a class -> which of its methods do what they should
storing.py     the file that it is kept in             bridge.py    keep and mine, which a lesson calls
"""

from .bridge import keep, mine
