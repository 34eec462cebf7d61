"""The playground as it was built: texts, links, numbers, and whatever somebody puts into a link."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from kit.chromium import Watch
from kit.player_page import enter, resize, until

from microgradviz import link, trace

pytestmark = pytest.mark.browser

WORDS = "document.getElementById('said').textContent"
READY = f"document.querySelector('.mv-card') && {WORDS} === ''"
DYING = "postMessage({ ready: true }); onmessage = () => postMessage({ broken: 'RangeError' });"
STUCK = "postMessage({ ready: true }); onmessage = () => {};"  # a Python that never answers
CLIPBOARD = (
    "Object.defineProperty(navigator, 'clipboard', { configurable: true,"
    " value: { writeText: async (t) => { window.copied = t; } } })"
)

SCRIPT = """() => {
  document.head.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
  return window.ran;
}"""


@pytest.fixture(scope="module")
def url(site: Path, site_url: str) -> str:
    """The address of the playground."""
    if not (site / "play").exists():
        pytest.skip("the playground is not built: make site")
    return f"{site_url}play/"


@pytest.fixture(scope="module")
def kept(browser: Any, url: str) -> Iterator[Any]:
    """A playground whose Python is there; the tests of this file take turns in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(url)
    until_ready(page)
    yield page
    context.close()


@pytest.fixture
def page(kept: Any, watch: Watch) -> Iterator[Any]:
    """That playground, watched, on its first graph."""
    watch.attach(kept)
    kept.evaluate(
        "() => { history.replaceState(null, '', location.pathname); dispatchEvent(new Event('hashchange')); }"
    )
    until(kept, f"{READY} && document.querySelectorAll('.mv-card').length === 10")
    yield kept
    watch.detach(kept)


def until_ready(page: Any) -> None:
    page.wait_for_selector(".mv-card")
    until(page, READY)


def write(page: Any, text: str, until_there: str | None = None) -> None:
    page.get_by_role("textbox", name="Type an expression").fill(text)
    if until_there:
        until(page, f"[...document.querySelectorAll('.mv-title')].some((t) => t.textContent === {until_there!r})")


def open_link(page: Any, part: str) -> None:
    """Open a link in the page that is there, and wait until it is answered."""
    page.evaluate(
        "(part) => { document.getElementById('said').textContent = 'not yet'; location.hash = part; }", f"#{part}"
    )
    until(page, f"!/^(not yet|Opening)/.test({WORDS})")


def open_more(page: Any) -> None:
    more = page.get_by_role("button", name="More")
    if more.get_attribute("aria-expanded") == "false":  # it stays open from graph to graph
        more.press("Enter")
    for name in ("View", "Save"):
        fold = page.get_by_role("button", name=name, exact=True)
        if fold.get_attribute("aria-expanded") == "false":
            fold.press("Enter")


def data(page: Any) -> list[float]:
    return list(page.evaluate("microgradviz.model.get('trace').data"))


def address(page: Any) -> str:
    return str(page.url).partition("#")[2]


# ---------------------------------------------------------------- the first picture


