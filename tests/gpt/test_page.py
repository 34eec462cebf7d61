"""The page that trains a GPT in a tab: its own code, run by Node.js, does what the package does."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from kit.gpt_on_engine import train_on_engine
from prepare import loss_by_counting, record_graph

from microgradviz import no_grad
from microgradviz.gpt import GPT, LETTERS, encode

WEBSITE = Path(__file__).parents[2] / "website"
NAMES = ["ada", "eve", "bob", "maryanne", "zoe", "al"]
UNSEEN = ["anna", "bo"]
SCRIPT = f"""
import {{ readFileSync }} from "node:fs";
import {{ makeTraining }} from "{(WEBSITE / "gpt" / "training.js").as_uri()}";
const told = JSON.parse(readFileSync(0, "utf8"));
const training = makeTraining(told);
const losses = told.names.map(() => training.learn());
const made = training.makeUp(20, 1.5);
console.log(JSON.stringify({{ losses, unseen: training.lossOfUnseen(), expected: training.expected("ev"), made }}));
"""


@pytest.fixture(scope="module")
def trained(require_node: str) -> tuple[dict[str, Any], list[float], GPT]:
    """What the page's code says after the names, the losses that the engine finds, and the engine's GPT after them."""
    page, engine = (GPT(width=8, heads=2, context=9, seed=3) for _ in range(2))
    order = list(NAMES)
    random.Random(5).shuffle(order)
    told = {
        "letters": LETTERS,
        "context": 9,
        "graph": record_graph(page),
        "names": [encode(name, 9) for name in order],
        "unseen": [encode(name, 9) for name in UNSEEN],
    }
    run = subprocess.run(
        [require_node, "--input-type=module", "-e", SCRIPT],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=True,
    )
    losses = train_on_engine(engine, NAMES, steps=len(NAMES), seed=5)
    return json.loads(run.stdout), losses, engine


def test_every_loss_is_the_engines(trained: tuple[dict[str, Any], list[float], GPT]) -> None:
    said, losses, _ = trained
    assert said["losses"] == pytest.approx(losses, rel=1e-12)


def test_what_it_expects_and_how_it_does_on_unseen_names_is_the_engines(
    trained: tuple[dict[str, Any], list[float], GPT],
) -> None:
    said, _, engine = trained
    with no_grad():
        scores = [score.data for score in engine([0, 5, 22])[2]]
        losses = [engine.loss(*encode(name, 9)).data for name in UNSEEN]
    shares = [2.718281828459045**score for score in scores]
    assert said["expected"] == pytest.approx([share / sum(shares) for share in shares], rel=1e-9)
    assert said["unseen"] == pytest.approx(sum(losses) / len(losses), rel=1e-9)


def test_names_that_it_makes_up_are_letters_and_fit(trained: tuple[dict[str, Any], list[float], GPT]) -> None:
    made = trained[0]["made"]
    assert all(set(name) <= set(LETTERS[1:]) and len(name) < 9 for name in made)
    assert len(set(made)) > 1


def test_counting_which_letter_follows_which_by_hand() -> None:
    # After "a" came b once; the other 26 signs have the 1 that each is given: (1 + 1) / (1 + 27), twice.
    assert loss_by_counting(["ab"], ["ab"]) == pytest.approx(2.639057329615258)
