"""In-place and ``out=`` variants, derived from functional kernels.

A kernel with an ``out`` keyword stores its result there itself, without a copy on the way; from any other the result is
copied.  What may be stored is decided before anything is written, by the operator's fake rule.
"""

from __future__ import annotations

import warnings
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.layout import contiguous_strides, has_internal_overlap
from wye.tensors.meta_array import MetaArray, describe, restride
from wye.tensors.promotion import can_cast
from wye.tensors.storage import byte_extent

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "fake_in_place", "fake_out", "in_place", "into_arrays", "into_tensors", "prepare", "resize_array",
    "takes_out",
]

Rule = "Callable[..., Any]"


def takes_out(kernel: Callable[..., Any]) -> bool:
    """Does a kernel store its result itself?"""
    code = getattr(kernel, "__code__", None)
    return code is not None and "out" in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]


def _described(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return describe(value)
    return [_described(item) for item in value] if type(value) is list else value


def _check_cast(result: Any, target: Any) -> None:
    if not can_cast(result.dtype, target.dtype):
        made, wanted = from_numpy_dtype(result.dtype), from_numpy_dtype(target.dtype)
        raise RuntimeError(f"result type {_title(made)} can't be cast to the desired output type {_title(wanted)}")


_TITLES = {"float32": "Float", "float64": "Double", "float16": "Half", "bfloat16": "BFloat16", "int64": "Long"}
_TITLES |= {"int32": "Int", "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool"}
_TITLES |= {"complex64": "ComplexFloat", "complex128": "ComplexDouble"}


def _title(dtype: Any) -> str:
    return _TITLES.get(dtype.name, dtype.name)


def _check_fits(result: Any, target: Any) -> None:
    """May a result be stored in ``target`` as it is?"""
    if result.shape != target.shape:
        raise RuntimeError(
            f"output with shape {list(target.shape)} doesn't match the broadcast shape {list(result.shape)}"
        )
    _check_cast(result, target)


def _check_no_overlap(target: Any) -> None:
    if has_internal_overlap(target.shape, target.strides):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )


