"""test_faketensor: does the fake kernel of an operator return what the real one returns, but for the elements?

Cold path.  In: a call.  Out: its result, or an error that says what differs.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call import OpOverload
from wye.fake import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
    MetadataMismatchError,
)
from wye.modes import DispatchMode
from wye.pytree import tree_leaves, tree_map_only
from wye.schema.tags import Tag
from wye.tensors import Tensor
from wye.testing.operator_checks.arguments import copied, has_data, tensors_of
from wye.testing.schema_check import undeclared_arguments

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CrossRefFakeMode", "check_fake", "fake_check"]

# The shapes and values of their results depend on elements, or they change what an argument shows.
_LEFT_OUT: Final = (Tag.dynamic_output_shape, Tag.data_dependent_output, Tag.inplace_view)
_REQUIRES_GRAD: Final = (
    " mismatched requires_grad-ness of outputs. This usually means that you have added autograd support for your "
    "operator at a dispatch key other than Autograd, which will lead to problems"
)


def check_fake(
    op: OpOverload,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    *,
    copy_inputs: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Compare what an operator and its fake kernel return, where the arguments have data.

    Args:
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        copy_inputs: Call it with copies.
        rtol: Not used here; all checks are called alike.
        atol: The same.

    Raises:
        MetadataMismatchError: they differ; and whatever the fake kernel raises.
    """
    if not has_data((args, kwargs)):
        return
    if copy_inputs:
        args, kwargs = copied((args, kwargs))
    fake_check(op, args, kwargs)