def test_the_first_graph_plays_before_python_is_there(url: str, open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.route("**/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(url)
    page.wait_for_selector(".mv-card")
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_selector(".microgradviz[data-step='1']")
    assert "Python is being loaded" in page.locator("#said").inner_text()


@pytest.mark.parametrize("size", [(1366, 768), (1366, 650), (1280, 720)])
def test_on_a_laptop_the_first_graph_and_its_next_button_are_in_view(
    url: str, open_page: Callable[..., Any], size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    page.goto(url)
    page.wait_for_selector(".mv-card")
    box = page.get_by_role("button", name="Next", exact=True).bounding_box()
    assert box["y"] + box["height"] <= size[1]


def test_a_link_says_that_it_is_being_opened_and_then_shows(url: str, open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.add_init_script("new MutationObserver(() => { const s = document.getElementById('said')?.textContent;"
                         " if (s && !(window.heard ??= []).includes(s)) window.heard.push(s); })"
                         ".observe(document, { subtree: true, childList: true });")  # fmt: skip
    page.goto(f"{url}#tanh(x1*w1+b)&x1=2&w1=-3&b=6.88")
    until_ready(page)
    assert page.evaluate("heard")[0].startswith("Opening the link")
    assert page.locator("#expression").input_value() == "tanh(x1*w1 + b)"
    assert data(page) == pytest.approx(trace("tanh(x1*w1 + b)", x1=2, w1=-3, b=6.88).data)


def test_without_its_python_it_says_so_and_the_picture_stays(
    url: str, open_page: Callable[..., Any], watch: Watch
) -> None:
    watch.allow("404")
    for part in ("", "#a*b&a=1&b=2"):
        page = open_page()
        page.route("**/python.zip", lambda route: route.fulfill(status=404))
        page.goto(url + part)
        until(page, f"{WORDS}.includes('could not be loaded (python.zip did not come (404))')")
        assert page.locator(".mv-card").count() == 10


def test_from_the_disk_it_says_that_it_needs_a_server(site: Path, open_page: Callable[..., Any], watch: Watch) -> None:
    watch.allow("CORS|Access to script|Failed to load|ERR_FAILED")
    page = open_page()
    page.goto((site / "play" / "index.html").as_uri())
    until(page, "getComputedStyle(document.querySelector('.late')).opacity === '1'")
    assert "python -m http.server" in page.locator("#player").inner_text()


# ---------------------------------------------------------------- texts, numbers and the address


def test_what_is_typed_shows_and_its_address_is_a_link_to_it(page: Any, open_page: Callable[..., Any]) -> None:
    write(page, "d = a×b; √d + d", "d = a × b")
    until(page, "location.hash !== ''")
    assert address(page) == "d=a*b;sqrt(d)+d&a=2&b=6.88"  # b keeps its number
    other = open_page()
    other.goto(page.url)
    until_ready(other)
    assert data(other) == data(page)
    assert address(other) == address(page)


def test_the_links_of_python_open(page: Any) -> None:
    part = link("z = x1*w1 + b; ŷ = sigmoid(z); 0.5*(ŷ - t)**2", x1=2, w1=0.5, b=1e-7, t=float("inf")).partition("#")[2]
    open_link(page, part)
    assert page.locator("#said").inner_text() == ""
    until(page, "decodeURIComponent(location.hash).includes('ŷ')")
    assert address(page) == part


def test_a_wrong_text_says_why_and_the_last_graph_stays(page: Any) -> None:
    write(page, "a * sinn(a)")
    until(page, f"{WORDS} !== ''")
    said = page.locator("#said").text_content()
    assert said.endswith("(got 'sinn'); did you mean sin?\n    a * sinn(a)\n        ^")
    assert page.locator("#expression").get_attribute("aria-invalid") == "true"
    assert page.locator(".mv-card").count() == 10
    page.evaluate(CLIPBOARD)
    page.get_by_role("button", name="Copy link", exact=True).click()
    until(
        page,
        "document.getElementById('done').textContent === 'Link copied (of the graph below, not of what you typed)'",
    )
    write(page, "a * sin(a)", "e = sin(a)")
    until(page, f"{WORDS} === ''")
    assert page.locator("#expression").get_attribute("aria-invalid") == "false"


def test_no_text_is_no_mistake_and_the_last_graph_stays(page: Any) -> None:
    write(page, " ")
    until(page, f"{WORDS}.startsWith('Type an expression')")
    assert page.locator("#expression").get_attribute("aria-invalid") == "false"
    assert page.locator(".mv-card").count() == 10


def test_a_chain_of_doublings_has_a_formula_that_stays_short(page: Any) -> None:
    write(page, "; ".join(["a0 = x*x", *(f"a{i} = a{i - 1} + a{i - 1}" for i in range(1, 30))]), "a29 = a28 + a28")
    open_more(page)
    formula = page.get_by_role("checkbox", name="Formula")
    formula.check()
    until(page, "document.querySelector('.mv-formula').textContent.includes('a29 = a28 + a28')")
    assert len(page.locator(".mv-formula").inner_text()) < 1000
    page.get_by_role("checkbox", name="Formula").uncheck()  # it stays from graph to graph


def test_a_number_edited_in_the_picture_reaches_the_address(page: Any) -> None:
    write(page, "a*b + 1", "e = a × b")
    enter(page, "a", "-0.125")
    until(page, "location.hash.includes('a=-0.125')")
    assert address(page) == "a*b+1&a=-0.125&b=6.88"
    write(page, "a*b + 2", "f = e + 2")
    assert data(page)[0] == -0.125


def test_a_number_of_the_text_that_is_edited_moves_into_the_address(page: Any) -> None:
    write(page, "k = 3; a*k + k", "e = a × k")
    enter(page, "k", "4")
    until(page, "location.hash.includes('k=4')")
    assert page.locator("#expression").input_value() == "a*k + k"
    write(page, "a*k + k + 1", "g = f + 1")
    assert 4 in data(page)


def test_while_the_graph_stays_the_step_stays(page: Any) -> None:
    page.evaluate("microgradviz.model.set('step', 5)")
    write(page, "o = tanh(x1*w1 + x2*w2 + b )")
    write(page, "out = tanh(x1*w1 + x2*w2 + b)", "out = tanh(h)")
    assert page.locator(".microgradviz[data-step='5']").count() == 1
    write(page, "a*b", "e = a × b")
    assert page.locator(".microgradviz[data-step='0']").count() == 1


def test_examples_and_prediction_by_keyboard(page: Any) -> None:
    page.get_by_role("combobox", name="Examples").focus()
    page.keyboard.type("Two ways")
    until(page, "document.querySelector(\"[data-node='5']\") && !document.querySelector(\"[data-node='6']\")")
    assert page.locator("#expression").input_value() == "b = a + 1; c = 3*a; d = b*c"
    open_more(page)
    page.get_by_role("combobox", name="Predict").select_option("data")
    page.get_by_role("button", name="Next", exact=True).press("Enter")
    page.wait_for_selector(".mv-predict:visible, .mv-field:visible")
    page.get_by_role("combobox", name="Predict").select_option("")


# ---------------------------------------------------------------- what is taken away


def test_link_and_python_are_copied(page: Any) -> None:
    page.evaluate(CLIPBOARD)
    write(page, "a*step", "v1 = a × step")
    open_more(page)
    for name in ("Copy link", "Copy a link to this graph"):
        page.evaluate("window.copied = ''")
        page.get_by_role("button", name=name, exact=True).click()
        until(page, "copied")
        assert page.evaluate("copied") == page.url.partition("#")[0] + "#a*step&a=2&step=2"
    page.get_by_role("button", name="Copy as Python").click()
    until(page, "copied.startsWith('from')")
    assert page.evaluate("copied") == "from microgradviz import play\n\nplay(\"a*step\", a=2, leaves={'step': 2})\n"


def test_the_page_that_is_saved_plays_alone(page: Any, open_page: Callable[..., Any], tmp_path: Path) -> None:
    write(page, "a*sin(b)", "e = sin(b)")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as page").click()
    assert download.value.suggested_filename == "graph.html"
    download.value.save_as(tmp_path / "graph.html")
    alone = open_page()
    alone.goto((tmp_path / "graph.html").as_uri())
    alone.wait_for_selector(".mv-card")
    assert alone.locator("h1").inner_text() == "a*sin(b)"


# ---------------------------------------------------------------- links of others

HOSTILE = {
    "a script": ("<script>alert(1)</script>&a=1", "text must be an expression"),
    "a script as a number": ("a&a=" + quote("<img src=x onerror=alert(1)>"), "a must be a number"),
    "a megabyte": ("a+" * 500_000 + "a&a=1", "link must have at most 8,000 letters"),
    "brackets in brackets": ("(" * 3900 + "a" + ")" * 3900, "at most 400 operations"),
    "brackets": ("(" * 150 + "a" + ")" * 150, "text must be nested less deeply"),
    "a deep tree": ("-" * 7000 + "a&a=1", "at most 400 operations in one part, in a browser"),
    "a long sum": ("a+" * 3900 + "a&a=1", "at most 400 operations in one part, in a browser"),
    "a percent sign": ("a%2&a=1", "link must be whole"),
    "no UTF-8": ("%ff%fe", "link must be whole"),
    "no text": ("&&&==;;", "link must go on as name=number"),
    "an operation that is gone": ("tahn(a)&a=1", "did you mean tanh?"),
    "an invisible letter": (quote("\u202e") + "a*b", "invalid non-printable character"),
    "a null": ("a%00b", "null bytes"),
    "a number too many": ("a*b&a=1&b=2&q=3", "must be one of the expression (got 'q')"),
    "a tower": ("9**9**9**9*a&a=1", ""),
    "names of JavaScript": ("constructor*toString&constructor=2", ""),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_a_link_holds_it_ends_in_a_sentence_or_a_graph(name: str, page: Any) -> None:
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    part, says = HOSTILE[name]
    open_link(page, part)
    if says:
        until(page, f"{WORDS}.includes({says!r})")
    said = page.locator("#said").inner_text()
    assert says in said
    assert said.endswith("The graph below is not the link's.") == bool(says)
    write(page, "zz*2", "zz")


def test_a_long_text_in_a_link_leaves_the_graph_in_view(page: Any) -> None:
    open_link(page, "+".join(f"name{i}" for i in range(390)))
    until(page, "document.title.startsWith('name0')")
    assert page.locator("#player").bounding_box()["y"] < 900 * 0.7


def test_where_python_dies_it_begins_anew(url: str, open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.route("**/worker.js", lambda route: route.fulfill(body=DYING, content_type="text/javascript"), times=1)
    page.goto(f"{url}#a*b&a=1&b=2")
    until(page, f"{WORDS}.includes('too much for Python')")
    assert page.locator(".mv-card").count() == 10
    write(page, "a*3", "e = a × 3")
    until(page, f"{WORDS} === ''")


def test_what_takes_too_long_is_stopped_and_python_begins_anew(url: str, open_page: Callable[..., Any]) -> None:
    page = open_page()
    started: list[str] = []
    page.on("worker", lambda worker: started.append(worker.url))
    page.route("**/worker.js", lambda route: route.fulfill(body=STUCK, content_type="text/javascript"))
    page.clock.install()
    page.goto(f"{url}#a*b&a=1&b=2")
    page.wait_for_selector("textarea")
    page.clock.run_for(13_000)
    until(page, f"{WORDS}.includes('longer than 10 seconds')")
    assert page.locator(".mv-card").count() == 10
    assert len(started) == 2


def test_its_policy_lets_nothing_else_in(page: Any, watch: Watch) -> None:
    watch.allow("Content Security Policy|request to another machine|Refused|Fetch API cannot load")
    assert page.evaluate("fetch('https://example.org/').then(() => 'came', () => 'refused')") == "refused"
    assert page.evaluate(SCRIPT) is None


# ---------------------------------------------------------------- for everybody


@pytest.mark.parametrize(
    ("look", "size"),
    [
        ({"color_scheme": "light"}, (1280, 900)),
        ({"color_scheme": "dark"}, (1280, 900)),
        ({"color_scheme": "light"}, (390, 844)),
        ({"forced_colors": "active"}, (1920, 1080)),
    ],
    ids=["light", "dark", "phone", "projector"],
)
def test_axe_finds_nothing_and_nothing_is_cut_off(
    look: dict[str, Any], size: tuple[int, int], page: Any, axe: str
) -> None:
    page.emulate_media(**{"color_scheme": "light", "forced_colors": "none", **look})
    resize(page, *size)
    page.evaluate("document.querySelector('details').open = true")
    write(page, "tahn(a)")
    until(page, f"{WORDS} !== ''")
    page.evaluate(axe)
    found = page.evaluate("axe.run().then(({ violations }) => violations.map((v) => [v.id, v.nodes[0].html]))")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
