diamond_by_hand = {"u": 3 * a, "v": a + 1, "a": 6 * a + 3}
