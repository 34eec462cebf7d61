"""Still pictures follow the reader's light or dark scheme, in a page of any kind; on paper they are as ever."""

import base64
import re
from collections.abc import Callable
from typing import Any

import pytest
from kit.sample_pictures import lesson

from microgradviz import draw_dot, draw_errors, draw_orders, draw_paths, draw_tangents, to_svg, worksheet

pytestmark = pytest.mark.browser


def dot() -> str:
    """What a notebook shows of draw_dot: Graphviz's own picture, if it is installed."""
    return str(draw_dot(lesson())._repr_mimebundle_()["image/svg+xml"])


PICTURES: dict[str, Callable[[], str]] = {
    "to_svg": lambda: str(to_svg(lesson(), step=8)),
    "draw_dot": dot,
    "draw_orders": lambda: draw_orders("orders").svg,
    "draw_tangents": lambda: draw_tangents("x**2", at=[1, 2]).svg,
    "draw_errors": lambda: draw_errors("tanh(x)", x=0.5).svg,
    "draw_paths": lambda: draw_paths(lambda w, b: w * w + b * b, {"plain": [(2, 1), (0, 0)]}).svg,
}
# The paper of the picture, drawn onto a canvas; and of each text how far it stands out (WCAG).
SEEN = """async () => {
  const image = document.querySelector("img");
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return [...context.getImageData(image.naturalWidth / 2, 2, 1, 1).data.slice(0, 3)];
}"""
INLINE = """() => [...document.querySelectorAll("svg text")].map((text) => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).map((x) => x / 255);
    const [r, g, b] = parts.map((x) => (x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = text.previousElementSibling;
  const paper = behind?.matches("rect, circle") ? behind : document.querySelector("svg > rect, svg > g > polygon");
  const [a, b] = [text, paper].map((element) => light(getComputedStyle(element).fill));
  return [text.textContent, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
})"""


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_dark_in_a_dark_page_and_light_in_a_light_one(open_page: Any, name: str) -> None:
    image = base64.b64encode(PICTURES[name]().encode()).decode()
    for scheme, paper in (("light", [255, 255, 255]), ("dark", [19, 21, 24])):
        page = open_page(color_scheme=scheme)
        page.set_content(f'<link rel="icon" href="data:,"><img src="data:image/svg+xml;base64,{image}">')
        assert page.evaluate(SEEN) == paper


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PICTURES)
def test_all_that_is_written_in_a_picture_can_be_read(open_page: Any, name: str, scheme: str) -> None:
    page = open_page(color_scheme=scheme)
    page.set_content(PICTURES[name]())
    pale = [(text, ratio) for text, ratio in page.evaluate(INLINE) if text and ratio < 4.5]
    assert pale == []


def test_a_picture_in_a_page_changes_nothing_around_it(open_page: Any) -> None:
    page = open_page(color_scheme="dark")
    page.set_content(PICTURES["to_svg"]() + "<svg class='other'><rect fill='#ffffff' width='9' height='9'/></svg>")
    assert page.evaluate("getComputedStyle(document.querySelector('.other rect')).fill") == "rgb(255, 255, 255)"


def test_a_sheet_to_print_is_white() -> None:
    assert "prefers-color-scheme" not in str(worksheet("a*b + c", seed="Ada"))


@pytest.mark.parametrize("name", ["draw_tangents", "draw_errors"])
def test_the_letters_of_a_plot_can_be_read_on_a_phone(open_page: Any, name: str) -> None:
    page = open_page(viewport={"width": 420, "height": 800})
    image = base64.b64encode(PICTURES[name]().encode()).decode()
    page.set_content(f'<img style="max-width: 100%" src="data:image/svg+xml;base64,{image}">')
    page.evaluate("() => document.querySelector('img').decode()")
    width = page.evaluate("document.querySelector('img').width")
    drawn = int(re.search(r"viewBox='0 0 (\d+)", PICTURES[name]())[1])
    assert 12 * width / drawn >= 11  # px, of letters of 12
