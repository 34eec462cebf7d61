"""The exported page in Chromium: the same player, without a kernel."""

import re
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from kit.learner_engines import AssignsInMul
from kit.play_through import ALL_CARDS, play_through, states
from kit.player_page import button, cards, go, is_disabled, status, step, until
from kit.sample_pictures import AWKWARD, HARMFUL, LABELS, labelled, lesson
from kit.sweeps import sweep

from microgradviz import Trace, Value, to_html, trace
from microgradviz.layout.scene import make_scene
from microgradviz.tracing.words import UNKNOWN

pytestmark = pytest.mark.browser

IN_VIEW = """[...document.querySelectorAll(".mv-card.is-forward, .mv-card.is-backward")].every((card) => {
  const [box, at] = [card.closest(".mv-graph"), card].map((element) => element.getBoundingClientRect());
  return at.left >= box.left && at.right <= box.right;
})"""
BUTTONS = ["Next", "Play", "Previous", "Restart", "Go to backward pass", "More"]


def squared() -> Value:
    a = Value(3.0, label="a")
    f = a * a
    f.label = "f"
    return f


# ---------------------------------------------------------------- the steps


def test_every_step_of_the_lesson_shows_what_the_trace_holds(show: Any) -> None:
    page = show(lesson())
    expected = states(trace(lesson()))
    assert len(expected) == 11
    for k, now in enumerate(expected):
        assert cards(page) == now
        assert page.locator(".mv-count").inner_text() == f"Step {k} of 10"
        if k < 10:
            button(page, "Next").click()
    for k in range(9, -1, -1):
        button(page, "Previous").click()
        assert step(page) == k
        assert cards(page) == expected[k]


def test_the_scenario_plays_in_the_exported_page(show: Any) -> None:
    play_through(show(lesson()), ".microgradviz", trace(lesson()))


def test_what_is_not_known_yet_is_a_dash_and_never_zero(show: Any) -> None:
    page = show(lesson())
    shown = {node: (data, grad) for node, data, grad in cards(page)}
    assert shown["0"] == ("2", UNKNOWN)
    assert shown["6"] == (UNKNOWN, UNKNOWN)
    assert page.get_by_role("group", name="L = d × f, data not yet known, grad not yet known", exact=True).count() == 1


def test_phases_and_sentences(show: Any) -> None:
    page = show(lesson())
    phase = page.locator(".mv-phase")
    assert phase.inner_text() == "→ forward pass"
    go(page, 1)
    assert status(page) == "e = a × b = 2 × −3 = −6"
    go(page, 4)
    assert phase.inner_text() == "← backward pass"
    assert status(page) == "Backward starts at the result: ∂L/∂L = 1, so L.grad = 1"
    go(page, 9)
    assert status(page).splitlines() == [
        "Arriving from e: −2 × −3 along this edge = 6; a.grad is now 6",
        "along a: × b = −3",
    ]
    go(page, 10)
    assert phase.inner_text() == "✓ done"


def test_a_square_is_seen_going_from_nothing_to_three_to_six(show: Any) -> None:
    page = show(squared())
    seen = []
    for k in (2, 3, 4):
        go(page, k)
        seen.append(page.locator("[data-node='0'] .mv-grad").text_content())
    assert seen == [UNKNOWN, "3", "6"]
    assert status(page).startswith("Arriving from f: 1 × 3 along this edge = 3; a.grad was 3, now 3 + 3 = 6")
    assert page.locator(".mv-chip").text_content() == "× 3"
    assert page.locator(".mv-contribution").text_content() == "+ 3"
    assert page.locator("path[data-edge].is-backward").get_attribute("data-edge") == "1"


def test_without_accumulation_three_stays_three_and_is_marked_as_wrong(show: Any) -> None:
    page = show(squared(), accumulate=False)
    go(page, 3)
    assert page.locator(".is-wrong").count() == 0
    go(page, 4)
    assert page.locator("[data-node='0'] .mv-grad").text_content() == "3 ⚠"
    assert "now 3 (overwritten: 6 would be right)" in status(page)
    name = "a, data 3, grad 3, wrong: 6 would be right"
    assert page.get_by_role("group", name=name, exact=True).count() == 1


