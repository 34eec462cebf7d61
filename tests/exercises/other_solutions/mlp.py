from microgradviz import Layer


class MLP:
    def __init__(self, nin, nouts):
        self.layers = []
        for nout in nouts:
            self.layers.append(Layer(nin, nout, activation="tanh"))
            nin = nout

    def __call__(self, x):
        from functools import reduce

        return reduce(lambda x, layer: layer(x), self.layers, x)

    def parameters(self):
        return sum((layer.parameters() for layer in self.layers), [])
