"""The lessons that there are."""

from __future__ import annotations

from typing import NamedTuple


class Lesson(NamedTuple):
    """A lesson.

    Attributes:
        title: What it is called.
        file: Its notebook.
        proof: Of all its exercises, the one that nobody can do who would need the lesson; "" if it has none.
    """

    title: str
    file: str
    proof: str = ""


LESSONS = {  # in the order of the course
    "00": Lesson("Start here", "00_start_here", "first_gradients"),
    "01": Lesson("What is a gradient?", "01_what_is_a_gradient", "partial_slopes"),
    "02": Lesson("Backprop by hand", "02_backprop_by_hand", "diamond_by_hand"),
    "03": Lesson("A neuron", "03_a_neuron", "neuron_by_hand"),
    "03b": Lesson("The Python you need", "03b_python_you_need", "install_size"),
    "04": Lesson("The Value class", "04_the_value_class", "mul_values"),
    "05": Lesson("Local derivatives", "05_local_derivatives", "mul_rule"),
    "06": Lesson("Order", "06_order", "late_share"),
    "07": Lesson("backward()", "07_backward", "backward"),
    "08": Lesson("More operations", "08_more_operations", "exp_rule"),
    "08b": Lesson("Gates", "08b_gates", "relu_rule"),
    "09": Lesson("A gradient check", "09_a_gradient_check", "gradient_check"),
    "09b": Lesson("A test you wrote", "09b_a_test_you_wrote", "check_engine"),
    "10": Lesson("One neuron learns", "10_one_neuron_learns", "training_loop"),
    "11": Lesson("Layers and networks", "11_layers_and_networks", "mlp"),
    "12": Lesson("XOR", "12_xor", "xor"),
    "13": Lesson("Two moons", "13_two_moons", "moons"),
    "13b": Lesson("Is it any good?", "13b_is_it_any_good", "leak_found"),
    "13c": Lesson("A project on your own data", "13c_a_project"),
    "14": Lesson("The same in PyTorch", "14_the_same_in_pytorch", "line_by_line"),
    "14b": Lesson("What PyTorch adds", "14b_what_pytorch_adds", "shape_trap"),
    "15": Lesson("Seven bugs on purpose", "15_seven_bugs_on_purpose", "broken_training"),
    "15b": Lesson("Three more bugs", "15b_three_more_bugs", "broken_wire"),
    "16": Lesson("Vanishing", "16_vanishing", "chain_gradient"),
    "17": Lesson("Where to start", "17_where_to_start", "initialisation"),
    "17b": Lesson("Exploding", "17b_exploding", "clip_grad_norm"),
    "18": Lesson("Classification", "18_classification", "cross_entropy"),
    "19": Lesson("Better steps", "19_better_steps", "adam"),
    "20": Lesson("An engine that holds", "20_an_engine_that_holds", "iterative_order"),
    "21": Lesson("The other direction", "21_the_other_direction", "dual"),
    "22": Lesson("From scalars to matrices", "22_from_scalars_to_matrices", "layer_gradients"),
    "23": Lesson("From scalars to speed", "23_from_scalars_to_speed", "program_gradients"),
    "24": Lesson("Names, counted and learned", "24_names_counted_and_learned", "count_gradients"),
    "25": Lesson("Names with a network", "25_names_with_a_network", "embedding_gradient"),
    "26": Lesson("Attention, seen", "26_attention_seen", "attend"),
    "27": Lesson("Order and mask", "27_order_and_mask", "attend_masked"),
    "27b": Lesson("A block", "27b_a_block", "network_part"),
    "27c": Lesson("Tests that a broken GPT fails", "27c_tests_that_a_broken_gpt_fails", "check_gpt"),
    "28": Lesson("A GPT from scalars", "28_a_gpt_from_scalars", "repair_targets"),
}
OPTIONAL = {"03b", "13c"}


def lesson_title(number: str) -> str:
    """`02 · Backprop by hand`."""
    return f"{number} · {LESSONS[number].title}"
