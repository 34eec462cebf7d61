def hinge(scores, labels):
    losses = [0.0 if y * s >= 1 else 1 - y * s for s, y in zip(scores, labels)]
    return sum(losses) / len(losses)
