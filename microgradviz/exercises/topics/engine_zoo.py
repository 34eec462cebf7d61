"""Engines for `check_engine` to look at: right ones of several styles, and wrong ones by the kind of their fault.

Each is the text of a class Value with +, −, ×, ÷, **, tanh, exp, log, relu, sigmoid and backward(). A label says in a few
words what is wrong with an engine, or how a right one works; an answer never sees it.
"""

from __future__ import annotations

from textwrap import indent

from ..stages import engine_source

_RULES: dict[str, tuple[str, ...]] = {  # operation: data, local derivatives
    "add": ("self.data + other.data", "1.0", "1.0"),
    "mul": ("self.data * other.data", "other.data", "self.data"),
    "truediv": ("self.data / other.data", "1 / other.data", "-self.data / other.data**2"),
    "pow": ("self.data**n", "n * self.data ** (n - 1)"),
    "tanh": ("math.tanh(self.data)", "1 - out.data**2"),
    "exp": ("math.exp(self.data)", "out.data"),
    "log": ("math.log(self.data)", "1 / self.data"),
    "relu": ("max(0.0, self.data)", "1.0 if self.data > 0 else 0.0"),
    "sigmoid": ("1 / (1 + math.exp(-self.data))", "out.data * (1 - out.data)"),
}
_CONSTRUCTOR = """\
def __init__(self, data, _prev=()):
    self.data, self.grad, self._prev = data, 0.0, _prev
    self._backward = lambda: None
"""
_MADE_OF_OTHERS = """
def __neg__(self):
    return self * -1

def __sub__(self, other):
    return self + (-other)

def __radd__(self, other):
    return self + other

def __rmul__(self, other):
    return self * other

def __rsub__(self, other):
    return -self + other

def __rtruediv__(self, other):
    return Value(other) / self
"""
_SORT = """\
    order, seen = [], set()

    def visit(v):
        if v not in seen:
            seen.add(v)
            for x in v._prev:
                visit(x)
            order.append(v)

    visit(self)
"""
_BACKWARD = f"""
def backward(self):
{_SORT}    self.grad = 1.0
    for v in reversed(order):
        v._backward()
"""
_BACKWARD_FROM_INPUTS = _BACKWARD.replace("reversed(order)", "order")
_BACKWARD_PER_PATH = """
def backward(self):
    def send(v):
        v._backward()
        for x in v._prev:
            send(x)

    self.grad = 1.0
    send(self)
"""
_BACKWARD_ONCE_EACH = """
def backward(self):
    seen = set()

    def send(v):
        if v not in seen:
            seen.add(v)
            v._backward()
            for x in v._prev:
                send(x)

    self.grad = 1.0
    send(self)
"""
_BACKWARD_BY_LEVEL = """
def backward(self):
    self.grad, seen, waiting = 1.0, set(), [self]
    while waiting:
        v = waiting.pop(0)
        if v not in seen:
            seen.add(v)
            v._backward()
            waiting.extend(v._prev)
"""
_BACKWARD_BY_USERS = """
def backward(self):
    users, found = {self: 0}, [self]
    for v in found:
        for x in v._prev:
            if x not in users:
                users[x] = 0
                found.append(x)
            users[x] += 1
    self.grad, ready = 1.0, [self]
    while ready:
        v = ready.pop()
        v._backward()
        for x in v._prev:
            users[x] -= 1
            if not users[x]:
                ready.append(x)
"""
_BACKWARD_THAT_LASTS = _BACKWARD.replace("    order, seen = [], set()", "    order, seen = Value.order, set()").replace(
    "    visit(self)", "    if not order:\n        visit(self)"
)
_STORING = """\
def __init__(self, data, pairs=()):
    self.data, self.grad, self.pairs = data, 0, pairs
"""
_BACKWARD_OF_PAIRS = """
def backward(self):
    order, seen, stack = [], set(), [(self, False)]
    while stack:
        v, ready = stack.pop()
        if ready:
            order.append(v)
        elif v not in seen:
            seen.add(v)
            stack.append((v, True))
            for x, local in v.pairs:
                stack.append((x, False))
    self.grad = 1
    while order:
        v = order.pop()
        for x, local in v.pairs:
            x.grad += local * v.grad
"""
_BACKWARD_OF_SHARES = """
def backward(self, share=1.0):
    self.grad += share
    for x, local in self.pairs:
        x.backward(share * local)
"""


def _class_of(parts: list[str]) -> str:
    return "import math\n\n\nclass Value:\n" + indent("\n".join(part.strip("\n") + "\n" for part in parts), "    ")


def _head(op: str) -> str:
    """The first lines of an operation: its name, and its operands as values."""
    if len(_RULES[op]) == 2:
        return "def __pow__(self, n):\n" if op == "pow" else f"def {op}(self):\n"
    return f"def __{op}__(self, other):\n    other = other if isinstance(other, Value) else Value(other)\n"


