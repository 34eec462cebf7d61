def mul(self, other):
    other = other if isinstance(other, Value) else Value(other)
    x, y = self.data, other.data
    out = Value(x * y, (self, other), "*")

    def _backward():
        self.grad += out.grad * y
        other.grad += out.grad * x

    out._backward = _backward
    return out


Value.__mul__ = mul