def test_by_node_takes_one_step_a_node(show: Any) -> None:
    page = show(squared(), by="node")
    assert page.locator(".mv-count").inner_text() == "Step 0 of 3"
    go(page, 3)
    assert page.locator("[data-node='0'] .mv-grad").text_content() == "6"
    assert page.locator(".mv-chip").count() == 2


def test_a_fault_of_somebodys_engine_is_marked_and_told(show: Any) -> None:
    a = AssignsInMul(3.0, label="a")
    page = show(a * a)
    assert page.locator("[data-node='0'] .mv-badge").count() == 1
    assert page.get_by_role("region", name="What went wrong").inner_text().count("write += instead of =") == 1
    assert "write +=" not in status(page)
    go(page, 4)
    assert "⚠" in status(page)
    assert "write += instead of =" in status(page)
    assert page.locator("[data-node='0'] .mv-grad").text_content() == "3 ⚠"


def test_numbers_that_are_not_finite_are_shown_and_marked_where_they_were_born(show: Any) -> None:
    a = Value(0.0, label="a")
    page = show(1.0 / a + a.log())
    go(page, 3)
    shown = {node: data for node, data, _ in cards(page)}
    assert set(shown.values()) >= {"∞", "−∞", "nan"}
    assert page.locator("[data-node] .mv-badge").count() >= 2


def test_a_long_number_does_not_run_into_the_word_on_its_left(show: Any) -> None:
    a = Value(-0.00012345, label="a")
    page = show(a * a * 10000)
    for k in range(7):
        go(page, k)
        apart = page.evaluate(
            """() => [...document.querySelectorAll(".mv-card")].map((card) => {
              const at = (name) => card.querySelector(name).getBoundingClientRect();
              const [key, data] = [at(".mv-key"), at(".mv-data")];
              return data.width ? data.left - key.right : 1;
            })"""
        )
        assert min(apart) > 0, (k, apart)


def test_without_a_backward_pass_there_is_none_to_go_to(show: Any) -> None:
    columns = trace(squared()).to_dict()
    page = show(Trace.from_dict({**columns, "order": [], "note": "no _backward to watch"}))
    assert button(page, "Go to backward pass").count() == 0
    assert page.locator(".mv-count").inner_text() == "Step 0 of 1"
    assert page.locator(".mv-note").inner_text() == "no _backward to watch"


def test_a_leaf_that_no_gradient_can_reach_says_so(show: Any) -> None:
    columns = trace(lesson()).to_dict()
    page = show(Trace.from_dict({**columns, "root": 4, "order": [4, 2]}))
    go(page, 3 + 1 + 4)
    name = re.compile("^f, data −2, no path from the result$")
    assert page.get_by_role("group", name=name).count() == 1
    assert page.locator("[data-node='5'] .mv-key").last.text_content() == "no path from the result"
    assert "f, L: no path from the result" in status(page)


# ---------------------------------------------------------------- the controls


def test_every_button(show: Any) -> None:
    page = show(lesson())
    assert [b.inner_text() for b in page.get_by_role("button").all()] == BUTTONS
    assert [is_disabled(page, name) for name in BUTTONS] == [False, False, True, True, False, False]
    button(page, "Previous").dispatch_event("click")  # what is disabled does nothing
    assert step(page) == 0
    button(page, "Next").click()
    button(page, "Next").click()
    button(page, "Previous").click()
    assert step(page) == 1
    button(page, "Go to backward pass").click()
    assert step(page) == 4
    assert is_disabled(page, "Go to backward pass")
    assert page.locator(".mv-hint").inner_text() == "push gradient into d"
    assert button(page, "Next").get_attribute("aria-description") == "push gradient into d"
    button(page, "Restart").click()
    assert step(page) == 0
    go(page, 10)
    assert is_disabled(page, "Next")
    button(page, "Next").dispatch_event("click")
    assert step(page) == 10


