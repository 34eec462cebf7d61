"""A learner's own project, of lesson 13c: a table of numbers, and a checklist that becomes a report.

tables.py  reads a table, or makes one of three small ones       report.py  what was done, checked, on one page
"""

from .report import Report, project
from .tables import Table, read_table
