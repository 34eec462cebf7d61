def relu(self):
    out = Value(max(self.data, 0), (self,), "ReLU")

    def _backward():
        if out.data > 0:
            self.grad += out.grad

    out._backward = _backward
    return out


Value.relu = relu
