"""Two independent witnesses for a gradient: the slope measured by nudging, and PyTorch."""

from .report import Report, verdict_text
from .slopes import GradCheck, gradcheck
from .twin import TorchComparison, compare_with_torch

__all__ = ["GradCheck", "Report", "TorchComparison", "compare_with_torch", "gradcheck", "verdict"]
