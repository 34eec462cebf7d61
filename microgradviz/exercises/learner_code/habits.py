"""The commonest slips of beginners, which are the same in every exercise: seen in an answer's text, or in an error's.

What is said of a text is true of it, whatever the numbers are: a line that does nothing, a loop that ends at once.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from textwrap import dedent
from types import FunctionType
from typing import Any

from ...tracing import cut_text
from ..base import names_in_code

_LONGEST_CODE = 40  # letters of a line that is quoted
_NUMBERS = ("data", "grad", "label")  # attributes that nobody means to call
_OF_VALUES = (*_NUMBERS, "_prev", "_op", "_backward")
_NOT_EVERY_WAY = "Not every way through it ends in a `return`: sometimes nothing comes back."
_SPELT = " Is each text that it asks for spelt as it is given, capitals included?"
_ERRORS = (  # what an error's text looks like, and what it means; \1 is what stands in the first brackets
    (r"unsupported operand type\(s\) for \^", "`^` is no power in Python: a square is `x ** 2`."),
    (r"for \*\* or pow\(\): '\w+' and 'Value'", "The exponent of a power must be a plain number: `a ** 3`."),
    (
        r"unsupported operand type\(s\) for .*'list'|can't multiply sequence by non-int|must be real number, not list",
        "Lists do not compute all at once: go through them with `for`, number by number.",
    ),
    (
        r"must be real number, not Value",
        "`math` computes with plain numbers, and this is a Value: its number is `.data`.",
    ),
    (r"name '(tanh|exp|log|sqrt|sin|cos|isclose)' is not defined", r"`\1` is one of math's: `math.\1`."),
    (
        r"'list' object has no attribute '(data|grad|backward|relu|tanh|exp)'",
        r"A list has no `\1`; what it holds does: go through it with `for`.",
    ),
    (
        r"'(?:float|int)' object has no attribute '(data|grad|backward|relu|tanh|exp)'",
        r"These are plain numbers: they have no `\1`.",
    ),
    (
        r"\(got a (?:method|function|builtin_function_or_method)\)|'(?:method|function)' object"
        r"|unsupported operand type\(s\) for .*'(?:method|function)'",
        "A function is mentioned, not called: brackets call it, `()`.",
    ),
    (
        r"must be an? .*\(got a tuple\)",
        "A tuple comes back, which is what a comma behind `return` makes: return one thing.",
    ),
    (r"'list' object is not callable", "A list is called like a function: a method was meant, or [ ] for ( )."),
    (r"must return a model", "Return the model itself, not what it says or learns from: `return model`."),
    (r"must be a number \(got a Value\)", "Numbers are computed with numbers: of each Value take its `.data`."),
    (
        r"tuple index out of range",
        "An index is past the end of its tuple: the `_prev` of a value that was given is empty.",
    ),
    (
        r"must be (?:a number|True or False) \(got a str\)",
        "That is a text. Leave out the quotes, if it stands in some.",
    ),
    (r"must be a list of names \(got a dict\)", "A list is asked for: the names alone, in their order, in `[ ]`."),
    (
        r"\(got a generator\)",
        "Round brackets with a `for` inside, and `yield`, make a generator; [ ] or `list(…)` makes a list.",
    ),
    (r"must be a dict of numbers by name", 'Each number needs its name: `{"a": …, "b": …}`.'),
    (
        r"takes three numbers, as in f\(\*xs\)",
        "A list is *one* thing. A star hands its numbers over one by one: `f(*ys)`.",
    ),
    (r"must be a number \(got a dict\)", "A dict comes back: what is asked for are its numbers alone, in a list."),
    (
        r"must return a function \(got an? (?:float|int)\)",
        "Return the inner function itself, without brackets behind its name.",
    ),
    (
        r"'(?:float|Value)' object cannot be interpreted as an integer",
        "`range(…)` counts in whole numbers, and this is none: is a loop meant here?",
    ),
    (r"'list' object cannot be interpreted as an integer", "A list stands where one number belongs."),
    (
        r"cannot access local variable '(\w+)'|local variable '(\w+)' referenced before",
        "A name is used before anything is in it. Give it a value in the same function, above the loop; what an inner "
        "function gives a value is its own.",
    ),
    (
        r"'NoneType' object has no attribute 'append'",
        "`append` changes the list and gives None: write it alone, without `=`.",
    ),
    (
        r"'(?:float|int|Value|Node)' object is not iterable",
        "One value is treated as a list: is there a loop too many, or one input where all are wanted?",
    ),
    (r"math domain error", "That is the root or the logarithm of a number that has none: is it below 0, or 0?"),
    (
        r"'[<>]=?' not supported between instances of .*'Value'",
        "Numbers are compared, and a Value is none: its number is `.data`.",
    ),
    (r"must return True or False \(got a list\)", "A list holds many answers: `all(…)` is True if all of them are."),
    (r"list index out of range", "An index is past the end of its list: others may be shorter than you think."),
    (r"name 'math' is not defined", "`import math` is missing above."),
)


def slip_in_text(answer: Any) -> str:
    """A line of an answer's functions that cannot do what was meant by it, in a sentence; "" if there is none seen.

    Example:
        >>> slip_in_text(len)
        ''
    """
    names = getattr(answer, "__globals__", {})
    found = (slip for function in _functions(answer) for slip in (*_slips(function), *_endless_loops(function, names)))
    return next(found, "")


def misspelled_attributes(answer: Any) -> list[str]:
    """What an answer sets that nearly bears the name of what counts, such as `gard`, in a sentence each.

    Values take any attribute, so nobody else complains of `p.gard = 0.0`. A plural, `grads`, is a name of its own.
    """
    nodes = [node for function in _functions(answer) for node in ast.walk(function)]
    found = dict.fromkeys(x.attr for x in nodes if isinstance(x, ast.Attribute) and isinstance(x.ctx, ast.Store))
    return [
        f"`{name}` is an attribute of your own: did you mean `{near}`?"
        for name in found
        for near in get_close_matches(name, _OF_VALUES, n=1, cutoff=0.75)
        if not {name, name.removesuffix("s")} & {*_OF_VALUES}
    ]


def missing_return(answer: Any, stub: str = "") -> str:
    """Why a function gives None, in a sentence; "" if it is empty or nothing but the stub, or cannot be read."""
    tree = _read(answer) if isinstance(answer, FunctionType) else None
    if tree is None or all(map(_is_idle, tree.body)) or any(_same(tree, x) for x in ast.parse(stub).body):
        return ""
    own = list(_own_nodes(tree))
    if any(isinstance(node, ast.Return) and not _is_none(node.value) for node in own):
        ends = isinstance(tree.body[-1], ast.Return)
        return "" if ends else _NOT_EVERY_WAY + _SPELT * any(map(_asks_for_a_text, own))
    given = {a.arg for a in tree.args.args}
    if any(isinstance(x, ast.Subscript) and _name(x.value) in given and isinstance(x.ctx, ast.Store) for x in own):
        return "It changes the list that it was given and returns nothing: end it with `return`, too."
    return "It does its work and returns nothing: a function hands its result back with `return`."


def meaning_of_error(texts: Iterable[str], answer: Any) -> str:
    """What the first error's text that is known says to who reads few of them; "" if it is none of the commonest."""
    return next(filter(None, (_meaning(text, answer) for text in texts)), "")


