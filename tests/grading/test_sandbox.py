"""The sandbox, with planted faults: what an answer may try, and what comes of it."""

import json
import math
import os
import select
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from kit.forgeries.readers import BY_ADDRESSES
from kit.nudging_answers import NUDGING_ENGINE, SLOPE_FUNCTIONS

import microgradviz
from microgradviz.exercises.advice import other_solution
from microgradviz.exercises.judge import probe_of
from microgradviz.exercises.topics import EXERCISES
from microgradviz.grading.official_marks import mark_answer
from microgradviz.grading.sandbox import bubblewrap, inside, seccomp, walls
from microgradviz.grading.sandbox.box import Box, BoxResult, NoSandbox, _parse_line
from microgradviz.grading.verdict import box_request, judge_result

RIGHT = "def slope_mul(x, y):\n    return y, x\n"
SLOPE = EXERCISES["slope_mul"]


@pytest.fixture(scope="module")
def box(require_sandbox: None) -> Iterator[Box]:
    """One box for all answers: each must leave it whole for the next."""
    with Box() as box:
        yield box


def asked(source: str, seconds: float = 0.3) -> dict[str, Any]:
    """A request to look at slope_mul with little patience."""
    found = box_request(SLOPE, source, "test")
    return {**found, "seconds": seconds, "rows": [[probe, seconds, cases] for probe, _, cases in found["rows"]]}


def text_of(came: BoxResult) -> str:
    """What is said of the text of an answer that could not run."""
    return judge_result(SLOPE, "test", came).mistake


def test_every_wall_stands(require_sandbox: None) -> None:
    assert walls.wall_faults() == ()


def test_a_right_answer_earns_all_and_says_so_in_numbers_alone(box: Box) -> None:
    came = box.ask(asked(RIGHT))
    assert came.end == "done"
    assert came.lines[0] == {"load": None}
    assert all(type(x) is float for _, _, found in came.lines[1:] for x in found["numbers"])
    assert judge_result(SLOPE, "test", came).earned == SLOPE.points


def test_the_folder_that_the_package_lies_in_is_covered_and_no_other_of_it() -> None:
    package = os.path.realpath(Path(microgradviz.__file__).parent)
    covered = bubblewrap._covered_folders(("/",))
    assert os.path.dirname(package) in covered
    assert not [path for path in covered if f"{path}/".startswith(f"{package}/")]


# ---------------------------------------------------------------- getting out

