"""Split the text of a schema into tokens.

Cold path: runs once for every definition.
In: text.  Out: the tokens as plain strings, the last one empty; `locate` finds a token's place afterwards.
Pure.

A token is told by its first character, so that the common case builds no token objects and counts no columns:
columns matter only in errors, and `locate` reads the text again for them.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["KEYWORDS", "describe", "is_ident", "is_number", "is_string", "locate", "tokenize"]

# Note [Lexing takes linear time]
# Every repetition is possessive or over one character class, a quote that is not closed takes the
# rest of the text, and the end of the text is itself a token. So no position is read twice and no
# search restarts; hostile text costs what harmless text of the same length costs.
# Broken by: a nested repetition without `+` after it, or a pattern that can fail at the end of the text.
# Guarded by: tests/fuzz/test_schema_fuzz.py::test_hostile_shapes_end
_TOKEN = re.compile(
    r"(?:[ \t\r\f\v\n]++|\#[^\n]*+|\\\n)*+"  # blanks, comments, continued lines
    r"("
    r"[A-Za-z_][A-Za-z0-9_]*+"
    r"|(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?j?"
    r"|->|\.\.\.|\*\*=?|//|<<=?|>>=?|[=!<>+\-*/%&|^]=|\$[0-9]++"
    r'|"""(?:[^"\\]|\\[\s\S]|"(?!""))*+"""|\'\'\'(?:[^\'\\]|\\[\s\S]|\'(?!\'\'))*+\'\'\''
    r'|"(?:[^"\\\n]|\\[\s\S])*+"|\'(?:[^\'\\\n]|\\[\s\S])*+\''
    r"|[\"'][\s\S]*+"
    r"|[\s\S]|\Z)"
)

_RESERVED = (
    "False None NoneType True and as assert break class continue def del elif else for global if import in is not or "
    "pass raise return while with"
)
KEYWORDS = frozenset(_RESERVED.split())

# What PyTorch calls the tokens that it does not call by their text.
_NAMES = {
    "": "eof",
    "\n": "newline",
    "->": "arrow",
    "...": "dots",
    "**": "pow operator",
    "//": "floordiv",
    "==": "eq",
    "!=": "ne",
    "<=": "le",
    ">=": "ge",
}
_SINGLES = frozenset("()[]{},.:?!|=+-*/%&^~<>@")


def tokenize(text: str) -> list[str]:
    """The tokens of ``text``; the last one is ``""``, the end.

    A line that ends outside all brackets gives a token of its own, a newline, unless nothing follows.

    >>> tokenize("f(int[] x=[1]) -> ()")[:8]
    ['f', '(', 'int', '[', ']', 'x', '=', '[']
    """
    if "\n" in text:
        return [token for token, _ in _scan(text)]
    return _TOKEN.findall(text)


def locate(text: str, index: int) -> tuple[int, int]:
    """Column and width of token number ``index``."""
    column = len(text)
    for place, (token, start) in enumerate(_scan(text)):
        if place == index:
            return (start, max(len(token), 1)) if describe(token) is not None else (start, 1)
    return column, 1


def _scan(text: str) -> Iterator[tuple[str, int]]:
    depth = 0
    first = True
    for match in _TOKEN.finditer(text):
        token, start = match[1], match.start(1)
        if depth == 0 and token and not first and "\n" in text[match.start() : start].replace("\\\n", ""):
            yield "\n", match.start()
        if token in ("(", "[", "{"):
            depth += 1
        elif token in (")", "]", "}"):
            depth -= 1
        yield token, start
        first = False


def is_ident(token: str) -> bool:
    """Whether the token is a name (keywords are not)."""
    return token.isidentifier() and token not in KEYWORDS and token.isascii()


def is_number(token: str) -> bool:
    """Whether the token is a number without sign."""
    return "0" <= token[:1] <= "9" or (token[:1] == "." and "0" <= token[1:2] <= "9")


def is_string(token: str) -> bool:
    """Whether the token is a quoted string with its end."""
    if len(token) < 2 or token[0] not in "\"'" or token[-1] != token[0]:
        return False
    body = token[1:-1]
    escaped = (len(body) - len(body.rstrip("\\"))) % 2 == 1
    return not escaped and (token[:3] == token[0] * 3 or "\n" not in body.replace("\\\n", ""))


def describe(token: str) -> str | None:
    """How messages call the token; None when it is no token at all."""
    if token in _NAMES:
        return _NAMES[token]
    if is_number(token):
        return "number"
    if is_string(token):
        return "string_literal"
    if token.isidentifier() and token.isascii():
        return token if token in KEYWORDS else "ident"
    return token if token in _SINGLES or (len(token) > 1 and token[0] in _SINGLES) else None
