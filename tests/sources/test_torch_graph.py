"""Results of torch, walked through `grad_fn`: the numbers are torch's, and nothing of the user's changes."""

import math
import subprocess
import sys
import time
from operator import attrgetter

import pytest
from hypothesis import given, settings, strategies as st

from microgradviz import Trace, draw_dot, play, to_html, trace
from microgradviz.engine import BUILT_IN, OPS

pytestmark = pytest.mark.usefixtures("require_torch")


@pytest.fixture
def torch(require_torch):
    before = require_torch.get_default_dtype()
    require_torch.set_default_dtype(require_torch.float64)
    yield require_torch
    require_torch.set_default_dtype(before)


def leaf(torch, x):
    return torch.tensor(x, requires_grad=True)


def lrelu(x, slope):
    import torch

    return torch.nn.functional.leaky_relu(x, slope)


# What people write for a row of the table in torch; for the others, torch's function as the row has it.
WRITTEN = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x: -x,
    "pow_n": lambda x, n: x**n,
    "pow": lambda x, y: x**y,
    "leaky_relu": lrelu,
    "max": lambda x, y: x.maximum(y),
    "min": lambda x, y: x.minimum(y),
}


def by_the_row(name):
    def function(*given):
        import torch

        op = OPS[name]
        inputs, constants = given[: op.arity], dict(zip(op.params, given[op.arity :], strict=True))
        options = {option: constants.get(value, value) for option, value in op.torch_options.items()}
        return attrgetter(op.torch)(torch)(*inputs, **options)

    return function


SAME = {name: WRITTEN.get(name, by_the_row(name)) for name in BUILT_IN if OPS[name].torch and OPS[name].arity}
ROWS = list(SAME)


def agrees(torch, result, leaves, rel=1e-12):
    """The trace of a result has torch's own gradients, and every contribution is arriving × local."""
    t = trace(result)
    wanted = torch.autograd.grad(result, leaves, retain_graph=True, allow_unused=True)
    assert t.data[t.root] == result.item()
    grads = t.gradients()
    found = {t.data[i]: grads[i] for i, op in enumerate(t.op) if not op}
    for x, grad in zip(leaves, wanted, strict=True):
        if grad is not None:
            assert found[x.item()] == pytest.approx(grad.item(), rel=rel, abs=1e-300)
    for c in t.contributions:
        assert c.after == pytest.approx(c.before + c.amount, rel=rel)
    assert (t.engine, t.note, t.observed, t.faults) == ("torch", "", [], [])
    assert Trace.from_json(t.to_json()) == t
    return t


@pytest.mark.parametrize("name", ROWS)
def test_every_row_of_the_table_is_known_by_its_name_and_agrees(torch, name):
    op = OPS[name]
    for sample in op.samples:
        inputs = [leaf(torch, x) for x in sample[: op.arity]]
        constants = sample[op.arity :]
        t = agrees(torch, SAME[name](*inputs, *constants), inputs)
        out, slopes = op.run_ieee(*sample)
        assert t.op[-1] == name
        assert t.params.get(t.root, {}) == dict(zip(op.params, constants, strict=True))
        assert t.data[-1] == pytest.approx(out, rel=1e-14)
        assert t.local == pytest.approx(slopes, rel=1e-12)


@pytest.mark.parametrize("name", ROWS)
def test_torch_computes_a_row_again_where_no_number_is_kept(torch, name):
    sample = OPS[name].samples[0]
    inputs = [leaf(torch, x) for x in sample[: OPS[name].arity]]
    t = trace(SAME[name](*inputs, *sample[len(inputs) :]) + 1.0)
    assert not any(map(math.isnan, t.data))
    assert name in t.op


def test_modules_of_torch_are_read_by_their_functions(torch):
    x = leaf(torch, -0.7)
    for module, row in (
        (torch.nn.SiLU(), ("silu", {})),
        (torch.nn.GELU(approximate="tanh"), ("gelu", {})),
        (torch.nn.ELU(), ("elu", {"alpha": 1.0})),
        (torch.nn.ELU(alpha=0.5), ("elu", {"alpha": 0.5})),
        (torch.nn.LeakyReLU(0.3), ("leaky_relu", {"slope": 0.3})),
    ):
        t = agrees(torch, module(x) * 3.0, [x])
        assert (t.op[1], t.params.get(1, {})) == row


