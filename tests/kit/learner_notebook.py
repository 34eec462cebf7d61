"""Cells that run one by one in one namespace, as a kernel runs them: a learner's notebook without a kernel."""

import linecache
from itertools import count
from typing import Any

_NUMBERS = count()


class Notebook:
    """A notebook's names; `run` runs a cell, and gives what it calls `out`."""

    def __init__(self, **names: Any) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__", **names}

    def run(self, cell: str) -> Any:
        name = f"<cell {next(_NUMBERS)}>"
        linecache.cache[name] = (len(cell), None, cell.splitlines(keepends=True), name)
        exec(compile(cell, name, "exec"), self.names)
        return self.names.get("out")
