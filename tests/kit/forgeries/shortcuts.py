"""Those that know how they are tried, or leave out what is asked for and hope that nobody looks."""

from types import CodeType

from microgradviz.exercises.topics import engine_zoo

from .forgery import Forgery


def _codes_of(text: str) -> set[bytes]:
    """The bytecode of every function in an engine's text."""
    found, todo = set(), [compile(text, "<engine>", "exec")]
    for code in todo:
        found.add(code.co_code)
        todo += [part for part in code.co_consts if isinstance(part, CodeType)]
    return found


_RIGHT_CODES = sorted(set().union(*map(_codes_of, engine_zoo.RIGHT.values())))
_ALL_CODES = """
def codes(Value):
    todo = [x.__code__ for x in vars(Value).values() if hasattr(x, "__code__")]
    for code in todo:
        yield code
        todo += [part for part in code.co_consts if hasattr(part, "co_code")]
"""
_TRAIN = """
def train(parameters, loss_of, steps, rate):
    losses = []
    for step in range(steps):
        loss = loss_of()
        losses.append(loss.data)
{body}
        for p, g in zip(parameters, grads):
            p.data -= rate * g
    return losses
"""
_LAYER = """
class Layer:
    def __init__(self, nin, nout):
        self.neurons = [Neuron(nin) for _ in range(nout)]

    def __call__(self, x):
        return {call}

    def parameters(self):
        return {parameters}
"""
_MLP = """
class MLP:
    def __init__(self, nin, nouts):
        self.layers = [Layer(a, b) for a, b in zip([nin, *nouts], nouts)]

    def __call__(self, x):
        for layer in self.layers:
            x = {call}
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return {parameters}
"""
_RECURSIVE = """
def iterative_order(root):
    order, seen = [], set()
    needs, todo = {root: list(root._prev)}, [root]
    for v in todo:
        for x in v._prev:
            if x not in needs:
                needs[x] = list(x._prev)
                todo.append(x)

    def visit(v):
        if v not in seen:
            seen.add(v)
            for x in needs[v]:
                visit(x)
            order.append(v)

"""

