"""The learner's own engine, from lesson to lesson.

class_text.py  a live class -> one readable text       trying.py    a class -> which of its methods do what they should
storing.py     the file that it is kept in             layers.py    the same of Neuron, Layer and MLP
keeping.py     keep, which a lesson calls              bridge.py    mine, which a lesson calls
"""

from .bridge import mine
from .keeping import keep
