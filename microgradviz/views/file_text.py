"""What to_html and to_svg give back."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path


class FileText(str):
    """The text of a file. A notebook whose cell ends with one shows a line about it, not all of its letters."""

    _where: str

    def __new__(cls, text: str, path: str | PathLike[str] | None = None) -> FileText:
        """The text, which is written to path, if there is one."""
        made = super().__new__(cls, text)
        made._where = ""
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
            made._where = f" in {fspath(path)}"
        return made

    def __repr__(self) -> str:
        kind = "picture" if self.startswith("<svg") else "page"
        return f"<a {kind} of {len(self):,} characters{self._where}>"
