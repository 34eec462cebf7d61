from random import uniform

from microgradviz import Value, total


class Neuron:
    def __init__(self, nin):
        self.b, *self.w = [Value(uniform(-1, 1)) for _ in range(nin + 1)]

    def __call__(self, x):
        return total([self.b, *(w * v for w, v in zip(self.w, x))]).tanh()