def _is_plain(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Do only real numbers of the target's own floating dtype and shape meet?  Then every result fits."""
    if target.dtype.kind != "f" or kwargs:
        return False
    for value in args:
        kind = type(value)
        if kind is np.ndarray:
            if value.dtype is not target.dtype or (value.shape != target.shape and value.ndim):
                return False
        elif kind is not float and kind is not int:
            return False
    return True


def in_place(kernel: Callable[..., Any], fake: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel of ``f_`` from that of ``f``."""
    stores = takes_out(kernel)

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_plain(self, args, kwargs):
            by_name = {name: _described(value) for name, value in kwargs.items()}
            _check_fits(fake(describe(self), *map(_described, args), **by_name), self)
        if 0 in self.strides:
            _check_no_overlap(self)
        if stores:
            kernel(self, *args, **kwargs, out=self)
        else:
            np.copyto(self, kernel(self, *args, **kwargs), casting="unsafe")
        return self

    return _named(run, kernel, "_")


def fake_in_place(fake: Callable[..., Any]) -> Callable[..., Any]:
    """The fake rule of ``f_`` from that of ``f``."""

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        _check_fits(fake(self, *args, **kwargs), self)
        _check_no_overlap(self)
        return self

    return _named(run, fake, "_")


def _named(run: Callable[..., Any], kernel: Callable[..., Any], suffix: str) -> Callable[..., Any]:
    run.__name__ = run.__qualname__ = getattr(kernel, "__name__", "kernel") + suffix
    run.__wrapped__ = kernel  # type: ignore[attr-defined]
    return run


def resize_array(tensor: Tensor, shape: tuple[int, ...], strides: tuple[int, ...] | None = None) -> None:
    """Give a tensor another shape; the memory stays where it is large enough."""
    data, root = tensor._data, tensor._data if tensor._root is None else tensor._root
    wanted = strides or contiguous_strides(shape, data.dtype.itemsize)
    if type(data) is MetaArray:
        tensor._data = MetaArray(shape, data.dtype, wanted, data.offset)
        return
    reach = byte_extent(MetaArray(shape, data.dtype, wanted))
    if reach <= byte_extent(root) - tensor.storage_offset() * data.dtype.itemsize:
        tensor._data, tensor._root = restride(data, shape, wanted), root
        return
    start = tensor.storage_offset()
    grown = np.empty(start - (-reach // data.dtype.itemsize), data.dtype)
    kept = byte_extent(root) // data.dtype.itemsize
    if kept and root.dtype == data.dtype:
        grown[:kept] = restride(root, (kept,), (data.dtype.itemsize,))
    tensor._data, tensor._root = restride(grown, shape, wanted, start * data.dtype.itemsize), grown


def prepare(out: Tensor, result: Any, *, strict: bool = False) -> None:
    """Make an output ready for a result: its dtype must do, its shape is changed.

    Args:
        out: Where the result goes.
        result: Anything with its shape, strides and dtype.
        strict: Is no other dtype good enough?
    """
    if strict and result.dtype != out._data.dtype:
        wanted, found = from_numpy_dtype(result.dtype), from_numpy_dtype(out._data.dtype)
        raise RuntimeError(f"Expected out tensor to have dtype {wanted.name}, but got {found.name} instead")
    _check_cast(result, out._data)
    if tuple(out._data.shape) != tuple(result.shape):
        if prod(out._data.shape):
            warnings.warn(
                f"An output with one or more elements was resized since it had shape {list(out._data.shape)}, which "
                f"does not match the required output shape {list(result.shape)}. This behavior is deprecated, and in a "
                "future PyTorch release outputs will not be resized unless they have zero elements. You can explicitly "
                "reuse an out tensor t by resizing it, inplace, to zero elements with t.resize_(0).",
                stacklevel=4,
            )
        resize_array(out, tuple(result.shape), None if strict else _rescaled(result, out._data.dtype.itemsize))
    _check_no_overlap(out._data)


def _rescaled(result: Any, itemsize: int) -> tuple[int, ...]:
    return tuple(stride // result.dtype.itemsize * itemsize for stride in result.strides)


def _fake_results(fake: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], several: bool) -> Any:
    made = fake(*args, **kwargs)
    return made if several else (made,)


def _unwrapped(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value._data
    return [_unwrapped(item) for item in value] if type(value) is list else value


def _store(kernel: Callable[..., Any], args: Any, kwargs: dict[str, Any], targets: list[Any]) -> None:
    if len(targets) == 1 and takes_out(kernel):
        kernel(*args, **kwargs, out=targets[0])
        return
    made = kernel(*args, **kwargs)
    for target, result in zip(targets, made if len(targets) > 1 else (made,), strict=True):
        np.copyto(target, result, casting="unsafe")


def _with_dtype(kwargs: dict[str, Any], names: frozenset[str], target: Any) -> dict[str, Any]:
    """A factory's result has the dtype of what it is stored in."""
    return {**kwargs, "dtype": from_numpy_dtype(target.dtype)} if "dtype" in names else kwargs


def into_tensors(
    kernel: Callable[..., Any],
    fake: Callable[..., Any],
    outs: tuple[str, ...],
    missing: frozenset[str],
    *,
    strict: bool = False,
) -> Callable[..., Any]:
    """The kernel of ``f.out`` on tensors.

    Args:
        kernel: Of ``f``, on arrays.
        fake: Its fake rule.
        outs: The names of the arguments to store results in.
        missing: Arguments of ``f`` that ``f.out`` does not have.
        strict: Must outputs have exactly the dtype of the result?
    """

    def run(*args: Any, **kwargs: Any) -> Any:
        targets = [kwargs.pop(name) for name in outs]
        plain = [_unwrapped(value) for value in args]
        by_name = {name: _unwrapped(value) for name, value in kwargs.items()}
        by_name = _with_dtype(by_name, missing, targets[0]._data)
        described = {name: _described(value) for name, value in by_name.items()}
        results = _fake_results(fake, tuple(map(_described, plain)), described, len(outs) > 1)
        for target, result in zip(targets, results, strict=True):
            prepare(target, result, strict=strict)
        with np.errstate(all="ignore"):
            _store(kernel, plain, by_name, [target._data for target in targets])
        return targets[0] if len(targets) == 1 else tuple(targets)

    return _named(run, kernel, "_out")


def into_arrays(
    kernel: Callable[..., Any], fake: Callable[..., Any], outs: tuple[str, ...], missing: frozenset[str]
) -> Callable[..., Any]:
    """The same on arrays, which cannot change their shape."""

    def run(*args: Any, **kwargs: Any) -> Any:
        targets = [kwargs.pop(name) for name in outs]
        by_name = _with_dtype(kwargs, missing, targets[0])
        described = {name: _described(value) for name, value in by_name.items()}
        results = _fake_results(fake, tuple(map(_described, args)), described, len(outs) > 1)
        for target, result in zip(targets, results, strict=True):
            _check_fits(result, target)
        with np.errstate(all="ignore"):
            _store(kernel, args, by_name, targets)
        return targets[0] if len(targets) == 1 else tuple(targets)

    return _named(run, kernel, "_out")


def fake_out(
    fake: Callable[..., Any], outs: tuple[str, ...], missing: frozenset[str], *, strict: bool = False
) -> Callable[..., Any]:
    """The kernel of ``f.out`` on tensors without data."""

    def run(*args: Any, **kwargs: Any) -> Any:
        targets = [kwargs.pop(name) for name in outs]
        plain = [_described(_unwrapped(value)) for value in args]
        by_name = _with_dtype({k: _described(_unwrapped(v)) for k, v in kwargs.items()}, missing, targets[0]._data)
        results = _fake_results(fake, tuple(plain), by_name, len(outs) > 1)
        for target, result in zip(targets, results, strict=True):
            prepare(target, result, strict=strict)
        return targets[0] if len(targets) == 1 else tuple(targets)

    return _named(run, fake, "_out")
