def parameter_count(nin, nouts):
    sizes = [nin] + list(nouts)
    return sum(a * b for a, b in zip(sizes, sizes[1:])) + sum(nouts)
