"""`torch._library.utils`: questions about operators and schemas.  Aliases only."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from wye.call import OpOverload
from wye.call.packets import packet_of
from wye.dispatch import has_kernel_for_key
from wye.library.custom_ops import find_custom_op
from wye.library.mutation import MutationChecker, check_fresh
from wye.library.records import RecordedKernel as Kernel
from wye.library.records import record_of
from wye.library.targets import split_name as parse_namespace
from wye.modes import overloaded_types
from wye.schema import FunctionSchema
from wye.schema import parse as _parse
from wye.schema.queries import device_place as get_device_arg_index
from wye.schema.queries import fill_defaults, is_tensor_like_type, is_tensorlist_like_type
from wye.schema.queries import has_kwarg_only_arguments as has_kwarg_only_args
from wye.schema.queries import has_kwarg_only_tensors as has_kwarg_only_tensors
from wye.schema.queries import has_tensor_argument as has_tensor_arg
from wye.schema.queries import is_functional_schema as _is_functional
from wye.schema.queries import mutates_and_returns_first as _mutates_and_returns_first
from wye.schema.queries import pair_with_values as zip_schema
from wye.schema.queries import written_places as mutated_args_kwargs
from wye.schema.tags import Tag
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "Kernel",
    "MutationChecker",
    "RegistrationHandle",
    "can_generate_trivial_fake_impl",
    "check_aliasing_constraint",
    "fill_defaults",
    "generate_trivial_fake_impl",
    "get_device_arg_index",
    "get_layout_constraint_tag",
    "get_source",
    "handle_dispatch_mode",
    "has_fake_kernel",
    "has_kwarg_only_args",
    "has_kwarg_only_tensors",
    "has_tensor_arg",
    "is_builtin",
    "is_functional_schema",
    "is_inplace",
    "is_out",
    "is_tensor_like_type",
    "is_tensorlist_like_type",
    "iter_tensors",
    "lookup_op",
    "mutated_args_kwargs",
    "mutates_and_returns_first_arg",
    "parse_namespace",
    "requires_set_python_module",
    "tags_by_priority",
    "zip_schema",
]

tags_by_priority = [
    Tag.needs_exact_strides,
    Tag.needs_contiguous_strides,
    Tag.needs_fixed_stride_order,
    Tag.flexible_layout,
]
check_aliasing_constraint = check_fresh


class RegistrationHandle:
    def __init__(self, on_destroy: Callable[[], None]) -> None:
        self.destroy = on_destroy


def get_source(stacklevel: int) -> str:
    frame = sys._getframe(stacklevel)
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


# ---- operators ----
def lookup_op(qualname: str) -> OpOverload:
    name, _, overload = qualname.partition(".")
    parse_namespace(name)
    found: OpOverload = getattr(packet_of(name), overload or "default")
    return found


def is_builtin(op: OpOverload) -> bool:
    assert isinstance(op, OpOverload), f"op must be OpOverload, got {type(op)}"
    return op.namespace in ("aten", "prim", "prims")


def is_out(op: OpOverload) -> bool:
    return Tag.out in op.tags


def is_inplace(op: OpOverload) -> bool:
    return Tag.inplace in op.tags


def mutates_and_returns_first_arg(op: OpOverload) -> bool:
    return op.namespace == "aten" and _mutates_and_returns_first(op.schema)


def get_layout_constraint_tag(fn: OpOverload, *, with_default: bool = True) -> Tag | None:
    default = None
    if with_default:
        default = Tag.flexible_layout if is_builtin(fn) else Tag.needs_exact_strides
    return next((tag for tag in tags_by_priority if tag in fn.tags), default)


def can_generate_trivial_fake_impl(op: OpOverload) -> bool:
    if is_builtin(op):
        return False
    return is_out(op) or is_inplace(op) or (op.schema.is_mutable and not op.schema.returns)


def generate_trivial_fake_impl(op: OpOverload, *args: Any, **kwargs: Any) -> Any:
    if is_out(op):
        outs = tuple(kwargs[name] for name in mutated_args_kwargs(op.schema)[1])
        return outs[0] if len(outs) == 1 else outs
    return args[0] if is_inplace(op) else None


def has_fake_kernel(op: OpOverload) -> bool:
    name = op.name()
    if can_generate_trivial_fake_impl(op) or has_kernel_for_key(name, "CompositeImplicitAutograd"):
        return True
    if record_of(name).fake_impl.kernel is not None:
        return True
    keys = ("CompositeExplicitAutograd", "Meta")
    return find_custom_op(name) is None and any(has_kernel_for_key(name, key) for key in keys)


def requires_set_python_module() -> bool:
    return True


def handle_dispatch_mode(curr_mode: Any, op_overload: OpOverload, *args: Any, **kwargs: Any) -> Any:
    return curr_mode.__torch_dispatch__(op_overload, overloaded_types(args, kwargs), args, kwargs)


# ---- schemas and values ----
def is_functional_schema(schema: FunctionSchema | str, *, allow_valid_view: bool = False) -> bool:
    parsed = _parse(schema) if isinstance(schema, str) else schema
    return _is_functional(parsed, allow_valid_view=allow_valid_view)


def iter_tensors(args: tuple[Any, ...], kwargs: dict[str, Any], allowed_nesting: int = 1) -> Iterator[Tensor]:
    for value in (*args, *kwargs.values()):
        if isinstance(value, Tensor):
            yield value
        elif allowed_nesting > 0 and isinstance(value, (tuple, list)):
            yield from iter_tensors(tuple(value), {}, allowed_nesting - 1)
