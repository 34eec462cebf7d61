"""The pages that the grader writes, in Chromium: accessible, as wide as the window, and without a script."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.graded_class import graded_class, hostile_submission
from kit.sample_pictures import HARMFUL

from microgradviz.grading.reports.learner_pages import learner_page_names, write_learner_pages
from microgradviz.grading.reports.overview import write_overview

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible_and_run_nothing(
    open_page: Callable[..., Any], axe: str, tmp_path: Path, scheme: str
) -> None:
    rows = [*graded_class(), *map(hostile_submission, HARMFUL)]
    write_overview(rows, tmp_path / "overview.html", tmp_path)
    names = learner_page_names(rows)
    pages = [tmp_path / "overview.html", tmp_path / names["zoe"], tmp_path / names[HARMFUL[0]]]
    write_learner_pages(rows, tmp_path)
    page = open_page(color_scheme=scheme)
    for path in pages:
        page.goto(path.as_uri())
        assert page.evaluate("window.pwned") is None
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run()).violations.map((v) => [v.id, v.nodes[0].html, v.help])")
        assert found == [], path.name
