"""What the page says where Python does otherwise in the browser: it begins anew, and cannot be stopped."""

from kit.site import CURRENT, IDLE, cells, errors, notices, run_all

LESSON = "02_backprop_by_hand.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"
LAST_CODE = f"{CURRENT}.content.widgets.findLastIndex((cell) => cell.model.type === 'code')"


RUN = "window.jupyterapp.commands.execute('notebook:run-cell').then(() => null)"


def write_last(page, code):
    """Write into the last cell of code."""
    page.evaluate(f"(code) => {CURRENT}.content.widgets[{LAST_CODE}].model.sharedModel.setSource(code)", code)


def run_last(page, *, wait=True):
    """Run the last cell of code."""
    choose = f"{CURRENT.replace('?', '')}.content.activeCellIndex = {LAST_CODE}"
    page.evaluate(f"() => {{ {choose}; {'return' if wait else 'void'} {RUN}; }}")


def widgets(page):
    return [o for cell in cells(page) for o in cell["outputs"] if WIDGET in o.get("data", {})]


def test_a_lesson_that_ran_shows_still_pictures_at_the_next_visit_and_says_which_cells_python_does_not_know(lite_page):
    page = lite_page(LESSON)
    run_all(page)
    assert len(widgets(page)) > 5
    page.evaluate(f"{CURRENT}.context.save()")

    lite_page(LESSON, on=page)
    assert widgets(page) == []
    assert page.get_by_text("Loading widget").count() == 0
    assert page.locator("img.mv-still").first.is_visible()
    assert not page.evaluate(f"{CURRENT}.context.model.dirty")

    run_last(page)
    assert [error.endswith("name 'check' is not defined") for error in errors(page)] == [True]
    button = page.get_by_role("button", name="Run the cells above")
    button.wait_for()
    assert notices(page)[0].startswith("Python knows only what ran since it started")
    button.click()
    button.wait_for(state="detached")
    run_last(page)  # after those above, in the kernel's queue
    assert errors(page) == []

    write_last(page, "a_slip_of_the_pen")
    run_last(page)
    assert len(errors(page)) == 1
    assert notices(page) == []  # all above has run: that is the learner's own


def test_who_stops_an_endless_cell_is_told_that_python_can_only_begin_anew_which_keeps_what_is_written(lite_page):
    page = lite_page("00_start_here.ipynb")
    endless = "while True: pass"
    page.wait_for_function(IDLE)
    page.evaluate("window.jupyterapp.commands.execute('notebook:interrupt-kernel').then(() => null)")
    assert notices(page) == []  # nothing runs
    write_last(page, endless)
    run_last(page, wait=False)
    page.wait_for_function(f"{CURRENT}.sessionContext.session.kernel.status === 'busy'")
    page.get_by_role("button", name="Interrupt the kernel").click()
    page.get_by_text("cannot stop a running cell").wait_for()
    assert len(notices(page)) == 1
    page.get_by_role("button", name="Begin anew").click()
    page.wait_for_function(IDLE)
    assert cells(page)[-1]["source"] == endless
    write_last(page, "")
    run_all(page)
    assert errors(page) == []
