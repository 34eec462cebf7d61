"""JavaScript without its comments: what looks like one in a string, a template or a regular expression stays."""

from __future__ import annotations

import re

_CODE = re.compile(r"[^/\"'`]+")
_TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/")
_REGULAR_EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
_WORD = re.compile(r"[\w$]+$")
_BEFORE_A_VALUE = {"return", "typeof", "case", "in", "of", "do", "else", "void", "yield", "await", "throw"}


def without_comments(source: str) -> tuple[str, str, list[tuple[int, int]]]:
    """JavaScript without its comments, and the lines that held nothing else; indentation stays.

    Returns:
        The text; the same with dots for what stands in strings, templates and regular expressions; and the places
        where the text goes on as the source does, as pairs of both.

    Example:
        >>> without_comments('const a = "// no"; // yes')[:2]
        ('const a = "// no";', 'const a = "·····";')
    """
    text, masked, origins = "", "", [(0, 0)]
    at, gap = 0, False
    while at < len(source):
        if found := _COMMENT.match(source, at):
            at, gap = found.end(), True
            continue
        if found := _CODE.match(source, at):
            piece = mask = found[0]
        else:
            end = _end_of_literal(source, at, text)
            piece = source[at:end]
            mask = piece if len(piece) == 1 else piece[0] + "·" * (len(piece) - 2) + piece[-1]
        at += len(piece)
        begin = at - len(piece)
        if gap:
            kept = text.rstrip()
            after = len(piece) - len(piece.lstrip())
            between = _space_left(kept, text[len(kept) :], piece[:after])
            text, masked = kept + between, masked[: len(kept)] + between
            piece, mask, begin = piece[after:], mask[after:], begin + after
            gap = not piece
        origins.append((len(text), begin))
        text, masked = text + piece, masked + mask
    return text.rstrip(" "), masked.rstrip(" "), origins


def _space_left(kept: str, before: str, after: str) -> str:
    """What stands where a comment was, between the space before it and the space after it."""
    lines = max(before.count("\n"), after.count("\n"))
    if lines:
        return "\n" * min(lines, 2) + (after if "\n" in after else before).rpartition("\n")[2]
    return before or ("" if kept[-1:] in "([{" else after or " ")


def _end_of_literal(source: str, at: int, before: str) -> int:
    """Where a string, a template or a regular expression ends; where a sign of division ends, if it is that."""
    if source[at] == "`":
        return _end_of_template(source, at)
    if source[at] == "/" and _ends_a_value(before.rstrip()[-12:]):
        return at + 1
    found = (_REGULAR_EXPRESSION if source[at] == "/" else _TEXT).match(source, at)
    return found.end() if found else at + 1


def _ends_a_value(text: str) -> bool:
    """Whether what a slash follows can be divided."""
    word = _WORD.search(text)
    return word[0] not in _BEFORE_A_VALUE if word else text.endswith((")", "]", "}", '"', "'", "`", "++", "--"))


def _end_of_template(source: str, at: int) -> int:
    at += 1
    while at < len(source) and source[at] != "`":
        if source.startswith("${", at):
            at = _end_of_braces(source, at + 2)
        else:
            at += 2 if source[at] == "\\" else 1
    return at + 1


def _end_of_braces(source: str, begin: int) -> int:
    """Where the brace ends that was opened before a place."""
    at, depth = begin, 1
    while at < len(source):
        if found := _COMMENT.match(source, at):
            at = found.end()
        elif source[at] in "\"'`/":
            at = _end_of_literal(source, at, source[begin:at])
        else:
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
            if not depth:
                return at
    return at
