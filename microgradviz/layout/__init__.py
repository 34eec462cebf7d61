"""Where cards and edges stand: a trace in, positions and words out."""

from .fold import fold_constants, folded_constants
from .groups_closed import (
    ClosedCard,
    card_rows,
    close_groups,
    find_card_results,
    list_closed_cards,
    state_of_closed_groups,
)
from .groups_scene import (
    MOST_IN_PARTS,
    MOST_VISIBLE,
    count_closed_cards,
    make_groups_scene,
    part_size,
    value_title,
)
from .labels import (
    DENSE,
    HEIGHT,
    SHORT,
    SUM_SPILL,
    Places,
    fit_sum,
    label_column,
    label_places,
    label_width,
    place_labels,
    slope_text,
    taken_by_cards,
    used_label,
)
from .parts import Part, TraceInParts, order_in_parts, split_into_parts
from .scene import CARD_HEIGHT, MOST_OPERATIONS, PADDING, describe_graph, fit_text, make_scene, op_rules_in_trace
from .units import UNIT, UnitPlace