def _closures(
    backward: str = _BACKWARD,
    others: str = _MADE_OF_OTHERS,
    adds: dict[str, tuple[str, ...]] | None = None,
    **rules: tuple[str, ...],
) -> str:
    """An engine of closures.

    Args:
        backward: Its backward().
        others: The operators that are made of others.
        adds: By operation, how it adds to each input's gradient, where that is not "+="; "" if not at all.
        **rules: Data and local derivatives of an operation that is not as in `_RULES`.
    """
    parts = [_CONSTRUCTOR]
    for op, (data, *local) in {**_RULES, **rules}.items():
        inputs = ["self", "other"][: len(local)]
        signs = (adds or {}).get(op, ("+=",) * len(local))
        rows = zip(inputs, signs, local, strict=True)
        lines = [f"{x}.grad {sign} ({slope}) * out.grad" for x, sign, slope in rows if sign]
        parts.append(
            f"{_head(op)}    out = Value({data}, ({', '.join(inputs)},))\n\n    def _backward():\n"
            f"{indent(chr(10).join(lines), ' ' * 8)}\n\n    out._backward = _backward\n    return out\n"
        )
    return _class_of([*parts, others, backward])


def _pairs(backward: str, **rules: tuple[str, ...]) -> str:
    """An engine without closures: each value remembers its inputs, and beside each its local derivative, a number."""
    parts = [_STORING]
    for op, (data, *local) in {**_RULES, **rules}.items():
        pairs = ", ".join(
            f"({x}, {slope.replace('out.data', 'data')})" for x, slope in zip(["self", "other"], local, strict=False)
        )
        parts.append(f"{_head(op)}    data = {data}\n    return Value(data, ({pairs},))\n")
    return _class_of([*parts, _MADE_OF_OTHERS, backward])


AT_THE_KINK = "the right engine whose relu has the slope 1 at 0, where every slope from 0 to 1 is right"
RIGHT = {
    "the right engine of closures, as lesson 08 leaves it": engine_source("08"),
    "the right engine that sends only new shares, along every path": _pairs(_BACKWARD_OF_SHARES),
    "the right engine that stores its local derivatives as numbers": _pairs(_BACKWARD_OF_PAIRS),
    "the right engine that counts each value's users": _closures(_BACKWARD_BY_USERS),
    AT_THE_KINK: _pairs(_BACKWARD_OF_PAIRS, relu=("max(0.0, self.data)", "0.0 if self.data < 0 else 1.0")),
}
PLAINLY_WRONG = {
    "backward() passes nothing on": _closures(_BACKWARD.replace("        v._backward()", "        v.grad += 0.0")),
    "every gradient is 1": _closures(_BACKWARD.replace("v._backward()", "v.grad = 1.0")),
}
_ONE = ("=",)
FUNCTIONS_OVERWRITE = "the functions of one value write = for +="
WRONG_RULES = {
    "in a × b the two local derivatives are swapped": _closures(
        mul=("self.data * other.data", "self.data", "other.data")
    ),
    "tanh has the local derivative 1 − t": _closures(tanh=("math.tanh(self.data)", "1 - out.data")),
    "exp has its input as its local derivative": _closures(exp=("math.exp(self.data)", "self.data")),
    "aⁿ forgets the factor n": _closures(pow=("self.data**n", "self.data ** (n - 1)")),
    "in a ÷ b the minus sign of b's local derivative is lost": _closures(
        truediv=("self.data / other.data", "1 / other.data", "self.data / other.data**2")
    ),
    "log has one over its output as its local derivative": _closures(log=("math.log(self.data)", "1 / out.data")),
    "relu lets every gradient pass": _closures(relu=("max(0.0, self.data)", "1.0")),
    "sigmoid forgets the factor 1 − s": _closures(sigmoid=("1 / (1 + math.exp(-self.data))", "out.data")),
}
LOST = {
    "× writes = for +=": _closures(adds={"mul": _ONE * 2}),
    "+ writes = for +=, for its second input": _closures(adds={"add": ("+=", "=")}),
    FUNCTIONS_OVERWRITE: _closures(adds={op: _ONE for op, rule in _RULES.items() if len(rule) == 2}),
    "in a ÷ b only a gets something": _closures(adds={"truediv": ("+=", "")}),
    "−a forgets its input": _closures(others=_MADE_OF_OTHERS.replace("return self * -1", "return Value(-self.data)")),
}
WRONG_ORDER = {
    "backward() goes from the inputs": _closures(_BACKWARD_FROM_INPUTS),
    "a recursion sends the whole gradient at each visit": _closures(_BACKWARD_PER_PATH),
    "a recursion visits each value once, some too early": _closures(_BACKWARD_ONCE_EACH),
    "backward() goes level by level": _closures(_BACKWARD_BY_LEVEL),
}
WRONG_NUMBERS = {
    "5 − a gives a − 5, and the gradients fit that": _closures(
        others=_MADE_OF_OTHERS.replace("return -self + other", "return self - other")
    ),
    "1 ÷ a gives a ÷ 1, and the gradients fit that": _closures(
        others=_MADE_OF_OTHERS.replace("return Value(other) / self", "return self / other")
    ),
    "sigmoid falls where it should rise, and the gradients fit that": _closures(
        sigmoid=("1 / (1 + math.exp(self.data))", "out.data * (out.data - 1)")
    ),
}
ORDER_KEPT = "the order of the first backward() is used for ever"
TANH_KEPT = "tanh's slope is kept in one place, where the last tanh writes it"
LASTING = {
    ORDER_KEPT: _closures(_BACKWARD_THAT_LASTS).replace("class Value:\n", "class Value:\n    order = []\n\n"),
    TANH_KEPT: _closures(tanh=("math.tanh(self.data)", "Value.slope")).replace(
        "out = Value(math.tanh(self.data), (self,))",
        "out = Value(math.tanh(self.data), (self,))\n        Value.slope = 1 - out.data**2",
    ),
}
