"""The slope of a function: what is read, what is refused, and every digit shown against sixty digits of decimal."""

import base64
import json
import math
import random
import re
import subprocess
from collections.abc import Callable
from decimal import Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest

from microgradviz import draw_errors, draw_tangents, slope
from microgradviz.views import bundle as joining
from microgradviz.views.functions import NUDGES, read_function

JS = Path(joining.__file__).parent / "js" / "core"

# ---------------------------------------------------------------- what it reads


@pytest.mark.parametrize(
    ("f", "at", "exact", "measured"),
    [
        ("3*x**2 - 4*x + 5", {"x": 3}, 14.0, 14.3),
        ("a*b + c", {"a": 2, "b": -3, "c": 10}, -3.0, -3.0),
        (lambda x: 3 * x**2 - 4 * x + 5, {"x": 3}, 14.0, 14.3),
        (lambda x: x.tanh(), {"x": 0}, 1.0, math.tanh(0.1) / 0.1),
        (lambda x, n=3: abs(x) * n, {"x": 2, "n": 3}, 3.0, 3.0),
        (lambda x: x, {"x": 2}, 1.0, 1.0),
        ("a*0 + b", {"a": 1, "b": 2}, 0.0, 0.0),
    ],
)
def test_a_function_has_its_measured_and_its_exact_slope(f: Any, at: Any, exact: float, measured: float) -> None:
    shown = slope(f, h=0.1, leaves=at)
    assert shown.exact == pytest.approx(exact, abs=1e-9)
    assert shown.measured == pytest.approx(measured, abs=1e-9)


@pytest.mark.parametrize(("f", "x"), [(abs, 0), ("relu(x)", 0), ("x / abs(x - 1e-9)", 0), ("max(x, 2)", 2)])
def test_at_a_corner_or_a_jump_there_is_no_derivative(f: Any, x: float) -> None:
    assert "no derivative there" in repr(slope(f, leaves={"x": x}))
    assert repr(draw_tangents(f, at=[x])).endswith(f"no slope at x = {x}")


def test_text_is_shown_as_it_is_written_by_hand() -> None:
    titles = {text: read_function(text, 1).title for text in ("3*x**2 - x", "y = x**10", "2**x + x ** 3")}
    assert titles == {"3*x**2 - x": "f(x) = 3 × x² − x", "y = x**10": "y = x^10", "2**x + x ** 3": "f(x) = 2^x + x³"}


