"""How many random cases a test tries: a few in every run, many in `make test-slow`.

Example::

    @sweep(few=50, many=1000)
    def test_any_text_is_shown(examples):
        @settings(max_examples=examples)
        @given(st.text())
        def check(text): ...

        check()
"""

import pytest


def sweep(*, few: int, many: int) -> pytest.MarkDecorator:
    """Give the test its `examples`: few of them, and many in a second test that is marked slow."""
    return pytest.mark.parametrize("examples", [few, pytest.param(many, marks=pytest.mark.slow)])
