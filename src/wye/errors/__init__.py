"""Every exception class of wye, its code and its message.

Cold path: built only when something has gone wrong.
Imports nothing, so that every layer may raise from here.

See Note [What an error says].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "AliasError",
    "AmbiguousKernelError",
    "ArgumentError",
    "ComingError",
    "DispatchError",
    "DispatchRefusedError",
    "FakeContextError",
    "FakeKernelError",
    "FakeObjectError",
    "FallthroughError",
    "GraphTextError",
    "GuardOnDataDependentSymNode",
    "InferSchemaError",
    "KeyClashError",
    "LibraryError",
    "LibraryGoneError",
    "LibraryLoadError",
    "LinAlgError",
    "MissingEngineError",
    "ModePlaceError",
    "NoArrayFunctionError",
    "NoKernelError",
    "NoRuleError",
    "NotCallableError",
    "NotExplainableError",
    "NumberTooLargeError",
    "OpaqueClassError",
    "OperatorNotFoundError",
    "OutOfMemoryError",
    "RecordingError",
    "RegistrationError",
    "ReturnError",
    "SchemaError",
    "SchemaMismatchError",
    "TagConflictError",
    "TagError",
    "TraceError",
    "TreeError",
    "TreeTextError",
    "UnknownKeyError",
    "UnsuitableOperatorError",
    "UnsupportedSchemaError",
    "WyeError",
]

# Note [What an error says]
# `str(error)` says everything in its first line: the operator, the argument or key, what was wrong.
# What to do about it is a PEP 678 note: it is printed under the traceback, and programs that
# compare `str(error)` (PyTorch's own tests do) are not disturbed by our advice.
# Each class has a code (WYEnnn) and also is a builtin exception, so that old `except` clauses work.
# Broken by: putting the fix into the message, or raising a bare builtin for a user's mistake.
# Guarded by: tests/unit/test_errors.py


class WyeError(Exception):
    """Base of everything wye raises on purpose."""

    code = "WYE000"

    def __init__(self, message: str, *, fix: str | Iterable[str] = ()) -> None:
        super().__init__(message)
        for line in (fix,) if isinstance(fix, str) else fix:
            self.add_note(f"  {line}")
        self.add_note(f"  [{self.code}]")


class DispatchError(WyeError):
    """Base of the errors of keys, registration and calls."""


class UnknownKeyError(DispatchError, RuntimeError, ValueError):
    """A name that is not a dispatch key."""

    code = "WYE101"


class KeyClashError(DispatchError, ValueError):
    """A named backend whose name is taken."""

    code = "WYE102"


class SchemaError(DispatchError, RuntimeError, ValueError):
    """A schema text that does not parse; the message has a caret under the offending column."""

    code = "WYE110"

    def __init__(
        self, message: str, *, text: str = "", column: int = 0, width: int = 1, fix: str | Iterable[str] = ()
    ) -> None:
        self.text, self.column = text, column
        super().__init__(_with_caret(message, text, column, width), fix=fix)


def _with_caret(message: str, text: str, column: int, width: int) -> str:
    if not text:
        return message
    # A caret only helps under the line it points into.
    start = text.rfind("\n", 0, column) + 1
    end = text.find("\n", column)
    line = text[start : end if end >= 0 else len(text)]
    return f"{message}\n{line}\n{' ' * (column - start)}{'~' * max(width, 1)} <--- HERE"


class InferSchemaError(DispatchError, ValueError, TypeError):
    """A function from which no schema can be inferred."""

    code = "WYE111"


class TagConflictError(InferSchemaError, AssertionError):
    """Tags that exclude each other."""

    code = "WYE112"


class RegistrationError(DispatchError, RuntimeError):
    """A definition or registration that is refused; nothing was changed."""

    code = "WYE120"


class SchemaMismatchError(RegistrationError):
    """A kernel whose inferred schema is not the operator's."""

    code = "WYE121"


class OperatorNotFoundError(DispatchError, RuntimeError):
    """A name for which no operator is defined."""

    code = "WYE130"


class LibraryLoadError(DispatchError, OSError):
    """A shared library that cannot be loaded."""

    code = "WYE131"


class ArgumentError(DispatchError, TypeError, RuntimeError):
    """Arguments that do not fit the operator's schema."""

    code = "WYE140"


class ReturnError(DispatchError, TypeError, RuntimeError):
    """A kernel whose result does not match the schema."""

    code = "WYE141"


class TreeError(ArgumentError, ValueError):
    """Containers that are not those which were expected, or a class that cannot be a container."""

    code = "WYE142"


class TreeTextError(TreeError, NotImplementedError):
    """A class of containers that has no name in texts, or a name that no class has."""

    code = "WYE143"


class LibraryError(RegistrationError, ValueError):
    """An invalid library, name or argument of `wye.library`."""

    code = "WYE150"


class LibraryGoneError(RegistrationError, AssertionError):
    """A library was used after it had been destroyed, or without what it needs."""

    code = "WYE151"


