"""The limit of time around a learner's code, by signal, events, lines: what it stops, what it leaves as it was."""

import itertools
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest

from microgradviz import Value
from microgradviz.exercises.learner_code import PrintedText, alarm, event_clock, run_guarded
from microgradviz.exercises.learner_code.alarm import with_time_limit
from microgradviz.exercises.learner_code.event_clock import OutOfTime

Limit = Callable[[Callable[[], Any], float], Any]
LIMITS: dict[str, Limit] = {"traced": event_clock._call_traced}
if hasattr(signal, "setitimer"):
    LIMITS["alarm"] = alarm._with_alarm
if hasattr(sys, "monitoring"):
    LIMITS["events"] = event_clock.call_with_clock
every_way = pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
SECONDS = 0.05


def nothing() -> None:
    pass


def loops() -> None:
    while True:
        pass


def calls() -> None:
    while True:
        nothing()


def goes_over() -> None:
    for _ in itertools.count():
        pass


def recurses() -> None:
    def f(n: int) -> None:
        if n:
            f(n - 1)
            f(n - 1)

    f(200)


def sums_its_own_generator() -> None:
    def numbers() -> Iterator[int]:
        while True:
            yield 1

    sum(numbers())


def maps_a_function() -> None:
    all(map(lambda i: True, itertools.count()))


def builds_a_graph() -> None:
    x = Value(1.0)
    while True:
        x = x + 1.0
        x.backward()
        x = Value(1.0)


def comprehends() -> None:
    [None for i in itertools.count() if i < 0]


def catches_exceptions() -> None:
    while True:
        try:
            calls()
        except Exception:
            continue


def catches_everything() -> None:
    while True:
        try:
            nothing()
        except BaseException:
            continue


def catches_everything_twice() -> None:
    while True:
        try:
            catches_everything()
        except BaseException:
            continue


def is_stubborn_in_finally() -> None:
    try:
        loops()
    finally:
        loops()


ENDLESS = [
    *(loops, calls, goes_over, recurses, sums_its_own_generator, maps_a_function),
    *(builds_a_graph, comprehends, catches_exceptions),
]
STUBBORN = {"alarm": [catches_everything, is_stubborn_in_finally]}  # more than a trace of lines can stop
STUBBORN["events"] = [*STUBBORN["alarm"], catches_everything_twice]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarm, "_NEXT_ALARM", 0.01)


@contextmanager
def leaves_all_as_it_was() -> Iterator[None]:
    watch: Any = getattr(sys, "monitoring", None)
    tools = watch and [watch.get_tool(number) for number in range(6)]
    before = sys.gettrace(), tools, signal.getsignal(signal.SIGINT)
    yield
    tools = watch and [watch.get_tool(number) for number in range(6)]
    assert (sys.gettrace(), tools, signal.getsignal(signal.SIGINT)) == before
    assert not event_clock._clock._limits


@pytest.mark.parametrize(
    ("way", "function"), [(way, function) for way in LIMITS for function in (*ENDLESS, *STUBBORN.get(way, []))]
)
def test_what_would_never_end_is_stopped(way: str, function: Callable[[], None]) -> None:
    begin = monotonic()
    with leaves_all_as_it_was(), pytest.raises(OutOfTime):
        LIMITS[way](function, SECONDS)
    assert monotonic() - begin < 2


@every_way
def test_what_ends_in_time_gives_its_result(limit: Limit) -> None:
    with leaves_all_as_it_was():
        assert limit(lambda: sum(i for i in range(1000)), 60) == 499500


@every_way
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_exception_goes_through(limit: Limit, error: type[BaseException]) -> None:
    def fails() -> None:
        raise error

    with leaves_all_as_it_was(), pytest.raises(error):
        limit(fails, 60)


