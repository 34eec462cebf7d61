"""What `training` was asked for: a preset, a model with samples, a loop of somebody's own, or two of these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...engine import Value, short_repr
from .runs import KernelRun, Run
from .samples import Samples
from .tasks import SEED, STARTS, TASKS
from .written_loop import Loop, written_loop

_THEIRS = "The loop is yours: its rate is set in your code."
_WRITTEN = "Python takes the steps of this model: its rate is the one that training was given."
_FORMS = 'training("xor"), training(model, X, y), training(learn, model, X, y) or training(a, b)'


def read_runs(given: tuple[Any, ...], settings: Mapping[str, Any]) -> list[Run]:
    """The runs behind the arguments of `training`.

    Raises:
        TypeError: If they are none of the forms.
        ValueError: If a setting is out of its range.
    """
    first, *rest = given or (None,)
    if hasattr(first, "taken_runs"):
        if len(given) != 2 or not hasattr(given[1], "taken_runs") or settings:
            raise TypeError(f"training(a, b) must be given two runs that training made (got {len(given)} arguments)")
        return [run for one in given for run in one.taken_runs()]
    if isinstance(first, str):
        if rest:
            raise TypeError(f"a preset must be given alone, with settings (got {short_repr(rest[0])} too)")
        return [_of_task(first, settings)]
    if _is_model(first):
        return [_of_samples(None, given, settings)]
    if callable(first):
        return [_of_samples(first, rest, settings)]
    hint = "; give the function, without calling it: training(lambda: learn(model), model, X, y)"
    raise TypeError(
        f"training must be called as {_FORMS} (got {short_repr(first)}){hint if isinstance(first, Iterator) else ''}"
    )


def _is_model(thing: Any) -> bool:
    return callable(getattr(thing, "parameters", None))


def _of_task(name: str, settings: Mapping[str, Any]) -> Run:
    if name not in TASKS:
        raise ValueError(f"a preset must be one of {', '.join(TASKS)} (got {name!r})")
    task = TASKS[name]
    options = {**task.loop, **settings}
    seed = options.pop("seed", SEED)
    loop = _loop(options, seed=seed if isinstance(seed, int) else 0)
    models = [(s, task.network(s)) for s in (seed, *(k for k in range(STARTS) if k != seed))]
    model = models[0][1]
    run = Run(task.title, model, model.parameters(), Samples(*task.samples()), loop)
    run.starts = [(s, [p.data for p in made.parameters()]) for s, made in models]
    return run


def _loop(settings: Mapping[str, Any], **more: Any) -> Loop:
    try:
        return Loop(**settings, **more)
    except TypeError as error:
        if "unexpected keyword" not in str(error):
            raise
        known = "loss, lr, optimizer, momentum, batch, seed, held, title"
        raise TypeError(f"settings must be among {known} (got {', '.join(settings)})") from None


def _of_samples(learn: Any, given: Sequence[Any], settings: Mapping[str, Any]) -> Run:
    """A model and its samples, with a loop of somebody's own or, if `learn` is None, with the one that is written."""
    if len(given) != 3:
        form = "training(learn, model, X, y)" if learn else "training(model, X, y)"
        raise TypeError(f"{form} must be given model, samples and targets (got {len(given)} of 3)")
    model, X, y = given
    options = dict(settings)
    title, held = options.pop("title", None), options.pop("held", None)
    wrong = [name for name in options if learn and name != "loss"]
    if wrong:
        raise TypeError(
            f"{wrong[0]} must be left to your own loop (got it as a setting); training(model, X, y) takes it"
        )
    parameters, samples, loop = _parameters(model), Samples(X, y, held), _loop(options)
    name = getattr(learn, "__name__", "<lambda>")
    what = title or (type(model).__name__ if name == "<lambda>" else name), model, parameters, samples, loop
    if learn:
        return KernelRun(learn, _THEIRS, *what)
    if all(isinstance(p, Value) for p in parameters) and (run := Run(*what)).graph:
        return run
    return KernelRun(lambda: written_loop(model, parameters, samples, loop), _WRITTEN, *what)


def _parameters(model: Any) -> list[Any]:
    if not _is_model(model):
        raise TypeError(f"model must have parameters() (got {short_repr(model)})")
    found = list(model.parameters())
    for p in found:
        if not hasattr(p, "data"):
            raise TypeError(f"a parameter must have data, a number (got {short_repr(p)})")
    if not found:
        raise ValueError("model must have one parameter at least (got none)")
    return found
