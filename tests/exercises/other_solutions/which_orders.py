users = {"x": "pr", "y": "pqs", "p": "qs", "q": "r", "r": "z", "s": "z", "z": ""}
listed = {"A": "zsrqpxy", "B": "zsrpyqx", "C": "xypqrsz", "D": "zrqspyx", "E": "zrsxqpy", "F": "zrqpsxy"}


def is_right(order):
    return all(order.index(user) < order.index(value) for value in order for user in users[value])


which_orders = {letter: is_right(order) for letter, order in listed.items()}