# fmt: off
GETS_OUT = {
    "passwords": "open('/etc/passwd')",
    "the package's solutions": f"open({str(Path(microgradviz.__file__).parent / 'exercises/topics/slopes.py')!r})",
    "the package, imported": "import microgradviz",
    "what is installed": "import numpy",
    "other processes": "import os; os.listdir('/proc')",
    "a file of the machine": "open('/usr/lib/mine', 'w')",
    "a file in the root": "open('/mine', 'w')",
    "the network": "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
    "a pair of sockets": "import socket; socket.socketpair()",
    "a new process": "import os; os.fork()",
    "a fork bomb": "import os\nwhile True: os.fork()",
    "a program": "import os; os.execv('/bin/sh', ['sh'])",
    "a subprocess": "import subprocess; subprocess.run(['/bin/true'])",
    "killing all": "import os; os.kill(-1, 9)",
    "killing its parent": "import os; os.kill(os.getppid(), 9)",
    "a debugger": "import ctypes; c = ctypes.CDLL(None, use_errno=True)\n"
                  "if c.ptrace(16, __import__('os').getppid(), 0, 0): raise OSError(ctypes.get_errno(), 'refused')",
    "more memory": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "a file in memory": "import os; os.memfd_create('x')",
    "a namespace": "import ctypes\nif ctypes.CDLL(None).unshare(0x10000000): raise OSError('refused')",
    "a note for the next": "open('/tmp/x', 'w')",
    "a device's mode": "import os; os.chmod('/dev/null', 0o666)",
    "a device's time": "import os; os.utime('/dev/null', (1, 1))",
    "a device's owner": "import os; os.chown('/dev/null', 0, 0)",
    "its host's limits": "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (9, 9))",
    "its host's turn": "import os; os.sched_setscheduler(os.getppid(), os.SCHED_IDLE, os.sched_param(0))",
    "its host, by a pipe": "import fcntl, os; fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "a message for the next": "import ctypes\nif ctypes.CDLL(None).mq_open(b'/x', 66, 384, 0) < 0: raise OSError('no')",
    "all memory": "x = [0] * 10**10",
    "memory, bit by bit": "x = []\nwhile True: x.append(bytes(1 << 20))",
    "a large pipe": "import fcntl, os\n"
                    "for _ in range(99): fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)",
    "a lease on what all boxes read": "import fcntl, os\n"
                                      "fcntl.fcntl(open(os.__file__), fcntl.F_SETLEASE, fcntl.F_WRLCK)",
    "a lock on what all boxes read": "import fcntl, os; fcntl.lockf(open(os.__file__), fcntl.LOCK_SH)",
    "a watch over others": "import fcntl, os; fcntl.fcntl(os.open('/usr/lib', 0), fcntl.F_NOTIFY, 1)",
    "a file out of the machine's memory": "import os; os.posix_fadvise(os.open(os.__file__, 0), 0, 0, 4)",
    "a file into the machine's memory": "import ctypes, os\n"
                                        "if ctypes.CDLL(None).readahead(os.open(os.__file__, 0), 0, 99): raise OSError",
    "what is in the machine's memory": "import os; os.preadv(os.open(os.__file__, 0), [bytearray(9)], 0, 8)",
    "the same of pages": "import ctypes; c = ctypes.CDLL(None)\n"
                         "c.mmap.restype = ctypes.c_void_p\n"
                         "at = ctypes.c_void_p(c.mmap(None, 4096, 1, 34, -1, 0))\n"
                         "if c.mincore(at, 4096, bytes(1)): raise OSError",
    "pages out of the machine's memory": "import mmap, os\n"
                         "m = mmap.mmap(os.open(os.__file__, 0), 4096, prot=mmap.PROT_READ, flags=mmap.MAP_PRIVATE)\n"
                         "m.madvise(21)",
    "its memory, to a program of the machine": "import ctypes\nif ctypes.CDLL(None).prctl(4, 1): raise OSError('no')",
    "what the filter does not know yet": "import ctypes; c = ctypes.CDLL(None, use_errno=True)\n"  # here setxattrat
                                         "c.syscall(463, -100, b'/dev/null', 0, b'', 0, 0)\n"
                                         "if ctypes.get_errno() == 38: raise OSError('not there')",
}
# fmt: on


@pytest.mark.parametrize("source", GETS_OUT.values(), ids=GETS_OUT)
def test_an_answer_cannot_get_out(box: Box, source: str) -> None:
    came = box.ask(asked(f"{source}\n{RIGHT}", 5.0))
    assert came.lines == [{"load": came.lines[0]["load"]}]
    assert came.lines[0]["load"]["error"] in {
        *("FileNotFoundError", "ModuleNotFoundError", "OSError", "PermissionError", "MemoryError", "ValueError"),
    }
    assert judge_result(SLOPE, "test", came).earned == 0
    assert judge_result(SLOPE, "test", box.ask(asked(RIGHT))).earned == SLOPE.points, "the box is whole for the next"


def test_a_thread_may_run(box: Box) -> None:
    came = box.ask(asked(f"import threading\nt = threading.Thread(target=print)\nt.start()\nt.join()\n{RIGHT}"))
    assert judge_result(SLOPE, "test", came).earned == SLOPE.points


def test_files_may_be_read_in_the_ordinary_ways(box: Box) -> None:
    ways = """
import json, mmap, os, pathlib, tokenize, io
path, file = os.__file__, os.open(os.__file__, 0)
whole, buffer = pathlib.Path(path).read_bytes(), bytearray(9)
mapped = mmap.mmap(file, 0, prot=mmap.PROT_READ)
mapped.madvise(mmap.MADV_SEQUENTIAL)
mine = mmap.mmap(-1, 1 << 16)
mine.madvise(mmap.MADV_DONTNEED)
assert os.preadv(file, [buffer], 0) == os.preadv(file, [buffer], 0, 0) == 9
assert buffer == whole[:9] == os.pread(file, 9, 0)
assert mapped[:] == whole == open(path, "rb").read() and len(list(tokenize.tokenize(io.BytesIO(whole).readline)))
"""
    came = box.ask(asked(ways + RIGHT))
    assert judge_result(SLOPE, "test", came).earned == SLOPE.points, came


