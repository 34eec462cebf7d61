"""The course with its kernel in the browser: every lesson, every instrument, what must not hang, what cannot run."""

import inspect
import json
import re
import time
from base64 import b64encode
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest
from kit import lessons_in_kernel
from kit.chromium import Watch
from kit.lesson_runs import solve
from kit.site import CODE_CELLS, CURRENT, cells, errors, run_all, run_cell, wait_for_kernel
from lite import make_whole, show_stored_libraries, show_stored_plots
from steps import BuildError

from microgradviz import trace
from microgradviz.exercises.quizzes.concepts import CONCEPTS
from microgradviz.exercises.topics import EXERCISES

PLAYER = ".microgradviz"
FIRST = "00_start_here.ipynb"
NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
ALL_POINTS = sum(exercise.points for exercise in EXERCISES.values())


@pytest.fixture(scope="module")
def page(browser: Any, site_url: str) -> Iterator[Any]:
    """One lesson with one kernel, in which every test runs cells of its own."""
    watch = Watch()
    watch.allow(r"404 .*/lite/api/contents/[^/]*/all\.json")  # JupyterLite looks for a folder that Python made
    context = browser.new_context(viewport={"width": 1280, "height": 1200}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(30_000)
    watch.attach(page)
    page.goto(f"{site_url}lite/notebooks/?path={FIRST}")
    wait_for_kernel(page, FIRST)
    run_cell(page, "from microgradviz import *")
    yield page
    context.close()
    watch.settle()


def shown(page: Any, selector: str) -> Any:
    """The last cell's picture, once it is there."""
    found = page.locator(f".jp-Notebook .jp-Cell:last-child {selector}").last
    found.wait_for()
    found.scroll_into_view_if_needed()
    return found


def soon(page: Any, code: str, pattern: str) -> str:
    """What a cell shows as soon as it matches: what a page tells the kernel takes its time."""
    for _ in range(100):
        found = run_cell(page, code)
        if re.search(pattern, found):
            return found
    pytest.fail(f"{code} never showed {pattern}, but {found}")


def solved(path: Path) -> list[dict[str, Any]]:
    """The cells of a lesson as the site has it, with the solutions in place of the stubs."""
    notebook = nbformat.read(path, as_version=4)
    solve(notebook)
    show_stored_plots(notebook)
    show_stored_libraries(notebook)
    return list(notebook.cells)


# ---------------------------------------------------------------- lessons and exercises


def test_every_lesson_runs_and_all_solutions_earn_all_points(page: Any) -> None:
    lessons = json.dumps({path.name: solved(path) for path in NOTEBOOKS})
    runner = inspect.getsource(lessons_in_kernel)
    found = run_cell(page, f"import json\nspace = {{}}\nexec({runner!r}, space)\nlessons = json.loads({lessons!r})\n"
                           "print(json.dumps(space['run_lessons'](get_ipython(), lessons)))", 120)  # fmt: skip
    assert json.loads(found) == []
    run_cell(page, "from microgradviz import *")
    assert run_cell(page, "print(progress())").startswith(f"Your progress: {ALL_POINTS} of {ALL_POINTS} points")


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_lesson_as_delivered_runs_from_top_to_bottom(lite_page: Any, path: Path) -> None:
    page = lite_page(path.name)
    run_all(page)
    assert errors(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_lesson_solved_by_hand_runs_from_top_to_bottom(lite_page: Any, path: Path) -> None:
    page = lite_page(path.name)
    sources = [cell["source"] for cell in solved(path) if cell["cell_type"] == "code"]
    page.evaluate(f"(texts) => {CODE_CELLS}.forEach((cell, i) => cell.model.sharedModel.setSource(texts[i]))", sources)
    run_all(page)
    assert errors(page) == []
    assert all(cell["execution_count"] for cell in cells(page) if cell["source"])


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "while True:\n        try: x += 1\n        except BaseException: continue",
    ],
)
def test_an_endless_answer_is_stopped_and_the_kernel_goes_on(page: Any, body: str) -> None:
    began = time.monotonic()
    found = run_cell(page, f"def slope_tanh(x):\n    {body}\nprint(check('slope_tanh', slope_tanh))")
    took = time.monotonic() - began
    assert "stopped after 2 seconds: it loops forever, or needs more time" in found
    assert took <= 3
    assert run_cell(page, "1 + 1").endswith("2")


