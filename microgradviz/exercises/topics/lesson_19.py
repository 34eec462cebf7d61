"""Lesson 19: better steps."""

from __future__ import annotations

from random import Random

from ..base import Exercise, Inputs, Row, WrongAnswer
from ..judge import draw_several_cases, random_number, random_numbers


def _momentum(rng: Random) -> list[Inputs]:
    rates, betas = rng.sample([0.1, 0.02, 0.3, 0.5], 4), rng.sample([0.9, 0.5, 0.8, 0.95], 4)
    return [{"args": [*random_numbers(rng, 3), rate, beta]} for rate, beta in zip(rates, betas, strict=True)]


def _adam(rng: Random, step: int) -> Inputs:
    m, v = (0.0, 0.0) if step == 1 else (random_number(rng), abs(random_number(rng)))
    return {"args": [random_number(rng), random_number(rng), m, v, step]}


def _first_steps(rng: Random) -> list[Inputs]:
    """One of a usual gradient, and one of a gradient so small that it matters where ε stands."""
    first, tiny = _adam(rng, 1), _adam(rng, 1)
    tiny["args"][1] *= 1e-6
    return [first, tiny]


EXERCISES = (
    Exercise(
        name="momentum",
        lesson="19",
        title="A ball that rolls",
        prompt="""\
Write `momentum_step(x, grad, velocity, rate, beta)`: the new velocity is beta · velocity + grad, and x moves by rate times that, downhill.
Return the new x and the new velocity.""",
        answer="momentum_step",
        stub='''\
def momentum_step(x, grad, velocity, rate, beta):
    """One step of gradient descent with momentum."""
    return x, velocity
''',
        solution="""\
def momentum_step(x, grad, velocity, rate, beta):
    velocity = beta * velocity + grad
    return x - rate * velocity, velocity
""",
        hints=(
            "First the velocity, then x with the *new* velocity.",
            "x loses rate times the new velocity; return both.",
        ),
        rows=(Row("random steps", 2, _momentum),),
        wrong_parts={
            "x - rate * velocity, velocity": {
                "x - rate * grad, velocity": "That is plain descent: the velocity plays no part in the step.",
                "x + rate * velocity, velocity": "Uphill: subtract.",
                "x - velocity, velocity": "The rate is missing: x moves by rate times the velocity.",
                "x - 0.1 * velocity, velocity": "The rate is given: use `rate`, not a number of your own.",
                "x - rate * velocity": "Only x comes back: return the velocity, too, for the next step needs it.",
                "velocity, x - rate * velocity": "The two are swapped: first the new x, then the velocity.",
                "-rate * velocity, velocity": "That is the step alone: it is added to x.",
            },
            "velocity = beta * velocity + grad": {
                "velocity = beta * (velocity + grad)": "beta belongs to the old velocity alone; the gradient counts in full.",
                "velocity = velocity + beta * grad": "beta belongs to the old velocity, not to the gradient.",
                "velocity = 0.9 * velocity + grad": "beta is given: use `beta`, not a number of your own.",
                "velocity += beta * velocity + grad": "`+=` adds the old velocity once more: `=`.",
                "velocity = beta * velocity - grad": "The gradient is added to the velocity; the minus comes when x moves.",
                "velocity = velocity + grad": "The old velocity must fade: multiply it by beta.",
                "velocity = beta * velocity + (1 - beta) * grad": "That is an average, with (1 − beta) · grad. Here the gradient counts in full.",
            },
            "    velocity = beta * velocity + grad\n    return x - rate * velocity, velocity": {
                "    return x - rate * velocity, beta * velocity + grad": "x moves with the old velocity: use the new one.",
                "    return x - rate * (beta * velocity + grad), velocity": "The old velocity comes back: return the new one.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "The velocity has the other sign: it is beta · velocity + grad, and x moves against it.",
                edits={"velocity + grad": "velocity - grad", "x - rate": "x + rate"},
            ),
            WrongAnswer(
                "The rate is in your velocity. Here the velocity is beta · velocity + grad, and the rate counts when x moves.",
                edits={"+ grad": "+ rate * grad", "x - rate * velocity": "x - velocity"},
            ),
        ),
    ),
    Exercise(
        name="adam",
        lesson="19",
        title="Adam",
        prompt="""\
Write `adam_step(x, grad, m, v, step)` with rate 0.01, β₁ = 0.9, β₂ = 0.999, ε = 1e-8: m and v are running means of the gradient and of its
square; both are corrected, m / (1 − β₁^step) and v / (1 − β₂^step); and x moves by rate · m̂ / (√v̂ + ε). Return x, m, v. The first
step is number 1.""",
        answer="adam_step",
        stub='''\
def adam_step(x, grad, m, v, step):
    """One step of Adam: the new x, m and v."""
    return x, m, v
''',
        solution="""\
def adam_step(x, grad, m, v, step):
    m = 0.9 * m + 0.1 * grad
    v = 0.999 * v + 0.001 * grad**2
    m_hat = m / (1 - 0.9**step)
    v_hat = v / (1 - 0.999**step)
    return x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v
""",
        hints=(
            "m = 0.9 · m + 0.1 · grad, and v likewise with grad².",
            "The corrected ones are used for the step; m and v themselves are returned.",
            "In the very first step x moves by the rate, whatever the size of the gradient.",
        ),
        rows=(
            Row("the first step", 1, _first_steps),
            Row("later steps", 2, draw_several_cases(4, lambda rng: _adam(rng, rng.randint(2, 20)))),
        ),
        wrong_parts={
            "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v": {
                "x - 0.01 * m_hat / (v_hat + 1e-8), m, v": "The root is missing: divide by √v̂.",
                "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), m_hat, v_hat": "The corrected m and v are returned; return the running ones, or they are corrected twice.",
                "x + 0.01 * m_hat / (v_hat**0.5 + 1e-8), m, v": "Uphill: subtract.",
                "x - 0.001 * m_hat / (v_hat**0.5 + 1e-8), m, v": "The rate is 0.01 here.",
                "x - 0.01 * m_hat / (v_hat + 1e-8) ** 0.5, m, v": "ε stands beside the root, not under it: where gradients are tiny that makes all the difference.",
                "x - 0.01 * m_hat / v_hat**0.5 + 1e-8, m, v": "`/` comes before `+`: √v̂ + ε needs brackets.",
                "x - 0.01 * grad / (v_hat**0.5 + 1e-8), m, v": "The step uses the gradient itself: it is m̂ that belongs there.",
                "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8)": "Only x comes back: return m and v, too, for the next step needs them.",
                "x - 0.01 * m_hat / (v_hat**0.5 + 1e-8), v, m": "m and v are swapped in what comes back.",
            },
            "0.9 * m + 0.1 * grad": {
                "0.9 * m + grad": "A running mean has the new one with 1 − β: 0.1 · grad.",
                "0.1 * m + 0.9 * grad": "β₁ = 0.9 belongs to the old m, and 0.1 to the new gradient.",
            },
            "    m = 0.9 * m + 0.1 * grad\n    v = 0.999 * v + 0.001 * grad**2\n    m_hat = m / (1 - 0.9**step)\n    v_hat = v / (1 - 0.999**step)\n": {
                "    m_hat = m / (1 - 0.9**step)\n    v_hat = v / (1 - 0.999**step)\n    m = 0.9 * m + 0.1 * grad\n    v = 0.999 * v + 0.001 * grad**2\n": "x moves with the old m and v: first the new means, then the step.",
            },
            "grad**2": {
                "abs(grad)": "v follows the *square* of the gradient.",
            },
            "**step": {"**(step + 1)": "`step` begins at 1, and the correction uses step itself, not step + 1."},
        },
        wrong_answers=(
            WrongAnswer(
                "v has a β of its own: β₂ = 0.999.",
                edits={"0.999 * v + 0.001": "0.9 * v + 0.1", "0.999**step": "0.9**step"},
            ),
            WrongAnswer(
                "β belongs to the old mean, and 1 − β to the new one; here they are swapped.",
                edits={"0.9 * m + 0.1": "0.1 * m + 0.9", "0.999 * v + 0.001": "0.001 * v + 0.999"},
            ),
            WrongAnswer(
                "β to the power of step: `**`, not `*`.",
                edits={"0.9**step": "0.9 * step", "v / (1 - 0.999**step)": "abs(v / (1 - 0.999 * step))"},
            ),
            WrongAnswer(
                "The corrections stay those of step 1: β to the power of step.",
                edits={"0.9**step": "0.9", "0.999**step": "0.999"},
            ),
            WrongAnswer(
                "The power belongs to β alone: 1 − β^step, not (1 − β)^step.",
                edits={"(1 - 0.9**step)": "(1 - 0.9) ** step", "(1 - 0.999**step)": "(1 - 0.999) ** step"},
            ),
            WrongAnswer(
                "v follows the *square* of the gradient: without it, v̂ may even be below 0.",
                edits={"grad**2": "grad", "v_hat**0.5": "abs(v_hat) ** 0.5"},
            ),
            WrongAnswer(
                "The means are sums here: 0.1 and 0.001 are missing before the new ones.",
                edits={"0.1 * grad": "grad", "0.001 * grad": "grad"},
            ),
            WrongAnswer(
                "The correction is missing: in the first steps m and v are far too small.",
                edits={"m / (1 - 0.9**step)": "m", "v / (1 - 0.999**step)": "v"},
            ),
        ),
    ),
)
