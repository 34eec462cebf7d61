"""What happened in an expression, as plain data: the trace, its steps, its faults, and the words for them."""

from .faults import Fault
from .names import names_among, names_in, things_in, watching_locals
from .steps import Moment, last_step, moment, operations, pushes, within
from .trace import Trace, tagged
from .words import UNKNOWN, number, titles, value_names
