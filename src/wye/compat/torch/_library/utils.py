"""`torch._library.utils`: queries about operators and schemas.  Aliases only."""

from __future__ import annotations

from wye.inspection.operators import (
    RegistrationHandle,
    can_generate_trivial_fake_impl,
    generate_trivial_fake_impl,
    get_layout_constraint_tag,
    get_source,
    handle_dispatch_mode,
    has_fake_kernel,
    is_builtin,
    is_functional_schema,
    is_inplace,
    is_out,
    iter_tensors,
    lookup_op,
    mutates_and_returns_first_arg,
    requires_set_python_module,
    tags_by_priority,
)
from wye.library.mutation import MutationChecker
from wye.library.mutation import check_fresh as check_aliasing_constraint
from wye.library.records import RecordedKernel as Kernel
from wye.library.targets import split_name as parse_namespace
from wye.schema.queries import device_place as get_device_arg_index
from wye.schema.queries import fill_defaults, is_tensor_like_type, is_tensorlist_like_type
from wye.schema.queries import has_kwarg_only_arguments as has_kwarg_only_args
from wye.schema.queries import has_kwarg_only_tensors as has_kwarg_only_tensors
from wye.schema.queries import has_tensor_argument as has_tensor_arg
from wye.schema.queries import pair_with_values as zip_schema
from wye.schema.queries import written_places as mutated_args_kwargs

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
