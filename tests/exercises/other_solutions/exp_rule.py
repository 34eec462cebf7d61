import math


def exp(self):
    result = math.exp(self.data)
    out = Value(result, (self,))
    out._backward = lambda: pass_back(self, result * out.grad)
    return out


def pass_back(v, contribution):
    v.grad += contribution


Value.exp = exp
