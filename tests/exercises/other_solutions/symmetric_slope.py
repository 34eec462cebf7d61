def symmetric_slope(f, x, h):
    right = (f(x + h) - f(x)) / h
    left = (f(x) - f(x - h)) / h
    return (left + right) / 2
