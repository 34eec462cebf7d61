"""How an answer is judged: what is asked of it, what it is tried on, and what its numbers are worth.

probes/         what is asked, as numbers: all that a sandbox is sent
probe_table.py  the facts of each probe            inputs.py       random inputs, from a seed
node_places.py  a graph whose order stays hidden   case_graphs.py  the learner's own graph of a case
judging.py      from numbers to points             marking.py      an answer's marks, and the name of its mistake
"""

from . import case_graphs, marking, probes
from .inputs import (
    TWENTY_DOUBLINGS,
    addition_chain,
    ask_for_entries,
    draw_arguments,
    draw_fixed_cases,
    draw_programs,
    draw_several_cases,
    random_moons,
    random_number,
    random_numbers,
    random_shaped_programs,
    random_weights,
    random_wide_program,
    twenty_doublings,
    zeros,
)
from .judging import (
    Mark,
    Outcome,
    judge_backward_order,
    judge_numbers,
    judge_order,
    judge_signs,
    judge_wide_graph,
    nearly_equal,
    out_of_time,
)
from .marking import Outcomes, mark_rubric, name_mistake, run_answer, solution_outcomes
from .probe_files import PROBE_FILES
from .probe_table import ask_here, facts_of, heard_outcome, plain_text, probe_of
from .rubric_rows import by_backpropagation
