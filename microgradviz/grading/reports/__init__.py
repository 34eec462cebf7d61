"""What teachers and learners read: each report is one function of what was graded.

tables.py      write_csv, write_json, read_json
gradescope.py  write_gradescope, one submission at a time
learner.py     write_html, a page for each learner
overview.py    write_overview, the class as a picture with words
sheet.py       the class as a table of numbers, which the reports share
pages.py       what the pages share: looks, policy, escaping
"""

from .gradescope import write_gradescope
from .learner import write_html
from .overview import write_overview
from .sheet import worth, write_text
from .tables import write_csv, write_json
