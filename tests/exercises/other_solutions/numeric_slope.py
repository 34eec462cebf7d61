def numeric_slope(f, x, h=1e-6):
    before = f(x)
    after = f(x + h)
    rise = after - before
    return rise / h
