"""Those whose trick is the notebook itself: its cells, its metadata, its name."""

import json
from pathlib import Path
from typing import Any

from kit.notebooks import answer_cell as cell, check_cell, code_cell, notebook_data, write_notebook

from .forgery import RIGHT, Forgery

_WRONG = "def slope_mul(x, y):\n    return (0.0, 0.0)\n"
_TAG = "exercise-slope_mul"
_DAMAGED = "It is not a notebook: its JSON is damaged."


def _two(name: str, first: str, second: str) -> Any:
    return lambda folder: write_notebook(folder / name, cell("slope_mul", first), cell("slope_mul", second))


def _forged_id(folder: Path) -> Path:
    forged = code_cell(_WRONG, id="exercise-slope-mul", tags=("exercise-slope_tanh",))
    return write_notebook(folder / "forged_id.ipynb", forged, code_cell(RIGHT, tags=(_TAG,)), check_cell("slope_mul"))


def _all_tags(folder: Path) -> Path:
    from microgradviz.exercises.topics import EXERCISES

    tags = tuple(f"exercise-{name}" for name in EXERCISES)
    return write_notebook(folder / "all_tags.ipynb", code_cell("class Everything:\n    pass\n", tags=tags))


def _starred(folder: Path) -> Path:
    return write_notebook(
        folder / "starred.ipynb", cell("slope_mul", RIGHT), code_cell('check("slope_mul", *[slope_mul])')
    )


def _deep(folder: Path) -> Path:
    text = json.dumps(notebook_data(cell("slope_mul", RIGHT)))
    return _text(
        folder / "deep.ipynb", text.replace('"metadata": {}', f'"metadata": {"[" * 200_000}{"]" * 200_000}', 1)
    )


def _digits(folder: Path) -> Path:
    text = json.dumps(notebook_data(cell("slope_mul", RIGHT)))
    return _text(folder / "digits.ipynb", text.replace('"nbformat": 4', f'"nbformat": {"4" * 100_000}'))


def _wide_metadata(folder: Path) -> Path:
    bombs = {f"key {k}": "x" * 1000 for k in range(20_000)}
    made = notebook_data(cell("slope_mul", RIGHT), metadata=bombs)
    return _text(folder / "wide.ipynb", json.dumps(made))


def _named(name: str) -> Any:
    return lambda folder: write_notebook(folder / name, cell("slope_mul", RIGHT))


def _link(folder: Path) -> Path:
    outside = write_notebook(folder.parent / "outside.ipynb", cell("slope_mul", RIGHT))
    (folder / "link.ipynb").symlink_to(outside)
    return folder / "link.ipynb"


def _text(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


NOTEBOOK_TRICKS = (
    Forgery("right_then_wrong", "gives two answers, the right one first", "", "It gives 0 whatever it is asked: what it is given must play a part. 2 cells hold an answer; the last one before its check counts.", file=_two("first.ipynb", RIGHT, _WRONG)),
    Forgery("wrong_then_right", "gives two answers, the right one last", "", "", earned=3, file=_two("last.ipynb", _WRONG, RIGHT)),
    Forgery("forged_cell_id", "gives a wrong cell the id of the exercise", "", "", earned=3, file=_forged_id),
    Forgery("every_tag_at_once", "claims all exercises with one cell", "", "No cell defines slope_mul.", file=_all_tags),
    Forgery("check_with_a_star", "gives check what is no expression", "", "", earned=3, file=_starred),
    Forgery("metadata_200000_deep", "nests its metadata 200,000 deep", "", _DAMAGED, file=_deep),
    Forgery("number_of_100000_digits", "has a format number of 100,000 digits", "", _DAMAGED, file=_digits),
    Forgery("metadata_of_20_MB", "brings 20 MB of metadata", "", "", earned=3, file=_wide_metadata),
    Forgery(
        "formula_as_name", "is called like a formula, for the teacher's spreadsheet", "", "", earned=3,
        file=_named('=HYPERLINK("http:||evil","marks").ipynb'),
    ),
    Forgery(
        "script_as_name", "is called like a script, for the teacher's browser", "", "", earned=3,
        file=_named("<script>alert(1)<|script>.ipynb"),
    ),
    Forgery("newlines_as_name", "has a line break and a terminal's escape in its name", "", "", earned=3, file=_named("a\n\x1b[2Jb.ipynb")),
    Forgery("link_to_outside", "is a link to a file outside the folder", "", "It is a link to a file outside the folder that is graded.", file=_link),
)  # fmt: skip