@every_way
def test_a_limit_inside_another_ends_before_it(limit: Limit) -> None:
    def outer() -> list[str]:
        found = []
        for _ in range(2):
            try:
                limit(loops, SECONDS)
            except OutOfTime:
                found.append("stopped")
        return found

    with leaves_all_as_it_was():
        assert limit(outer, 60) == ["stopped", "stopped"]


@pytest.mark.parametrize("limit", [LIMITS[name] for name in LIMITS if name != "traced"])
def test_a_limit_goes_on_after_one_inside_it(limit: Limit) -> None:
    def outer() -> None:
        limit(nothing, 60)
        loops()

    def long_inside() -> None:
        limit(loops, 60)

    for function in (outer, long_inside):
        begin = monotonic()
        with leaves_all_as_it_was(), pytest.raises(OutOfTime):
            limit(function, SECONDS)
        assert monotonic() - begin < 2


@every_way
def test_what_the_package_puts_back_is_put_back(limit: Limit) -> None:
    from microgradviz import no_grad

    def inside() -> None:
        while True:
            with no_grad():
                Value(1.0) + 1.0

    for _ in range(20):
        with pytest.raises(OutOfTime):
            limit(inside, 0.004)
        assert (Value(1.0) + 1.0).inputs


def test_an_alarm_of_somebody_else_is_put_back() -> None:
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    try:
        with pytest.raises(OutOfTime):
            with_time_limit(loops, SECONDS)
        signal.raise_signal(signal.SIGALRM)
        assert heard == [1]
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    finally:
        signal.signal(signal.SIGALRM, before)


def test_what_somebody_else_had_set_still_rings() -> None:
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        with_time_limit(nothing, 1)
        assert 50 < signal.getitimer(signal.ITIMER_REAL)[0] <= 60
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def in_threads(*functions: Callable[[], Any]) -> list[Any]:
    """What each gave or raised, run at once in threads of their own."""
    found: list[Any] = [None] * len(functions)

    def run(place: int) -> None:
        try:
            found[place] = functions[place]()
        except BaseException as error:
            found[place] = type(error)

    threads = [threading.Thread(target=run, args=(place,), daemon=True) for place in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return found


def test_each_thread_has_a_limit_of_its_own() -> None:
    def counts() -> int:
        until = monotonic() + 4 * SECONDS
        while monotonic() < until:
            pass
        return 1

    with leaves_all_as_it_was():
        assert in_threads(
            lambda: with_time_limit(loops, SECONDS),
            lambda: with_time_limit(counts, 60),
            counts,
            lambda: with_time_limit(calls, 2 * SECONDS),
        ) == [OutOfTime, 1, 1, OutOfTime]


def test_where_every_tool_is_taken_lines_are_traced() -> None:
    if not hasattr(sys, "monitoring"):
        return
    taken = [number for number in range(6) if sys.monitoring.get_tool(number) is None]
    for number in taken:
        sys.monitoring.use_tool_id(number, "somebody else's")
    try:
        assert in_threads(lambda: with_time_limit(loops, SECONDS)) == [OutOfTime]
        assert [sys.monitoring.get_tool(number) for number in taken] == ["somebody else's"] * len(taken)
    finally:
        for number in taken:
            sys.monitoring.free_tool_id(number)


def test_a_guarded_call_lets_nothing_out_but_the_users_own_interrupt(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupts() -> None:
        raise KeyboardInterrupt

    assert run_guarded(lambda: 3) == (3, None)
    for function, kind in ((lambda: 1 / 0, ZeroDivisionError), (lambda: sys.exit(3), SystemExit), (loops, OutOfTime)):
        ran = run_guarded(function, SECONDS)
        assert (ran.value, type(ran.error)) == (None, kind)
    with pytest.raises(KeyboardInterrupt):
        run_guarded(interrupts)
    printed = PrintedText()
    assert run_guarded(lambda: print("one\ntwo"), printed=printed).error is None
    assert (printed.lines, capsys.readouterr().out) == (2, "")
