"""What is asked of an answer, as numbers: all of the exercises that goes into a grader's sandbox.

common.py     what every probe rests on         values.py   of a class Value
functions.py  of functions, and of numbers      graphs.py   of functions over a graph of ready-made nodes
              found by hand                     models.py   of models and of training
"""

from .common import (
    NO_OP,
    ONE_INPUT,
    Inputs,
    Tally,
    UnfitAnswer,
    as_sentence,
    class_with_method,
    flat_numbers,
    returned_nothing,
    run_probe,
    took_too_many,
)
from .functions import (
    attributes_and_result,
    drawn_numbers,
    engine_verdicts,
    entries_by_hand,
    gradient_check_verdict,
    model_verdicts,
    names_in_order,
    numbers_for_expression,
    numbers_for_polynomial,
    numbers_in_few_calls,
    numbers_of_two_runs,
    remembering_functions,
    returned_lists,
    returned_numbers,
    returned_sides,
    sums_at_corners,
    table_and_lists,
    truths_by_hand,
)
from .graphs import (
    Node,
    counted_node_grads,
    data_and_grads_after_zeroing,
    make_nodes,
    node_grads,
    node_grads_in_few_writes,
    node_order,
    node_order_without_recursion,
)
from .models import (
    first_weights,
    layer_that_learns,
    loss_and_grads,
    loss_of_numbers,
    losses_and_parameters,
    model_output_and_grads,
    network_that_learns,
    neuron_output_and_grads,
    neuron_that_learns,
    predictions,
)
from .values import (
    closure_grads,
    counted_value_grads,
    op_and_inputs,
    program_data,
    run_program,
    value_grads,
    value_name,
    way_back_to_leaves,
)
