"""The pictures of docs/speed.md: a step against the batch for every peer and its size for ours, and whole runs."""

import sys

STYLES = ("o-", "s-", "D-", "v--", "^--", "<--", "*-", ">:", "P-.", "X-.", "h-.", "p:", "d:")


def pyplot():
    """matplotlib.pyplot, set up to write the same SVG from the same figures; None, told on stderr, without it."""
    try:
        import matplotlib
    except ImportError:
        print("the plots need matplotlib: pip install matplotlib", file=sys.stderr)
        return None
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "microgradviz"
    matplotlib.rcParams["svg.fonttype"] = "none"
    import matplotlib.pyplot as plt

    return plt


def looks(plt, names):
    """A colour and a line for each name."""
    colours = [*plt.colormaps["tab10"].colors, "black", "dimgray", "slateblue"]
    return dict(zip(names, zip(colours, STYLES, strict=True), strict=False))


def lines(plot, look, figures):
    for name, points in figures.items():
        if points:
            colour, style = look[name]
            plot.loglog(*zip(*points, strict=True), style, color=colour, label=name, markersize=5)
    plot.grid(True, which="major", alpha=0.3)


def saved(plt, figure, legend, path):
    figure.legend(*legend, loc="center left", bbox_to_anchor=(0.8, 0.5), frameon=False)
    figure.tight_layout(rect=(0, 0, 0.8, 1))
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def by_batch(figures, names, path):
    """{sizes: {batch: {peer: (first, seconds a step)}}}: a plot for each net."""
    if (plt := pyplot()) is None:
        return
    look = looks(plt, names)
    figure, plots = plt.subplots(1, len(figures), figsize=(11, 5.2), sharey=True, squeeze=False)
    for plot, (sizes, results) in zip(plots[0], figures.items(), strict=True):
        curves = {
            name: [(batch, column[name][1]) for batch, column in results.items() if name in column] for name in names
        }
        lines(plot, look, curves)
        plot.set_title("-".join(map(str, sizes)))
        plot.set_xlabel("samples in the batch")
    plots[0][0].set_ylabel("seconds for one training step")
    saved(plt, figure, plots[0][0].get_legend_handles_labels(), path)


def by_size(values, samples, names, path):
    """Seconds against values in the graph, and against samples, beside a line of slope 1."""
    if (plt := pyplot()) is None:
        return
    look = looks(plt, names)
    figure, plots = plt.subplots(1, 2, figsize=(11, 5.2))
    titles = ("one sample, nets of all widths", "2-16-16-1")
    for plot, figures, title in zip(plots, (values, samples), titles, strict=True):
        lines(plot, look, figures)
        size, seconds = max(points[-1] for points in figures.values())
        proportional = [size / 1000, size], [seconds / 3000, seconds / 3]
        plot.loglog(*proportional, color="black", linewidth=0.8, alpha=0.5, label="in proportion")
        plot.set_title(title)
    plots[0].set_xlabel("values in the graph")
    plots[1].set_xlabel("samples in the batch")
    plots[0].set_ylabel("seconds for one training step")
    found = {}
    for plot in plots:
        found.update(zip(*reversed(plot.get_legend_handles_labels()), strict=True))
    saved(plt, figure, (found.values(), found.keys()), path)


def by_clock(curves, names, path):
    """Loss against seconds, for each of the names that has a curve."""
    if (plt := pyplot()) is None:
        return
    look = looks(plt, names)
    figure, plot = plt.subplots(figsize=(9, 5.2))
    for name, points in curves.items():
        if points:
            plot.semilogx(*zip(*points, strict=True), color=look[name][0], label=name)
    plot.grid(True, which="major", alpha=0.3)
    plot.set_xlabel("seconds since the process was started")
    plot.set_ylabel("mean loss of the latest 500 names")
    saved(plt, figure, plot.get_legend_handles_labels(), path)
