arriving_at_the_sum = 1 * c
sum_times_by_hand = dict.fromkeys("ab", arriving_at_the_sum)
sum_times_by_hand["c"] = 1 * (a + b)
