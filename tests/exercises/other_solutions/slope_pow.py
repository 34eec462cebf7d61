import math


def slope_pow(x, n):
    return n * math.pow(x, n) / x
