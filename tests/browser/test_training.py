"""The training viewer in Chromium: played, stopped, scrubbed, branched, opened; with mouse and keyboard."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.notebook_page import run_cell
from kit.player_page import button, resize

from microgradviz import MLP, to_html, training
from microgradviz.train import moons

pytestmark = pytest.mark.browser


@pytest.fixture
def viewer(page: Any, tmp_path: Path) -> Callable[..., Any]:
    """Open the offline page of a run, whose time passes when a test says so."""

    def viewer(run: Any = "xor", *rest: Any, on: Any = None, **options: Any) -> Any:
        shown = on or page
        path = tmp_path / "training.html"
        to_html(training(run, *rest, **options), path)
        shown.clock.install(time=0)
        shown.goto(path.as_uri())
        shown.clock.pause_at(30)
        wait(shown, 100)
        return shown

    return viewer


@pytest.fixture
def fresh(open_page: Any) -> Any:
    """A page of its own: a clock that was installed stays in a page."""
    return open_page()


def wait(page: Any, ms: int) -> None:
    page.clock.run_for(ms)


def press(page: Any, name: str) -> None:
    button(page, name).click()
    wait(page, 50)


def step(page: Any) -> int:
    return int(page.locator(".mv-training").get_attribute("data-step"))


def said(page: Any) -> str:
    return str(page.get_by_role("status").first.text_content())


def samples(page: Any) -> list[str]:
    found = page.get_by_role("region", name="Samples").get_by_role("button")
    return [str(tile.get_attribute("aria-label")) for tile in found.all()]


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("–", "nan"))


def is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[−-]?\d+(\.\d+)?", text))


def play(page: Any, ms: int) -> None:
    press(page, "Play")
    wait(page, ms)
    press(page, "Stop")


def move(page: Any, slider: str, key: str, times: int = 1) -> None:
    page.get_by_role("slider", name=slider, exact=True).focus()
    for _ in range(times):
        page.keyboard.press(key)
    wait(page, 50)


def test_play_solves_xor_within_five_seconds(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    assert "Press Play" in said(page)
    heading = page.get_by_role("region", name="Samples").locator("p").first
    assert heading.text_content() == "Samples: 1 of 4 right"
    press(page, "Play")
    wait(page, 5000)
    assert heading.text_content() == "Samples: 4 of 4 right"
    press(page, "Stop")
    stopped = step(page)
    wait(page, 2000)
    assert step(page) == stopped


def test_the_first_update_is_seen_slowly_and_the_next_follow(viewer: Any, open_page: Any) -> None:
    page = viewer(on=open_page(reduced_motion="no-preference"))
    press(page, "Play")
    wait(page, 200)
    assert step(page) == 0
    assert page.locator(".mv-pulse[visibility='visible']").count() == 4
    wait(page, 1000)
    assert page.locator(".mv-pulse").count() == 0
    assert step(page) > 1
    wait(page, 3500)
    assert page.get_by_role("region", name="Samples").locator("p").first.text_content() == "Samples: 4 of 4 right"


def test_the_strip_goes_back_to_what_was(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    before = samples(page)
    play(page, 2000)
    after = samples(page)
    assert after != before
    move(page, "Step", "Home")
    assert (step(page), samples(page)) == (0, before)
    move(page, "Step", "End")
    assert samples(page) == after


def test_reset_goes_to_the_same_start_and_a_new_one_says_its_seed(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    before = samples(page)
    play(page, 1000)
    press(page, "Reset")
    assert (step(page), samples(page)) == (0, before)
    press(page, "New start")
    assert samples(page) != before
    assert page.get_by_text("seed 0", exact=True).is_visible()


def test_a_tile_opens_the_player_on_that_moment_and_back_returns(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    play(page, 1000)
    now, tiles = step(page), samples(page)
    page.get_by_role("button", name="Sample 2 (x1 0, x2 1)").click()
    assert page.get_by_text(f"Step {now}, sample 2", exact=True).is_visible()
    press(page, "Go to backward pass")
    opened = page.locator(".mv-opened .microgradviz")
    assert opened.locator(".mv-unit").count() == 5
    assert opened.get_by_role("group", name="y, data 1").count() == 1
    prediction = number(tiles[1].split(": ")[1].split(",")[0])
    numbers = [number(text) for text in opened.locator("text, .mv-data").all_text_contents() if is_number(text)]
    assert any(x == pytest.approx(prediction, rel=0.02) for x in numbers)
    assert opened.get_attribute("data-phase") == "backward"
    page.keyboard.press("Home")  # the keys are the player's
    wait(page, 50)
    assert opened.get_attribute("data-step") == "0"
    press(page, "Back to training")
    assert (step(page), samples(page)) == (now, tiles)
    page.keyboard.press("Home")
    wait(page, 50)
    assert step(page) == 0


def test_another_rate_in_the_past_branches_and_the_old_future_stays(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    play(page, 2000)
    move(page, "Step", "ArrowLeft", 20)
    there = step(page)
    assert "Play goes through what has been" in said(page)
    move(page, "Rate", "ArrowRight", 3)
    assert f"goes on from step {there} at rate 0.71" in said(page)
    play(page, 500)
    assert page.locator(".mv-losses-ghost").count() == 1
    assert step(page) > there


def test_a_rate_too_high_explodes_and_the_broken_step_opens(viewer: Any, fresh: Any) -> None:
    page = viewer("line", on=fresh)
    move(page, "Rate", "End")
    press(page, "Play")
    wait(page, 9000)
    assert said(page).startswith("Stopped at step ")
    assert button(page, "Play").is_visible()
    assert page.locator(".mv-losses-broken").count() == 1
    page.get_by_role("button", name="where the numbers broke").click()
    assert button(page, "Back to training").is_visible()
    assert page.get_by_text("born here").count() > 0 or page.locator(".mv-faults, .mv-fault").count() > 0


def test_it_is_steered_with_the_keyboard(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    page.get_by_role("button", name="hidden layer, neuron 1").focus()
    page.keyboard.press("ArrowDown")
    wait(page, 50)
    told = page.get_by_role("region", name="What is pointed at")
    assert "hidden layer, neuron 2" in told.text_content()
    assert "Sample 1: " in told.text_content()
    assert told.get_by_role("row").count() == 4
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    weight = page.locator(":focus").get_attribute("aria-label")
    numbers = r"value [−.\d]+, gradient \(all samples\) [−.\d]+, next step adds [−.\d]+"
    assert re.fullmatch(f"Weight from x2 to hidden layer, neuron 2: {numbers}", weight), weight
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert told.get_by_role("row").count() == 6
    button(page, "Table").click()
    wait(page, 50)
    assert page.get_by_role("region", name="Every parameter").get_by_role("row").count() == 18


def test_the_gradients_shown_are_those_of_backward(viewer: Any, fresh: Any) -> None:
    run = training("xor")
    page = viewer(on=fresh)
    button(page, "Table").click()
    wait(page, 50)
    rows = page.get_by_role("region", name="Every parameter").get_by_role("row").all_inner_texts()[1:]
    shown = [row.split("\t") for row in rows]
    one = run._runs[0]
    losses = [(one.model(x) - y[0]) ** 2 for x, y in map(one.samples.row, range(4))]
    total = (losses[0] + losses[1] + losses[2] + losses[3]) * 0.25
    total.backward()
    for (name, _, grad, _), p in zip(shown, one.params, strict=True):
        assert name == p.label
        assert float(grad.replace("−", "-")) == pytest.approx(p.grad, abs=6e-4 * max(abs(p.grad), 1e-4))


CORNER = """() => {
  const field = document.querySelector('.mv-plane-field');
  return [...field.getContext('2d').getImageData(0, 0, 1, 1).data].slice(0, 3).reduce((a, b) => a + b);
}"""


@pytest.mark.parametrize(
    "darken",
    [
        lambda page: page.emulate_media(color_scheme="dark"),
        lambda page: page.evaluate("document.body.dataset.jpThemeLight = 'false'"),  # JupyterLab's theme
    ],
    ids=["system", "JupyterLab"],
)
def test_another_theme_paints_the_fields_anew(viewer: Any, open_page: Any, darken: Any) -> None:
    page = viewer("xor", on=open_page(color_scheme="light"))
    page.clock.resume()
    before = page.evaluate(CORNER)
    darken(page)
    for _ in range(60):
        if page.evaluate(CORNER) < before / 2:
            return
        page.wait_for_timeout(50)
    raise AssertionError("the field has the colours of the theme before")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("run", ["xor", "moons", "line"])
def test_nothing_is_wider_than_a_phone(viewer: Any, open_page: Any, run: str, scheme: str) -> None:
    page = viewer(run, on=open_page(color_scheme=scheme))
    page.clock.resume()
    resize(page, 360, 740)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("run", ["xor", "moons"])
def test_a_run_is_seen_whole_whatever_is_pointed_at(viewer: Any, open_page: Any, run: str) -> None:
    page = viewer(run, on=open_page(viewport={"width": 1280, "height": 900}))
    wait(page, 100)
    page.locator(".mv-net-unit").first.hover()
    wait(page, 100)
    assert "tanh(" in page.get_by_role("region", name="What is pointed at").text_content()
    assert page.locator(".mv-training").bounding_box()["height"] <= 700


def test_how_many_are_right_is_told_once_something_was_learned(viewer: Any, fresh: Any) -> None:
    page = viewer(MLP(2, [8, 1], seed=0), *moons(100, seed=1), on=fresh, lr=0.1, held=moons(40, seed=2))
    heading = page.get_by_role("region", name="Output over the two inputs").locator("p").first
    assert heading.text_content() == "Output over x1 and x2"
    play(page, 1000)
    assert re.fullmatch(r"Output over x1 and x2: \d+ of 100 right, held out \d+ of 40", heading.text_content())


def test_a_moment_is_saved_as_a_picture(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this picture as SVG").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.count("<image") == 6
    assert text.count('href="data:image/png') == 6
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Save this picture as PNG").click()
    assert Path(drawn.value.path()).read_bytes()[:4] == b"\x89PNG"


LEARNERS_LOOP = """\
import sys
sys.path.insert(0, {tests!r})
from kit.learner_network import Network, X, Y, learning
from microgradviz import Value, training
model = Network(Value)
t = training(learning(model, 60), model, X, Y)
t"""


def test_a_learners_own_loop_is_pulled_by_the_page_in_a_notebook(jupyter_lab: Any, page: Any) -> None:
    tests = str(Path(__file__).parents[1])
    name = jupyter_lab.write("training.ipynb", LEARNERS_LOOP.format(tests=tests), "t")
    jupyter_lab.open(page, name)
    run_cell(jupyter_lab, page, 0)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("Number(document.querySelector('.mv-training').dataset.step) >= 60")
    status = page.locator(".mv-training-status")
    page.wait_for_function("document.querySelector('.mv-primary').textContent === 'Play'")
    assert status.text_content() == "Your loop ended after 60 steps."
    assert page.locator(".mv-losses-told").text_content().startswith("step 60: loss ")
    assert "The loop is yours" in page.locator(".mv-training-main").text_content()
    assert not page.get_by_role("slider", name="Rate", exact=True).is_visible()
    page.get_by_role("slider", name="Step", exact=True).press("Home")
    page.wait_for_function("document.querySelector('.mv-training').dataset.step === '0'")
    page.locator(".mv-tile").nth(1).click()
    page.get_by_role("button", name="Back to training").click()
    page.wait_for_selector(".mv-training-main:not([hidden])")


def test_two_runs_keep_one_time_and_it_is_said_what_parts_them(viewer: Any, fresh: Any) -> None:
    page = viewer(training("xor"), training("xor", lr=0.3), on=fresh)
    play(page, 1000)
    assert page.get_by_role("region", name="Network").count() == 2
    assert f"step {step(page)}: XOR A loss" in page.locator(".mv-losses-told").text_content()
    assert "differ from step 1 on by the rate, 0.5 and 0.3" in said(page)
    press(page, "Diagnose")
    assert "saturated: A unit whose slope" in page.get_by_role("region", name="Diagnosis").text_content()
    move(page, "Step", "Home")
    first, second = samples(page)[:4], samples(page)[4:]
    assert first == second


def test_the_flow_tells_the_factor_between_two_layers(viewer: Any, fresh: Any) -> None:
    page = viewer("moons", on=fresh, show=["network", "plane", "loss", "flow"])
    flow = page.get_by_role("region", name="Flow of the gradients")
    assert flow.locator(".mv-flow-dot").count() == 8 + 8 + 1 + 3
    factor = flow.get_by_role("button", name="layer 1 ÷ layer 2")
    factor.click()
    text = flow.locator("p").last.text_content()
    one, other, share = (number(word) for word in text.split(": ")[1].rstrip(".").replace("=", "÷").split(" ÷ "))
    assert one / other == pytest.approx(share, rel=2e-3)
    assert flow.locator(".mv-flow-ghost").count() == 0
    play(page, 500)
    assert flow.locator(".mv-flow-ghost").count() == 20


def test_the_flows_of_two_runs_stand_on_the_same_axes(viewer: Any, fresh: Any) -> None:
    page = viewer(training("xor"), training("xor", lr=1e-6), on=fresh, show=["flow", "loss"])
    play(page, 1000)
    plots = page.get_by_role("region", name="Flow of the gradients").locator(".mv-flow-plot").all()
    axes = [plot.locator("svg text").all_text_contents() for plot in plots]
    assert axes[:2] == axes[2:]


def drag(page: Any, part: Any, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """From one place to another, each as shares of a part's box."""
    box = part.bounding_box()
    (x, y), (to_x, to_y) = ((box["x"] + a * box["width"], box["y"] + b * box["height"]) for a, b in (begin, end))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()
    wait(page, 50)


