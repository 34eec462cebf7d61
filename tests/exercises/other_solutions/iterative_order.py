def iterative_order(root):
    order, done, stack = [], set(), [root]
    while stack:
        waiting = [x for x in stack[-1]._prev if x not in done]
        if waiting:
            stack.append(waiting[0])
        else:
            v = stack.pop()
            if v not in done:
                done.add(v)
                order.append(v)
    return order