def _meaning(text: str, answer: Any) -> str:
    if isinstance(answer, type):
        own = re.escape(answer.__name__)
        if re.search(f"'{own}' object is not callable", text):
            return f"What `{answer.__name__}` makes cannot be called yet: that takes a method `__call__`."
        missing = re.search(f"'{own}' object has no attribute '(\\w+)'", text)
        if missing:
            name = missing[1]
            return f"Your `{answer.__name__}` has no `{name}`: is it missing, misspelt, or set without `self.`?"
    helper = re.search("'Value' object has no attribute '(\\w+)'", text)
    if helper and helper[1] in vars(_class_beside(answer)):
        return (
            f"`{helper[1]}` is a method of your own class, from another file. Where answers are marked there are this "
            f"notebook's cells alone: write `{helper[1]}` here, too, on the class or as a function."
        )
    for pattern, sentence in _ERRORS:
        match = re.search(pattern, text)
        if match:
            return match.expand(sentence)
    return ""


def method_beside(answer: Any, method: str) -> str:
    """What to do if the class Value beside an answer has another method of the learner's in its place; "" if not."""
    other = vars(_class_beside(answer)).get(method)
    tree = _read(other) if isinstance(other, FunctionType) and other.__qualname__ == f"Value.{method}" else None
    if tree is None or all(map(_is_idle, tree.body)) or other is answer:
        return ""
    name = answer.__name__
    has = f"Your class has a `{method}` of its own, and this looks at `{name}`"
    return f"{has}: below the class write `{name} = Value.{method}`."


