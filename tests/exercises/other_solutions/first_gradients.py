before = a * b + c
first_gradients = {"a": (a + 1) * b + c - before, "b": a * (b + 1) + c - before, "c": a * b + (c + 1) - before}
