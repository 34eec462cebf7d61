"""Data sets: points of the plane, and a label for each."""

from __future__ import annotations

import math
import random


def moons(n: int = 100, *, noise: float = 0.1, seed: int = 1337) -> tuple[list[list[float]], list[float]]:
    """Two half moons, one inside the other's arms: n points [x, y] and their labels, −1.0 and +1.0 in turn.

    Args:
        n: How many points.
        noise: The standard deviation of what is added to each coordinate.
        seed: Seed of the noise.

    Example:
        >>> points, labels = moons(4, noise=0)
        >>> points[0], labels
        ([1.0, 0.0], [-1.0, 1.0, -1.0, 1.0])
    """
    rng = random.Random(seed)
    points, labels = [], []
    for i in range(n):
        angle = math.pi * (i // 2) / max(1, (n + 1) // 2 - 1)
        x, y = (1.0 - math.cos(angle), 0.5 - math.sin(angle)) if i % 2 else (math.cos(angle), math.sin(angle))
        points.append([x + rng.gauss(0, noise), y + rng.gauss(0, noise)])
        labels.append(1.0 if i % 2 else -1.0)
    return points, labels


def circles(n: int = 100, *, noise: float = 0.1, seed: int = 1337) -> tuple[list[list[float]], list[float]]:
    """A ring of radius 1 around one of radius ½: n points [x, y] and their labels, −1.0 and +1.0 in turn.

    Args:
        n: How many points.
        noise: The standard deviation of what is added to each coordinate.
        seed: Seed of the noise.

    Example:
        >>> points, labels = circles(4, noise=0)
        >>> points[1], labels[1]
        ([0.5, 0.0], 1.0)
    """
    rng = random.Random(seed)
    points, labels = [], []
    for i in range(n):
        angle, radius = 2 * math.pi * (i // 2) / max(1, (n + 1) // 2), 0.5 if i % 2 else 1.0
        points.append([radius * math.cos(angle) + rng.gauss(0, noise), radius * math.sin(angle) + rng.gauss(0, noise)])
        labels.append(1.0 if i % 2 else -1.0)
    return points, labels
