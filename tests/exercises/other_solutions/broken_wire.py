from microgradviz import Value


class Model:
    def __init__(self):
        self.p = [Value(x) for x in (0.5, 0.1, -0.3, 0.2)]

    def parameters(self):
        return self.p

    def __call__(self, x):
        w1, b1, w2, b2 = self.p
        return b2 + (x * w1 + b1).tanh() * w2
