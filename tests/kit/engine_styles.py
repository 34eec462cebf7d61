"""One right engine of lesson 07 in the styles of many learners, and bugs that fit into each: `text(style, bug)`.

A style is the same arithmetic in another building: closures in methods or made by a factory, helpers, another container
for the inputs. A bug changes one method, which is named beside it.
"""

from textwrap import indent

_PARTS = {
    "add": "self.data + other.data",
    "mul": "self.data * other.data",
    "d_add": "1.0, 1.0",
    "d_mul": "other.data, self.data",
    "to_add": "+=",
    "to_mul": "+=",
    "arriving": " * out.grad",
    "d_tanh": "1 - out.data**2",
    "neg": "self * -1",
    "rsub": "other + (-self)",
    "seed": "self.grad = 1.0",
    "order": "reversed(order)",
    "late": "order.append(v)",
}
# What each bug writes in place of one part, and whose fault it is.
BUGS = {
    "adds the wrong number": ("add", "self.data - other.data", "__add__"),
    "plus has the rule of times": ("d_add", "other.data, self.data", "__add__"),
    "plus assigns": ("to_add", "=", "__add__"),
    "times multiplies wrongly": ("mul", "self.data * self.data", "__mul__"),
    "times does not swap": ("d_mul", "self.data, other.data", "__mul__"),
    "times assigns": ("to_mul", "=", "__mul__"),
    "times forgets what arrives": ("arriving", "", "__mul__"),
    "tanh squares its input": ("d_tanh", "1 - self.data**2", "tanh"),
    "minus has no sign": ("neg", "self * 1", "__neg__"),
    "five less a is turned round": ("rsub", "self + (-other)", "__rsub__"),
    "nothing begins": ("seed", "pass", "backward"),
    "not reversed": ("order", "order", "backward"),
}
_INIT = """\
def __init__(self, data, _children=(), _op=""):
    self.data = data
    self.grad = 0.0
    self._prev = CONTAINER(_children)
    self._op = _op
    self._backward = lambda: None

def __repr__(self):
    return f"Value(data={{self.data}})"
"""
_BINARY = """\
def __{name}__(self, other):
    other = WRAP
    out = Value({compute}, (self, other), "{op}")

    def _backward():
        d_self, d_other = {local}
        self.grad {to} d_self{arriving}
        other.grad {to} d_other{arriving}

    out._backward = _backward
    return out
"""
_WITH_HELPER = """\
def __{name}__(self, other):
    other = self.wrap(other)
    out = Value({compute}, (self, other), "{op}")

    def _backward():
        d_self, d_other = {local}
        {receive}

    out._backward = _backward
    return out
"""
_FACTORY = """\
def binary(compute, local, op, assigns, passes):
    def method(self, other):
        other = WRAP
        out = Value(compute(self, other), (self, other), op)

        def _backward():
            for x, d in zip((self, other), local(self, other)):
                x.grad = (0.0 if assigns else x.grad) + d * (out.grad if passes else 1.0)

        out._backward = _backward
        return out

    return method
"""
_REST = """\
def __radd__(self, other):
    return self + other

def __rmul__(self, other):
    return self * other

def __neg__(self):
    return {neg}

def __sub__(self, other):
    return self + (-other)

def __rsub__(self, other):
    return {rsub}

def tanh(self):
    out = Value(math.tanh(self.data), (self,), "tanh")

    def _backward():
        self.grad += ({d_tanh}) * out.grad

    out._backward = _backward
    return out
"""
_BACKWARD = """\
def backward(self):
    order, seen = [], SEEN

    def visit(v):
        if v not in seen:
            seen.ADD(v)
            for x in v._prev:
                visit(x)
            {late}

    visit(self)
    ZEROING
    {seed}
    for v in {order}:
        v._backward()
"""
_ITERATIVE = """\
def order(self):
    found, stack = [], [(self, False)]
    while stack:
        v, ready = stack.pop()
        if ready:
            found.append(v)
        elif not any(v is x for x in found):
            stack.append((v, True))
            stack.extend((x, False) for x in v._prev)
    return list({{id(v): v for v in found}}.values())

def backward(self):
    order = self.order()
    {seed}
    for v in {order}:
        v._backward()
"""
_HELPERS = """\
@staticmethod
def wrap(x):
    return x if isinstance(x, Value) else Value(x)

def receive(self, gradient):
    self.grad += gradient
"""
_WRAP = "other if isinstance(other, Value) else Value(other)"
STYLES = (
    "tuple", "list", "set", "helpers", "factory", "method by method", "renamed", "zeroing", "slow", "recomputing",
    "own order", "annotated",
)  # fmt: skip


