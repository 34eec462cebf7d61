"""Checking a trace that came from outside: every column, every number, every reference."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

_TAGGED = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_OR_NULL = "a number or null"
# What a column holds: [x] a list of x, {x} an object of x by the numbers of values, (x, y) a list of an x and a y.
_COLUMNS: dict[str, Any] = {
    "op": [str], "data": [_OR_NULL], "grad": [_OR_NULL], "label": {str}, "params": {dict}, "group": [int],
    "groups": [(str, int)], "line": {(str, int)}, "from": [int], "to": [int], "slot": [int], "local": [_OR_NULL],
    "order": [int], "seed": float, "observed": [(int, float, _OR_NULL)], "root": int, "engine": str, "note": str,
}  # fmt: skip


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
    read = {name: _read(columns[name], kind, name) for name, kind in _COLUMNS.items()}
    count, edges = len(read["op"]), len(read["from"])
    _hold(count > 0, "a trace must have at least one value", "an empty op[]")
    for name in ("data", "grad", "group", "to", "slot", "local"):
        length = edges if name in ("to", "slot", "local") else count
        _hold(len(read[name]) == length, f"{name}[] must have {length} entries", len(read[name]))
    for name in ("label", "params", "line"):
        for i in read[name]:
            _hold(i < count, f"{name}{{}} must be of values 0 … {count - 1}", i)
    _check_edges(read["from"], read["to"], read["slot"], read["op"])
    for number, group in enumerate(read["groups"]):
        _hold(-1 <= group[1] < number, "the group around a group must come before it", group)
    for name, least, most in (("group", -1, len(read["groups"])), ("order", 0, count)):
        _hold(all(least <= i < most for i in read[name]), f"{name}[] must be from {least} to {most - 1}", read[name])
    _hold(0 <= read["root"] < count, f"root must be a value 0 … {count - 1}", read["root"])
    engines = ("microgradviz", "observed", "torch")
    _hold(read["engine"] in engines, f"engine must be one of {', '.join(engines)}", read["engine"])
    steps = Counter(read["to"])
    total = sum(steps[i] for i in read["order"])
    for k, _, _ in read["observed"]:
        _hold(0 <= k < total, f"observed[] must be of contributions 0 … {total - 1}", k)
    for place in read["line"].values():
        _hold(place[1] >= 0, "line{} must hold a number from 0 on", place)
    data = read["data"]
    _hold(read["engine"] == "torch" or None not in data, "data[] must be of numbers", None)  # torch does not keep all
    read["unknown"] = frozenset(i for i, x in enumerate(data) if x is None)
    read["data"] = [math.nan if x is None else x for x in data]
    read["sources"], read["targets"] = read.pop("from"), read.pop("to")
    return read


def _read(x: Any, kind: Any, where: str) -> Any:
    """What stands in a column, or in a place of one, if it is of that kind."""
    if kind is int or kind is str:
        if type(x) is not kind:
            _hold(False, f"{where} must be of {kind.__name__}", x)
        return x
    if isinstance(kind, list):
        _hold(isinstance(x, list), f"{where}[] must be a list", x)
        own, where = kind[0], f"{where}[]"
        return [_read(entry, own, where) for entry in x]
    if isinstance(kind, tuple):
        _hold(isinstance(x, list) and len(x) == len(kind), f"{where} must be of lists of {len(kind)}", x)
        return tuple(_read(entry, own, where) for entry, own in zip(x, kind, strict=True))
    if isinstance(kind, set):
        _hold(isinstance(x, dict), f"{where}{{}} must be an object", x)
        (own,) = kind
        return {_value(key, f"{where}{{}}"): _read(entry, own, f"{where}{{}}") for key, entry in x.items()}
    if kind is dict:
        _hold(isinstance(x, dict) and all(isinstance(name, str) for name in x), f"{where} must be of objects", x)
        return {name: _number(entry, where) for name, entry in x.items()}
    return None if x is None and kind == _OR_NULL else _number(x, where)


def _value(key: Any, where: str) -> int:
    """The number of a value, as an object's key has it."""
    whole = isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 12 and str(int(key)) == key
    _hold(whole, f"{where} must be of values", key)
    return int(key)


def _number(x: Any, where: str) -> float:
    if type(x) is float and abs(x) < math.inf:
        return x
    if isinstance(x, dict):
        tag = x.get("$f") if len(x) == 1 else None
        _hold(isinstance(tag, str) and tag in _TAGGED, f"{where} must tag numbers as {', '.join(_TAGGED)}", x)
        return _TAGGED[x["$f"]]
    _hold(type(x) is int, f"{where} must be of numbers", x)
    try:
        return float(x)
    except OverflowError:
        raise ValueError(f"{where} must be of numbers that fit in a double") from None


def _check_edges(sources: list[int], targets: list[int], slot: list[int], op: list[str]) -> None:
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
