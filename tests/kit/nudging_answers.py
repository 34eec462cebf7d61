"""Engines that nudge their leaves in place of backpropagation: `WAYS[…] + NUDGES` is the text of one."""

NUDGING_ENGINE = """
class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, _prev, _op

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), "*")

    def tanh(self):
        return Value(tanh(self.data), (self,), "tanh")

    def again(self, leaf, h, known):
        if self is leaf:
            return self.data + h
        if not self._prev:
            return self.data
        if id(self) not in known:
            xs = [v.again(leaf, h, known) for v in self._prev]
            known[id(self)] = tanh(xs[0]) if self._op == "tanh" else xs[0] + xs[1] if self._op == "+" else xs[0] * xs[1]
        return known[id(self)]

    def backward(self):
        found, todo = {id(self): self}, [self]
        for v in todo:
            for x in v._prev:
                if id(x) not in found:
                    found[id(x)] = x
                    todo.append(x)
        for v in todo:
            v.grad = slope(self, v)

def backward(root):
    Node = type(root)
    Node.again, Node.backward = Value.again, Value.backward
    root.backward()

repair_recursion = backward
"""
SLOPE_FUNCTIONS = {
    "central differences": "from math import tanh\n"
    "def slope(out, v): return (out.again(v, 1e-6, {}) - out.again(v, -1e-6, {})) / 2e-6\n",
    "a complex step": "from cmath import tanh\n"
    "def slope(out, v): return complex(out.again(v, 1e-20j, {})).imag / 1e-20\n",
}