def test_an_answer_sees_empty_folders_and_two_devices(box: Box) -> None:
    look = "import os\nraise ValueError([sorted(os.listdir(path)) for path in ('/tmp', '/dev')])"
    assert box.ask(asked(look)).lines[0]["load"]["text"] == "[[], ['null', 'urandom']]"


# ---------------------------------------------------------------- stalling, flooding, dying

# fmt: off
STALLS = {
    "a loop": ("while True: pass", "time"),
    "a loop that catches everything": ("while True:\n try:\n  while True: pass\n except BaseException: pass", "time"),
    "a loop deaf to signals": (
        "import signal\nfor n in (signal.SIGXCPU, signal.SIGTERM, signal.SIGPROF): signal.signal(n, signal.SIG_IGN)\n"
        "signal.setitimer(signal.ITIMER_PROF, 0)\nwhile True: pass", "time"),
    "a loop in C": ("sum(range(10**14))", "time"),
    "a long sleep": ("import time; time.sleep(10**6)", "time"),
    "a flood": ("import os\nwhile True: os.write(3, bytes(9999))", "flood"),
    "a flood of lines": ("import os\nwhile True: os.write(3, b'[0,0,{}]\\n')", "flood"),
    "an exit": ("import os; os._exit(0)", "done"),
    "a bad exit": ("import os; os._exit(1)", "died"),
    "a crash": ("import ctypes; ctypes.string_at(0)", "died"),
    "a closed pipe": ("import os; os.closerange(0, 99)\nwhile True: pass", "died"),
}
# fmt: on


@pytest.mark.parametrize(("source", "end"), STALLS.values(), ids=STALLS)
def test_an_answer_that_never_comes_back_is_ended(box: Box, source: str, end: str) -> None:
    came = box.ask(asked(source))
    assert (came.end, came.lines if end != "flood" else []) == (end, [])
    assert text_of(came).startswith("Nothing could be tried: ")
    assert judge_result(SLOPE, "test", box.ask(asked(RIGHT))).earned == SLOPE.points, "the box is whole for the next"


def test_what_came_before_a_stall_counts(box: Box) -> None:
    source = "def slope_mul(x, y):\n    while x == 0: pass\n    return y, x\n"
    came = box.ask(asked(source))
    mark = judge_result(SLOPE, "test", came)
    assert came.end == "time"
    assert [row.earned for row in mark.rows] == [2, 0]
    assert "it loops forever, or needs more time" in mark.rows[1].said


def heard(said: bytes) -> str:
    """How it ends with a process that says this in 2 s and then closes its pipe."""
    source, pipe = os.pipe()
    os.write(pipe, said)
    os.close(pipe)
    try:
        return inside._Dialogue(source, -1, -1, [2.0]).listen(0)
    finally:
        os.close(source)


def test_who_talks_all_the_time_is_looked_at_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "_processor_time", lambda child: 3.0)
    assert heard(b" ") == "time"


def test_an_answer_that_is_there_is_not_refused_for_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inside, "_processor_time", lambda child: 0.001)
    monkeypatch.setattr(inside, "monotonic", iter(range(0, 50, 10)).__next__)
    assert heard(b"[]\n") == ""


ANSWERS_LATER = """
import os, select
calls = []

def slope_mul(x, y):
    calls.append(1)
    if len(calls) == 1:
        os.write(3, b"\\n")
    if len(calls) < 10:
        select.select([4], [], [])
    else:
        os.write(3, f'[1, 5, {{"numbers": [{y!r}, {x!r}]}}]'.encode())
        os._exit(0)
    return y, x
"""


def test_an_answer_counts_in_its_own_turn_alone(box: Box) -> None:
    came = box.ask(asked(ANSWERS_LATER))
    assert came.lines[1] is None
    assert judge_result(SLOPE, "test", came).earned == 0
    joined = f"import os\nos.write(3, b'{{\"load\": null}}\\r[0, 0, {{}}]\\n')\nos._exit(0)\n{RIGHT}"
    assert box.ask(asked(joined)).lines == [None]


def test_a_box_that_dies_is_replaced(require_sandbox: None) -> None:
    with Box() as box:
        assert box.ask(asked(RIGHT)).end == "done"
        assert box._process
        box._process.popen.kill()
        box._process.popen.wait()
        assert box.ask(asked(RIGHT)).end == "done"


