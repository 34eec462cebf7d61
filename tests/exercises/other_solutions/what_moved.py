y = w * x
grad = x
what_moved = {"w.data after line 1": w, "w.grad after line 1": grad}
w = w - 0.1 * grad
what_moved.update({"w.data after line 2": w, "w.grad after line 2": grad, "y.data after line 2": y})
