def add(self, other):
    if not isinstance(other, Value):
        other = Value(other)
    result = Value(self.data + other.data)
    result._prev = [self, other]
    result._op = "+"
    return result


Value.__add__ = add
