def make_mean():
    count, total = 0, 0.0

    def add(x):
        nonlocal count, total
        count, total = count + 1, total + x
        return total / count

    return add
