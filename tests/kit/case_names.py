"""What a case of a table is called where its test fails: what stands in the table, short, in place of "inputs7".

`conftest.py` gives these names to all tables. They are the same in every process, as pytest-xdist needs it.
"""

import ast
import re
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

MOST = 70  # letters of one value


def case_name(value: Any) -> str | None:
    """A value of a table in a few letters; None if it is best called as pytest would."""
    if isinstance(value, bool | int | float | complex | None | type):
        return None
    return _cut(_written(value)) or None


def unreadable(case_id: str, arguments: list[str]) -> list[str]:
    """The arguments that a case is called by with no more than a number, such as "inputs7"."""
    return [name for name in arguments if re.search(rf"(?:^|-){re.escape(name)}\d+(?:-|$)", case_id)]


def _cut(text: str) -> str:
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in " ".join(text.split()))
    return text if len(text) <= MOST else f"{text[: MOST - 3]}..."


def _written(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple | list):
        return "({})".format(", ".join(map(_written, value)))
    if isinstance(value, set | frozenset):
        return "{{{}}}".format(", ".join(sorted(map(_written, value))))
    if isinstance(value, dict):
        return "{{{}}}".format(", ".join(f"{_written(key)}: {_written(x)}" for key, x in value.items()))
    if isinstance(value, FunctionType):
        return _lambda_text(value) if value.__name__ == "<lambda>" else value.__name__
    if isinstance(value, Path):
        return value.name
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    name = getattr(value, "name", None)
    if isinstance(name, str):  # an operation, an exercise, a question
        constants = getattr(value, "constants", None) or {}
        return " ".join([name, *(f"{key}={x:g}" for key, x in constants.items())])
    text = repr(value)
    return type(value).__name__ if re.search(r" at 0x[0-9a-f]+", text) else text


def _lambda_text(function: FunctionType) -> str:
    """The text of a lambda, without its "lambda:"; empty where two of the same line cannot be told apart."""
    code = function.__code__
    found = [node for node in _lambdas(code.co_filename) if node.lineno == code.co_firstlineno]
    if len(found) > 1:
        columns = {column for _, _, column, _ in code.co_positions() if column}
        found = [node for node in found if columns & set(range(node.body.col_offset, (node.body.end_col_offset or 0)))]
    if len(found) != 1:
        return ""
    node = found[0]
    return ast.unparse(node.body) if not node.args.args else ast.unparse(node)


@cache
def _lambdas(file: str) -> tuple[ast.Lambda, ...]:
    try:
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    except (OSError, SyntaxError):
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.Lambda))
