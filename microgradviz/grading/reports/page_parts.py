"""What the pages of a report share: one file that fetches nothing, runs no script, and is light or dark."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Collection, Mapping
from html import escape

from ..results import GradedSubmission
from ..texts import visible_text

_STYLE = """\
:root {
  color-scheme: light dark;
  --ink: light-dark(#16191d, #f0f2f4); --quiet: light-dark(#5b6470, #a9b1ba); --paper: light-dark(#ffffff, #131518);
  --card: light-dark(#f6f8fa, #1b1e22); --line: light-dark(#d0d7de, #3a4048); --edge: light-dark(#838d98, #747e89);
  --good: light-dark(#00629a, #7cc0ef); --good-tint: light-dark(#e4f1f9, #12303f);
  --bad: light-dark(#a84a00, #ffa868); --bad-tint: light-dark(#fdeee3, #41260f);
  --alarm: light-dark(#8a4b00, #ffc46b); --alarm-tint: light-dark(#fff4dc, #38290b);
}
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


def html_table(headings: list[str], rows: list[list[str]], numbers: Collection[str]) -> str:
    """The HTML of a table, whose cells are HTML already; `numbers` are the headings of columns that hold numbers."""
    classes = [' class="n"' if heading in numbers else "" for heading in headings]

    def cells(opening: str, row: list[str]) -> str:
        tag = opening.split()[0]
        return "<tr>" + "".join(f"<{opening}{kind}>{x}</{tag}>" for kind, x in zip(classes, row, strict=True)) + "</tr>"

    body = "\n".join(cells("td", row) for row in rows)
    head = cells('th scope="col"', headings)
    return f'<div class="scroll"><table><thead>{head}</thead>\n<tbody>{body}</tbody></table></div>'


def learner_name(one: GradedSubmission, links: Mapping[str, str]) -> str:
    """The HTML of a learner's name, which leads to the learner's page if there is one."""
    name = html_text(one.name or one.learner)
    return f'<a href="{html_text(links[one.learner])}">{name}</a>' if one.learner in links else name
