"""What a learner writes in the browser stays there; where it cannot, the page says so."""

import json

import pytest
from kit.chromium import CHROMIUM_ARGS, find_chromium
from kit.site import CURRENT, NO_KERNEL, errors, notices, run_cell, wait_for_kernel

LESSON = "00_start_here.ipynb"
FIRST_CODE = f"{CURRENT}.content.widgets.find((cell) => cell.model.type === 'code').model.sharedModel"
SAVE = f"{CURRENT}.context.save().then(() => 'saved', () => 'not saved')"


def write(page, code):
    """Write into the first cell of code, and save."""
    return page.evaluate(f"async (code) => {{ {FIRST_CODE}.setSource(code); return {SAVE}; }}", code)


def test_an_edit_and_a_file_are_there_at_the_second_visit_and_the_third(lite_page):
    page = lite_page(LESSON)
    said = []
    page.on("console", lambda message: said.append(message.text))
    assert write(page, "mine = 1") == "saved"
    run_cell(page, "with open('mine.txt', 'w') as file: _ = file.write('kept')")
    for _ in range(2):
        lite_page(LESSON, on=page)
        assert page.evaluate(f"{FIRST_CODE}.getSource()") == "mine = 1"
        assert run_cell(page, "print(open('mine.txt').read())") == "kept"
    # Without our note of the version JupyterLite ends its service worker at the second visit: often, not always, the
    # files are then out of reach.
    assert [text for text in said if "unregister" in text] == []
    assert any("already registered" in text for text in said)


def test_where_the_browser_keeps_nothing_the_lesson_runs_and_the_page_says_so(site_url, browser, tmp_path):
    profile = tmp_path / "Default"
    profile.mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(blocked))
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path), executable_path=find_chromium(with_profiles=True), headless=True, args=CHROMIUM_ARGS
    )
    try:
        page = context.new_page()
        page.goto(f"{site_url}lite/notebooks/?path={LESSON}")
        wait_for_kernel(page, LESSON)
        assert page.get_by_text("This browser keeps nothing for this site").inner_text().endswith("keeps a copy.")
        assert run_cell(page, "from microgradviz import Value; print(Value(2.0) * Value(3.0))").startswith("Value")
        assert errors(page) == []
    finally:
        context.close()


@pytest.fixture
def page_with_room(site_url, open_page, watch):
    """Open a page of the first lesson in a browser that has so many bytes left for the site."""
    watch.allow("QuotaExceededError|/favicon.ico")

    def page_with_room(size):
        page = open_page()
        page.add_init_script(NO_KERNEL)
        page.goto(f"{site_url}lite/notebooks/favicon.ico")  # the site, before it stores anything
        origin = page.evaluate("location.origin")
        page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": size})
        page.goto(f"{site_url}lite/notebooks/?path={LESSON}")
        return page

    return page_with_room


def test_where_no_room_is_left_the_page_says_so_when_it_opens(page_with_room, watch):
    watch.allow("insertWidget|ReactiveToolbar|Failed to initialize the context")  # JupyterLab without its notebook
    page = page_with_room(30_000)
    page.get_by_text("This browser has no room left for this site").wait_for()
    assert notices(page)[0].endswith("Make room on the disk.")


def test_a_notebook_that_cannot_be_saved_stays_in_the_page_which_says_so_until_it_can(page_with_room):
    page = page_with_room(1_500_000)
    page.wait_for_function(f"() => {CURRENT}?.context?.isReady")
    large = f"mine = {'x' * 5_000_000!r}"
    assert write(page, large) == "not saved"
    page.get_by_text("Not saved: the browser's storage is full").wait_for()
    assert notices(page)[0].endswith("File > Download keeps a copy.")
    assert page.evaluate(f"{FIRST_CODE}.getSource().length") == len(large)
    page.keyboard.press("Enter")  # JupyterLab's own dialogue
    assert write(page, "mine = 1") == "saved"
    page.get_by_text("Not saved: the browser's storage is full").wait_for(state="detached")