def test_a_box_ends_with_its_thread(require_sandbox: None) -> None:
    with ThreadPoolExecutor(1) as pool:
        pids = pool.submit(taken_over).result()
    assert not Path(f"/proc/{pids[0]}").exists()


def taken_over(sandbox: bool = True) -> list[int]:
    """The process of the box that each of three submissions of a thread has."""
    seen = []
    for _ in range(3):
        with Box(sandbox=sandbox) as box:
            assert judge_result(SLOPE, "test", box.ask(asked(RIGHT))).earned == SLOPE.points
            assert box._process
            seen.append(box._process.popen.pid)
    return seen


def test_a_box_that_is_kept_serves_the_next_submission(require_sandbox: None) -> None:
    assert len(set(taken_over())) == 1


@pytest.mark.parametrize("without", ["a sandbox", "a filter"])
def test_a_box_with_a_wall_less_is_not_kept(
    require_sandbox: None, monkeypatch: pytest.MonkeyPatch, without: str
) -> None:
    if without == "a filter":
        monkeypatch.setattr(seccomp, "syscall_filter", lambda machine: b"")
    assert len(set(taken_over(sandbox=without != "a sandbox"))) == 3


def test_the_next_submission_finds_nothing_of_the_one_before(require_sandbox: None) -> None:
    mark = "left by the one before"
    leave = f"import builtins, sys, os\nleft = builtins.left = sys.left = {mark!r}\n{RIGHT}"
    look = f"""
import builtins, gc, sys
parts = ["left by", "the one before"]
here = [x for x in gc.get_objects() for y in (x.values() if type(x) is dict else ()) if y == " ".join(parts)]
raise ValueError([hasattr(builtins, "left"), hasattr(sys, "left"), len(here)])
{RIGHT}"""
    with Box() as box:
        assert judge_result(SLOPE, "test", box.ask(asked(leave))).earned == SLOPE.points
        process = box._process
    with Box() as box:
        assert box.ask(asked(look)).lines[0]["load"]["text"] == "[False, False, 0]"
        assert box._process is process


def test_a_kept_box_that_has_died_is_replaced(require_sandbox: None) -> None:
    with Box() as box:
        box.ask(asked(RIGHT))
        process = box._process
    assert process
    process.popen.kill()
    assert select.select([process.coming], [], [], 20)[0]  # what runs in it dies a moment later
    assert process.popen.pid not in taken_over()


def test_a_process_forked_from_the_grader_starts_a_box_of_its_own(require_sandbox: None) -> None:
    kept = taken_over()[0]
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        assert kept not in pool.submit(taken_over).result()
    assert set(taken_over()) == {kept}


def test_an_answer_sees_the_engine_only_where_its_exercise_needs_it(box: Box) -> None:
    look = "from microgradviz.engine import Value\n"
    needs = EXERCISES["training_loop"]
    assert (
        judge_result(needs, "test", box.ask(box_request(needs, look + needs.solution, "test"))).earned == needs.points
    )
    assert "ModuleNotFoundError" in text_of(box.ask(asked(look + RIGHT)))


def test_each_exercise_gets_the_probes_of_its_own_kind_alone() -> None:
    for e in EXERCISES.values():
        space: dict[str, Any] = {"__name__": "probes"}
        exec(box_request(e, e.stub, "test")["probes"], space)
        assert all(probe_of(row).__name__ in space for row in e.rows)
        assert not e.method or "Node" not in space or e.name == "backward"
        assert e.answer not in ("Value", "Engine") or not [name for name in space if "node" in name.lower()]


# ---------------------------------------------------------------- orders that may be read

ORDERED = ("topological_order", "iterative_order", "backward", "repair_recursion")


@pytest.mark.parametrize(("name", "source"), BY_ADDRESSES, ids=[name for name, _ in BY_ADDRESSES])
def test_the_order_of_addresses_in_memory_earns_nothing(box: Box, name: str, source: str) -> None:
    e = EXERCISES[name]
    for seed in range(3):
        assert judge_result(e, f"{seed}", box.ask(box_request(e, source, f"{seed}"))).earned < e.points
    assert judge_result(e, "test", box.ask(box_request(e, e.solution, "test"))).earned == e.points


