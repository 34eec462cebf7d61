"""The learner's own engine, from lesson to lesson.

class_text.py  a live class -> one readable text       trying.py    a class -> which of its methods do what they should
storing.py     the file that it is kept in             layers.py    the same of Neuron, Layer and MLP
keeping.py     keep, which a lesson calls              bridge.py    mine, which a lesson calls
reaching.py    milestone: a loop run and judged        goals.py     what a lesson's network shall have learned
loop_run.py    the learner's loop, step by step        framing.py   milestones and ledger: what was reached, shown
reached_pages.py   the file that it is noted in
"""

from .bridge import mine
from .class_text import class_text as one_page
from .framing import ledger, milestones
from .keeping import keep
from .reaching import milestone
