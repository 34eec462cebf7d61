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
    return {"args": [random_number(rng), random_number(rng), m, v, step, rng.choice([0.1, 0.02, 0.3, 0.5])]}


def _first_steps(rng: Random) -> list[Inputs]:
    """One of a usual gradient, and one of a gradient so small that it matters where ε stands."""
    first, tiny = _adam(rng, 1), _adam(rng, 1)
    tiny["args"][1] *= 1e-6
    return [first, tiny]


def _rolls(rng: Random, count: int) -> list[Inputs]:
    return [
        {"args": [random_numbers(rng, count), [random_numbers(rng, count) for _ in range(steps)], rate, beta]}
        for steps, rate, beta in ((2, 0.5, 0.5), (5, 0.1, 0.9))
    ]


def _rates(rng: Random, rising: bool) -> list[Inputs]:
    """At both ends of the rise, or of the fall, and somewhere between."""
    warm, steps = rng.randint(4, 7), rng.randint(15, 40)
    first, last = (0, warm - 1) if rising else (warm, steps - 1)
    places = (first, rng.randint(first + 1, last - 1), last)
    return [{"args": [step, steps, rng.choice([0.1, 0.02, 0.3, 0.5]), warm]} for step in places]


_ROLL = """\
def roll(xs, grads, rate, beta):
    xs = list(xs)
    velocity = [0.0] * len(xs)
    for step in grads:
        for i, grad in enumerate(step):
            velocity[i] = beta * velocity[i] + grad
            xs[i] -= rate * velocity[i]
    return xs
"""
_ONE_BY_ONE = """\
def roll(xs, grads, rate, beta):
    xs = list(xs)
    for i in range(len(xs)):
        velocity = 0.0
        for step in grads:
            velocity = beta * velocity + step[i]
            xs[i] -= rate * velocity
    return xs
"""

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
                "x - rate * velocity, beta * velocity": "The velocity comes back faded already: that is done once, at the beginning of the next step.",
                "-rate * velocity, velocity": "That is the step alone: it is added to x.",
                "x - rate * (grad + beta * velocity), velocity": "beta and the gradient count twice in this step: the new velocity holds both already.",
                "x - rate * (velocity + grad), velocity": "The gradient counts twice: the new velocity holds it already.",
            },
            "velocity = beta * velocity + grad": {
                "velocity = beta * (velocity + grad)": "beta belongs to the old velocity alone; the gradient counts in full.",
                "velocity = velocity + beta * grad": "beta belongs to the old velocity, not to the gradient.",
                "velocity = 0.9 * velocity + grad": "beta is given: use `beta`, not a number of your own.",
                "velocity += beta * velocity + grad": "`+=` adds the old velocity once more: `=`.",
                "velocity = beta * velocity - grad": "The gradient is added to the velocity; the minus comes when x moves.",
                "velocity = velocity + grad": "The old velocity must fade: multiply it by beta.",
                "velocity = beta * velocity + rate * grad": "The rate counts twice: it belongs to the step of x, not to the velocity.",
                "velocity = beta + velocity + grad": "beta is a factor of the old velocity: beta · velocity.",
                "velocity = (1 - beta) * velocity + grad": "What remains of the old velocity is beta · velocity; 1 − beta is what it loses.",
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
            WrongAnswer(
                "Rate and minus are in your velocity. Other books do so; here the velocity is beta · velocity + grad, and rate and minus come when x moves.",
                edits={"+ grad": "- rate * grad", "x - rate * velocity": "x + velocity"},
            ),
        ),
    ),
    Exercise(
        name="adam",
        lesson="19",
        title="Adam",
        prompt="""\
Write `adam_step(x, grad, m, v, step, rate)` with β₁ = 0.9, β₂ = 0.999, ε = 1e-8: m and v are running means of the gradient and of its
square, and are kept as they are; corrected they are m̂ = m / (1 − β₁^step) and v̂ = v / (1 − β₂^step); x moves by rate · m̂ / (√v̂ + ε),
downhill. Return x, m, v. The first step is number 1.""",
        answer="adam_step",
        stub='''\
def adam_step(x, grad, m, v, step, rate):
    """One step of Adam: the new x, m and v."""
    return x, m, v
''',
        solution="""\
def adam_step(x, grad, m, v, step, rate):
    m = 0.9 * m + 0.1 * grad
    v = 0.999 * v + 0.001 * grad**2
    m_hat = m / (1 - 0.9**step)
    v_hat = v / (1 - 0.999**step)
    return x - rate * m_hat / (v_hat**0.5 + 1e-8), m, v
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
            "x - rate * m_hat / (v_hat**0.5 + 1e-8), m, v": {
                "x - rate * m_hat / (v_hat + 1e-8), m, v": "The root is missing: divide by √v̂.",
                "x - rate * m_hat / (v_hat**0.5 + 1e-8), m_hat, v_hat": "The corrected m and v are returned; return the running ones, or they are corrected twice.",
                "x + rate * m_hat / (v_hat**0.5 + 1e-8), m, v": "Uphill: subtract.",
                "x - 0.001 * m_hat / (v_hat**0.5 + 1e-8), m, v": "The rate is given: use `rate`, not a number of your own.",
                "x - m_hat / (v_hat**0.5 + 1e-8), m, v": "The rate is missing: x moves by rate · m̂ / (√v̂ + ε).",
                "x - rate * m_hat / (v_hat + 1e-8) ** 0.5, m, v": "ε stands beside the root, not under it: where gradients are tiny that makes all the difference.",
                "x - rate * m_hat / v_hat**0.5 + 1e-8, m, v": "ε is not in the divisor: divide by (√v̂ + ε), with brackets.",
                "x - rate * grad / (v_hat**0.5 + 1e-8), m, v": "The step uses the gradient itself: it is m̂ that belongs there.",
                "x - rate * m_hat / (v_hat**0.5 + 1e-8)": "Only x comes back: return m and v, too, for the next step needs them.",
                "x - rate * m_hat / (v_hat**0.5 + 1e-8), v, m": "m and v are swapped in what comes back.",
            },
            "0.9 * m + 0.1 * grad": {
                "0.9 * m + grad": "A running mean has the new one with 1 − β: 0.1 · grad.",
                "0.1 * m + 0.9 * grad": "β₁ = 0.9 belongs to the old m, and 0.1 to the new gradient.",
            },
            "    m = 0.9 * m + 0.1 * grad\n    v = 0.999 * v + 0.001 * grad**2\n    m_hat = m / (1 - 0.9**step)\n    v_hat = v / (1 - 0.999**step)\n": {
                "    m_hat = m / (1 - 0.9**step)\n    v_hat = v / (1 - 0.999**step)\n    m = 0.9 * m + 0.1 * grad\n    v = 0.999 * v + 0.001 * grad**2\n": "x moves with the old m and v: first the new means, then the step.",
            },
            "grad**2": {
                "m**2": "v follows the square of the gradient, not that of m.",
                "abs(grad)": "v follows the *square* of the gradient.",
                "grad * 2": "`grad * 2` doubles the gradient; its square is `grad**2`.",
            },
            "m_hat = m / (1 - 0.9**step)": {
                "m_hat = m": "v is corrected and m is not: in the first steps m is too small."
            },
            "v_hat = v / (1 - 0.999**step)": {
                "v_hat = v": "m is corrected and v is not: in the first steps v is too small, and so the steps too long."
            },
            "**step": {"**(step + 1)": "`step` begins at 1, and the correction uses step itself, not step + 1."},
        },
        wrong_answers=(
            WrongAnswer(
                "v has a β of its own: β₂ = 0.999.",
                edits={"0.999 * v + 0.001": "0.9 * v + 0.1", "0.999**step": "0.9**step"},
            ),
            WrongAnswer(
                "β₂ is 0.999: a nine is missing.",
                edits={"0.999 * v + 0.001": "0.99 * v + 0.01", "0.999**step": "0.99**step"},
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
                "The correction divides, it does not multiply: in the first steps m and v are too small, and must grow.",
                edits={"m / (1": "m * (1", "v / (1": "v * (1"},
            ),
            WrongAnswer(
                "The correction is missing: in the first steps m and v are far too small.",
                edits={"m / (1 - 0.9**step)": "m", "v / (1 - 0.999**step)": "v"},
            ),
        ),
    ),
    Exercise(
        name="one_velocity",
        lesson="19",
        title="One velocity too few",
        prompt="""\
This function is broken. It should roll several parameters at once: `grads` has a list for each step, with one gradient for each number of
xs, and what comes back is where they all are in the end. With a single parameter it is right, with two it is not. Find the fault and mend
it.""",
        answer="roll",
        stub=_ROLL.replace("[0.0] * len(xs)", "0.0").replace("velocity[i]", "velocity"),
        stub_sentence="It does as it did. Follow it by hand: two parameters, gradients 1 and 0, two steps. Why does the second one move?",
        solution=_ROLL,
        hints=(
            "What is in `velocity` when the second parameter's turn comes?",
            "As many velocities as there are parameters, all 0 before the first step: a list.",
        ),
        rows=(
            Row("two parameters", 2, lambda rng: _rolls(rng, 2)),
            Row("four parameters", 1, lambda rng: _rolls(rng, 4)),
        ),
        wrong_parts={
            "    velocity = [0.0] * len(xs)\n    for step in grads:\n": {
                "    for step in grads:\n        velocity = [0.0] * len(xs)\n": "That is plain descent: each step is made of its own gradient alone. The velocities must outlive the step, and xs move by them."
            },
            "velocity[i] = beta * velocity[i] + grad\n            xs[i] -= rate * velocity[i]": {
                "velocity[i] = beta * velocity[i] + grad\n            xs[i] -= rate * velocity[0]": "Each has a velocity of its own now, but all move with the first one's.",
                "velocity[i] = beta * velocity[0] + grad\n            xs[i] -= rate * velocity[i]": "Each new velocity begins from the first parameter's old one: take its own.",
                "velocity[i] += grad\n            xs[i] -= rate * velocity[i]": "beta has gone: the old velocity must fade.",
                "velocity[i] += beta * velocity[i] + grad\n            xs[i] -= rate * velocity[i]": "`+=` adds the old velocity once more: `=`, as it was.",
                "velocity[i] = beta * velocity[i] + grad\n            xs[i] += rate * velocity[i]": "Uphill: it was `-=`.",
                "velocity[i] = beta * velocity[i] + grad\n            xs[i] -= velocity[i]": "The rate has gone.",
                "velocity[i] = beta * velocity[i] + grad\n            xs[i] = rate * velocity[i]": "The step has taken the place of x: it was `-=`.",
            },
            "velocity[i] + grad\n            xs[i] -= rate * velocity[i]": {
                "velocity[i] + grad\n        for i in range(len(xs)):\n            xs[i] -= rate * sum(velocity)": "All move by the sum of the velocities: each parameter has its own step.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "Each has a velocity of its own now, but `return` ends the function after the first step: it stands too far to the right.",
                edits={"    return xs": "        return xs"},
            ),
            WrongAnswer(
                "They move once, after the last step. Each step moves them: the line that moves x belongs into the loop.",
                edits={
                    "            xs[i] -= rate * velocity[i]\n": "",
                    "    return xs": "    for i in range(len(xs)):\n        xs[i] -= rate * velocity[i]\n    return xs",
                },
            ),
            WrongAnswer(
                "Only the last parameter moves: the line that moves x stands behind the inner loop, not in it.",
                edits={"            xs[i] -= rate": "        xs[i] -= rate"},
            ),
            WrongAnswer(
                "One parameter after the other is fine, but the next one begins with the velocity of the last: set it to 0 before each.",
                source=_ONE_BY_ONE.replace(
                    "    for i in range(len(xs)):\n        velocity = 0.0\n",
                    "    velocity = 0.0\n    for i in range(len(xs)):\n",
                ),
            ),
            WrongAnswer(
                "Each step has a velocity of its own, which the parameters share: it is the parameters that need one each, from step to step.",
                edits={
                    "    velocity = [0.0] * len(xs)\n    for step in grads:\n": "    for step in grads:\n        velocity = 0.0\n",
                    "velocity[i]": "velocity",
                },
            ),
        ),
    ),
    Exercise(
        name="rate_at",
        lesson="19",
        title="A rate that rises and falls",
        prompt="""\
Write `rate_at(step, steps, rate, warm)`: the rate for step number `step`, which counts from 0, of `steps` in all. In the first `warm` steps
it rises along a straight line, from rate / warm at step 0 to the full rate at step warm − 1. From step `warm` on it falls along a
straight line: at step `warm` it is still the full rate, and at step number `steps`, which is not taken any more, it would be 0.""",
        stub='''\
def rate_at(step, steps, rate, warm):
    """The rate for this step."""
    return rate
''',
        stub_sentence="So far the rate is the same at every step.",
        solution="""\
def rate_at(step, steps, rate, warm):
    if step < warm:
        return rate * (step + 1) / warm
    return rate * (steps - step) / (steps - warm)
""",
        hints=(
            "Two cases: `if step < warm:` it rises, else it falls.",
            "While it rises: which share of the full rate is it at step 0, at step 1, at step warm − 1?",
            "While it falls: steps − step are left, and at step `warm` that are steps − warm.",
        ),
        rows=(
            Row("while it rises", 1, lambda rng: _rates(rng, rising=True)),
            Row("while it falls", 1, lambda rng: _rates(rng, rising=False)),
        ),
        wrong_parts={
            "(step + 1) / warm": {
                "step / warm": "Steps count from 0: at step 0 your rate is 0, and the first step goes nowhere.",
                "(step + 1) / steps": "While it rises it must reach the full rate at step warm − 1: divide by `warm`.",
                "(step + 1)": "It rises, but far above the full rate: divide by `warm`.",
                "1 / warm": "It stays at rate / warm in all of the first steps: it should rise with `step`.",
                "(step + 1) / (warm + 1)": "At step warm − 1 it must be the full rate: divide by `warm`.",
                "(warm - step) / warm": "That falls in the first steps: it should rise.",
            },
            "step < warm": {
                "step <= warm": "At step `warm` the fall begins; your rise has one step too many, and goes above the full rate.",
                "step < warm - 1": "The rise ends one step too early: step warm − 1 belongs to it.",
                "step > warm": "The two cases are swapped: it rises while step is *below* warm.",
            },
            "(steps - step) / (steps - warm)": {
                "(steps - step) / steps": "At step `warm` it must still be the full rate: only steps − warm steps are left for the fall.",
                "(steps - step - 1) / (steps - warm)": "At step `warm` it must still be the full rate; yours has fallen by one step already.",
                "(step - warm) / (steps - warm)": "That is 0 at step `warm` and rises: turn it round.",
                "(1 - (step - warm) / steps)": "It begins with the full rate, but falls too slowly: the fall has steps − warm steps.",
                "(steps - step) / warm": "The fall has steps − warm steps, not `warm`.",
                "(steps - warm) / (steps - step)": "That is upside down: it grows, for fewer and fewer steps are left.",
                "(steps - 1 - step) / (steps - 1 - warm)": "It is 0 at the last step that is taken, which so goes nowhere: it shall be 0 one step later.",
                "(steps - step)": "It falls, but from far above the full rate: divide by steps − warm.",
                "(steps - step) / (steps - warm - 1)": "At step `warm` it must be the full rate: divide by steps − warm.",
            },
            "return rate * (steps - step) / (steps - warm)": {
                "return rate * 0.5 ** (step - warm)": "It falls by half at each step. Along a straight line it falls by the same amount at each.",
                "return rate": "It rises, and then it stays: from step `warm` on it should fall.",
                "return (steps - step) / (steps - warm)": "While it falls, that is a share: multiply it by the rate.",
            },
            "    if step < warm:\n        return rate * (step + 1) / warm\n": {
                "": "It falls all the time: in the first `warm` steps it should rise.",
            },
        },
        wrong_answers=(
            WrongAnswer(
                "It is rate / warm at every step. Which step it is, is given: no loop is needed, and `return` would end one in its first round.",
                edits={
                    "return rate * (step + 1) / warm": "return rate / warm",
                    "return rate * (steps - step) / (steps - warm)": "return rate / warm",
                },
            ),
            WrongAnswer(
                "These are shares of the full rate: multiply them by `rate`.",
                edits={"rate * (step + 1)": "(step + 1)", "rate * (steps - step)": "(steps - step)"},
            ),
            WrongAnswer(
                "It is 0 where a share of the rate belongs. `//` would do that: it drops what is behind the point, and `/` keeps it.",
                edits={" / ": " // "},
                recognise=lambda cases, outcomes: any(
                    sum(outcome.numbers == (0.0,) for outcome in row) > 1 for row in outcomes
                ),
            ),
        ),
    ),
)
