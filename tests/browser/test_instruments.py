"""What all widgets have in common, and a new one written by the recipe of CONTRIBUTING alone."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kit.sample_pictures import lesson

from microgradviz import concept_test, play, to_html
from microgradviz.views import bundle as joining, widget
from microgradviz.views.bundle import HERE, bundle

ROOT = Path(__file__).parents[2]

# ---------------------------------------------------------------- the recipe

ENTRY = """\
// @ts-check
// A toy: a number, and a button that doubles it.

import { button, html } from "../core/dom.js";
import { numberText } from "../core/words.js";
import { openWidget } from "../kit/widget.js";

/** @param {import("../core/model.js").Given} given */
function render(given) {
  const { model } = given;
  const { root, signal, hear, save, close } = openWidget(given, { name: "mv-toy", label: "A number" });
  const shown = html("p", "mv-toy-number");
  root.append(shown, button("Double", () => save("number", 2 * model.get("number")), signal));
  hear(["number"], show);
  show();
  return close;

  function show() {
    shown.textContent = numberText(model.get("number"));
  }
}

export default { render };
"""
WIDGET = '''\
"""toy(number): a number that can be doubled in the page."""

import traitlets

from ..widget import Instrument


class Toy(Instrument):
    """The number is its only trait."""

    entry = "instruments/toy.js"
    number = traitlets.Float(help="both ways").tag(sync=True)

    def __repr__(self) -> str:
        return f"Toy({self.number:g})"


def toy(number: float = 1.0) -> Toy:
    """A number, and a button that doubles it."""
    return Toy(number=number)
'''
GRAPH_ENTRY = """\
// @ts-check
// A toy with everything that draws graphs.

import { drawGraph } from "../graph/draw.js";
import { makeFaultList } from "../graph/faults.js";
import { makeZoom } from "../graph/zoom.js";
import { levelOf } from "../graph/parts.js";
import { fullName } from "../graph/titles.js";
import { makeViewport } from "../graph/viewport.js";
import { keepNearby } from "../graph/virtual.js";

function render() {
  return [drawGraph, makeFaultList, makeZoom, levelOf, fullName, makeViewport, keepNearby];
}

export default { render };
"""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which somebody followed the recipe."""
    home = tmp_path_factory.mktemp("workshop")
    shutil.copytree(ROOT / "microgradviz", home / "microgradviz", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "tsconfig.json", home)
    views = home / "microgradviz" / "views"
    (views / "js" / "instruments" / "toy.js").write_text(ENTRY, encoding="utf-8")
    (views / "js" / "instruments" / "toy.css").write_text(".microgradviz .mv-toy-number { font-size: 40px; }\n")
    (views / "instruments" / "toy_widget.py").write_text(WIDGET, encoding="utf-8")
    door = home / "microgradviz" / "__init__.py"
    line = '    "views.instruments.slope_widget": "slope",\n'
    text = door.read_text(encoding="utf-8")
    assert text.count(line) == 1
    door.write_text(text.replace(line, line + '    "views.instruments.toy_widget": "toy",\n'), encoding="utf-8")
    return home


def test_a_new_instrument_touches_four_files(workshop: Path) -> None:
    package = workshop / "microgradviz"
    changed = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.suffix in (".py", ".js", ".css")
        and not ((old := ROOT / path.relative_to(workshop)).exists() and old.read_bytes() == path.read_bytes())
    }
    assert changed == {
        "__init__.py",
        "views/instruments/toy_widget.py",
        "views/js/instruments/toy.css",
        "views/js/instruments/toy.js",
    }


@pytest.fixture
def toy_page(workshop: Path) -> Path:
    """What `to_html(toy(3))` writes there."""
    path = workshop / "toy.html"
    code = f"from microgradviz import to_html, toy\nto_html(toy(3), {str(path)!r}, title='A toy')\nprint(toy(3))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=workshop, env={})
    assert run.stdout == "Toy(3)\n", run.stderr
    return path


