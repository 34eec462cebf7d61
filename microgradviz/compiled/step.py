"""compile: a function of one sample, made into a training step over whole batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import is_
from threading import RLock
from typing import Any

from ..engine import Value, as_float, calling_frame
from ..tracing import names_in_frame
from .arguments import Arguments, find_params
from .arrays import Batch, add_up, make_batches, make_zeros, overwrite, read_lists, read_numpy
from .backends import choose_backend
from .plans import Part, Plan, Plans
from .recording import Recording


def compile(
    fn: Callable[..., Any] | Value,
    params: Sequence[Value] | None = None,
    *,
    backend: str = "auto",
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

    Returns:
        A callable: `loss = step(X, y)` takes one array for each argument of fn, with one row for each sample, and
        returns the mean result; `step.grads` then holds the gradients of that mean. Samples may differ in length, in a
        list of lists: fn is run for each length that occurs, and what it does for several is kept once.

        Predictions are rounded after every operation, as in the engine (with NumPy not in layers). Gradients are added
        up in another order, and machine code rounds a product and its sum once on the way back through a layer, so that
        their last digits may differ. What is infinite or nan in the engine is one of these here, unless a sum that
        passes 1.8e308 on its way does so in one order alone.

    Raises:
        TypeError: If fn is not a function, or params are not leaf Values.
        ValueError: If a parameter is named twice, or there is no such backend.
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
    function: Any = (lambda: fn) if isinstance(fn, Value) else fn
    if not callable(function):
        raise TypeError(f"fn must be a function of one sample, or a Value (got {type(fn).__name__})")
    return CompiledStep(function, find_params(params, fn), choose_backend(backend))


class CompiledStep:
    """A training step; see `compile`, which makes it.

    Several threads may share one: they take turns. Then `grads` are those of whoever came last.

    Attributes:
        backend: The name of what runs it.
    """

    def __init__(self, fn: Any, params: Sequence[Value], backend: str) -> None:
        self.backend = backend
        self._values = params
        self._latest: Plan | None = None
        self._seen: tuple[tuple[Any, ...], list[Part]] | None = None
        found = names_in_frame(calling_frame(), params)
        labels = [p.label or found.get(id(p), "") for p in params]
        self._plans = Plans(Recording(fn, params), params, labels, backend)
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
            count = sum(part.batch.count for part in parts)
            if len(parts) == 1:
                return self._mean(parts[0], self._grads, count)
            grads = [make_zeros(len(self._grads), self.backend) for _ in parts]
            means = [self._mean(part, own, count) for part, own in zip(parts, grads, strict=True)]
            overwrite(self._grads, add_up(grads), "grads")
            return sum(means)

    def _mean(self, part: Part, grads: Any, count: int) -> float:
        """What these samples add to the mean over `count` of them; their part of its gradients into grads."""
        plan, batch = part
        some = batch if plan.varies else batch.first()
        parts = count * some.count / batch.count
        total: float = plan.kernel.step(self._params, grads, some, 1.0 / parts)
        return total / parts

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
        for part, some in zip(parts, found, strict=True):
            for row, result in zip(part.batch.rows, some, strict=True):
                results[row] = result
        return [*results] if self.backend == "python" else results

    def _results(self, plan: Plan, batch: Batch) -> Any:
        if plan.varies:
            return plan.kernel.forward(self._params, batch)
        one = plan.kernel.forward(self._params, batch.first())
        return one * batch.count if isinstance(one, list) else one.repeat(batch.count)

    def prepare(self, *arrays: Any) -> None:
        """Record what fn does with samples of the shapes that these have, so that no later call has to.

        Takes the same arrays as the step itself, and raises the same errors. One sample of each shape is enough. What
        not everybody needs is made when it is needed: with machine code the instructions for a single sample and those
        for a batch, with plain Python the code of `forward`.
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
        """What it does for the shapes that it was called with last, in plain Python, whatever the backend."""
        if self._latest is None:
            if self._arguments.names:
                raise RuntimeError("the step must be called once before its code is known: it depends on the shapes")
            self._prepare(())
        assert self._latest
        return self._plans.source(self._latest)

    def __reduce__(self) -> Any:
        raise TypeError(
            "a compiled step must not be copied or pickled: its code belongs to this process and to its function's "
            "own Values; call sync(), copy or pickle the Values, and compile again"
        )

    def _prepare(self, arrays: tuple[Any, ...]) -> list[Part]:
        if self._seen and len(arrays) == len(self._seen[0]) and all(map(is_, arrays, self._seen[0])):
            return self._seen[1]
        names = self._arguments.names_of(arrays)
        batches = make_batches(arrays, names, read_lists if self.backend == "python" else read_numpy)
        parts = self._plans.parts(names, batches)
        self._latest = parts[0].plan
        kept = len(parts) == 1 and arrays and all(map(_is_view, arrays, parts[0].batch.columns))
        self._seen = (arrays, parts) if kept else None  # so the next call sees what they hold then
        return parts


def _is_view(array: Any, column: Any) -> bool:
    return column is array or getattr(column, "base", None) is array
