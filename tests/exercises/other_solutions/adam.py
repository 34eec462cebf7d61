import math


def adam_step(x, grad, m, v, step, rate=0.01, betas=(0.9, 0.999), eps=1e-8):
    m += (1 - betas[0]) * (grad - m)
    v += (1 - betas[1]) * (grad * grad - v)
    fix = [1 - beta**step for beta in betas]
    return [x - rate * (m / fix[0]) / (math.sqrt(v / fix[1]) + eps), m, v]
