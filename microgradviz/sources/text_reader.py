"""TextReader: a text as statements of arithmetic, and what is wrong with it and where."""

from __future__ import annotations

import ast
import re
import warnings
from difflib import get_close_matches
from itertools import accumulate
from typing import NamedTuple, NoReturn

from ..browser import IN_BROWSER
from ..engine import BUILT_IN, OPS
from .notation import in_python_signs

MOST_LETTERS = 10_000  # nobody reads the graph of more
IN_TEXT = tuple(sorted(name for name in BUILT_IN if OPS[name].in_text))  # what a text calls by its name
_ROOM = 60  # characters of the line that an error shows
_MOST_OPERATIONS = 400  # of one part, in the browser, where Python does not raise at a deep tree, but dies
_MOST_BRACKETS = 80  # in each other, there
_CALLED_ELSEWHERE = {"ln": "log", "sum": "total"}  # what schools and Python say for ours
# What school mathematics writes as a product without a sign: 2x, 2(a + b), (a + b)(a − b), a b.
_NO_STAR = re.compile(
    r"(?<![\w.])(?P<number>\d+(?:\.\d*)?|\.\d+)[ \t]*(?=[^\W\d]|\()"
    r"|(?P<closed>\))[ \t]*(?=[\w(])"
    r"|(?<![\w.])(?P<name>[^\W\d]\w*)[ \t]+(?=\w)"
)
_MOST_STARS = 20  # missing in one text; of more it is no product
_NO_BRACKETS = re.compile(rf"\b(?P<name>{'|'.join(IN_TEXT)})[ \t]+(?P<input>\w+)")  # sin x
_COMMA = re.compile(r"\d,\d")
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


class Statement(NamedTuple):
    """A part of a text: its name, "" if it has none, and its expression."""

    name: str
    tree: ast.expr
    node: ast.stmt


