"""Still pictures: any step as SVG, without a browser."""

from .picture import PAPER, PAPER_CARD, draw_svg, text
from .stills import still_html, to_svg
