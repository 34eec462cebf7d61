"""What the playground asks of the package; runs in the page's worker, and once where the site is built.

Plain data in, plain data out: what is wrong with a text comes back as the package's own sentence.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from itertools import cycle
from typing import Any

from microgradviz.sources import Preset, find_preset, names_in_text, trace, write_text
from microgradviz.sources.presets import PRESETS
from microgradviz.views import PlayOptions, read_link
from microgradviz.views.links import number_in_link, write_link
from microgradviz.views.player import prepare_player

DEFAULT = "o = tanh(x1*w1 + x2*w2 + b)"
NUMBERS = {"x1": 2.0, "w1": -3.0, "x2": 0.0, "w2": 1.0, "b": 6.88}
_NEW = (2.0, 0.5, 1.5, 3.0, 0.25, 1.0)  # for names without a number; nothing has a log or a root that is nan
_KNOWN = {"e": math.e, "pi": math.pi, "π": math.pi}


def answer(request: str) -> str:
    """Answer a request, as JSON: `{"ask": "show", "text": "a*b", "numbers": {"a": "2"}}`."""
    asked = json.loads(request)
    try:
        numbers = {name: float(x) for name, x in asked.pop("numbers", {}).items()}
        said = _ASKED[asked.pop("ask")](**asked, numbers=numbers)
    except (ValueError, TypeError) as error:
        said = {"error": str(error)}
    except (RecursionError, MemoryError):
        said = {"error": "text must be shorter, or nested less deeply"}
    return json.dumps(said)


def show(text: str, numbers: Mapping[str, float]) -> dict[str, Any]:
    """All that the page shows of a text: names without a number get one."""
    preset = _preset(text, numbers)
    given, new = preset.leaves if preset else {}, cycle(_NEW)
    numbers = {
        name: numbers[name] if name in numbers else given[name] if name in given else _KNOWN.get(name) or next(new)
        for name in given or names_in_text(text)
    }
    traces, values = prepare_player(text, PlayOptions(leaves=numbers), {}, trace)
    made = next(iter(traces.values()))
    edit = values["scene"]["edit"]
    edit |= {"function": True, "link": None}  # as of a function its numbers have fields at once
    written, link, why = "", "", ""
    try:
        written = write_text(made).text
        link, leaves = write_link(made)
        edit["link"] = {"to": f"#{link.partition('&')[0]}", "leaves": leaves}  # to the page itself, wherever it lies
    except ValueError as error:
        why = str(error)
    return {
        "values": {**values, "preset": text, "acknowledged": 0},
        "text": text,
        "numbers": _as_text(numbers),
        "written": written,
        "link": link,
        "why": why,
    }


def open_link(link: str, numbers: Mapping[str, float]) -> dict[str, Any]:
    """The same for what stands behind the # of an address; its text is then written as we write."""
    text, given = read_link(link)
    try:
        preset = _preset(text, given)
        known = preset.leaves if preset else names_in_text(text)
        if unused := [name for name in given if name not in known]:
            raise ValueError(f"each name behind an & must be one of the expression (got {unused[0]!r})")
        shown = show(text, given)
    except (ValueError, TypeError) as error:
        return {"error": str(error), "text": text}
    return {**shown, "text": shown["written"] or text}


def python(text: str, numbers: Mapping[str, float]) -> dict[str, str]:
    """The expression as a cell of a notebook."""
    options = {option.name for option in fields(PlayOptions)}
    plain = all(c.isprintable() and c not in '"\\' for c in text)
    parts = [f'"{text}"' if plain else repr(text)]
    parts += [f"{name}={_in_python(x)}" for name, x in numbers.items() if name not in options]
    if rest := [f"{name!r}: {_in_python(x)}" for name, x in numbers.items() if name in options]:
        parts.append(f"leaves={{{', '.join(rest)}}}")
    return {"python": f"from microgradviz import play\n\nplay({', '.join(parts)})\n"}


def page(text: str, numbers: Mapping[str, float]) -> dict[str, str]:
    """The player as a file of its own."""
    from microgradviz import to_html

    return {"page": to_html(text, leaves=dict(numbers), title=text[:200])}


def examples() -> list[dict[str, Any]]:
    """The package's presets, as texts."""
    return [{"title": p.title, "text": p.text, "numbers": _as_text(p.leaves)} for p in PRESETS.values()]


def _preset(text: str, numbers: Mapping[str, float]) -> Preset | None:
    return find_preset(text, numbers) if text.strip() in PRESETS else None


def _as_text(numbers: Mapping[str, float]) -> dict[str, str]:
    return {name: number_in_link(float(x)) for name, x in numbers.items()}


def _in_python(x: float) -> str:
    return number_in_link(x) if abs(x) < float("inf") else f'float("{x}")'


_ASKED: dict[str, Callable[..., dict[str, Any]]] = {"show": show, "open": open_link, "python": python, "page": page}
