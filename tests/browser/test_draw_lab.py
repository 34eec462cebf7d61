"""draw_dot in a real JupyterLab, with Graphviz and without, on light and dark pages."""

import os
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

WITHOUT_DOT = "import os; os.environ['PATH'] = '/nowhere'"
DRAW = """\
from microgradviz import Value, draw_dot
a, b = Value(2.0), Value(-3.0)
e = a * b
e.backward()
draw_dot(e)"""
DRAW_THOUSAND = """\
x = Value(1.0)
for _ in range(500):
    x = x * 1.001
draw_dot(x)"""
PICTURES = ".jp-OutputArea-output img, .jp-OutputArea-output svg"
SIZES = f"""() => [...document.querySelectorAll("{PICTURES}")].map(
    picture => [picture.naturalWidth ?? picture.width.baseVal.value, picture.getBoundingClientRect().height])"""
PAPER = f"""() => {{
    const image = document.querySelector("{PICTURES}");
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const paint = canvas.getContext("2d");
    paint.drawImage(image, 0, 0);
    const at = (x, y) => [...paint.getImageData(x, y, 1, 1).data];
    return [at(5, canvas.height >> 1), at(canvas.width >> 1, 3)];
}}"""


@pytest.mark.parametrize("has_dot", [False, True], ids=["without dot", "with dot"])
def test_jupyterlab_shows_a_picture_and_no_traceback(
    has_dot: bool, jupyter_lab: Any, page: Any, request: pytest.FixtureRequest
) -> None:
    if has_dot:
        request.getfixturevalue("require_dot")
    name = f"draw_{has_dot}.ipynb"
    cells = [*([] if has_dot else [WITHOUT_DOT]), DRAW, DRAW_THOUSAND]
    jupyter_lab.open(page, jupyter_lab.write(name, *cells))
    jupyter_lab.run_all(page)
    page.wait_for_function(f"({SIZES})().length === 2 && ({SIZES})().every(([width]) => width > 0)")
    small, large = page.evaluate(SIZES)
    assert small[0] > 150
    assert small[1] > 40
    assert large[0] > 10_000, "a thousand values, one beside the other"
    outputs = " ".join(page.locator(".jp-OutputArea-output").all_inner_texts())
    for word in ("Traceback", "Error", "ExecutableNotFound", "failed"):
        assert word not in outputs
    stored = jupyter_lab.save(page)
    kinds = [set(output["data"]) for cell in stored["cells"] for output in cell["outputs"] if "data" in output]
    assert kinds[:2] == [{"text/plain", "image/svg+xml"}] * 2
    assert all(output["output_type"] != "error" for cell in stored["cells"] for output in cell["outputs"])


@pytest.mark.parametrize("has_dot", [False, True], ids=["without dot", "with dot"])
def test_pictures_follow_the_theme_of_the_page(
    has_dot: bool, jupyter_lab: Any, page: Any, request: pytest.FixtureRequest
) -> None:
    if has_dot:
        request.getfixturevalue("require_dot")
    name = f"dark_{has_dot}.ipynb"
    jupyter_lab.open(page, jupyter_lab.write(name, *([] if has_dot else [WITHOUT_DOT]), DRAW))
    jupyter_lab.run_all(page)
    page.wait_for_function(f"({SIZES})().length === 1 && ({SIZES})()[0][0] > 0")
    for theme, paper in (("JupyterLab Light", [255, 255, 255, 255]), ("JupyterLab Dark", [19, 21, 24, 255])):
        jupyter_lab.theme(page, theme)
        assert page.evaluate(PAPER) == [paper] * 2
        if shots := os.environ.get("MICROGRADVIZ_SHOTS"):
            name = f"draw-{'dot' if has_dot else 'own'}-{theme.split()[1].lower()}.png"
            page.screenshot(path=Path(shots) / name)
