def train(parameters, loss_of, steps, rate):
    losses = []
    while len(losses) < steps:
        loss = loss_of()
        loss.backward()
        losses += [loss.data]
        for p in parameters:
            p.data, p.grad = p.data - rate * p.grad, 0.0
    return losses
