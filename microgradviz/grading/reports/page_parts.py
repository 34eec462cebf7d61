"""What the pages of a report share: one file that fetches nothing, runs no script, and is light or dark."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from ..texts import visible_text

PAGE_COLOURS = """\
  --ink: light-dark(#16191d, #f0f2f4); --quiet: light-dark(#5b6470, #a9b1ba); --paper: light-dark(#ffffff, #131518);
  --card: light-dark(#f6f8fa, #1b1e22); --line: light-dark(#d0d7de, #3a4048); --edge: light-dark(#838d98, #747e89);
  --good: light-dark(#00629a, #7cc0ef); --good-tint: light-dark(#e4f1f9, #12303f);
  --bad: light-dark(#a84a00, #ffa868); --bad-tint: light-dark(#fdeee3, #41260f);
  --alarm: light-dark(#8a4b00, #ffc46b); --alarm-tint: light-dark(#fff4dc, #38290b);
"""
_STYLE = (
    ":root {\n  color-scheme: light dark;\n"
    + PAGE_COLOURS
    + """}
* { box-sizing: border-box; }
body { margin: 0; padding: 32px 24px 64px; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
main { max-width: 860px; margin: 0 auto; }
main.wide { max-width: 1600px; }
h1 { margin: 0; font-size: 26px; line-height: 1.3; }
h2 { margin: 40px 0 8px; font-size: 19px; }
h3 { margin: 0; font-size: 17px; }
p { margin: 8px 0; }
a { color: var(--good); }
code { font: 0.92em ui-monospace, "DejaVu Sans Mono", monospace; }
.quiet { color: var(--quiet); }
.total { margin: 16px 0 4px; font-size: 20px; }
.total strong { font-size: 32px; }
meter { width: 100%; height: 14px; }
meter::-webkit-meter-optimum-value { background: var(--good); }
meter::-moz-meter-bar { background: var(--good); }
.banner { margin: 16px 0; padding: 10px 16px; border-left: 4px solid var(--alarm); border-radius: 6px;
  background: var(--alarm-tint); }
section { margin: 14px 0; padding: 14px 18px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--card); }
.head { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; }
.head .score { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
.full .score { color: var(--good); }
section.full { margin: 6px 0; padding: 6px 18px; }
.full h3 { font-size: 16px; font-weight: 500; }
.part .score, .none .score { color: var(--bad); }
.mistake { padding: 8px 14px; border-radius: 6px; background: var(--bad-tint); }
table { border-collapse: collapse; width: 100%; margin: 8px 0; font-size: 15px; }
th, td { padding: 5px 12px 5px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 500; white-space: nowrap; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.scroll { overflow-x: auto; }
summary { cursor: pointer; color: var(--quiet); }
@media (max-width: 600px) { body { padding: 16px 12px 40px; } }
@media print { body { padding: 0; } section { break-inside: avoid; } }
"""
)


def html_page(title: str, body: str, *, more_style: str = "", wide: bool = False) -> str:
    """The HTML of a whole page.

    Args:
        title: What stands in its head, as text; the page itself does not show it.
        body: What it shows, as HTML.
        more_style: Rules of style for this page alone.
        wide: Whether it may be as wide as a large table.
    """
    style, wider = _STYLE + more_style, ' class="wide"' if wide else ""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
        f"<title>{html_text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<main{wider}>\n{body}\n</main>\n</body>\n</html>\n"
    )


def html_text(something: str) -> str:
    """Any text as HTML that only shows it, invisible letters spelled out."""
    return escape(visible_text(something))


def html_table(headings: list[str], rows: list[list[str]], numbers: set[int]) -> str:
    """The HTML of a table, whose cells are HTML already; `numbers` are the numbers of columns that hold numbers."""

    def cells(kind: str, row: list[str]) -> str:
        scope = ' scope="col"' if kind == "th" else ""
        opened = [f'<{kind}{scope} class="n">' if i in numbers else f"<{kind}{scope}>" for i in range(len(row))]
        return "<tr>" + "".join(f"{tag}{x}</{kind}>" for tag, x in zip(opened, row, strict=True)) + "</tr>"

    body = "\n".join(cells("td", row) for row in rows)
    return f'<div class="scroll"><table><thead>{cells("th", headings)}</thead>\n<tbody>{body}</tbody></table></div>'
