"""The concept test: its questions, its widget, and what a class answered."""

from .heatmap import class_heat_map
from .widget import concept_test
