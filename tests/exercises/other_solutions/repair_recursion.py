def repair_recursion(root):
    users, found = {root: 0}, [root]
    for v in found:
        for x in v._prev:
            if x not in users:
                users[x] = 0
                found.append(x)
            users[x] += 1
    root.grad, ready = 1, [root]
    while ready:
        v = ready.pop()
        v._backward()
        for x in v._prev:
            users[x] -= 1
            if not users[x]:
                ready.append(x)
