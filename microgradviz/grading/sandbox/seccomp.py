"""A filter of system calls for the process that runs an answer.

No new processes, programs, sockets or messages; no signals to other processes, nor changes to how they run; no changes
to what a file is, such as its mode: the devices that a box sees are the machine's own. No locks and no watch on files:
all boxes read the same ones, and who may hold a lease on Python's libraries makes every other box wait for them. Nor
may it ask or tell the kernel which parts of a file are in its memory, for that would be a note to the next box. No
picture of memory to a program of the machine when an answer crashes. What a kernel newer than this list can do is not
there.

The filter is a small program in the kernel's own packet-filter language, made here for the two processors that Linux
machines of a school have. It is put on by `inside.py`, after the fork, so that the box itself may still fork.
"""

from __future__ import annotations

import struct

_LOAD, _EQUAL, _AT_LEAST, _BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # operations, as in linux/bpf_common.h
_ALLOW, _KILL, _REFUSE = 0x7FFF0000, 0x80000000, 0x00050000  # answers, as in linux/seccomp.h
_EPERM, _ENOSYS = 1, 38
_NUMBER, _ARCHITECTURE, _FIRST, _SECOND, _THIRD, _SIXTH = 0, 4, 16, 24, 32, 56  # where these stand in what it sees
_CLONE_THREAD = 0x10000
_ONLY = {  # of these calls: an argument, and all that it may be
    "prlimit64": (_FIRST, (0,)),  # its own limits are fine, those of another process are not
    "fcntl": (_SECOND, (0, 1, 2, 3, 4, 1030)),  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
    "madvise": (_THIRD, (0, 1, 2, 4, 8, 14, 15)),  # of its own memory; MADV_WILLNEED, _COLD, _PAGEOUT move files
    "preadv2": (_SIXTH, (0,)),  # RWF_NOWAIT tells what is in the machine's memory
}
_SET_DUMPABLE = 4  # of prctl
_X32 = 0x40000000  # the same calls by other numbers, on x86-64 alone
_CLONE3 = 435
_FEW = 4  # calls that are tried one after the other
_NEWER = 451  # calls from here on are of kernels since 6.5: cachestat, fchmodat2, setxattrat …

# fmt: off
_EVERYWHERE = (  # calls from 424 on have the same number on every processor
    424, 425, 426, 427, 428, 429,  # pidfd_send_signal, io_uring_*, open_tree, move_mount
    430, 431, 432, 433, 434, 438,  # fsopen, fsconfig, fsmount, fspick, pidfd_open, pidfd_getfd
    437, 440, 442, 447, 448,       # openat2, process_madvise, mount_setattr, memfd_secret, process_mrelease
)
_MACHINES: dict[str, tuple[int, dict[str, int], tuple[int, ...]]] = {  # architecture, looked into, refused
    "x86_64": (0xC000003E, {
        "clone": 56, "fcntl": 72, "prctl": 157, "prlimit64": 302, "madvise": 28, "preadv2": 327,
    }, (
        57, 58, 59, 322,           # fork, vfork, execve, execveat
        41, 42, 49, 53,            # socket, connect, bind, socketpair
        62, 200, 234, 129, 297,    # kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo
        101, 310, 311, 312,        # ptrace, process_vm_readv, process_vm_writev, kcmp
        155, 161, 165, 166,        # pivot_root, chroot, mount, umount2
        272, 308,                  # unshare, setns
        29, 30, 64, 68, 319,       # shmget, shmat, semget, msgget, memfd_create: memory beyond the limit
        248, 249, 250, 298, 321, 323,  # add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd
        73, 254, 300, 301,         # flock, inotify_add_watch, fanotify_init, fanotify_mark: notes to another box
        103, 206,                  # syslog, io_setup: of which the machine has so many for all
        240, 133, 259,             # mq_open, mknod, mknodat
        90, 91, 268,               # chmod, fchmod, fchmodat
        92, 93, 94, 260,           # chown, fchown, lchown, fchownat
        132, 235, 261, 280,        # utime, utimes, futimesat, utimensat
        188, 189, 190, 197, 198, 199,  # setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr
        141, 142, 144, 203, 314,   # setpriority, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr
        251, 256, 279,             # ioprio_set, migrate_pages, move_pages
        27, 187, 221, 328,         # mincore, readahead, fadvise64, pwritev2
    )),
    "aarch64": (0xC00000B7, {
        "clone": 220, "fcntl": 25, "prctl": 167, "prlimit64": 261, "madvise": 233, "preadv2": 286,
    }, (
        221, 281,
        198, 203, 200, 199,
        129, 130, 131, 138, 240,
        117, 270, 271, 272,
        41, 51, 40, 39,
        97, 268,
        194, 196, 190, 186, 279,
        217, 218, 219, 241, 280, 282,
        32, 27, 262, 263,
        116, 0,
        180, 33,
        52, 53,
        54, 55,
        88,
        5, 6, 7, 14, 15, 16,
        140, 118, 119, 122, 274,
        30, 238, 239,
        232, 213, 223, 287,
    )),
}
# fmt: on


def syscall_filter(machine: str) -> bytes:
    """The filter of system calls for a processor, as the kernel takes it; empty for a processor it is not made for.

    Args:
        machine: The processor, as `platform.machine()` names it.

    Example:
        >>> len(syscall_filter("x86_64")) % 8, syscall_filter("abacus")
        (0, b'')
    """
    if machine not in _MACHINES:
        return b""
    architecture, looked_into, refused = _MACHINES[machine]
    refuse, absent, allow = (_step(_RETURN, x) for x in (_REFUSE | _EPERM, _REFUSE | _ENOSYS, _ALLOW))
    steps = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, architecture, 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER),
        *([_step(_AT_LEAST, _X32, 0, 1), refuse] if machine == "x86_64" else []),
        _step(_EQUAL, _CLONE3, 0, 1),
        absent,  # then the C library takes clone, whose flags can be looked at
        _step(_AT_LEAST, _NEWER, 0, 1),
        absent,
        _step(_EQUAL, looked_into["prctl"], 0, 4),
        _step(_LOAD, _FIRST),
        _step(_EQUAL, _SET_DUMPABLE, 0, 1),
        refuse,
        allow,
        *(
            step
            for name, (argument, allowed) in _ONLY.items()
            for step in (
                _step(_EQUAL, looked_into[name], 0, 2 + 2 * len(allowed)),
                _step(_LOAD, argument),
                *(step for what in allowed for step in (_step(_EQUAL, what, 0, 1), allow)),
                refuse,
            )
        ),
        _step(_EQUAL, looked_into["clone"], 0, 4),
        _step(_LOAD, _FIRST),
        _step(_BITS, _CLONE_THREAD, 1, 0),  # a thread is fine, a process is not
        refuse,
        allow,
        *_refusing(sorted((*refused, *_EVERYWHERE)), refuse, allow),
    ]
    return b"".join(steps)


def _refusing(calls: list[int], refuse: bytes, allow: bytes) -> list[bytes]:
    """Steps that refuse these calls and allow all others. They look into one half of them, and one half of that, for
    the kernel tries out every call there is each time that a filter is put on."""
    half = len(calls) // 2
    if half < _FEW:
        return [*(step for call in calls for step in (_step(_EQUAL, call, 0, 1), refuse)), allow]
    lower, upper = (_refusing(part, refuse, allow) for part in (calls[:half], calls[half:]))
    return [_step(_AT_LEAST, calls[half], len(lower)), *lower, *upper]


def _step(operation: int, number: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", operation, if_so, if_not, number)
