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
_CODES = """
modules = [x for x in everything() if isinstance(x, dict) and "microgradviz.nn" in x]
codes = [x[0] if isinstance(x, tuple) else x.__spec__.loader.modules["microgradviz.nn"][0]
         for x in (found["microgradviz.nn"] for found in modules)]
bodies = [part for code in codes for part in pieces(code) if part.co_name == "CLASS"]
space = {**vars(sys.modules["microgradviz.nn"])}
def build(name, body, *bases):
    made = types.new_class(name, bases, exec_body=lambda own: exec(body, space, own))
    return made
CLASS = build("CLASS", bodies[0], space["Module"])
"""
_A_LAYER = """
class Layer:
    def __init__(self, nin, nout):
        self.theirs = Theirs(nin, nout, activation="tanh")
        self.neurons, self.parameters = self.theirs.neurons, self.theirs.parameters

    def __call__(self, x):
        found = self.theirs(x)
        return found if isinstance(found, list) else [found]
"""
_OF_NN = "it stopped with NotImplementedError: “{} of microgradviz.nn is not there where this exercise is marked”"

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
        f"import microgradviz.nn\nTheirs = microgradviz.nn.Layer\n{_A_LAYER}",
        _OF_NN.format("Layer"),
        exercise="layer",
    ),
    Forgery(
        "a_network_of_one_layer",
        "takes its layer out of the package's MLP",
        f"from microgradviz.nn import MLP\ndef Theirs(nin, nout, activation):\n    return MLP(nin, [nout], output=activation).layers[0]\n{_A_LAYER}",
        _OF_NN.format("MLP"),
        exercise="layer",
    ),
    Forgery(
        "the_packages_network",
        "hands in the package's own MLP, which stands in memory for another exercise",
        "import microgradviz.nn\n"
        "Theirs = next(x for x in microgradviz.nn.Module.__subclasses__() if x.__name__ == 'MLP')\n"
        "def MLP(nin, nouts):\n    return Theirs(nin, nouts, activation='tanh', output='tanh')\n",
        "The answer's own text stops with StopIteration: no message.",
        exercise="mlp",
        also={"xor": "from microgradviz.nn import MLP\ndef train_xor(xs, ys):\n    return MLP(2, [2, 1])\n"},
    ),
    Forgery(
        "the_code_of_a_network",
        "builds MLP from the code that was sent along with the package's modules",
        f"import microgradviz.nn\n{_SEARCH}{_CODES.replace('CLASS', 'MLP')}"
        "Theirs, MLP = MLP, lambda nin, nouts: Theirs(nin, nouts, activation='tanh', output='tanh')\n",
        _OF_NN.format("MLP"),
        exercise="mlp",
    ),
    Forgery(
        "the_code_of_a_layer",
        "builds Layer from the code that was sent along with the package's modules",
        f"import microgradviz.nn\n{_SEARCH}{_CODES.replace('CLASS', 'Layer')}Theirs = Layer\n{_A_LAYER}",
        _OF_NN.format("Layer"),
        exercise="layer",
    ),
)
