dL = 1.0
dd, df = dL * f, dL * (a * b + c)
de, dc = dd, dd
l_by_hand = {"f": df, "c": dc, "a": de * b, "b": de * a}
