"""In-place and ``out=`` variants, derived from functional kernels.

A kernel with an ``out`` keyword stores its result there itself, without a copy on the way; from any other the result is
copied.  What may be stored is decided before anything is written, by the operator's fake rule.
"""

from __future__ import annotations

import sys
import warnings
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.outputs import check_dtype, check_no_overlap, check_partial_overlap, may_share
from wye.tensors import Tensor
from wye.tensors.layout import steps_of
from wye.tensors.meta_array import describe
from wye.tensors.replacing import resize_array

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.aten.outputs import Outputs

__all__ = [
    "fake_in_place", "fake_out", "in_place", "into_arrays", "into_tensors", "prepare", "takes_out",
]  # fmt: skip


def takes_out(kernel: Callable[..., Any]) -> bool:
    """Does a kernel store its result itself?"""
    code = getattr(kernel, "__code__", None)
    return code is not None and "out" in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]


def _described(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return describe(value)
    return [_described(item) for item in value] if type(value) is list else value


def _check_shape(result: Any, target: Any) -> None:
    if result.shape != target.shape:
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(result.shape)}"
        )


def _is_plain(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Are all operands of the target's floating dtype and shape, or real numbers?  Then every result fits."""
    if target.dtype.kind != "f":
        return False
    for value in (*args, *kwargs.values()) if kwargs else args:
        kind = type(value)
        if kind is np.ndarray:
            if value.dtype is not target.dtype or (value.shape != target.shape and value.ndim):
                return False
        elif kind is not float and kind is not int:
            return False
    return True


def in_place(kernel: Callable[..., Any], fake: Callable[..., Any], outputs: Outputs) -> Callable[..., Any]:
    """The kernel of ``f_`` from that of ``f``."""
    stores, apart = takes_out(kernel), outputs.apart

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_plain(self, args, kwargs):
            kwargs = outputs.with_dtype(kwargs, self, self)
            by_name = {name: _described(value) for name, value in kwargs.items()}
            result = fake(describe(self), *map(_described, args), **by_name)
            _check_shape(result, self)
            check_dtype(result, self, outputs, self)
        if 0 in self.strides:
            check_no_overlap(self)
        if apart:
            check_partial_overlap(self, args)
        if stores:
            kernel(self, *args, **kwargs, out=self)
        else:
            np.copyto(self, kernel(self, *args, **kwargs), casting="unsafe")
        return self

    return _named(run, kernel, "_")


def fake_in_place(fake: Callable[..., Any], outputs: Outputs) -> Callable[..., Any]:
    """The fake rule of ``f_`` from that of ``f``."""

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = fake(self, *args, **outputs.with_dtype(kwargs, self, self))
        _check_shape(result, self)
        check_dtype(result, self, outputs, self)
        check_no_overlap(self)
        return self

    return _named(run, fake, "_")


def _named(run: Callable[..., Any], kernel: Callable[..., Any], suffix: str) -> Callable[..., Any]:
    run.__name__ = run.__qualname__ = getattr(kernel, "__name__", "kernel") + suffix
    run.__wrapped__ = kernel  # type: ignore[attr-defined]
    return run


def prepare(out: Tensor, result: Any, outputs: Outputs, operand: Any = None) -> None:
    """Prepare an output for a result: check its dtype, change its shape.

    Args:
        out: Where the result goes.
        result: Anything with its shape, strides and dtype.
        outputs: The operator's rule for its outputs.
        operand: The operator's first argument.
    """
    if outputs.apart:
        check_no_overlap(out._data)  # elementwise operators ask before they make an output larger
    check_dtype(result, out._data, outputs, operand)
    kept = outputs.is_filled and prod(out._data.shape) == prod(result.shape)
    if not kept and tuple(out._data.shape) != tuple(result.shape):
        if outputs.is_filled:
            _warn_of_count(outputs.packet, out._data.shape, result.shape)
        elif prod(out._data.shape):
            warnings.warn(
                f"An output with one or more elements was resized since it had shape {list(out._data.shape)}, which "
                f"does not match the required output shape {list(result.shape)}. This behavior is deprecated, and in a "
                "future PyTorch release outputs will not be resized unless they have zero elements. You can explicitly "
                "reuse an out tensor t by resizing it, inplace, to zero elements with t.resize_(0).",
                stacklevel=4,
            )
        resize_array(out, tuple(result.shape), None if outputs.row_major else steps_of(result))
    check_no_overlap(out._data)


def _warn_of_count(packet: str, shape: Any, wanted: Any) -> None:
    """Warn where a range has more or fewer elements than its output; other factories resize without a word."""
    if packet == "arange" and prod(shape):
        warnings.warn(
            f"The number of elements in the out tensor of shape {list(shape)} is {prod(shape)} which does not match "
            f"the computed number of elements {prod(wanted)}. Note that this may occur as a result of rounding error. "
            f"The out tensor will be resized to a tensor of shape ({prod(wanted)},).",
            stacklevel=5,
        )


def _unwrapped(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value._data
    return [_unwrapped(item) for item in value] if type(value) is list else value


def _data_of_first(targets: list[Any]) -> Any:
    return targets[0]._data if targets else None


def _store(
    kernel: Callable[..., Any], args: Any, kwargs: dict[str, Any], targets: list[Any], made: Any, outputs: Outputs
) -> None:
    """Run the kernel into the targets, or copy what it has ``made`` already."""
    if made is None and len(targets) == 1 and not outputs.is_list and takes_out(kernel):
        kernel(*args, **kwargs, out=targets[0])
        return
    if made is None:
        made = outputs.results(kernel(*args, **kwargs))
    for target, result in zip(targets, made, strict=True):
        np.copyto(target, result.reshape(target.shape) if outputs.is_filled else result, casting="unsafe")


def _faked(fake: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any], outputs: Outputs) -> Any:
    """What the results will be, one for each output."""
    made = fake(*map(_described, args), **{name: _described(value) for name, value in kwargs.items()})
    return outputs.results(made)


# Note [Small outputs]
# What may be stored in an output is decided by the operator's fake rule before its kernel writes there.  For a small
# result that takes many times as long as the result itself.  So ``f`` itself is called, which the engine often answers
# without Python; the result then shows whether it fits, and is copied.  Nothing is written before that, either.
# Broken by: writing to an output before its dtype, shape and overlaps have been looked at.
# Guarded by: tests/unit/aten/test_variants.py::test_an_output_that_does_not_fit_is_left_alone
_SMALL = 8192  # elements; a larger result costs more to copy than a kernel saves that stores its result itself


def _fits(result: Any, target: Any, args: tuple[Any, ...], apart: bool) -> bool:
    """May a result be copied to a target as it is?  What cannot be seen at once has to be looked at."""
    if result.dtype is not target.dtype or result.shape != target.shape or not target.flags.c_contiguous:
        return False
    if apart:
        for value in args:
            if isinstance(value, Tensor):
                operand = value._data
                if operand is not target and may_share(target, operand):
                    return False
    return True


def _small(
    kernel: Callable[..., Any], outputs: Outputs, functional: Callable[[], Callable[..., Any]]
) -> Callable[[list[Any], tuple[Any, ...], dict[str, Any]], tuple[bool, Any]]:
    """Calls ``f`` and copies its results to targets that they fit: have they been stored, and if not, may they be?"""
    has_dtype, apart, is_single = outputs.has_dtype, outputs.apart, len(outputs.names) == 1
    stores = takes_out(kernel)  # and may look at its output itself
    limit = _SMALL if stores else sys.maxsize
    call: Callable[..., Any] | None = None

    def store(targets: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[bool, Any]:
        nonlocal call
        if not 0 < targets[0]._data.size <= limit:
            return False, None
        if call is None:
            call = functional()
        if has_dtype:
            kwargs = outputs.with_dtype(kwargs, targets[0]._data, _unwrapped(args[0]) if args else None)
        results = call(*args, **kwargs)
        made = (results._data,) if is_single else tuple([result._data for result in results])
        for result, target in zip(made, targets, strict=True):
            if not _fits(result, target._data, args, apart):
                return False, None if stores else made
        for result, target in zip(made, targets, strict=True):
            target._data[...] = result
        return True, made

    return store


def into_tensors(
    kernel: Callable[..., Any],
    fake: Callable[..., Any],
    outputs: Outputs,
    functional: Callable[[], Callable[..., Any]] | None,
) -> Callable[..., Any]:
    """The kernel of ``f.out`` on tensors.

    Args:
        kernel: Of ``f``, on arrays.
        fake: Its fake rule.
        outputs: How to treat what results are stored in.
        functional: Gives what calls ``f`` on tensors, if it may be called once more.  See Note [Small outputs].
    """
    store_small = None if functional is None or outputs.is_list else _small(kernel, outputs, functional)

    def run(*args: Any, **kwargs: Any) -> Any:
        targets = outputs.targets(kwargs)
        made = None
        if store_small is not None:
            is_stored, made = store_small(targets, args, kwargs)
            if is_stored:
                return outputs.returned(targets)
        plain = [_unwrapped(value) for value in args]
        by_name = {name: _unwrapped(value) for name, value in kwargs.items()}
        by_name = outputs.with_dtype(by_name, _data_of_first(targets), plain[0] if plain else None)
        if outputs.late and made is None:
            with np.errstate(all="ignore"):
                made = outputs.results(kernel(*plain, **by_name))
        results = made or _faked(fake, plain, by_name, outputs)
        outputs.check_count(targets, results)
        for target, result in zip(targets, results, strict=True):
            prepare(target, result, outputs, plain[0] if plain else None)
            if outputs.apart:
                check_partial_overlap(target._data, plain)
        with np.errstate(all="ignore"):
            _store(kernel, plain, by_name, [target._data for target in targets], made, outputs)
        return outputs.returned(targets)

    return _named(run, kernel, "_out")


def into_arrays(kernel: Callable[..., Any], fake: Callable[..., Any], outputs: Outputs) -> Callable[..., Any]:
    """The same on arrays, which cannot change their shape."""

    def run(*args: Any, **kwargs: Any) -> Any:
        targets = outputs.targets(kwargs)
        by_name = outputs.with_dtype(kwargs, targets[0] if targets else None, args[0] if args else None)
        with np.errstate(all="ignore"):
            made = outputs.results(kernel(*args, **by_name)) if outputs.late else None
        for target, result in zip(targets, made or _faked(fake, args, by_name, outputs), strict=True):
            _check_shape(result, target)
            check_dtype(result, target, outputs, args[0] if args else None)
            check_no_overlap(target)
            if outputs.apart:
                check_partial_overlap(target, args)
        with np.errstate(all="ignore"):
            _store(kernel, args, by_name, targets, made, outputs)
        return outputs.returned(targets)

    return _named(run, kernel, "_out")


def fake_out(fake: Callable[..., Any], outputs: Outputs) -> Callable[..., Any]:
    """The kernel of ``f.out`` on tensors without data."""

    def run(*args: Any, **kwargs: Any) -> Any:
        targets = outputs.targets(kwargs)
        plain = [_unwrapped(value) for value in args]
        by_name = {name: _unwrapped(value) for name, value in kwargs.items()}
        by_name = outputs.with_dtype(by_name, _data_of_first(targets), plain[0] if plain else None)
        for target, result in zip(targets, _faked(fake, plain, by_name, outputs), strict=True):
            prepare(target, result, outputs, plain[0] if plain else None)
        return outputs.returned(targets)

    return _named(run, fake, "_out")
