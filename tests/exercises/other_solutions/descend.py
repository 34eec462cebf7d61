def descend(slope, x, rate, steps):
    return x if steps == 0 else descend(slope, x + rate * -slope(x), rate, steps - 1)
