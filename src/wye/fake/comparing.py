"""Fake results beside real ones: do metadata and aliases agree?

Cold path: for tests and checkers.  In: what an operator returned for fake and for real tensors.  Out: an error that
says in what they differ, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from wye.fake.exceptions import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    MetadataMismatchError,
    UnsupportedFakeTensorException,
)
from wye.fake.special import needs_data
from wye.fake.tensor import FakeTensor
from wye.fake.writes import WatchedMode, watching_writes, writes_more_than_declared
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
    "assert_eq",
    "assert_metadata_eq",
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
    real_out, real_in, fake_out, fake_in = map(_tensors, (real_out, real_in, fake_out, fake_in))
    facts = (
        (outputs_alias_inputs(real_out, real_in), outputs_alias_inputs(fake_out, fake_in), "outputs_alias_inputs"),
        (outputs_are_inputs(real_out, real_in), outputs_are_inputs(fake_out, fake_in), "outputs_are_inputs"),
        (outputs_alias_each_other(real_out), outputs_alias_each_other(fake_out), "outputs_alias_each_other"),
    )
    for real, fake, name in facts:
        if real != fake:
            advice = (
                "return new tensors from the fake kernel: x.new_empty(shape), empty_like(x)"
                if fake
                else "the real kernel returns an argument, a view of one, or one tensor twice: return clones"
            )
            raise _mismatch(f"{context} mismatch in {name} check {fake} != {real}", advice)


def _mismatch(text: str, advice: str = "") -> MetadataMismatchError:
    error = MetadataMismatchError(text)
    if advice:
        error.add_note(f"  {advice}")
    return error


_GRADIENTS = (
    " mismatched requires_grad-ness of outputs. This usually means that you have added autograd support for your "
    "operator at a dispatch key other than Autograd, which will lead to problems"
)


def check_metadata(
    real_out: Any,
    fake_out: Any,
    context: str = "",
    sizes: bool = True,
    strides: bool = False,
    storage_offset: bool = True,
    requires_grad: bool = True,
) -> None:
    """Compare a fake tensor with a real one.  A size that is not known without data is equal to any.

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
    if requires_grad and real_out.requires_grad != fake_out.requires_grad:
        raise _mismatch(f"{context}{_GRADIENTS}", "register gradients at Autograd: library.register_autograd")
    if sizes and not _same_sizes(real_out.shape, fake_out.shape):
        raise _mismatch(f"{context}Shapes {real_out.shape} and {fake_out.shape} are not equal!", _CHANGE)
    if real_out.dtype != fake_out.dtype:
        raise _mismatch(f"{context}Dtypes {real_out.dtype} and {fake_out.dtype} are not equal!", _CHANGE)
    if real_out.device != fake_out.device:
        raise _mismatch(f"{context}Devices {real_out.device} and {fake_out.device} are not equal!", _CHANGE)
    at = _wrong_stride(real_out, fake_out) if strides else None
    if at is not None:
        raise _mismatch(
            f"{context}Stride mismatch! Strides are {tuple(real_out.stride())} and {tuple(fake_out.stride())} "
            f"(mismatched at {at})!",
            "make the result of the real kernel contiguous, or the fake one with new_empty_strided",
        )
    if storage_offset and not _same_sizes((real_out.storage_offset(),), (fake_out.storage_offset(),)):
        raise _mismatch(f"{context} mismatched storage offset", "return a clone from the real kernel")
    for what in ("is_conj", "is_neg"):
        real, fake = getattr(real_out, what)(), getattr(fake_out, what)()
        if real != fake:
            raise _mismatch(f"{context}{what}: fake {fake}, real {real}", _CHANGE)


_CHANGE = "change what the fake kernel returns, so that it agrees with the real kernel"


def _same_sizes(real: Any, fake: Any) -> bool:
    return len(real) == len(fake) and all(
        type(ours) is not int or ours == theirs for theirs, ours in zip(real, fake, strict=True)
    )


def _wrong_stride(real: Any, fake: Any) -> int | None:
    """The first dimension with a stride that matters and differs; None: there is none."""
    if real.numel() == 0:
        return None
    strides = zip(real.shape, real.stride(), fake.stride(), strict=True)
    return next(
        (at for at, (size, one, two) in enumerate(strides) if size > 1 and not _same_sizes((one,), (two,))), None
    )


