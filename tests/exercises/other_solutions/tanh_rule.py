from math import exp


def tanh(self):
    e = exp(2 * self.data)
    t = (e - 1) / (e + 1)
    out = Value(t, [self], "tanh")

    def _backward():
        self.grad = self.grad + out.grad * (1 - t * t)

    out._backward = _backward
    return out


Value.tanh = tanh
