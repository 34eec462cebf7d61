"""`microgradviz draw`: an expression as a picture, a page, a graph or plain data."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..engine import Value
from ..sources import evaluate_text, find_preset, read_number, trace
from ..views import to_html, to_svg

_MINUS = 'an expression that begins with - stands in parentheses: "(-x * w)"'
_ENDINGS = (".svg", ".html", ".json", ".dot", ".gv", ".png", ".pdf")
_WITH_STEPS = (".svg", ".html")


def add_draw(commands: Any) -> None:
    """Add `draw` to the command's parsers (argparse's)."""
    draw = commands.add_parser(
        "draw",
        usage="microgradviz draw [-h] [-o FILE] [--step N] [--animate] EXPRESSION [NAME=NUMBER ...]",
        description="Draws an expression with its gradients: "
        'microgradviz draw "tanh(x*w + b)" x=2 w=-3 b=6.9 -o f.svg; '
        "or a preset, which has numbers of its own: microgradviz draw neuron -o f.svg",
        epilog=f"Note: {_MINUS}.",
    )
    draw.set_defaults(run=_draw, hint=f"; {_MINUS}")
    draw.add_argument(
        "expression", metavar="EXPRESSION", help="a text, which is read and never run; or a preset, such as neuron"
    )
    draw.add_argument(
        "numbers",
        nargs="*",
        metavar="NAME=NUMBER",
        help="a number for every name in a text; of a preset those that shall be others",
    )
    draw.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="where it goes, in place of what is there. Its ending says what it is: .svg, .html for the player, .json "
        "for the trace, .dot or .gv; .png and .pdf by Graphviz. Without -o the SVG goes to standard output",
    )
    draw.add_argument("--step", type=int, metavar="N", help="of .svg and .html: the step to show; an .svg has the last")
    draw.add_argument("--animate", action="store_true", help="of .svg: all steps, one after another")


def _draw(options: argparse.Namespace) -> int:
    out: Path | None = options.out
    suffix = out.suffix.lower() if out else ".svg"
    if suffix not in _ENDINGS:
        raise ValueError(f"-o must end in {', '.join(_ENDINGS)} (got {str(out)!r})")
    if options.step is not None and suffix not in _WITH_STEPS:
        raise ValueError(f"--step must come with {' or '.join(_WITH_STEPS)} (got {suffix}, which shows no steps)")
    if options.animate and suffix != ".svg":
        raise ValueError(f"--animate must come with .svg (got {suffix})")
    numbers = _read_numbers(options.numbers)
    try:
        made = _made(suffix, options, numbers)
    except TypeError as error:  # a number of no leaf of a preset
        raise ValueError(str(error)) from None
    data = made.encode() if isinstance(made, str) else made
    if out is None:
        sys.stdout.buffer.write(data + b"\n")
        if sys.stdout.isatty():
            sys.stdout.flush()
            print("This is the picture, as SVG. To have it in a file, add -o f.svg", file=sys.stderr)
        return 0
    try:
        out.write_bytes(data)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ValueError(f"-o must be a file that can be written (got {out}: {why}); name another one") from None
    print(f"Wrote {out}")
    return 0


def _read_numbers(given: list[str]) -> dict[str, float]:
    numbers: dict[str, float] = {}
    for text in given:
        name, equals, number = (part.strip() for part in text.partition("="))
        if not (name and equals):
            raise ValueError(
                f"every number must be given as NAME=NUMBER, such as x=2 (got {text!r}); "
                "an expression with spaces stands in quotes"
            )
        numbers[name] = read_number(number, name)
    return numbers


def _value_of(expression: str, numbers: Mapping[str, float]) -> Value:
    """The result, with the gradients of everything before it."""
    preset = find_preset(expression, numbers)
    result = preset.value(numbers) if preset else evaluate_text(expression, numbers, lambda name: f"add {name}=1")
    result.backward()
    return result


def _made(suffix: str, options: argparse.Namespace, numbers: Mapping[str, float]) -> str | bytes:
    """The file's contents, of the kind that its ending says."""
    result = _value_of(options.expression, numbers)
    if suffix == ".svg":
        return to_svg(options.expression, step=options.step, animate=options.animate, leaves=numbers)
    if suffix == ".html":
        return to_html(options.expression, step=options.step, leaves=numbers)
    if suffix == ".json":
        return trace(result).to_json(indent=1) + "\n"
    from ..views import draw_dot  # it loads graphviz, which the others do without

    drawing = draw_dot(result)
    if suffix in (".dot", ".gv"):
        return str(drawing.source)
    try:
        return bytes(drawing.pipe(format=suffix[1:]))
    except RuntimeError as error:  # dot is missing, or fails
        raise ValueError(f"{suffix} must be made by Graphviz's program dot (got: {error})") from None
