"""Plots of the lessons: the same picture each time, light and dark, with words, stored to be compared."""

import base64
import configparser
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from microgradviz import plot_style
from microgradviz.installed import install_line
from microgradviz.views import plots

SANITIZE = Path(__file__).parents[1] / "nbval_sanitize.cfg"


@pytest.fixture
def plt() -> Iterator[Any]:
    """pyplot, set up; afterwards as it was."""
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install matplotlib")
    with matplotlib.rc_context():
        plt = plot_style()
        yield plt
        plt.close("all")


def losses(plt: Any, title: str = "Loss, step by step") -> Any:
    figure, axes = plt.subplots()
    axes.plot([3, 1, 0.5], label="mine")
    axes.set_title(title)
    axes.set_xlabel("step")
    return figure


def test_the_same_numbers_give_the_same_picture(plt: Any) -> None:
    first, second = (plots._as_svg(losses(plt)) for _ in range(2))
    assert first == second
    assert "<dc:date>" not in first
    assert "<text" not in first  # letters are paths: a reader's fonts are others


def test_every_colour_of_the_style_has_one_for_light_and_one_for_dark_pages(plt: Any) -> None:
    figure = losses(plt)
    for k in range(len(plots._LINES)):
        figure.axes[0].plot([k, k])
    figure.axes[0].plot([9, 9], color="#123456")
    svg = plots._as_svg(figure)
    left = set(re.findall(r"#[0-9a-f]{6}", svg.replace(re.findall(r"<style>svg\{.*?</style>", svg)[0], "")))
    assert left - {"#000000"} == {"#123456"}  # what the learner chose stays
    style = re.search(r"<style>svg\{(.*?)\}@media\(prefers-color-scheme:dark\)\{svg\{(.*?)\}\}</style>", svg)
    assert style
    light, dark = (dict(pair.split(":") for pair in part.split(";")) for part in style.groups())
    assert {(light[name], dark[name]) for name in light} == set(plots._BY_THEME)


def test_a_plot_says_its_title_labels_and_lines(plt: Any) -> None:
    html = plots._as_html(losses(plt, 'a < b & "c"'))
    assert 'alt="Plot. a &lt; b &amp; &quot;c&quot;; across: step; mine"' in html
    image = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert image
    assert base64.b64decode(image[1]).startswith(b"<?xml")


def test_without_matplotlib_the_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_Without("matplotlib"), *sys.meta_path])
    with pytest.raises(ImportError) as error:
        plot_style()
    assert str(error.value) == f"matplotlib must be installed to plot: {install_line('matplotlib')}"


class _Without:
    """Finds nothing of a package, as if it were not installed."""

    def __init__(self, package: str) -> None:
        self.package = package

    def find_spec(self, name: str, *_: object) -> None:
        if name.split(".")[0] == self.package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=self.package)


def test_a_notebook_stores_a_plot_as_one_picture_which_nbval_compares_by_its_words() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install matplotlib")
    code = "from microgradviz import plot_style\nplt = plot_style()\nplt.plot([3, 1])\nplt.title('Loss');"
    notebook = new_notebook(
        cells=[new_code_cell(code), new_code_cell("plt.plot([1, 2])\nplt.title('Loss')\nplt.show()")]
    )
    NotebookClient(notebook, kernel_name="python3").execute()
    first, second = (cell.outputs for cell in notebook.cells)
    assert [sorted(output.data) for output in (*first, *second)] == [["text/html", "text/plain"]] * 2
    rules = configparser.RawConfigParser()
    rules.read(SANITIZE)
    for section in rules.sections():
        for output in (*first, *second):
            output.data["text/html"] = re.sub(
                rules[section]["regex"], rules[section]["replace"], output.data["text/html"]
            )
    assert first[0].data == second[0].data  # other numbers
    assert 'alt="Plot. Loss" src="PLOT"' in first[0].data["text/html"]
