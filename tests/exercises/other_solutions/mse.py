def mse(predictions, targets):
    loss = 0.0
    for i in range(len(targets)):
        error = targets[i] - predictions[i]
        loss = loss + error * error
    return loss * (1 / len(targets))
