import math


def slope_sigmoid(x):
    return math.exp(-x) / (1 + math.exp(-x)) ** 2