def _class_beside(answer: Any) -> type:
    """The class Value that a function finds among its names; one that has nothing if there is none."""
    found = getattr(answer, "__globals__", {}).get("Value")
    return found if isinstance(found, type) else object


def _functions(answer: Any) -> Iterator[ast.FunctionDef]:
    """The texts of an answer's functions: itself or its methods, and what these name beside it."""
    home = getattr(answer, "__module__", "")
    todo, seen = [answer], {id(answer)}
    while todo:
        what = todo.pop()
        if isinstance(what, FunctionType) and (tree := _read(what)):
            yield tree
        for x in _beside(what):
            if id(x) not in seen and getattr(x, "__module__", None) == home:
                seen.add(id(x))
                todo.append(x)


def _beside(what: Any) -> list[Any]:
    """The members of a class; what a function's code names in its notebook."""
    if isinstance(what, FunctionType):
        names = what.__globals__
        return [names[name] for name in names_in_code(what.__code__) if name in names]
    members = vars(what).values() if isinstance(what, type) else ()
    return [getattr(x, "__func__", getattr(x, "fget", x)) for x in members]


def _read(function: FunctionType) -> ast.FunctionDef | None:
    try:
        body = ast.parse(dedent(inspect.getsource(function))).body
    except (OSError, TypeError, ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return body[0] if len(body) == 1 and isinstance(body[0], ast.FunctionDef) else None


def _slips(function: ast.FunctionDef) -> Iterator[str]:
    yield from _changed_through_another_name(function)
    for node in ast.walk(function):
        match node:
            case ast.Expr(ast.Attribute(attr=name)) if name not in _NUMBERS:
                yield f"`{_code(node)}` alone does nothing: brackets call it, `{_code(node)}()`."
            case ast.Expr(ast.Compare(ops=[ast.Eq(), *_])):
                yield f"`{_code(node)}` asks whether they are equal, and changes nothing: `=` sets."
            case ast.Assign(value=ast.UnaryOp(ast.UAdd())):
                yield "`=+` sets, as `=` does: what adds is `+=`."
            case ast.AugAssign(ast.Attribute(attr="grad"), _, value) if between := _scales_one_side_of(value):
                yield f"In `{_code(value)}` the grad multiplies only one side of `{between}`: brackets are missing."
            case ast.For():
                yield from _slips_in_loop(node)


def _code(node: ast.AST) -> str:
    return cut_text(ast.unparse(node), _LONGEST_CODE)


def _scales_one_side_of(value: ast.expr) -> str:
    """`else` of `1 if p else 0 * out.grad`, `-` of `1 - t * t * out.grad`; "" of all else."""
    match value:
        case ast.IfExp(_, one, other):
            between = "else"
        case ast.BinOp(one, ast.Add() | ast.Sub() as op, other):
            between = "+" if isinstance(op, ast.Add) else "-"
        case _:
            return ""
    scaled = [any(isinstance(x, ast.Attribute) and x.attr == "grad" for x in ast.walk(side)) for side in (one, other)]
    nothing = any(isinstance(side, ast.Constant) and not side.value for side in (one, other))
    return between if any(scaled) and not all(scaled) and not nothing else ""


def _returns(lines: list[ast.stmt]) -> bool:
    """Whether the last line is a `return`, or an `if` and an `else` that both end in one."""
    last = lines[-1] if lines else None
    return isinstance(last, ast.Return) or (isinstance(last, ast.If) and _returns(last.body) and _returns(last.orelse))


def _slips_in_loop(loop: ast.For) -> Iterator[str]:
    inside = [node for line in loop.body for node in ast.walk(line)]
    skips = any(isinstance(x, ast.Continue) for x in inside)
    if not skips and any(isinstance(line, ast.Return) for line in loop.body):
        yield "The `return` stands inside the loop, which ends in its first round: move it below, to the left."
    elif not skips and _returns(loop.body):
        yield "`if` and `else` both return, so the loop ends in its first round: one of them belongs below it."
    name = _name(loop.target)
    yield from _emptied_before_it_is_passed_on(loop.body, name)
    used = [x.lineno for x in inside if isinstance(x, ast.Name) and x.id == name and isinstance(x.ctx, ast.Load)]
    for node in inside:
        if not name or not isinstance(node, ast.Assign | ast.AugAssign):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(_name(target) == name for target in targets) and max(used, default=0) <= (
            node.end_lineno or node.lineno
        ):
            yield f"`{name} = …` in the loop gives something new the name {name}, and leaves what it had as it was."


def _endless_loops(function: ast.FunctionDef, names: dict[str, Any]) -> Iterator[str]:
    """Loops through a generator of the notebook that never ends, which nothing leaves."""
    for loop in ast.walk(function):
        if not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Call) or _leaves(loop.body):
            continue
        name = _name(loop.iter.func)
        goes_on = names.get(name)
        tree = _read(goes_on) if isinstance(goes_on, FunctionType) and inspect.isgeneratorfunction(goes_on) else None
        if tree is not None and any(_is_endless(node) for node in ast.walk(tree)):
            yield (
                f"A loop over `{name}(…)` never ends, for `{name}` goes on for ever: leave it with `break` after so "
                "many steps, or take each step with `next`."
            )


