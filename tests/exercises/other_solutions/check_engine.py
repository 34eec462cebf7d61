import math


def tanh(x):
    return math.tanh(x) if isinstance(x, float) else x.tanh()


def exp(x):
    return math.exp(x) if isinstance(x, float) else x.exp()


def log(x):
    return math.log(x) if isinstance(x, float) else x.log()


def relu(x):
    return max(0.0, x) if isinstance(x, float) else x.relu()


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if isinstance(x, float) else x.sigmoid()


def early_and_late(x, y):
    u = x * y
    return ((u + x) * y) * u


def late_and_early(x, y):
    u = x * y
    return (u + x) * (u * y)


def check_engine(Value):
    tests = [
        early_and_late,
        late_and_early,
        lambda x, y: x * x + y + y + x * y * x,
        lambda x, y: (5 - x) * (1 / y) + x / y - 2 * -x,
        lambda x, y: x - (x + y) - (x - 3),
        lambda x, y: x**3 + y**2 + log(y) * log(y),
        lambda x, y: tanh(x) * tanh(y) + tanh(x * y),
        lambda x, y: exp(x) * y + log(x * y) + exp(y),
        lambda x, y: relu(x - 10) + relu(x) * y + relu(y - x) + relu(x - y),
        lambda x, y: sigmoid(x) * sigmoid(y),
    ]
    h = 1e-6
    for f in tests:
        for x, y in [(1.3, 0.6), (0.4, 2.2)]:
            a, b = Value(x), Value(y)
            out = f(a, b)
            out.backward()
            slopes = (f(x + h, y) - f(x - h, y)) / (2 * h), (f(x, y + h) - f(x, y - h)) / (2 * h)
            found, wanted = (out.data, a.grad, b.grad), (f(x, y), *slopes)
            if not all(math.isclose(p, q, rel_tol=1e-5, abs_tol=1e-5) for p, q in zip(found, wanted)):
                return False
    return True
