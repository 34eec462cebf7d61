def neg(self):
    minus_one = Value(-1.0)
    return minus_one * self


Value.__neg__ = neg
