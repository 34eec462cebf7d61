"""How Sphinx builds the docs. `python website/docs.py` runs it, over sources that it has gathered."""

import os
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "website")]

import docs_extension  # noqa: E402  (it stands in website/)

from microgradviz import __version__  # noqa: E402

URLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]

project = "microgradviz"
author = "microgradviz contributors"
copyright = author
release = version = __version__
language = "en"
smartquotes_action = "D"  # dashes alone: quotation marks in docstrings are Python's
pygments_dark_style = "github-dark"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docs_extension",
]
exclude_patterns = ["_generated"]
nitpicky = True
# Types of Python's own and of other packages have their docs elsewhere; a name of ours must be found.
nitpick_ignore_regex = [("py:.*", r"(?!microgradviz\.).*")]

myst_enable_extensions = ["attrs_inline", "colon_fence", "dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"
nb_ipywidgets_js = {}  # the scripts that it would fetch
nb_merge_streams = True
html_math_renderer = "mathml"
suppress_warnings = ["myst.header"]  # lessons have headings of exercises below their title

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 110
add_module_names = False
napoleon_numpy_docstring = False
napoleon_use_ivar = True

html_theme = "furo"
html_title = "microgradviz"
html_baseurl = URLS["Documentation"].rstrip("/") + "/"
html_static_path = ["_static"]
html_extra_path = [os.environ["MICROGRADVIZ_DOCS_EXTRA"]] if "MICROGRADVIZ_DOCS_EXTRA" in os.environ else []
html_favicon = "_static/favicon.svg"
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {
    "source_repository": URLS["Repository"],
    "source_branch": "main",
    "top_of_page_buttons": ["view"],
    "footer_icons": [],
    "light_css_variables": docs_extension.theme_colours("light"),
    "dark_css_variables": docs_extension.theme_colours("dark"),
}
repository = URLS["Repository"]
