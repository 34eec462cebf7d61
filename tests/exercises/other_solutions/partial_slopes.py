def partial_slopes(f, xs, h):
    base = f(*xs)
    return [(f(*(x + h * (i == j) for j, x in enumerate(xs))) - base) / h for i in range(len(xs))]
