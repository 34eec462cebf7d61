partials_by_hand = dict(a=((a + 1) * b + c) - (a * b + c), b=(a * (b + 1) + c) - (a * b + c), c=1.0)