def fake_check(op: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Compare what all operators that a call reaches and their fake kernels return."""
    with CrossRefFakeMode():
        op(*args, **kwargs)


class CrossRefFakeMode(DispatchMode):
    """Each call runs on fake tensors, too, and both results must agree: sizes, dtypes, strides, devices, shared memory.

    Args:
        ignore_op_fn: Given an operator, says whether to leave it out.
    """

    def __init__(self, ignore_op_fn: Callable[[Any], bool] | None = None) -> None:
        super().__init__()
        self._ignores = ignore_op_fn or (lambda op: False)

    def __wye_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run a call on fake tensors and on the real ones, and compare.

        Raises:
            MetadataMismatchError: the results differ.
        """
        kwargs = kwargs or {}
        if not isinstance(func, OpOverload) or self._ignores(func) or _depends_on_elements(func):
            return func(*args, **kwargs)
        fakes, fake = _run_fake(func, args, kwargs)
        result = func(*args, **kwargs)
        _Comparison(func).check(fakes, fake, (args, kwargs), result)
        return result


def _run_fake(func: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """Fakes of the arguments, and what the call on them returns; sizes that depend on elements are symbols."""

    def run(mode: FakeTensorMode) -> tuple[Any, Any]:
        fakes = tree_map_only(Tensor, partial(mode.from_tensor, static_shapes=True), (args, kwargs))
        with mode:
            return fakes, func(*fakes[0], **fakes[1])

    try:
        return run(FakeTensorMode())
    except (DataDependentOutputException, DynamicOutputShapeException):
        from wye.symbolic import ShapeEnv  # here: loads sympy, which few operators need

        return run(FakeTensorMode(shape_env=ShapeEnv()))


@cache
def _depends_on_elements(func: OpOverload) -> bool:
    """Has the operator, or the one whose results it stores, results that are not known without elements?"""
    packet = func.overloadpacket
    overloads = (func, *(getattr(packet, name) for name in packet.overloads()))
    return any(tag in overload.tags for overload in overloads for tag in _LEFT_OUT)


class _Comparison:
    """Compares the results of one call, fake and real."""

    def __init__(self, func: Any) -> None:
        self.func = func

    def fail(self, what: str, *fix: str) -> MetadataMismatchError:
        error = MetadataMismatchError(
            f"When comparing the output of {self.func} on FakeTensor and concrete Tensors, found {what}"
        )
        for line in fix:
            error.add_note(f"  {line}")
        return error

    def check(self, fake_arguments: Any, fake: Any, arguments: Any, result: Any) -> None:
        """Raise unless they agree."""
        ours, theirs = tree_leaves(fake), tree_leaves(result)
        if len(ours) != len(theirs):
            raise self.fail(
                f"mismatch in number of returns {len(ours)} != {len(theirs)}",
                "return as many results from the fake kernel as from the real one",
            )
        self.check_memory(_sharing(fake, fake_arguments), _sharing(result, arguments))
        given = tensors_of(arguments)
        for one, other in zip(ours, theirs, strict=True):
            if isinstance(one, Tensor) and isinstance(other, Tensor):
                self.check_tensor(one, other, is_fresh=not any(_shares(other, argument) for argument in given))

    def check_memory(self, fake: bool, real: bool) -> None:
        """Raise unless results share memory with arguments in both calls or in none."""
        if fake != real and not undeclared_arguments(self.func):
            raise self.fail(
                f"mismatch in outputs_alias_inputs check {fake} != {real}",
                "return a new tensor from the fake kernel: x.new_empty(shape), empty_like(x)"
                if fake
                else "the real kernel returns an argument or a view of one: return a clone of it",
            )

    def check_tensor(self, fake: Any, real: Any, *, is_fresh: bool) -> None:
        """Raise unless a fake tensor shows what a real one shows."""
        if is_fresh and fake.requires_grad != real.requires_grad:  # views and written arguments have a history anyway
            raise self.metadata(_REQUIRES_GRAD, "register gradients at Autograd: library.register_autograd")
        if not _same_sizes(fake.shape, real.shape):
            raise self.metadata(f"Shapes {real.shape} and {fake.shape} are not equal!")
        if fake.dtype != real.dtype:
            raise self.metadata(f"Dtypes {real.dtype} and {fake.dtype} are not equal!")
        if fake.device != real.device:
            raise self.metadata(f"Devices {real.device} and {fake.device} are not equal!")
        self.check_layout(fake, real)

    def check_layout(self, fake: Any, real: Any) -> None:
        """Raise unless the elements of both lie in memory alike."""
        at = _wrong_stride(fake, real)
        if at is not None:
            raise self.metadata(
                f"Stride mismatch! Strides are {tuple(real.stride())} and {tuple(fake.stride())} (mismatched at {at})!",
                "make the result of the real kernel contiguous, or the fake one with new_empty_strided",
            )
        if not _same_sizes((fake.storage_offset(),), (real.storage_offset(),)):
            raise self.metadata(
                " mismatched storage offset", "return a tensor of its own memory from the real kernel: clone()"
            )
        for what in ("is_conj", "is_neg"):
            if getattr(fake, what)() != getattr(real, what)():
                raise self.metadata(f"{what} of the results differs: {getattr(real, what)()} in the real one")

    def metadata(self, what: str, *fix: str) -> MetadataMismatchError:
        fix = fix or ("change what the fake kernel returns, so that it agrees with the real kernel",)
        return self.fail(f"mismatched tensor metadata: {what}", *fix)


def _shares(one: Tensor, other: Tensor) -> bool:
    return one is other or engine.shares_memory(one, other)


def _sharing(results: Any, arguments: Any) -> bool:
    given = tensors_of(arguments)
    return any(_shares(one, other) for one in tensors_of(results) for other in given)


def _same_sizes(ours: Any, theirs: Any) -> bool:
    """Are they equal?  A size that is not known without data is equal to any."""
    return len(ours) == len(theirs) and all(
        type(one) is not int or one == int(other) for one, other in zip(ours, theirs, strict=True)
    )


def _wrong_stride(fake: Any, real: Any) -> int | None:
    """The first dimension with a stride that matters and differs; None: there is none."""
    if real.numel() == 0:
        return None
    strides = zip(real.shape, fake.stride(), real.stride(), strict=True)
    wrong = (at for at, (size, one, other) in enumerate(strides) if size > 1 and not _same_sizes((one,), (other,)))
    return next(wrong, None)
