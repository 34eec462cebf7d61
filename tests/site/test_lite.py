"""The course in the browser: the notebook view and JupyterLab, with a kernel that runs in the page."""

import pytest
from kit.site import CURRENT, NO_KERNEL, errors, notices, run_all, run_cell, wait_for_kernel, wait_for_notebook

FIRST, SECOND = "00_start_here.ipynb", "01_what_is_a_gradient.ipynb"


@pytest.mark.parametrize("path", ["lite/", "lite/notebooks/"])
def test_the_course_opens_on_its_first_lesson(site_url, open_page, path):
    page = open_page()
    page.goto(f"{site_url}{path}", wait_until="commit")
    page.wait_for_url(f"**/lite/notebooks/*path={FIRST}", wait_until="commit")


def test_jupyterlab_opens_on_the_first_lesson_too_which_runs_from_top_to_bottom(site_url, open_page):
    page = open_page()
    page.goto(f"{site_url}lite/lab/")
    wait_for_kernel(page, FIRST)
    run_all(page)
    assert errors(page) == []
    assert run_cell(page, "import microgradviz; print(microgradviz.__name__)") == "microgradviz"


def test_before_python_is_there_a_lesson_can_be_read_with_its_outputs_and_says_its_version(lite_page):
    page = lite_page(FIRST, kernel=False)
    assert "a: -3.0  b: 2.0  c: 1.0" in page.evaluate(f"JSON.stringify({CURRENT}.context.model.toJSON())")
    assert page.get_by_text("Trusted", exact=True).is_visible()
    assert page.locator("img.mv-still").first.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
    known = page.evaluate(f"{CURRENT}.context.model.sharedModel.getMetadata('microgradviz')")
    shown = page.get_by_title("The version of this lesson").inner_text()
    assert shown == f"Lesson {known['version']} · {known['text']}"
    assert notices(page) == []


def test_before_a_cell_runs_there_is_its_picture_and_no_word_for_python(lite_page):
    page = lite_page(FIRST, kernel=False)
    assert "Player(" not in page.evaluate(f"JSON.stringify({CURRENT}.context.model.toJSON())")
    page.locator("img.mv-still").first.wait_for()


def test_the_menus_have_nothing_that_needs_a_server_and_a_kernel_that_is_shut_down_is_gone(lite_page):
    page = lite_page(FIRST)
    run_cell(page, "x = 5")
    page.get_by_role("menuitem", name="File", exact=True).first.click()
    page.get_by_text("Download", exact=True).wait_for()
    assert page.get_by_text("Log Out", exact=True).count() == page.get_by_text("Shut Down", exact=True).count() == 0
    page.keyboard.press("Escape")
    page.get_by_role("menuitem", name="Kernel", exact=True).first.click()
    page.get_by_text("Shut Down Kernel", exact=True).click()
    page.wait_for_function(f"!{CURRENT}.sessionContext.session?.kernel")
    assert "NameError" in run_cell(page, "x")


def test_a_link_to_the_next_lesson_leads_there(lite_page):
    page = lite_page(FIRST, kernel=False)
    with page.expect_popup() as opened:
        page.locator(".jp-RenderedMarkdown a", has_text="01 ·").click()
    opened.value.wait_for_url(f"**/lite/notebooks/*path={SECOND}", wait_until="commit")


def test_a_word_of_a_lesson_opens_the_glossary_at_that_lesson(lite_page):
    page = lite_page(SECOND, kernel=False)
    with page.expect_popup() as opened:
        page.locator(".jp-RenderedMarkdown a[href$='glossary.md#01']").first.click()
    heading = opened.value.locator(".jp-MarkdownViewer h3", has_text="01").first
    heading.wait_for()
    opened.value.wait_for_function(
        "(heading) => heading.getBoundingClientRect().top < 200", arg=heading.element_handle()
    )


def test_the_map_of_the_course_is_shown_as_a_page_and_leads_to_the_lessons(site_url, open_page):
    page = open_page()
    page.add_init_script(NO_KERNEL)
    page.goto(f"{site_url}lite/tree/?path=README.md")
    page.locator(".jp-MarkdownViewer a", has_text="01 ·").first.click()
    wait_for_notebook(page, SECOND)


def test_until_the_lesson_is_there_the_page_says_that_it_comes(site_url, open_page):
    page = open_page()
    page.route(lambda url: "/build/" in url, lambda route: None)  # the network hangs
    page.goto(f"{site_url}lite/notebooks/?path={FIRST}", wait_until="commit")
    page.get_by_text("Loading the lesson").wait_for()


def test_a_page_from_the_disk_says_that_it_needs_a_server_and_how_to_start_one(site, open_page, watch):
    watch.allow("config-utils.js")  # JupyterLite tries all the same
    page = open_page()
    page.goto((site / "lite" / "index.html").as_uri())
    page.get_by_role("heading", name="This page needs a web server").wait_for()
    assert f'python -m http.server --directory "{site}"' in page.inner_text("body")
