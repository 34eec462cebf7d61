"""Two independent witnesses for a gradient: the slope measured by nudging, and PyTorch."""

from .report import Report, verdict_text
from .side_by_side import SideBySide, compare_with_ours
from .slopes import GradCheck, gradcheck
from .twin import TorchComparison, compare_with_torch

__all__ = [
    "GradCheck", "Report", "SideBySide", "TorchComparison", "compare_with_ours", "compare_with_torch", "gradcheck",
    "verdict_text",
]  # fmt: skip