class TagError(RegistrationError, ValueError):
    """A schema that is not of the form which its tag promises."""

    code = "WYE152"


class NotCallableError(RegistrationError, TypeError):
    """Something was registered as a kernel that cannot be called."""

    code = "WYE153"


class UnsupportedSchemaError(RegistrationError, NotImplementedError):
    """A feature that does not work for operators with such a schema."""

    code = "WYE154"


class AliasError(DispatchError, RuntimeError):
    """A custom operator returned one of its arguments, or one tensor twice, or not the argument it writes to."""

    code = "WYE155"


class FakeContextError(DispatchError, RuntimeError, ValueError):
    """A fake kernel asked for an impossible size."""

    code = "WYE156"


class FakeKernelError(DispatchError, RuntimeError):
    """A fake kernel returned what is no fake tensor of the call's mode."""

    code = "WYE159"


class OpaqueClassError(LibraryError, TypeError):
    """A class that operators cannot take objects of, or an object whose class is not registered."""

    code = "WYE157"


class FakeObjectError(DispatchError, AttributeError):
    """The contents of a fake object were accessed."""

    code = "WYE158"


class NoKernelError(DispatchError, NotImplementedError):
    """The key that a call arrived at has no kernel."""

    code = "WYE201"

    def __init__(
        self,
        message: str,
        *,
        op: str,
        key: str,
        have: Sequence[str] = (),
        fix: str | Iterable[str] = (),
    ) -> None:
        self.op, self.key, self.have = op, key, tuple(have)
        super().__init__(message, fix=fix)


class AmbiguousKernelError(DispatchError, RuntimeError):
    """A composite kernel and a backend kernel both claim AutogradOther."""

    code = "WYE202"


class FallthroughError(DispatchError, RuntimeError):
    """A redispatch that only reaches keys whose kernels fall through."""

    code = "WYE203"


class DispatchRefusedError(DispatchError, TypeError):
    """Every mode and tensor subclass that could handle a call returned NotImplemented.

    Attributes:
        op: What was called.
    """

    code = "WYE205"
    op: object = None


class ModePlaceError(DispatchError, AssertionError):
    """A mode that has no place on a stack, or whose place is taken."""

    code = "WYE206"


class MissingEngineError(DispatchError, NotImplementedError):
    """A built-in fallback whose implementation is not part of this version of wye."""

    code = "WYE204"


class ComingError(MissingEngineError, AttributeError):
    """A name of PyTorch that can be imported was used, and its part of wye comes later."""

    code = "WYE208"


class NoArrayFunctionError(DispatchError, TypeError):
    """A function of NumPy that wye's table does not have, of arrays that a layer follows."""

    code = "WYE209"


class NoRuleError(DispatchError, NotImplementedError):
    """A primitive of NumPy arrays that has no rule for a layer that follows its arguments."""

    code = "WYE210"


class UnsuitableOperatorError(DispatchError, AssertionError):
    """An operator that a higher-order operator cannot call."""

    code = "WYE207"


class TraceError(WyeError, ValueError):
    """A traced program needs a value that is not known while it is traced."""

    code = "WYE401"


class GraphTextError(WyeError, ValueError):
    """Text that is not a saved graph, or names what this process does not have."""

    code = "WYE402"


class GuardOnDataDependentSymNode(WyeError, RuntimeError):  # noqa: N818 - PyTorch's name
    """A symbolic number whose value depends on data was asked for its value; ``cond`` is its expression."""

    code = "WYE420"

    cond: object = None


class RecordingError(WyeError, RuntimeError, ValueError):
    """A recording that cannot begin, end, or be read from a file."""

    code = "WYE501"


class NotExplainableError(WyeError, TypeError):
    """Something that `wye.explain` was asked about and that is no operator and no function."""

    code = "WYE502"


class LinAlgError(WyeError, RuntimeError):
    """A matrix that cannot be inverted, factored or decomposed."""

    code = "WYE301"


class NumberTooLargeError(WyeError, RuntimeError, OverflowError):
    """A number among an operator's arguments that no computation can hold."""

    code = "WYE302"


class OutOfMemoryError(WyeError, RuntimeError, MemoryError):
    """A result, or what it is computed with, that does not fit into the memory of this machine."""

    code = "WYE303"


class OpCheckError(Exception):  # PyTorch's has no other base either; what failed is its cause, which has a code
    """A check of an operator failed: what failed is the cause, and what to change stands in the notes."""


class MissingNameError(AttributeError):  # raised for `hasattr` too: often not a mistake, so it has no code
    """A name that a namespace does not have; its note lists the nearest names, computed when it is printed."""

    @property
    def __notes__(self) -> list[str]:  # type: ignore[override]  # never assigned
        from difflib import get_close_matches  # here: only a printed error needs it

        nearest = get_close_matches(str(self.name), sorted({n for n in dir(self.obj) if n[:1] != "_"}), 3)
        return [f"  did you mean {' or '.join(nearest)}?"] if nearest else []
