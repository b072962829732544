"""Fake results beside real ones: do metadata and aliases agree?

Cold path: for tests and checkers.  In: what an operator returned for fake and for real tensors.  Out: an error that
says in what they differ, or nothing.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wye.fake.exceptions import MetadataMismatchError, UnsupportedFakeTensorException
from wye.fake.mode import FakeTensorMode
from wye.fake.special import needs_data
from wye.fake.tensor import FakeTensor
from wye.keys import DispatchKey
from wye.modes import DispatchMode
from wye.pytree import tree_leaves, tree_map_only
from wye.registry.introspect import has_computed_kernel_for_key
from wye.schema.tags import Tag
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "CrossRefFakeMode",
    "TensorMetadata",
    "check_aliases",
    "check_metadata",
    "describe",
    "has_meta",
    "outputs_alias_each_other",
    "outputs_alias_inputs",
    "outputs_are_inputs",
    "real_like",
]

_FORMATS = tuple(MEMORY_FORMATS[name] for name in ("contiguous_format", "channels_last", "channels_last_3d"))


@dataclass(frozen=True, slots=True)
class TensorMetadata:
    """What a tensor is, without its elements."""

    dtype: Any
    shape: Any
    stride: tuple[Any, ...]
    device: Any
    layout: Any
    memory_format: Any
    storage_offset: Any
    storage_bytes: Any
    requires_grad: bool
    is_quantized: bool
    is_conj: bool
    is_neg: bool
    is_inference: bool
    is_sparse: bool
    is_coalesced: bool | None
    dense_dim: int | None
    sparse_dim: int | None


def describe(t: Any) -> TensorMetadata:
    """What a tensor is."""
    form = next((form for form in _FORMATS if t.is_contiguous(memory_format=form)), None)
    return TensorMetadata(
        dtype=t.dtype,
        shape=t.shape,
        stride=t.stride(),
        device=t.device,
        layout=t.layout,
        memory_format=form,
        storage_offset=t.storage_offset(),
        storage_bytes=t.untyped_storage().nbytes(),
        requires_grad=t.requires_grad,
        is_quantized=False,
        is_conj=t.is_conj(),
        is_neg=t.is_neg(),
        is_inference=t.is_inference(),
        is_sparse=False,
        is_coalesced=None,
        dense_dim=None,
        sparse_dim=None,
    )


def has_meta(func: Any) -> bool:
    """Has an operator a kernel for tensors without data?"""
    return has_computed_kernel_for_key(func.name(), DispatchKey.Meta)


def _tensors(tree: Any) -> list[Any]:
    return [leaf for leaf in tree_leaves(tree) if isinstance(leaf, Tensor)]


def outputs_alias_inputs(outputs: Any, inputs: Any) -> bool:
    """Does a tensor of one tree share memory with one of another?"""
    given = {id(t.untyped_storage()) for t in _tensors(inputs)}
    return any(id(t.untyped_storage()) in given for t in _tensors(outputs))


def outputs_are_inputs(outputs: Any, inputs: Any) -> bool:
    """Is a tensor of one tree also in another?"""
    given = {id(t) for t in _tensors(inputs)}
    return any(id(t) in given for t in _tensors(outputs))


def outputs_alias_each_other(outputs: Any) -> bool:
    """Do two tensors of a tree share memory?"""
    storages = [id(t.untyped_storage()) for t in _tensors(outputs)]
    return len(storages) != len(set(storages))


def check_aliases(context: str, real_out: Any, real_in: Any, fake_out: Any, fake_in: Any) -> None:
    """Compare what shares memory in a real and in a fake call.

    Raises:
        MetadataMismatchError: they differ.
    """
    facts = (
        (outputs_alias_inputs(real_out, real_in), outputs_alias_inputs(fake_out, fake_in), "outputs_alias_inputs"),
        (outputs_are_inputs(real_out, real_in), outputs_are_inputs(fake_out, fake_in), "outputs_are_inputs"),
        (outputs_alias_each_other(real_out), outputs_alias_each_other(fake_out), "outputs_alias_each_other"),
    )
    for real, fake, name in facts:
        if real != fake:
            raise MetadataMismatchError(f"{context} mismatch in {name} check {fake} != {real}")


def check_metadata(
    real_out: Any,
    fake_out: Any,
    context: str = "",
    sizes: bool = True,
    strides: bool = False,
    storage_offset: bool = True,
    requires_grad: bool = True,
) -> None:
    """Compare a fake tensor with a real one.

    Args:
        real_out: The real tensor.
        fake_out: The fake one.
        context: Begins the message.
        sizes: Compare sizes.
        strides: Compare strides, where they lead to an element.
        storage_offset: Compare offsets.
        requires_grad: Compare whether gradients are computed.

    Raises:
        MetadataMismatchError: they differ.
    """
    pairs = [("dtype", real_out.dtype, fake_out.dtype), ("device", real_out.device, fake_out.device)]
    if requires_grad:
        pairs.append(("requires_grad", real_out.requires_grad, fake_out.requires_grad))
    if sizes:
        pairs.append(("shape", real_out.shape, fake_out.shape))
    if strides and real_out.numel():
        real, fake = _significant(real_out), _significant(fake_out)
        pairs.append(("stride", real, fake))
    if storage_offset:
        pairs.append(("storage_offset", real_out.storage_offset(), fake_out.storage_offset()))
    pairs += [("is_conj", real_out.is_conj(), fake_out.is_conj()), ("is_neg", real_out.is_neg(), fake_out.is_neg())]
    for name, real, fake in pairs:
        if real != fake:
            raise MetadataMismatchError(f"{context} {name}: fake {fake}, real {real}".strip())


def _significant(t: Any) -> tuple[Any, ...]:
    return tuple([step if size != 1 else 0 for size, step in zip(t.shape, t.stride(), strict=True)])


def real_like(values: list[Any]) -> list[Any]:
    """Real tensors with the metadata of fake ones, without particular values; other values as they are."""
    from wye.call.packets import ops  # here: few programs need it

    made: list[Any] = []
    for value in values:
        if not isinstance(value, FakeTensor):
            made.append(value)
            continue
        shape, stride = [int(n) for n in value.shape], [int(n) for n in value.stride()]
        reach = 1 + sum((n - 1) * step for n, step in zip(shape, stride, strict=True)) if 0 not in shape else 0
        offset = int(value.storage_offset())
        memory = ops.aten.zeros.default([reach + offset], dtype=value.dtype, device="cpu")
        made.append(ops.aten.as_strided.default(memory, shape, stride, offset))
    return made


class CrossRefFakeMode(DispatchMode):
    """While it is active, every operator also runs on fakes of its arguments, and both results must agree.

    Attributes:
        ignore_op_fn: Says of an operator that it is not checked.
        check_strides: Compare strides, too.
        check_aliasing: Compare what shares memory, too.
        only_check_ops_with_meta: Check only operators that have a kernel for tensors without data.
    """

    def __init__(
        self,
        ignore_op_fn: Callable[[Any], bool] | None = None,
        *,
        check_strides: bool = True,
        check_aliasing: bool = True,
        only_check_ops_with_meta: bool = True,
    ) -> None:
        """A mode that checks these facts."""
        super().__init__()
        self.ignore_op_fn = ignore_op_fn if ignore_op_fn is not None else lambda func: False
        self.check_strides, self.check_aliasing = check_strides, check_aliasing
        self.only_check_ops_with_meta = only_check_ops_with_meta

    def _is_checked(self, func: Any) -> bool:
        if needs_data(func) or Tag.inplace_view in func.tags or func.name().startswith(("aten::lift", "aten::set_")):
            return False
        return not self.ignore_op_fn(func) and (not self.only_check_ops_with_meta or has_meta(func))

    def __wye_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run a call twice, and compare."""
        kwargs = kwargs or {}
        faked: Any = None
        given: Any = None
        if self._is_checked(func):
            try:
                with FakeTensorMode() as mode, warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    given = tree_map_only(Tensor, mode.from_tensor, (args, kwargs))
                    faked = func(*given[0], **given[1])
            except UnsupportedFakeTensorException:
                faked = None
        result = func(*args, **kwargs)
        if faked is not None:
            self._compare(func, result, (args, kwargs), faked, given)
        return result

    def _compare(self, func: Any, result: Any, args: Any, faked: Any, fake_args: Any) -> None:
        context = f"When comparing the output of {func} on FakeTensor and concrete Tensors, found"
        real, fake = tree_leaves(result), tree_leaves(faked)
        if len(real) != len(fake):
            raise AssertionError(f"{context} mismatch in number of returns {len(fake)} != {len(real)}")
        if self.check_aliasing:
            check_aliases(context, result, args, faked, fake_args)
        for at, (ours, theirs) in enumerate(zip(fake, real, strict=True)):
            if isinstance(ours, Tensor) != isinstance(theirs, Tensor):
                raise AssertionError(f"{context} mismatched number of tensor outputs")
            if isinstance(ours, Tensor):
                where = "" if len(real) == 1 else f" for output[{at}]"
                try:
                    check_metadata(theirs, ours, strides=self.check_strides)
                except MetadataMismatchError as error:
                    raise MetadataMismatchError(f"{context} mismatched tensor metadata{where}: {error}") from error
