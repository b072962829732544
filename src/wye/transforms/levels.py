"""Levels by hand: enter and leave a vmap, wrap and unwrap tensors, ask what a tensor is.

For code that works below `vmap`, as kernels at FuncTorchBatched do.  Cold path.
"""

from __future__ import annotations

from typing import Any

from wye.functionalization.wrapper import FunctionalArray
from wye.tensors import Tensor
from wye.tensors.wrapped_array import WrappedArray
from wye.transforms.batched import BatchedArray, batch
from wye.transforms.interpreters import ENTER, LEAVE, Interpreter, current, stack_of_thread
from wye.transforms.vmap import VmapInterpreter, unbatch

__all__ = [
    "add_batch_dim", "current_level", "debug_unwrap", "depth", "enter_vmap", "get_batch_dim", "get_level",
    "get_unwrapped", "is_batched_tensor", "is_functional_tensor", "is_grad_tensor", "is_wrapped_tensor",
    "leave_vmap", "level_of", "maybe_current_level", "pop_level", "push_level", "remove_batch_dim",
    "reshape_dim_into", "reshape_dim_outof", "unwrap_batched", "unwrap_if_dead",
]  # fmt: skip


def level_of(tensor: Any) -> int:
    """The level of a wrapper: 0 for other tensors, -1 where its transform has ended."""
    return max(get_level(tensor), -1) if is_wrapped_tensor(tensor) else 0


def reshape_dim_into(source: int, destination: int, tensor: Any) -> Any:
    """Join a dimension with another one, counted without it; it comes to lie before it."""
    source, destination = source % tensor.dim(), destination % (tensor.dim() - 1)
    sizes = list(tensor.shape)
    joined = sizes.pop(source)
    sizes[destination] *= joined
    return tensor.movedim(source, destination).reshape(sizes)


def reshape_dim_outof(source: int, size: int, tensor: Any) -> Any:
    """Split a dimension in two, of which the first has this size.

    Raises:
        RuntimeError: it does not divide the dimension.
    """
    source %= tensor.dim()
    sizes = list(tensor.shape)
    if size == 0 or sizes[source] % size:
        raise RuntimeError(f"a dimension of size {sizes[source]} cannot be split into parts of {size}")
    return tensor.reshape([*sizes[:source], size, sizes[source] // size, *sizes[source + 1 :]])


def push_level(interpreter: Interpreter) -> None:
    """Put an interpreter on the stack."""
    stack = stack_of_thread()
    if not stack:
        ENTER.apply()
    stack.append(interpreter)


def pop_level() -> Interpreter:
    """Take the top interpreter off the stack.

    Raises:
        RuntimeError: there is none.
    """
    stack = stack_of_thread()
    if not stack:
        raise RuntimeError(
            '!dynamicLayerStack.empty() INTERNAL ASSERT FAILED at "DynamicLayer.cpp":1, please report a bug to '
            "PyTorch. There is no transform to leave"
        )
    top = stack.pop()
    if not stack:
        LEAVE.apply()
    return top


def enter_vmap(batch_size: int, randomness: str) -> int:
    """Begin a vmap; its level."""
    mine = VmapInterpreter(stack_of_thread(), batch_size, randomness)
    push_level(mine)
    return mine.level()


def leave_vmap() -> int:
    """End the vmap on top; the level that it had."""
    return pop_level().level()


def current_level() -> int:
    """The level of the transform on top.

    Raises:
        RuntimeError: there is none.
    """
    top = current()
    if top is None:
        raise RuntimeError(
            'maybe_layer.has_value() INTERNAL ASSERT FAILED at "init.cpp":1, please report a bug to PyTorch. There is '
            "no transform"
        )
    return top.level()


def maybe_current_level() -> int | None:
    """The level of the transform on top, or None."""
    top = current()
    return None if top is None else top.level()


def depth() -> int:
    """How many transforms are running in this thread."""
    return len(stack_of_thread())


def add_batch_dim(tensor: Any, dim: int, level: int) -> Any:
    """A tensor as a batched one at a level."""
    return batch(tensor, dim % tensor.ndim, level)


def remove_batch_dim(tensor: Any, level: int, batch_size: int, out_dim: int) -> Any:
    """The tensor inside, its batch dimension at ``out_dim``; one that is not batched there is expanded."""
    return unbatch(tensor, level, batch_size, out_dim)


def unwrap_batched(tensor: Any, level: int) -> tuple[Any, int | None]:
    """The tensor inside and its batch dimension; the tensor itself and None where it is not batched at the level."""
    data = tensor._data
    return (data.inner, data.dim) if type(data) is BatchedArray and data.level == level else (tensor, None)


def is_batched_tensor(tensor: Any) -> bool:
    """Is it batched, at any level?"""
    return isinstance(tensor, Tensor) and type(tensor._data) is BatchedArray


def is_grad_tensor(tensor: Any) -> bool:
    """Is it followed by a gradient transform, also one that has ended?"""
    return is_wrapped_tensor(tensor) and not (is_batched_tensor(tensor) or is_functional_tensor(tensor))


def is_functional_tensor(tensor: Any) -> bool:
    """Is it functional: does it stand for a value that is replaced where a program writes?"""
    return isinstance(tensor, Tensor) and type(tensor._data) is FunctionalArray


def is_wrapped_tensor(tensor: Any) -> bool:
    """Does it belong to a transform?"""
    if not (isinstance(tensor, Tensor) and isinstance(tensor._data, WrappedArray)):
        return False
    return tensor._data.level > 0  # functional tensors at the key belong to none


def get_level(tensor: Any) -> int:
    """The level of a tensor that belongs to a transform; -1 for others, -2 where a gradient transform has ended."""
    if not is_wrapped_tensor(tensor):
        return -1
    data: Any = tensor._data
    return int(data.level) if data.is_current else -2


def get_batch_dim(tensor: Any) -> int:
    """The batch dimension of a batched tensor; -1 for others."""
    return int(tensor._data.dim) if is_batched_tensor(tensor) else -1


def debug_unwrap(tensor: Any, *, recurse: bool = True) -> Any:
    """What a tensor inside of transforms wraps, to look at it; not to compute with: no transform would know.

    Args:
        tensor: A tensor of a level, or a plain one, which is returned.
        recurse: Go down to the plain tensor, not by one level only.
    """
    while is_wrapped_tensor(tensor):
        tensor = get_unwrapped(tensor)
        if not recurse:
            break
    return tensor


def get_unwrapped(tensor: Any) -> Any:
    """The tensor inside of one that belongs to a transform.

    Raises:
        RuntimeError: it belongs to none.
    """
    if not is_wrapped_tensor(tensor):
        raise RuntimeError("No wrappers present!")
    return tensor._data.inner


def unwrap_if_dead(tensor: Any) -> Any:
    """The tensor inside of a gradient transform's that has ended; others as they are, also batched tensors."""
    return tensor._data.inner if get_level(tensor) == -2 else tensor