@pytest.mark.parametrize("name", ORDERED)
def test_the_places_of_values_are_no_order(name: str) -> None:
    """Neither forward nor backward, in what is sent of every graph that has more than a few values."""
    e, sent = EXERCISES[name], 0
    for row in box_request(e, e.solution, "test")["rows"]:
        for inputs in row[2]:
            assert not {"leaves", "steps", "seed"} & inputs.keys()
            places = [memoryview(inputs[name]).cast("i") for name in ("of", "other")]
            ends = enumerate(zip(*places, strict=True))
            pairs = [(i, k) for k, both in ends for i in both if i >= 0]
            sent += len(inputs["ops"]) > 5
            assert len(inputs["ops"]) <= 5 or {i < k for i, k in pairs} == {True, False}
    assert sent >= 2


# ---------------------------------------------------------------- forging

# fmt: off
FORGES = {
    "nan": "import math\nslope_mul = lambda x, y: (math.nan, math.nan)",
    "floats that equal everything":
        "class F(float):\n __eq__ = lambda s, o: True\n __sub__ = __rsub__ = lambda s, o: 0.0\n __hash__ = None\n"
        "slope_mul = lambda x, y: (F(1), F(1))",
    "floats that lie": "class F(float):\n __float__ = lambda s: F(s)\n __repr__ = lambda s: 'true'\n"
                       "slope_mul = lambda x, y: (F(1), F(1))",
    "texts": "slope_mul = lambda x, y: (str(y), str(x))",
    "a patched json": "import json, sys\njson.dumps = lambda *a: 'true'\nslope_mul = lambda x, y: (1, 1)",
    "a patched math": "import math\nmath.fabs = math.isfinite = lambda *a: 0\nslope_mul = lambda x, y: (1, 1)",
    "patched builtins": "import builtins\nbuiltins.abs = builtins.max = lambda *a: 0\nslope_mul = lambda x, y: (1, 1)",
    "a patched probe":
        "import probes\nprobes.run_probe = lambda *a: {'numbers': [1.0, 1.0]}\nslope_mul = lambda x, y: (1, 1)",
    "lines of its own":
        "import os\nos.write(3, b'{\"load\": null}\\n' + b'[0, 0, {\"numbers\": [1.0]}]\\n' * 4)\nos._exit(0)",
    "points of its own": "import os\nos.write(3, b'{\"load\": null}\\n{\"earned\": 3, \"points\": 3}\\n')\nos._exit(0)",
    "deep json": "import os\nos.write(3, b'[' * 200_000 + b'\\n')\nos._exit(0)",
    "long integers": "import os\nos.write(3, b'[0, 0, {\"numbers\": [' + b'9' * 100_000 + b']}]\\n')\nos._exit(0)",
    "no text at all": "import os\nos.write(3, bytes(range(256)) + b'\\n')\nos._exit(0)",
    "true and false": "slope_mul = lambda x, y: (True, False)",
    "no answer": "x = 1",
    "an answer that is no function": "slope_mul = 7",
    "an exit where numbers are asked for": "def slope_mul(x, y): raise SystemExit",
    "a syntax error": "def slope_mul(:",
    "surrogates": "slope_mul = '\\ud800'\nraise ValueError('\\ud800 \\x00 \"quoted\" \\\\ é 😀')",
}
# fmt: on


@pytest.mark.parametrize("source", FORGES.values(), ids=FORGES)
def test_a_forgery_earns_nothing_and_is_told_something(box: Box, source: str) -> None:
    mark = judge_result(SLOPE, "test", box.ask(asked(source)))
    assert mark.earned == 0
    assert mark.mistake or all(row.said for row in mark.rows)
    assert json.loads(json.dumps(mark.mistake)) == mark.mistake


@pytest.mark.parametrize("text", ["", "plain", 'quo"ted', "back\\slash", "é – 😀", "\ud800", "\x00\n\x7f"])
def test_texts_leave_the_box_as_json(text: str) -> None:
    assert json.loads(inside._json({"error": "E", "text": text})) == {"error": "E", "text": text}


def test_numbers_leave_the_box_as_json() -> None:
    found = json.loads(inside._json({"numbers": [0.1, -0.0, 1e300, math.inf, -math.inf, math.nan]}))["numbers"]
    assert found[:5] == [0.1, -0.0, 1e300, math.inf, -math.inf]
    assert math.isnan(found[5])


