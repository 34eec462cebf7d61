def train(parameters, loss_of, steps, rate):
    def step():
        for p in parameters:
            p.grad = 0
        loss = loss_of()
        loss.backward()
        for p in parameters:
            p.data = p.data - p.grad * rate
        return float(loss)

    return [step() for _ in range(steps)]
