def rsub(self, other):
    return Value(other) - self


Value.__rsub__ = rsub
