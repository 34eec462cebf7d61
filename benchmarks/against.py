"""What got slower since a commit.

    make bench AGAINST=e871196                            the table; fails if anything takes more than 10 % more
    python benchmarks/against.py HEAD --only page step    some probes only (probes.py has their names)
    python benchmarks/against.py HEAD --rounds 9          more pairs of runs

The package of that commit and the package as it stands (changes that are not committed count) are copied side by side
into a temporary folder, which is removed whatever happens. Then the two take turns: in each round each probe runs on
one and on the other, in a process of its own with the same Python, and the tree that goes first changes from round to
round. A ratio is taken within each such pair, so that both met the same minute of a busy machine; the table has the
median of the ratios, and the least and largest. What seems to be beyond the limit is measured again, in twice as many
pairs, before it is believed: the median is then that of all.

Times are processor time, so that what else the machine does counts little; those of a page are of its main thread. A
probe that the older tree cannot run, for it lacks what is asked for, is shown as "–" with the reason. One that only
the older tree can run is a failure.
"""

import argparse
import compileall
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from statistics import median

from probes import PROBES

ROOT = Path(__file__).parents[1]
PACKAGE = "microgradviz"
LIMIT = 1.10
ROUNDS = 5
TIMEOUT = 120  # seconds for one run of a probe


class Unusable(Exception):
    """There is nothing to compare with; the text says why."""


def git(*arguments):
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True)
    return done.stdout if done.returncode == 0 else None