def test_on_the_surface_an_arrow_is_compared_once_the_step_is_taken(viewer: Any, fresh: Any) -> None:
    page = viewer("line", on=fresh, show=["loss", "surface"])
    surface = page.get_by_role("region", name="Surface of the loss")
    assert surface.locator(".mv-surface-contours path").count() == 10
    assert surface.locator(".mv-plot-name").all_text_contents() == training("line").runs[0]["parameters"]
    before = page.locator(".mv-losses-told").text_content()
    drag(page, surface.locator("svg").first, (0.5, 0.5), (0.7, 0.3))
    assert "press Step, and compare" in surface.text_content()
    assert "off" not in surface.text_content()
    assert surface.locator(".mv-surface-step").get_attribute("d") == ""
    assert page.locator(".mv-losses-told").text_content() == before
    press(page, "Step")
    assert "times as long" in surface.text_content()
    assert surface.locator(".mv-surface-step").get_attribute("d") != ""
    press(page, "Place the ball")
    before = page.locator(".mv-losses-told").text_content()
    drag(page, surface.locator("svg").first, (0.5, 0.5), (0.7, 0.3))
    assert page.locator(".mv-losses-told").text_content() != before
    assert "Drag an arrow" in surface.text_content()
    assert button(page, "Place the ball").get_attribute("aria-pressed") == "false"
    picture = surface.get_by_role("application")
    picture.press("ArrowUp")
    picture.press("ArrowRight")
    assert "Your arrow adds 0.1 and 0.1: press Step" in picture.get_attribute("aria-label")