def test_a_function_with_other_options_keeps_torchs_name_and_number(torch):
    functional = torch.nn.functional
    for make, name in (
        (lambda x: torch.add(x, x, alpha=2), "Add"),
        (lambda x: torch.div(x, 2, rounding_mode="floor") * x, "Div"),
        (lambda x: functional.softplus(x, beta=2), "Softplus"),
        (lambda x: functional.gelu(x), "Gelu"),
        (lambda x: functional.selu(x - 3.0), "Elu"),
    ):
        x = leaf(torch, 1.7)
        t = trace(make(x) + 1.0)
        assert name in t.op
        assert not any(map(math.isnan, t.data))
        assert t.data[t.root] == (make(x) + 1.0).item()


@pytest.mark.parametrize(
    ("make", "ops"),
    [
        (lambda x: x + 1, ["", "", "add"]),
        (lambda x: 1 + x, ["", "", "add"]),
        (lambda x: x - 0.1, ["", "", "sub"]),
        (lambda x: 0.3 - x, ["", "", "sub"]),
        (lambda x: x * 3, ["", "", "mul"]),
        (lambda x: 3 * x, ["", "", "mul"]),
        (lambda x: x / 3, ["", "", "div"]),
        (lambda x: 3 / x, ["", "pow_n", "", "mul"]),
        (lambda x: 2**x, ["", "", "pow"]),
        (lambda x: x**2, ["", "pow_n"]),
        (lambda x: (x + 1) * (3 * x), ["", "", "add", "", "mul", "mul"]),
        (lambda x: -(x - 7) * x, ["", "", "sub", "neg", "mul"]),
        (lambda x: (x * 3).detach() * x, None),
        (lambda x: (x * 3) * (x * 3), None),
        (lambda x: x * x.detach(), None),
    ],
)
def test_constants_are_found_or_solved_for(torch, make, ops):
    x = leaf(torch, 1.7)
    t = agrees(torch, make(x), [x])
    if ops is not None:
        assert t.op == ops
    assert not any(map(math.isnan, t.data))


def test_the_constant_of_a_sum_is_what_was_written(torch):
    x = leaf(torch, 0.1)
    assert trace(x + 0.2).data[1] == 0.2
    assert trace(0.7 - x).data[1] == 0.7


def test_names_come_from_the_callers_variables(torch):
    x1, w1, b = leaf(torch, 2.0), leaf(torch, -3.0), leaf(torch, 6.88)
    n = x1 * w1 + b
    o = n.tanh()
    assert trace(o).label == {0: "x1", 1: "w1", 3: "b", 4: "n", 5: "o"}


def test_a_value_used_many_times_gets_every_contribution(torch):
    a = leaf(torch, 3.0)
    t = agrees(torch, a * a + a, [a])
    assert [c.after for c in t.contributions if t.sources[c.edge] == 0][-1] == 7


def test_nothing_of_the_users_changes(torch):
    a, b = leaf(torch, 2.0), leaf(torch, -3.0)
    seen = []
    c = a * b
    c.retain_grad()
    c.register_hook(seen.append)
    a.register_hook(seen.append)
    d = c.exp()
    a.grad = torch.tensor(5.0)
    first, second = trace(d), trace(d)
    assert first == second
    assert seen == []
    assert (a.grad.item(), b.grad, c.grad) == (5.0, None, None)
    assert first.nodes[0].grad == 5.0
    d.backward()
    assert a.grad.item() == 5 - 3 * math.exp(-6)


def test_a_variable_gives_a_number_that_torch_does_not_keep(torch):
    x = leaf(torch, 2.0)
    h = (x + 1) + 1
    t = trace(h.tanh())
    assert t.label == {0: "x", 2: "h"} or t.known_data(1) is None
    lost = trace(((x + 1) + 1).tanh())
    assert lost.note == "torch does not keep every number of the forward pass; those show as –."
    assert [lost.known_data(i) for i in lost.unknown] == [None, None]
    assert '"data":[2.0,null,null,' in lost.to_json()
    assert Trace.from_json(lost.to_json()).unknown == lost.unknown
    assert lost.faults == []
    assert lost.gradients()[0] == pytest.approx(1 - math.tanh(4) ** 2)


def test_single_precision_is_not_a_fault(require_torch):
    torch = require_torch
    a, b = torch.tensor(0.1, requires_grad=True), torch.tensor(0.7, requires_grad=True)
    c = (a * b + a.sin()).tanh() / (a - b) ** 2
    t = trace(c)
    assert t.faults == []
    c.backward()
    assert [t.gradients()[i] for i, name in t.label.items() if name in "ab"] == pytest.approx(
        [a.grad.item(), b.grad.item()], rel=1e-5
    )


def test_nan_and_infinity_are_named_where_they_are_born(torch):
    x = leaf(torch, 0.0)
    t = trace(x.log() * 2)
    assert {f.kind for f in t.faults} == {"non-finite"}


