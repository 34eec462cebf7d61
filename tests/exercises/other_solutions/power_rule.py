def power(self, n):
    out = Value(self.data**n, [self], "power")

    def _backward():
        self.grad = self.grad + out.grad * n * self.data**n / self.data

    out._backward = _backward
    return out


Value.__pow__ = power
