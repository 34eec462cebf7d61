class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, tuple(_children), _op

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        return Value(self.data + Value.of(other).data, (self, Value.of(other)), "+")

    def __mul__(self, other):
        return Value(self.data * Value.of(other).data, (self, Value.of(other)), "*")

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Value(-1.0) * self

    def __sub__(self, other):
        return self + Value.of(other) * -1

    def __rsub__(self, other):
        return Value.of(other) - self
