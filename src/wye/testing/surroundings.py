"""What tests set up around themselves: random numbers, default dtypes, warnings, files.

Cold path.  Context managers that restore what they saw.
"""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wye.call import ops
from wye.tensors import Tensor
from wye.tensors.dtypes import get_default_dtype, set_default_dtype
from wye.tensors.generator import get_rng_state, set_rng_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.schema.values import dtype

__all__ = [
    "clone_inputs",
    "default_dtype",
    "frozen_random_state",
    "is_list_of_tensors",
    "noncontiguous_like",
    "temporary_directory",
    "temporary_file",
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


@contextmanager
def default_dtype(kind: dtype) -> Iterator[None]:
    """Inside, numbers become tensors of another dtype."""
    saved = get_default_dtype()
    set_default_dtype(kind)
    try:
        yield
    finally:
        set_default_dtype(saved)


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
    return spread[..., ::2]


def is_list_of_tensors(value: object) -> bool:
    """Is it something to iterate over, of tensors alone?  An empty one is not."""
    if isinstance(value, Tensor):
        return False
    try:
        found = list(value)  # type: ignore[call-overload]  # whether it can is the question
    except TypeError:
        return False
    return bool(found) and all(isinstance(item, Tensor) for item in found)


def clone_inputs(value: Any) -> Any:
    """A value with clones of the tensors in lists and tuples."""
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, (list, tuple)):
        return type(value)(clone_inputs(item) for item in value)
    return value