def test_more_holds_speed_and_slider(show: Any, open_page: Any) -> None:
    page = show(lesson(), on=open_page())
    page.clock.install()
    slider = page.get_by_role("slider", name="Step", exact=True)
    assert not slider.is_visible()
    assert button(page, "More").get_attribute("aria-expanded") == "false"
    button(page, "More").click()
    assert button(page, "More").get_attribute("aria-expanded") == "true"
    slider.fill("7")
    assert step(page) == 7
    assert slider.get_attribute("aria-valuetext").startswith("step 7 of 10: Arriving from d: ")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    assert step(page) == 6
    speed = page.get_by_role("combobox", name="Speed")
    assert [option.inner_text() for option in speed.get_by_role("option").all()] == [
        *("all in 10 s", "all in 20 s", "all in 40 s")
    ]
    assert speed.input_value() == "20"
    speed.select_option("10")
    go(page, 9)
    button(page, "Play").click()
    assert button(page, "Pause").is_visible()
    page.clock.run_for(3000)
    assert step(page) == 10
    button(page, "Play").click()  # from the beginning again
    page.clock.run_for(3000)
    assert 1 <= step(page) <= 9
    button(page, "Pause").click()
    button(page, "Play").wait_for()


def test_where_the_forward_pass_ends_the_backward_pass_is_one_press_away(show: Any) -> None:
    page = show(lesson(), step=3)
    assert page.locator(".mv-hint").inner_text() == "start backward at L"
    assert not is_disabled(page, "Go to backward pass")
    button(page, "Go to backward pass").click()
    assert step(page) == 4
    assert page.locator(".mv-phase").inner_text() == "← backward pass"
    go(page, 9)
    button(page, "Go to backward pass").click()
    assert step(page) == 4


def test_the_full_level_opens_everything_at_once(show: Any) -> None:
    assert show(lesson(), level="full").get_by_role("slider", name="Step").is_visible()


def test_the_player_can_begin_where_backward_begins(show: Any) -> None:
    assert step(show(lesson(), start="backward")) == 3
    assert step(show(lesson(), step=5)) == 5


# ---------------------------------------------------------------- the keyboard


def test_the_keyboard_steps(show: Any) -> None:
    page = show(lesson())
    button(page, "Next").focus()
    for key, k in (("ArrowRight", 1), ("n", 2), ("ArrowLeft", 1), ("End", 10), ("ArrowRight", 10), ("Home", 0)):
        page.keyboard.press(key)
        assert step(page) == k
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert step(page) == 2


def test_a_page_of_one_player_listens_at_once_and_shows_no_ring(show: Any) -> None:
    page = show(lesson())
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("ArrowRight")
    assert step(page) == 1


def test_space_plays_unless_a_button_has_the_focus(show: Any) -> None:
    page = show(lesson(), level="full")
    page.locator("[data-node='6']").focus()
    page.keyboard.press(" ")
    button(page, "Pause").wait_for()
    page.wait_for_selector("[data-step='1']")
    page.keyboard.press(" ")
    button(page, "Play").wait_for()


