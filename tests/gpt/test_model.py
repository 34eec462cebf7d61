"""The GPT out of scalars: the same losses on the engine and compiled, and names that are its own."""

import random
from functools import cache
from itertools import islice

import pytest
from kit.backends import every_backend
from kit.gpt_on_engine import train_on_engine

from microgradviz import Value
from microgradviz.gpt import GPT, LETTERS, encode, first_names, train_gpt


def test_there_are_4192_parameters_each_listed_once() -> None:
    params = GPT(seed=0).parameters()
    assert len(params) == len(set(params)) == 4192


def test_the_names_are_plain_letters_and_fit_the_context() -> None:
    names = first_names()
    assert len(names) == len(set(names)) == 5163
    assert set("".join(names)) <= set(LETTERS[1:])
    assert max(map(len, names)) < 16


def test_numbers_of_letters_may_be_values() -> None:
    model = GPT(width=8, heads=2, seed=1)
    tokens, targets = encode("ada")
    as_values = [[Value(number) for number in numbers] for numbers in (tokens, targets)]
    assert model.loss(*as_values).data == model.loss(tokens, targets).data


def test_a_letter_does_not_see_those_after_it() -> None:
    model = GPT(width=8, heads=2, seed=1)
    first = [score.data for score in model([0, 1, 2])[1]]
    assert first == [score.data for score in model([0, 1, 5])[1]]
    assert first != [score.data for score in model([3, 1, 2])[1]]


def test_scores_and_weights_are_the_numbers_of_the_graph() -> None:
    model = GPT(width=8, heads=2, seed=1)
    assert model.scores(".ad") == [[score.data for score in row] for row in model([0, 1, 4])]
    tables = model.weights(".ad")
    assert len(tables) == 2
    assert tables[0] != tables[1]
    for table in tables:
        assert [sum(row) for row in table] == pytest.approx([1, 1, 1], abs=1e-12)
        assert [[weight > 0 for weight in row] for row in table] == [[j <= i for j in range(3)] for i in range(3)]


@pytest.mark.parametrize("letters", ["A", "abcdefghi"])
def test_letters_that_it_cannot_read_are_refused(letters: str) -> None:
    with pytest.raises(ValueError, match="letters must be at most 8, each a to z or a dot"):
        GPT(width=4, heads=2, context=8).scores(letters)


NAMES = ["ada", "eve", "bob", "mary", ""]


@cache
def losses_of_the_engine(batch: int) -> tuple[list[float], list[float]]:
    """The losses of six steps, which see every name, and the parameters after them."""
    model = GPT(width=8, heads=2, seed=1)
    return train_on_engine(model, NAMES, steps=6, batch=batch), [p.data for p in model.parameters()]


@every_backend
@pytest.mark.parametrize("batch", [1, 3])
def test_compiled_training_has_the_engines_losses(backend: str, batch: int) -> None:
    model = GPT(width=8, heads=2, seed=1)
    losses = list(train_gpt(model, NAMES, steps=6, batch=batch, backend=backend))
    wanted, weights = losses_of_the_engine(batch)
    assert losses == pytest.approx(wanted, rel=1e-9)
    assert losses[-1] < losses[0]
    assert [p.data for p in model.parameters()] == pytest.approx(weights, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        ([], {}, "names must be at least one name"),
        (["zoë"], {}, r"name must be of the letters a to z \(got 'zoë'\)"),
        (["ada"], {"batch": 0}, "batch must be a whole number from 1 on"),
        (["ada"], {"steps": -1}, "steps must be a whole number from 0 on"),
    ],
)
def test_what_cannot_be_learnt_from_gets_one_clear_sentence(names: list[str], options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        next(train_gpt(GPT(width=4, heads=2), names, **options))


def test_training_can_be_stopped_and_the_model_keeps_what_it_learnt() -> None:
    model = GPT(width=8, heads=2, seed=1)
    before = [p.data for p in model.parameters()]
    run = train_gpt(model, ["ada"], steps=1000, backend="python")
    assert len(list(islice(run, 3))) == 3
    run.close()
    assert [p.data for p in model.parameters()] != before


def test_sampled_names_are_seeded_words() -> None:
    model = GPT(width=8, heads=2, seed=1)
    name = model.sample(random.Random(5))
    assert name == model.sample(random.Random(5))
    assert set(name) <= set(LETTERS[1:])
    assert len(name) <= 16


def test_a_width_that_heads_do_not_divide_is_refused() -> None:
    with pytest.raises(ValueError, match=r"width must be a multiple of heads \(got 6 and 4\)"):
        GPT(width=6)
