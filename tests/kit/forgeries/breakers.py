"""Those that would rather break the grader: crash it, stall it, flood it, wear it out."""

from microgradviz.exercises.topics import EXERCISES

from .forgery import Forgery, slope_mul_answer

_OTHERS = [name for name in EXERCISES if name.startswith("slope_") and name != "slope_mul"]

BREAKERS = (
    Forgery(
        "exits",
        "calls sys.exit",
        slope_mul_answer("sys.exit(0)", "import sys"),
        "it tried to end Python: an answer returns, it does not exit",
    ),
    Forgery(
        "exits_at_once",
        "calls os._exit(0) before anything is tried",
        "import os\nos._exit(0)\ndef slope_mul(x, y): return (y, x)\n",
        "Nothing could be tried: it made Python stop: an answer returns, it does not exit.",
    ),
    Forgery(
        "exits_as_others_would",
        "ends with every exit code that could mean something to the grader, one after another",
        "import os\ndef slope_mul(x, y): os._exit(4)\n",
        "it made Python stop: an answer returns, it does not exit",
        also={name: f"import os\nos._exit({code})\n" for code, name in enumerate(_OTHERS, 1)},
    ),
    Forgery(
        "aborts",
        "calls os.abort",
        slope_mul_answer("os.abort()", "import os"),
        "it made Python stop: an answer returns, it does not exit",
    ),
    Forgery(
        "segfault",
        "reads address 0",
        slope_mul_answer("ctypes.string_at(0)", "import ctypes"),
        "it made Python stop: an answer returns, it does not exit",
    ),
    Forgery(
        "loops",
        "loops forever",
        slope_mul_answer("while True:\n    pass"),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "loops_and_catches",
        "loops forever, ignores every signal and catches every exception",
        slope_mul_answer(
            "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
            "import signal\nfor number in range(1, 65):\n    try:\n        signal.signal(number, signal.SIG_IGN)\n"
            "    except (OSError, ValueError):\n        pass",
        ),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "one_endless_call",
        "makes one call into C that never ends",
        slope_mul_answer("re.match(r'(a+)+$', 'a' * 64 + 'b')", "import re"),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "sleeps",
        "sleeps for a year, which costs no processor time",
        slope_mul_answer("time.sleep(3e7)", "import time"),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "endless_text",
        "never finishes its own text",
        "while True: pass\ndef slope_mul(x, y): return (y, x)\n",
        "Nothing could be tried: stopped after 2 seconds: it loops forever, or needs more time.",
    ),
    Forgery(
        "recursion",
        "calls itself for ever",
        slope_mul_answer("return slope_mul(x, y)"),
        "it stopped with a RecursionError: a function calls itself too deeply, or forever",
    ),
    Forgery(
        "memory_bomb",
        "asks for 100 GB",
        slope_mul_answer("x = bytearray(100 << 30)"),
        "it stopped with MemoryError: it needs more than 512 MiB of memory",
    ),
    Forgery(
        "memory_creeps",
        "asks for a little memory again and again",
        slope_mul_answer("while True:\n    kept.append(bytes(1 << 20))", "kept = []"),
        "it stopped with MemoryError: it needs more than 512 MiB of memory",
    ),
    Forgery(
        "fills_the_folder",
        "fills its folder with 400 MB",
        slope_mul_answer(
            "for k in range(100):\n    with open(f'/tmp/{k}', 'wb') as file:\n        file.write(bytes(4 << 20))",
        ),
        "it stopped with OSError: “[Errno 30] Read-only file system: '/tmp/0'”",
    ),
    Forgery(
        "fork_bomb",
        "forks for ever",
        slope_mul_answer("while True:\n    os.fork()", "import os"),
        "it stopped with PermissionError: “[Errno 1] Operation not permitted”",
    ),
    Forgery(
        "starts_programs",
        "starts a shell",
        slope_mul_answer("subprocess.run(['sh', '-c', 'echo hello'], check=True)", "import subprocess"),
        "it stopped with PermissionError: “[Errno 1] Operation not permitted”",
    ),
    Forgery(
        "kills_its_parent",
        "kills every process that it can name",
        slope_mul_answer("for pid in (os.getppid(), 1, 2, -1):\n    os.kill(pid, 9)", "import os"),
        "it stopped with PermissionError: “[Errno 1] Operation not permitted”",
    ),
    Forgery(
        "kills_its_parent_by_a_pipe",
        "has the kernel send a signal to the process that asks it, as soon as that writes",
        slope_mul_answer(
            "fcntl.fcntl(4, fcntl.F_SETOWN, os.getppid())\nfcntl.fcntl(4, fcntl.F_SETSIG, 9)\n"
            "fcntl.fcntl(4, fcntl.F_SETFL, os.O_ASYNC)",
            "import fcntl, os",
        ),
        "it stopped with PermissionError: “[Errno 1] Operation not permitted”",
    ),
    Forgery(
        "starves_its_parent",
        "takes all files from the process that asks it",
        slope_mul_answer("resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0))", "import os, resource"),
        "it stopped with PermissionError: “[Errno 1] Operation not permitted”",
    ),
    Forgery(
        "no_places",
        "gives nan where the places of values are asked for, past the probe",
        "import os\n\ndef topological_order(root):\n"
        "    os.write(3, b'[0, 0, {\"numbers\": [NaN, 1e9]}]\\n')\n    os._exit(0)\n",
        "it gives a list with 2 values that are not in the graph",
        exercise="topological_order",
    ),
    Forgery(
        "thousand_threads",
        "starts a thousand threads that outlive the answer",
        slope_mul_answer(
            "for k in range(1000):\n    threading.Thread(target=time.sleep, args=(3600,)).start()",
            "import threading, time",
        ),
        "it stopped with RuntimeError: “can't start new thread”",
    ),
    Forgery(
        "floods_stdout",
        "prints without end",
        slope_mul_answer("while True:\n    print('x' * 100_000)"),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "floods_the_pipe",
        "sends 100 MB to the grader",
        slope_mul_answer("for k in range(100):\n    os.write(3, b'x' * (1 << 20))", "import os"),
        "Nothing could be tried: it sent the grader more than the numbers that were asked for.",
    ),
    Forgery(
        "deep_json",
        "sends JSON that is nested 200,000 deep",
        slope_mul_answer("os.write(3, b'[' * 200_000 + b'\\n')", "import os"),
        "Nothing could be tried: it sent the grader more than the numbers that were asked for.",
    ),
    Forgery(
        "long_integers",
        "sends an integer of 100,000 digits, and returns one",
        slope_mul_answer(
            "os.write(3, b'[0, 0, {\"numbers\": [' + b'9' * 100_000 + b']}]\\n')\nreturn (10 ** 100_000, 1)",
            "import os",
        ),
        "Nothing could be tried: it sent the grader more than the numbers that were asked for.",
    ),
    Forgery(
        "forged_line",
        "writes full marks into the pipe to the grader before it is asked",
        'import os\nos.write(3, b\'{"load": null}\\n[0, 0, {"earned": 3, "numbers": [1, 1]}]\\n{"earned": 3}\\n\')\n'
        "def slope_mul(x, y):\n    return (0.0, 0.0)\n",
        "Nothing could be tried: it sent the grader more than the numbers that were asked for.",
    ),
    Forgery(
        "every_descriptor",
        "writes full marks to every open descriptor",
        slope_mul_answer(
            "for fd in range(256):\n    try:\n        os.write(fd, b'{\"earned\": 3}\\n' * 100)\n    except OSError:\n        pass",
            "import os",
        ),
        "Nothing could be tried: it sent the grader more than the numbers that were asked for.",
    ),
    Forgery(
        "reads_ahead",
        "reads the grader's next question from every descriptor",
        slope_mul_answer(
            "for fd in range(256):\n    try:\n        os.read(fd, 1 << 16)\n    except OSError:\n        pass",
            "import os",
        ),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "pickles",
        "returns an object that runs code where it is unpickled",
        slope_mul_answer(
            "os.write(3, pickle.dumps(Gift()) + b'\\n')\nreturn Gift()",
            "import os, pickle\nclass Gift:\n    def __reduce__(self):\n        return (open, ('{folder}/unpickled', 'w'))",
        ),
        "Nothing could be tried: it sent the grader more than the numbers that were asked for.",
    ),
    Forgery(
        "last_words",
        "hands in full marks when the interpreter ends: atexit, finalizers",
        slope_mul_answer(
            "pass",
            "import atexit, os\n"
            "def say(*ignored):\n    os.write(3, b'[0, 0, {\"numbers\": [1.0, 1.0]}]\\n')\n"
            "class Late:\n    __del__ = say\n"
            "late = Late()\natexit.register(say)",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "error_that_never_ends",
        "raises an exception whose text loops for ever",
        slope_mul_answer(
            "raise Endless", "class Endless(Exception):\n    def __str__(self):\n        while True:\n            pass"
        ),
        "stopped after 2 seconds: it loops forever, or needs more time",
    ),
    Forgery(
        "error_of_50_MB",
        "raises an exception with a text of 50 MB",
        slope_mul_answer("raise ValueError('<b>' * (50 << 18))"),
        "it stopped with ValueError: “<b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b><b>…”",
    ),
    Forgery(
        "lone_surrogates",
        "raises with half a character",
        slope_mul_answer("raise ValueError('\\ud800\\x00\\x1b[2J')"),
        "it stopped with ValueError: “\ud800\x00\x1b[2J”",
    ),
    Forgery(
        "script_in_an_error",
        "raises HTML with a script, for the teacher's browser",
        slope_mul_answer("raise ValueError('<script>alert(document.cookie)</script><img src=x onerror=alert(1)>')"),
        "it stopped with ValueError: “<script>alert(document.cookie)</script><img src=x onerror=alert(1)>”",
    ),
    Forgery(
        "deep_source",
        "is a text nested 100,000 deep",
        "slope_mul = " + "(" * 100_000 + ")" * 100_000,
        "Cell 1 is longer than 65,536 letters.",
    ),
    Forgery(
        "null_bytes",
        "is a text with null bytes",
        "def slope_mul(x, y):\n    return (y, x)\0\n",
        "The cell is not valid Python: it is nested too deeply, or holds letters that no program may hold.",
    ),
    Forgery(
        "holds_the_libraries",
        "takes a lease on Python's libraries, so that every other box waits before it can import one",
        slope_mul_answer(
            "for name in sorted(os.listdir(library)):\n"
            "    if name.endswith('.py'):\n"
            "        held.append(open(f'{library}/{name}'))\n"
            "        fcntl.fcntl(held[-1], fcntl.F_SETLEASE, fcntl.F_WRLCK)\n"
            "time.sleep(60)",
            "import fcntl, os, time\nlibrary, held = os.path.dirname(os.__file__), []",
        ),
        "it stopped with PermissionError: “[Errno 1] Operation not permitted”",
    ),
    Forgery(
        "lifts_limits",
        "raises its own limits, then takes what they allowed",
        slope_mul_answer(
            "for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NPROC):\n"
            "    resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n"
            "x = bytearray(2 << 30)",
            "import resource",
        ),
        "it stopped with ValueError: “not allowed to raise maximum limit”",
    ),
)
