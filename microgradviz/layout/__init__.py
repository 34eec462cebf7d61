"""Where cards and edges stand: a trace in, positions and words out."""

from .graphviz import warn_of_own
from .groups_closed import Closed, cards_of, closed_moment, closed_scene, results_of, told
from .groups_scene import MOST_IN_PARTS, MOST_VISIBLE, part_name, part_size, parted_scene, title_of, visible
from .parts import Part, Parted, parted
from .scene import MOST_OPERATIONS, PADDING, alt, clean, counted, cut, make_scene, shortened
