"""Queries about operators, calls and the memory of tensors, for programs that inspect the dispatcher.

Cold path.  Reads the registry and tensors; changes nothing.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.call import find_schema_or_throw
from wye.call.look import keys_of_values
from wye.call.packets import packet_of
from wye.keys import FUNCTION, DispatchKeySet, as_key, key_for_device
from wye.pytree import arg_tree_leaves
from wye.registry import registry
from wye.registry.introspect import registrations_for_key
from wye.schema import parse
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.call import OpOverloadPacket
    from wye.keys import DispatchKey
    from wye.schema import FunctionSchema

__all__ = [
    "all_schemas",
    "any_output_is_alias",
    "any_requires_grad",
    "class_schemas",
    "defined_operators",
    "find_key",
    "find_overload",
    "find_packet",
    "flat_arguments",
    "forget_file_names",
    "is_alias_of",
    "key_name_for_device",
    "keys_for",
    "keys_of_arguments",
    "keys_of_tensor",
    "keys_text",
    "overlaps",
    "packet_in",
    "parse_schema",
    "print_registrations",
    "registrations",
    "resolve_overload",
    "schema_of",
    "schemas_of",
    "storage_id",
    "tensors_of",
]


# ---- keys ----
def find_key(name: str) -> DispatchKey | None:
    """The key of a name; None if there is none."""
    try:
        return as_key(name)
    except RuntimeError:
        return None


def key_name_for_device(device_type: str) -> str:
    """The name of the key behind a device type."""
    return key_for_device(device_type).name


def keys_of_tensor(tensor: object) -> DispatchKeySet:
    """The keys of a tensor.

    Raises:
        TypeError: it is not a tensor.
    """
    keys = engine.keys_of(tensor)
    if not isinstance(keys, DispatchKeySet):
        raise TypeError(f"expected a tensor, not {type(tensor).__name__}")
    return keys - FUNCTION


def keys_text(tensor: object) -> str:
    """The keys of a tensor as a text."""
    return repr(keys_of_tensor(tensor))


def tensors_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Tensor, ...]:
    """The tensors among the arguments of a call, also inside of containers."""
    return tuple(leaf for leaf in arg_tree_leaves(*args, **kwargs) if isinstance(leaf, Tensor))


# ---- operators ----
def find_overload(name: str, overload: str) -> tuple[Any, Any, list[Any]] | None:
    """An operator, the function that calls it at a key, and its tags; None if it is not defined."""
    entry = registry.overloads.get(name, {}).get(overload)
    if entry is None:
        return None
    op: Any = entry.op
    return op, op._op_dk, list(op.tags)


def find_packet(qualified_name: str) -> tuple[OpOverloadPacket | None, list[str] | None]:
    """All overloads of a name, and their names; None and None if there are none."""
    if qualified_name not in registry.overloads:
        return None, None
    packet = packet_of(qualified_name)
    return packet, packet._overload_names


def resolve_overload(qualified_name: str, /, *args: Any, **kwargs: Any) -> str:
    """The name of the overload that a call with these arguments runs; ``"default"`` for the one without name.

    Raises:
        ArgumentError: no overload fits.
    """
    return packet_of(qualified_name).resolve(args, kwargs)._overloadname


def packet_in(qualname: str, op_module: Any = None) -> tuple[OpOverloadPacket | None, list[str] | None]:
    """`find_packet`, whichever module the operator is shown in."""
    return find_packet(qualname)


def keys_for(tensors: tuple[Any, ...], mask: DispatchKeySet) -> DispatchKeySet:
    """The keys of a call with these tensors, less those that are not in ``mask``."""
    return keys_of_values(tensors) & mask


def keys_of_arguments(args: tuple[Any, ...], kwargs: dict[str, Any], mask: DispatchKeySet) -> DispatchKeySet:
    """The keys of a call with these arguments, less those that are not in ``mask``."""
    return keys_for(tensors_of(args, kwargs), mask)


def flat_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """The arguments of a call, containers taken apart."""
    return tuple(arg_tree_leaves(*args, **kwargs))


def defined_operators() -> Iterator[Any]:
    """The operators that are defined now."""
    return (entry.op for entry in registry.defined())


def all_schemas() -> list[FunctionSchema]:
    """The schemas of all operators."""
    return [entry.definition.schema for entry in registry.defined() if entry.definition is not None]


def schemas_of(name: str) -> list[FunctionSchema]:
    """The schemas of all overloads of a name."""
    found = registry.overloads.get(name, {}).values()
    return [entry.definition.schema for entry in found if entry.definition is not None]


def parse_schema(schema: str, allow_typevars: bool = True) -> FunctionSchema:
    """The schema of a text.

    Raises:
        SchemaError: it does not parse.
    """
    return parse(schema, allow_typevars)


def schema_of(name: str, overload: str) -> FunctionSchema:
    """The schema of an operator.

    Raises:
        OperatorNotFoundError: it is not defined.
    """
    return find_schema_or_throw(name, overload).schema()


def class_schemas() -> list[FunctionSchema]:
    """The schemas of the methods of script classes: none, for their methods are Python's."""
    return []


def registrations(dispatch_key: DispatchKey | int | str = "") -> list[str]:
    """The names of the operators that have a kernel at a key; all of them without a key."""
    return registrations_for_key(dispatch_key)


def print_registrations(dispatch_key: DispatchKey | int | str = "") -> None:
    """Print `registrations`."""
    sys.stdout.write("".join(f"{name}\n" for name in registrations(dispatch_key)))


def forget_file_names() -> None:
    """Nothing to do: wye keeps no file names beyond their registrations."""


# ---- memory ----
def _all_tensors(value: object) -> list[Any]:
    return [leaf for leaf in arg_tree_leaves(value) if isinstance(leaf, engine.TensorBase)]


def is_alias_of(one: object, other: object) -> bool:
    """Do the two, or tensors inside of them, share a storage?"""
    return any(a is b or engine.shares_memory(a, b) for a in _all_tensors(one) for b in _all_tensors(other))


overlaps = is_alias_of  # as in PyTorch: by storage, not by element


def storage_id(tensor: Tensor) -> int:
    """A number that tensors have in common exactly when they share their storage."""
    return tensor.untyped_storage()._cdata


def any_output_is_alias(args: tuple[Any, ...], kwargs: dict[str, Any], outputs: Any) -> bool:
    """Does an output of a call share memory with an argument or with another output?"""
    given, made = _all_tensors((args, kwargs)), _all_tensors(outputs)
    for place, output in enumerate(made):
        if any(is_alias_of(output, other) for other in [*given, *made[:place]]):
            return True
    return False


def any_requires_grad(*args: Any, **kwargs: Any) -> bool:
    """Does a tensor among the arguments require gradients?"""
    return any(tensor.requires_grad for tensor in tensors_of(args, kwargs))
