import math


def clip_grad_norm(grads, most):
    scale = min(1.0, most / math.hypot(*grads))
    return [scale * g for g in grads]