class TextReader:
    """A text, read as arithmetic.

    Raises:
        ValueError: From every method, if the text is anything else, with a caret below the place.
    """

    def __init__(self, text: str) -> None:
        if len(text) > MOST_LETTERS:
            raise ValueError(
                f"text must have at most {MOST_LETTERS:,} characters (got {len(text):,}); "
                "write a function of named leaves instead"
            )
        self.text = re.sub("\r\n?", "\n", text)
        self.python, self._origin = in_python_signs(self.text)

    def read_statements(self) -> list[Statement]:
        """The named parts, and last the result."""
        if IN_BROWSER:
            self._require_shallow()
        try:
            body = _parsed(self.python)
        except SyntaxError as error:
            self._refuse_school_signs()
            place = self._place(error.lineno or 1, max(0, (error.offset or 1) - 1))
            self._refuse_at(place, f"text must be an expression, such as 'a * b + c' (got {error.msg.split(';')[0]})")
        except (RecursionError, MemoryError):
            raise ValueError(
                "text must be shorter, or nested less deeply; write a function of named leaves instead"
            ) from None
        except ValueError as error:  # null bytes, halves of characters
            raise ValueError(f"text must be an expression, such as 'a * b + c' (got {error})") from None
        if not body:
            raise ValueError(f"text must be an expression, such as 'a * b + c' (got {self.text[:40]!r})")
        return [self._statement(node, last=node is body[-1]) for node in body]

    def _require_shallow(self) -> None:
        if any(len(re.findall("[-+*/%(]", part)) > _MOST_OPERATIONS for part in self.python.split(";")):
            raise ValueError(
                f"text must have at most {_MOST_OPERATIONS} operations in one part, in a browser; "
                "give parts names, as in 'd = a * b; d + d'"
            )
        if max(accumulate((c == "(") - (c == ")") for c in self.python), default=0) > _MOST_BRACKETS:
            raise ValueError("text must be nested less deeply; give parts names, as in 'd = a * b; d + d'")

    def _refuse_school_signs(self) -> None:
        """Say what to write for 2x, (a + b)(a − b) and sin x, where that makes the text one that can be read."""
        if called := _NO_BRACKETS.search(self.python):
            name, given = called["name"], called["input"]
            self._refuse_at(called.start(), f"text must have brackets for a function (got none); write {name}({given})")
        missing = _NO_STAR.search(self.python)
        starred, count = _NO_STAR.subn(r"\g<0>*", self.python)
        if missing and count <= _MOST_STARS and _can_be_read(starred):
            left = "(…)" if missing["closed"] else missing["number"] or missing["name"]
            right = re.match(r"\w{0,20}", self.python[missing.end() :])[0] or "(…)"  # type: ignore[index]
            self._refuse_at(missing.start(), f"text must have a * where it multiplies (got none); write {left}*{right}")

    def _statement(self, node: ast.stmt, last: bool) -> Statement:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return Statement(node.targets[0].id, node.value, node)
        if not isinstance(node, ast.Expr):
            self.refuse(node, f"text must be an expression, such as 'a * b + c' (got {_kind(node)})")
        if not last:
            self.refuse(node, "what stands before the result must have a name, as in 'd = a * b; d + d'")
        return Statement("", node.value, node)

    def find_leaves(self, statements: list[Statement]) -> dict[str, ast.AST]:
        """The leaves' names, each with its first place; refuses all that is no arithmetic."""
        leaves: dict[str, ast.AST] = {}
        parts: dict[str, ast.stmt] = {}
        unused: dict[str, ast.stmt] = {}
        for name, tree, node in statements:
            inside = self._names(tree)
            for used, place in inside.items():
                unused.pop(used, None)
                if used not in parts:
                    leaves.setdefault(used, place)
            if name in leaves and name not in inside:
                self.refuse(leaves[name], f"each part must stand before it is used (got {name!r})")
            if name in leaves:
                which = "the result" if node is statements[-1].node else "a part"
                self.refuse(leaves[name], f"{which} must have a name of its own (got {name!r}, which is also a leaf)")
            if name in parts:
                self.refuse(node, f"a name must be given to one part (got a second {name!r})")
            if name:
                parts[name] = unused[name] = node
        for name, statement in unused.items():
            if statement is not statements[-1].node:
                self.refuse(statement, f"each part must be used by what follows (got {name!r}, which is not)")
        return leaves

    def _names(self, tree: ast.expr) -> dict[str, ast.AST]:
        """The names in an expression, each with its first place."""
        names: dict[str, ast.AST] = {}
        rest: list[ast.AST] = [tree]
        while rest:
            node = rest.pop()
            if isinstance(node, ast.Call):
                self._call(node)
                rest.extend(reversed(node.args))
            elif isinstance(node, ast.BinOp):
                if not isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div | ast.Pow):
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
                hint = (
                    "; a decimal has a point, 0.5" if isinstance(node, ast.Tuple) and _COMMA.search(self.text) else ""
                )
                self.refuse(node, f"text must be arithmetic over numbers and names (got {_kind(node)}){hint}")
        return names

    def _call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name):
            hint = ""
            if isinstance(node.func, ast.Attribute) and node.func.attr in IN_TEXT:
                hint = f"; write {node.func.attr}(…)"
            elif isinstance(node.func, ast.BinOp | ast.Call | ast.Constant):
                self._refuse_school_signs()
            self.refuse(node.func, f"text must call functions by their names (got {_kind(node.func)}){hint}")
        name = node.func.id
        op = OPS.get(name)
        if op is None or not op.in_text:
            near = (
                [_CALLED_ELSEWHERE[name]] if name in _CALLED_ELSEWHERE else get_close_matches(name.lower(), IN_TEXT, 1)
            )
            hint = (
                f"; did you mean {near[0]}?" if near else f"; to multiply, write {name}*(…)" if len(name) == 1 else ""
            )
            self.refuse(node, f"text must call only {', '.join(IN_TEXT)} (got {name!r}){hint}")
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
        begin = self._place(number, 0)
        before = self.python[begin:].encode("utf-8", "replace")[:offset].decode("utf-8", "ignore")
        self._refuse_at(begin + len(before), sentence)

    def _place(self, number: int, column: int) -> int:
        """Where a column of a line is in the whole text in Python's signs."""
        return len("\n".join([*self.python.split("\n")[: number - 1], ""])) + column

    def _refuse_at(self, place: int, sentence: str) -> NoReturn:
        """Raise the sentence with a caret below a place of the text in Python's signs."""
        given = self._origin[min(place, len(self._origin) - 1)]
        begin = self.text.rfind("\n", 0, given) + 1
        line, column = self.text[begin:].split("\n")[0], given - begin
        start = max(0, column - _ROOM // 2) if len(line) > _ROOM else 0
        shown = "".join(c if c.isprintable() else "?" for c in line[start : start + _ROOM])
        raise ValueError(f"{sentence}\n    {shown}\n    {' ' * (column - start)}^") from None


def _parsed(python: str) -> list[ast.stmt]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about escapes in strings, which are refused anyway
        return ast.parse(python).body


def _can_be_read(python: str) -> bool:
    try:
        _parsed(python)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _kind(node: ast.AST) -> str:
    """What an error calls a piece of text that is no arithmetic."""
    if isinstance(node, ast.Constant):
        return "a string" if isinstance(node.value, str | bytes) else f"{node.value!r}"
    return _KINDS.get(type(node), "a statement" if isinstance(node, ast.stmt) else type(node).__name__.lower())
