"""A learner's copy of a lesson and the site's: the newer one is offered, and nothing is written over."""

import pytest
from kit.site import CURRENT, notices, wait_for_notebook

LESSON, NEW = "05_local_derivatives.ipynb", "05_local_derivatives (new).ipynb"
OLD = {"file": LESSON, "version": "0.0.9", "text": "0b501e"}
MODEL = f"{CURRENT}.context.model.sharedModel"
OFFER = "The site has a newer version of this lesson"
# The learner's copy of an older lesson, with something of their own in it.
MAKE_OLD = f"""async (old) => {{
  {MODEL}.setMetadata("microgradviz", old);
  {MODEL}.cells[0].setSource("# mine");
  await {CURRENT}.context.save();
}}"""


@pytest.fixture
def old_copy(lite_page):
    """Open a lesson of which the browser has an older version."""

    def old_copy(app="notebooks"):
        page = lite_page(LESSON, app=app, kernel=False)
        page.evaluate(MAKE_OLD, OLD)
        return lite_page(LESSON, app=app, on=page, kernel=False)

    return old_copy


def first_cell(page):
    return page.evaluate(f"{MODEL}.cells[0].getSource()")


def test_the_newer_one_opens_beside_the_learners_own_which_they_may_keep_and_are_not_asked_again(old_copy, lite_page):
    page = old_copy()
    page.get_by_text(OFFER).wait_for()
    assert notices(page)[0].splitlines()[0].endswith("It opens beside yours.")
    page.get_by_role("button", name="Open the new one").click()
    wait_for_notebook(page, NEW)
    assert first_cell(page).startswith("# 05")
    lite_page(LESSON, on=page, kernel=False)
    assert first_cell(page) == "# mine"
    page.get_by_role("button", name="Keep mine").click()
    lite_page(LESSON, on=page, kernel=False)
    page.get_by_title("The version of this lesson").wait_for()
    assert first_cell(page) == "# mine"
    assert notices(page) == []


def test_in_jupyterlab_it_opens_in_a_tab_of_its_own(old_copy):
    page = old_copy("lab")
    page.get_by_text(OFFER).wait_for()
    page.get_by_role("button", name="Open the new one").click()
    wait_for_notebook(page, NEW)
    assert first_cell(page).startswith("# 05")
    page.get_by_text(OFFER).wait_for(state="detached")
    tabs = page.evaluate("[...window.jupyterapp.shell.widgets('main')].map((view) => view.context.path)")
    assert tabs == [LESSON, NEW]