def text(style: str, bug: str = "") -> tuple[str, str]:
    """An engine's text, and the method at fault; "" if it is right.

    Args:
        style: One of `STYLES`.
        bug: One of `BUGS`, or none.
    """
    parts, fault = dict(_PARTS), ""
    if bug:
        part, instead, fault = BUGS[bug]
        parts[part] = instead
    container = {"list": "list", "set": "set"}.get(style, "tuple")
    backward = _ITERATIVE if style == "own order" else _BACKWARD
    methods = [_INIT.format(), *_operations(style, parts), _REST.format(**parts), backward.format(**parts)]
    if style == "helpers":
        methods.append(_HELPERS)
    seen, add = ("[]", "append") if style == "slow" else ("set()", "add")
    zeroing = "for v in order:\n        v.grad = 0.0" if style == "zeroing" else "pass"
    inside = "\n".join(methods)
    for old, new in {"CONTAINER": container, "SEEN": seen, "ADD": add, "ZEROING": zeroing, "WRAP": _WRAP}.items():
        inside = inside.replace(old, new)
    if style == "annotated":
        inside = inside.replace("(self, other):", '(self, other: "Value | float") -> "Value":')
    if style in ("method by method", "renamed"):
        return _in_cells(inside, renamed=style == "renamed"), fault
    if style == "factory":
        maker = _FACTORY.replace("WRAP", _WRAP)
        return f"import math\n\n{maker}\n\nclass Value:\n{indent(inside, '    ')}\n\n{_calls(parts)}", fault
    return f"import math\n\n\nclass Value:\n{indent(inside, '    ')}", fault


def _operations(style: str, parts: dict[str, str]) -> list[str]:
    if style == "factory":
        return []
    made = []
    for name, op in (("add", "+"), ("mul", "*")):
        to, arriving = parts[f"to_{name}"], parts["arriving"] if name == "mul" else " * out.grad"
        given = {"name": name, "op": op, "compute": parts[name], "local": parts[f"d_{name}"], "to": to}
        if style == "recomputing":
            given["local"] = f"({given['local']}) if Value({given['compute']}).data == out.data else (0.0, 0.0)"
        if style == "helpers":
            one = "{x}.receive(d_{x}{a})" if to == "+=" else "{x}.grad = d_{x}{a}"
            receive = "\n        ".join(one.format(x=x, a=arriving) for x in ("self", "other"))
            made.append(_WITH_HELPER.format(**given, receive=receive))
        else:
            made.append(_BINARY.format(**given, arriving=arriving))
    return made


def _calls(parts: dict[str, str]) -> str:
    """The two methods that the factory makes."""
    return "".join(
        f"Value.__{name}__ = binary(lambda self, other: {parts[name]}, lambda self, other: ({parts[f'd_{name}']}), "
        f"{op!r}, {parts[f'to_{name}'] == '='}, {name == 'add' or bool(parts['arriving'])})\n"
        for name, op in (("add", "+"), ("mul", "*"))
    )


def _in_cells(inside: str, *, renamed: bool) -> str:
    """The class with its beginning alone, and below it each method as a function that is put there."""
    first, *others = inside.split("\ndef ")
    class_text, functions = f"class Value:\n{indent(first, '    ')}", []
    for other in others:
        name = other.partition("(")[0]
        function = f"my_{name.strip('_')}" if renamed else name.strip("_")
        body = other.replace(f"{name}(", f"{function}(", 1)
        functions.append(f"def {body.rstrip()}\n\n\nValue.{name} = {function}\n")
    return "\n\n".join(["import math\n", class_text, *functions])
