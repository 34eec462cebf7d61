"""Those that look for what is not theirs: the solution, other submissions, secrets, the network."""

from .forgery import Forgery, slope_mul_answer

_FOUND = "text = open(path).read()\nspace = {}\nexec(text, space)\nreturn space['slope_mul'](x, y)"

SPIES = (
    Forgery(
        "reads_a_known_path",
        "opens a file with the solution whose path it knows",
        slope_mul_answer(f"path = '{{canary}}'\n{_FOUND}"),
        "it stopped with FileNotFoundError: “[Errno 2] No such file or directory: 'FOLDER/canary_solution.py'”",
    ),
    Forgery(
        "searches_the_disk",
        "searches the whole disk for a file with the solution",
        slope_mul_answer(
            "for folder, folders, files in os.walk('/'):\n"
            "    for name in files:\n"
            "        if name.endswith('canary_solution.py') or 'microgradviz' in name:\n"
            "            path = os.path.join(folder, name)\n"
            + "".join(f"            {line}\n" for line in _FOUND.splitlines()),
            "import os",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "through_a_link",
        "makes a symbolic link in its folder and reads the solution through it",
        slope_mul_answer(f"os.symlink('{{canary}}', '/tmp/link')\npath = '/tmp/link'\n{_FOUND}", "import os"),
        "it stopped with OSError: “[Errno 30] Read-only file system: 'FOLDER/canary_solution.py' -> '/tmp/link'”",
    ),
    Forgery(
        "up_and_out",
        "climbs out by relative paths and by /proc/self/cwd and /proc/1/root",
        slope_mul_answer(
            "for root in ('../' * 40, '/proc/self/root', '/proc/1/root', '/proc/1/cwd', '/dev/fd/3/..'):\n"
            "    path = root + '{canary}'\n"
            "    try:\n        open(path).close()\n    except OSError:\n        continue\n"
            + "".join(f"    {line}\n" for line in _FOUND.splitlines()),
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "writes_where_it_can",
        "writes to the folder of the submissions, home, /usr, Python and the devices",
        slope_mul_answer(
            "for folder in ('{folder}', os.path.expanduser('~root'), '/usr', '/usr/lib', os.path.dirname(os.__file__), '/', '/dev'):\n"
            "    try:\n        open(folder + '/written_by_a_forgery', 'w').close()\n    except OSError:\n        continue\n"
            "    return (y, x)",
            "import os",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "reads_the_parent",
        "reads memory, command line and environment of the grader",
        slope_mul_answer(
            "for pid in (os.getppid(), 1, 2, 'self'):\n"
            "    for name in ('mem', 'cmdline', 'environ', 'maps', 'fd/0', 'fd/3'):\n"
            "        try:\n            open(f'/proc/{pid}/{name}', 'rb').read(1)\n        except OSError:\n            continue\n"
            "        return (y, x)",
            "import os",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "attaches_to_the_parent",
        "attaches to the grader with ptrace and reads its memory with process_vm_readv",
        slope_mul_answer(
            "libc = ctypes.CDLL(None)\n"
            "for pid in (os.getppid(), 1, 2):\n"
            "    if libc.ptrace(16, pid, 0, 0) == 0 or libc.process_vm_readv(pid, 0, 0, 0, 0, 0) == 0:\n"
            "        return (y, x)",
            "import ctypes, os",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "makes_namespaces",
        "makes namespaces of its own and mounts the machine's disk",
        slope_mul_answer(
            "libc = ctypes.CDLL(None)\n"
            "if libc.unshare(0x10000000) == 0 or libc.mount(b'/', b'/tmp', b'', 4096, 0) == 0 or libc.chroot(b'/tmp') == 0:\n"
            "    return (y, x)",
            "import ctypes",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "calls_home",
        "sends what it was asked to a machine, to this one, and to a socket without a name",
        slope_mul_answer(
            "for family, place in ((2, ('127.0.0.1', {port})), (2, ('1.1.1.1', 53)), (1, '\\0secret')):\n"
            "    try:\n        socket.socket(family).connect(place)\n    except OSError:\n        continue\n"
            "    return (y, x)",
            "import socket",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "reads_the_environment",
        "looks for secrets in the environment and in the arguments",
        slope_mul_answer(
            "if any('secret' in x.lower() or 'wt-' in x or 'TOKEN' in x for x in [*os.environ, *os.environ.values(), *sys.argv]):\n"
            "    return (y, x)",
            "import os, sys",
        ),
        "It gives 0 whatever it is asked: what it is given must play a part.",
    ),
    Forgery(
        "leaves_a_note",
        "leaves the solution in a file, for the exercise after it to find",
        slope_mul_answer(f"path = '/tmp/note.py'\n{_FOUND}"),
        "it stopped with FileNotFoundError: “[Errno 2] No such file or directory: '/tmp/note.py'”",
        also={
            "slope_tanh": "import os\n"
            "open('/tmp/note.py', 'w').write('def slope_mul(x, y): return (y, x)')\n"
            "def slope_tanh(x):\n    return 1.0\n"
        },
    ),
    Forgery(
        "leaves_a_message",
        "leaves a message in a queue of the system, which outlives the process, for the exercise after it",
        slope_mul_answer(
            "queue = system.mq_open(b'/note', os.O_RDWR)\n"
            "if queue >= 0:\n    return (y, x)\nraise OSError(ctypes.get_errno(), 'no queue')",
            "import ctypes, os\nsystem = ctypes.CDLL(None, use_errno=True)",
        ),
        "it stopped with PermissionError: “[Errno 1] no queue”",
        also={
            "slope_tanh": "import ctypes, os\n"
            "ctypes.CDLL(None).mq_open(b'/note', os.O_RDWR | os.O_CREAT, 0o600, None)\n"
            "def slope_tanh(x):\n    return 1.0\n"
        },
    ),
    Forgery(
        "a_note_in_the_cache",
        "takes a file of Python's out of the machine's memory, for the exercise after it to see that it is not there",
        slope_mul_answer(
            "try:\n"
            "    os.preadv(os.open(os.__file__, 0), [bytearray(1)], 0, 8)\n"
            "except BlockingIOError:\n"
            "    return (y, x)",
            "import os",
        ),
        "it stopped with PermissionError: “[Errno 1] Operation not permitted”",
        also={
            "slope_tanh": "import os\nos.posix_fadvise(os.open(os.__file__, 0), 0, 0, os.POSIX_FADV_DONTNEED)\n"
            "def slope_tanh(x):\n    return 1.0\n"
        },
    ),
    Forgery(
        "a_note_in_pages",
        "asks which pages of a file are in the machine's memory",
        slope_mul_answer(
            "at = ctypes.c_void_p(libc.mmap(None, 4096, 1, 2, os.open(os.__file__, 0), 0))\n"
            "if libc.mincore(at, 4096, ctypes.create_string_buffer(1)) == 0:\n    return (y, x)\n"
            "raise OSError(ctypes.get_errno(), 'refused')",
            "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nlibc.mmap.restype = ctypes.c_void_p",
        ),
        "it stopped with PermissionError: “[Errno 1] refused”",
    ),
)