@pytest.mark.browser
def test_a_new_instrument_is_served_as_a_page(toy_page: Path, page: Any) -> None:
    page.goto(toy_page.as_uri())
    assert page.title() == "A toy"
    page.get_by_role("button", name="Double", exact=True).click()
    assert page.locator(".mv-toy-number").text_content() == "6"
    assert page.evaluate("window.microgradviz.model.get('number')") == 6
    assert page.evaluate("getComputedStyle(document.querySelector('.mv-toy-number')).fontSize") == "40px"
    page.evaluate("window.microgradviz.close()")
    assert page.locator("main *").count() == 0


def test_a_new_instrument_has_its_types_checked(workshop: Path, require_node: str) -> None:
    tsc = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
    if not tsc.exists():
        pytest.skip("TypeScript is not installed: python scripts/node.py npm ci")
    wrong = workshop / "microgradviz" / "views" / "js" / "instruments" / "wrong_toy.js"
    wrong.write_text(ENTRY.replace("shown.textContent =", "shown.text ="), encoding="utf-8")
    found = subprocess.run([require_node, str(tsc), "--project", str(workshop)], capture_output=True, text=True)
    wrong.unlink()
    (error,) = [line for line in found.stdout.splitlines() if "error" in line]
    assert "wrong_toy.js" in error
    assert "Property 'text' does not exist" in error


@pytest.mark.parametrize(("text", "most"), [(ENTRY, 50_000), (GRAPH_ENTRY, 130_000)])
def test_an_instrument_is_small(text: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    js = shutil.copytree(HERE, tmp_path / "js")
    (js / "instruments" / "toy.js").write_text(text, encoding="utf-8")
    monkeypatch.setattr(joining, "HERE", js)
    assert sum(len(part.encode()) for part in bundle("instruments/toy.js")) <= most


# ---------------------------------------------------------------- pages


def values_of(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.split('mv-values">')[1].split("</script>")[0])
    return found


def test_a_widget_as_a_page_knows_that_there_is_no_kernel() -> None:
    values = values_of(to_html(play(lesson(), step=3)))
    assert values["step"] == 3
    assert not {"edit", "acknowledged", "trouble", "layout", "_esm"} & values.keys()
    assert values.keys() == values_of(to_html(lesson())).keys() | {"plays", "round"}
    assert "handed_in" not in values_of(to_html(concept_test("before")))


def test_the_page_of_a_widget_has_its_title() -> None:
    assert "<title>L = d × f</title>" in to_html(play(lesson()))
    assert "<title>Twelve questions, at the end</title>" in to_html(concept_test("after"))
    assert "<title>mine &lt;3</title>" in to_html(concept_test("after"), title="mine <3")


# ---------------------------------------------------------------- a kernel in the browser


@pytest.fixture
def null(monkeypatch: pytest.MonkeyPatch) -> object:
    """Pyodide's null, as if Python ran in the browser."""
    ffi = ModuleType("pyodide.ffi")
    ffi.jsnull = object()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(widget, "IN_BROWSER", True)
    found: object = ffi.jsnull
    return found


def test_what_is_none_travels_as_null_however_deep(null: object) -> None:
    player = play("a / b", a=1, b=0)
    state = player.get_state()
    assert state["predict"] is null
    told = [
        {fault[name] for fault in scene["faults"] for name in ("node", "edge")}
        for scene in (state["scene"], player.scene)
    ]
    assert null in told[0]
    assert None in told[1]
    assert told[0] - {null} == told[1] - {None}


def test_null_arrives_as_none_however_deep(null: object) -> None:
    player = play("a * b", a=2, b=3, predict="data")
    answer = {"step": 1, "kind": "data", "node": 2, "given": 6, "right": True, "shown": False, "tries": 1}
    player.set_state({"answers": [{**answer, "edge": null, "mistake": null}]})
    assert player.answers == [{**answer, "edge": None, "mistake": None}]
    player.set_state({"predict": null})
    assert player.predict is None


def test_an_echo_has_no_none_in_it_either(null: object, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    player = play("a * b", a=2, b=3)
    monkeypatch.setattr(type(player.comm), "send", lambda self, data=None, **_: sent.append(data))
    player.set_state({"predict": null})
    assert sent
    assert all(widget._replaced(message, None, "gone") == message for message in sent)
