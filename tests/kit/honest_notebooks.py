"""Honest work in many styles: notebooks whose `check` says "Well done!", each with the exercise that it answers."""

from typing import Any, NamedTuple

from microgradviz.exercises.topics import EXERCISES

from .notebooks import CellData, answer_cell, check_cell, code_cell, notebook_data

START = "from microgradviz import check, draw_dot, play"
TANH = "def slope_tanh(x):\n    return 1 - t(x) ** 2"


class Style(NamedTuple):
    """One notebook.

    Attributes:
        name: What is particular about it.
        exercise: What it answers.
        notebook: The notebook.
        warned: What `check` says where the grader gives no points; "" where it gives them all.
    """

    name: str
    exercise: str
    notebook: dict[str, Any]
    warned: str = ""


def _cells(name: str, text: str) -> list[CellData]:
    """The cells of a text, in which a line of dashes parts them; the one called the answer's has its marks."""
    cells = [code_cell(START)]
    for part in text.strip().split("\n-----\n"):
        first, _, rest = part.partition("\n")
        cells.append(answer_cell(name, rest) if first == "# answer" else code_cell(part))
    return [*cells, check_cell(name)]


def _style(name: str, exercise: str, text: str, warned: str = "") -> Style:
    return Style(name, exercise, notebook_data(*_cells(exercise, text)), warned)


def _tanh(name: str, text: str, warned: str = "") -> Style:
    """Work on slope_tanh; without an answer in the text, the usual one stands at its end, and calls t."""
    answer = "" if "slope_tanh" in text else f"\n-----\n# answer\n{TANH}"
    return _style(name, "slope_tanh", f"import math\n-----\n{text.strip()}{answer}", warned)


def _engine(name: str, put: str, above: str = "pass", warned: str = "") -> Style:
    """A class whose `__mul__` stands in a cell of its own, where `put` has MUL, and is put on it there."""
    head, rest = EXERCISES["broken_sums"].solution.split("    def __mul__")
    mul, backward = rest.split("    def backward")
    below = put.strip().replace("MUL", "def __mul__" + mul.replace("\n    ", "\n").rstrip())
    text = f"{above.strip()}\n-----\n# answer\n{head}    def backward{backward.rstrip()}\n-----\n{below}"
    return _style(name, "broken_sums", text, warned)


def _as_colab_saves_it() -> Style:
    """No cell has an id; forms and shell commands stand in the cells."""
    text = """
!true
-----
#@title Imports { run: "auto" }
import math
factor = 1 #@param {type:"number"}
-----
# answer
%%time
def slope_tanh(x: float) -> float:
    return factor * (1 - math.tanh(x) ** 2)
"""
    cells = _cells("slope_tanh", text)
    for k, cell in enumerate(cells):
        cell.pop("id", None)
        cell["metadata"] = {"id": f"aB{k}_x", "colab": {"base_uri": "https://localhost:8080/"}, "cellView": "form"}
        cell["source"] = cell["source"].splitlines(keepends=True)
    top = {"metadata": {"colab": {"provenance": []}, "kernelspec": {"name": "python3"}}, "nbformat_minor": 0}
    return Style("as Colab saves it", "slope_tanh", notebook_data(*cells, **top))


def _as_vs_code_saves_it() -> Style:
    cells = _cells("slope_tanh", f"import math\nt = math.tanh\n-----\n# answer\n{TANH}")
    for k, cell in enumerate(cells):
        cell.pop("id", None)
        cell["metadata"] = {"vscode": {"languageId": "python"}}
        cell["execution_count"] = k + 1
    return Style("as VS Code saves it", "slope_tanh", notebook_data(*cells, nbformat_minor=2))