def test_arrows_walk_over_the_cards_and_one_card_is_in_the_tab_order(show: Any) -> None:
    page = show(lesson())
    focused = "document.activeElement.getAttribute('data-node')"
    page.locator("[data-node='6']").focus()
    for key, node in (
        ("ArrowUp", "5"),
        ("ArrowUp", "4"),
        ("Shift+ArrowLeft", "2"),
        ("Shift+ArrowRight", "4"),
        ("ArrowDown", "5"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == node
    assert page.locator("[data-node][tabindex='0']").count() == 1
    assert step(page) == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Next"


def test_keys_outside_and_keys_with_control_are_left_alone(show: Any) -> None:
    page = show(lesson())
    page.evaluate(
        "() => { window.heard = [];"
        " document.addEventListener('keydown', (e) => window.heard.push([e.key, e.defaultPrevented])); }"
    )
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert step(page) == 0
    button(page, "Next").focus()
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("b")
    assert step(page) == 0
    heard = page.evaluate("window.heard")
    assert heard == [["ArrowRight", False], ["Control", False], ["ArrowRight", False]]


# ---------------------------------------------------------------- a good guest


OTHER = """
window.another = (el) => {
  const own = JSON.parse(data.textContent);
  const heard = new Map();
  const model = {
    get: (name) => own[name],
    set: (name, value) => { own[name] = value; },
    save_changes: () => {},
    on: (event, listener) => heard.set(event, listener),
    off: (event) => heard.delete(event),
  };
  return widget.render({ model, el });
};
const close = widget.render"""


def test_two_players_do_not_disturb_each_other(page: Any, tmp_path: Any) -> None:
    html = re.sub(r"<meta http-equiv.*>", "", to_html(lesson())).replace("const close = widget.render", OTHER)
    path = tmp_path / "two.html"
    path.write_text(html, encoding="utf-8")
    page.goto(path.as_uri())
    page.evaluate(
        "() => { const host = document.createElement('section'); document.body.append(host);"
        " window.shadow = host.attachShadow({ mode: 'open' }); const el = document.createElement('div');"
        " window.shadow.append(el); window.end = window.another(el); }"
    )
    steps = "() => [document, window.shadow].map((d) => d.querySelector('.microgradviz').dataset.step)"
    assert page.evaluate(steps) == ["0", "0"]
    button(page, "Next").first.click()
    assert page.evaluate(steps) == ["1", "0"]
    page.locator("section").get_by_role("button", name="Next", exact=True).click()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(steps) == ["1", "2"]
    page.evaluate("window.end()")
    assert page.evaluate("window.shadow.querySelector('.microgradviz')") is None
    button(page, "Next").first.click()
    page.keyboard.press("ArrowRight")
    assert step(page) == 3


def test_closing_ends_every_listener_and_timer(show: Any, open_page: Any) -> None:
    page = open_page()
    page.clock.install()
    show(lesson(), on=page, level="full")
    root = page.evaluate_handle("document.querySelector('.microgradviz')")
    button(page, "Play").click()
    page.clock.run_for(3000)
    assert step(page) >= 1
    page.evaluate("window.microgradviz.close()")
    assert page.locator("main *").count() == 0
    at = root.evaluate("(root) => root.dataset.step")
    page.evaluate(
        "(root) => { document.body.append(root); root.querySelector('button').focus();"
        " root.querySelector('button').click(); window.microgradviz.model.set('step', 7); }",
        root,
    )
    page.keyboard.press("ArrowRight")
    page.clock.run_for(30_000)  # longer than the whole play
    assert root.evaluate("(root) => root.dataset.step") == at


def test_the_wheel_scrolls_the_page(show: Any) -> None:
    page = show(lesson())
    page.evaluate("document.body.style.minHeight = '3000px'")
    box = page.locator(".mv-graph").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 100)
    page.mouse.wheel(0, 200)
    until(page, "window.scrollY > 100")


def test_the_wheel_scrolls_the_page_over_a_tall_graph_too(show: Any) -> None:
    page = show(labelled([f"v{i}" for i in range(60)]))
    page.evaluate("document.body.style.minHeight = '3000px'")
    box = page.locator(".mv-graph").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 100)
    page.mouse.wheel(0, 200)
    until(page, "window.scrollY > 100")


def test_a_wide_graph_scrolls_in_its_own_box_to_what_is_lit(show: Any) -> None:
    x = Value(1.0, label="x")
    for _ in range(20):
        x = x.tanh()
    page = show(x)
    for k in (20, 1, 21, 40):
        go(page, k)
        until(page, IN_VIEW)
        assert page.evaluate("[window.scrollX, window.scrollY]") == [0, 0]
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_what_was_lit_while_nothing_could_be_seen_is_in_view_when_it_can(show: Any) -> None:
    x = Value(1.0, label="x")
    for _ in range(40):
        x = x.tanh()
    page = show(x)
    page.evaluate(
        "async () => { document.querySelector('main').style.display = 'none';"  # and two frames in which that is seen
        " for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); }"
    )
    go(page, 40)
    page.evaluate("document.querySelector('main').style.display = ''")
    until(page, f"[...document.querySelectorAll('.mv-card.is-forward')].length && {IN_VIEW}")


def test_nothing_below_the_sentence_moves_as_it_changes(show: Any, open_page: Any) -> None:
    for width in (1000, 400):
        page = show(lesson(), on=open_page(viewport={"width": width, "height": 800}))
        tops = set()
        for k in range(11):
            go(page, k)
            tops.add(round(button(page, "Next").bounding_box()["y"], 1))
        assert len(tops) == 1


# ---------------------------------------------------------------- looks


