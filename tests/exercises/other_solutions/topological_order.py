def topological_order(root):
    def walk(v, order):
        if any(v is other for other in order):
            return order
        for x in v._prev:
            walk(x, order)
        return order.append(v) or order

    return walk(root, [])