def both_trees(commit, folder):
    """{"then": folder of the commit's package, "now": folder of the package as it stands}"""
    if git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}") is None:
        raise Unusable(f"AGAINST must be a commit of this repository (got {commit!r}); git log --oneline lists them")
    archive = git("archive", commit, PACKAGE)
    if archive is None:
        raise Unusable(f"AGAINST must be a commit that has the package {PACKAGE} (got {commit!r}); take a later one")
    trees = {"then": folder / "then", "now": folder / "now"}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(trees["then"], filter="data")
    shutil.copytree(ROOT / PACKAGE, trees["now"] / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    for tree in trees.values():
        compileall.compile_dir(tree, quiet=2)  # else the first run would do it
    return trees


class Comparison:
    """Figures of both trees, pair by pair.

    Attributes:
        pairs: {figure: [(then, now)]}
        units: {figure: "s" or "B"}
        reasons: {figure or probe: (which tree, why it has no such figure)}
    """

    def __init__(self, trees, tell):
        self.trees, self.tell = trees, tell
        self.pairs, self.units, self.reasons, self.probe_of = {}, {}, {}, {}

    def measure(self, probes, rounds, why=""):
        """Run each probe on both trees, that often."""
        for number in range(rounds):
            self.tell(title := f"round {number + 1} of {rounds}{why}")
            for probe in probes:
                found, failed = {}, {}
                for which in ("then", "now") if number % 2 == 0 else ("now", "then"):
                    self.tell(title, f": {probe}, {which}")
                    found[which], failed[which] = self._run(probe, self.trees[which])
                self._keep(probe, found, failed)

    def _run(self, probe, tree):
        """({figure: amount}, why the probe failed or None)"""
        folder = tree.parent / "temporary"
        folder.mkdir(exist_ok=True)
        more = {"PYTHONPATH": str(tree), "TMPDIR": str(folder), "MICROGRADVIZ_PROGRESS": ""}
        command = [sys.executable, str(Path(__file__).with_name("probes.py")), probe]
        try:
            done = subprocess.run(
                command, cwd=folder, env=os.environ | more, capture_output=True, text=True, timeout=TIMEOUT
            )
        except subprocess.TimeoutExpired:
            return {}, f"took longer than {TIMEOUT} s"
        figures = [json.loads(line) for line in done.stdout.splitlines()]
        self.units |= {name: unit for name, _, unit in figures}
        self.probe_of |= {name: probe for name, *_ in figures}
        return {name: amount for name, amount, _ in figures}, done.returncode and cause(done)

    def _keep(self, probe, found, failed):
        for name in found["then"] | found["now"]:
            if name in found["then"] and name in found["now"]:
                self.pairs.setdefault(name, []).append((found["then"][name], found["now"][name]))
            else:
                which = "now" if name in found["then"] else "then"
                self.reasons[name] = which, failed[which] or "no such figure"
        if not found["then"] and not found["now"]:
            self.reasons[probe] = "both", failed["then"] or failed["now"] or "no figures"

    def ratios(self, name):
        return [now / then for then, now in self.pairs[name]]

    def slower(self):
        """The figures whose median ratio is beyond the limit."""
        return [name for name in self.pairs if median(self.ratios(name)) > LIMIT]

    def lost(self):
        """The figures that only the older tree has."""
        return [name for name, (which, _) in self.reasons.items() if which == "now" and name not in self.pairs]

    def table(self):
        yield f"{'':34}{'then':>11}{'now':>11}{'ratio':>8}   {'of pairs':14}pairs"
        for name, pairs in self.pairs.items():
            then, now = (human(median(side), self.units[name]) for side in zip(*pairs, strict=True))
            ratios = self.ratios(name)
            spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
            mark = "  beyond the limit" if median(ratios) > LIMIT else ""
            yield f"{name:34}{then:>11}{now:>11}{median(ratios):8.2f}   {spread:14}{len(pairs):5}{mark}"
        for name, (which, why) in self.reasons.items():
            if name not in self.pairs:
                where = {"then": "then", "now": "now", "both": "in neither tree"}[which]
                yield f"{name:34}{'–':>11}{'–':>11}{'–':>8}   {where}: {why}"


def cause(done):
    """The line of a failed process that says why."""
    lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
    return next((line for line in reversed(lines) if "Error: " in line), lines[-1])


def human(amount, unit):
    if unit == "B":
        return f"{amount:.1f} B"
    for name, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if amount >= size:
            return f"{amount / size:.3g} {name}"
    return f"{amount / 1e-9:.0f} ns"


def progress(title, detail=""):
    """Tell on one line of a terminal; elsewhere on a line for each title."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{title}{detail}", end="", file=sys.stderr, flush=True)
    elif title and not detail:
        print(title, file=sys.stderr, flush=True)


def verdict(comparison, commit):
    """(exit status, sentences)"""
    sentences = []
    if slower := comparison.slower():
        named = ", ".join(f"{name} ({median(comparison.ratios(name)):.2f} times)" for name in slower)
        sentences.append(f"More than {LIMIT - 1:.0%} above {commit}: {named}.")
    for name in comparison.lost():
        sentences.append(f"What {commit} could do fails now: {name} ({comparison.reasons[name][1]}).")
    if not comparison.pairs and not sentences:
        sentences.append("Nothing could be compared.")
    return (1, sentences) if sentences else (0, [f"Nothing takes more than {LIMIT - 1:.0%} above {commit}."])


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="what to compare with: anything that git knows as a commit")
    parser.add_argument("--only", nargs="+", choices=PROBES, default=list(PROBES), metavar="PROBE")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"pairs of runs of each probe ({ROUNDS})")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the folder is removed then too
    with tempfile.TemporaryDirectory(prefix="against-") as name:
        try:
            comparison = Comparison(both_trees(given.commit, Path(name)), progress)
        except Unusable as error:
            print(error, file=sys.stderr)
            return 2
        comparison.measure(given.only, given.rounds)
        if again := dict.fromkeys(comparison.probe_of[name] for name in comparison.slower()):
            comparison.measure(again, 2 * given.rounds, f" of what seems slower ({', '.join(again)})")
        progress("")
    status, sentences = verdict(comparison, given.commit)
    subject = git("log", "-1", "--format=%h %s", given.commit).decode().strip()
    print(f"then: {subject}\nnow:  the working tree\n", *comparison.table(), "", *sentences, sep="\n")
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
