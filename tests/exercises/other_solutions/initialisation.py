import random

numbers = random.Random(7)


def he_weight(nin):
    return numbers.normalvariate(0, 1) * (2 / nin) ** 0.5