@pytest.mark.parametrize("numbers", [[], [0.1, -0.0, 5e-324, 1.7e308, math.inf, -math.inf, math.nan]])
def test_numbers_of_an_outcome_leave_the_box_to_the_last_bit(numbers: list[float]) -> None:
    line = f"[0, 1, {inside._json_of_numbers({'numbers': numbers})}]".encode()
    assert repr(_parse_line(line)) == repr([0, 1, {"numbers": numbers}])


@pytest.mark.parametrize("text", ["0", "zz", "00", "0" * 18, "é"])
def test_numbers_that_are_none_are_no_outcome(text: str) -> None:
    assert _parse_line(f'[0, 1, {{"numbers": "{text}"}}]'.encode()) is None


# ---------------------------------------------------------------- nudging in place of backpropagation


@pytest.mark.parametrize("name", ["broken_sums", "broken_order", "broken_tanh", "backward", "repair_recursion"])
@pytest.mark.parametrize("way", SLOPE_FUNCTIONS)
def test_nudging_is_told_from_backpropagation(box: Box, name: str, way: str) -> None:
    e = EXERCISES[name]
    of_its_own = e.answer if e.answer in ("Value", "Engine") else "Nudging"
    source = SLOPE_FUNCTIONS[way] + NUDGING_ENGINE.replace("Value", of_its_own)
    mark = judge_result(e, "test", box.ask(box_request(e, source, "test")))
    assert mark.earned == 0
    told = " ".join(row.said for row in mark.rows)
    rounded_off = way == "central differences" and ("is not right" in told or "in its first digits alone" in told)
    assert rounded_off or "not found by backpropagation" in mark.mistake


@pytest.mark.parametrize(
    "name", ["backward", "repair_recursion", "broken_sums", "broken_order", "broken_memory", "broken_tanh"]
)
def test_what_nudging_cannot_do_is_asked_of_every_engine(box: Box, name: str) -> None:
    e = EXERCISES[name]
    assert any(row.guards for row in e.rows)
    for source in (e.solution, other_solution(e.name)):
        assert judge_result(e, "test", box.ask(box_request(e, source, "test"))).earned == e.points


def test_an_engine_that_makes_floats_of_its_data_is_an_honest_one(box: Box) -> None:
    e = EXERCISES["broken_sums"]
    source = e.solution.replace("= data, 0.0", "= float(data), 0.0")
    assert source != e.solution
    assert judge_result(e, "test", box.ask(box_request(e, source, "test"))).earned == e.points


# ---------------------------------------------------------------- without walls


def test_without_bubblewrap_official_marks_are_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    walls.wall_faults.cache_clear()
    monkeypatch.setattr(walls, "bubblewrap_path", lambda: "")
    try:
        with pytest.raises(NoSandbox, match="apt-get install bubblewrap"):
            mark_answer(SLOPE, RIGHT, "test")
    finally:
        walls.wall_faults.cache_clear()


def test_where_namespaces_are_refused_the_remedy_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, require_sandbox: None
) -> None:
    refusing = tmp_path / "bwrap"
    refusing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    refusing.chmod(0o755)
    walls.wall_faults.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    try:
        with pytest.raises(NoSandbox, match=r"No permissions to create new namespace.*sysctl"):
            walls.require_sandbox()
    finally:
        walls.wall_faults.cache_clear()


def test_a_wall_that_leaks_is_named(monkeypatch: pytest.MonkeyPatch, require_sandbox: None) -> None:
    walls.wall_faults.cache_clear()
    monkeypatch.setattr(seccomp, "syscall_filter", lambda machine: b"")
    monkeypatch.setattr(bubblewrap, "_DEVICES", ("/dev/null", "/dev/urandom", "/etc/passwd"))
    try:
        assert "files cannot be read: It does not hold: an answer got through." in walls.wall_faults()
    finally:
        walls.wall_faults.cache_clear()


def test_without_a_sandbox_limits_still_hold() -> None:
    with Box(sandbox=False) as box:
        assert judge_result(SLOPE, "test", box.ask(asked(RIGHT))).earned == SLOPE.points
        assert box.ask(asked("while True: pass")).end == "time"


def test_a_filter_refuses_what_it_should(require_sandbox: None) -> None:
    for machine in ("x86_64", "aarch64"):
        steps = len(seccomp.syscall_filter(machine)) // 8
        assert 50 < steps < 300
    assert seccomp.syscall_filter("riscv64") == b""
