"""Exercises in a real JupyterLab: the table and the picture of check, an endless answer, the concept test."""

from typing import Any

import pytest

from microgradviz.exercises.quizzes.concepts import CONCEPTS

pytestmark = pytest.mark.browser

BROKEN = """\
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, set(_children), _op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad = out.grad
            other.grad = out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad = other.data * out.grad
            other.grad = self.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if v not in seen:
                seen.add(v)
                for x in v._prev:
                    visit(x)
                order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            v._backward()
"""


def test_check_shows_a_table_and_the_learners_own_graph_and_the_kernel_lives_on(jupyter_lab: Any, page: Any) -> None:
    path = jupyter_lab.write(
        "check.ipynb",
        f"from microgradviz import check\n{BROKEN}",
        'check("broken_sums", Value)',
        "def slope_tanh(x):\n    while True:\n        try:\n            x += 1\n        except:\n            pass",
        'check("slope_tanh", slope_tanh)',
        "print('still', 'here')",
    )
    jupyter_lab.open(page, path)
    jupyter_lab.run_all(page)
    page.get_by_text("What went wrong").wait_for()
    assert page.get_by_role("cell", name="0 of 2", exact=True).first.is_visible()
    assert page.locator(".mv-card.is-wrong").count() == 1
    assert page.get_by_text("stopped after 2 seconds: it loops forever, or needs more time").is_visible()
    assert page.get_by_text("still here").is_visible()


def test_the_concept_test_is_handed_in_to_the_kernel(jupyter_lab: Any, page: Any) -> None:
    path = jupyter_lab.write("concepts.ipynb", 'from microgradviz import concept_test\nconcept_test("after")')
    jupyter_lab.open(page, path)
    jupyter_lab.run_all(page)
    for item in CONCEPTS:
        page.get_by_role("group", name=item.question).get_by_role("radio").nth(item.right).check()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_text("12 of 12 are right.").wait_for()
    assert page.locator(".mv-quiz-note.is-right", has_text="Right.").count() == 12
