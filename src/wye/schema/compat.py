"""Compare two versions of a schema.

Cold path: release checks.
In: the new schema and the old.  Out: whether one can replace the other, and why not.
Pure.

Backward: what called the old operator may call the new one.  Forward: what was written for the new one, and uses
none of its new arguments, may run on the old.  Both pass over arguments added before the ``out=`` ones when these
have defaults.  Like binding, both look at `Argument.type`, where a SymInt is an int.
"""

from __future__ import annotations

from wye.schema.types import is_subtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wye.schema.model import Argument, FunctionSchema

__all__ = ["check_forward_compatible", "is_backward_compatible"]


def is_backward_compatible(new: FunctionSchema, old: FunctionSchema) -> bool:
    """Whether every call that ``old`` allowed still means the same with ``new``."""
    if not _same_shape(new, old) or len(new.arguments) < len(old.arguments):
        return False
    # A caller of the old operator must be able to use what the new one returns: the roles are exchanged.
    if not all(_takes(before, now) for now, before in zip(new.returns, old.returns, strict=True)):
        return False
    old_out, new_out = _first_out(old), _first_out(new)
    if new_out < old_out:
        return False
    return (
        all(_takes(now, before) for now, before in zip(new.arguments, old.arguments[:old_out], strict=False))
        and all(argument.has_default for argument in new.arguments[old_out:new_out])
        and len(new.arguments) - new_out >= len(old.arguments) - old_out
        and all(_takes(a, b) for a, b in zip(new.arguments[new_out:], old.arguments[old_out:], strict=False))
    )


def check_forward_compatible(new: FunctionSchema, old: FunctionSchema) -> tuple[bool, str]:
    """Whether what is written against ``new`` runs on ``old``; if not, the reason where there is one to give."""
    if not _same_shape(new, old):
        return False, ""
    old_out, new_out = _first_out(old), _first_out(new)
    if len(new.arguments) - new_out != len(old.arguments) - old_out:
        return False, "Function schema should have the same number of out arguments"
    shared = min(old_out, new_out)
    for now, before in zip(new.arguments[:shared], old.arguments[:shared], strict=True):
        if not _gives(now, before):
            return False, f"'{now.name}' is not forward compatible with the older version of the schema"
    for added in new.arguments[shared:new_out]:
        reason = _why_not_added(added)
        if reason:
            return False, reason
    for now, before in zip(new.arguments[new_out:], old.arguments[old_out:], strict=True):
        if not _gives(now, before):
            return False, f"Out argument '{now.name}' is not FC with the older version of the schema"
    return True, ""  # as in PyTorch, what is returned does not count


def _same_shape(new: FunctionSchema, old: FunctionSchema) -> bool:
    return (
        new.name == old.name
        and new.overload_name == old.overload_name
        and new.is_vararg == old.is_vararg
        and new.is_varret == old.is_varret
        and len(new.returns) == len(old.returns)
    )


def _first_out(schema: FunctionSchema) -> int:
    for place, argument in enumerate(schema.arguments):
        if argument.is_out:
            return place
    return len(schema.arguments)


def _takes(new: Argument, old: Argument) -> bool:
    """Whether ``new`` takes whatever ``old`` took."""
    return (
        new.name == old.name
        and new.N == old.N
        and new.alias_info == old.alias_info
        and (old.kwarg_only or not new.kwarg_only)
        and is_subtype(old.type, new.type)
        and (not old.has_default or _same_default(new, old))
    )


def _gives(new: Argument, old: Argument) -> bool:
    """Whether whatever ``new`` takes could be given to ``old``."""
    return (
        new.name == old.name
        and new.N == old.N
        and new.alias_info == old.alias_info
        and _same_default(new, old)
        and (old.kwarg_only or not new.kwarg_only)
        and is_subtype(new.type, old.type)
    )


def _same_default(new: Argument, old: Argument) -> bool:
    return new.has_default == old.has_default and repr(new.default) == repr(old.default)


def _why_not_added(argument: Argument) -> str:
    what = f"the new argument '{argument.name}' of type {argument.type.text}"
    if not argument.has_default:
        return f"Function schema is not forward compatible since {what} did not provide a default value."
    if isinstance(argument.default, tuple):
        return f"Function schema is not forward compatible since {what} has a container type as its default value."
    return ""
