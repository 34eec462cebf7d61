from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    x: float
    y: float

    def __add__(self, other):
        return Step(x=other.x + self.x, y=other.y + self.y)
