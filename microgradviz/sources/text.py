"""An expression written as text, `tanh(x1*w1 + b)`: read, never run, and built with our own values."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from ..engine import BUILT_IN, OPS, Value, apply, as_float
from .notation import in_python_signs

MOST = 10_000  # characters; nobody reads the graph of more
_LINE_END = re.compile("\r\n|\r|\n")
_ROOM = 60  # characters of the line that an error shows
_FUNCTIONS = tuple(sorted(name for name in BUILT_IN if OPS[name].in_text))
_OPERATORS: dict[type, Callable[[Value, Value], Value]] = {
    ast.Add: lambda x, y: x + y,
    ast.Sub: lambda x, y: x - y,
    ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y,
    ast.Pow: lambda x, y: x**y,
}
_KINDS: dict[type, str] = {
    ast.Assign: "more than one =",
    ast.AugAssign: "an assignment",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.FloorDiv: "//",
    ast.LShift: "<<",
    ast.MatMult: "@",
    ast.Mod: "%",
    ast.RShift: ">>",
    ast.UnaryOp: "a not or ~",
    ast.Attribute: "an attribute",
    ast.BoolOp: "and / or",
    ast.Compare: "a comparison",
    ast.DictComp: "a loop",
    ast.GeneratorExp: "a loop",
    ast.IfExp: "an if",
    ast.JoinedStr: "a string",
    ast.Lambda: "a lambda",
    ast.ListComp: "a loop",
    ast.NamedExpr: "an assignment inside",
    ast.SetComp: "a loop",
    ast.Starred: "a star",
    ast.Subscript: "an index",
    ast.Tuple: "several values",
}


def names_in_text(text: str) -> list[str]:
    """The names that need a number, in order of appearance.

    Raises:
        ValueError: If the text is not an expression, as `evaluate_text`.

    Example:
        >>> names_in_text("y = a * b + 1")
        ['a', 'b']
    """
    reader = _Reader(text.strip())
    return list(reader.checked(reader.parsed()[1]))


def evaluate_text(text: str, leaves: Mapping[str, Any], ask: Callable[[str], str]) -> Value:
    """The result of an expression that is written as text.

    Numbers, names, + - * / **, parentheses and functions of the table of operations are understood, and so are the
    signs that the pictures write: × · ÷ − ^ ² √a |a|. The text may begin with the result's own name, as in `y = a * b`.
    As in Python, an exponent without names is a plain number.

    Args:
        text: The expression.
        leaves: A number for every name.
        ask: What to write to give a name a number, such as `play(text, w1=…)`.

    Raises:
        ValueError: If the text is anything else, with a caret below the place, or the names are not those of leaves.
        TypeError: If what is given for a name is not a real number.

    Example:
        >>> evaluate_text("a * a + 1", {"a": 3}, ask=str).data
        10.0
        >>> evaluate_text("a + tahn(b)", {"a": 1, "b": 2}, ask=str)
        Traceback (most recent call last):
        ValueError: text must call only abs, cos, elu, ..., tanh, total (got 'tahn'); did you mean tanh?
            a + tahn(b)
                ^
    """
    reader = _Reader(text.strip())
    target, tree = reader.parsed()
    names = reader.checked(tree)
    if target in names:
        reader.refuse(names[target], f"the result must have a name of its own (got {target!r}, which is also a leaf)")
    missing = [name for name in names if name not in leaves]
    if missing:
        if missing[0] in _FUNCTIONS:
            reader.refuse(names[missing[0]], f"{missing[0]} is a function; write {missing[0]}(…)")
        reader.refuse(names[missing[0]], f"{missing[0]} must be given a number: {ask(missing[0])}")
    unused = [name for name in leaves if name not in names]
    if unused:
        used = f"it uses {', '.join(names)}" if names else "it uses no names"
        raise ValueError(f"every leaf must be used by the text (got {unused[0]!r}); {used}")
    values = {name: Value(as_float(leaves[name], f"leaf {name}"), label=name) for name in names}
    result = _built(tree, values)
    if target and not result.label:
        result.label = target
    return result


class _Reader:
    """A text, and what is wrong with it and where."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST:
            raise ValueError(
                f"text must have at most {MOST:,} characters (got {len(text):,}); "
                "write a function of named leaves instead"
            )
        self.text = text
        self.python, self.origin = in_python_signs(text)
        self.lines = _LINE_END.split(self.python)

    def parsed(self) -> tuple[str, ast.expr]:
        """The name in front of `=`, if any, and the expression."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about escapes in strings, which are refused anyway
                body = ast.parse(self.python).body
        except SyntaxError as error:
            at = (error.lineno or 1, max(0, (error.offset or 1) - 1))
            self._refuse_at(*at, f"text must be an expression, such as 'a * b + c' (got {error.msg.split(';')[0]})")
        except (RecursionError, MemoryError):
            raise ValueError(
                "text must be shorter, or nested less deeply; write a function of named leaves instead"
            ) from None
        except ValueError as error:  # null bytes, halves of characters
            raise ValueError(f"text must be an expression, such as 'a * b + c' (got {error})") from None
        if not body:
            raise ValueError(f"text must be an expression, such as 'a * b + c' (got {self.text[:40]!r})")
        if len(body) > 1:
            self.refuse(body[1], "text must be one expression (got more)")
        first = body[0]
        if isinstance(first, ast.Expr):
            return "", first.value
        if isinstance(first, ast.Assign) and len(first.targets) == 1 and isinstance(first.targets[0], ast.Name):
            return first.targets[0].id, first.value
        self.refuse(first, f"text must be an expression, such as 'a * b + c' (got {_kind(first)})")

    def checked(self, tree: ast.expr) -> dict[str, ast.AST]:
        """The names in the text, each with its first place; refuses all that is no arithmetic."""
        names: dict[str, ast.AST] = {}
        rest: list[ast.AST] = [tree]
        while rest:
            node = rest.pop()
            if isinstance(node, ast.Call):
                self._call(node)
                rest.extend(reversed(node.args))
            elif isinstance(node, ast.BinOp):
                if type(node.op) not in _OPERATORS:
                    self.refuse(node.right, f"text must compute with + - * / ** only (got {_kind(node.op)})")
                rest += [node.right, node.left]
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
                rest.append(node.operand)
            elif isinstance(node, ast.Name):
                names.setdefault(node.id, node)
            elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
                try:
                    float(node.value)  # type: ignore[arg-type]
                except OverflowError:
                    self.refuse(node, "a number must fit in a double")
            else:
                self.refuse(node, f"text must be arithmetic over numbers and names (got {_kind(node)})")
        return names

    def _call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name):
            hint = ""
            if isinstance(node.func, ast.Attribute) and node.func.attr in _FUNCTIONS:
                hint = f"; write {node.func.attr}(…)"
            self.refuse(node.func, f"text must call functions by their names (got {_kind(node.func)}){hint}")
        name = node.func.id
        op = OPS.get(name)
        if op is None or not op.in_text:
            near = get_close_matches(name.lower(), _FUNCTIONS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            self.refuse(node, f"text must call only {', '.join(_FUNCTIONS)} (got {name!r}){hint}")
        if node.keywords:
            self.refuse(node.keywords[0], f"{name} must be given its inputs without names (got {node.keywords[0].arg})")
        count = len(node.args)
        constants = dict(zip(op.params, node.args[op.arity or count :], strict=False))
        if count - len(constants) != op.arity and (op.arity is not None or not count):
            self.refuse(node, f"{name} must be given {op.arity or 'some'} input(s) (got {count})")
        for constant, given in constants.items():
            if any(isinstance(part, ast.Name) for part in ast.walk(given)):
                self.refuse(given, f"the {constant} of {name} must be a plain number")

    def refuse(self, node: ast.AST, sentence: str) -> NoReturn:
        """Raise the sentence with a caret below the node."""
        number, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)  # an offset in UTF-8
        line = self.lines[min(number, len(self.lines)) - 1]
        self._refuse_at(number, len(line.encode("utf-8", "replace")[:offset].decode("utf-8", "ignore")), sentence)

    def _refuse_at(self, number: int, column: int, sentence: str) -> NoReturn:
        line, column = self._as_given(number, column)
        start = max(0, column - _ROOM // 2) if len(line) > _ROOM else 0
        shown = "".join(c if c.isprintable() else "?" for c in line[start : start + _ROOM])
        raise ValueError(f"{sentence}\n    {shown}\n    {' ' * (column - start)}^") from None

    def _as_given(self, number: int, column: int) -> tuple[str, int]:
        """The line and the column in the text as it was given."""
        line = self.lines[min(number, len(self.lines)) - 1]
        if self.python == self.text:
            return line, column
        ends = [found.end() for found in _LINE_END.finditer(self.python)]
        at = ([0, *ends][min(number, len(self.lines)) - 1]) + column
        place = self.origin[min(at, len(self.origin) - 1)]
        begin = max([0, *(found.end() for found in _LINE_END.finditer(self.text, 0, place))])
        return _LINE_END.split(self.text[begin:])[0], place - begin


def _kind(node: ast.AST) -> str:
    """What an error calls a piece of text that is no arithmetic."""
    if isinstance(node, ast.Constant):
        return "a string" if isinstance(node.value, str | bytes) else f"{node.value!r}"
    return _KINDS.get(type(node), "a statement" if isinstance(node, ast.stmt) else type(node).__name__.lower())


def _built(tree: ast.expr, values: Mapping[str, Value]) -> Value:
    """The value of a checked tree; without recursion, for a long sum is a deep tree."""
    made: list[tuple[Value, bool]] = []  # each with whether it is a plain number, no name in it
    for node in _inside_out(tree):
        if isinstance(node, ast.Constant):
            made.append((Value(float(node.value)), True))  # type: ignore[arg-type]
        elif isinstance(node, ast.Name):
            made.append((values[node.id], False))
        elif isinstance(node, ast.UnaryOp):
            if isinstance(node.op, ast.USub):
                x, plain = made.pop()
                made.append((Value(-x.data) if isinstance(node.operand, ast.Constant) else -x, plain))
        elif isinstance(node, ast.BinOp):
            (y, fixed), (x, plain) = made.pop(), made.pop()
            power = isinstance(node.op, ast.Pow) and fixed
            made.append((x**y.data if power else _OPERATORS[type(node.op)](x, y), plain and fixed))
        elif isinstance(node, ast.Call):
            first = len(made) - len(node.args)
            inputs, made = made[first:], made[:first]
            made.append((_called(node.func.id, [x for x, _ in inputs]), all(p for _, p in inputs)))  # type: ignore[attr-defined]
    return made[0][0]


def _called(name: str, inputs: list[Value]) -> Value:
    op = OPS[name]
    if op.params:  # the method knows what they are where they are not given
        return getattr(inputs[0], name)(*(constant.data for constant in inputs[1:]))  # type: ignore[no-any-return]
    return apply(op, inputs)


def _inside_out(tree: ast.expr) -> Iterator[ast.AST]:
    """The pieces of a checked tree, each after those it is made of, from left to right."""
    found: list[ast.AST] = []
    rest: list[ast.AST] = [tree]
    while rest:  # outside in, from right to left; then turned round
        node = rest.pop()
        found.append(node)
        if isinstance(node, ast.Call):
            rest.extend(node.args)
        elif isinstance(node, ast.BinOp):
            rest += [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            rest.append(node.operand)
    return reversed(found)
