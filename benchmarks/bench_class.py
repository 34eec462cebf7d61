"""A generated class of 2,000 (good, wrong, hostile, broken files), graded; then again, killed half-way and resumed.

    python benchmarks/bench_class.py [NUMBER]

Both tables of marks must be the same, byte for byte, with a row for every file; the grader and each of its workers must
need less than 300 MB. (tests/grading/test_generated_class.py holds the marks themselves.)
"""

import os
import resource
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path[:0] = [str(Path(__file__).parents[1] / "tests")]
from kit.generated_class import kill_half_way, start_grading, wait_for_success, write_class  # noqa: E402

MOST_MEMORY = 300  # MB


def main(arguments: list[str]) -> int:
    count = int(arguments[0]) if arguments else 2000
    jobs = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name:
        folder, secret = Path(name) / "class", Path(name) / "secret"
        due = write_class(folder, count)
        secret.write_text("the secret of a benchmark", encoding="utf-8")
        whole, parts = Path(name) / "whole.csv", Path(name) / "parts.csv"

        start = perf_counter()
        wait_for_success(start_grading(folder, whole, secret, jobs))
        seconds = perf_counter() - start
        print(f"graded         {count:,} submissions in {seconds:.0f} s: {count / seconds:.1f}/s with {jobs} processes")

        done = kill_half_way(folder, parts, secret, jobs, count)
        start = perf_counter()
        wait_for_success(start_grading(folder, parts, secret, jobs))
        print(f"killed         after {done:,}, resumed and finished in {perf_counter() - start:.0f} s")

        same = parts.read_bytes() == whole.read_bytes()
        rows = len(whole.read_text(encoding="utf-8-sig").splitlines()) - 1
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # the largest of all processes
        print(f"tables         {'the same' if same else 'DIFFERENT'}, {rows:,} rows for {len(due):,} files")
        print(f"memory         {memory:.0f} MB at most in one process")
    met = same and rows == len(due) and memory < MOST_MEMORY
    print("met" if met else "MISSED")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
