from microgradviz import MLP


def train_moons(xs, ys):
    model = MLP(2, [10, 1], activation="tanh", output="tanh", init="xavier", seed=7)
    moved = {p: 0.0 for p in model.parameters()}
    for step in range(150):
        model.zero_grad()
        sum((y - model(x)) ** 2 for x, y in zip(xs, ys)).backward()
        for p in moved:
            moved[p] = 0.9 * moved[p] - 0.006 * p.grad
            p.data += moved[p]
    return model
