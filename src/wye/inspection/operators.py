"""Queries about one operator, its schema and the values of a call, for tools over operators.

Cold path.  Reads operators; changes nothing.
"""

from __future__ import annotations

import sys
from functools import wraps
from typing import TYPE_CHECKING, Any

from wye.call import OpOverload
from wye.call.packets import packet_of
from wye.library.custom_ops import find_custom_op
from wye.library.records import record_of
from wye.library.targets import split_name
from wye.modes import overloaded_types
from wye.registry.introspect import has_kernel_for_key, python_module_of
from wye.schema import FunctionSchema, parse
from wye.schema.queries import is_functional_schema as _is_functional
from wye.schema.queries import mutates_and_returns_first, written_places
from wye.schema.tags import Tag
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = [
    "RegistrationHandle",
    "are_all_equal",
    "bump_versions",
    "can_generate_trivial_fake_impl",
    "checking_module",
    "generate_trivial_fake_impl",
    "get_layout_constraint_tag",
    "get_source",
    "handle_dispatch_mode",
    "has_fake_kernel",
    "is_builtin",
    "is_composite",
    "is_functional_schema",
    "is_inplace",
    "is_out",
    "iter_tensors",
    "lookup_op",
    "mutates_and_returns_first_arg",
    "requires_set_python_module",
    "tags_by_priority",
]

tags_by_priority = [
    Tag.needs_exact_strides,
    Tag.needs_contiguous_strides,
    Tag.needs_fixed_stride_order,
    Tag.flexible_layout,
]


class RegistrationHandle:
    """Removes a registration: ``destroy()``."""

    def __init__(self, on_destroy: Callable[[], None]) -> None:
        self.destroy = on_destroy


def get_source(stacklevel: int) -> str:
    """The file and line of the frame that many levels up."""
    frame = sys._getframe(stacklevel)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def lookup_op(qualname: str) -> OpOverload:
    """The operator of a full name, overload included.

    Raises:
        AttributeError: it is not defined.
    """
    name, _, overload = qualname.partition(".")
    split_name(name)
    found: OpOverload = getattr(packet_of(name), overload or "default")
    return found


def is_builtin(op: OpOverload) -> bool:
    """Is it an operator of PyTorch's own namespaces?"""
    assert isinstance(op, OpOverload), f"op must be OpOverload, got {type(op)}"
    return op.namespace in ("aten", "prim", "prims")


def is_composite(op: OpOverload) -> bool:
    """Does it consist of other operators that have gradients: is there a kernel at CompositeImplicitAutograd?"""
    return op._can_decompose()


def is_out(op: OpOverload) -> bool:
    """Does it write to arguments that are given by name, and return them?"""
    return Tag.out in op.tags


def is_inplace(op: OpOverload) -> bool:
    """Does it write to its first argument, and return it?"""
    return Tag.inplace in op.tags


def mutates_and_returns_first_arg(op: OpOverload) -> bool:
    """Is it an operator of the set that writes to its first argument and returns it?"""
    return op.namespace == "aten" and mutates_and_returns_first(op.schema)


def get_layout_constraint_tag(fn: OpOverload, *, with_default: bool = True) -> Tag | None:
    """The tag that says which strides its arguments must have; by default a cautious one."""
    default = None
    if with_default:
        default = Tag.flexible_layout if is_builtin(fn) else Tag.needs_exact_strides
    return next((tag for tag in tags_by_priority if tag in fn.tags), default)


def can_generate_trivial_fake_impl(op: OpOverload) -> bool:
    """Are its results determined by the arguments it writes to?"""
    if is_builtin(op):
        return False
    return is_out(op) or is_inplace(op) or (op.schema.is_mutable and not op.schema.returns)


def generate_trivial_fake_impl(op: OpOverload, *args: Any, **kwargs: Any) -> Any:
    """What an operator that only writes to its arguments returns."""
    if is_out(op):
        outs = tuple(kwargs[name] for name in written_places(op.schema)[1])
        return outs[0] if len(outs) == 1 else outs
    return args[0] if is_inplace(op) else None


def has_fake_kernel(op: OpOverload) -> bool:
    """Does it run on tensors without data?"""
    name = op.name()
    if can_generate_trivial_fake_impl(op) or has_kernel_for_key(name, "CompositeImplicitAutograd"):
        return True
    if record_of(name).fake_impl.kernel is not None:
        return True
    keys = ("CompositeExplicitAutograd", "Meta")
    return find_custom_op(name) is None and any(has_kernel_for_key(name, key) for key in keys)


def requires_set_python_module() -> bool:
    """Must a fake kernel name its module?"""
    return True


def checking_module(func: Callable[..., Any], qualname: str, actual_module_name: str) -> Callable[..., Any]:
    """A fake kernel that is checked at its first call: is it in the module that the operator's library named?

    Raises:
        RuntimeError: at the call; it is in another module, or the library, which is not Python's, named none.
    """
    is_checked = False

    @wraps(func)
    def checked(*args: Any, **kwargs: Any) -> Any:
        nonlocal is_checked
        if not is_checked:
            _check_module(qualname, actual_module_name)
            is_checked = True
        return func(*args, **kwargs)

    return checked


def _check_module(qualname: str, actual: str) -> None:
    op = lookup_op(qualname)
    if op.defined_in_python:
        return
    named = python_module_of(op.schema.name, op.schema.overload_name)
    if named is None and requires_set_python_module():
        raise RuntimeError(
            f"Operator '{qualname}' has a fake kernel in Python ({actual}), but the library that defines it names no "
            f"module for such kernels; call set_python_module('{actual}') before the definition"
        )
    if named is not None and named[0] != actual:
        raise RuntimeError(
            f"Operator '{qualname}' specified that its python fake impl is in the Python module '{named[0]}' but it "
            f"was actually found in '{actual}'. Move the fake kernel, or name its module with set_python_module"
        )


def handle_dispatch_mode(curr_mode: Any, op_overload: OpOverload, *args: Any, **kwargs: Any) -> Any:
    """Let a mode handle a call of an operator."""
    return curr_mode.__torch_dispatch__(op_overload, overloaded_types(args, kwargs), args, kwargs)


def is_functional_schema(schema: Any, *, allow_valid_view: bool = False) -> bool:
    """Does it write to nothing and return fresh tensors?

    Args:
        schema: A schema, its text, or another library's object whose text is one.
        allow_valid_view: Accept a view that takes one tensor and returns one.
    """
    parsed = schema if isinstance(schema, FunctionSchema) else parse(str(schema))
    return _is_functional(parsed, allow_valid_view=allow_valid_view)


def iter_tensors(args: tuple[Any, ...], kwargs: dict[str, Any], allowed_nesting: int = 1) -> Iterator[Tensor]:
    """The tensors among arguments, and in lists and tuples of them."""
    for value in (*args, *kwargs.values()):
        if isinstance(value, Tensor):
            yield value
        elif allowed_nesting > 0 and isinstance(value, (tuple, list)):
            yield from iter_tensors(tuple(value), {}, allowed_nesting - 1)


def bump_versions(val: Any) -> None:
    """Count a write to a tensor, or to each of several."""
    for tensor in val if isinstance(val, (list, tuple)) else (val,):
        tensor._bump_version()


def are_all_equal(modes: Sequence[Any]) -> bool:
    """Are all of them equal?"""
    return all(mode == modes[0] for mode in modes)
