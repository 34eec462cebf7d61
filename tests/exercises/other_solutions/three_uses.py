three_uses = {"x": 2 * x + 4}
