"""What a training loop needs besides a model, in one place: the loop, losses, optimisers, small data sets."""

from .datasets import circles, moons
from .loop import fit
from .losses import binary_cross_entropy, cross_entropy, hinge, logsumexp, mse, one_hot
from .optimizers import SGD, Adam, Optimizer, clip_grad_norm, params_as_list, require_whole_number

__all__ = [
    "SGD",
    "Adam",
    "Optimizer",
    "binary_cross_entropy",
    "circles",
    "clip_grad_norm",
    "cross_entropy",
    "fit",
    "hinge",
    "logsumexp",
    "moons",
    "mse",
    "one_hot",
]
