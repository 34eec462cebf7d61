def momentum_step(x, grad, velocity, rate, beta):
    new = grad + velocity * beta
    x += -rate * new
    return [x, new]
