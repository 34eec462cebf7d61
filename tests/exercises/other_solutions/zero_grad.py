def zero_grad(parameters):
    list(map(lambda p: setattr(p, "grad", 0.0), parameters))
