"""A place in the tokens of a schema text, and the errors that point at it.

Cold path: lives for one parse.
In: text.  Out: the tokens one after the other, or a `SchemaError` with a caret.
Reads nothing else; changes only its own place.
"""

from __future__ import annotations

from wye.errors import SchemaError
from wye.schema.lexer import describe, is_ident, locate, tokenize

__all__ = ["Cursor"]


class Cursor:
    """The tokens, the place of the next one (`at`), and what the parser notes on its way.

    `fresh` counts the unnamed alias sets; `names` has the places of the names of the arguments.
    """

    __slots__ = ("allow_typevars", "at", "fresh", "names", "text", "tokens")

    def __init__(self, text: str, allow_typevars: bool) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.at = 0
        self.fresh = 0
        self.names: list[int] = []
        self.allow_typevars = allow_typevars

    def take(self, token: str) -> bool:
        """Step over ``token`` if it is next."""
        if self.tokens[self.at] != token:
            return False
        self.at += 1
        return True

    def expect(self, token: str) -> None:
        """Step over ``token``, which must be next."""
        if self.tokens[self.at] != token:
            raise self.unexpected(describe(token) or token)
        self.at += 1

    def ident(self) -> str:
        """Step over a name and return it."""
        token = self.tokens[self.at]
        if not is_ident(token):
            raise self.unexpected("ident")
        self.at += 1
        return token

    def unexpected(self, expected: str, *, fix: str = "") -> SchemaError:
        """The error for a token that is not what it should be."""
        token = self.tokens[self.at]
        found = describe(token)
        if found is None:
            expected, found = "a valid token", token[0]
        return self.error(f"expected {expected} but found '{found}' here:", fix=fix)

    def error(self, message: str, *, at: int | None = None, fix: str = "") -> SchemaError:
        """An error at the next token, or at token number ``at``."""
        column, width = locate(self.text, self.at if at is None else at)
        return SchemaError(message, text=self.text, column=column, width=width, fix=fix or ())
