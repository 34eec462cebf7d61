from microgradviz import Neuron


class Layer:
    def __init__(self, nin, nout):
        self.neurons = []
        for _ in range(nout):
            self.neurons.append(Neuron(nin, activation="tanh"))

    def __call__(self, x):
        return list(map(lambda n: n(x), self.neurons))

    def parameters(self):
        return sum((n.parameters() for n in self.neurons), [])
