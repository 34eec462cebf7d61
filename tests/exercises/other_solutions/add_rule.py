def add(self, other):
    if not isinstance(other, Value):
        other = Value(other)
    out = Value(self.data + other.data, (self, other), "+")

    def pass_on():
        for x in (self, other):
            x.grad = x.grad + out.grad

    out._backward = pass_on
    return out


Value.__add__ = add