def _is_endless(node: ast.AST) -> bool:
    match node:
        case ast.While(ast.Constant(always), lines):
            return bool(always) and not _leaves(lines)
    return False


def _leaves(lines: list[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Break | ast.Return | ast.Raise) for line in lines for node in ast.walk(line))


def _emptied_before_it_is_passed_on(lines: list[ast.stmt], name: str) -> Iterator[str]:
    code = [ast.unparse(line) for line in lines]
    emptied = [i for i, line in enumerate(code) if line in (f"{name}.grad = 0", f"{name}.grad = 0.0")]
    if emptied and f"{name}._backward()" in code[emptied[0] :]:
        yield f"`{code[emptied[0]]}` in the loop empties what has arrived at {name}, just before it is to be passed on."


def _changed_through_another_name(function: ast.FunctionDef) -> Iterator[str]:
    """A list that was given, under a second name, and one of its places set through that."""
    given = {a.arg for a in function.args.args}
    set_once = [node for node in _own_nodes(function) if isinstance(node, ast.Assign)]
    names = [_name(node.targets[0]) for node in set_once]
    meant = {
        name: _name(node.value)
        for name, node in zip(names, set_once, strict=True)
        if _name(node.value) in given and names.count(name) == 1
    }
    for node in _own_nodes(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and (name := _name(node.value)) in meant:
            other = meant[name]
            yield (
                f"`{name} = {other}` makes no copy: both names mean one list, so {other} is changed, too. "
                f"`list({other})` copies it."
            )


def _own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in a function, but not what stands in functions inside it."""
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            todo += ast.iter_child_nodes(node)


def _same(function: ast.FunctionDef, other: ast.stmt) -> bool:
    return isinstance(other, ast.FunctionDef) and ast.dump(function) == ast.dump(other)


def _is_idle(line: ast.stmt) -> bool:
    """Whether a line of a function does nothing: a docstring, `pass`, `return None`."""
    if isinstance(line, ast.Return):
        return _is_none(line.value)
    return isinstance(line, ast.Pass) or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))


def _is_none(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _asks_for_a_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) and any(
        isinstance(side, ast.Constant) and isinstance(side.value, str) for side in (node.left, *node.comparators)
    )


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""
