"""The parts of the docs that are written from the code itself: operations, the trace format, the command line."""

from __future__ import annotations

import inspect
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

from docs_names import public_names, thing_called
from docs_sources import ROOT, write_if_changed

from microgradviz import cli, trace
from microgradviz.engine import BUILT_IN, OPS, Op
from microgradviz.sources.presets import PRESETS

sys.path.append(str(ROOT / "scripts"))
import readme_picture
from cheat_sheet import in_python

SCHEMA = ROOT / "microgradviz" / "tracing" / "trace.schema.json"


def write_tables(target: Path, extra: Path) -> None:
    """Write each part as Markdown below target, for pages to include; below extra the schema and a picture."""
    parts: dict[str, Callable[[], str]] = {
        "operations": operations,
        "trace_format": trace_format,
        "trace_example": trace_example,
        "commands": commands,
        "presets": presets,
        "names": names,
    }
    for name, text in parts.items():
        write_if_changed(target / f"{name}.md", text())
    extra.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(SCHEMA, extra / SCHEMA.name)
    write_if_changed(extra / "backprop.svg", readme_picture.draw())
    write_if_changed(extra / "backprop_narrow.svg", readme_picture.draw("TB"))  # a phone's: its words stay readable


def operations() -> str:
    """Every operation of the engine, as a table of Markdown."""
    head = ["operation", "value", "local derivatives", "torch."]
    return _table(head, [_operation(OPS[name]) for name in BUILT_IN])


def _operation(op: Op) -> list[str]:
    many = op.arity is None
    names = ["each input"] if many else [f"∂/∂{name}" for name in "xy"]
    locals = [f"{name}: {_code(text)}" for name, text in zip(names, op.locals, strict=False)]
    if op.kinks:
        locals.append(f"a corner where {_code(op.kinks)}")
    torch = [_code(op.torch)] if op.torch else []
    if "." in op.torch:
        torch += [_code(f"{name}={value}") for name, value in op.torch_options.items()]
    return [
        "<br>".join([_text(op.notation), *([_code(in_python(op))] if in_python(op) else [])]),
        "the sum, from left to right" if many else _code(op.formula),
        "<br>".join(locals),
        "<br>".join(torch),
    ]


def trace_format() -> str:
    """The fields of a trace, from its schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    fields = schema["properties"].items()
    rows = [[_code(name), _type(field, schema), _text(field["description"])] for name, field in fields]
    number = schema["$defs"]["number"]["description"]
    return (
        f"{_text(schema['description'])}\n\n{_table(['field', 'type', 'meaning'], rows)}\n\nA number: {_text(number)}\n"
    )


def _type(field: dict[str, Any], schema: dict[str, Any]) -> str:
    """What a field holds, in words."""
    if "const" in field:
        return _code(json.dumps(field["const"]))
    if "enum" in field:
        return " or ".join(_code(json.dumps(value)) for value in field["enum"])
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        words = {"number": "number", "numberOrNull": "number or null", "whole": "list of whole numbers", "key": "text"}
        return words[name]
    match field["type"]:
        case "array" if "prefixItems" in field:
            return f"[{', '.join(_type(item, schema) for item in field['prefixItems'])}]"
        case "array":
            return f"list of {_plural(_type(field['items'], schema))}"
        case "object":
            key = "value's number" if "propertyNames" in field else "name"
            return f"{key} → {_type(field['additionalProperties'], schema)}"
    return {"string": "text", "integer": "whole number", "number": "number"}[field["type"]]


def _plural(word: str) -> str:
    return re.sub(r"^(text|(?:whole )?number)\b", r"\1s", word)


def trace_example() -> str:
    """A whole trace, small enough to read: columns of one line each."""
    columns = trace("c = a * b", a=2, b=-3).to_dict().items()
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(column)}" for name, column in columns)
    return f"```json\n{{\n{lines}\n}}\n```\n"


def presets() -> str:
    """The ready-made expressions, as a table of Markdown."""
    rows = [
        [_code(f'"{preset.name}"'), _text(preset.title), ", ".join(f"{x} = {n:g}" for x, n in preset.leaves.items())]
        for preset in PRESETS.values()
    ]
    return _table(["name", "what it shows", "its leaves"], rows)


def names() -> str:
    """Every public name that can be called, with the first sentence of its docstring and a link to the rest."""
    rows = []
    for name, full in sorted(public_names().items(), key=lambda item: item[0].lower()):
        thing = thing_called(full)
        if callable(thing):
            module = full.rpartition(".")[0]
            sentence = (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")
            rows.append([_code(name), "" if module == "microgradviz" else _code(module), sentence])
    return _table(["name", "from", "what it is"], rows)


def commands() -> str:
    """What `microgradviz --help` and the help of each command say."""
    whole = _help()
    names = re.findall(r"^  ([a-z][\w-]*)  +\S", whole, re.MULTILINE)
    parts = [f"```text\n{whole}```\n"]
    parts += [f"## microgradviz {name}\n\n```text\n{_help(name)}```\n" for name in names]
    return "\n".join(parts)


def _help(*command: str) -> str:
    os.environ["COLUMNS"] = "90"  # whatever the width of the terminal
    printed = io.StringIO()
    with redirect_stdout(printed), suppress(SystemExit):
        cli.main([*command, "--help"])
    return printed.getvalue()


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _text(words: str) -> str:
    """Words that Markdown shows as they are."""
    return "".join(f"&#{ord(c)};" if c in "<>|*_[]\\`$" else c for c in words)


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")
