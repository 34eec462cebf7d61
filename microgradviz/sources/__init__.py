"""Any expression as a trace: our own values, text, presets, functions, other engines, PyTorch."""

from .any_expression import is_function, trace, traced
from .function import numbers_of_function
from .presets import Preset, preset_named, presets_chosen
from .text import names_of_text
