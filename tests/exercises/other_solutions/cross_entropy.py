import math


def cross_entropy(logits, target):
    shifted = [z - max(logits) for z in logits]
    return math.log(math.fsum(map(math.exp, shifted))) - shifted[target]
