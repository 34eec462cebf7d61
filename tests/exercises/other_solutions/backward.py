def backward(self):
    users, found = {self: 0}, [self]
    for v in found:
        for x in v._prev:
            if x not in users:
                users[x] = 0
                found.append(x)
            users[x] += 1
    self.grad, ready = 1, [self]
    while ready:
        v = ready.pop()
        v._backward()
        for x in v._prev:
            users[x] -= 1
            if not users[x]:
                ready.append(x)


Value.backward = backward
