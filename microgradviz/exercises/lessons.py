"""The lessons that there are: what each is called, and its file."""

from __future__ import annotations

LESSONS = {  # in the order of the course
    "00": ("Start here", "00_start_here"),
    "01": ("What is a gradient?", "01_what_is_a_gradient"),
    "02": ("Backprop by hand", "02_backprop_by_hand"),
    "03": ("A neuron", "03_a_neuron"),
    "03b": ("The Python you need", "03b_python_you_need"),
    "04": ("The Value class", "04_the_value_class"),
    "05": ("Local derivatives", "05_local_derivatives"),
    "06": ("Order", "06_order"),
    "07": ("backward()", "07_backward"),
    "08": ("More operations", "08_more_operations"),
    "08b": ("Gates", "08b_gates"),
    "09": ("A gradient check", "09_a_gradient_check"),
    "09b": ("A test you wrote", "09b_a_test_you_wrote"),
    "10": ("One neuron learns", "10_one_neuron_learns"),
    "11": ("Layers and networks", "11_layers_and_networks"),
    "12": ("XOR", "12_xor"),
    "13": ("Two moons", "13_two_moons"),
    "13b": ("Is it any good?", "13b_is_it_any_good"),
    "13c": ("A project on your own data", "13c_a_project"),
    "14": ("The same in PyTorch", "14_the_same_in_pytorch"),
    "14b": ("What PyTorch adds", "14b_what_pytorch_adds"),
    "15": ("Seven bugs on purpose", "15_seven_bugs_on_purpose"),
    "15b": ("Three more bugs", "15b_three_more_bugs"),
    "16": ("Vanishing", "16_vanishing"),
    "17": ("Where to start", "17_where_to_start"),
    "17b": ("Exploding", "17b_exploding"),
    "18": ("Classification", "18_classification"),
    "19": ("Better steps", "19_better_steps"),
    "20": ("An engine that holds", "20_an_engine_that_holds"),
    "21": ("The other direction", "21_the_other_direction"),
    "22": ("From scalars to matrices", "22_from_scalars_to_matrices"),
    "23": ("From scalars to speed", "23_from_scalars_to_speed"),
    "24": ("Names, counted and learned", "24_names_counted_and_learned"),
    "25": ("Names with a network", "25_names_with_a_network"),
    "26": ("Attention, seen", "26_attention_seen"),
    "27": ("Order and mask", "27_order_and_mask"),
    "27b": ("A block", "27b_a_block"),
    "27c": ("Tests that a broken GPT fails", "27c_tests_that_a_broken_gpt_fails"),
    "28": ("A GPT from scalars", "28_a_gpt_from_scalars"),
}
OPTIONAL = {"03b", "13c"}


def lesson_title(number: str) -> str:
    """`02 · Backprop by hand`."""
    return f"{number} · {LESSONS[number][0]}"
