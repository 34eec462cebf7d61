"""The player in Firefox, from the exported page."""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kit.firefox import NO_FIREFOX, Firefox

from microgradviz import to_html

pytestmark = pytest.mark.slow
RIGHT, LEFT = "\ue014", "\ue012"
STEP = "document.querySelector('.microgradviz').dataset.step"


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """The machine's Firefox."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip(NO_FIREFOX)
    (tmp_path / "profile").mkdir()
    with Firefox(path, tmp_path / "profile") as firefox:
        yield firefox


def wait_until(holds: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_player_steps_by_mouse_and_keys_to_the_last_gradient(firefox: Firefox, tmp_path: Path) -> None:
    to_html("(a*b + c) * a", tmp_path / "page.html", a=2, b=-3, c=10)
    firefox.open((tmp_path / "page.html").as_uri())
    wait_until(lambda: firefox.evaluate(STEP) == "0")
    firefox.click(".mv-primary")  # Next
    wait_until(lambda: firefox.evaluate(STEP) == "1")
    firefox.press(RIGHT)
    wait_until(lambda: firefox.evaluate(STEP) == "2")
    firefox.press(LEFT)
    wait_until(lambda: firefox.evaluate(STEP) == "1")
    last = firefox.evaluate("document.querySelector('.mv-slider').max")
    while firefox.evaluate(STEP) != last:
        firefox.press(RIGHT)
    names = firefox.evaluate("[...document.querySelectorAll('[data-node]')].map((e) => e.getAttribute('aria-label'))")
    assert {"a, data 2, grad −2", "b, data −3, grad 4", "c, data 10, grad 2"} <= set(names)
    assert firefox.problems == []