def test_before_a_guess_neither_words_nor_picture_tell_the_slope() -> None:
    shown = slope("3*x**2 - 4*x + 5", x=3, reveal="guess")
    picture = base64.b64decode(re.findall('base64,([^"]+)', shown.fallback())[0]).decode()
    assert repr(shown) == "Slope(f(x) = 3 × x² − 4 × x + 5 at x = 3: h = 1, the slope is told after a guess)"
    assert "slope" not in picture
    assert "with a point: x = 3" in picture
    shown.guesses = {"x": 10}
    assert "exactly 14" in repr(shown)
    assert "slope 14" in base64.b64decode(re.findall('base64,([^"]+)', shown.fallback())[0]).decode()


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("f", "options", "error"),
    [
        (3, {}, "f must be a text or a function of numbers"),
        ("x**2", {}, r"inputs must be those of f \(got none\); write x=…"),
        ("x**2", {"x": 1, "y": 2}, "write x=…"),
        ("x +", {"x": 1}, "text must be"),
        ("log(x)", {"x": -1}, r"f must be finite at the point \(got nan\)"),
        ("x**2", {"x": math.inf}, r"input x must be a finite number \(got inf\)"),
        ("x**2", {"x": "3"}, "input x must be a real number"),
        ("x**2", {"x": 3, "h": 0}, "h must be from 1e-16 to 1"),
        ("x**2", {"x": 3, "h": 1e-17}, "h must be from 1e-16 to 1"),
        ("x**2", {"x": 3, "limits": (5, 1)}, "the smaller first"),
        ("x**2", {"x": 3, "reveal": "never"}, r"reveal must be 'now', 'guess' or 'h' \(got 'never'\)"),
        ("x**2", {"x": 3, "limits": 5}, "limits must be two numbers"),
        ("x**2", {"x": 5, "limits": (0, 2)}, "limits must go around x = 5"),
        ("h**2", {"h": 1}, r"write leaves=\{'h': …\}"),
        ("a+b+c+d+e+f+g", dict.fromkeys("abcdefg", 1), r"from 1 to 6 inputs \(got 7\)"),
        (lambda x: [x, x], {"x": 1}, r"function must return one Value \(got list"),
        (math.sin, {"x": 1}, r"one formula of its inputs \(got a number alone\).*'sin\(x\)'"),
        (lambda x: max(0, x), {"x": 1}, r"one formula of its inputs \(got a number alone\).*'max\(x, 0\)'"),
        # `math.sin(x)` of a Value is a plain number: the graph of `x * math.sin(x)` has half of its derivative
        (lambda x: math.sin(x) * x, {"x": 1}, r"one formula of its inputs .*; it may not .*call math.sin"),
        (lambda x: x if x > 0 else -x, {"x": 2}, r"\(got another one at x = -1\); it may not choose .*'max\(x, 0\)'"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(f: Any, options: dict[str, Any], error: str) -> None:
    with pytest.raises((TypeError, ValueError), match=error):
        slope(f, **options)


def test_tangents_far_apart_are_all_of_the_formula_that_was_read() -> None:
    with pytest.raises(ValueError, match="f must be one formula of its inputs"):
        draw_tangents(lambda x: x if x < 10 else 2 * x, at=[0, 20])


# ---------------------------------------------------------------- every digit

Exact = Callable[[Decimal], Decimal]
DOUBLE = Decimal(2) ** -52


def tanh(x: Decimal) -> Decimal:
    twice = (2 * x).exp()
    return (twice - 1) / (twice + 1)


def random_function(rng: random.Random, depth: int) -> tuple[str, Exact]:
    """A smooth function of x as text, and as decimal arithmetic; both keep their numbers of a bearable size."""
    if depth == 0 or rng.random() < 0.15:
        if rng.random() < 0.7:
            return "x", lambda x: x
        number = rng.choice(["0.5", "2", "3", "1.25", "7"])
        return number, lambda x: Decimal(number)
    one, f = random_function(rng, depth - 1)
    other, g = random_function(rng, depth - 1)
    made: list[tuple[str, Exact]] = [
        (f"({one} + {other})", lambda x: f(x) + g(x)),
        (f"({one} - {other})", lambda x: f(x) - g(x)),
        (f"({one} * {other})", lambda x: f(x) * g(x)),
        (f"({one} / ({other}*{other} + 1))", lambda x: f(x) / (g(x) * g(x) + 1)),
        (f"({one})**2", lambda x: f(x) * f(x)),
        (f"tanh({one})", lambda x: tanh(f(x))),
        (f"exp(tanh({one}))", lambda x: tanh(f(x)).exp()),
        (f"log({one}*{one} + 1)", lambda x: (f(x) * f(x) + 1).ln()),
        (f"sqrt({one}*{one} + 2)", lambda x: (f(x) * f(x) + 2).sqrt()),
    ]
    return rng.choice(made)


def decimal_derivative(f: Exact, x: Decimal) -> Decimal:
    h = Decimal("1e-20")
    return (f(x + h) - f(x - h)) / (2 * h)


PRINT = """
import { compareDigits, difference, functionFrom } from %r;
import { readFileSync } from "node:fs";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(({ graph, x, hs }) => {
  const leaf = graph.leaves.x;
  const f = functionFrom(graph, graph.rules, new Map());
  const exact = f.exact(leaf, x);
  const at = (h) => ({ below: f.value(leaf, x - h), here: f.value(leaf, x), above: f.value(leaf, x + h) });
  const shown = (h, symmetric) => {
    const { slope } = difference(at(h), h, symmetric);
    return { slope, error: Math.abs(slope - exact), ...compareDigits(slope, exact) };
  };
  return { exact, one: hs.map((h) => shown(h, false)), both: hs.map((h) => shown(h, true)) };
})));
"""


def plain(text: str) -> Decimal:
    return Decimal(text.strip().replace("−", "-") or "0")


def test_the_slopes_shown_and_their_errors_are_those_of_sixty_digits(require_node: str) -> None:
    """60 functions, 12 nudges, to one side and to both; what a double must lose in rounding is allowed, no more."""
    with localcontext() as context:
        context.prec = 60
        rng = random.Random(20261122)
        cases, asked = [], []
        hs = NUDGES[4::14]
        while len(cases) < 60:
            text, f = random_function(rng, 3)
            if not re.search(r"\bx\b", text):
                continue
            x = rng.choice([-2.0, -0.7, 0.3, 1.0, 2.5])
            cases.append((text, f, x))
            graph = slope(text, leaves={"x": x}).graph
            asked.append({"graph": graph, "x": x, "hs": hs})
        run = subprocess.run(
            [require_node, "--input-type=module", "-e", PRINT % (JS / "differences.js").as_uri()],
            input=json.dumps(asked), capture_output=True, text=True, check=True,
        )  # fmt: skip
        for (text, f, x), shown in zip(cases, json.loads(run.stdout), strict=True):
            where = Decimal(x)
            exact = decimal_derivative(f, where)
            # An error of a few units in the last place of any number on the way, and of x + h itself.
            noise = 64 * DOUBLE * (1 + abs(f(where)) + abs(exact) * (1 + abs(where)))
            assert abs(Decimal(shown["exact"]) - exact) <= 1000 * noise, text
            for name, both in (("one", False), ("both", True)):
                for h, seen in zip(hs, shown[name], strict=True):
                    nudge = Decimal(h)
                    true = (f(where + nudge) - f(where - nudge if both else where)) / (2 * nudge if both else nudge)
                    most = 100 * noise / nudge + 1000 * noise
                    assert abs(Decimal(seen["slope"]) - true) <= most, (text, x, h)
                    assert abs(Decimal(seen["error"]) - abs(true - exact)) <= 2 * most, (text, x, h)
                    check_digits(seen, shown["exact"])


def check_digits(seen: dict[str, Any], exact: float) -> None:
    """The digits in ink are right: the error is less than half a unit of the last of them, and not of the next."""
    if "e" in seen["exact"] or "e" in seen["right"] + seen["wrong"]:
        return
    error = abs(Decimal(seen["slope"]) - Decimal(exact))
    whole = seen["right"] + seen["wrong"]
    places = len(whole.partition(".")[2])
    assert abs(plain(whole) - Decimal(seen["slope"])) <= Decimal(10) ** -places / 2
    assert abs(plain(seen["exact"]) - Decimal(exact)) <= Decimal(10) ** -places / 2
    assert len(whole) == len(seen["exact"])
    last = places - len(seen["wrong"].replace(".", "")) if "." in whole else -len(seen["wrong"])
    if any(c.isdigit() for c in seen["right"]):
        assert error < Decimal(10) ** -last / 2 * (1 + DOUBLE * 8)
    if seen["wrong"]:
        assert error * (1 + DOUBLE * 8) >= Decimal(10) ** -(last + 1) / 2


def test_page_and_python_have_the_same_nudges(require_node: str) -> None:
    script = f"import {{ NUDGES }} from {(JS / 'differences.js').as_uri()!r}; console.log(JSON.stringify(NUDGES))"
    run = subprocess.run(
        [require_node, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == NUDGES


# ---------------------------------------------------------------- still pictures


def test_the_parabola_of_the_first_lesson_has_its_three_slopes() -> None:
    picture = draw_tangents("3*x**2 - 4*x + 5", at=[-3, 2 / 3, 3])
    assert repr(picture).endswith("slope −22 at x = −3, slope 0 at x = 0.6667, slope 14 at x = 3")
    assert repr(draw_tangents("3*x**2 - 4*x + 5", at=[3 - 14 / 6])).endswith("slope 0 at x = 0.6667")
    assert picture.svg.count("<circle") == 3
    assert picture.svg == draw_tangents("3*x**2 - 4*x + 5", at=[-3, 2 / 3, 3]).svg
    assert picture._repr_html_() == picture.to_img()


@pytest.mark.parametrize(
    "f", ["tanh(x)", "log(1.2 - x)", lambda x: 1 / x, lambda x: 1e308 * x * x, lambda x: 0 * x + 3]
)
def test_the_pictures_of_any_function_are_well_formed(f: Any) -> None:
    from xml.etree import ElementTree

    for picture in (draw_tangents(f, at=[0.5, 1.0]), draw_errors(f, x=1)):
        ElementTree.fromstring(picture.svg)
        assert "nan" not in picture.svg.split("</title>")[1].replace("nan</text>", "")


def test_an_error_is_least_between_the_ends() -> None:
    said = repr(draw_errors("tanh(x)", x=0.5))
    one, both = (float(part.split()[0].rstrip(",").replace("−", "-")) for part in said.split("h = ")[1:])
    assert 1e-9 < one < 1e-7
    assert 1e-6 < both < 1e-4


def test_labels_are_escaped(tmp_path: Path) -> None:
    def f(x: float) -> float:
        return x

    f.__name__ = "<script>&"
    picture = draw_tangents(f, at=[1])
    assert "<script>" not in picture.svg
    assert "<script>" not in picture.to_img()
    picture.save(tmp_path / "f.svg")
    assert (tmp_path / "f.svg").read_text(encoding="utf-8") == picture.svg


def test_a_picture_needs_a_place() -> None:
    with pytest.raises(ValueError, match="at must hold one place at least"):
        draw_tangents("x**2", at=[])
    with pytest.raises(ValueError, match="f must have one input"):
        draw_tangents("x*y", at=[1])