def test_an_answer_that_trains_takes_little_longer_for_being_watched(page: Any) -> None:
    moons = EXERCISES["moons"]
    run_cell(page, moons.solution)
    began = time.monotonic()
    assert "moons: 3 of 3 points" in run_cell(page, f"print(check('moons', {moons.answer}))")
    assert time.monotonic() - began <= 6  # 1.5 as a rule


# ---------------------------------------------------------------- what would end the kernel


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("class V:\n    def __radd__(self, other): return other + self\n1 + V()", "RecursionError"),
        ("def f(n): return sum(f(n + 1) for _ in range(2))\nf(0)", "RecursionError"),
        ("x = Value(1.0)\nfor _ in range(100_000): x = x + 1.0\nx = None\nprint('thrown away')", "thrown away"),
        ("def g(): return g()\ncheck('slope_tanh', lambda x: g())", "RecursionError"),
    ],
)
def test_what_needs_more_stack_than_a_browser_has_does_not_end_the_kernel(page: Any, code: str, says: str) -> None:
    assert says in run_cell(page, code)
    assert run_cell(page, "1 + 1").endswith("2")


# ---------------------------------------------------------------- instruments


def test_a_player_steps_and_its_answers_reach_the_kernel(page: Any) -> None:
    run_cell(page, "p = play('(a * b + c) * f', a=2, b=-3, c=10, f=-2, predict='data')\np")
    player = shown(page, PLAYER)
    player.get_by_role("button", name="Next", exact=True).click()
    player.get_by_role("textbox", name="?").fill("-6")
    page.keyboard.press("Enter")
    player.get_by_role("button", name="Next", exact=True).click()
    player.get_by_role("button", name="Show me", exact=True).click()
    found = soon(page, "print(p.score, p.answers)", "asked=2")
    assert "Score(right=1, asked=2)" in found
    assert "'given': -6, 'right': True, 'shown': False, 'tries': 1, 'mistake': None" in re.sub(r"\s+", " ", found)


def test_a_graph_with_faults_can_be_played(page: Any) -> None:
    run_cell(page, "p = play('a / b', a=1, b=0)\np")  # what has no place is None, which no browser's kernel sends
    player = shown(page, PLAYER)
    player.get_by_role("button", name="Next", exact=True).click()
    assert player.locator(".mv-card").count() == 3
    assert player.get_attribute("data-step") == "1"
    assert "cannot be played" not in player.inner_text()
    assert "None" in run_cell(page, "print(p.scene['faults'])")


def test_a_net_in_groups_opens_and_closes(page: Any) -> None:
    run_cell(page, "play(MLP(2, [4, 4, 1])([1.0, -2.0]))")
    player = shown(page, PLAYER)
    clusters = player.locator(".mv-cluster")
    clusters.first.wait_for()
    before = player.locator(".mv-cluster, .mv-card").count()
    player.get_by_role("button", name="Next", exact=True).click()
    assert "cannot be played" not in player.inner_text()
    clusters.first.click()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "([root, before]) => root.querySelectorAll('.mv-cluster, .mv-card').length !== before",
        arg=[player.element_handle(), before],
    )


def test_a_slope_is_moved_and_the_kernel_knows_where(page: Any) -> None:
    run_cell(page, "s = slope(lambda x: x**2 - x.sin(), x=3, h=0.1)\ns")
    shown(page, ".mv-plot-picture .mv-curve-point").focus()
    page.keyboard.press("ArrowRight")
    soon(page, "print(s.at)", r"3\.\d")


def test_an_order_is_placed_and_the_kernel_knows_it(page: Any) -> None:
    run_cell(page, "g = visit_order()\ng")
    board = shown(page, ".mv-order")
    ids = {name: node for node, name in trace("order").label.items()}
    for name in "dcb":
        board.locator(f".mv-order-board:first-child [data-node='{ids[name]}']").click()
    soon(page, "print(g.order)", r"\['d', 'c', 'b'\]")


def test_a_question_is_answered_and_kept(page: Any) -> None:
    run_cell(page, "from microgradviz.exercises import Number\nq = quiz(Number('n', '1/2?', 0.5))\nq")
    field = shown(page, ".mv-quiz").get_by_label("your answer")
    field.fill("0.5")
    page.keyboard.press("Enter")
    soon(page, "print(q.score)", r"\(1, 1\)")


