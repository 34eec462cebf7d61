"""Knobs in a page: numbers to drag, and the picture that the kernel draws of them."""

from pathlib import Path
from typing import Any

import pytest

from microgradviz import draw_tangents, knobs, to_html
from microgradviz.views.bundle import bundle

pytestmark = pytest.mark.browser

LIVE = """async ([code, values, made]) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  const heard = {};
  const model = {
    get: (name) => values[name], set: (name, value) => { values[name] = value; },
    on: (event, listener) => { heard[event] = listener; }, off: () => {},
    save_changes: () => { Object.assign(values, made); heard['change:picture'](); },
  };
  window.values = values;
  widget.render({ model, el: document.body });
}"""


def tangent(x: float = 2.0, y: float = 0.0) -> Any:
    return draw_tangents("x**2", at=[x + y])


def test_a_page_without_a_kernel_has_the_picture_and_says_why_nothing_moves(page: Any, tmp_path: Path) -> None:
    to_html(knobs(tangent, x=[0, 1, 2, 3]), tmp_path / "it.html")
    page.goto((tmp_path / "it.html").as_uri())
    slider = page.get_by_role("slider", name="x")
    assert slider.is_disabled()
    assert slider.get_attribute("aria-valuetext") == "2"
    assert page.get_by_role("status").inner_text().startswith("Run the cell to drag")
    picture = page.get_by_role("img", name="f(x) = x² with its tangent: slope 4 at x = 2")
    assert picture.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 100


def test_a_knob_tells_the_kernel_where_it_stands_and_shows_what_comes_back(page: Any) -> None:
    made, later = knobs(tangent, x=[0, 1, 2, 3], y=[0, 0.5]), knobs(tangent, x=[0, 1, 2, 3], y=[0, 0.5])
    later.at = [3, 0]
    page.goto("about:blank")
    page.evaluate(LIVE, [bundle(made.entry)[0], made.page_values() | {"live": True}, {"alt": later.alt}])
    page.get_by_role("slider", name="x").press("ArrowRight")
    assert page.evaluate("values.at") == [3, 0]
    assert page.get_by_role("slider", name="x").get_attribute("aria-valuetext") == "3"
    page.get_by_role("img", name=later.alt).wait_for()
