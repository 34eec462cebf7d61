"""The learner's own engine, from lesson to lesson.

class_text.py  a live class -> one readable text       trying.py    a class -> which of its methods do what they should
storing.py     the file that it is kept in             layers.py    the same of Neuron, Layer and MLP
keeping.py     keep, which a lesson calls              bridge.py    mine, which a lesson calls
line_notes.py  what each of its lines is for           reaching.py  milestone: a loop run and judged
loop_run.py    the learner's loop, step by step        goals.py     what a lesson's network shall have learned
pages.py       what was reached, noted and shown       name_judge.py  what a model of names is worth
"""

from .bridge import mine
from .class_text import class_text as one_page
from .keeping import keep
from .pages import ledger, milestones
from .reaching import milestone
