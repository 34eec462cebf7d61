"""What PyTorch says of the leaves' gradients: when it is asked, for which numbers, and what is said without it."""

import builtins
import json
import re
import sys
from typing import Any

import pytest

from microgradviz import Value, define_op, play, to_html, trace
from microgradviz.views.player.torchs_word import MISSING, ask_torch


def told_by(page: str) -> dict[str, Any]:
    found = re.search(r'class="mv-values">(.*?)</script>', page)
    assert found
    return dict(json.loads(found[1]))


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")


def test_the_kernel_answers_when_the_page_asks_and_for_the_numbers_it_has_now(torch: Any) -> None:
    player = play("a*b + 1", a=2, b=-3)
    assert player.torch == {}
    player.set_state({"asked": 1})
    assert player.torch == {"leaves": [2.0, -3.0, 1.0], "grads": {"0": -3.0, "1": 2.0}}
    player.set_state({"edit": {"number": 1, "leaves": [["b", {"$f": "Infinity"}]]}, "asked": 2})
    player.set_state({"asked": 3})
    assert player.torch == {"leaves": [2.0, {"$f": "Infinity"}, 1.0], "grads": {"0": {"$f": "Infinity"}, "1": 2.0}}


def test_a_page_has_pytorchs_gradients_only_if_it_was_imported_already(torch: Any, monkeypatch: Any) -> None:
    assert told_by(to_html("a*b", a=2, b=3))["torch"]["grads"] == {"0": 3.0, "1": 2.0}
    both = told_by(to_html(presets=["diamond", "neuron"]))
    assert [len(both["plays"][name]["torch"]["grads"]) for name in ("diamond", "neuron")] == [1, 5]
    assert both["torch"] == both["plays"]["diamond"]["torch"]
    monkeypatch.delitem(sys.modules, "torch")
    assert told_by(to_html("a*b", a=2, b=3))["torch"] == {}


@pytest.mark.parametrize("options", [{"predict": "grad"}, {"predict": "data"}, {"gradients": False}])
def test_a_page_that_asks_for_numbers_does_not_carry_them(options: Any) -> None:
    assert "torch" not in told_by(to_html("a*b", a=2, b=3, **options))


def test_without_pytorch_the_kernel_says_so(monkeypatch: Any) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "torch":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    player = play("a*b", a=2, b=3)
    player.set_state({"asked": 1})
    assert player.torch == {"missing": MISSING}


def test_its_own_trace_and_one_without_a_backward_pass_are_not_asked_about(torch: Any) -> None:
    x = torch.tensor(2.0, requires_grad=True)
    assert ask_torch(trace(x * x)) == {}
    bare = trace("a*b", a=2, b=3)
    bare.order = []
    assert ask_torch(bare) == {}


def test_every_gradient_is_that_of_the_trace(torch: Any) -> None:
    t = trace("tanh(a*b) + relu(c)**3 + log(d)/exp(a) + max(a, b)", a=0.5, b=-3, c=2, d=0.25)
    said = ask_torch(t)["grads"]
    assert {i: pytest.approx(x, rel=1e-12) for i, x in said.items()} == {
        str(i): t.gradients()[i] for i in map(int, said)
    }
    cube = define_op("cube_of_witness", "x * x * x", ["3 * x * x"])
    x = Value(2.0, label="x")
    assert ask_torch(trace(cube(x)))["grads"] == {"0": 12.0}
