"""Digits side by side: what is called right is right."""

import math
import random
from decimal import Decimal

import pytest

from microgradviz.verify.digits import Digits, align_digits, compare_digits

ODD = [
    0.0,
    -0.0,
    1.0,
    0.5,
    2.5,
    999.9999999999,
    1e-7,
    9.999999e-7,
    1e10,
    1e15,
    1e16,
    1e300,
    5e-324,
    math.inf,
    -math.inf,
    math.nan,
]


def pairs(count: int) -> list[tuple[float, list[float]]]:
    rng = random.Random(20261122)
    rows = [(x, [y, -y]) for x in ODD for y in ODD]
    for _ in range(count):
        ours = rng.choice(
            [rng.uniform(-9, 9), rng.gauss(0, 1) * 10.0 ** rng.randint(-20, 20), float(rng.randint(-99, 99)) / 8]
        )
        near = [ours + rng.choice([-1, 1]) * abs(ours) * 10.0 ** rng.randint(-17, 1) * rng.random() for _ in range(2)]
        rows.append((ours, [*near, round(ours, rng.randint(0, 9))]))
    return rows


def test_the_digits_that_agree_are_those_whose_place_the_difference_does_not_reach() -> None:
    for ours, others in pairs(500):
        own, split = align_digits(ours, others)
        for x, (same, rest, end) in zip(others, split, strict=True):
            if not rest or not same or not math.isfinite(ours) or not math.isfinite(x):
                continue
            unit = Decimal(end.replace("−", "-").replace("e", "1e") or 1)
            apart = abs(Decimal(x) - Decimal(ours)) / unit
            places = len((same + rest).partition(".")[2])
            behind = places - sum(letter.isdigit() for letter in rest) if "." in same + rest else 0
            if any(letter.isdigit() for letter in same) and "." in same:
                assert apart < Decimal(10) ** -behind / 2 * Decimal("1.000001"), (ours, x)
            assert (
                len(same + rest) - (same + rest).index(".") == len(own.split("e")[0]) - own.index(".")
                if "." in own
                else True
            )


@pytest.mark.parametrize(
    ("ours", "other", "ok", "text", "html"),
    [
        (6.0, 6.0, True, "6", "6"),
        (6.0, 3.0, False, "[3]", "<b><u>3</u></b>"),
        (0.5, 0.5000000012, True, "0.5000000012", '0.50000000<span style="opacity: 0.6">12</span>'),
        (0.5, 0.5000000012, False, "0.50000000[12]", "0.50000000<b><u>12</u></b>"),
        (6.0, math.nan, False, "[nan]", "<b><u>nan</u></b>"),
        (math.inf, math.inf, True, "inf", "inf"),
        (-1.25e-9, -1.5e-9, False, "-1.[50e-9]", "-1.<b><u>50e-9</u></b>"),
        (4.65e-53, 0.0, True, "0", '<span style="opacity: 0.6">0</span>'),
    ],
)
def test_what_differs_is_marked_in_text_and_in_html(ours: float, other: float, ok: bool, text: str, html: str) -> None:
    own, digits = compare_digits(ours, other, ok)
    assert isinstance(own, Digits)
    assert digits.in_text() == text
    assert digits.in_html().replace(' style="text-decoration-color: #d55e00"', "") == html
