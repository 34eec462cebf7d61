diamond_by_hand = {"u": 4 * a, "v": a + 2, "a": 8 * a + 8}