def assert_eq(a: object, b: object) -> None:
    """Fail unless two values are equal."""
    if a != b:
        raise AssertionError(f"{a} != {b}")


def assert_metadata_eq(
    assert_eq: Callable[[Any, Any], None], m1: Any, m2: Any, *, skip_symbolic: bool = False, skip_leaf: bool = False
) -> None:
    """Compare what two tensors are, and what their gradients are, by a function that fails where values differ.

    Args:
        assert_eq: Compares two values.
        m1: One tensor.
        m2: The other.
        skip_symbolic: Compare neither sizes, strides nor offset.
        skip_leaf: Do not compare whether they are leaves.
    """
    assert_eq(m1.dtype, m2.dtype)
    if not skip_symbolic:
        for ours, theirs in ((m1.shape, m2.shape), (m1.stride(), m2.stride())):
            assert_eq(tuple(ours), tuple(theirs))
        assert_eq(m1.storage_offset(), m2.storage_offset())
    assert_eq(m1.requires_grad, m2.requires_grad)
    if not skip_leaf:
        assert_eq(m1.is_leaf, m2.is_leaf)
    for name in ("is_inference", "is_conj", "is_neg", "_is_view"):
        assert_eq(getattr(m1, name)(), getattr(m2, name)())
    ours, theirs = (m.grad if m.is_leaf else None for m in (m1, m2))
    assert_eq(ours is None, theirs is None)
    if ours is not None:
        assert_metadata_eq(assert_eq, ours, theirs, skip_symbolic=skip_symbolic)


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
        if not hasattr(func, "schema") or needs_data(func) or Tag.inplace_view in func.tags:
            return False
        if func.name().startswith("aten::set_"):
            return False
        return not self.ignore_op_fn(func) and (not self.only_check_ops_with_meta or has_meta(func))

    def __wye_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run a call twice, and compare."""
        kwargs = kwargs or {}
        faked: Any = None
        if self._is_checked(func):
            try:
                faked = _run_fake(func, args, kwargs)
            except UnsupportedFakeTensorException:
                faked = None
        result = func(*args, **kwargs)
        if faked is not None:
            self._compare(func, result, (args, kwargs), faked[1], faked[0])
        return result

    def _compare(self, func: Any, result: Any, args: Any, faked: Any, fake_args: Any) -> None:
        context = f"When comparing the output of {func} on FakeTensor and concrete Tensors, found"
        real, fake, given = tree_leaves(result), tree_leaves(faked), _tensors(args)
        if len(real) != len(fake):
            raise _mismatch(f"{context} mismatch in number of returns {len(fake)} != {len(real)}", _CHANGE)
        if self.check_aliasing and not writes_more_than_declared(func):
            check_aliases(context, real, given, fake, fake_args)
        for at, (ours, theirs) in enumerate(zip(fake, real, strict=True)):
            if isinstance(ours, Tensor) != isinstance(theirs, Tensor):
                raise _mismatch(f"{context} mismatched number of tensor outputs", _CHANGE)
            if isinstance(ours, Tensor):
                where = "" if len(real) == 1 else f" for output[{at}]"
                is_fresh = not outputs_alias_inputs(theirs, given)  # views and written arguments have a history anyway
                check_metadata(
                    theirs,
                    ours,
                    f"{context} mismatched tensor metadata{where}: ",
                    strides=self.check_strides,
                    requires_grad=is_fresh,
                )


def _run_fake(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """Fakes of the arguments, and what the call on them returns; sizes that depend on elements are symbols."""

    def run(mode: WatchedMode) -> tuple[Any, Any]:
        given = tree_map_only(Tensor, partial(mode.from_tensor, static_shapes=True), (args, kwargs))
        with mode, watching_writes(mode, func, *given):
            return given, func(*given[0], **given[1])

    try:
        return run(WatchedMode())
    except (DataDependentOutputException, DynamicOutputShapeException):
        from wye.symbolic import ShapeEnv  # here: loads sympy, which few operators need

        return run(WatchedMode(shape_env=ShapeEnv()))
