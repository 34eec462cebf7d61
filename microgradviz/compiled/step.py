"""compile: a function of one sample, made into a training step over whole batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from operator import is_
from threading import RLock
from time import perf_counter
from typing import Any, NamedTuple

from ..engine import Value, as_float, calling_frame
from ..sources import trace
from ..tracing import Trace, names_in_frame
from ..train import require_whole_number
from .arguments import Arguments, find_params, leaf_names, places_of
from .arrays import Batch, Shape, increase, make_batches, make_zeros, overwrite, read_lists, read_numpy
from .backends import choose_backend, make_kernel
from .program import Program
from .recording import Recording, play_back

_MOST_REPEATS = 3  # runs that must do what the first did: enough to notice chance
_LONG = 1.0  # seconds after which a note tells what is being done


def compile(
    fn: Callable[..., Any] | Value,
    params: Sequence[Value] | None = None,
    *,
    backend: str = "auto",
    fast_math: bool = False,
    threads: int | None = None,
    note: Callable[[str], None] | None = None,
) -> CompiledStep:
    """Make a training step that runs at machine speed from a function of one sample.

    The function is run on values that have no numbers and only record what is done with them. From then on the recorded
    operations are repeated for every sample of a batch, forward and backward, without making a single Value. So the
    function must do the same operations for every sample: a comparison, `if`, `float()` or `.data` of a value is
    refused. What cannot be noticed: other state that the function reads, such as a list that changes, is read once.

    Args:
        fn: Takes one sample, as one Value or (nested) list of Values for each argument; returns one Value, usually
            the loss. Without arguments it is computed as it stands; a finished Value may be given as well.
        params: The leaves to find gradients for; by default those of fn, if it has `parameters()`. Other Values that
            fn uses are constants.
        backend: "llvm" (machine code; needs llvmlite), "numpy", "python" (needs nothing), or "auto": the first of
            these that is installed.
        fast_math: Round a product and its sum once in predictions too, and forget about nan and infinity (llvm only).
        threads: How many processor cores to use for large batches (llvm only); None for all there are.
        note: Told in words what takes longer than a second, such as `print`.

    Returns:
        A callable: `loss = step(X, y)` takes one array for each argument of fn, with one row for each sample, and
        returns the mean result; `step.grads` then holds the gradients of that mean. Samples may differ in length, in a
        list of lists: fn is run for each length that occurs, and what it does for several is kept once.

        Predictions are rounded after every operation, as in the engine. Gradients are added up in another order, and
        machine code rounds a product and its sum once on the way back through a layer, so that their last digits may
        differ; infinity and nan are in the same places. (With NumPy a layer adds in an order of its own: a sum that is
        infinite on its way in the engine, beyond 1.8e308, may be a number there.)

    Raises:
        TypeError: If fn is not a function, or params are not leaf Values.
        ValueError: If a parameter is named twice, there is no such backend, or no such number of threads.
        ImportError: If the backend's package is not installed, or too old.

    Example:
        >>> from microgradviz import Value
        >>> w, b = Value(1.0), Value(0.0)
        >>> step = compile(lambda x, y: (w * x + b - y) ** 2, [w, b], backend="python")
        >>> step([1.0, 2.0], [1.0, 3.0])
        0.5
        >>> list(step.grads)
        [-2.0, -1.0]
        >>> print(step.source)
        def step(params, samples, seed):
            w, b = params
            total = grad_w = grad_b = 0.0
            for x, y in samples:
                v2 = w * x + b
                v3 = v2 - y
                out = v3 * v3
                total += out
                grad_out = seed
                grad_v3 = grad_out * (2.0 * v3)
                grad_b += grad_v3
                grad_w += grad_v3 * x
            return total, [grad_w, grad_b]
    """
    if threads is not None:
        require_whole_number(threads, "threads", 1)
    function: Any = (lambda: fn) if isinstance(fn, Value) else fn
    if not callable(function):
        raise TypeError(f"fn must be a function of one sample, or a Value (got {type(fn).__name__})")
    return CompiledStep(function, find_params(params, fn), choose_backend(backend), fast_math, threads, note)


class CompiledStep:
    """A training step; see `compile`, which makes it.

    Several threads may share one: they take turns. Then `grads` are those of whoever came last.

    Attributes:
        backend: The name of what runs it.
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        params: Sequence[Value],
        backend: str,
        fast_math: bool,
        threads: int | None,
        note: Callable[[str], None] | None,
    ) -> None:
        self.backend = backend
        self._values, self._recording = params, Recording(fn, params)
        self._fast_math, self._threads = fast_math, threads
        self._plans: dict[tuple[Shape, ...], _Plan] = {}
        self._latest: _Plan | None = None
        self._seen: tuple[tuple[Any, ...], list[_Part]] | None = None
        self._note = note or (lambda text: None)
        found = names_in_frame(calling_frame(), params)
        self._labels = [p.label or found.get(id(p), "") for p in params]
        self._arguments = Arguments(fn)
        self._params = make_zeros(len(params), backend)
        self._grads = make_zeros(len(params), backend)
        self._turn = RLock()  # the machine's memory is the step's own, and other threads run meanwhile
        self.load()

    def __call__(self, *arrays: Any) -> float:
        """The mean result over the samples; fills `grads` with the gradients of that mean.

        Args:
            *arrays: One for each argument of fn, each with one row for each sample.

        Raises:
            TypeError: If there are more arrays than fn takes, or fewer; if one holds something that is not a real
                number; or if fn looks at a number.
            ValueError: If the arrays have not equally many rows of one shape, at least one; or if fn does not do the
                same operations for every sample.
        """
        with self._turn:
            parts = self._prepare(arrays)
            if len(parts) == 1:
                return self._mean(*parts[0], self._grads, parts[0].batch.count)
            count = sum(batch.count for _, batch in parts)
            found, scratch = 0.0, make_zeros(len(self._grads), self.backend)
            overwrite(self._grads, scratch, "grads")
            for plan, batch in parts:
                found += self._mean(plan, batch, scratch, count)
                increase(self._grads, scratch)
            return found

    def _mean(self, plan: _Plan, batch: Batch, grads: Any, count: int) -> float:
        """What these samples add to the mean over `count` of them; their part of its gradients into grads."""
        if plan.varies:
            total: float = plan.kernel.step(self._params, grads, batch, 1.0 / count)
            return total / count
        share = batch.count / count
        result: float = plan.kernel.step(self._params, grads, batch.first_sample(), share)
        return share * result

    def forward(self, *arrays: Any) -> Any:
        """The result for each sample, without gradients: the predictions, if fn returns a prediction.

        Takes the same arrays as the step itself, and raises the same errors.
        """
        with self._turn:
            parts = self._prepare(arrays)
            found = [self._results(plan, batch) for plan, batch in parts]
        if len(parts) == 1:
            return found[0]
        results = make_zeros(sum(map(len, found)), self.backend)
        for (_, batch), some in zip(parts, found, strict=True):
            for row, result in zip(batch.rows, some, strict=True):
                results[row] = result
        return [*results] if self.backend == "python" else results

    def _results(self, plan: _Plan, batch: Batch) -> Any:
        results = plan.kernel.forward(self._params, batch if plan.varies else batch.first_sample())
        if plan.varies:
            return results
        return results * batch.count if isinstance(results, list) else results.repeat(batch.count)

    def prepare(self, *arrays: Any) -> None:
        """Make ready for samples of the shapes that these have, so that no later call has to wait.

        Takes the same arrays as the step itself, and raises the same errors. One sample of each shape is enough.
        """
        with self._turn:
            self._prepare(arrays)

    @property
    def params(self) -> Any:
        """The parameters' numbers, flat, in their order: an array that may be written to."""
        return self._params

    @params.setter
    def params(self, numbers: Any) -> None:
        overwrite(self._params, numbers, "params")

    @property
    def grads(self) -> Any:
        """The gradients of the latest step, in the same order; may be written to as well."""
        return self._grads

    @grads.setter
    def grads(self, numbers: Any) -> None:
        overwrite(self._grads, numbers, "grads")

    def load(self) -> None:
        """Read the parameters from their Values, after somebody changed those."""
        for i, p in enumerate(self._values):
            self._params[i] = as_float(p.data, "data of a parameter")

    def sync(self) -> None:
        """Write parameters and gradients to their Values."""
        for p, data, grad in zip(self._values, self._params, self._grads, strict=True):
            p.data, p.grad = float(data), float(grad)

    @property
    def source(self) -> str:
        """The generated code, for the shapes that it was called with last."""
        source: str = self._current_plan().kernel.source
        return source

    @property
    def trace(self) -> Trace:
        """What was recorded: the trace of one sample."""
        plan = self._current_plan()
        leaves = {leaf: Value(number, label=leaf.label) for leaf, number in plan.sample.items()}
        return trace(play_back(plan.root, plan.made, leaves | {p: p for p in self._values}))

    @property
    def program(self) -> Program:
        """What was recorded, as the columns that the backend reads."""
        return self._current_plan().program

    def __reduce__(self) -> Any:
        raise TypeError(
            "a compiled step must not be copied or pickled: its code belongs to this process and to its function's "
            "own Values; call sync(), copy or pickle the Values, and compile again"
        )

    def _current_plan(self) -> _Plan:
        if self._latest is None:
            if self._arguments.names:
                raise RuntimeError("the step must be called once before its code is known: it depends on the shapes")
            self._prepare(())
        assert self._latest
        return self._latest

    def _prepare(self, arrays: tuple[Any, ...]) -> list[_Part]:
        if self._seen and len(arrays) == len(self._seen[0]) and all(map(is_, arrays, self._seen[0])):
            return self._seen[1]
        names = self._arguments.names_of(arrays)
        batches = make_batches(arrays, names, read_lists if self.backend == "python" else read_numpy)
        for batch in sorted(batches, key=_size, reverse=True) if len(batches) > 1 else batches:  # most to share first
            if batch.shapes not in self._plans:
                self._plans[batch.shapes] = self._make_plan(names, batch)
        parts = [_Part(self._plans[batch.shapes], batch) for batch in batches]
        self._latest = parts[0].plan
        if len(parts) == 1 and arrays and all(map(_is_view, arrays, batches[0].columns)):
            self._seen = (arrays, parts)  # so the next call sees what they hold then
        return parts

    def _make_plan(self, names: Sequence[str], batch: Batch) -> _Plan:
        started, before = perf_counter(), len(self._recording)
        root = self._recording.run(batch.shapes)
        new = len(self._recording) - before
        made = self._recording.values_behind([root])
        leaves = [self._recording.leaves[place] for place in places_of(batch.shapes)]
        program = Program(root, made, leaves, self._values)
        took = perf_counter() - started
        for _ in range(min(batch.count, _MOST_REPEATS)) if took < _LONG and new > len(made) // 2 else ():
            if self._recording.run(batch.shapes) is not root:
                raise ValueError(
                    "a compiled function must do the same operations for every sample (run again, it did others); "
                    "keep chance, and constants that differ from sample to sample, outside and give them as arguments"
                )
        size = f"{len(program):,} values"
        if took > _LONG:
            self._note(f"{size} recorded in {took:.1f} s")
        leaf = leaf_names(names, batch.shapes, self._labels)
        for value, name in zip(leaves, leaf, strict=False):
            value.label = name
        started = perf_counter()
        kernel = make_kernel(
            self.backend, program, leaf, batch.shapes, fast_math=self._fast_math, threads=self._threads
        )
        if (took := perf_counter() - started) > _LONG:
            self._note(f"{size} made ready by {kernel.name} in {took:.1f} s")
        return _Plan(root, made, dict(zip(leaves, batch.numbers(0), strict=True)), program, kernel)


class _Plan:
    """What was made for one shape of samples."""

    def __init__(
        self, root: Value, made: list[Value], sample: dict[Value, float], program: Program, kernel: Any
    ) -> None:
        self.root, self.made, self.sample, self.program, self.kernel = root, made, sample, program, kernel
        self.varies = program.varying[program.root]


class _Part(NamedTuple):
    """Samples of one shape, and the plan for them."""

    plan: _Plan
    batch: Batch


def _size(batch: Batch) -> int:
    return sum(map(prod, batch.shapes))


def _is_view(array: Any, column: Any) -> bool:
    return column is array or getattr(column, "base", None) is array
