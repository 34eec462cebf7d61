"""An engine as Python text, which exercises ask for or break."""

from __future__ import annotations

_CLASS = """\
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, set(_children), _op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
{add}

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
{mul}

        out._backward = _backward
        return out
"""


def _class(add: str, mul: str) -> str:
    return _CLASS.format(
        **{name: "\n".join(" " * 12 + line for line in text.split("; ")) for name, text in (("add", add), ("mul", mul))}
    )


ENGINE_CLASS = _class(
    "self.grad += out.grad; other.grad += out.grad",
    "self.grad += other.data * out.grad; other.grad += self.data * out.grad",
)

ORDER = """\
def topological_order(root):
    order, seen = [], set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            for x in v._prev:
                visit(x)
            order.append(v)

    visit(root)
    return order
"""

BACKWARD = ORDER.replace("topological_order", "backward").replace(
    "    return order\n", "    root.grad = 1.0\n    for v in reversed(order):\n        v._backward()\n"
)
