def hasty_mul(self, other):
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad = self.grad + other.data * out.grad
        other.grad = other.grad + self.data * out.grad

    out._backward = _backward
    return out
