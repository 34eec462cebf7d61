"""Still pictures: any step as SVG, without a browser."""

from .picture import PAPER, PAPER_CARD, draw_svg, escape_xml
from .stills import still_html, to_svg
