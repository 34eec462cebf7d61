"""What happened in an expression, as plain data: the trace, its steps, its faults, and the words for them."""

from .consequences import Consequence, find_consequences, right_numbers
from .faults import Fault
from .names import names_in_frame, names_in_scopes, objects_in_frame, parameters_of, record_locals
from .stages import Stage
from .steps import (
    StepState,
    contributions_per_step,
    count_forward_steps,
    count_operations,
    forward_steps,
    last_step,
    rate_steps,
    require_stages,
    require_step,
    state_along,
    state_at_step,
)
from .trace import Trace, tag_number
from .words import (
    UNKNOWN,
    card_titles,
    clean_text,
    count_text,
    cut_text,
    free_names,
    nearly_same,
    number_text,
    unique_labels,
    value_names,
)