def _as_marimo_exports_it() -> Style:
    """Cells in the order of their work, imports in one, ids of four letters, and no tags."""
    texts = {
        "Hbol": "from microgradviz import check\nimport math",
        "MJUe": "_k = 1.0\nfactor = _k",
        "vblA": "def slope_tanh(x):\n    return factor * (1 - math.tanh(x) ** 2)",
        "bkHC": 'check("slope_tanh", slope_tanh)',
    }
    cells = [code_cell(text, id=id) for id, text in texts.items()]
    return Style("as marimo exports it", "slope_tanh", notebook_data(*cells, nbformat_minor=4))


LIBRARY = """
import sys, types
made = types.ModuleType("d2l_torch")
exec('''def add_to_class(Class):
    return lambda obj: setattr(Class, obj.__name__, obj)''', made.__dict__)
sys.modules["d2l_torch"] = made
import d2l_torch as d2l
"""

STYLES = (
    _tanh(
        "types of NumPy in hints",
        """
import numpy as np
-----
t: Callable[[np.ndarray], np.ndarray] = math.tanh
-----
# answer
def slope_tanh(x: np.ndarray | float) -> np.ndarray:
    y: np.float64 = t(x)
    return 1 - y * y
""",
    ),
    _tanh(
        "a type of its own in hints",
        """
import numpy as np
Array = np.ndarray
t = math.tanh
-----
# answer
def slope_tanh(x: Array) -> Array:
    return 1 - t(x) ** 2
""",
    ),
    _tanh(
        "hints that wait",
        """
from __future__ import annotations
import numpy as np
t = math.tanh
-----
# answer
def slope_tanh(x: np.ndarray) -> Later:
    return 1 - t(x) ** 2
""",
    ),
    _style(
        "a method below hints that wait",
        "mul_values",
        f"# answer\nfrom __future__ import annotations\n\n{EXERCISES['mul_values'].solution.rstrip()}",
    ),
    _tanh(
        "dataclasses",
        """
import numpy as np
-----
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass
class Pair:
    x: float
    more: list[np.ndarray] = field(default_factory=list)
    count: ClassVar[int] = 0


def t(x):
    return Pair(math.tanh(x)).x
""",
    ),
    _engine(
        "methods put on by a decorator",
        "@add_to_class(Value)\nMUL",
        """
def add_to_class(Class):
    def wrapper(obj):
        setattr(Class, obj.__name__, obj)
    return wrapper
""",
    ),
    _engine(
        "methods put on by a library's decorator",
        "@d2l.add_to_class(Value)\nMUL",
        LIBRARY,
        warned="It uses d2l_torch",
    ),
    _engine("methods put on by assignment", "MUL\n-----\nValue.__mul__ = __mul__"),
    _engine(
        "methods put on by a loop",
        """
MUL
-----
for name, f in {"__mul__": __mul__}.items():
    setattr(Value, name, f)
""",
    ),
    _engine("methods put on by a loop over classes", "MUL\n-----\nfor kind in [Value]:\n    kind.__mul__ = __mul__"),
    _engine(
        "methods put on by a helper",
        "MUL\n-----\ninstall(Value, __mul__)",
        "def install(kind, f):\n    setattr(kind, f.__name__, f)",
    ),
    _engine(
        "methods put on by a helper without parameters",
        "MUL\n-----\ndef install():\n    Value.__mul__ = __mul__\n\ninstall()",
    ),
    _tanh(
        "a helper found in globals",
        """
def tanh_of(x):
    return math.tanh(x)
-----
# answer
def slope_tanh(x):
    return 1 - globals()["tanh_of"](x) ** 2
""",
        warned="Run by itself",
    ),
    _tanh("a helper through exec", "exec('def t(x):\\n    return math.tanh(x)')", warned="no cell"),
    _tanh(
        "waiting at the top level, beside the answer",
        f"import asyncio\n-----\n# answer\nt = math.tanh\n{TANH}\n\n\nawait asyncio.sleep(0)",
    ),
    _tanh(
        "waiting at the top level for a part of the answer",
        """
import asyncio
async def get():
    await asyncio.sleep(0)
    return math.tanh
-----
t = await get()
""",
        warned="await",
    ),
    _tanh(
        "a constant of a library",
        """
import numpy as np
one = float(np.exp(0.0))
-----
# answer
def slope_tanh(x):
    return one - math.tanh(x) ** 2
""",
        warned="It uses numpy",
    ),
    _tanh(
        "a helper of a file that another cell runs",
        """
with open("helper_of_tests.py", "w") as file:
    file.write("import math as m; tangent = m.tanh")
-----
%run helper_of_tests.py
-----
# answer
def slope_tanh(x):
    return 1 - tangent(x) ** 2
""",
        warned="no cell",
    ),
    _tanh("what the shell gave", "lines = !echo tanh\n-----\nt = getattr(math, lines[0])", warned="no cell"),
    _tanh(
        "a function made by functions",
        """
# answer
def made(one):
    return lambda x: one - math.tanh(x) ** 2


slope_tanh = made(1.0)
""",
    ),
    _tanh(
        "an object that can be called",
        """
# answer
class Slope:
    def __call__(self, x):
        return 1 - math.tanh(x) ** 2


slope_tanh = Slope()
""",
    ),
    _tanh(
        "a recursive helper in a cell below",
        f"# answer\n{TANH}\n-----\ndef t(x):\n    return math.tanh(x) if x > 0 else -t(-x) if x else 0.0",
    ),
    _tanh(
        "a helper that remembers",
        "from functools import lru_cache\n-----\n@lru_cache(maxsize=None)\ndef t(x):\n    return math.tanh(x)",
    ),
    _tanh(
        "a model that was trained above",
        """
class Model:
    w = 0.0
-----
def train(model, steps):
    for _ in range(steps):
        model.w += 0.5
-----
m = Model()
train(m, 2)
-----
# answer
def slope_tanh(x):
    return m.w - math.tanh(x) ** 2
""",
    ),
    _tanh(
        "functions that enter themselves into a table",
        """
RULES = {}


def rule(name):
    def put(f):
        RULES[name] = f
        return f
    return put
-----
@rule("t")
def whatever(x):
    return math.tanh(x)
-----
# answer
def slope_tanh(x):
    return 1 - RULES["t"](x) ** 2
""",
    ),
    _tanh(
        "a function for each type",
        """
from functools import singledispatch


@singledispatch
def t(x):
    return math.nan
-----
@t.register
def _(x: float):
    return math.tanh(x)
-----
t.register(int, math.tanh)
""",
    ),
    _tanh(
        "a tuple with names and hints",
        """
import numpy as np
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    more: np.ndarray = None
-----
def t(x):
    return Point(math.tanh(x)).x
""",
    ),
    _tanh(
        "a table that another name changes",
        """
table = {}
same = table
-----
same["t"] = math.tanh
-----
# answer
def slope_tanh(x):
    return 1 - table["t"](x) ** 2
""",
        warned="Run by itself",
    ),
    _engine("methods put on by a lambda", "MUL\n-----\nput = lambda f: setattr(Value, '__mul__', f)\nput(__mul__)"),
    _engine(
        "methods put on by a partial function",
        "MUL\n-----\nfrom functools import partial\nput = partial(setattr, Value)\nput('__mul__', __mul__)",
        warned="Run by itself",
    ),
    _style(
        "the learner's own engine finds it",
        "chain_gradient",
        """
from microgradviz import mine

Value = mine()
-----
# answer
def chain_gradient(x, ws):
    start = out = Value(x)
    for w in ws:
        out = (w * out).sigmoid()
    out.backward()
    return start.grad
""",
    ),
    _style(
        "the learner's own engine, where none is at hand",
        "softmax",
        """
from microgradviz import mine

Value = mine()
-----
# answer
def softmax(logits):
    exps = [(Value(z) - max(logits)).exp() for z in logits]
    return [(e / sum(exps)).data for e in exps]
""",
        warned="It uses microgradviz;",
    ),
    _as_colab_saves_it(),
    _as_vs_code_saves_it(),
    _as_marimo_exports_it(),
)
