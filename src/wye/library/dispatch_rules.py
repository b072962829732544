"""Rules of single operators under a mode class, or for a tensor class, in place of its own handler.

Hot only for the operators that have such a rule: their kernel at the Python key is here, and calls the general
one where no rule applies.  Operators without rules pay nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call import exclude
from wye.call.resolve import hooks
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import registry
from wye.registry.kernel import make_kernel
from wye.registry.providers import call_kernel
from wye.registry.rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.call import OpOverload
    from wye.registry import Kernel
    from wye.registry.kernel import Place

__all__ = ["python_kernel"]

# Rules run, as the handlers of modes do, below everything above the Python key.
_ABOVE: Final = DispatchKeySet.full() - DispatchKeySet.full_after("Python") - DispatchKeySet("Python")


def python_kernel(source: Place | str) -> Kernel:
    """The kernel at the Python key of an operator that has rules."""
    return make_kernel(_apply_rule, source, kind=engine.BOXED)


def _apply_rule(op: OpOverload, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    rules: dict[Any, Any] = dict(rules_of(op, "dispatch"))
    mode = None if hooks.current_mode is None else hooks.current_mode()
    if mode is not None and hooks.pop_mode is not None:
        rule = rules.get(type(mode))
        if rule is not None:
            types = tuple(dict.fromkeys(_types([args, list(kwargs.values())])))
            with hooks.pop_mode(), exclude(_ABOVE):
                return rule.fn(mode, op, types, args, kwargs)
    else:
        types = tuple(dict.fromkeys(_types([args, list(kwargs.values())])))
        for cls in types:
            if cls in rules:
                with exclude(_ABOVE):
                    return rules[cls].fn(cls, op, types, args, kwargs)
    return call_kernel(registry.fallbacks.kernels[DispatchKey.Python], op, keyset, args, kwargs)


def _types(values: Iterable[Any]) -> list[type]:
    """The classes of the tensors that handle calls, in the order of the arguments."""
    found: list[type] = []
    for value in values:
        if isinstance(value, (list, tuple)):
            found += _types(value)
        elif isinstance(value, engine.TensorBase) and value._keys.bits & DispatchKey.Python.bits:
            found.append(type(value))
    return found
