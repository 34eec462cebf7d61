def gradient_check(f, xs, grads):
    (x, y), h = xs, 1e-6
    slopes = [(f(x + h, y) - f(x, y)) / h, (f(x, y + h) - f(x, y)) / h]
    return all(abs(s - g) < 1e-3 * max(1, abs(s)) for s, g in zip(slopes, grads))
