inside_first = dict(u=4 * x - 6, x=8 * x - 12)