def test_the_line_of_one_neuron_is_placed_by_hand(viewer: Any, fresh: Any) -> None:
    page = viewer("and", on=fresh)
    plane = page.get_by_role("region", name="Output over the two inputs")
    picture, hand = plane.locator("svg").first, page.get_by_role("group", name="Parameters by hand")
    heading = page.get_by_role("region", name="Samples").locator("p").first
    for name, x in (("w1", "1"), ("w2", "1"), ("b", "1")):
        hand.get_by_role("spinbutton", name=name).fill(x)
        wait(page, 50)
    assert heading.text_content() == "Samples: 2 of 4 right"
    ends = [circle.bounding_box() for circle in plane.locator(".mv-plane-handles circle").all()]
    assert len(ends) == 2
    box = picture.bounding_box()
    middle = [(ends[0][side] + ends[1][side]) / 2 + 6 - box[side] for side in ("x", "y")]
    shares = middle[0] / box["width"], middle[1] / box["height"]
    drag(page, picture, shares, (shares[0] + 0.3, shares[1] - 0.3))
    assert heading.text_content() == "Samples: 4 of 4 right"
    w1, w2, b = (float(field.input_value()) for field in hand.get_by_role("spinbutton").all())
    assert (w1, w2) == (1, 1)
    assert b < 0
    for moved in plane.locator(".mv-plane-handles circle").all():
        assert moved.is_visible()
    assert step(page) == 0
    press(page, "Reset")
    assert heading.text_content() != "Samples: 4 of 4 right"


