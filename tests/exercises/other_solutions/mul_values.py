def mul(a, b):
    if isinstance(b, (int, float)):
        return Value(b) * a
    return Value(_op="*", _prev=[b, a], data=a.data * b.data)


Value.__mul__ = mul
