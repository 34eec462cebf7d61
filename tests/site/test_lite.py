"""The course in the browser: the notebook view and JupyterLab, from a kernel that runs in the page."""

import pytest
from kit.site import errors, run_all, run_cell


@pytest.mark.parametrize("app", ["notebooks", "lab"])
def test_a_lesson_runs_from_top_to_bottom(lite_page, app):
    page = lite_page("00_start_here.ipynb", app=app)
    run_all(page)
    assert errors(page) == []
    assert "0.1.0" in run_cell(page, "from importlib.metadata import version; print(version('microgradviz'))")
