"""The name of a failure says which case of a table failed."""

from typing import Any

import pytest
from kit.case_names import MOST, case_name, unreadable

from microgradviz.engine import OPS


def test_each_case_is_called_by_what_stands_in_its_table(request: pytest.FixtureRequest) -> None:
    """Of all tests that were collected: give names with `ids=` where this fails."""
    found = [
        item.nodeid
        for item in request.session.items
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        if unreadable(item.callspec.id, [*item.callspec.params])
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ((2.0, -3.0), "(2.0, -3.0)"),
        (OPS["pow_n"].bind(2.0), "pow_n n=2"),
        ({"b", "a", "c"}, "{a, b, c}"),
        ({"sum": {"given": 7}}, "{sum: {given: 7}}"),
        ("def f():\n    return 1", "def f(): return 1"),
        ("a\0b", r"a\x00b"),
        (ValueError("no"), "ValueError: no"),
        ((len, [lambda: 1 + 1], lambda x: x), "(<built-in function len>, (1 + 1), lambda x: x)"),
        (object(), "object"),
        (3, None),
    ],
)
def test_a_case_is_called_by_its_own_text(value: Any, name: str) -> None:
    assert case_name(value) == name


def test_a_long_name_is_cut() -> None:
    assert case_name("x" * 1000) == "x" * (MOST - 3) + "..."


def test_a_number_in_place_of_a_name_is_found() -> None:
    assert unreadable("add-inputs7", ["op", "inputs"]) == ["inputs"]
    assert unreadable("add-(1.0, 2.0)", ["op", "inputs"]) == []
