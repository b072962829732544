"""Error messages for calls that found no kernel.

Cold path: the engine calls this only to raise an error.
In: the operator, the key set it was left with, the arguments.  Out: an exception; its first line says it all.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import FallthroughError, NoKernelError, OperatorNotFoundError
from wye.keys import DispatchKey, DispatchKeySet, key_name
from wye.registry import registry
from wye.registry.rules import find_rule

if TYPE_CHECKING:
    from wye.call.op import OpOverload
    from wye.schema.model import FunctionSchema

__all__ = ["explain_miss"]

_WITHOUT_TENSORS: Final = (DispatchKey.Undefined, DispatchKey.BackendSelect, DispatchKey.StartOfDenseBackends)


def explain_miss(op: OpOverload, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception:
    """The exception for a call of ``op`` that arrived at a key without a kernel."""
    entry = registry.find(op.name())
    if entry is None or entry.definition is None:
        return OperatorNotFoundError(f"{op.name()} was removed while it was called")
    key = keyset.highest_priority()
    if op.report_error is not None:
        op.report_error(key_name(key))
    _, _, kernel, _ = engine.hops(op, keyset)[-1]
    if kernel is not None and kernel.kind == engine.FALLTHROUGH:
        return FallthroughError(
            f"{op.name()} arrived at {key_name(key)}, whose kernel falls through, and no other key is left.",
            fix="register a kernel at a lower key, or pass redispatch a key set that holds one",
        )
    own = _own_error(op, args, kwargs) if key in _WITHOUT_TENSORS else None
    if own is not None:
        return own
    have = [key_name(k) for k in sorted(entry.kernels)]
    message, fix = _message(op, key, entry.definition.schema, args, kwargs, have)
    return NoKernelError(message, op=op.name(), key=key_name(key), have=have, fix=fix)


def _own_error(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """What a built-in operator itself says of a call without tensors: its rule for shapes needs no data."""
    rule = find_rule(op, "fake")
    if rule is None or not rule.is_built_in:
        return None
    try:
        rule.fn(*args, **kwargs)
    except (RuntimeError, ValueError) as error:
        return error
    return None


def _message(
    op: OpOverload,
    key: DispatchKey,
    schema: FunctionSchema,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    have: list[str],
) -> tuple[str, list[str]]:
    name, short = op.name(), op.name_in_namespace
    fix = [f"to add one: library('IMPL', {op.namespace!r}).impl({short!r}, fn, {key_name(key)!r})"]
    if key in _WITHOUT_TENSORS:
        first = (
            "There were no tensor arguments to this function (e.g., you passed an empty list of Tensors), but no "
            f"fallback function is registered for schema {name}."
        )
        fix = [
            f"to run it without tensors: library('IMPL', {op.namespace!r}).impl({short!r}, fn, "
            "'CompositeExplicitAutograd')"
        ]
    else:
        first = f"Could not run '{name}' with arguments from the '{key_name(key)}' backend."
    lines = [
        first,
        f"  the key came from: {_origin(schema, key, args, kwargs)}",
        f"  kernels exist for: {', '.join(have) or 'nothing yet'}",
    ]
    fix.append(f"full table: wye.dispatch.dump_table({name!r})")
    return "\n".join(lines), fix


def _origin(schema: FunctionSchema, key: DispatchKey, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Which argument (or mode, or thread state) brought the key into the call."""
    names = [argument.name for argument in schema.arguments]
    any_tensor = False
    for place, (name, value) in enumerate([*zip(names, args, strict=False), *kwargs.items()], 1):
        for item in value if isinstance(value, (list, tuple)) else (value,):
            keys = engine.keys_of(item)
            any_tensor = any_tensor or keys is not None
            if isinstance(keys, DispatchKeySet) and key and keys.has(key):
                return f"argument {place} '{name}' ({_described(item)})"
    if not key:
        if any_tensor:
            return "no argument: the keys of the tensors are excluded in this thread, or fall through"
        return "no argument: none of them is a tensor"
    included, _ = engine.get_state()
    if isinstance(included, DispatchKeySet) and included.has(key):
        return "the thread's included keys"
    return "several arguments together, or the key set given to redispatch"


def _described(value: object) -> str:
    cls = type(value)
    name = f"{cls.__module__.partition('.')[0]}.{cls.__qualname__}"
    device = getattr(value, "device", None)
    return f"{name} on {device}" if device is not None else name


def explain_meta(op: OpOverload, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The Meta fallback: an operator without a Meta kernel cannot run on tensors without data.

    Raises:
        NoKernelError: always; names the Python module that should have been imported, if the library named one.
    """
    name = op.name()
    have = [key_name(k) for k in sorted(op._entry.kernels)]
    module = op.definition.python_module
    if module is not None:
        where, context = module
        message, fix = f"{name}: We could not find the fake impl for this operator. ", f"import {where}"
        if where in sys.modules:
            fix = f"the module {where} was imported but did not register one: look there"
        else:
            message += "The operator specified that you may need to import the "
            message += f"'{where}' Python module to load the fake impl. {context}"
        raise NoKernelError(message, op=name, key="Meta", have=have, fix=fix)
    raise NoKernelError(
        f"{name}: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel "
        f"registered.\n  kernels exist for: {', '.join(have) or 'nothing yet'}",
        op=name, key="Meta", have=have,
        fix=f"to add one: library('IMPL', {op.namespace!r}).impl({op.name_in_namespace!r}, fn, 'Meta')",
    )  # fmt: skip


engine.configure(explain_miss=explain_miss)
registry.fallbacks.replace_built_in(DispatchKey.Meta, explain_meta)
