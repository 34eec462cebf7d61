"""Leaves out of a built JupyterLite what no page of the course asks for."""

import re
from pathlib import Path

from steps import BuildError

OLD_FONTS = {".eot", ".svg", ".ttf", ".woff"}  # of the icons; browsers of today take the .woff2 beside them
NAME = re.compile(r"(\d+)\.[0-9a-f]+\.js")
REFERENCE = re.compile(r"\.e\(\"?(\d+)\"?\)")  # how the code of one chunk asks for another


def trim(lite: Path) -> None:
    """Take away old fonts, and the code of Mermaid: diagrams from text, which no lesson has, four megabytes."""
    build = lite / "build"
    for path in build.glob("fa-*"):
        if path.suffix in OLD_FONTS:
            path.unlink()
    code = {path: path.read_text(encoding="utf-8") for path in build.rglob("*.js")}
    for path in only_for(mermaid(code), code):
        path.unlink()


def mermaid(code: dict[Path, str]) -> set[str]:
    """The numbers of the chunks with which Mermaid and its larger layout begin."""
    main = [NAME.fullmatch(path.name) for path, text in code.items() if "mermaidAPI" in text]
    layout = [match for text in code.values() for match in re.findall(r"ensureMermaidElk=.*?\.e\((\d+)\)", text)]
    if len(main) != 1 or main[0] is None or len(layout) != 1:
        raise BuildError("JupyterLite holds Mermaid in another way than before; look at website/trim.py again")
    return {main[0][1], layout[0]}


def only_for(chosen: set[str], code: dict[Path, str]) -> list[Path]:
    """The chunks with these numbers, and those that nothing but they and these ask for."""
    chunks = {match[1]: path for path in code if (match := NAME.fullmatch(path.name))}
    asked_by: dict[str, set[str]] = {number: set() for number in chunks}
    for path, text in code.items():
        match = NAME.fullmatch(path.name)
        for number in REFERENCE.findall(text):
            asked_by.get(number, set()).add(match[1] if match else path.name)
    while more := {number for number, askers in asked_by.items() if askers and askers <= chosen} - chosen:
        chosen |= more
    return [chunks[number] for number in sorted(chosen)]
