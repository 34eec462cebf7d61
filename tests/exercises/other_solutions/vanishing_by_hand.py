vanishing_by_hand = {"sigmoid": 9.54e-7, "tanh": 1}
