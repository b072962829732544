"""Tensors over NumPy arrays: kernels that take and return arrays, views of memory, versions.

Twin: csrc/arrays.c, memory.c, versions.c.
"""

from __future__ import annotations

from math import prod
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from wye._pure.bits import REQUIRES_GRAD, KeyBits
from wye._pure.plan import RETURNS_DETACHED, RETURNS_FRESH, RETURNS_SAME, RETURNS_VALUE, ArrayCall, Signature
from wye._pure.state import (
    MADE_IN_INFERENCE,
    MADE_WITH_OTHERS,
    MADE_WITHOUT_GRAD,
    TensorBase,
    Version,
    _hooks,
    _state,
    in_inference,
)
from wye._pure.storage import Memory, address_of, array_at, extent, is_array, is_part_of

if TYPE_CHECKING:
    from collections.abc import Callable


_MOST_KNOWN = 1024  # layouts that are remembered


def described(known: dict[Any, Any], fake: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """What a fake kernel says about the results for arrays, and for other arguments: it is asked once for each layout.

    Args:
        known: What was said before.
        fake: Looks at shapes, strides and dtypes alone.
        args: Its arguments.
        kwargs: Its keyword arguments.
    """
    key: list[Any] = [fake, *kwargs]
    for value in (*args, *kwargs.values()):
        if is_array(value):
            key += value.shape, value.strides, value.dtype
        else:
            key.append(tuple(value) if type(value) is list else value)
    place = tuple(key)
    found = known.get(place)
    if found is None:
        found = fake(*args, **kwargs)
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[place] = found
    return found


def _version_of(tensor: TensorBase) -> Version:
    if tensor._counter is None:
        tensor._counter = Version()
    return tensor._counter


def _bump(value: Any) -> None:
    if isinstance(value, TensorBase):
        _version_of(value).count += 1
        if _hooks.inference_keys and not value._bits & _hooks.inference_keys and not in_inference():
            raise RuntimeError(
                "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a "
                "normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more "
                "details."
            )
    elif type(value) is list:
        for item in value:
            _bump(item)


def _argument(sig: Signature, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The value of the argument with this number, or None when the caller left it out."""
    return args[number] if number < len(args) else kwargs.get(sig.names[number])


def bump_versions(sig: Signature, writes: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Count a write to the arguments whose bits are set."""
    for number in range(len(sig.names)):
        if writes >> number & 1:
            _bump(_argument(sig, number, args, kwargs))


def _as_array(value: Any) -> Any:
    import numpy as np  # here: only programs with tensors need NumPy

    return value if type(value) is np.ndarray else np.asarray(value)


def _over(array: Any, cls: type[TensorBase] | None, keys: KeyBits | None) -> Any:
    if cls is None or keys is None:
        cls, bits, array = getattr(_hooks, "plain_type", None), _hooks.array_keys, _as_array(array)
        if cls is None:
            raise RuntimeError("there is no plain type of tensors yet")
    elif isinstance(cls, type) and issubclass(cls, TensorBase) and isinstance(keys, KeyBits):
        bits = keys.bits
    else:
        raise TypeError("a tensor is made of a subclass of TensorBase and a key set")
    tensor = TensorBase.__new__(cls)
    tensor._bits, tensor._array = bits & ~_hooks.inference_keys if in_inference() else bits, array
    return tensor


def place_along(whole: Any, part: Any, dim: int, start: int, count: int, step: int, /) -> Any:
    """A copy of a tensor with a part along one dimension replaced; None: here the composites do it."""
    return


def wrap(array: Any, cls: type[TensorBase] | None = None, keys: KeyBits | None = None, /) -> Any:
    """A tensor over an array that no other object uses; a plain one unless its class and its keys are given."""
    return _over(array, cls, keys)


def view(
    base: TensorBase,
    array: Any,
    cls: type[TensorBase] | None = None,
    keys: KeyBits | None = None,
    is_view: bool = True,
    /,
) -> Any:
    """A tensor over an array that sees a part of the memory of ``base``, with its version and its lazy bits."""
    if not isinstance(base, TensorBase):
        raise TypeError("a view needs the tensor that it is a view of")
    tensor = _over(array, cls, keys)
    tensor._bits |= base._bits & _hooks.view_keys
    counted = _hooks.inference_keys  # a view is an inference tensor if its base is one
    if in_inference():
        tensor._bits |= base._bits & counted
    if counted and not base._bits & counted:
        tensor._bits &= ~counted
        is_view = False  # inference tensors do not know their base
    tensor._counter = _version_of(base)
    tensor._seen = tensor._counter.count & 0xFFFFFFFF
    if is_view:  # as in PyTorch, the base is a tensor that is not itself a view
        tensor._of = base if base._of is None else base._of
        tensor._bits |= tensor._of._bits & REQUIRES_GRAD
        tensor._dual = base._dual
        tensor._made = base._made | (MADE_WITHOUT_GRAD if _state.exclude & REQUIRES_GRAD else 0)
        tensor._made |= MADE_IN_INFERENCE if in_inference() else 0
    if is_part_of(tensor._array, base._storage):  # a kernel may have made a copy
        tensor._move(tensor._array, base._storage)
    return tensor


def _lie_inside(array: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> bool:
    if any(size < 0 for size in shape):
        return False
    if 0 in shape:
        return True  # no elements
    reach = [(size - 1) * stride for size, stride in zip(shape, strides, strict=True)]
    first = data_ptr(array) + offset
    low, high = extent(_owner_of(array))
    return low <= first + sum(min(one, 0) for one in reach) and (
        first + sum(max(one, 0) for one in reach) + array.itemsize <= high
    )


def restride(array: Any, shape: tuple[int, ...], strides: tuple[int, ...], offset: int, /) -> Any:
    """The memory of an array with another shape, strides and start, in bytes, inside of what owns it."""
    import numpy as np  # here: there is an array, so NumPy is loaded

    both = isinstance(shape, tuple) and isinstance(strides, tuple) and len(shape) == len(strides)
    if not isinstance(array, np.ndarray) or not both:
        raise TypeError("restride() takes an array, two tuples of the same length, and an offset")
    if len(shape) > 64:
        raise RuntimeError(f"a tensor has at most 64 dimensions, not {len(shape)}")
    sizes, steps, start = tuple(map(index, shape)), tuple(map(index, strides)), index(offset)
    largest = max((abs(number) for number in (*sizes, *steps, start)), default=0)
    if largest < 1 << 63 and prod(sizes) * array.itemsize < 1 << 63 and _lie_inside(array, sizes, steps, start):
        first = data_ptr(array) + start
        if 0 in sizes:  # no element is ever read, and NumPy refuses invalid addresses
            first = min(max(first, 0), (1 << 64) - 1)
        return array_at(array, sizes, steps, first, array)
    low, high = extent(_owner_of(array))
    raise RuntimeError(
        f"sizes {shape!r}, strides {strides!r} and start {offset!r}, in bytes, reach outside of the memory, which has "
        f"{high - low} bytes"
    )


def _owner_of(array: Any) -> Any:
    """The array that an array got its memory from, at the end of the chain."""
    while True:
        base = array.base
        if type(base) is Memory:
            base = base.owner
        if not is_array(base):
            return array
        array = base


def _memory_of(value: Any) -> Any:
    """The object that identifies the memory of a tensor or array (equal for all that share it); None: neither."""
    memory = value
    if isinstance(value, TensorBase):
        memory = value._array if value._shared is None else value._shared._memory
        if not is_array(memory):
            return memory if value._shared is None else value._shared
    return _owner_of(memory) if is_array(memory) else None


def shares_memory(a: Any, b: Any, /) -> bool:
    """Do two tensors or arrays share memory, or view parts of one buffer?"""
    if not hasattr(_hooks, "quiet"):
        return False
    one, other = _memory_of(a), _memory_of(b)
    if one is None or other is None or one is other:
        return one is not None and one is other
    if not is_array(one) or not is_array(other):
        return False
    (low, high), (start, end) = extent(one), extent(other)  # two arrays may view one buffer that is not itself an array
    return low < end and start < high


def data_ptr(array: Any, /) -> int:
    """The address of an array's first element."""
    import numpy as np  # here: there is an array, so NumPy is loaded

    if not isinstance(array, np.ndarray):
        raise TypeError(f"data_ptr() takes an array, not {type(array).__name__}")
    return address_of(array)


def _unwrap(value: Any) -> Any:
    if isinstance(value, TensorBase):
        if value._array is None:
            raise RuntimeError("a tensor without data reached a kernel that computes on data")
        return value._array
    return [_unwrap(item) for item in value] if type(value) is list else value


def _with_strides(array: Any) -> Any:
    """An empty array with the strides PyTorch gives it, as if sizes of 0 were 1."""
    if any(array.strides):
        return array  # the strides were chosen on purpose
    step, reverse = array.itemsize, []
    for size in reversed(array.shape):
        reverse.append(step)
        step *= max(size, 1)
    return restride(array, array.shape, tuple(reversed(reverse)), 0)


class _Call(NamedTuple):
    sig: Signature
    args: tuple[Any, ...]  # as the operator got them
    kwargs: dict[str, Any]
    arrays: list[Any]  # as the kernel got them


def _wrapped(code: int, value: Any, call: _Call) -> Any:
    """One of a kernel's returns, converted to what the caller gets."""
    if code == RETURNS_VALUE:
        return value
    if RETURNS_SAME <= code < RETURNS_FRESH:
        same = _argument(call.sig, code & 0x3F, call.args, call.kwargs)
        if same is None:
            raise TypeError("a kernel returned an argument that was not given")
        return same
    if type(value) in (list, tuple):
        several = [_wrapped(code, item, call) for item in value]
        for one in several:
            if code < RETURNS_SAME and isinstance(one, TensorBase):
                one._made |= MADE_WITH_OTHERS
        return several
    if value is None:
        return None  # an optional result that is absent
    if code == RETURNS_FRESH:
        array = _as_array(value)
        if array.size == 0:
            array = _with_strides(array)
        # an argument unchanged: a fresh result has its own memory
        return wrap(array.copy(order="K") if any(array is one for one in call.arrays) else array)
    base = _argument(call.sig, code & 0x3F, call.args, call.kwargs)
    return view(base, value, None, None, code < RETURNS_DETACHED)


def call_arrays(
    fn: Callable[..., Any], how: ArrayCall, sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call a kernel with the data of tensors, and make tensors of its arrays."""
    if not hasattr(_hooks, "quiet"):
        raise RuntimeError("NumPy is not loaded: import wye.tensors first")
    arrays = [_unwrap(value) for value in args]
    by_name = {name: _unwrap(value) for name, value in kwargs.items()}
    variable, value = _hooks.quiet
    token = variable.set(value)
    try:
        result = fn(*arrays, **by_name)
    finally:
        variable.reset(token)
    call = _Call(sig, args, kwargs, [*arrays, *by_name.values()])
    codes = how.returns
    if len(codes) == 1:
        return _wrapped(codes[0], result, call)
    if not codes or type(result) is not tuple or len(result) != len(codes):
        return result  # the check of the operator's returns builds the error message
    return tuple(_wrapped(code, value, call) for code, value in zip(codes, result, strict=True))
