"""The engine: `Value` and the table of operations it runs on.

ops.py       the table: one row for each operation, with its value and its local derivatives
value.py     Value, and backward: the two to read first
order.py     topological order             context.py   groups, no_grad, record_lines
copying.py   deepcopy and pickle           ieee.py      arithmetic that never raises
formulas.py  operations of one's own       numpy_calls.py  what NumPy's functions do with a Value
derivatives.py  a gradient as an expression
"""

from ..lazy import lazy_names
from . import context, ieee
from .context import SAMPLE, Group, calling_frame, group, no_grad, record_lines
from .ops import BUILT_IN, FUNCTIONS, IEEE_FUNCTIONS, OPS, PYTHON_FUNCTIONS, Op, bind_op, find_op
from .order import operations_in_order, too_large_error, topological_order
from .value import Value, apply, apply1, as_float, backprop, define_op, short_repr, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .derivatives import gradient
    from .formulas import make_op, with_ieee_division

__all__ = [
    "Group",
    "Value",
    "backprop",
    "define_op",
    "gradient",
    "group",
    "no_grad",
    "operations_in_order",
    "record_lines",
    "topological_order",
    "total",
]

# Reading formulas takes longer to import than all the rest.
__getattr__, __dir__ = lazy_names(__name__, {"formulas": "make_op with_ieee_division", "derivatives": "gradient"})
