"""Any expression as a trace: our own values, text, presets, functions, other engines, PyTorch."""

from .any_expression import graph_values, is_function, trace, trace_any
from .function import leaf_numbers
from .notation import read_number
from .presets import Preset, choose_presets, find_preset
from .text import evaluate_text, names_in_text
from .text_writer import write_text