def test_a_field_by_hand_has_room_for_its_number(viewer: Any, fresh: Any) -> None:
    page = viewer("and", on=fresh)
    for field, x, shown in zip(
        page.get_by_role("group", name="Parameters by hand").get_by_role("spinbutton").all(),
        ("-99.8625", "-9999.125", "-6081234567"),
        ("-99.862", "-9999", "-6.08e9"),
        strict=True,
    ):
        field.fill(x)
        field.blur()
        wait(page, 50)
        assert field.input_value() == shown
        assert field.evaluate("field => field.scrollWidth <= field.clientWidth"), shown


def test_a_plane_without_a_network_leaves_no_column_empty(viewer: Any, fresh: Any) -> None:
    page = viewer("moons", on=fresh, show=["plane", "loss"])
    plane = page.get_by_role("region", name="Output over the two inputs").bounding_box()
    losses = page.get_by_role("region", name="Loss", exact=True).bounding_box()
    assert plane["x"] + plane["width"] <= losses["x"]
    assert plane["y"] == losses["y"]


def test_a_second_run_beside_the_first_has_the_same_start_and_a_rate_of_its_own(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    play(page, 500)
    press(page, "Try beside")
    first, second = samples(page)[:4], samples(page)[4:]
    assert (step(page), first) == (0, second)
    move(page, "Rate XOR B", "ArrowRight", 5)
    play(page, 1000)
    assert samples(page)[:4] != samples(page)[4:]
    press(page, "One alone")
    assert len(samples(page)) == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(viewer: Any, open_page: Any, axe: str, scheme: str) -> None:
    panes = ["network", "plane", "loss", "flow", "surface"]
    page = viewer("moons", on=open_page(color_scheme=scheme, bypass_csp=True), show=panes)
    play(page, 300)
    move(page, "Step", "ArrowLeft")
    press(page, "Table")
    press(page, "Diagnose")
    page.get_by_role("button", name="layer 1, neuron 2").hover()
    page.clock.resume()
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations.map((v) => [v.id, v.nodes[0].html, v.help])")
    assert found == []


def test_what_is_closed_leaves_nothing_and_draws_no_more(viewer: Any, fresh: Any) -> None:
    page = viewer(on=fresh)
    press(page, "Play")
    page.evaluate("window.microgradviz.close()")
    wait(page, 500)
    assert page.locator("main *").count() == 0


QUICK = """async (what) => {
  const root = document.querySelector('.mv-training');
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const named = (name) => [...root.querySelectorAll('button')].find((one) => one.textContent === name);
  const begun = performance.now();
  if (what === 'stop') {
    named('Stop').click();
    await frame();
    const [took, at] = [performance.now() - begun, root.dataset.step];
    await new Promise((done) => setTimeout(done, 300));
    return root.dataset.step === at ? took : 1e9;
  }
  if (what === 'scrub') {
    const strip = root.querySelector('.mv-losses-slider');
    strip.value = 3;
    strip.dispatchEvent(new Event('input'));
    while (root.dataset.step !== '3') await frame();
  } else {
    named('Open').click();
    while (!root.querySelector('.mv-opened .mv-card, .mv-training-opened .mv-unit')) await frame();
  }
  return performance.now() - begun;
}"""


@pytest.mark.parametrize("run", ["xor", "moons"])
def test_stop_scrub_and_open_are_felt_as_one_with_the_press(open_page: Any, tmp_path: Path, run: str) -> None:
    page = open_page()
    to_html(training(run), tmp_path / "quick.html")
    page.goto((tmp_path / "quick.html").as_uri())
    button(page, "Play").click()
    page.wait_for_timeout(1500)
    took = {what: page.evaluate(QUICK, what) for what in ("stop", "scrub", "open")}
    print({what: round(ms) for what, ms in took.items()})
    for what, most in (("stop", 100), ("scrub", 50), ("open", 300)):  # where nothing else runs
        assert took[what] < 5 * most
