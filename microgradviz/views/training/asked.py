"""What `training` was asked for: a preset, a model with samples, a loop of somebody's own, or two of these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...engine import short_repr
from .runs import KernelRun, PageRun, Run
from .samples import Samples
from .tasks import SEED, STARTS, TASKS
from .written_loop import Loop, WrittenLoop

_FORMS = 'training("xor"), training(model, X, y), training(learn, model, X, y) or training(a, b)'


def read_runs(given: tuple[Any, ...], settings: Mapping[str, Any]) -> list[Run]:
    """The runs behind the arguments of `training`.

    Raises:
        TypeError: If they are none of the forms.
        ValueError: If a setting is out of its range.
    """
    if not given:
        given = ("xor",)
    if hasattr(given[0], "taken_runs"):
        if len(given) != 2 or not hasattr(given[1], "taken_runs") or settings:
            raise TypeError(f"training(a, b) must be given two runs that training made (got {len(given)} arguments)")
        return [run for one in given for run in one.taken_runs()]
    if isinstance(given[0], str):
        if len(given) > 1:
            raise TypeError(f"a preset must be given alone, with settings (got {short_repr(given[1])} too)")
        return [_of_task(given[0], settings)]
    if _is_model(given[0]):
        return [_written(given, settings)]
    if isinstance(given[0], Iterator) or callable(given[0]):
        return [_pulled(given, settings)]
    raise TypeError(f"training must be called as {_FORMS} (got {short_repr(given[0])})")


def _is_model(thing: Any) -> bool:
    return callable(getattr(thing, "parameters", None))


def _of_task(name: str, settings: Mapping[str, Any]) -> Run:
    if name not in TASKS:
        raise ValueError(f"a preset must be one of {', '.join(TASKS)} (got {name!r})")
    task = TASKS[name]
    options = {**task.loop, **settings}
    (X, y), held = _samples(name, options.pop("held", 0))
    seed, layers = options.pop("seed", SEED), options.pop("layers", task.layers)
    _check_layers(layers)
    loop = _loop(options, seed=seed if isinstance(seed, int) else 0)
    models = [(s, task.network(layers, s)) for s in (seed, *(k for k in range(STARTS) if k != seed))]
    model = models[0][1]
    run = PageRun(task.title, model, model.parameters(), Samples(X, y, held), loop)
    run.starts = [(s, [p.data for p in made.parameters()]) for s, made in models]
    return run


def _samples(name: str, held: Any) -> tuple[Any, Any]:
    """A preset's samples, and so many that are held out."""
    if not isinstance(held, int) or held < 0:
        raise TypeError(f"held must be the number of a preset's held-out samples, such as 40 (got {short_repr(held)})")
    found, others = TASKS[name].samples(held)
    if held and others is None:
        raise ValueError(f"held must be left out of {name!r}, which has no other samples (got {held})")
    return found, others


def _check_layers(layers: Any) -> None:
    """Whether a preset's data have a network of such layers: they want one output."""
    sizes = list(layers) if isinstance(layers, list | tuple) else []
    if not sizes or any(not isinstance(n, int) or n < 1 for n in sizes) or sizes[-1] != 1:
        raise ValueError(f"layers must be a list of sizes that ends with 1, such as [4, 1] (got {short_repr(layers)})")


def _loop(settings: Mapping[str, Any], **more: Any) -> Loop:
    try:
        return Loop(**settings, **more)
    except TypeError as error:
        if "unexpected keyword" not in str(error):
            raise
        known = "loss, lr, optimizer, momentum, batch, seed, reduction, held, params, title, layers"
        raise TypeError(f"settings must be among {known} (got {', '.join(settings)})") from None


def _written(given: tuple[Any, ...], settings: Mapping[str, Any]) -> Run:
    model, *rest = given
    if len(rest) != 2:
        raise TypeError(f"training(model, X, y) must be given samples and targets (got {len(rest)} more arguments)")
    options = dict(settings)
    title, params, held = options.pop("title", None), options.pop("params", None), options.pop("held", None)
    samples, loop = Samples(rest[0], rest[1], held), _loop(options)
    parameters = _parameters(model, params)
    named = title or type(model).__name__
    run: Run = PageRun(named, model, parameters, samples, loop)
    if run.graph is None or not run.is_ours:
        return KernelRun(WrittenLoop(model, parameters, samples, loop), named, model, parameters, samples, loop)
    return run


def _pulled(given: tuple[Any, ...], settings: Mapping[str, Any]) -> Run:
    run, *rest = given
    if len(rest) not in (0, 1, 3):
        raise TypeError(f"training(learn, model, X, y) must be given model, samples and targets (got {len(rest)} of 3)")
    options = dict(settings)
    title, params, held = options.pop("title", None), options.pop("params", None), options.pop("held", None)
    wrong = [name for name in options if name not in ("loss", "reduction")]
    if wrong:
        raise TypeError(
            f"{wrong[0]} must be left to your own loop (got it as a setting); training(model, X, y) takes it"
        )
    model = rest[0] if rest else None
    samples = Samples(rest[1], rest[2], held) if len(rest) == 3 else None
    parameters = _parameters(model, params) if model is not None or params is not None else []
    name = getattr(run, "__name__", type(run).__name__)
    named = title or (type(model).__name__ if name == "<lambda>" and model is not None else name)
    return KernelRun(run, named, model, parameters, samples, _loop(options))


def _parameters(model: Any, params: Any) -> list[Any]:
    if params is None:
        if not _is_model(model):
            raise TypeError(
                f"model must have parameters() (got {short_repr(model)}); or name them: training(…, params=[w, b])"
            )
        params = model.parameters()
    found = list(params)
    for p in found:
        if not hasattr(p, "data"):
            raise TypeError(f"a parameter must have data, a number (got {short_repr(p)})")
    if not found:
        raise ValueError("model must have one parameter at least (got none)")
    return found
