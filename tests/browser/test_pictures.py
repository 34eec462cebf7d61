"""Still pictures and sheets in a page: nothing in them runs, their words have room, and they print."""

import re
from pathlib import Path
from typing import Any

import graphviz
import pytest
from kit.sample_pictures import AWKWARD, HARMFUL, labelled

from microgradviz import draw_dot, worksheet
from microgradviz.views.dot.digraph import Drawing
from microgradviz.views.still.picture import draw_svg


def graphviz_svg(drawing: Drawing) -> str:
    """Graphviz's own picture: an error is an error here."""
    return str(graphviz.Source(drawing.source).pipe(format="svg", encoding="utf-8"))


@pytest.mark.browser
def test_nothing_executes_when_a_picture_stands_in_a_page(open_page: Any, require_dot: str, tmp_path: Any) -> None:
    drawing = draw_dot(labelled(HARMFUL + AWKWARD))
    pictures = {"graphviz": graphviz_svg(drawing), "own": draw_svg(drawing.trace)}
    dialogs = []
    for name, svg in pictures.items():
        inline = tmp_path / f"{name}.html"
        element = svg[svg.index("<svg") :]
        inline.write_text(f"<!doctype html><meta charset=utf-8><link rel=icon href=data:,>{element}", encoding="utf-8")
        alone = tmp_path / f"{name}.svg"
        alone.write_text(svg, encoding="utf-8")
        for path in (inline, alone):
            page = open_page()
            page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
            page.goto(path.as_uri())
            page.mouse.move(60, 60)
            page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            assert page.evaluate("window.pwned") is None
            assert page.evaluate("document.querySelectorAll('svg').length") == 1, "no label ended or began a picture"
            assert page.evaluate("document.querySelectorAll('script, img, iframe, parsererror').length") == 0
            assert page.evaluate("[...document.querySelectorAll('svg a')].length") == 0
            assert HARMFUL[0][:12] in page.evaluate("document.querySelector('svg').textContent")
    assert dialogs == []


@pytest.mark.browser
def test_words_and_numbers_have_room_on_their_cards(page: Any) -> None:
    labels = ["W" * 15, "m" * 7, "ABCDEFGHIJKLMNOPQ", "i" * 40, "0123456789" * 3, "~#<>=^&@%" * 3, "w[0][12]"]
    labels += ["a = b × c + d", "x1w1 + x2w2 + b", "the quick brown fox jumps", "größe é"]
    traced = labelled(labels)
    page.goto("about:blank")  # the page before may forbid styles within
    page.set_content(draw_svg(traced, data=[-9.537e-7] * len(traced), grad=[-0.05366] * len(traced)))
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("g[transform]")].map(card => [
            card.querySelector("rect").getBBox().width,
            ...[...card.querySelectorAll("text")].map(text => [text.getBBox().x, text.getBBox().width])])"""
    )
    for width, title, data_word, data, grad_word, grad in boxes:
        assert sum(title) <= width - 4
        assert sum(data_word) + 3 <= data[0]
        assert sum(grad_word) + 3 <= grad[0]


@pytest.mark.browser
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("expr", ["neuron", "total(a, b, c, d, e)"])  # wide, and high
def test_a_sheet_prints_on_one_page(page: Any, tmp_path: Path, paper: str, expr: str) -> None:
    worksheet(expr, seed="Ada").save(tmp_path / "sheet.html")
    page.goto((tmp_path / "sheet.html").as_uri())
    printed = page.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
