"""player.mjs: a module that any page mounts by its address, as MyST does, with no kernel."""

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from kit.play_through import play_through
from kit.sample_pictures import lesson

from microgradviz import Value, play, slope, to_json, trace
from microgradviz.views.anywhere import player_module

# What a page of MyST does: the module by its address, the body of the directive as a model of the barest kind.
HOST = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; img-src data:">
<main></main><script type="module" src="host.js"></script>"""
HOST_CODE = """
const values = await (await import("./values.js")).default;
const listeners = {};
const model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; for (const heard of listeners[name] ?? []) heard(); },
  on: (event, heard) => (listeners[event.replace("change:", "")] ??= []).push(heard),
  off: (event, heard) => { const all = listeners[event.replace("change:", "")]; all.splice(all.indexOf(heard), 1); },
  save_changes: () => {},
};
const module = (await import("./player.mjs")).default;
let el = document.createElement("div");
document.querySelector("main").append(el);
const inner = document.createElement("div");
if (location.search.includes("shadow")) el = el.attachShadow({ mode: "open" }).appendChild(inner);
if (location.search.includes("later")) el = document.createElement("div");
const close = await module.render({ model, el });
if (location.search.includes("later")) document.querySelector("main").append(el);
Object.assign(window, { close, names: Object.keys(module) });
"""


class Quiet(SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def host(tmp_path: Path, page: Any) -> Iterator[str]:
    """The address of a page that mounts player.mjs with the lesson's graph."""
    (tmp_path / "player.mjs").write_text(player_module(), encoding="utf-8")
    (tmp_path / "host.js").write_text(HOST_CODE, encoding="utf-8")
    (tmp_path / "values.js").write_text(f"export default {to_json(play(lesson()))};", encoding="utf-8")
    (tmp_path / "host.html").write_text(HOST, encoding="utf-8")
    (tmp_path / "free.html").write_text(re.sub("<meta http-equiv.*>", "", HOST), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    page.goto("about:blank")
    server.shutdown()
    server.server_close()


@pytest.mark.browser
@pytest.mark.parametrize("where", ["host.html", "host.html?shadow", "free.html?later"])
def test_the_lesson_plays_where_only_a_module_and_json_are(host: str, page: Any, where: str) -> None:
    page.goto(host + where)
    page.locator(".microgradviz .mv-card").first.wait_for()
    assert page.locator(".mv-primary").first.evaluate("(next) => getComputedStyle(next).fontWeight") == "600"
    play_through(page, ".microgradviz", trace(lesson()))
    assert page.evaluate("window.names") == ["render"]
    page.evaluate("window.close()")
    page.locator(".microgradviz").wait_for(state="detached")


def test_the_module_is_one_file_that_imports_nothing() -> None:
    code = player_module()
    assert not re.search(r"^import\b|\bimport\(", code, re.MULTILINE)
    assert code.count("export default ") == 1
    assert ".mv-primary" in code
    assert len(code.encode()) <= 351_000


def test_the_body_is_the_trace_the_scene_and_the_options_and_no_label_ends_it(tmp_path: Path) -> None:
    player = play(Value(2.0, label="```\n:::") * 3, level="full")
    text = str(to_json(player, tmp_path / "body.json"))
    assert (tmp_path / "body.json").read_text(encoding="utf-8") == text
    assert "`" not in text
    assert "\n" not in text
    values = json.loads(text)
    assert values["trace"] == player.trace
    assert values["scene"] == player.scene
    assert values["level"] == "full"
    assert not {"edit", "acknowledged", "_esm", "_code", "layout"} & values.keys()


def test_only_a_player_has_a_body() -> None:
    with pytest.raises(TypeError, match=r"^player must be what play gives \(got Slope"):
        to_json(slope("x*x", x=3))
