wider = (((a + 1) ** 2 * b + c) - ((a - 1) ** 2 * b + c)) / 2
partials_by_hand = dict(a=wider, b=(a**2 * (b + 1) + c) - (a**2 * b + c), c=1.0)
