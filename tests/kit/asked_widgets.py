"""The widgets that asked cells show, as a learner meets them: live, at their first step, nothing clicked."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from asked_cells import answers_in, is_asked, text_of_output
from IPython.core.interactiveshell import InteractiveShell

from kit.lesson_files import LIVE

# From these the page works out what it will show; nobody reads them.
WORKINGS = {"trace", "scene", "tall", "graph", "samples", "plays", "tables", "torch"}
_NEEDED_BY_NONE = re.compile("plot$|check-")  # such cells define nothing for those below
VISIBLE = """() => {
  const SPOKEN = ["label", "description", "valuetext", "valuenow"];
  const isHidden = ({ display, visibility }) => display === "none" || visibility !== "visible";
  const seen = (element) => !element || (!isHidden(getComputedStyle(element)) && seen(element.parentElement));
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (seen(node.parentElement)) found.push(node.data);
    } else if (seen(node)) {
      found.push(node.value ?? "");
      for (const name of SPOKEN) found.push(node.getAttribute(`aria-${name}`) ?? "");
    }
  }
  return found.join("\\n");
}"""


def widgets_of(path: Path) -> Iterator[tuple[dict[str, Any], Any]]:
    """Each asked cell of a lesson as delivered whose run is not the answer, and the widget that it shows, if any."""
    cells = [
        cell
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code" and not any(map(_NEEDED_BY_NONE.match, cell["metadata"].get("tags", [])))
    ]
    last = max((i for i, cell in enumerate(cells) if is_asked(cell) and _is_live(cell)), default=-1)
    main = sys.modules["__main__"]
    shell = InteractiveShell()  # which puts a module of its own in the place of __main__
    try:
        for cell in cells[: last + 1]:
            source = "".join(cell["source"])
            shown = shell.run_cell(source, store_history=True).result
            is_quiz = re.search(r"(?m)^\s*(quiz|concept_test)\(", source)
            if is_asked(cell) and not is_quiz and not cell["metadata"].get("run") and hasattr(shown, "to_page"):
                yield cell, shown
    finally:
        sys.modules["__main__"] = main


def _is_live(cell: dict[str, Any]) -> bool:
    """Whether a cell shows what moves; of the others only what they define is needed."""
    return bool(re.search(rf"\b({'|'.join(LIVE)})\(", "".join(cell["source"])))


def told_live(cell: dict[str, Any], widget: Any, page: Any, folder: Path) -> list[str]:
    """The answers to what its cell asks that a widget tells at its first step, each with where: "page: 14"."""
    values = {name: value for name, value in widget.page_values().items() if name not in WORKINGS}
    (folder / "asked.html").write_text(widget.to_page(), encoding="utf-8")
    page.goto((folder / "asked.html").as_uri())
    page.wait_for_selector(".microgradviz")
    places = {
        "traits": json.dumps(values, ensure_ascii=False),
        "words": repr(widget),
        "picture": text_of_output({"data": {"text/html": widget.fallback()}}),
        "page": page.evaluate(VISIBLE),
    }
    return [f"{place}: {answer}" for place, text in places.items() for answer in answers_in(text, cell)]
