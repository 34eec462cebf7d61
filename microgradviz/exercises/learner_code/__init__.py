"""A learner's code in the notebook's own process: how it runs, and what can be seen in its text.

guard.py    the one function that runs it            habits.py      the commonest slips, in a text or an error
alarm.py    and event_clock.py: how long it may run
"""

from .event_clock import OutOfTime
from .guard import PrintedText, Ran, run_guarded
from .habits import meaning_of_error, method_beside, missing_return, misspelled_attributes, slip_in_text
