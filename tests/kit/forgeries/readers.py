"""Those that read the answer off the question: the order in which values stand wherever they stand."""

from .forgery import Forgery

_BEHIND = """
import gc, sys, types

def behind(root):
    found, todo = {id(root): root}, [root]
    for v in todo:
        for x in v._prev:
            if id(x) not in found:
                found[id(x)] = x
                todo.append(x)
    return found

def callers():
    frame = sys._getframe(2)
    while frame:
        yield frame.f_locals
        frame = frame.f_back
"""
# Each gives all values behind a root in the order of something that can be looked at.
_WAYS = {
    "gc": "found = behind(root)\nreturn [x for x in gc.get_objects() if found.get(id(x)) is x]",
    "id": "found = behind(root)\nreturn [found[k] for k in sorted(found)]",
    "frames": (
        "found = behind(root)\nlists = [x for names in callers() for x in names.values() if isinstance(x, list)]\n"
        "return max(([x for x in one if found.get(id(x)) is x] for one in lists), key=len)"
    ),
    "rules": (
        "found, order = behind(root), []\n"
        "for f in gc.get_objects():\n"
        "    if isinstance(f, types.FunctionType) and f.__name__ == '_backward' and f.__closure__:\n"
        "        order += [x for cell in f.__closure__ for x in [cell.cell_contents]\n"
        "                  if found.get(id(x)) is x and x._op and x._backward is f]\n"
        "return [x for x in found.values() if not x._op] + order"
    ),
    "tuples": (
        "found, user = behind(root), {}\n"
        "for x in found.values():\n    user[id(x._prev)] = x\n"
        "made = [user[id(t)] for t in gc.get_objects() if type(t) is tuple and id(t) in user and t]\n"
        "return [x for x in found.values() if not x._op] + made"
    ),
    "steps": (
        "found = behind(root)\nasked = next(names['inputs'] for names in callers() if 'inputs' in names)\n"
        "steps, leaves = asked['steps'], len(asked['leaves'])\nnumber, todo = {}, [(root, leaves + len(steps) - 1)]\n"
        "for v, k in todo:\n"
        "    number[id(v)] = k\n"
        "    if k >= leaves:\n"
        "        todo += [(x, y) for x, y in zip(v._prev, steps[k - leaves][1:]) if id(x) not in number]\n"
        "return sorted(found.values(), key=lambda v: number[id(v)])"
    ),
    "numbers": (
        "found = behind(root)\nasked = next(names['inputs'] for names in callers() if 'inputs' in names)\n"
        "nodes = next(x for names in callers() for x in names.values() if type(x) is list and root in x)\n"
        "places = {id(v): k for k, v in enumerate(nodes)}\n"
        "return sorted(found.values(), key=lambda v: places[id(v)])"
    ),
}


def _order(way: str, name: str) -> str:
    body = "".join(f"    {line}\n" for line in _WAYS[way].splitlines())
    return f"{_BEHIND}\ndef {name}(root):\n{body}"


def _sweep(way: str, name: str, after: str = "") -> str:
    order = _order(way, "listed").replace("_getframe(2)", "_getframe(3)")
    return f"{order}\ndef {name}(root):\n    root.grad = 1.0\n    for v in reversed(listed(root)):\n        v._backward()\n{after}"


# Addresses differ from run to run, and so does what is said of these: (exercise, text).
BY_ADDRESSES = (
    ("iterative_order", _order("id", "iterative_order")),
    ("topological_order", _order("id", "topological_order")),
    ("repair_recursion", _sweep("id", "repair_recursion")),
    ("backward", _sweep("id", "backward", "\n\nValue.backward = backward\n")),
)
READERS = (
    Forgery(
        "the_collectors_order",
        "lists values as the collector of garbage does, oldest first",
        _order("gc", "topological_order"),
        "it gives [e (*), b, a]; e (*) stands before its input a",
        exercise="topological_order",
    ),
    Forgery(
        "the_callers_list",
        "takes the list of all values that stands in a caller's frame",
        _order("frames", "topological_order"),
        "it gives [a, e (*), b]; e (*) stands before its input b",
        exercise="topological_order",
    ),
    Forgery(
        "the_callers_places",
        "numbers values by that list, and sorts",
        _order("numbers", "iterative_order"),
        "it gives [f (*), a, g (*), b, e (+)]; f (*) stands before its input a",
        exercise="iterative_order",
    ),
    Forgery(
        "the_steps_of_the_question",
        "reads in a caller's frame by which steps the graph was made",
        _order("steps", "topological_order"),
        "it stopped with KeyError: “steps”",
        exercise="topological_order",
    ),
    Forgery(
        "backward_by_age",
        "goes backward from the youngest value to the oldest",
        _sweep("gc", "repair_recursion"),
        "the grad of a is 0.0174, which is not right",
        exercise="repair_recursion",
    ),
    Forgery(
        "backward_by_the_age_of_rules",
        "goes backward by the age of what each value passes on with",
        _sweep("rules", "repair_recursion"),
        "the grad of a is 0, which is not right",
        exercise="repair_recursion",
    ),
    Forgery(
        "a_method_by_tuples",
        "goes backward by the age of the tuples that hold the inputs",
        _sweep("tuples", "backward", "\n\nValue.backward = backward\n"),
        "the grad of a is 0, which is not right",
        exercise="backward",
    ),
)