def contrast(page: Any, text: str, ground: str) -> float:
    """WCAG contrast of two colours of the style sheet."""
    return float(
        page.evaluate(
            """([text, ground]) => {
              const probe = document.createElement("span");
              document.querySelector(".microgradviz").append(probe);
              const bright = (name) => {
                probe.style.color = `var(--mv-${name})`;
                const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).map((c) => {
                  const x = c / 255;
                  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
                });
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const [low, high] = [bright(text), bright(ground)].sort((a, b) => a - b);
              probe.remove();
              return (high + 0.05) / (low + 0.05);
            }""",
            [text, ground],
        )
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_have_enough_contrast(show: Any, open_page: Any, scheme: str) -> None:
    page = show(lesson(), on=open_page(color_scheme=scheme))
    for text, ground in (
        *(("ink", ground) for ground in ("paper", "card", "leaf", "forward-tint", "backward-tint", "alarm-tint")),
        *(("quiet", ground) for ground in ("paper", "card", "leaf", "forward-tint", "backward-tint")),
        *(("forward-text", ground) for ground in ("paper", "forward-tint")),
        *(("backward-text", ground) for ground in ("paper", "backward-tint")),
        *(("alarm", ground) for ground in ("paper", "card", "leaf", "alarm-tint", "backward-tint")),
        ("on-colour", "backward-text"),
        ("on-colour", "alarm"),
        ("on-colour", "forward"),
        ("on-colour", "forward-text"),
    ):
        assert contrast(page, text, ground) >= 4.5, (scheme, text, ground)
    for drawn in ("forward", "backward"):
        for ground in ("paper", f"{drawn}-tint"):
            assert contrast(page, drawn, ground) >= 3.0, (scheme, drawn, ground)


def test_the_page_follows_the_dark_scheme(show: Any, open_page: Any) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light = show(lesson(), on=open_page(color_scheme="light")).evaluate(ground)
    dark = show(lesson(), on=open_page(color_scheme="dark")).evaluate(ground)
    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(19, 21, 24)")


def test_nothing_moves_for_those_who_ask_for_less_motion(show: Any, open_page: Any) -> None:
    def moved(reduced_motion: str) -> int:
        page = show(lesson(), step=4, on=open_page(reduced_motion=reduced_motion))
        button(page, "Next").click()
        return int(page.evaluate("document.getAnimations().length"))

    assert moved("reduce") == 0
    assert moved("no-preference") > 0


# ---------------------------------------------------------------- labels and broken input


def check_labels(page: Any, show: Any, labels: list[str]) -> None:
    result = labelled(labels)
    short = make_scene(trace(result))["short"]
    show(result, on=page)
    assert [title for _, title, *_ in page.locator(".microgradviz").evaluate(ALL_CARDS)] == short
    for k in (1, len(labels), page.evaluate("Number(document.querySelector('.mv-slider').max)")):
        go(page, k)
        assert status(page)
    assert page.evaluate("window.pwned") is None
    assert page.evaluate("document.querySelectorAll('main script, img, iframe, a, main style').length") == 0
    assert page.evaluate("document.querySelectorAll('script').length") == 2


def test_nothing_executes_and_every_label_is_shown_as_it_is(page: Any, show: Any) -> None:
    check_labels(page, show, HARMFUL + AWKWARD)


@sweep(few=4, many=40)
def test_any_label_is_text_and_nothing_more(page: Any, show: Any, examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.lists(LABELS, min_size=10, max_size=30))
    def check(labels: list[str]) -> None:
        check_labels(page, show, labels)

    check()


@pytest.mark.parametrize(
    "values",
    [
        *("{}", '{"trace": {"op": [""]}, "scene": {}}', '{"trace": null, "scene": 3}'),
        *('{"trace": {"version": 2}, "scene": {}}', '{"trace": {"version": 1}, "scene": {}}'),
    ],
)
def test_a_malformed_trace_gives_one_sentence(page: Any, tmp_path: Any, values: str) -> None:
    html = re.sub(r"(mv-values\">).*(</script>)", rf"\g<1>{values}\g<2>", to_html(squared()))
    path = tmp_path / "broken.html"
    path.write_text(html, encoding="utf-8")
    page.goto(path.as_uri())
    assert page.locator(".microgradviz").inner_text().startswith("This graph cannot be played: ")


def test_the_page_asks_the_network_for_nothing_and_says_so(show: Any) -> None:
    page = show(lesson(), title="a <b> & c")
    assert page.title() == "a <b> & c"
    assert page.locator("html").get_attribute("lang") == "en"
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
