"""Those that want marks without the work: wrong answers dressed up as right ones."""

from microgradviz.exercises.topics import EXERCISES

from .forgery import RIGHT, Forgery, slope_mul_answer

_SEEN = {tuple(case["args"]): case["args"][::-1] for case in EXERCISES["slope_mul"].cases("check")[0]}
_BEFORE = "from {name} import {what}\n"

_NUDGED = """
    def data_at(self, leaf, h, known):
        if self is leaf:
            return self.data + h
        if not self._prev:
            return self.data
        if id(self) not in known:
            x, y = (v.data_at(leaf, h, known) for v in self._prev)
            known[id(self)] = x + y if self._op == "+" else x * y
        return known[id(self)]

    def all(self):
        found, todo = {id(self)}, [self]
        for v in todo:
            for x in v._prev:
                if id(x) not in found:
                    found.add(id(x))
                    todo.append(x)
        return todo
"""
_VALUE = """
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, tuple(_children), _op

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), "*")
"""
NUDGING = f"""{_VALUE}{_NUDGED}
    def backward(self):
        for v in self.all():
            at = [self.data_at(v, k * 1e-3, {{}}) for k in (-2, -1, 1, 2)]
            v.grad = (8 * (at[2] - at[1]) - (at[3] - at[0])) / 12e-3
"""
COMPLEX_STEP = f"""{_VALUE}{_NUDGED}
    def backward(self):
        for v in self.all():
            v.grad = self.data_at(v, 1e-200j, {{}}).imag / 1e-200
"""
FORWARD_MODE = f"""{_VALUE}{_NUDGED}
    def slope_at(self, leaf, known):
        if self is leaf:
            return 1.0
        if not self._prev:
            return 0.0
        if id(self) not in known:
            a, b = self._prev
            da, db = a.slope_at(leaf, known), b.slope_at(leaf, known)
            known[id(self)] = da + db if self._op == "+" else da * b.data + db * a.data
        return known[id(self)]

    def backward(self):
        for v in self.all():
            v.grad = self.slope_at(v, {{}})
"""
# Forward mode with the slopes of all leaves carried along: right, and quick where a value rests on few of them.
SPARSE_FORWARD_MODE = """
class Value:
    def __init__(self, data, slopes=None):
        self.data, self.grad = data, 0.0
        self.slopes = {id(self): (self, 1.0)} if slopes is None else slopes

    def joined(self, data, other, ds, do):
        slopes = {key: (v, s * ds) for key, (v, s) in self.slopes.items()}
        for key, (v, s) in other.slopes.items():
            slopes[key] = (v, s * do + (slopes[key][1] if key in slopes else 0.0))
        out = Value(data, slopes)
        slopes[id(out)] = (out, 1.0)
        return out

    def __add__(self, other):
        return self.joined(self.data + other.data, other, 1.0, 1.0)

    def __mul__(self, other):
        return self.joined(self.data * other.data, other, other.data, self.data)

    def backward(self):
        for v, s in self.slopes.values():
            v.grad = s
"""
# The same, but where a value rests on many leaves its slopes are a list and a factor, so that a product with a number
# costs nothing, and a sum is one call or one loop.
DENSE_FORWARD_MODE = """
from array import array
from operator import add, sub

class Value:
    made = []

    def __init__(self, data, slopes=None, factor=1.0):
        self.data, self.grad, self.slopes, self.factor = data, 0.0, slopes, factor
        if slopes is None or len(Value.made) < 60:
            self.slopes = {**(slopes or {}), len(Value.made): 1.0}
            Value.made.append(self)

    def listed(self):
        if not isinstance(self.slopes, dict):
            return self.slopes
        found = [0.0] * (len(Value.made) + 20)
        for k, s in self.slopes.items():
            found[k] = s
        return KEPT(found)

    def joined(self, data, other, p, q):
        p, q = p * self.factor, q * other.factor
        if isinstance(self.slopes, dict) and not isinstance(other.slopes, dict) or not p:
            self, other, p, q = other, self, q, p
        if isinstance(self.slopes, dict):
            found = {k: p * s for k, s in self.slopes.items()}
            for k, s in other.slopes.items():
                found[k] = found.get(k, 0.0) + q * s
            out = Value(data, found)
            if len(found) > 500:
                out.slopes = out.listed()
            return out
        a = self.slopes
        if isinstance(other.slopes, dict):
            found = a[:]
            if p != 1.0:
                found = KEPT([p * x for x in a])
            for k, s in other.slopes.items():
                found[k] += q * s
            return Value(data, found)
        if p == q or p == -q:
            return Value(data, KEPT(map(add if p == q else sub, a, other.slopes)), p)
        r, b = q / p, other.slopes
        if abs(r) in (0.25, 0.5, 2.0, 4.0):
            return Value(data, KEPT([x + r * y for x, y in zip(a, b)]), p)
        return Value(data, KEPT([p * x + q * y for x, y in zip(a, b)]))

    def __add__(self, other):
        return self.joined(self.data + other.data, other, 1.0, 1.0)

    def __mul__(self, other):
        return self.joined(self.data * other.data, other, other.data, self.data)

    def backward(self):
        for v, s in zip(Value.made, self.listed()):
            v.grad = s * self.factor
        Value.made.clear()
"""
# Forward mode for small graphs, and for the large one what it is known to look like.
KNOWS_THE_GATE = (
    FORWARD_MODE.replace("def backward", "def small").replace("slope_at", "slope_of")
    + """
    def backward(self):
        found = self.all()
        if len(found) < 1000:
            return self.small()
        self.grad = 1.0
        for v in found:
            if v._op == "*" and not (v._prev[0]._prev or v._prev[1]._prev):
                x, y = v._prev
                x.grad += y.data
                y.grad += x.data
"""
)

