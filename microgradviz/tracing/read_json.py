"""Checking a trace that came from outside: every column, every number, every reference."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

_TAGGED = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_COLUMNS = (
    "op", "data", "grad", "label", "params", "group", "groups", "line", "from", "to", "slot", "local", "order", "seed",
    "observed", "root", "engine", "note",
)  # fmt: skip


def decode_trace_columns(columns: Any) -> dict[str, Any]:
    """The arguments of `Trace` from plain data.

    Raises:
        ValueError: If it is not a trace of version 1, with what must hold and what came.
    """
    _hold(isinstance(columns, dict), "a trace must be an object of columns", columns)
    _hold(columns.get("format") == "microgradviz-trace", "format must be 'microgradviz-trace'", columns.get("format"))
    version = columns.get("version")
    if type(version) is not int or version != 1:
        raise ValueError(f"version must be 1 (got {_shown(version)}); a newer microgradviz may read it")
    missing = [name for name in _COLUMNS if name not in columns]
    _hold(not missing, f"columns must include {', '.join(missing)}", list(columns))
    unknown = [name for name in columns if name not in (*_COLUMNS, "format", "version")]
    _hold(not unknown, f"columns must be format, version, {', '.join(_COLUMNS)}", unknown)

    op = _list(columns, "op", str)
    count = len(op)
    _hold(count > 0, "a trace must have at least one value", "an empty op[]")
    sources, targets = _list(columns, "from", int), _list(columns, "to", int)
    edges = len(sources)
    slot = _list(columns, "slot", int, edges)
    _hold(len(targets) == edges, f"to[] must be as long as from[], {edges}", len(targets))
    _edges(sources, targets, slot, op)

    groups = [_pair(pair, "groups[]") for pair in _list(columns, "groups", list)]
    for number, (name, parent) in enumerate(groups):
        _hold(-1 <= parent < number, "the group around a group must come before it", (name, parent))
    group = _list(columns, "group", int, count)
    _hold(all(-1 <= g < len(groups) for g in group), f"group[] must be from -1 to {len(groups) - 1}", group)
    order = _list(columns, "order", int)
    _hold(all(0 <= i < count for i in order), f"order[] must be of values 0 … {count - 1}", order)
    root = columns["root"]
    _hold(type(root) is int and 0 <= root < count, f"root must be a value 0 … {count - 1}", root)
    engine, note = columns["engine"], columns["note"]
    engines = ("microgradviz", "observed", "torch")
    _hold(engine in engines, "engine must be 'microgradviz', 'observed' or 'torch'", engine)
    _hold(isinstance(note, str), "note must be text", note)
    steps = Counter(targets)
    total = sum(steps[i] for i in order)
    observed = []
    for entry in _list(columns, "observed", list):
        _hold(len(entry) == 3, "observed[] must be of [k, before, after]", entry)
        k = _whole(entry, 0, "observed[]")
        _hold(0 <= k < total, f"observed[] must be of contributions 0 … {total - 1}", k)
        observed.append((k, _number(entry[1], "observed[]"), _maybe(entry[2], "observed[]")))
    read = _maybe if engine == "torch" else _number  # torch does not keep them all
    data = [read(x, "data[]") for x in _list(columns, "data", object, count)]
    return {
        "op": op,
        "data": [math.nan if x is None else x for x in data],
        "unknown": frozenset(i for i, x in enumerate(data) if x is None),
        "grad": [_maybe(x, "grad[]") for x in _list(columns, "grad", object, count)],
        "label": {i: _text(label) for i, label in _by_value(columns, "label", count)},
        "params": {i: _params(p) for i, p in _by_value(columns, "params", count)},
        "group": group,
        "groups": groups,
        "line": {i: _place(place) for i, place in _by_value(columns, "line", count)},
        "sources": sources,
        "targets": targets,
        "slot": slot,
        "local": [_maybe(x, "local[]") for x in _list(columns, "local", object, edges)],
        "order": order,
        "seed": _number(columns["seed"], "seed"),
        "observed": observed,
        "root": root,
        "engine": engine,
        "note": note,
    }


def _edges(sources: list[int], targets: list[int], slot: list[int], op: list[str]) -> None:
    count, last, expected = len(op), -1, 0
    for source, target, place in zip(sources, targets, slot, strict=True):
        _hold(0 <= source < count and 0 <= target < count, f"edges must join values 0 … {count - 1}", (source, target))
        _hold(source < target, "edges must run from earlier to later values, without a cycle", (source, target))
        _hold(target >= last, "to[] must be in order", target)
        expected = expected + 1 if target == last else 0
        _hold(place == expected, f"slot[] must number the inputs of value {target} 0, 1, …", place)
        _hold(bool(op[target]), f"value {target} has inputs, so op[] must name its operation", "")
        last = target


def _hold(condition: bool, what: str, came: Any) -> None:
    if not condition:
        raise ValueError(f"{what} (got {_shown(came)})")


def _shown(came: Any) -> str:
    try:
        text = repr(came)
    except (ValueError, RecursionError):  # an integer of thousands of digits; lists in lists in lists
        text = f"a very large {type(came).__name__}"
    return text if len(text) <= 80 else text[:79] + "…"


def _list(columns: dict[str, Any], name: str, kind: type, count: int | None = None) -> list[Any]:
    found = columns[name]
    _hold(isinstance(found, list), f"{name}[] must be a list", found)
    _hold(count is None or len(found) == count, f"{name}[] must have {count} entries", len(found))
    for entry in found:
        _hold(kind is object or type(entry) is kind, f"{name}[] must be of {kind.__name__}", entry)
    return list(found)


def _by_value(columns: dict[str, Any], name: str, count: int) -> list[tuple[int, Any]]:
    found = columns[name]
    _hold(isinstance(found, dict), f"{name}{{}} must be an object", found)
    pairs = []
    for key, entry in found.items():
        whole = isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 12
        _hold(whole and str(int(key)) == key and int(key) < count, f"{name}{{}} must be of values 0 … {count - 1}", key)
        pairs.append((int(key), entry))
    return pairs


def _number(x: Any, where: str) -> float:
    if isinstance(x, dict):
        tag = x.get("$f") if len(x) == 1 else None
        _hold(isinstance(tag, str) and tag in _TAGGED, f"{where} must tag numbers as {', '.join(_TAGGED)}", x)
        return _TAGGED[x["$f"]]
    _hold(type(x) in (int, float) and abs(x) < math.inf, f"{where} must be of numbers", x)
    try:
        return float(x)
    except OverflowError:
        raise ValueError(f"{where} must be of numbers that fit in a double") from None


def _maybe(x: Any, where: str) -> float | None:
    return None if x is None else _number(x, where)


def _params(found: Any) -> dict[str, float]:
    _hold(
        isinstance(found, dict) and all(isinstance(name, str) for name in found), "params{} must be of objects", found
    )
    return {name: _number(x, "params{}") for name, x in found.items()}


def _text(label: Any) -> str:
    _hold(isinstance(label, str), "label{} must be of str", label)
    return str(label)


def _pair(entry: Any, where: str) -> tuple[str, int]:
    is_pair = isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str)
    _hold(is_pair, f"{where} must be of pairs", entry)
    return entry[0], _whole(entry, 1, where)


def _whole(entry: Any, at: int, where: str) -> int:
    _hold(isinstance(entry, list) and len(entry) > at and type(entry[at]) is int, f"{where} must hold a number", entry)
    return int(entry[at])


def _place(entry: Any) -> tuple[str, int]:
    place = _pair(entry, "line{}")
    _hold(place[1] >= 0, "line{} must hold a number from 0 on", entry)
    return place