def test_a_module_gives_names_to_its_parameters(torch):
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    X, y = torch.randn(5, 3), torch.randn(5, 1)
    loss = ((model(X) - y) ** 2).mean()
    t = trace(loss)
    at = {label: i for i, label in t.label.items()}
    assert at.keys() >= {"X [5×3]", "loss"}
    loss.backward()
    shapes = {"0.weight": " [4×3]", "0.bias": " [4]", "2.weight": " [1×4]", "2.bias": ""}
    for name, parameter in model.named_parameters():
        i = at[f"model.{name}{shapes[name]}"]
        size = torch.Tensor.item if parameter.numel() == 1 else torch.Tensor.norm
        assert t.data[i] == pytest.approx(float(size(parameter.detach())))
        assert t.gradients()[i] == pytest.approx(float(size(parameter.grad)))
    once = [c.after for c in t.replay_backward(accumulate=False)]
    assert list(map(str, once)) == [str(c.after) for c in t.contributions]
    assert t.gradients()[at["X [5×3]"]] is None
    assert t.note.startswith("The numbers of a tensor are norms. torch finds no gradient for a tensor that needs none")
    assert t.faults == []
    assert not any(map(math.isnan, t.data))
    assert Trace.from_json(t.to_json()) == t


def test_a_number_that_is_spread_over_a_tensor(torch):
    x, W = leaf(torch, 2.0), torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    t = trace((x * W).sum())
    assert {t.label[i]: t.gradients()[i] for i in t.label if not t.op[i]} == {"x": 10.0, "W [2×2]": 4.0}


def test_a_tensor_that_needs_no_gradient_is_not_said_to_have_the_gradient_0(torch):
    X, W = torch.tensor([1.0, 2.0]), torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    t = trace((W @ X).sum())
    grads = {t.label[i]: t.gradients()[i] for i in t.label if not t.op[i]}
    assert grads["X [2]"] is None
    assert grads["W [2×2]"] == pytest.approx(math.sqrt(10))
    assert t.note.endswith("torch finds no gradient for a tensor that needs none; it shows as –.")
    assert t.faults == []


def test_numbers_taken_from_a_tensor(torch):
    x, y = leaf(torch, 2.0), leaf(torch, 3.0)
    logits = torch.stack([x, y])
    loss = -torch.log_softmax(logits, 0)[1]
    t = trace(loss)
    loss.backward()
    assert t.gradients()[:2] == pytest.approx([x.grad.item(), y.grad.item()])


def test_functions_with_several_outputs(torch):
    w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    a, b, c = w.unbind()
    t = trace(a * b + c * c)
    assert t.gradients()[0] == pytest.approx(math.sqrt(4 + 1 + 36))


def test_tensors_of_every_kind_may_lie_around(torch):
    some = [
        torch.eye(2).to_sparse(),
        torch.empty(0),
        torch.empty(3, device="meta"),
        torch.tensor(1j),
        torch.tensor(3.0),
    ]
    x = leaf(torch, 2.0)
    assert trace(x * some[-1]).label == {0: "x", 1: "some[4]"}


def test_a_module_is_not_its_result(torch):
    with pytest.raises(TypeError, match=r"^expression must be the result of a module, .* \(got the Linear itself\)$"):
        trace(torch.nn.Linear(2, 1))


def test_mixed_precision(torch):
    x = leaf(torch, 2.0)
    t = trace((x.float() * 3).half().double() * 2)
    assert t.gradients()[0] == 6
    assert t.faults == []


def test_losses_and_layers_of_many_kinds(torch):
    functional = torch.nn.functional
    torch.manual_seed(0)
    net = torch.nn.Sequential(
        torch.nn.Conv1d(1, 2, 3), torch.nn.BatchNorm1d(2), torch.nn.GELU(), torch.nn.MaxPool1d(2), torch.nn.Flatten(),
        torch.nn.LayerNorm(6), torch.nn.Dropout(0.5), torch.nn.Linear(6, 3),
    )  # fmt: skip
    table = torch.nn.Embedding(5, 8)
    out = net(table(torch.tensor([[1], [4], [1]])))
    for loss in (
        functional.cross_entropy(out, torch.tensor([0, 2, 1])),
        functional.binary_cross_entropy_with_logits(out, torch.ones(3, 3)),
        out.logsumexp(0).prod(),
        torch.nn.GRU(3, 2)(out)[0].std(),
        torch.cat([out, out * 2]).var() + torch.einsum("ij,kj->", out, out),
    ):
        t = trace(loss)
        loss.backward(retain_graph=True)
        at = {label.split(" [")[0]: t.gradients()[i] for i, label in t.label.items()}
        norms = {f"net.{name}": parameter.grad.norm().item() for name, parameter in net.named_parameters()}
        norms["table.weight"] = table.weight.grad.norm().item()
        assert {name: at[name] for name in norms} == pytest.approx(norms, rel=1e-9, abs=1e-12)
        assert t.faults == []
        assert Trace.from_json(t.to_json()) == t
        net.zero_grad()
        table.zero_grad()


