"""The engine: `Value` and the table of operations it runs on.

ops.py       the table: one row for each operation, with its value and its local derivatives
value.py     Value, and backward: the two to read first
order.py     topological order             context.py   groups, no_grad, record_lines
copying.py   deepcopy and pickle           ieee.py      arithmetic that never raises
formulas.py  operations of one's own       numpy_calls.py  what NumPy's functions do with a Value
"""

from .value import (
    Group,
    Value,
    backprop,
    define_op,
    group,
    no_grad,
    operations_in_order,
    record_lines,
    topological_order,
    total,
)

__all__ = [
    "Group",
    "Value",
    "backprop",
    "define_op",
    "group",
    "no_grad",
    "operations_in_order",
    "record_lines",
    "topological_order",
    "total",
]
