from microgradviz import Value


def chain_gradient(x, ws):
    start = out = Value(x)
    for w in ws:
        out = (w * out).sigmoid()
    out.backward()
    return start.grad
