"""Texts in the signs that the pictures write: read as they are meant, and pointed at where they were typed."""

import pytest
from hypothesis import given, strategies as st

from microgradviz import Value, play, trace
from microgradviz.engine import BUILT_IN, OPS, apply
from microgradviz.sources.notation import in_python_signs
from microgradviz.tracing.words import card_titles, value_names


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("a×b", "a*b"),
        ("2·a ⋅ b", "2*a * b"),
        ("a ÷ b − c", "a / b - c"),
        ("a^2", "a**2"),
        ("−a²", "-a**2"),
        ("a⁻¹²", "a**-12"),
        ("a^b^c", "a**b**c"),
        ("a ^ −1.5", "a ** -1.5"),
        ("√a × b", "sqrt(a) * b"),
        ("√a²", "sqrt(a)**2"),
        ("√√(a + b)", "sqrt(sqrt((a + b)))"),
        ("√tanh(a)²", "sqrt(tanh(a))**2"),
        ("√|a|", "sqrt(abs(a))"),
        ("|a − |b|| × |c|", "abs(a - abs(b)) * abs(c)"),
        ("9.537e−7 × a", "9.537e-7 * a"),
        ("a ^ ∞", "a ** 1e999"),
        ("y = a ×\n b  # × no", "y = a *\n b  # × no"),
        ("a * b ** 2 - c", "a * b ** 2 - c"),
        ("a – b", "a - b"),
        ("größe×2", "größe*2"),
    ],
)
def test_a_sign_of_the_pictures_is_read_as_pythons(text, python):
    assert in_python_signs(text).text == python


@given(st.text(alphabet='ab12 ×·÷−^²⁻√|()e.+*\n"#∞', max_size=20))
def test_every_letter_is_known_to_come_from_somewhere(text):
    made = in_python_signs(text)
    assert len(made.origin) == len(made.text) + 1
    assert all(0 <= place <= len(text) for place in made.origin)
    assert made.origin == sorted(made.origin)


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_card_says_can_be_typed_in_again(name):
    op = OPS[name]
    for sample in op.samples:
        inputs = [Value(x, label="abc"[i]) for i, x in enumerate(sample[: op.arity])]
        constants = sample[len(inputs) :]
        if op.params and name != "pow_n" and not _are_usual(inputs[0], name, constants):
            continue  # a card does not tell the slope of a leaky relu
        made = trace(apply(op.bind(*constants) if op.params else op, inputs))
        title = card_titles(made, value_names(made))[-1]
        again = play(title, **{x.label: x.data for x in inputs}).trace
        assert again["data"][-1] == made.data[-1], title


def _are_usual(x, name, constants):
    return getattr(x, name)().op.constants == dict(zip(OPS[name].params, constants, strict=True))


def test_numbers_of_a_card_can_be_typed_in_too():
    x = Value(2.0, label="x")
    for out in (x * -1.5, x - 9.5367431640625e-07, x**-1, x**0.5, -x, abs(x), 1 / x):
        made = trace(out)
        title = card_titles(made, value_names(made))[-1].replace("−9.537e−7", "−9.5367431640625e−7")
        again = trace(title.replace("9.537e−7", "9.5367431640625e−7"), x=2)
        assert again.data[-1] == out.data
