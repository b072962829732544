"""What tests set up around themselves: random numbers, default dtypes, warnings, files.

Cold path.  Context managers that restore what they saw.
"""

from __future__ import annotations

import functools
import gc
import inspect
import itertools
import os
import random
import shutil
import tempfile
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

import wye.process_settings as settings
from wye.call import ops
from wye.tensors import Tensor, from_numpy
from wye.tensors.dtypes import get_default_dtype, set_default_dtype, to_numpy_dtype
from wye.tensors.generator import get_rng_state, manual_seed, set_rng_state
from wye.tensors.type_names import dtype_of_name
from wye.warn_always import is_warn_always_enabled, set_warn_always

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wye.schema.values import dtype

__all__ = [
    "Deterministic",
    "argument_names",
    "called_with_a_fixed_seed",
    "clone_inputs",
    "default_dtype",
    "default_tensor_type",
    "frozen_random_state",
    "is_iterable",
    "is_list_of_tensors",
    "iterate_indices",
    "noncontiguous_like",
    "number_of_bytes",
    "seed_everything",
    "swapping_parameters",
    "temporary_directory",
    "temporary_file",
    "warning_always",
    "without_collections",
    "without_warnings",
]


@contextmanager
def frozen_random_state() -> Iterator[None]:
    """Restores the state of the random generator at the end."""
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)


def called_with_a_fixed_seed(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a function gives where the random numbers always begin in the same place."""
    with frozen_random_state():
        manual_seed(42)
        return function(*args, **kwargs)


@contextmanager
def default_dtype(kind: dtype) -> Iterator[None]:
    """Inside, numbers become tensors of another dtype."""
    saved = get_default_dtype()
    set_default_dtype(kind)
    try:
        yield
    finally:
        set_default_dtype(saved)


@contextmanager
def default_tensor_type(tensor_type: Any) -> Iterator[None]:
    """Inside, numbers become tensors of this type: a class like ``FloatTensor``, or its name."""
    name = tensor_type if isinstance(tensor_type, str) else f"{tensor_type.__module__}.{tensor_type.__name__}"
    with default_dtype(dtype_of_name(name)):
        yield


@contextmanager
def warning_always(new_val: bool) -> Iterator[None]:
    """Inside, warnings that are given once are given each time, or not."""
    saved = is_warn_always_enabled()
    set_warn_always(new_val)
    try:
        yield
    finally:
        set_warn_always(saved)


@contextmanager
def without_collections() -> Iterator[None]:
    """Inside, garbage is collected only where a program asks for it."""
    saved = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if saved:
            gc.enable()


class Deterministic:
    """Inside, deterministic algorithms are requested, or not.

    Args:
        deterministic: Are they?
        warn_only: Would others only warn?
        fill_uninitialized_memory: Is new memory that nothing is written to filled?
    """

    def __init__(self, deterministic: bool, *, warn_only: bool = False, fill_uninitialized_memory: bool = True) -> None:
        self._wanted = deterministic, warn_only, fill_uninitialized_memory
        self._saved = False, False, True

    def __enter__(self) -> None:
        self._saved = (
            settings.are_deterministic_algorithms_enabled(),
            settings.is_deterministic_algorithms_warn_only_enabled(),
            settings.get_deterministic_fill_uninitialized_memory(),
        )
        self._use(*self._wanted)

    def __exit__(self, *error: object) -> None:
        self._use(*self._saved)

    @staticmethod
    def _use(deterministic: bool, warn_only: bool, fill: bool) -> None:
        settings.use_deterministic_algorithms(deterministic, warn_only=warn_only)
        settings.set_deterministic_fill_uninitialized_memory(fill)


def seed_everything(seed: int = 1234) -> None:
    """Start the random streams of wye, Python and NumPy."""
    manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed)


def is_iterable(value: object) -> bool:
    """Can one iterate over it?"""
    return hasattr(type(value), "__iter__")


def iterate_indices(tensor: Any) -> Iterator[Any]:
    """The indices of all elements: numbers for one dimension, tuples for more."""
    if tensor.dim() == 0:
        return iter(range(0))
    return iter(range(tensor.size(0))) if tensor.dim() == 1 else itertools.product(*map(range, tensor.size()))


def without_warnings(test: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator: warnings inside are not shown."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return test(*args, **kwargs)

    return run


@contextmanager
def temporary_file(*args: Any, **kwargs: Any) -> Iterator[str]:
    """The name of a file that is gone afterwards."""
    handle, name = tempfile.mkstemp(*args, **kwargs)
    os.close(handle)
    try:
        yield name
    finally:
        os.unlink(name)


@contextmanager
def temporary_directory(suffix: str | None = None) -> Iterator[str]:
    """The name of a directory that is gone afterwards."""
    name = tempfile.mkdtemp(suffix=suffix)
    try:
        yield name
    finally:
        shutil.rmtree(name, ignore_errors=True)


def noncontiguous_like(tensor: Tensor) -> Tensor:
    """A copy whose elements do not lie side by side; the tensor itself where that is so, or cannot be."""
    if not tensor.is_contiguous() or tensor.numel() <= 1:
        return tensor
    spread: Tensor = ops.aten.repeat_interleave(tensor.detach(), 2, dim=-1)
    return spread[..., ::2].requires_grad_(tensor.requires_grad)


def is_list_of_tensors(value: object, include_empty: bool = False) -> bool:
    """Is it something to iterate over, of tensors alone?  An empty one is not, unless it is said."""
    if isinstance(value, Tensor):
        return False
    try:
        found = list(value)  # type: ignore[call-overload]  # whether it can is the question
    except TypeError:
        return False
    return (bool(found) or include_empty) and all(isinstance(item, Tensor) for item in found)


def clone_inputs(value: Any) -> Any:
    """A value with clones of the tensors in lists and tuples, whose gradients go on to these."""
    if isinstance(value, Tensor):
        return value.clone()
    if isinstance(value, (list, tuple)):
        return type(value)(clone_inputs(item) for item in value)
    return value


def number_of_bytes(byte_list: Iterable[int], dtype: dtype, device: Any) -> Tensor:
    """A tensor of the one number that some bytes are in memory.

    Args:
        byte_list: As many bytes as an element has.
        dtype: Its dtype.
        device: Where the tensor is.
    """
    content = np.array([*byte_list], np.uint8)
    if content.size != dtype.itemsize:
        raise AssertionError(f"an element of {dtype} has {dtype.itemsize} bytes, not {content.size}")
    return from_numpy(content.view(to_numpy_dtype(dtype)).reshape(())).to(device)


def argument_names(function: Callable[..., Any]) -> list[str]:
    """The names of what a function takes."""
    return list(inspect.signature(function).parameters)


def swapping_parameters(swap: bool | None = None) -> Callable[..., Any]:
    """A decorator: inside, modules swap their parameters when they are converted or loaded, or not; None: as before."""

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> Any:
            saved = settings.get_swap_module_params_on_conversion()
            settings.set_swap_module_params_on_conversion(saved if swap is None else swap)
            try:
                return test(*args, **kwargs)
            finally:
                settings.set_swap_module_params_on_conversion(saved)

        return run

    return decorate
