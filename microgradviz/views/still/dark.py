"""What a still picture looks like where the reader's scheme is dark: its colours in place of those of the light one."""

from __future__ import annotations

_DARK = {  # light -> dark, as core/theme.css has them
    "#ffffff": "#24282d", "#eef4fb": "#1b1e22", "#1f2328": "#f0f2f4", "#59636e": "#a9b1ba", "#8c959f": "#747e89",
    "#e3e7eb": "#33383e", "#0072b2": "#56a8e0", "#e4f1f9": "#12303f", "#d55e00": "#f08a3c", "#fdeee3": "#41260f",
    "#00629a": "#7cc0ef", "#a84a00": "#ffa868", "#b94f00": "#f08a3c", "#007a5a": "#4fc3a1", "#8a3f78": "#d79acb",
}  # fmt: skip
_PAPER, _ON_COLOUR = "#131518", "#14171a"
CLASS = "mv-dark"  # of the picture: a style sheet within it holds for the page around it too, should there be one


_DOT = "mv-dot"  # of a picture that Graphviz drew, in black on white
_DOT_RULES = "".join([
    f".{_DOT} [stroke='black']{{stroke:{_DARK['#59636e']}}}.{_DOT} [fill='black']{{fill:{_DARK['#59636e']}}}",
    f".{_DOT} [fill='white']{{fill:{_PAPER}}}.{_DOT} text:not([fill]){{fill:{_DARK['#1f2328']}}}",
])  # fmt: skip


def follow_dark(svg: str) -> str:
    """Graphviz's picture, whose black and white turn round where the scheme is dark; another one as it is."""
    begin, tag, rest = svg.partition("<svg ")
    if f"class='{CLASS}" in svg or not tag:
        return svg
    head, end, inner = rest.partition(">")
    style = f"\n<style>@media screen and (prefers-color-scheme:dark){{{_DOT_RULES}}}</style>"
    return f"{begin}{tag}{head} class='{_DOT}'{end}{style}{inner}"


def dark_rules() -> str:
    """The rules of a style sheet, for screens alone: on paper a picture is as ever."""
    rules = "".join(
        f".{CLASS} [fill='{old}'],.{CLASS}[fill='{old}']{{fill:{new}}}.{CLASS} [stroke='{old}']{{stroke:{new}}}"
        for old, new in _DARK.items()
    )
    paper = f".{CLASS}>rect[fill='#ffffff']{{fill:{_PAPER}}}.{CLASS} text[fill='#ffffff']{{fill:{_ON_COLOUR}}}"
    halos = f".{CLASS} :is(g,text)[stroke='#ffffff']{{stroke:{_PAPER}}}"
    return f"@media screen and (prefers-color-scheme:dark){{{rules}{paper}{halos}}}"
