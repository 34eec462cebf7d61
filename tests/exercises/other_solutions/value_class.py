from dataclasses import dataclass


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    grad: float = 0.0

    def combine(self, other, op):
        data = self.data + other.data if op == "+" else self.data * other.data
        return type(self)(data, (self, other), op)

    def __add__(self, other):
        return self.combine(other, "+")

    def __mul__(self, other):
        return self.combine(other, "*")