def test_somebodys_own_function(torch):
    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx, grad):
            return 3 * ctx.saved_tensors[0] ** 2 * grad

    class Broken(Cube):
        @staticmethod
        def backward(ctx, grad):
            raise KeyError("mine")

    x = leaf(torch, 2.0)
    t = trace(Cube.apply(x))
    assert (t.op, t.gradients()) == (["", "Cube"], [12.0, 1.0])
    broken = trace(Broken.apply(x))
    assert (broken.note, broken.order) == ("No backward pass: it raised KeyError: 'mine'", [])


@pytest.mark.parametrize("show", [trace, play, draw_dot, to_html])
def test_all_four_take_it(torch, show):
    assert show(leaf(torch, 2.0) * 3)
    assert show((torch.ones(3, requires_grad=True) * 2).sum())


def test_a_leaf_alone(torch):
    x = leaf(torch, 2.0)
    assert (trace(x).data, trace(x).order) == ([2.0], [])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda torch, x: torch.tensor(2.0), r"^the result has no grad_fn: was it computed under torch.no_grad\(\)"),
        (lambda torch, x: (x * 2).detach(), "^the result has no grad_fn"),
        (lambda torch, x: torch.stack([x, x]), r"^the result must be one number \(got a tensor of shape \(2,\)\)"),
        (lambda torch, x: torch.empty(0) * x, r"^the result must be one number \(got a tensor of shape \(0,\)\)"),
        (lambda torch, x: x * torch.tensor(1j), "^the result must be a real number"),
    ],
)
def test_what_cannot_be_drawn_says_what_to_do(torch, make, says):
    with pytest.raises(ValueError, match=says):
        trace(make(torch, leaf(torch, 2.0)))


def test_a_graph_that_backward_has_freed(torch):
    x = leaf(torch, 2.0)
    y = (x * x).tanh()
    y.backward()
    with pytest.raises(ValueError, match=r"^the graph was freed by backward\(\); draw it before backward\(\), or call"):
        trace(y)
    z = (x * x).tanh()
    z.backward(retain_graph=True)
    assert trace(z).gradients()[0] == pytest.approx(4 * (1 - math.tanh(4) ** 2))


def test_a_tensor_changed_in_place(torch):
    x = leaf(torch, 2.0)
    e = x.exp()
    y = e * x
    e.add_(1)
    with pytest.raises(ValueError, match="changed in place after it was used"):
        trace(y)


def test_a_long_chain_and_the_limit(torch):
    x = leaf(torch, 1.0)
    y = x
    for _ in range(3_000):
        y = y * x
    start = time.perf_counter()
    assert len(trace(y)) == 3_001
    assert time.perf_counter() - start < 5
    with pytest.raises(ValueError, match="at most 100 operations"):
        trace(y, limit=100)


UNARY = [name for name in ROWS if OPS[name].arity == 1 and not OPS[name].params and name not in ("log", "sqrt")]
BINARY = ["add", "sub", "mul", "max", "min"]


@settings(max_examples=100)
@given(
    st.lists(st.floats(-2, 2).map(lambda x: round(x, 3)), min_size=2, max_size=4, unique=True),
    st.lists(st.tuples(st.sampled_from(UNARY + BINARY), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12),
)
def test_random_expressions_have_torchs_gradients(numbers, steps):
    import torch

    leaves = [torch.tensor(x, requires_grad=True, dtype=torch.float64) for x in numbers]
    pool = list(leaves)
    for name, i, j in steps:
        inputs = [pool[-1 - i % len(pool)], pool[-1 - j % len(pool)]][: OPS[name].arity]
        pool.append(SAME[name](*inputs))
    result = pool[-1]
    if not math.isfinite(result.item()):
        return
    wanted = torch.autograd.grad(result, leaves, retain_graph=True, allow_unused=True)
    t = trace(result)
    for x, grad in zip(leaves, wanted, strict=True):
        at = [i for i, op in enumerate(t.op) if not op and t.data[i] == x.item()]
        if grad is not None and math.isfinite(grad.item()):
            assert t.gradients()[at[0]] == pytest.approx(grad.item(), rel=1e-9, abs=1e-12)


def test_torch_is_not_imported_for_anything_else():
    code = (
        "import sys; from microgradviz import Value, trace; trace('a * 2', a=1); trace(Value(1.0) * 2); "
        "trace(lambda a: a * 2, a=1); print('torch' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
