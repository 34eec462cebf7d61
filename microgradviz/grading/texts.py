"""Text from files and learners, made safe to show: in a table, in a page, as the name of a file."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from itertools import count as counting

_JOINERS = "\u200c\u200d"  # invisible, but Persian, Hindi and emoji are wrong without them
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_IN_ANOTHER_CELL = re.compile(r";\s*(?=[=+@＝＋－＠-])")  # some spreadsheets part cells there, whatever the file says
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST_NAME = 60  # letters of a file's name


def visible_text(text: str) -> str:
    r"""The text, with letters that cannot be seen spelled out, so that no report can be steered by them.

    Example:
        >>> visible_text("Zoë\u202e\x1b[2J\n")
        'Zoë\\u202e\\x1b[2J\\n'
    """
    if text.isprintable():
        return text
    return "".join(x if x.isprintable() or x in _JOINERS else x.encode("unicode_escape").decode() for x in text)


def csv_cell(text: str) -> str:
    """The text as a cell of a table: a spreadsheet takes it for text, whatever it begins with.

    Example:
        >>> csv_cell("=1+1"), csv_cell("Zoë"), csv_cell("Zoë;=1+1")
        ("'=1+1", 'Zoë', "Zoë;'=1+1")
    """
    shown = _IN_ANOTHER_CELL.sub(r"\g<0>'", visible_text(text))
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) or text.startswith(_FORMULA) else shown


def safe_file_name(text: str) -> str:
    """A file's name made from any text: the same for the same text, another for another, safe on every system.

    Example:
        >>> safe_file_name("zoe"), safe_file_name("../Zoë")[:3]
        ('zoe', 'Zo-')
    """
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", text).strip("-")[:_LONGEST_NAME]
    if plain and plain == text == text.lower() and not _RESERVED.fullmatch(text):
        return plain
    return f"{plain}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}".lstrip("-")


def unused_name(name: str, taken: set[str]) -> str:
    """The name, or if it is taken, the name with the first number that makes it unused.

    Example:
        >>> unused_name("ada", {"ada", "ada-2"})
        'ada-3'
    """
    return name if name not in taken else next(one for k in counting(2) if (one := f"{name}-{k}") not in taken)


def name_key(text: str) -> str:
    r"""A key to compare names by: the same for all spellings of one.

    Example:
        >>> name_key(" Zoe\u0308  Rose") == name_key("ZOË Rose")
        True
    """
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def count_phrase(number: int, thing: str) -> str:
    """A number and its noun, in the plural if need be.

    Example:
        >>> count_phrase(1, "learner"), count_phrase(2_000, "learner")
        ('1 learner', '2,000 learners')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def duration_text(seconds: float) -> str:
    """A span of time in words, in its two largest units.

    Example:
        >>> duration_text(59), duration_text(3_700), duration_text(200_000)
        ('1 min', '1 h 2 min', '2 d 7 h')
    """
    minutes = -int(-seconds // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    units = [f"{days} d" if days else "", f"{hours} h" if hours else "", f"{minutes} min" if minutes else ""]
    return " ".join([unit for unit in units if unit][:2]) or "0 min"