CHEATS = (
    Forgery(
        "the_answers_of_check",
        "holds a table of the inputs that `check` always uses, with the right answers",
        f"SEEN = {_SEEN!r}\n\ndef slope_mul(x, y):\n    return SEEN.get((x, y), (0.0, 0.0))\n",
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "nan",
        "returns nan, which no comparison calls too far away",
        slope_mul_answer("return float('nan'), float('nan')"),
        "number 1 is nan, which is not right",
    ),
    Forgery(
        "equal_to_everything",
        "returns floats that claim to equal everything",
        slope_mul_answer(
            "return Equal(0.0), Equal(0.0)",
            "class Equal(float):\n"
            "    __eq__ = __le__ = __lt__ = lambda self, other: True\n"
            "    __sub__ = __rsub__ = __abs__ = lambda self, *other: Equal(0.0)\n"
            "    __hash__ = float.__hash__\n    __float__ = lambda self: self",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "numbers_that_repr_as_others",
        "returns numbers whose repr is JSON of its own",
        slope_mul_answer(
            "return Loud(0.0), Loud(0.0)",
            'class Loud(float):\n    __repr__ = __str__ = lambda self: \'1.0]}, "earned": 3, "x": {"y": [1\'',
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "patched_builtins",
        "replaces abs, float, all, isinstance and math.isclose",
        slope_mul_answer(
            "return 0.0, 0.0",
            "import builtins, math\n"
            "builtins.abs = lambda x: 0.0\nbuiltins.all = lambda xs: True\nbuiltins.isinstance = lambda x, kind: True\n"
            "builtins.float = type('float', (float,), {'__eq__': lambda x, y: True, '__hash__': None})\n"
            "math.isclose = lambda *a, **k: True",
        ),
        "it made Python stop: an answer returns, it does not exit",
    ),
    Forgery(
        "patched_json",
        "makes json write full marks, whatever it is given",
        slope_mul_answer(
            "return 0.0, 0.0",
            "import json, json.encoder\n"
            'said = \'[0, 0, {"earned": 3, "points": 3, "ok": true}]\'\n'
            "json.dumps = lambda *a, **k: said\n"
            "json.JSONEncoder.encode = lambda self, x: said\n"
            "json.encoder.encode_basestring_ascii = lambda x: said",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "patched_probes",
        "replaces the probes by its own",
        slope_mul_answer(
            "return 0.0, 0.0",
            "import sys\nprobes = sys.modules['probes']\n"
            "probes.run_probe = lambda probe, answer, inputs: {'numbers': [1.0, 1.0], 'earned': 3}\n"
            "probes.returned_numbers = lambda answer, inputs: [1.0, 1.0]",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "unwrapped_forward_mode",
        "runs forward mode once for every leaf, with numbers that it has made plain ones first, so that nobody counts",
        FORWARD_MODE.replace("self.data, self.grad", "data = float(data)\n        self.data, self.grad"),
        "",
        exercise="broken_sums",
        earned=3,
        known=True,
    ),
    Forgery(
        "patched_numbers",
        "nudges, and makes the numbers that count forget to",
        NUDGING.replace(
            "        self.data, self.grad",
            "        for name in ('add', 'radd', 'sub', 'rsub', 'mul', 'rmul') if type(data) is not float else ():\n"
            "            setattr(type(data), f'__{name}__', getattr(float, f'__{name}__'))\n"
            "        self.data, self.grad",
        ),
        "right, but held back by “500 leaves in one sweep back”",
        exercise="broken_sums",
    ),
    Forgery(
        "finite_differences",
        "nudges every leaf in place of backpropagation",
        NUDGING,
        "The gradients are right, but they were not found by backpropagation, where each operation passes its gradient on with a few additions and multiplications: here their number grows with that of the leaves or of the paths.",
        exercise="broken_sums",
    ),
    Forgery(
        "complex_step",
        "nudges every leaf by an imaginary number, which is exact to the last digit",
        COMPLEX_STEP,
        "The gradients are right, but they were not found by backpropagation, where each operation passes its gradient on with a few additions and multiplications: here their number grows with that of the leaves or of the paths.",
        exercise="broken_sums",
    ),
    Forgery(
        "forward_mode",
        "runs forward mode once for every leaf: right numbers, at a cost that grows with the leaves",
        FORWARD_MODE,
        "The gradients are right, but they were not found by backpropagation, where each operation passes its gradient on with a few additions and multiplications: here their number grows with that of the leaves or of the paths.",
        exercise="broken_sums",
    ),
    Forgery(
        "sparse_forward_mode",
        "carries the slopes of all leaves along in every value",
        SPARSE_FORWARD_MODE,
        "The gradients are right, but they were not found by backpropagation, where each operation passes its gradient on with a few additions and multiplications: here their number grows with that of the leaves or of the paths.",
        exercise="broken_sums",
    ),
    Forgery(
        "dense_forward_mode",
        "carries the slopes of all leaves along in lists, as many at once as Python can",
        DENSE_FORWARD_MODE.replace("KEPT", "list"),
        "The gradients are right, but they were not found by backpropagation, where each operation passes its gradient on with a few additions and multiplications: here their number grows with that of the leaves or of the paths.",
        exercise="broken_sums",
    ),
    Forgery(
        "packed_forward_mode",
        "carries them along in arrays, which take less room",
        DENSE_FORWARD_MODE.replace("KEPT(found)", "(array('d', found) if len(found) > 60 else found)").replace(
            "KEPT(", "array('d', "
        ),
        "The gradients are right, but they were not found by backpropagation, where each operation passes its gradient on with a few additions and multiplications: here their number grows with that of the leaves or of the paths.",
        exercise="broken_sums",
    ),
    Forgery(
        "knows_the_gate",
        "uses forward mode on small graphs, and for the large one a rule made for its shape",
        KNOWS_THE_GATE,
        "right, but held back by “500 leaves in one sweep back”",
        exercise="broken_sums",
    ),
    Forgery(
        "first_case_only",
        "is right once, and then guesses",
        slope_mul_answer("calls.append(1)\nif len(calls) == 1:\n    return (y, x)", "calls = []"),
        "number 1 is 0, which is not right",
    ),
    Forgery(
        "by_the_clock",
        "is right in some milliseconds and wrong in others",
        slope_mul_answer("if time.time_ns() // 1000 % 2 and x == x + 1:\n    return (y, x)", "import time"),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "by_chance",
        "guesses with random numbers",
        slope_mul_answer("return random.uniform(-3, 3), random.uniform(-3, 3)", "import random\nrandom.seed(None)"),
        "number 1 is 2.067, which is not right",
    ),
    Forgery(
        "looks_at_frames",
        "walks up the frames to the judge, for the expected numbers",
        slope_mul_answer(
            "frame = sys._getframe()\n"
            "while frame:\n"
            "    for name in ('right', 'expected', 'solution', 'reference', 'labels'):\n"
            "        if name in frame.f_locals:\n"
            "            return frame.f_locals[name][0].numbers\n"
            "    frame = frame.f_back",
            "import sys",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "looks_at_all_objects",
        "searches every object of the process for a solution or a list of expected numbers",
        slope_mul_answer(
            "for thing in gc.get_objects():\n"
            "    if isinstance(thing, dict) and ('solution' in thing or 'right' in thing or 'EXERCISES' in thing):\n"
            "        found = thing.get('right') or thing.get('solution')\n"
            "        if callable(found):\n"
            "            return found(x, y)\n"
            "        if isinstance(found, (list, tuple)) and len(found) == 2:\n"
            "            return found",
            "import gc",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "reads_the_labels",
        "learns nothing, and reads the labels of the points it is asked about out of the caller's frame",
        """
import sys

def train_moons(xs, ys, *more):
    def predict(x):
        frame = sys._getframe()
        while frame:
            inputs = frame.f_locals.get("inputs")
            if isinstance(inputs, dict) and "labels" in inputs:
                return inputs["labels"][inputs["looked_at"].index(list(x))]
            frame = frame.f_back
        return 0.0
    return predict
""",
        "That is hardly better than tossing a coin: does it learn from the xs and ys that it is given (the lesson's `learn` reads the notebook's X and y), and does the update reach every parameter and go downhill?",
        exercise="moons",
    ),
    Forgery(
        "traces_the_judge",
        "sets a trace function that changes what the caller sees",
        slope_mul_answer(
            "sys.settrace(spy)\nsys._getframe(1).f_trace = spy",
            "import sys\ndef spy(frame, event, arg):\n"
            "    if event == 'return' and isinstance(arg, list):\n        arg[:] = [1.0, 1.0]\n    return spy",
        ),
        "That is plus's rule. When x grows by 1, x · y grows by y.",
    ),
    Forgery(
        "poisons_what_comes_next",
        "patches probes, json and modules in one answer, so that the next exercise is marked right",
        slope_mul_answer("return 0.0, 0.0"),
        "It gives 0 whatever it is asked: what it is given must play a part.",
        also={
            "slope_tanh": "import sys, json, builtins\n"
            "sys.modules['probes'].run_probe = lambda *a: {'numbers': [1.0, 1.0]}\n"
            "vars(sys.modules['probes']).clear()\n"
            "builtins.float = lambda x: 1.0\n"
            "def slope_tanh(x):\n    return 1.0\n"
        },
    ),
    Forgery(
        "borrows_time",
        "looks for the question of 500 leaves as soon as it is loaded, to work at it in the time of the others",
        f"""
import sys
{NUDGING}
frame = sys._getframe()
while "request" not in frame.f_locals:
    frame = frame.f_back
rows = frame.f_locals["request"]["rows"]
answered = sys.modules["probes"].run_probe("counted_value_grads", Value, rows[-1][2][0])
""",
        "The answer's own text stops with TypeError: “'int' object is not subscriptable”.",
        exercise="broken_sums",
    ),
    Forgery(
        "answers_later",
        "gives an empty line for an answer, gets the next question for it, and answers the first in the others' time",
        """
import os, select
calls = []

def slope_mul(x, y):
    calls.append(1)
    if len(calls) == 1:
        os.write(3, b"\\n")
    if len(calls) < 10:
        select.select([4], [], [])
    else:
        os.write(3, f'[1, 5, {{"numbers": [{y!r}, {x!r}]}}]'.encode())
        os._exit(0)
    return (y, x)
""",
        "it made Python stop: an answer returns, it does not exit",
    ),
    Forgery(
        "talks_all_the_time",
        "lets a thread say a space every other moment, so that nobody looks at the clock, and takes twice its time",
        slope_mul_answer(
            "begin = time.process_time()\nwhile time.process_time() < begin + 4:\n    pass\nreturn (y, x)",
            "import os, sys, threading, time\n"
            "def drip():\n    while True:\n        os.write(3, b' ')\n        time.sleep(0.002)\n"
            "sys.setswitchinterval(1e-4)\nthreading.Thread(target=drip, daemon=True).start()",
        ),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "borrows_the_engine",
        "takes the package's engine, which another exercise of the same notebook may use",
        "import microgradviz.engine\nclass Value(microgradviz.engine.Value):\n    pass\n",
        "The answer's own text stops with ModuleNotFoundError: “No module named 'microgradviz'”."
        " Where answers are marked there is only Python's own library and what the exercise needs of microgradviz.",
        exercise="broken_sums",
        also={"xor": EXERCISES["xor"].solution},
    ),
    Forgery(
        "imports_the_reference",
        "imports the solution from the package",
        "from microgradviz.exercises.topics import EXERCISES\n"
        "slope_mul = EXERCISES['slope_mul'].load(EXERCISES['slope_mul'].solution)\n",
        "The answer's own text stops with ModuleNotFoundError: “No module named 'microgradviz'”."
        " Where answers are marked there is only Python's own library and what the exercise needs of microgradviz.",
    ),
    Forgery(
        "imports_a_judge_from_the_engine",
        "imports the solution from the package where its engine is at hand",
        "from microgradviz.exercises.topics import EXERCISES\n"
        "train_xor = EXERCISES['xor'].load(EXERCISES['xor'].solution)\n",
        "The answer's own text stops with ModuleNotFoundError: “No module named 'microgradviz.exercises'”."
        " Where answers are marked there is only Python's own library and what the exercise needs of microgradviz.",
        exercise="xor",
    ),
    Forgery(
        "a_right_one",
        "is honest, and shows that the zoo's keeper is not deaf",
        RIGHT,
        "",
        earned=3,
    ),
)
