"""What teachers and learners read: each report is one function of what was graded.

tables.py         the marks of a class as CSV, ours and Canvas's
learner_pages.py  a page of HTML for each learner
overview.py       the class on one page, with the table that class_table.py makes
page_parts.py     what the pages share: looks, policy, escaping
common.py         what all reports share: points, sums, remarks
"""

from .common import points_by_exercise
from .learner_pages import learner_page_names, write_learner_pages
from .overview import write_overview
from .tables import write_canvas, write_csv
