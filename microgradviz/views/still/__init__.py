"""Still pictures: any step as SVG, without a browser."""

from .arrows import picture_of_arrows
from .axes import Still
from .curves import draw_errors, draw_tangents, picture_of_losses, picture_of_tangents
from .dark import follow_dark
from .framed import box_around, picture_of_success
from .matrices import picture_of_matrices
from .orders import draw_orders, picture_of_board
from .paths import draw_paths
from .picture import PAPER, PAPER_CARD, draw_svg, escape_xml
from .stills import still_html, to_svg
