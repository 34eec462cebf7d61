"""Those that take a solution, or half of one, out of what the box itself holds."""

from .forgery import Forgery

_SEARCH = """
import gc, sys, types

def everything():
    found, frame = list(gc.get_objects()), sys._getframe()
    while frame:
        found += [*frame.f_locals.values(), *frame.f_globals.values()]
        frame = frame.f_back
    for module in list(sys.modules.values()):
        found += vars(module).values()
    return found

def pieces(code):
    yield code
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from pieces(part)
"""
_SORTED_BACKWARD = """
    def backward(self):
        order, seen = [], set()
        def visit(v):
            if v not in seen:
                seen.add(v)
                for x in v._prev:
                    visit(x)
                order.append(v)
        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            v._backward()
"""
_ENGINES = """
engines = [
    thing for thing in everything()
    if isinstance(thing, type) and {"__add__", "__mul__"} <= vars(thing).keys() and not issubclass(thing, float)
    and thing.__module__ in ("probes", "__main__", "microgradviz.engine.value")
]
"""
THIEVES = (
    Forgery(
        "the_probes_node",
        "makes its engine of the nodes that probes for functions are tried on",
        f"import sys\nclass Value(sys.modules['probes'].Node):\n{_SORTED_BACKWARD}",
        "The answer's own text stops with AttributeError: “module 'probes' has no attribute 'Node'”.",
        exercise="broken_sums",
    ),
    Forgery(
        "an_engine_in_memory",
        "makes its engine of any class among all objects that adds and multiplies",
        f"{_SEARCH}{_ENGINES}\nclass Engine(engines[0]):\n{_SORTED_BACKWARD}",
        "The answer's own text stops with IndexError: “list index out of range”.",
        exercise="broken_order",
    ),
    Forgery(
        "an_engine_of_the_exercise_before",
        "looks for the engine that the exercise before it was given",
        f"{_SEARCH}{_ENGINES}\nclass Value(engines[0]):\n{_SORTED_BACKWARD}",
        "The answer's own text stops with IndexError: “list index out of range”.",
        exercise="broken_sums",
        also={"mul_rule": "def mul(self, other):\n    return self\n", "neuron": "Neuron = None\n"},
    ),
    Forgery(
        "rules_in_memory",
        "looks for the code of any rule of times, to put it on its class",
        f"""{_SEARCH}
codes = [part for x in everything() if isinstance(x, types.FunctionType) and x.__module__ == "probes"
         for part in pieces(x.__code__) if part.co_name == "_backward"]
mul = types.FunctionType(codes[0], {{}})
Value.__mul__ = mul
""",
        "The answer's own text stops with IndexError: “list index out of range”.",
        exercise="mul_rule",
    ),
    Forgery(
        "an_order_in_memory",
        "looks for any function among all objects that sorts a graph",
        f"""{_SEARCH}
orders = [x for x in everything() if isinstance(x, types.FunctionType) and x.__code__.co_argcount == 1
          and {{"_prev", "append"}} <= {{name for part in pieces(x.__code__) for name in part.co_names}}]
topological_order = orders[0]
""",
        "The answer's own text stops with IndexError: “list index out of range”.",
        exercise="topological_order",
    ),
    Forgery(
        "the_packages_layer",
        "hands in the package's own Layer",
        "import microgradviz.nn\nLayer = microgradviz.nn.Layer\n",
        "The answer's own text stops with ModuleNotFoundError: “No module named 'microgradviz'”."
        " Where answers are marked there is only Python's own library and what the exercise needs of microgradviz.",
        exercise="layer",
    ),
    Forgery(
        "a_network_of_another_exercise",
        "looks for the network that stands beside the answer of another exercise",
        f"{_SEARCH}\nfound = [x for x in everything() if isinstance(x, type) and x.__name__ == 'MLP']\nMLP = found[0]\n",
        "The answer's own text stops with IndexError: “list index out of range”.",
        exercise="mlp",
        also={"xor": "from microgradviz.nn import MLP\ndef train_xor(xs, ys):\n    return MLP(2, [2, 1])\n"},
    ),
)
