"""Traces whose texts mean harm: the page shows them as they are, or says that it cannot. And files edited by hand."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from kit.sample_pictures import HARMFUL, lesson
from kit.sweeps import sweep

from microgradviz import Trace, to_html, trace
from microgradviz.nn import MLP

pytestmark = pytest.mark.browser

PLAY = """
(values) => {
  const { model } = window.microgradviz;
  window.another({ ...values, by: "contribution", accumulate: true, level: "full", step: 0 });
  const root = document.querySelector("aside .microgradviz");
  const problem = root.querySelector(".mv-problem")?.textContent ?? "";
  const stranger = () => root.querySelector("script, img, iframe, a, style");
  const harm = () => (window.pwned && "code was run") || (stranger() && "an element came in");
  if (problem) return harm() || problem;
  const click = (element) => element?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const press = (name) => click([...root.querySelectorAll("button")].find((b) => b.textContent === name));
  press("Table");
  const cards = root.querySelectorAll("[data-node], [data-part]");
  for (const card of [...cards].slice(0, 8)) {
    click(card);
    for (const link of [...root.querySelectorAll(".mv-why .mv-link")].slice(0, 4)) click(link);
    press("Next");
  }
  const last = Number(root.querySelector(".mv-slider").max);
  for (let k = 0; k <= Math.min(last, 40); k++) window.set(k);
  window.set(last);
  press("Previous");
  return harm() || (cards.length ? "played" : "neither played nor refused");
}"""
# A second model, whose listeners' exceptions come out of `window.set`.
OTHER = """
window.another = (own) => {
  window.end?.();
  document.querySelector("aside")?.remove();
  const host = document.createElement("aside");
  document.body.append(host);
  const heard = new Map();
  window.set = (k) => { own.step = k; heard.get("change:step")(); };
  const model = {
    get: (name) => own[name], set: (name, value) => { own[name] = value; }, save_changes: () => {},
    on: (event, listener) => heard.set(event, listener), off: () => {},
  };
  window.end = widget.render({ model, el: host });
};
const close = widget.render"""


def values(expr: Any, **options: Any) -> dict[str, Any]:
    """The trace and the scene that a page carries."""
    page = json.loads(to_html(expr, **options).split('mv-values">')[1].split("</script>")[0])
    return {"trace": page["trace"], "scene": page["scene"]}


VALUES = {
    "an expression": values(lesson(), level="full"),
    "a net in groups": values(MLP(2, [3, 3, 1], seed=0)([1.0, -2.0]), level="full", groups="closed"),
}
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([10**9, 2**53, 0.5, 1e308, -1e308]),
    st.sampled_from(["", "mul", "__proto__", "constructor", "nan", "x" * 5_000, *HARMFUL]),
    st.sampled_from([{"$f": "Infinity"}, {"$f": "NaN"}, {"$f": "x"}, {"$f": None}, {}, []]),
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
)


HOSTILE = [*HARMFUL, "", "__proto__", "constructor", "toString", "x" * 5_000, "__import__('os')", "x" * 40 + "(" * 40]


@st.composite
def retold(draw: st.DrawFn, values: dict[str, Any]) -> dict[str, Any]:
    """The values with other texts in some places, or in all places of one kind."""
    changed = deepcopy(values)
    places = [place for place in texts(changed) if place[1] != "rankdir"]
    kinds = sorted({kind for *_, kind in places})
    wanted = draw(st.one_of(st.sampled_from(kinds), st.sets(st.integers(0, len(places) - 1), min_size=1, max_size=3)))
    for i, (holder, key, kind) in enumerate(places):
        if kind == wanted if isinstance(wanted, str) else i in wanted:
            holder[key] = draw(st.sampled_from(HOSTILE))
    return changed


def texts(values: Any, kind: str = "") -> list[tuple[Any, Any, str]]:
    """Where texts stand: what holds them, at which key, and the column they are in."""
    found = []
    for key, x in values.items() if isinstance(values, dict) else enumerate(values):
        if isinstance(x, str):
            found.append((values, key, kind or key))
        elif isinstance(x, dict | list):
            found += texts(x, key if not kind or kind in ("trace", "scene") else kind)
    return found


@st.composite
def mutated(draw: st.DrawFn, values: dict[str, Any]) -> dict[str, Any]:
    """The values with a few places replaced, dropped, doubled or added."""
    changed = deepcopy(values)
    for _ in range(draw(st.integers(1, 3))):
        place: Any = changed
        while True:
            keys = list(range(len(place))) if isinstance(place, list) else list(place)
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and place[key] and draw(st.integers(0, 4)):
                place = place[key]
                continue
            change = draw(st.sampled_from(["replace", "replace", "drop", "double", "swap"]))
            if change == "replace":
                place[key] = deepcopy(draw(ANYTHING))
            elif change == "drop":
                del place[key]
            elif change == "double" and isinstance(place, list):
                place.append(deepcopy(place[key]))
            elif change == "swap":
                other = draw(st.sampled_from(keys))
                place[key], place[other] = place[other], place[key]
            break
    return changed


@pytest.fixture
def stage(page: Any, tmp_path: Any) -> Any:
    """A page into which any values can be given."""
    path = tmp_path / "page.html"
    path.write_text(to_html(lesson()).replace("const close = widget.render", OTHER), encoding="utf-8")
    html = path.read_text(encoding="utf-8")
    policy = html[html.index("<meta http-equiv") : html.index("<meta name=")]
    path.write_text(html.replace(policy, ""), encoding="utf-8")
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("of", VALUES)
def test_what_is_not_changed_is_played(stage: Any, of: str) -> None:
    assert stage.evaluate(PLAY, VALUES[of]) == "played"


@sweep(few=25, many=400)
@pytest.mark.parametrize("of", VALUES)
def test_any_text_is_shown_as_text(stage: Any, of: str, examples: int) -> None:
    @settings(max_examples=examples)
    @given(retold(VALUES[of]))
    def check(values: dict[str, Any]) -> None:
        outcome = stage.evaluate(PLAY, {"trace": None, "scene": None, **values})
        assert outcome == "played" or outcome.startswith("This graph cannot be played: "), outcome

    check()


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_that_means_harm_may_stand_in_every_place_at_once(stage: Any, text: str) -> None:
    values = deepcopy(VALUES["an expression"])
    for holder, key, kind in texts(values):
        if kind not in ("$f", "rankdir"):
            holder[key] = text
    outcome = stage.evaluate(PLAY, values)
    assert outcome == "played" or outcome.startswith("This graph cannot be played: "), outcome


@sweep(few=150, many=1500)
def test_a_changed_trace_file_is_refused_in_a_sentence_or_becomes_a_page(tmp_path: Any, examples: int) -> None:
    @settings(max_examples=examples)
    @given(mutated(trace(lesson()).to_dict()))
    def check(columns: dict[str, Any]) -> None:
        try:
            read = Trace.from_json(json.dumps(columns))
        except ValueError:  # what it says is the business of test_read_json.py
            return
        html = to_html(read)
        assert html.count("<script") == 2
        assert html.startswith("<!doctype html>")

    check()