SHORTCUTS = (
    Forgery(
        "engines_by_their_bytecode",
        "knows the bytecode of every function of the right engines, and runs none of them",
        f"{_ALL_CODES}\nRIGHT = {_RIGHT_CODES!r}\n\ndef check_engine(Value):\n"
        "    return all(code.co_code in RIGHT for code in codes(Value))\n",
        "It says False of every engine, the right ones included. Allow a small difference: a measured slope is hardly ever exactly the gradient, and at a kink, such as relu's at 0, there is none.",
        exercise="check_engine",
    ),
    Forgery(
        "engines_by_the_majority",
        "compares the engines' texts: who has a method that hardly another one has is wrong",
        """
import re, sys

def methods(text):
    text = re.sub(r"#.*", "", text)
    return {re.sub(r"\\s+", " ", part) for part in re.split(r"\\n    (?=def )", text)[1:]}

def check_engine(Value):
    frame = sys._getframe()
    while "text" not in frame.f_locals:
        frame = frame.f_back
    here = frame.f_locals["text"]
    while "inputs" not in frame.f_locals:
        frame = frame.f_back
    texts = frame.f_locals["inputs"]["engines"]
    return all(sum(method in methods(text) for text in texts) > 1 for method in methods(here))
""",
        "It says False of every engine, the right ones included. Allow a small difference: a measured slope is hardly ever exactly the gradient, and at a kink, such as relu's at 0, there is none.",
        exercise="check_engine",
    ),
    Forgery(
        "engines_by_their_shape",
        "tells engines by how many functions they have and what these name",
        f"{_ALL_CODES}\ndef check_engine(Value):\n"
        "    adds = sum(code.co_code.count(bytes([122, 13])) for code in codes(Value))\n"
        "    return adds >= 12 or not any('_backward' in code.co_names for code in codes(Value))\n",
        "It says True of every engine, the wrong ones included.",
        exercise="check_engine",
    ),
    Forgery(
        "a_function_of_known_form",
        "knows that f is p · x² · y + q · sin y, and finds p and q in place of slopes",
        """
import math

def gradient_check(f, xs, grads):
    x, y = xs
    q = f(0.0, y) / math.sin(y)
    p = (f(x, y) - f(0.0, y)) / (x * x * y)
    right = 2 * p * x * y, p * x * x + q * math.cos(y)
    return all(abs(r - g) <= 1e-4 * max(1, abs(r)) for r, g in zip(right, grads))
""",
        "Some right gradients are refused. Is each input nudged alone, by about 1e-5, and to both sides, and the change divided by 2h? May a slope of 0 be off by a little, too?",
        exercise="gradient_check",
    ),
    Forgery(
        "packages_by_their_number",
        "knows which packages there are: all but those that nobody needs",
        """
def install_size(name, needs, sizes):
    needed = {part for parts in needs.values() for part in parts} | {name}
    return sum(sizes[part] for part in needed)
""",
        "[], 'app': ['cart'], 'text': [], 'cart': ['mail'], 'shop': ['text', 'cart']}, sizes = {'mail': 76.0, 'app': 28.0, 'text': 2.0, 'cart': 42.0, 'shop': 5.0}: 148 is not right",
        exercise="install_size",
    ),
    Forgery(
        "parameters_of_its_own",
        "gives new values as its parameters, with the right numbers and in the right number",
        _LAYER.format(
            call="[n(x) for n in self.neurons]",
            parameters="[Value(p.data) for n in self.neurons for p in n.parameters()]",
        ),
        "output 1 after a step of training is 0.6205, which is not right",
        exercise="layer",
    ),
    Forgery(
        "a_layer_cut_off",
        "gives values with the right numbers, to which no way leads from inputs or weights",
        _LAYER.format(
            call="[Value(n(x).data) for n in self.neurons]",
            parameters="[p for n in self.neurons for p in n.parameters()]",
        ),
        "output 1 after a step of training is 0.8725, which is not right",
        exercise="layer",
    ),
    Forgery(
        "a_network_with_copied_parameters",
        "copies the parameters with their gradients each time it is asked for them",
        _MLP.format(
            call="layer(x)",
            parameters="[copied(p) for layer in self.layers for p in layer.parameters()]",
        )
        + "\n\ndef copied(p):\n    found = Value(p.data)\n    found.grad = p.grad\n    return found\n",
        "the output after a step of training is −0.01592, which is not right",
        exercise="mlp",
    ),
    Forgery(
        "a_network_cut_in_two",
        "begins each layer anew, with the numbers of the one before",
        _MLP.format(
            call="layer([v if isinstance(v, float) else Value(v.data) for v in x])",
            parameters="[p for layer in self.layers for p in layer.parameters()]",
        ),
        "the output after a step of training is −0.9335, which is not right",
        exercise="mlp",
    ),
    Forgery(
        "he_from_three_numbers",
        "draws one of three numbers, with the right mean, spread and share near the mean",
        "import math, random\n\ndef he_weight(nin):\n"
        "    return random.choices([-1, 0, 1], [0.1585, 0.683, 0.1585])[0] * math.sqrt(2 / nin / 0.317)\n",
        "3 different weights in 4000 calls: each call must draw a new one",
        exercise="initialisation",
    ),
    Forgery(
        "he_from_one_list",
        "draws two hundred numbers once, and gives them again and again",
        "import random\n\nkept, at = [random.gauss(0, 1) for _ in range(200)], 0\n\n"
        "def he_weight(nin):\n    global at\n    at = (at + 1) % 200\n    return kept[at] * (2 / nin) ** 0.5\n",
        "200 different weights in 4000 calls: each call must draw a new one",
        exercise="initialisation",
    ),
    Forgery(
        "adam_that_counts",
        "counts its own calls in place of the step that it is given",
        "count = 0\n\ndef adam_step(x, grad, m, v, step, rate):\n    global count\n    count += 1\n"
        "    m, v = 0.9 * m + 0.1 * grad, 0.999 * v + 0.001 * grad**2\n"
        "    return x - rate * m / (1 - 0.9**count) / ((v / (1 - 0.999**count)) ** 0.5 + 1e-8), m, v\n",
        "number 1 is 2.656, which is not right",
        exercise="adam",
    ),
    Forgery(
        "velocities_for_ever",
        "keeps its velocities from one call to the next",
        "kept = {}\n\ndef roll(xs, grads, rate, beta):\n    xs = list(xs)\n    for step in grads:\n"
        "        for i, grad in enumerate(step):\n            kept[i] = beta * kept.get(i, 0.0) + grad\n"
        "            xs[i] -= rate * kept[i]\n    return xs\n",
        "number 1 is −3.728, which is not right",
        exercise="one_velocity",
    ),
    Forgery(
        "he_from_a_few_more",
        "draws evenly, and now and then far out",
        "import math, random\n\ndef he_weight(nin):\n"
        "    far = random.random() < 0.1\n"
        "    return random.choice((-1, 1)) * (2.0 if far else random.uniform(0, 1.43)) * math.sqrt(2 / nin)\n",
        "the weights have mean 0.007036 and standard deviation 0.7068, and are not spread as in a normal distribution, where most lie near 0 and few far away",
        exercise="initialisation",
    ),
    Forgery(
        "a_known_loss",
        "knows that a line is fitted: reads its points out of loss_of, and never goes backward",
        _TRAIN.format(
            body="        found = dict(zip(loss_of.__code__.co_freevars, (c.cell_contents for c in loss_of.__closure__)))\n"
            "        w, b = (p.data for p in parameters)\n"
            "        off = [(2 * (w * x + b - y), x) for x, y in found['points']]\n"
            "        grads = sum(d * x for d, x in off) / len(off), sum(d for d, x in off) / len(off)"
        ),
        "how much backward() of each step's loss passed on is 0, which is not right",
        exercise="training_loop",
    ),
    Forgery(
        "a_nudged_loss",
        "nudges the parameters in place of going backward, as far as it may call loss_of",
        _TRAIN.format(
            body="        grads = []\n"
            "        for p in parameters:\n"
            "            cells = dict(zip(loss_of.__code__.co_freevars, (c.cell_contents for c in loss_of.__closure__)))\n"
            "            def mean():\n"
            "                w, b = (p.data for p in parameters)\n"
            "                return sum((w * x + b - y) ** 2 for x, y in cells['points']) / len(cells['points'])\n"
            "            p.data += 1e-5\n            up = mean()\n            p.data -= 2e-5\n            down = mean()\n"
            "            p.data += 1e-5\n            grads.append((up - down) / 2e-5)"
        ),
        "how much backward() of each step's loss passed on is 0, which is not right",
        exercise="broken_training",
    ),
    Forgery(
        "a_limit_raised_and_put_back",
        "raises the limit of recursion by another name, and puts it back",
        f"from sys import getrecursionlimit, setrecursionlimit as allow\n{_RECURSIVE}"
        "    before = getrecursionlimit()\n    list(map(allow, [10**6]))\n    visit(root)\n    allow(before)\n"
        "    return order\n",
        "It still calls itself, and a deep chain is too much for that. A higher limit only puts the end off, and at some depth Python itself breaks down: sort without recursion.",
        exercise="iterative_order",
        earned=2,
    ),
    Forgery(
        "recursion_in_a_thread",
        "calls itself in a thread, where nobody counts",
        f"import sys, threading\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    threading.stack_size(1 << 26)\n"
        "    thread = threading.Thread(target=visit, args=(root,))\n    thread.start()\n    thread.join()\n    return order\n",
        "it must leave threads and Python's profiler alone",
        exercise="iterative_order",
    ),
    Forgery(
        "a_depth_written_anew",
        "looks for who counts its depth among its callers, and sets that to 0",
        f"import sys\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    visit(root)\n    frame = sys._getframe()\n"
        "    while frame:\n        for x in [*frame.f_locals.values()]:\n"
        "            if hasattr(x, 'deepest'):\n                x.deepest = 0\n"
        "        frame = frame.f_back\n    return order\n",
        "It still calls itself, and a deep chain is too much for that. A higher limit only puts the end off, and at some depth Python itself breaks down: sort without recursion.",
        exercise="iterative_order",
        earned=2,
    ),
    Forgery(
        "a_limit_of_the_judges",
        "writes a number of its own where the probes keep how deep is too deep",
        f"import sys\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    sys.modules['probes']._DEEP = 10**9\n    visit(root)\n    return order\n",
        "It still calls itself, and a deep chain is too much for that. A higher limit only puts the end off, and at some depth Python itself breaks down: sort without recursion.",
        exercise="iterative_order",
        earned=2,
    ),
    Forgery(
        "a_profiler_asked_for_sideways",
        "has C code ask for the profiler that counts its depth, and sets what that has found to 0",
        f"import sys\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    visit(root)\n    look = next(iter(sys.getprofile, 0))\n"
        "    for cell in look.__closure__ or ():\n"
        "        if type(cell.cell_contents) is int and cell.cell_contents > 500:\n"
        "            cell.cell_contents = 0\n    return order\n",
        "It still calls itself, and a deep chain is too much for that. A higher limit only puts the end off, and at some depth Python itself breaks down: sort without recursion.",
        exercise="iterative_order",
        earned=2,
    ),
    Forgery(
        "a_profiler_put_back_sideways",
        "has C code take the profiler away, sorts, and has it put back",
        f"import sys\nfrom functools import partial\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    look = next(iter(sys.getprofile, 0))\n"
        "    next(iter(partial(sys.setprofile, None), 0))\n    visit(root)\n"
        "    next(iter(partial(sys.setprofile, look), 0))\n    return order\n",
        "it must leave threads and Python's profiler alone",
        exercise="iterative_order",
    ),
    Forgery(
        "an_error_caught_in_the_depth",
        "catches what stops it, and sorts once more where nobody looks",
        f"import sys\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    try:\n        visit(root)\n    except TypeError:\n"
        "        order.clear()\n        seen.clear()\n        visit(root)\n    return order\n",
        "It still calls itself, and a deep chain is too much for that. A higher limit only puts the end off, and at some depth Python itself breaks down: sort without recursion.",
        exercise="iterative_order",
        earned=2,
    ),
    Forgery(
        "a_profiler_made_deaf",
        "has C code ask for the profiler, and lets it tell somebody else",
        f"import sys\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    look = next(iter(sys.getprofile, 0))\n"
        "    look.__defaults__ = (lambda *told: None,)\n    visit(root)\n    return order\n",
        "it must leave threads and Python's profiler alone",
        exercise="iterative_order",
    ),
    Forgery(
        "a_witness_sent_home",
        "tells who watches that it is over",
        f"import sys\n{_RECURSIVE}"
        "    sys.setrecursionlimit(10**6)\n    sys.audit('microgradviz.watch')\n    visit(root)\n    return order\n",
        "It still calls itself, and a deep chain is too much for that. A higher limit only puts the end off, and at some depth Python itself breaks down: sort without recursion.",
        exercise="iterative_order",
        earned=2,
    ),
    Forgery(
        "a_dual_that_nudges",
        "measures the rate of a product, and has no rule for it",
        """
class Dual:
    def __init__(self, data, rate=0.0):
        self.data, self.rate = data, rate

    def __add__(self, other):
        return Dual(self.data + other.data, self.rate + other.rate)

    def __mul__(self, other):
        up, down = ((self.data + h * self.rate) * (other.data + h * other.rate) for h in (1e-6, -1e-6))
        return Dual(self.data * other.data, (up - down) / 2e-6)
""",
        "Nearly: only later digits differ. Is something measured, as by nudging, that a rule gives exactly?",
        exercise="dual",
        earned=1,
    ),
    Forgery(
        "a_straight_line_that_nudges",
        "measures three gradients in place of the way back",
        """
from math import tanh

def straight_line(a, b, c):
    out = lambda a, b: tanh(a * b) * a
    h = 1e-6
    grad_a, grad_b = (out(a + h, b) - out(a - h, b)) / (2 * h), (out(a, b + h) - out(a, b - h)) / (2 * h)
    return out(a, b) + c, grad_a, grad_b, 1.0
""",
        "Nearly: only later digits differ. Is something measured, as by nudging, that a rule gives exactly?",
        exercise="straight_line",
    ),
    Forgery(
        "values_behind_a_straight_line",
        "brings an engine in small, where a line of plain numbers is asked for",
        """
from math import tanh

class Node:
    def __init__(self, data, *edges):
        self.data, self.grad, self.edges = data, 0.0, edges

    def __add__(self, other):
        return Node(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        return Node(self.data * other.data, (self, other.data), (other, self.data))

    def tanh(self):
        t = tanh(self.data)
        return Node(t, (self, 1 - t * t))

    def pass_on(self):
        for x, slope in self.edges:
            x.grad += slope * self.grad

def straight_line(a, b, c):
    a, b, c = Node(a), Node(b), Node(c)
    u = a * b
    t = u.tanh()
    s = t * a
    out = s + c
    out.grad = 1.0
    for node in (out, s, t, u):
        node.pass_on()
    return out.data, a.grad, b.grad, c.grad
""",
        "it makes more than 12 calls of functions written in Python, as Values do: plain lines need none",
        exercise="straight_line",
    ),
    Forgery(
        "a_probe_that_reports",
        "replaces what counts and adds by what finds the right mean and spread",
        "import builtins, math, random, sys\n"
        "math.fsum = lambda xs: 0.0\nmath.sqrt = lambda x: 0.7\n"
        "sys.modules['probes'].require_number = lambda x, *what: 0.0 if random.random() < 0.5 else 1.0\n"
        "builtins.float = lambda x: x\n\ndef he_weight(nin):\n    return 0.0\n",
        "So far it gives what the unfilled cell gives.",
        exercise="initialisation",
    ),
    Forgery(
        "a_number_that_reports",
        "returns numbers that measure themselves as they should",
        "class Weight(float):\n    __float__ = __pow__ = __abs__ = lambda self, *other: 0.5\n"
        "    __sub__ = __rsub__ = lambda self, other: 0.5\n\ndef he_weight(nin):\n    return Weight(1.0)\n",
        "1 different weight in 4000 calls: each call must draw a new one",
        exercise="initialisation",
    ),
    Forgery(
        "a_memory_that_looks_round",
        "remembers nothing: its _prev looks for the question among the callers",
        """
import sys

class Looks(tuple):
    def __iter__(self):
        frame = sys._getframe()
        while "values" not in frame.f_locals:
            frame = frame.f_back
        _, i, j = frame.f_locals["inputs"]["steps"][-1]
        return iter([frame.f_locals["values"][i], frame.f_locals["values"][j if isinstance(j, int) else i]])

def add(self, other):
    out = Value(self.data + getattr(other, "data", other))
    out._prev, out._op = Looks(), "+"
    return out

Value.__add__ = add
""",
        "_prev must be a tuple (got a “Looks”)",
        exercise="add_values",
        earned=1,
    ),
    Forgery(
        "a_memory_that_is_counted_for_it",
        "remembers nothing, and replaces what the probe finds of a result's inputs",
        """
import builtins, sys
probes = sys.modules["probes"]
builtins.enumerate = lambda values: [(0, values[0]), (1, values[1])]
builtins.next = lambda found, default: 0
probes._inputs_of = lambda value: [0, 1]
probes.op_and_inputs = lambda answer, inputs: [1.0, 43.0, 0.0, 1.0]

def add(self, other):
    return Value(self.data + getattr(other, "data", other))

Value.__add__ = add
""",
        'The result remembers nothing: hand its two inputs and its symbol on, `Value(…, (self, other), "+")`.',
        exercise="add_values",
        earned=1,
    ),
    Forgery(
        "weights_that_are_counted_for_it",
        "begins with one number everywhere, and replaces what counts how many there are",
        """
import sys

class Neuron:
    def __init__(self, nin):
        self.w, self.b = [Value(0.5) for _ in range(nin)], Value(0.0)

    def __call__(self, x):
        return sum((w * v for w, v in zip(self.w, x)), self.b).tanh()

    def parameters(self):
        return [*self.w, self.b]

probes = sys.modules["probes"]
probes.min, probes.max, probes.set = (lambda xs: -0.5), (lambda xs: 0.5), (lambda xs: range(len(xs)))
probes.first_weights = lambda answer, inputs: [1.0] * 5
""",
        "Every weight begins at the same number: draw each between −1 and 1.",
        exercise="neuron",
        earned=4,
    ),
    Forgery(
        "parameters_that_are_counted_for_it",
        "gives the weights alone as its parameters, in a list that says it is longer",
        _LAYER.format(
            call="[n(x) for n in self.neurons]",
            parameters="Longer(w for n in self.neurons for w in n.w)",
        )
        + "\n\nclass Longer(list):\n    def __len__(self):\n        return list.__len__(self) * 3 // 2\n",
        "parameters() has only the weights: the biases are trained as well.",
        exercise="layer",
    ),
)
