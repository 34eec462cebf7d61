"""matplotlib as the lessons use it: the same SVG from the same numbers, in the colours of our pictures, light and dark.

A lesson that plots has this in the first cell that does, and tags every such cell `plot`:

    from microgradviz import plot_style

    plt = plot_style()
    plt.plot(losses)
    plt.title("Loss, step by step")

What is stored is one `<img>`, with title and labels as its words; nbval compares all but the bytes of the picture,
which another matplotlib draws otherwise. In the browser, which has no matplotlib, such a cell is its code and its
stored picture: nothing that a later cell needs may be made in it.
"""

from __future__ import annotations

import base64
import io
from html import escape
from typing import Any

from ..browser import IN_BROWSER, not_in_browser
from ..installed import install_line
from ..shell import running_shell

_INK, _PAPER, _FAINT = ("#16191d", "#f0f2f4"), ("#ffffff", "#131518"), ("#e3e7eb", "#33383e")
_LINES = (  # told apart by the colour-blind, on white and on black
    *(("#0072b2", "#56a8e0"), ("#d55e00", "#f08a3c"), ("#007a5a", "#3fbf97"), ("#8a3f78", "#d78cc4")),
    *(("#5b6470", "#a9b1ba"), ("#8a6d00", "#e0bf3d")),
)
_BY_THEME = (_INK, _PAPER, _FAINT, *_LINES)
_STYLE = {
    "svg.hashsalt": "microgradviz",
    "svg.fonttype": "path",
    "figure.figsize": (5.8, 3.5),
    "figure.facecolor": _PAPER[0],
    "axes.facecolor": _PAPER[0],
    "savefig.facecolor": _PAPER[0],
    "text.color": _INK[0],
    "axes.labelcolor": _INK[0],
    "axes.edgecolor": _INK[0],
    "xtick.color": _INK[0],
    "ytick.color": _INK[0],
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": _FAINT[0],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
}
# JupyterLab may be dark where the system is light: a picture goes by what the page around it says.
_SCHEME = (
    '<style>body[data-jp-theme-light="false"] .mv-plot{color-scheme:dark}'
    'body[data-jp-theme-light="true"] .mv-plot{color-scheme:light}</style>'
)


def plot_style() -> Any:
    """matplotlib.pyplot, set up to draw as the other pictures of the course do.

    In a notebook a figure is then an SVG that follows the page's light or dark theme, with the words of its title and
    labels for who cannot see it; elsewhere only the style is set.

    Returns:
        The module `matplotlib.pyplot`, to be called `plt`.

    Raises:
        ImportError: If matplotlib is not installed.

    Example:
        >>> plt = plot_style()  # doctest: +SKIP
        >>> plt.plot([3, 1, 0.5])  # doctest: +SKIP
    """
    if IN_BROWSER:
        raise ImportError(not_in_browser("matplotlib"))
    try:
        import matplotlib.pyplot as plt
    except ModuleNotFoundError as error:
        if error.name != "matplotlib":
            raise
        raise ImportError(f"matplotlib must be installed to plot: {install_line('matplotlib')}") from None

    colours = plt.cycler(color=[light for light, _ in _LINES])
    plt.rcParams.update({**_STYLE, "axes.prop_cycle": colours})
    shell = running_shell()
    if hasattr(shell, "kernel"):
        from matplotlib.figure import Figure
        from matplotlib_inline.config import InlineBackend

        InlineBackend.instance(parent=shell).figure_formats = set()  # no PNG beside it, which differs from run to run
        shell.display_formatter.formatters["text/html"].for_type(Figure, _as_html)
    return plt


def _as_html(figure: Any) -> str:
    """A figure for a notebook."""
    image = base64.b64encode(_as_svg(figure).encode()).decode()
    return f'{_SCHEME}<img class="mv-plot" alt="{escape(_words(figure))}" src="data:image/svg+xml;base64,{image}">'


def _as_svg(figure: Any) -> str:
    """A figure whose colours, where they are ours, go by the theme of the page that shows it."""
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    before, svg, rest = text.getvalue().partition("<svg ")
    names = [f"--c{k}" for k in range(len(_BY_THEME))]
    for name, (light, _) in zip(names, _BY_THEME, strict=True):
        rest = rest.replace(light, f"var({name})")
    light, dark = (
        ";".join(f"{name}:{pair[theme]}" for name, pair in zip(names, _BY_THEME, strict=True)) for theme in (0, 1)
    )
    style = f"<style>svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}</style>"
    opening, end, inside = rest.partition(">")
    return f"{before}{svg}{opening}{end}{style}{inside}"


def _words(figure: Any) -> str:
    """What a figure says of itself: its titles and labels."""
    said = []
    for axes in figure.axes:
        labels = [
            f"{what}: {label}" for what, label in (("across", axes.get_xlabel()), ("up", axes.get_ylabel())) if label
        ]
        lines = [line.get_label() for line in axes.get_lines() if not line.get_label().startswith("_")]
        said.append("; ".join(filter(None, [axes.get_title(), *labels, ", ".join(lines)])))
    return f"Plot. {'. '.join(filter(None, said))}".strip()
