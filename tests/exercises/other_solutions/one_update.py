def one_update(numbers, grads, rate):
    return [numbers[i] - rate * grads[i] for i in range(len(numbers))]
