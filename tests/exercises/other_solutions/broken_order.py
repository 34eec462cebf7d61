class Engine:
    def __init__(self, data, _prev=(), slopes=(), _op=""):
        self.data, self.grad, self._prev, self.slopes, self._op = data, 0.0, _prev, slopes, _op

    def __add__(self, other):
        return Engine(self.data + other.data, (self, other), (1.0, 1.0), "+")

    def __mul__(self, other):
        return Engine(self.data * other.data, (self, other), (other.data, self.data), "*")

    def _backward(self):
        for x, slope in zip(self._prev, self.slopes):
            x.grad += slope * self.grad

    def backward(self):
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            v, ready = stack.pop()
            if ready:
                order.append(v)
            elif v not in seen:
                seen.add(v)
                stack += [(v, True), *((x, False) for x in v._prev)]
        self.grad = 1.0
        for v in reversed(order):
            v._backward()