def test_the_concept_test_is_handed_in(page: Any) -> None:
    run_cell(page, "concept_test('after')")
    test = shown(page, ".mv-quiz")
    for item in CONCEPTS:
        test.get_by_role("group", name=item.question).get_by_role("radio").nth(item.right).check()
    test.get_by_role("button", name="Hand in").click()
    test.get_by_text("12 of 12 are right.").wait_for()


# ---------------------------------------------------------------- what cannot run there


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (
            "compare_with_torch(Value(2.0) * 3)",
            "ImportError: PyTorch does not run in the browser; on your own computer",
        ),
        ("compile(lambda x: x * x, [Value(1.0)], backend='llvm')", "backend='llvm' does not run in the browser; on"),
        (
            "draw_dot(Value(2.0) * 3).pipe('png')",
            "does not run in the browser. Use to_svg(expr, 'graph.svg')",
        ),
    ],
)
def test_what_cannot_run_says_so_and_what_to_do(page: Any, code: str, says: str) -> None:
    found = run_cell(page, code)
    assert says in found
    assert "pip install torch" not in found


def test_a_cell_that_plots_is_its_code_its_stored_picture_and_why(page: Any) -> None:
    picture = "<svg xmlns='http://www.w3.org/2000/svg' width='50' height='40'><rect width='50' height='40'/></svg>"
    image = (
        f'<img class="mv-plot" alt="Plot. Loss" src="data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}">'
    )
    outputs = [{"output_type": "display_data", "data": {"text/html": f"<style></style>{image}"}, "metadata": {}}]
    cell = {"cell_type": "code", "id": "loss", "source": "plt = plot_style()", "metadata": {"tags": ["plot"]}}
    notebook = {"cells": [{**cell, "outputs": outputs, "execution_count": 1}]}
    show_stored_plots(notebook)
    (made,) = notebook["cells"]
    added = {key: made[key] for key in ("cell_type", "source", "metadata")}
    page.evaluate(f"(cell) => {{ {CURRENT}.context.model.sharedModel.addCell(cell); }}", added)
    shown(page, "img[alt='Plot. Loss']").evaluate("(image) => image.decode()")
    assert "plt = plot_style()" in shown(page, "pre").inner_text()
    assert "matplotlib does not run in the browser: this is" in shown(page, "em").inner_text()
    assert "matplotlib does not run in the browser; on your own" in run_cell(page, "plot_style()")
    with pytest.raises(BuildError, match="cell loss is tagged plot and has stored none; run `make notebooks`"):
        show_stored_plots({"cells": [{**cell, "outputs": []}]})


@pytest.mark.parametrize(
    ("name", "uses", "fewest"),
    [
        ("14_the_same_in_pytorch", "torch.", 7),
        ("14b_what_pytorch_adds", "torch.", 7),
        ("22_from_scalars_to_matrices", "np.", 1),
    ],
)
def test_a_cell_that_needs_a_library_is_its_code_what_it_has_stored_and_why(name: str, uses: str, fewest: int) -> None:
    notebook = nbformat.read(NOTEBOOKS[0].parent / f"{name}.ipynb", as_version=4)
    before = {cell["id"]: deepcopy(cell) for cell in notebook["cells"]}
    make_whole(notebook)
    show_stored_libraries(notebook)
    changed = [cell for cell in notebook["cells"] if cell["cell_type"] != before[cell["id"]]["cell_type"]]
    assert len(changed) >= fewest
    for cell in changed:
        assert cell["source"].startswith(f"```python\n{before[cell['id']]['source']}\n```\n\n")
        assert cell["source"].endswith("On your own computer you run it yourself.*")
        for output in before[cell["id"]]["outputs"]:
            assert output.get("text", "").rstrip() in cell["source"]
            assert ("text/html" in output.get("data", {})) <= ('<img class="mv-still"' in cell["source"])
    left = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [text for text in left if uses in text and "quiz(" not in text] == []


def test_a_drawing_needs_no_dot(page: Any) -> None:
    run_cell(page, "draw_dot(Value(2.0) * 3)")
    assert shown(page, ".jp-RenderedSVG, .jp-OutputArea-output svg, .jp-OutputArea-output img").is_visible()


# ---------------------------------------------------------------- keep and mine


def test_what_is_kept_outlives_the_visit(page: Any) -> None:
    assert "Kept in my_engine.py" in run_cell(page, "Value = mine('08')\nprint(keep(Value))")
    page.reload()
    wait_for_kernel(page, FIRST)
    again = run_cell(page, "from microgradviz import mine\nValue = mine('08')")
    assert again.startswith("Value, as you kept it in my_engine.py: ")
